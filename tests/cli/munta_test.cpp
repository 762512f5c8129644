// What Munta's formally verified checker says of exported certificates. ORBITA_MUNTAC names its program; without it
// these tests are skipped.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <random>

#include "tests/cli/certificates.h"
#include "tests/sample.h"

using namespace orbita::test;
using nlohmann::ordered_json;

namespace {

using Words = std::vector<std::string>;

std::string muntac() {
  const char* program = std::getenv("ORBITA_MUNTAC");
  return program == nullptr ? "" : program;
}

bool is_skipped() {
  if (muntac().empty()) WARN("skipped: ORBITA_MUNTAC does not name Munta's checker");
  return muntac().empty();
}

// The folder of an export, and what the program says about it.
Run export_to(const TemporaryFolder& folder, const std::string& model, const std::string& certificate) {
  return run_orbita({"certify", model, certificate, "--export", "munta", folder.path("munta")});
}

bool accepts(const TemporaryFolder& folder, bool deadlock = false) {
  const std::string in = folder.path("munta") + "/model.";
  const Checked checked = run_program("'" + muntac() + "' -i 3 " + (deadlock ? "-dc " : "") + "-m '" + in +
                                          "muntax' -r '" + in + "renaming' -c '" + in + "cert'",
                                      folder);
  CAPTURE(checked.line);
  const std::string accepted = "Certificate was accepted";
  const std::size_t at = checked.line.find(accepted);
  return at != std::string::npos && checked.line.find(accepted, at + 1) == std::string::npos;
}

struct Case {
  std::string model;
  Words more{};
};

// All certificates of the models' queries about safety that Munta's language can say. Returns how many there are.
std::size_t accept_all(const std::vector<Case>& cases) {
  std::size_t accepted = 0;
  for (const Case& one : cases) {
    const TemporaryFolder folder;
    const Proof proof = prove(folder, one.model, one.more);
    std::size_t here = 0;
    for (const std::string& certificate : written(proof.certificate)) {
      if (ordered_json::parse(lines_of(certificate)[0])["kind"] != "safety") continue;
      const Run run = export_to(folder, model_path(one.model), certificate);
      CAPTURE(one.model, one.more, certificate, run.out, run.err);
      if (run.code == 2 && run.err.find("Munta's language") != std::string::npos) continue;
      REQUIRE(run.code == 0);
      CHECK(accepts(folder, run.out.find("-dc") != std::string::npos));
      ++here;
    }
    CAPTURE(one.model, one.more);
    CHECK(here > 0);
    accepted += here;
  }
  return accepted;
}

// Two processes with clocks, handshakes, broadcasts, committed and urgent locations, and a variable that both write.
class RandomNetwork {
 public:
  explicit RandomNetwork(unsigned seed) : random_(seed), clocks_(2 + some(2)) {
    for (int p = 0; p < 2; ++p) {
      count_[p] = 3 + some(2);
      edges_[p] = edges(count_[p]);
      kinds_[p] = kinds(count_[p]);
    }
  }
  // P has a location Bad; an edge leads there from the named location, or none does.
  std::string text(const std::string& opened = "") const {
    std::string result = "clock x0";
    for (int x = 1; x < clocks_; ++x) result += ", x" + std::to_string(x);
    result += ";\nint[0,2] v;\nchan c;\nbroadcast chan b;\n";
    for (int p = 0; p < 2; ++p) {
      const std::string more = p == 0 && !opened.empty() ? ",\n" + opened + " -> Bad { }" : "";
      result += std::string("process ") + "PQ"[p] + "() {\n" + kinds_[p] + edges_[p] + more + ";\n}\n";
    }
    return result + "system P, Q;\n";
  }
  std::string location() { return "S" + std::to_string(some(count_[0])); }

