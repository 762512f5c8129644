// Certificates that claim a symmetry which the model does not have: rule 5 rejects them, whatever else they show.
#include <catch2/catch.hpp>
#include <map>

#include "tests/cli/certificates.h"

using namespace orbita::test;
using nlohmann::ordered_json;

namespace {

// Three processes raise f of their element, then C executes the step. The loops of docs/symmetry-violations.md are
// written out over numbers 0 to 2, so that Orbita sees no set and a flat model exists; what is claimed afterwards is
// that the numbers are interchangeable elements.
struct Broken {
  const char* name;
  std::string step;  // labels of the edge of C
  std::string query = "A[] n <= 3";
};

std::string text_of(const Broken& broken) {
  return "bool f[3], done; int[0,3] x[3], n, best, v; int[0,2] win, q[4]; int[0,40] h; broadcast chan go;\n"
         "process P(const int[0,2] id) { state A, B; init A; trans A -> B { assign f[id] = true; }; }\n"
         "process C() { state A, B; init A; trans A -> B { " +
         broken.step + " }; }\nsystem P, C;\n";
}

// The same text for each element, where # is the element.
std::string each(const std::string& update) {
  std::string result;
  for (const std::string element : {"0", "1", "2"}) {
    if (!result.empty()) result += ", ";
    for (const char c : update) result += c == '#' ? element : std::string(1, c);
  }
  return result;
}

const std::string first = "(f[0] ? 0 : f[1] ? 1 : f[2] ? 2 : win)";

const Broken cases[] = {
    {"V1 last writer wins", "assign " + each("win = f[#] ? # : win") + ";"},
    {"V2 first match", "assign win = " + first + ";"},
    {"V3 first match by a flag", "assign " + each("x[#] = !done && f[#] ? 2 : x[#], done = done || f[#]") + ";"},
    {"V4 ties of the largest", "assign " + each("win = f[#] && best < 1 ? # : win, best = f[#] ? 1 : best") + ";"},
    {"V5 order in a sequence", "assign " + each("q[n] = f[#] ? # : q[n], n = f[#] ? n + 1 : n") + ";"},
    {"V6 numbered elements", "assign n = 0, " + each("x[#] = n, n = n + 1") + ";"},
    {"V7 not commutative", "assign " + each("h = 2 * h + (f[#] ? 1 : 0)") + ";"},
    {"V8 iterations interfere", "assign " + each("x[#] = f[#] ? 2 : x[win]") + ";"},
    {"V9 hidden in a guard", "guard (f[0] ? x[0] : f[1] ? x[1] : f[2] ? x[2] : 3) == 0;"},
    {"V12 the query", "assign n = 1;", "A[] (f[0] ? x[0] : f[1] ? x[1] : f[2] ? x[2] : 0) == 0"},
    {"V12 the query names an element", "assign n = 1;", "A[] not (P(1).A && C.B && n == 0)"},
    {"a number", "assign n = win;"},
    {"an order", "guard win < 2;"},
    {"one element", "guard f[1];"}};

// "s 3", the cells of the elements, and the slots that hold them.
std::vector<std::string> claims(const ordered_json& flat) {
  std::vector<std::string> lines = {"s 3"};
  const auto family = [&](char sort, const char* table, const std::string& name) {
    std::string line = std::string("f ") + sort + " 0";
    int found = 0;
    for (std::size_t i = 0; i < flat[table].size(); ++i) {
      for (const std::string element : {"0", "1", "2"}) {
        const bool is_cell = flat[table][i]["name"] == name + "[" + element + "]" ||
                             flat[table][i]["name"] == name + "(" + element + ")";
        if (!is_cell) continue;
        line += " " + std::to_string(i);
        ++found;
      }
    }
    REQUIRE(found == 3);
    lines.push_back(line);
  };
  family('p', "processes", "P");
  family('s', "slots", "f");
  family('s', "slots", "x");
  std::string holders = "v 0 0";
  for (std::size_t i = 0; i < flat["slots"].size(); ++i) {
    const std::string name = flat["slots"][i]["name"];
    if (name == "win" || name.starts_with("q[")) holders += " " + std::to_string(i);
  }
  lines.push_back(holders);
  return lines;
}

// What both checkers say of a good certificate of the model, and of the same one with the claim.
std::pair<Checked, Checked> claimed(const TemporaryFolder& folder, const Broken& broken) {
  const Run run = run_orbita({"verify", folder.write("m.xta", text_of(broken)), "-q", broken.query, "--symmetry", "off",
                              "--reduce", "none", "--certificate", folder.path("proof")});
  CAPTURE(broken.name, run.out, run.err);
  REQUIRE(run.code == 0);
  const std::string flat = folder.path("proof.flat.json");
  REQUIRE(certify(folder, flat, folder.path("proof")).code == 0);
  std::vector<std::string> lines = lines_of(folder.path("proof"));
  const std::vector<std::string> more = claims(ordered_json::parse(read_text(flat)));
  lines.insert(lines.begin() + 1, more.begin(), more.end());
  const std::string forged = folder.write("forged", joined(lines));
  return {certify(folder, flat, forged), certify_again(folder, flat, forged)};
}

}  // namespace

TEST_CASE("symmetry that order breaks is rejected when it is claimed") {
  const TemporaryFolder folder;
  for (const Broken& broken : cases) {
    const auto [answer, again] = claimed(folder, broken);
    CAPTURE(broken.name, answer.line, again.line);
    CHECK(answer.code == 1);
    CHECK((answer.line.find("exchanging 0 and 1 of set 0 changes") != std::string::npos ||
           answer.line.find("an element that is used as a number") != std::string::npos));
    CHECK((again.code == 1 || again.code == 77));
    CHECK((again.code == 77 || again.line.find("REJECTED") != std::string::npos));
  }
}

TEST_CASE("symmetry that nothing breaks is accepted when it is claimed") {
  const TemporaryFolder folder;
  const Broken fine[] = {{"own cells", "assign " + each("x[#] = f[#] ? 2 : 1") + ";"},
                         {"a conjunction", "guard f[0] && f[1] && f[2]; assign v = n + 1;"},
                         {"an element is compared", "guard win == q[0]; assign win = q[1];"},
                         {"an element is an index", "guard f[win]; assign x[win] = 3;"}};
  for (const Broken& model : fine) {
    const auto [answer, again] = claimed(folder, model);
    CAPTURE(model.name, answer.line, again.line);
    CHECK(answer.code == 0);
    CHECK((again.code == 0 || again.code == 77));
  }
}
