// How public scripts and libraries call verifyta and read its output, one test each: option styles, fixed line offsets,
// substrings, allowed text on stderr, paths of traces.
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"

using namespace orbita::test;

namespace {

Run call(const std::string& model, std::vector<std::string> options, const std::string& environment = "") {
  options.insert(options.begin(), {"verifyta", model_path(model)});
  for (const std::string& word : small_settings(model)) options.push_back(word);
  return run_orbita(options, environment);
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

// The verdict of every formula, from the line below "Verifying formula".
std::vector<std::string> verdicts(const std::string& out) {
  std::vector<std::string> result;
  const std::vector<std::string> all = lines(out);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (all[i].rfind("Verifying formula", 0) == 0) result.push_back(all[i + 1]);
  }
  return result;
}

}  // namespace

TEST_CASE("statistics by fixed offsets from the line of the formula") {
  const std::vector<std::string> all = lines(call("fischer.xml", {"-C", "-S1", "-b", "-u"}).out);
  const std::vector<std::string> beginnings{
      " -- States stored : ", " -- States explored : ", " -- CPU user time used : ", " -- Virtual memory used : ",
      " -- Resident memory used : "};
  int formulas = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].rfind("Verifying formula", 0) != 0) continue;
    ++formulas;
    REQUIRE(i + 6 < all.size());
    CHECK(all[i - 1].empty());
    CHECK(all[i + 1].find(" -- Formula is ") == 0);
    for (std::size_t k = 0; k < 5; ++k) CHECK(all[i + 2 + k].rfind(beginnings[k], 0) == 0);
  }
  CHECK(formulas >= 3);
}

TEST_CASE("text on stderr counts as a failure: there is none on success, but for strict invariants") {
  for (const std::string& model : all_models()) {
    TemporaryFolder folder;
    const Run run = call(model, {"-t", "1", "-f", folder.path("t_xtr")}, "UPPAAL_COMPILE_ONLY=");
    CAPTURE(model, run.out);
    CHECK(run.code == 0);
    // The only warning that clients know.
    for (const std::string& line : lines(run.err))
      CHECK(line.find(": [warning] Strict invariant.") != std::string::npos);
    CHECK(run.out.find("is satisfied") != std::string::npos);
  }
}

TEST_CASE("verdicts are those of orbita verify, for every spelling of the options") {
  for (const std::string model : {"fischer.xml", "fischer-broken.xml", "train-gate.xml", "readers-writers.xml"}) {
    std::vector<std::string> arguments{"verify", model_path(model), "--format", "json"};
    for (const std::string& word : small_settings(model)) arguments.push_back(word);
    std::vector<std::string> expected;
    const nlohmann::json document = nlohmann::json::parse(run_orbita(arguments).out);
    REQUIRE(document.at("queries").size() >= 3);
    for (const nlohmann::json& query : document.at("queries")) {
      expected.push_back(query.at("verdict") == "satisfied" ? " -- Formula is satisfied."
                                                            : " -- Formula is NOT satisfied.");
    }
    CAPTURE(model);
    CHECK(verdicts(call(model, {"-o", "0", "-S", "1", "-C", "-H", "27", "-T", "-t0"}).out) == expected);
    CHECK(verdicts(call(model, {"-o1", "-n1", "-qs"}).out) == expected);
    CHECK(verdicts(call(model, {"--search-order", "2", "--seed=3", "--compat=4"}).out) == expected);
  }
}

TEST_CASE("one query by its number, with a trace, as experiment runners ask for it") {
  const Run run = call("fischer-broken.xml", {"--query-index", "0", "--diagnostic", "0"});
  CHECK(run.code == 0);
  CHECK(verdicts(run.out) == std::vector<std::string>{" -- Formula is NOT satisfied."});
  TemporaryFolder folder;
  const std::string sup = folder.write("s.q", "sup: id\n");
  const Run value = run_orbita({"verifyta", model_path("fischer-ints.xml"), sup, "--set", "N=2"});
  CAPTURE(value.out, value.err);
  CHECK(std::regex_search(value.out, std::regex("-- Result: ([0-9]+)")));
}

