// How public scripts and libraries call verifyta and read its output, each as one test: option styles, fixed
// line offsets, substrings, what may be on stderr, where traces are.
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
  const std::vector<std::string> beginnings{" -- States stored : ", " -- States explored : ", " -- CPU user time used : ",
                                            " -- Virtual memory used : ", " -- Resident memory used : "};
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
    // The one warning that clients know.
    for (const std::string& line : lines(run.err)) CHECK(line.find(": [warning] Strict invariant.") != std::string::npos);
    CHECK(run.out.find("is satisfied") != std::string::npos);
  }
}

TEST_CASE("verdicts are those of orbita verify, whatever the options are called") {
  for (const std::string model : {"fischer.xml", "fischer-broken.xml", "train-gate.xml", "readers-writers.xml"}) {
    std::vector<std::string> arguments{"verify", model_path(model), "--format", "json"};
    for (const std::string& word : small_settings(model)) arguments.push_back(word);
    std::vector<std::string> expected;
    const nlohmann::json document = nlohmann::json::parse(run_orbita(arguments).out);
    REQUIRE(document.at("queries").size() >= 3);
    for (const nlohmann::json& query : document.at("queries")) {
      expected.push_back(query.at("verdict") == "satisfied" ? " -- Formula is satisfied." : " -- Formula is NOT satisfied.");
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
        CHECK(std::regex_match(line, std::regex("  [^ ]+\\.[^ ]+->[^ ]+\\.[^ ]+ \\{ .*, .*, .* \\}( \\[[0-9,-]+\\])?")));
      }
    }
    CHECK(transitions >= 4);
  }
}
