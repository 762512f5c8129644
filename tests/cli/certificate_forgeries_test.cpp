// False certificates made by hand: each uses one gap that a checker may have, and a model whose query is false.
#include <catch2/catch.hpp>

#include "tests/cli/certificates.h"

using namespace orbita::test;
using nlohmann::ordered_json;

namespace {

ordered_json location(const std::string& name, const ordered_json& more = ordered_json::object()) {
  ordered_json result = {{"name", name}};
  result.update(more);
  return result;
}

ordered_json process(const std::string& name, const std::vector<ordered_json>& locations) {
  return {{"name", name}, {"initial", 0}, {"locations", locations}};
}

ordered_json edge(int process, int source, int target, const ordered_json& more = ordered_json::object()) {
  ordered_json result = {{"process", process}, {"source", source}, {"target", target}};
  result.update(more);
  return result;
}

ordered_json flat_model(int clocks, const std::vector<ordered_json>& processes, const std::vector<ordered_json>& edges,
                        const std::string& query, const ordered_json& predicate) {
  ordered_json flat = {{"format", "orbita-flat"}, {"version", 1}};
  flat["model"] = {{"file", "m"}, {"sha256", orbita::sha256("")}, {"set", ordered_json::object()}};
  for (const char* list : {"sets", "channels", "slots", "arrays"}) flat[list] = ordered_json::array();
  flat["clocks"] = ordered_json::array();
  for (int x = 1; x <= clocks; ++x) flat["clocks"].push_back({{"name", "x" + std::to_string(x)}, {"initial", 0}});
  flat["processes"] = processes;
  flat["edges"] = edges;
  flat["queries"] = {{{"text", query}, {"kind", "A[]"}, {"predicate", predicate}}};
  return flat;
}

// What both checkers say of these records.
void reject(const ordered_json& flat, const std::vector<std::string>& records, const std::string& reason) {
  const TemporaryFolder folder;
  const std::string text = flat.dump(), model = folder.write("m.flat.json", text);
  CAPTURE(text);
  long nodes = 0, covers = 0;
  for (const std::string& record : records) {
    nodes += record[0] == 'n';
    if (record[0] == 'c') covers += std::count(record.begin(), record.end(), '=');
  }
  const ordered_json header = {{"format", "orbita-certificate"},
                               {"version", 1},
                               {"kind", "safety"},
                               {"query", flat["queries"][0]["text"]},
                               {"flat_sha256", orbita::sha256(text)},
                               {"nodes", nodes},
                               {"covers", covers}};
  const std::string end = "e " + std::to_string(nodes) + " " + std::to_string(covers) + "\n";
  const std::string forged = folder.write("forged", header.dump() + "\n" + joined(records) + end);
  const Checked first = certify(folder, model, forged), second = certify_again(folder, model, forged);
  CAPTURE(first.line, second.line);
  CHECK(first.code == 1);
  CHECK(first.line.find(reason) != std::string::npos);
  CHECK((second.code == 1 || second.code == 77));
}

}  // namespace

TEST_CASE("an invariant that does not count ends no delay") {
  // The node has x1 = 3 where it is 0: simulated, because x1 has no bounds. Its delays would end after 2.
  const ordered_json invariant = {{"invariant", {{"clk", 1, 1, 0, "<=", 5}}}};
  const ordered_json flat = flat_model(
      2, {process("P", {location("A", {{"urgent", true}}), location("B", invariant), location("C")})},
      {edge(0, 0, 1), edge(0, 1, 2, {{"guard", {{"clk", 1, 2, 0, ">=", 4}}}})}, "A[] not P.C", {"!", {"loc", 0, 2}});
  const TemporaryFolder folder;
  const Run run = run_orbita({"verify", folder.write("m.flat.json", flat.dump())});
  CHECK(run.out.find("not-satisfied") != std::string::npos);
  reject(flat,
         {"g 2 10 10", "z 0 1 2 7 2 1 -5 2 0 1", "z 1 1 2 7 2 1 -5 1 0 11", "n 0 0||0", "n 1 1||1", "c 0 0=1", "i 0"},
         "the bounds are too small for an invariant");
}

TEST_CASE("a location that is urgent and committed is not like one that is urgent") {
  // While P(0) is at A nobody else moves; while P(1) is, Q does. (Orbita writes no such location, but others might.)
  const ordered_json flat =
      flat_model(0,
                 {process("P(0)", {location("A", {{"urgent", true}, {"committed", true}}), location("B")}),
                  process("P(1)", {location("A", {{"urgent", true}}), location("B")}),
                  process("Q", {location("X"), location("Y")})},
                 {edge(0, 0, 1), edge(1, 0, 1), edge(2, 0, 1)}, "A[] not (Q.Y && (P(0).A || P(1).A))",
                 {"!", {"&&", {"loc", 2, 1}, {"||", {"loc", 0, 0}, {"loc", 1, 0}}}});
  reject(flat,
         {"s 2", "f p 0 0 1", "z 0", "n 0 0 0 0||0", "n 1 0 1 0||0", "n 2 1 1 0||0", "n 3 1 1 1||0", "c 0 0=1/0:1,1:-1",
          "c 1 0=2", "c 2 2=3", "i 0"},
         "exchanging 0 and 1 of set 0 changes a process");
}
