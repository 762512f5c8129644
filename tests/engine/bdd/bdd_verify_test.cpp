// --engine bdd against the zone engine: published counts, random models, traces, refusals, limits.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "engine/verify.h"
#include "tests/engine/detect/id_models.h"
#include "tests/engine/rich_models.h"
#include "tests/engine/symmetry_models.h"
#include "tests/engine/verify_support.h"
#include "tests/places.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

VerifyOptions with_bdds(SymmetryChoice symmetry = SymmetryChoice::automatic) {
  VerifyOptions options;
  options.engine = Engine::bdd;
  options.symmetry = symmetry;
  options.detect_symmetry = true;
  return options;
}

std::unique_ptr<Model> shipped_model(const std::string& file, const std::string& size = "") {
  Diagnostics diagnostics;
  CheckOptions options;
  if (!size.empty()) options.overrides = {{"N", size}};
  return check(read_model(test::source_dir() + "/models/" + file, diagnostics), diagnostics, options);
}

std::string states_of(const std::string& file, const std::string& size, SymmetryChoice symmetry) {
  const std::unique_ptr<Model> model = shipped_model(file, size);
  const QueryResult result = decide(*model, "A[] true", with_bdds(symmetry));
  CHECK(result.verdict == Verdict::satisfied);
  REQUIRE(result.bdd);
  return result.bdd->states;
}

}  // namespace

TEST_CASE("the queue lock has 3 (2^n - 1) orbits") {
  const char* orbits[] = {"9", "21", "45", "93", "189"};
  for (int n = 2; n <= 6; ++n) {
    CAPTURE(n);
    CHECK(states_of("mcs-lock.xml", std::to_string(n), SymmetryChoice::automatic) == orbits[n - 2]);
  }
  CHECK(states_of("mcs-lock.xml", "10", SymmetryChoice::automatic) == "3069");
  CHECK(states_of("mcs-lock.xml", "15", SymmetryChoice::automatic) == "98301");
  CHECK(states_of("mcs-lock.xml", "4", SymmetryChoice::off) == "945");
}

TEST_CASE("sets have as many states as the zone engine stores") {
  for (const char* file : {"mcs-lock.xml", "german.xml", "email-lite.xml", "readers-writers.xml", "sum-of-ids.xml",
                           "dining-philosophers.xml"}) {
    CAPTURE(file);
    const std::unique_ptr<Model> model = shipped_model(file);
    VerifyOptions zones;
    zones.symmetry = SymmetryChoice::off;
    CHECK(states_of(file, "", SymmetryChoice::off) ==
          std::to_string(decide(*model, "A[] true", zones).statistics.stored));
  }
  // Without references between elements sorting is canonical.
  for (const char* file : {"german.xml", "readers-writers.xml"}) {
    CAPTURE(file);
    const std::unique_ptr<Model> model = shipped_model(file);
    CHECK(states_of(file, "", SymmetryChoice::sort) == std::to_string(decide(*model, "A[] true").statistics.stored));
  }
}

TEST_CASE("the bug of the cache protocol is found after eight steps") {
  const std::unique_ptr<Model> model = shipped_model("german-buggy.xml");
  for (const SymmetryChoice symmetry : {SymmetryChoice::off, SymmetryChoice::sort, SymmetryChoice::refine}) {
    VerifyOptions options = with_bdds(symmetry);
    options.trace = TraceKind::shortest;
    const QueryResult result = decide(
        *model, "A[] forall (i : node_t) forall (j : node_t) (i != j && Client(i).E) imply Client(j).I", options);
    CHECK(result.verdict == Verdict::not_satisfied);
    CHECK(result.trace_problem == "");
    REQUIRE(result.trace);
    CHECK(result.trace->steps.size() == 8);
  }
}

