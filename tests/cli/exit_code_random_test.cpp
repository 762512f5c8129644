// For every verb, query, option and limit: exit code 0 requires that every query is decided and as expected, and the
// code is the one the output implies.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "tests/cli/program.h"
#include "tests/sample.h"

using namespace orbita::test;
using nlohmann::json;

namespace {

// Small, but suitable for every kind of query; N can be swept.
const char* const pair_of_counters =
    "const int N = 3;\n"
    "typedef scalar[2] id_t;\n"
    "int[0,10] x;\n"
    "process P(const id_t i) {\n"
    "  clock t;\n"
    "  state A { t <= 4 }, B;\n"
    "  init A;\n"
    "  trans A -> A { guard x < N && t >= 1; assign x = x + 1, t = 0; },\n"
    "        A -> B { guard x >= N; };\n"
    "}\n"
    "system P;\n";

const std::vector<std::string> random_formulas{
    "E<> x == 3", "A[] x <= 3",       "A[] x < 3",          "E<> x > 8",    "E[] x < 3",
    "A<> x == 3", "A[] not deadlock", "x == 1 --> x == 2",  "sup: x",       "E<> forall (i : id_t) P(i).B",
    "E<> nobody", "A[] x <",          "Pr[<=3](<> x == 3)", "inf{x > 8}: x"};

const std::vector<std::vector<std::string>> random_settings{// clang-format off
    {},
    {"--symmetry", "off"},
    {"--symmetry", "canonical"},
    {"--order", "dfs"},
    {"--order", "rdfs", "--seed", "5"},
    {"--extrapolation", "none"},
    {"--extrapolation", "LU+"},
    {"--subsumption", "none"},
    {"--reduce", "none"},
    {"--approximation", "hull"},
    {"--approximation", "bits", "--bits", "10"},
    {"--states", "1"},
    {"--states", "4"},
    {"--timeout", "0"},
    {"--memory", "0"},
    {"--memory", "1k"}};
                                                            // clang-format on

using Words = std::vector<std::string>;

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[random_() % from.size()];
  }
  std::size_t up_to(std::size_t n) { return random_() % (n + 1); }

 private:
  std::mt19937 random_;
};

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// The exit code the verdicts imply if all queries should be satisfied.
int code_of(const json& queries, std::size_t asked) {
  std::map<std::string, int> seen;
  for (const json& query : queries) ++seen[query["verdict"].get<std::string>()];
  if (queries.size() < asked || seen["error"] > 0) return 2;
  if (seen["not-satisfied"] > 0) return 1;
  if (seen["unknown"] + seen["skipped"] > 0) return 3;
  return seen["satisfied"] == static_cast<int>(queries.size()) && !queries.empty() ? 0 : -1;
}

}  // namespace

TEST_CASE("verify: the exit code follows from the verdicts, for all options") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", pair_of_counters);
  std::map<int, int> codes;
  for (unsigned seed = 0; seed < sampled(120); ++seed) {
    Dice dice(seed);
    Words words{"verify", model, "--format", "json"};
    const std::size_t asked = 1 + dice.up_to(2);
    for (std::size_t i = 0; i < asked; ++i) add(words, {"-q", dice.pick(random_formulas)});
    add(words, dice.pick(random_settings));
    const Run run = run_orbita(words);
    CAPTURE(seed, words, run.out, run.err);
    ++codes[run.code];
    const json document = json::parse(run.out);
    CHECK(run.code == code_of(document["queries"], asked));
  }
  for (const int code : {0, 1, 2, 3}) CHECK(codes[code] > 0);
  CHECK(codes[4] == 0);
}

TEST_CASE("sweep: the exit code follows from all points") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", pair_of_counters);
  for (unsigned seed = 0; seed < sampled(40); ++seed) {
    Dice dice(seed);
    Words words{"sweep", model, "--format", "json", "--set", "N=1.." + std::to_string(1 + dice.up_to(3))};
    const std::size_t asked = 1 + dice.up_to(1);
    for (std::size_t i = 0; i < asked; ++i) add(words, {"-q", dice.pick(random_formulas)});
    add(words, dice.pick(random_settings));
    const Run run = run_orbita(words);
    CAPTURE(seed, words, run.out, run.err);
    if (run.out.empty()) {
      CHECK(run.code == 2);  // a query that does not check
    } else {
      CHECK(run.code == code_of(json::parse(run.out)["points"], asked));
    }
  }
}