 private:
  int some(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string clock() { return "x" + std::to_string(some(clocks_)); }
  std::string number(int from) { return std::to_string(from + some(5)); }

  std::string kinds(int count) {
    std::string states = "state Bad", commit, urgent;
    for (int l = 0; l < count; ++l) {
      states += ", S" + std::to_string(l);
      const int kind = l == 0 ? 9 : some(10);  // the first one is plain
      if (kind == 0) commit = "commit S" + std::to_string(l) + ";\n";
      if (kind == 1) urgent = "urgent S" + std::to_string(l) + ";\n";
      if (kind > 5) states += " { " + clock() + (some(3) == 0 ? " < " : " <= ") + number(2) + " }";
    }
    return states + ";\n" + commit + urgent + "init S0;\ntrans ";
  }
  std::string edges(int count) {
    std::string result;
    for (int e = 0; e < count + 3; ++e) {
      const int from = e < count ? e : some(count), sync = some(7);
      const char* labels[] = {"c!", "c?", "b!", "b?"};
      Words guard, update;
      const char* comparisons[] = {" > ", " >= ", " < ", " <= ", " == "};
      if (some(2) == 0 && sync != 3) guard.push_back(clock() + comparisons[some(5)] + number(0));
      if (some(4) == 0) guard.push_back("v != " + std::to_string(some(3)));
      if (some(2) == 0) update.push_back(clock() + " = 0");
      if (some(3) == 0) update.push_back("v = " + std::to_string(some(3)));
      if (some(4) == 0 && sync > 3) update.emplace_back("v = v == 2 ? 0 : v + 1");
      if (!result.empty()) result += ",\n";
      result += "S" + std::to_string(from) + " -> S" + std::to_string(some(count)) + " { " +
                label("guard", guard, " && ") + (sync < 4 ? "sync " + std::string(labels[sync]) + "; " : "") +
                label("assign", update, ", ") + "}";
    }
    return result;
  }
  static std::string label(const std::string& name, const Words& parts, const std::string& between) {
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? name + " " : between) + part;
    return result.empty() ? "" : result + "; ";
  }

  std::mt19937 random_;
  int clocks_;
  int count_[2] = {};
  std::string edges_[2], kinds_[2];
};

const Words& mode_of(unsigned seed) {
  static const std::vector<Words> modes = {{},
                                           {"--extrapolation", "LU+", "--subsumption", "inclusion"},
                                           {"--extrapolation", "M+", "--subsumption", "inclusion"},
                                           {"--reduce", "none"}};
  return modes[seed % modes.size()];
}

// The network's isolated location is certified to be unreachable: all that is stored must be inductive.
void accept_random(std::uint64_t networks) {
  for (unsigned seed = 1; seed <= networks; ++seed) {
    const TemporaryFolder folder;
    const std::string model = folder.write("m.xta", RandomNetwork(seed).text());
    Words arguments = {"verify", model, "-q", "A[] not P.Bad", "--certificate", folder.path("proof")};
    arguments.insert(arguments.end(), mode_of(seed).begin(), mode_of(seed).end());
    const Run run = run_orbita(arguments);
    CAPTURE(seed, RandomNetwork(seed).text(), run.out, run.err);
    REQUIRE(run.code == 0);
    const Run exported = export_to(folder, model, folder.path("proof"));
    CAPTURE(exported.out, exported.err);
    REQUIRE(exported.code == 0);
    CHECK(accepts(folder));
  }
}

// The loop that data forbid, at the location of P: now it leads to Bad, and nothing forbids it.
bool open_loop(const std::string& file, const std::string& location) {
  ordered_json model = ordered_json::parse(read_text(file));
  ordered_json& process = model["automata"][0];
  int from = -1, bad = -1;
  for (const ordered_json& node : process["nodes"]) {
    const std::string name = node["name"];
    if (name.find(location) != std::string::npos) from = node["id"];
    if (name.find("Bad") != std::string::npos) bad = node["id"];
  }
  for (ordered_json& edge : process["edges"]) {
    if (edge["source"] != from || edge["guard"].get<std::string>().find("never = 1") == std::string::npos) continue;
    edge["target"] = bad;
    edge["guard"] = "never = 0";
    std::ofstream(file) << model.dump();
    return true;
  }
  return false;
}

// The same certificates after one edge of the model has changed, so that the location can be reached.
void reject_random(std::uint64_t networks) {
  std::uint64_t found = 0;
  for (unsigned seed = 5000; found < networks; ++seed) {
    const TemporaryFolder folder;
    RandomNetwork network(seed);
    const std::string model = folder.write("m.xta", network.text()), location = network.location();
    CAPTURE(seed, network.text(location), location);
    const Run opened =
        run_orbita({"verify", folder.write("opened.xta", network.text(location)), "-q", "A[] not P.Bad"});
    if (opened.code == 0) continue;  // the edge is never taken
    REQUIRE(opened.out.find("not-satisfied") != std::string::npos);
    REQUIRE(run_orbita({"verify", model, "-q", "A[] not P.Bad", "--certificate", folder.path("proof")}).code == 0);
    REQUIRE(export_to(folder, model, folder.path("proof")).code == 0);
    REQUIRE(open_loop(folder.path("munta") + "/model.muntax", location));
    CHECK_FALSE(accepts(folder));
    ++found;
  }
}

}  // namespace