namespace {

// Enough for the shares that the tests ask for.
std::uint64_t bdd_cases() { return std::max<std::uint64_t>(sampled(40), 10); }

struct BddTally {
  int models = 0, refused = 0, compared = 0, traces = 0, runs = 0, errors = 0, reduced = 0, open = 0;
};

// The same verdicts as the zone engine, for every query that the BDD engine accepts.
void compare_with_zones(const std::string& text, const std::vector<std::string>& formulas, std::uint64_t seed,
                        BddTally& tally) {
  INFO("seed " << seed << "\n" << text);
  const std::unique_ptr<Model> model = model_from(text);
  std::vector<Query*> queries;
  for (const std::string& formula : formulas) {
    Diagnostics diagnostics;
    Query* query = read_formula(*model->document, formula, diagnostics);
    if (check_query(*model, *query, diagnostics)) queries.push_back(query);
  }
  VerifyOptions zones;
  zones.symmetry = SymmetryChoice::off;
  zones.limits.explored = 20000;
  VerifyOptions sets = with_bdds(std::vector{SymmetryChoice::automatic, SymmetryChoice::off, SymmetryChoice::sort,
                                             SymmetryChoice::refine}[seed % 4]);
  sets.trace = TraceKind::some;
  // Large sets are left open: by their nodes, not by seconds, so that the same models end on every machine.
  sets.limits.memory = number_from("ORBITA_BDD_MEMORY", 16) << 20;
  sets.reduce = seed % 3 != 0;
  ++tally.models;
  for (Query* query : queries) {
    CAPTURE(std::string(query->text));
    const QueryResult found = verify(*model, {query}, sets).at(0);
    CHECK(found.trace_problem == "");
    if (found.reason.find("--engine bdd cannot decide") != std::string::npos) {
      ++tally.refused;
      continue;
    }
    if (found.verdict == Verdict::unknown) {
      ++tally.open;
      break;  // the other queries have the same states
    }
    const QueryResult expected = verify(*model, {query}, zones).at(0);
    if (expected.verdict == Verdict::unknown) continue;
    CAPTURE(expected.reason, found.reason);
    ++tally.compared;
    tally.traces += found.trace.has_value();
    if (query->kind == QueryKind::potentially_always || query->kind == QueryKind::eventually ||
        query->kind == QueryKind::leads_to) {
      const bool is_run = (found.verdict == Verdict::satisfied && query->kind == QueryKind::potentially_always) ||
                          (found.verdict == Verdict::not_satisfied && query->kind != QueryKind::potentially_always);
      if (is_run && found.reason.empty()) CHECK(found.trace.has_value());
      tally.runs += found.trace.has_value();
    }
    tally.reduced += found.symmetry.strategy != "off";
    tally.errors += found.verdict == Verdict::error;
    // A run with an error and one to the goal may both exist: then the order of the search decides. Where one engine
    // looked at all states and met no error there is none.
    if (found.verdict == Verdict::error || expected.verdict == Verdict::error) {
      for (const QueryResult* result : {&found, &expected}) {
        const bool all_seen = (query->kind == QueryKind::reachable && result->verdict == Verdict::not_satisfied) ||
                              (query->kind == QueryKind::invariantly && result->verdict == Verdict::satisfied);
        CHECK_FALSE(all_seen);
      }
      continue;
    }
    CHECK(to_text(found.verdict) == to_text(expected.verdict));
  }
}

// Tests of clocks that include their bounds.
std::string closed(const std::string& text) {
  static const std::regex strict("\\b(x|y|z|c\\[\\w+\\]|lx\\[\\w+\\]|t\\[\\w+\\]) ([<>]) ");
  return std::regex_replace(text, strict, "$1 $2= ");
}

}  // namespace

TEST_CASE("random symmetric models have the verdicts of the zone engine") {
  BddTally tally;
  const std::uint64_t first = number_from("ORBITA_BDD_SEED", 1), count = number_from("ORBITA_BDD_COUNT", bdd_cases());
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomModel random = ModelMaker(static_cast<std::uint32_t>(seed)).make();
    for (std::string& query : random.queries) query = closed(query);
    compare_with_zones(closed(random.text), random.queries, seed, tally);
  }
  CAPTURE(tally.models, tally.refused, tally.compared, tally.traces, tally.errors, tally.reduced);
  CHECK(tally.compared >= tally.models);
  CHECK(tally.traces * 20 > tally.compared);
  if (number_from("ORBITA_BDD_COUNT", 0) > 0)
    WARN(tally.models << " models, " << tally.compared << " compared, " << tally.refused << " refused, " << tally.open
                      << " beyond the limit, " << tally.traces << " traces, " << tally.runs << " of them runs, "
                      << tally.errors << " errors, " << tally.reduced << " reduced");
}