TEST_CASE("test: 0 only when every case with an expectation is as expected") {
  const Words verdicts{"satisfied", "not-satisfied", "maybe-satisfied", "maybe-not-satisfied", "error", ""};
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", pair_of_counters);
  for (unsigned seed = 0; seed < sampled(60); ++seed) {
    Dice dice(seed);
    std::string queries;
    for (std::size_t i = 0; i <= dice.up_to(2); ++i) {
      const std::string verdict = dice.pick(verdicts);
      queries += dice.pick(random_formulas) + (verdict.empty() ? "" : "  // expect: " + verdict) + "\n";
    }
    folder.write("m.q", queries);
    Words words{"test", model, "--format", "json"};
    add(words, dice.pick(random_settings));
    const Run run = run_orbita(words);
    CAPTURE(seed, queries, words, run.out, run.err);
    const json document = json::parse(run.out);
    std::size_t good = 0, open = 0, bad = 0, broken = 0;
    for (const json& one : document["models"][0]["cases"]) {
      const std::string outcome = one["outcome"], expected = one["expected"], verdict = one["verdict"];
      good += outcome == "passed";
      open += outcome == "undecided" || outcome == "skipped";
      bad += outcome == "failed";
      broken += outcome == "broken";
      if (outcome == "passed" && expected == "satisfied") CHECK(verdict == "satisfied");
      if (outcome == "passed" && expected == "not-satisfied") CHECK(verdict == "not-satisfied");
      if (outcome == "no-expectation") CHECK(expected.empty());
    }
    const int expected = broken > 0 ? 2 : bad > 0 ? 1 : open > 0 ? 3 : good > 0 ? 0 : 2;
    CHECK(run.code == expected);
    CHECK(document["summary"]["exit_code"] == run.code);
  }
}

TEST_CASE("replay: a truncated or relevantly changed trace is never valid") {
  TemporaryFolder folder;
  const std::string model = folder.write("m.xta", pair_of_counters), trace = folder.path("t.json");
  REQUIRE(run_orbita({"verify", model, "-q", "E<> x == 3", "--trace", "some", "--trace-file", trace}).code == 0);
  const std::string whole = read_text(trace);
  REQUIRE(run_orbita({"replay", model, trace}).code == 0);
  for (unsigned seed = 0; seed < sampled(25); ++seed) {
    Dice dice(seed);
    const std::size_t length = dice.up_to(whole.find_last_of('}') - 1);
    CAPTURE(seed, length);
    CHECK(run_orbita({"replay", model, folder.write("cut.json", whole.substr(0, length))}).code != 0);
  }
  json changed = json::parse(whole);
  changed["steps"].erase(changed["steps"].size() - 1);  // x is not 3 yet
  CHECK(run_orbita({"replay", model, folder.write("short.json", changed.dump())}).code == 1);
}

TEST_CASE("check, explain, convert and simulate: 0 only for a model without errors") {
  TemporaryFolder folder;
  const std::string whole = pair_of_counters;
  for (unsigned seed = 0; seed < sampled(40); ++seed) {
    Dice dice(seed);
    std::string text = whole;
    text.erase(dice.up_to(text.size() - 2), 1 + dice.up_to(30));
    const std::string model = folder.write("m.xta", text);
    const bool good = run_orbita({"check", model}).code == 0;
    CAPTURE(seed, text);
    CHECK((run_orbita({"simulate", model}).code == 0) <= good);
    CHECK((run_orbita({"explain", model}).code == 0) <= good);
    CHECK((run_orbita({"verify", model, "-q", "E<> true"}).code == 0) <= good);
    const Run convert = run_orbita({"convert", model, folder.path("out.xml")});
    CHECK((convert.code == 0) >= good);  // convert only needs correct syntax
  }
}