TEST_CASE("Munta's checker accepts exported certificates") {
  if (is_skipped()) return;
  CHECK(accept_all({{"fischer.xml", {"--set", "N=4"}},
                    {"fischer.xml", {"--set", "N=4", "-q", "A[] not deadlock"}},
                    {"fischer-ints.xml", {"--set", "N=4", "--symmetry", "off"}},
                    {"client-server.xml"},
                    {"readers-writers.xml"}}) >= 6);
}
TEST_CASE("Munta's checker accepts exported certificates of larger models", "[slow]") {
  if (is_skipped()) return;
  const std::string exclusion =
      "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j";
  std::vector<Case> cases = {
      {"csma-cd-b.xml", {"-q", "A[] not deadlock"}}, {"timeout-broadcast.xml"}, {"resource-controller.xml"}};
  for (int n = 2; n <= 7; ++n) {
    cases.push_back({"fischer-ints.xml", {"--set", "N=" + std::to_string(n), "--symmetry", "off", "-q", exclusion}});
    if (n < 7) cases.push_back({"fischer.xml", {"--set", "N=" + std::to_string(n), "-q", exclusion}});
  }
  CHECK(accept_all(cases) >= cases.size());
}
TEST_CASE("Munta's checker accepts random networks") {
  if (is_skipped()) return;
  accept_random(sampled(8));
}
TEST_CASE("Munta's checker accepts hundreds of random networks", "[slow]") {
  if (is_skipped()) return;
  accept_random(520);
}
TEST_CASE("Munta's checker rejects certificates of networks that were changed") {
  if (is_skipped()) return;
  reject_random(sampled(4));
}
TEST_CASE("Munta's checker rejects certificates of hundreds of networks that were changed", "[slow]") {
  if (is_skipped()) return;
  reject_random(200);
}
TEST_CASE("Munta's receivers are the first to update") {
  if (is_skipped()) return;
  const TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xta",
      "chan c;\nint[0,2] sent, got;\nprocess S() {\nstate A, B;\ninit A;\ntrans A -> B { sync c!; assign sent = 2; };"
      "\n}\nprocess R() {\nstate A, B;\ninit A;\ntrans A -> B { sync c?; assign got = sent; };\n}\nsystem S, R;\n");
  REQUIRE(run_orbita({"verify", model, "-q", "A[] R.B imply got == 2", "--certificate", folder.path("proof")}).code ==
          0);
  REQUIRE(export_to(folder, model, folder.path("proof")).code == 0);
  CHECK(accepts(folder));
  const std::string file = folder.path("munta") + "/model.muntax";
  ordered_json unswapped = ordered_json::parse(read_text(file));
  for (ordered_json& process : unswapped["automata"]) {
    for (ordered_json& edge : process["edges"]) {
      std::string label = edge["label"];
      if (!label.empty()) label.back() = label.back() == '!' ? '?' : '!';
      edge["label"] = label;
    }
  }
  std::ofstream(file) << unswapped.dump();
  CHECK_FALSE(accepts(folder));
}