TEST_CASE("random models of many features have the verdicts of the zone engine") {
  BddTally tally;
  const std::uint64_t first = number_from("ORBITA_BDD_SEED", 1), count = number_from("ORBITA_BDD_COUNT", bdd_cases());
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    TimedModel random = RichModelMaker(seed).make();
    for (std::string& query : random.queries) query = closed(query);
    compare_with_zones(closed(random.text), random.queries, seed, tally);
  }
  CAPTURE(tally.models, tally.refused, tally.compared, tally.traces, tally.errors);
  CHECK(tally.compared > tally.models / 2);
  if (number_from("ORBITA_BDD_COUNT", 0) > 0)
    WARN(tally.models << " models, " << tally.compared << " compared, " << tally.refused << " refused, " << tally.open
                      << " beyond the limit, " << tally.traces << " traces, " << tally.runs << " of them runs, "
                      << tally.errors << " errors");
}

TEST_CASE("symmetry that is found changes no verdict on sets of states") {
  BddTally tally;
  const std::uint64_t first = number_from("ORBITA_BDD_SEED", 1), count = number_from("ORBITA_BDD_COUNT", bdd_cases());
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    IdModel random(static_cast<std::uint32_t>(seed), seed % 4 == 1, seed % 2 == 0);
    const std::string text = random.text();
    std::vector<std::string> queries = random.queries();
    for (std::string& query : queries) query = closed(query);
    compare_with_zones(closed(text), queries, seed / 4 + seed, tally);
  }
  CAPTURE(tally.models, tally.refused, tally.compared, tally.traces, tally.errors, tally.reduced);
  CHECK(tally.compared >= tally.models);
  CHECK(tally.reduced > tally.models / 2);
  if (number_from("ORBITA_BDD_COUNT", 0) > 0)
    WARN(tally.models << " models, " << tally.compared << " compared, " << tally.refused << " refused, " << tally.open
                      << " beyond the limit, " << tally.traces << " traces, " << tally.runs << " of them runs, "
                      << tally.errors << " errors, " << tally.reduced << " reduced");
}

TEST_CASE("found symmetry has as many orbits as the zone engine stores") {
  const std::unique_ptr<Model> model = model_from(R"(
    int[1,3] q[2] = {1, 1}; int[0,2] len;
    process P(const int[1,3] id) { state A, B; init A;
      trans A -> B { guard len < 2; assign q[len] = id, len = len + 1; }, B -> A { guard len > 0 && q[0] == id;
        assign q[0] = q[1], len = len - 1; }; }
    system P;)");
  VerifyOptions zones;
  zones.detect_symmetry = true;
  const QueryResult expected = decide(*model, "A[] true", zones);
  CHECK(expected.symmetry.group != "");
  const QueryResult found = decide(*model, "A[] true", with_bdds(SymmetryChoice::sort));
  REQUIRE(found.bdd);
  CHECK(found.symmetry.group == expected.symmetry.group);
  CHECK(found.bdd->states == std::to_string(expected.statistics.stored));
  CHECK(decide(*model, "A[] true", with_bdds(SymmetryChoice::declared)).symmetry.group == "");
}

TEST_CASE("runs are shown as traces") {
  const std::unique_ptr<Model> model = model_from(R"(
    int[0,3] x; bool done; broadcast chan go; urgent chan now;
    process P() { state a, b, c, d; urgent a, b, c; init a;
      trans a -> b { assign x = 1; }, b -> c { assign x = 2; }, c -> b { assign x = 3; }, c -> d { assign done = true; }; }
    system P;)");
  VerifyOptions options = with_bdds();
  options.trace = TraceKind::some;
  const auto run = [&](const std::string& formula) {
    const QueryResult result = decide(*model, formula, options);
    CAPTURE(formula);
    CHECK(result.trace_problem == "");
    REQUIRE(result.trace);
    return *result.trace;
  };
  const Trace lasso = run("A<> P.d");
  CHECK(lasso.end == TraceEnd::lasso);
  CHECK(lasso.steps.size() == 4);  // x is dead for the search, but 1 in b the first time: the loop is from c to c
  CHECK(lasso.loop_start == 2);
  CHECK(run("P.c --> P.d").end == TraceEnd::lasso);
  CHECK(run("A<> x == 3").end == TraceEnd::waits);
  CHECK(run("E[] x != 3").end == TraceEnd::waits);
  CHECK(decide(*model, "A<> P.b", options).verdict == Verdict::satisfied);
  CHECK_FALSE(decide(*model, "A<> P.b", options).trace);
}