TEST_CASE("textual traces: states, delays and transitions in turn, on stderr") {
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"-t0"}, {"-t", "1", "-Y", "-s"}, {"-y", "-t2"}, {"-t1", "--compat=4"}}) {
    std::vector<std::string> words{"--query-index", "0"};
    words.insert(words.end(), options.begin(), options.end());
    const Run run = call("fischer-broken.xml", words);
    CAPTURE(options, run.out, run.err);
    CHECK(run.out.find("Showing counter example") != std::string::npos);
    std::string expected = "State:";
    int transitions = 0;
    for (const std::string& line : lines(run.err)) {
      if (line == "State:") {
        expected = "( ";
      } else if (line.rfind("( ", 0) == 0) {
        CHECK(expected == "( ");
        CHECK(std::regex_match(line, std::regex("\\( ([A-Za-z0-9_().]+ )+\\)")));
        expected.clear();
      } else if (line == "Transitions:") {
        ++transitions;
      } else if (line.rfind("  ", 0) == 0) {
        CHECK(
            std::regex_match(line, std::regex("  [^ ]+\\.[^ ]+->[^ ]+\\.[^ ]+ \\{ .*, .*, .* \\}( \\[[0-9,-]+\\])?")));
      }
    }
    CHECK(transitions >= 4);
  }
}

TEST_CASE("options with a word as their value, as the help says, and SMC options by their long names") {
  const std::vector<std::vector<std::string>> calls{
      {"-O", "std"},
      // clang-format off
                                                    {"-Ostd"},
                                                    {"-F", "name"},
                                                    {"-G", "name"},
                                                    {"-c", "name"},
                                                    {"--discretization", "0.01", "--truncation-error", "0.01", "--truncation-time-error", "0.01"},
                                                    {"--alpha", "0.03", "--beta", "0.03", "--epsilon", "0.03"},
                                                    {"-a", "0.01", "-E", "0.05", "-w", "0.02", "--histogram-bar-count", "50"},
                                                    {"--good-runs", "10", "--eval-runs=5", "-D", "0.05"}};
  // clang-format on
  for (std::vector<std::string> options : calls) {
    options.insert(options.begin(), "verifyta");
    options.push_back(model_path("fischer.xml"));  // the model comes last: no option takes it as its value
    options.insert(options.end(), {"--set", "N=2"});
    const Run run = run_orbita(options);
    CAPTURE(options, run.out, run.err);
    CHECK(run.code == 0);
    CHECK(verdicts(run.out).size() >= 3);
    for (const std::string& line : lines(run.err)) CHECK(line.rfind("verifyta: note: option -", 0) == 0);
  }
  const Run flag = run_orbita({"verifyta", "-O", model_path("fischer.xml"), "--set", "N=2"});
  CHECK(flag.code == 0);
}

TEST_CASE(
    "a query file is given: nothing is said about the queries inside the model, and its errors carry its own name") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xml",
      "<nta><declaration>int i;</declaration><template><name>P</name><location id=\"a\"/><init ref=\"a\"/></template>"
      "<system>system P;</system><queries>"
      "<query><formula>E&lt;&gt; nobody.A</formula></query><query><formula>E&lt;&gt; i ==</formula></query>"
      "<query><formula>A[] i[2] == 1</formula></query></queries></nta>");
  const Run good = run_orbita({"verifyta", "-q", model, folder.write("good.q", "E<> i == 0\n")});
  CAPTURE(good.out, good.err);
  CHECK(good.code == 0);
  CHECK(good.err.empty());
  CHECK(run_orbita({"verify", model, "-q", "E<> i == 0"}).err.empty());
  const std::string bad = folder.write("bad.q", "E<> i == 0\n\nE<> j == 0\nE<> i ==\n");
  const Run run = run_orbita({"verifyta", "-q", model, bad});
  CAPTURE(run.err);
  CHECK(run.code == 1);
  CHECK(run.err.find(bad + "::3: [error] unknown name 'j'") == 0);
  CHECK(run.err.find("\n" + bad + "::4: [error] syntax error") != std::string::npos);
  CHECK(run.err.find(model) == std::string::npos);
  CHECK(run_orbita({"verifyta", "-q", model}).err.find(model + "::1: [error] ") == 0);
}

TEST_CASE("a run-time error has its place in the model, not the number of the query") {
  TemporaryFolder folder;
  const std::string model = folder.write(
      "m.xml",
      "<nta><declaration>int a[3]; int n;\nvoid put(int k) { a[k] = 1; }</declaration><template><name>P</name>"
      "<location id=\"a\"><name>A</name></location><init ref=\"a\"/><transition><source ref=\"a\"/><target ref=\"a\"/>"
      "<label kind=\"assignment\">put(n), n++</label></transition></template><system>system P;</system><queries>"
      "<query><formula>A[] n &lt; 10</formula></query></queries></nta>");
  const Run run = run_orbita({"verifyta", "-q", model});
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(run.out.find(" -- Formula undecided: error.") != std::string::npos);
  CHECK(run.err == model + ":/nta/declaration:2: [error] array index 3 is outside [0,2] (in function 'put').\n");
}