TEST_CASE("the mail network has the states counted by brute force, contents of empty cells left aside") {
  const auto states = [&](const char* size) {
    const QueryResult result = decide(*shipped_model("email-lite.xml", size),
                                      "A[] forall (i : cid_t) full[i] imply (exists (j : cid_t) link[i] == j)",
                                      with_bdds(SymmetryChoice::off));
    REQUIRE(result.bdd);
    return result.bdd->states;
  };
  CHECK(states("2") == "945");
  CHECK(states("3") == "58240");
  CHECK(states("4") == "2900625");
}

TEST_CASE("a construct that is beyond sets of states is named with its place") {
  const auto reason = [](const std::string& declarations, const std::string& edge, const std::string& query) {
    const std::unique_ptr<Model> model =
        model_from(declarations + "\nprocess P() { state a, b; init a; trans a -> b { " + edge + " }; }\nsystem P;");
    const QueryResult result = decide(*model, query, with_bdds());
    CHECK(result.verdict == Verdict::error);
    return std::to_string(result.error ? result.error->line : 0) + ": " + result.reason;
  };
  CHECK(reason("clock x;", "guard x < 3;", "E<> P.b") ==
        "2: --engine bdd cannot decide a strict comparison of a clock; --engine zones can");
  CHECK(reason("clock x, y;", "guard x - y <= 3;", "E<> P.b") ==
        "2: --engine bdd cannot decide a difference of two clocks; --engine zones can");
  CHECK(reason("clock x, y;", "assign x = y;", "E<> P.b") ==
        "2: --engine bdd cannot decide a clock that is set to the value of another clock; --engine zones can");
  CHECK(reason("clock x;", "guard x <= 2000;", "E<> P.b") ==
        "2: --engine bdd cannot decide a clock that is compared with more than 1000; --engine zones can");
  CHECK(reason("clock x;", "", "A[] not deadlock").find("'deadlock' in a model with clocks") != std::string::npos);
  CHECK(reason("clock x;", "", "A<> P.b").find("runs of a model with clocks") != std::string::npos);
  CHECK(reason("clock x;", "", "A[] x <= 3").find("a clock test whose negation is strict") != std::string::npos);
  CHECK(reason("int n;", "", "sup: n").find("sup, inf and bounds") != std::string::npos);
}

TEST_CASE("a limit of time ends the search for representatives too") {
  const std::unique_ptr<Model> model = shipped_model("fetch-store-lock.xml", "9");
  for (const SymmetryChoice symmetry : {SymmetryChoice::sort, SymmetryChoice::refine}) {
    VerifyOptions options = with_bdds(symmetry);
    options.limits.seconds = 0.5;
    const QueryResult late = decide(*model, "A[] true", options);
    CHECK(late.verdict == Verdict::unknown);
    CHECK(late.stop.reason == StopReason::time);
  }
}

TEST_CASE("limits end a decision on sets with unknown") {
  const std::unique_ptr<Model> model = shipped_model("mcs-lock.xml", "7");
  VerifyOptions options = with_bdds(SymmetryChoice::off);
  options.limits.seconds = 0.2;
  const QueryResult late = decide(*model, "A[] true", options);
  CHECK(late.verdict == Verdict::unknown);
  CHECK(late.stop.reason == StopReason::time);
  options.limits.seconds = 60;
  options.limits.memory = 3'000'000;
  const QueryResult large = decide(*model, "A[] true", options);
  CHECK(large.verdict == Verdict::unknown);
  CHECK(large.stop.reason == StopReason::memory);
  // The library's smallest tables are larger than this limit, and rounded up.
  const std::unique_ptr<Model> small = shipped_model("mcs-lock.xml", "4");
  for (const std::size_t memory : {std::size_t{1}, std::size_t{10'000}, std::size_t{28'000'000}}) {
    CAPTURE(memory);
    options.limits.memory = memory;
    const QueryResult result = decide(*small, "A[] true", options);
    CHECK((result.verdict == Verdict::satisfied || result.stop.reason == StopReason::memory));
  }
}
