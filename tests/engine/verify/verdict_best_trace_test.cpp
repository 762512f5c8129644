// Shortest and fastest traces are optimal by the region graph, regardless of the other queries of the call and of the
// exploration.
//
// By hand: ORBITA_SEED=<first> ORBITA_MODELS=<count> engine_tests "shortest and fastest*".
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/engine/region_comparison.h"
#include "tests/engine/region_graph.h"
#include "tests/engine/region_models.h"
#include "tests/engine/rich_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct TraceTally {
  std::size_t shortest = 0, fastest = 0, open = 0, late = 0, undecided = 0, skipped = 0;
};

// A model with a clock `now` that is never reset or read, its queries about states, and the right answer to each.
class BestTraces {
 public:
  explicit BestTraces(const TimedModel& random) : model_(model_from("clock now;\n" + random.text)) {
    Diagnostics diagnostics;
    for (const std::string& formula : random.queries) {
      Query* query = read_formula(*model_->document, formula, diagnostics);
      if (query != nullptr && is_reachability_query(*query) && check_query(*model_, *query, diagnostics))
        queries_.push_back(query);
    }
    RegionGraph regions(*model_, random.largest, random.differences, 10'000, "now");
    starts_ = regions.starts();
    for (const Query* query : queries_) {
      const bool value = query->kind == QueryKind::reachable;
      moves_.push_back(regions.least_moves(*query->predicate, value));
      moments_.push_back(regions.earliest(*query->predicate, value));
    }
  }

  // All queries in one call, then each alone, for shortest and for fastest traces. Returns problems, one per line.
  std::string problems(const Named& configuration, TraceTally& tally) {
    problems_.clear();
    if (!starts_) return "";
    for (const TraceKind kind : {TraceKind::shortest, TraceKind::fastest}) {
      VerifyOptions options = configuration.options;
      options.trace = kind;
      options.limits.states = 20'000;
      options.limits.explored = 200'000;  // growing zones cover each other: few are stored
      options.limits.memory = 64 << 20;
      bool may_not_end = false;
      options.warned = [&](const std::string&) { may_not_end = true; };
      const auto compare_with = [&](const QueryResult& result, std::size_t i, const std::string& how) {
        name_ = std::string(result.query->text) + " [" + configuration.name + how + "]: ";
        compare(result, i, options, may_not_end, tally);
      };
      const std::vector<QueryResult> results = verify(*model_, queries_, options);
      for (std::size_t i = 0; i < queries_.size(); ++i) compare_with(results[i], i, " together");
      for (std::size_t i = 0; i < queries_.size(); i += 2) {
        may_not_end = false;
        compare_with(verify(*model_, {queries_[i]}, options).at(0), i, " alone");
      }
    }
    return problems_;
  }

 private:
  void problem(const std::string& text) { problems_ += name_ + text + "\n"; }

  void compare(const QueryResult& result, std::size_t i, const VerifyOptions& options, bool may_not_end,
               TraceTally& tally) {
    if (options.approximation == Approximation::hull) return;  // has no traces
    const bool is_there = moves_[i].has_value();
    const bool existential = result.query->kind == QueryKind::reachable;
    if (result.verdict == Verdict::unknown) {
      const bool by_hash = options.approximation != Approximation::exact && !is_there;
      if (!by_hash && !may_not_end) problem("unknown: " + result.reason);
      ++tally.undecided;
      return;
    }
    if (result.verdict != (existential == is_there ? Verdict::satisfied : Verdict::not_satisfied))
      return problem("wrong verdict");
    if (!result.trace_problem.empty()) return problem(result.trace_problem);
    if (!is_there) return;
    if (!result.trace) return problem("no trace: " + result.reason);
    const bool proved = result.reason.rfind("not proved", 0) != 0;
    if (!proved && !may_not_end) return problem(result.reason);
    if (!proved) ++tally.undecided;
    else if (options.trace == TraceKind::shortest) compare_length(result, i, tally);
    else compare_time(result, i, tally);
  }

  void compare_length(const QueryResult& result, std::size_t i, TraceTally& tally) {
    ++tally.shortest;
    const std::size_t steps = result.trace->steps.size();
    if (steps != *moves_[i]) problem(std::to_string(steps) + " steps instead of " + std::to_string(*moves_[i]));
  }

  void compare_time(const QueryResult& result, std::size_t i, TraceTally& tally) {
    ++tally.fastest;
    const RegionGraph::Moment& least = *moments_[i];
    tally.open += least.reached ? 0 : 1;
    tally.late += least.time > 3 ? 1 : 0;
    const Rational time = duration(*result.trace), infimum(static_cast<std::int64_t>(least.time));
    const bool right = least.reached ? time == infimum : time > infimum && time < infimum + Rational(1, 100);
    if (!right)
      problem("takes " + to_text(time) + ", not " + to_text(infimum) + (least.reached ? "" : " and a little"));
    if (!result.least_time) return problem("no least time: " + result.reason);
    if (Rational(result.least_time->time) != infimum || result.least_time->attained != least.reached)
      problem("wrong least time");
  }

  std::unique_ptr<Model> model_;
  std::vector<Query*> queries_;
  std::vector<std::optional<std::size_t>> moves_;
  std::vector<std::optional<RegionGraph::Moment>> moments_;
  bool starts_ = true;
  std::string name_, problems_;
};

const std::vector<Named>& trace_configurations() {
  static const std::vector<Named> all = all_configurations();
  return all;
}

void compare_best(const TimedModel& random, const Named& configuration, TraceTally& tally) {
  CAPTURE(random.text);
  const std::string problems = BestTraces(random).problems(configuration, tally);
  CHECK(problems == "");
}

TraceTally compare_all(std::uint64_t first, std::uint64_t count) {
  TraceTally tally;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const TimedModel random = seed % 3 == 0 ? RichModelMaker(seed).make() : TimedModelMaker(seed).make();
    const std::size_t other = (seed * 7919) % trace_configurations().size();
    CAPTURE(seed);
    try {
      compare_best(random, trace_configurations()[seed % 2 == 0 ? 0 : other], tally);
    } catch (const std::length_error&) {
      ++tally.skipped;  // too many regions
    }
  }
  CHECK(tally.skipped * 4 <= count);
  if (std::getenv("ORBITA_SEED") != nullptr) {
    std::cout << tally.shortest << " shortest, " << tally.fastest << " fastest (" << tally.open << " not attained, "
              << tally.late << " after 3), " << tally.undecided << " undecided, " << tally.skipped
              << " models skipped\n";
  }
  return tally;
}

// The two processes deadlock once both are in L1 for more than two time units.
const char* const stuck_pair =
    "process P(const int[0,1] id) {\n"
    "  clock y; state L0, L1; init L0;\n"
    "  trans L0 -> L1 { }, L1 -> L1 { guard y <= 2; assign y = 0; };\n"
    "}\n"
    "system P;\n";

// After more than one time unit in A no transition is possible; B can be entered repeatedly without any delay.
const char* const zeno_loop =
    "clock z, y;\n"
    "process P() {\n"
    "  state A, B { z <= 1 }; init A;\n"
    "  trans A -> B { assign y = 0; }, B -> A { guard y > 0; assign z = 0; }, B -> B { assign y = 0; };\n"
    "}\n"
    "system P;\n";

// G is one step away, but not before x is 50; a thousand states come before that.
const char* const much_before_goal =
    "clock x; int[0,1000] n;\n"
    "process P() {\n"
    "  state A, G; init A;\n"
    "  trans A -> G { guard x >= 50; }, A -> A { guard n < 1000; assign n++; };\n"
    "}\n"
    "system P;\n";

}  // namespace

TEST_CASE("shortest and fastest traces of random models are the best there are") {
  const std::uint64_t models = number_from("ORBITA_MODELS", sampled(60));
  const TraceTally tally = compare_all(number_from("ORBITA_SEED", 1), models);
  CHECK(tally.shortest >= models);
  CHECK(tally.fastest >= models);
  if (models >= 60) CHECK(tally.open > 0);
}

TEST_CASE("shortest and fastest traces of 5000 random models are the best there are", "[slow]") {
  const std::uint64_t models = sampled(5000);
  const TraceTally tally = compare_all(200'000, models);
  CHECK(tally.fastest >= models);
  CHECK(tally.undecided * 5 <= tally.fastest);
  CHECK(tally.open > 0);
}

TEST_CASE("a larger state after more steps does not hide a shortest path") {
  TraceTally tally;
  TimedModel model;
  model.largest = 4;
  model.text =
      "int[0,3] n; clock y, x;\n"
      "process P() {\n"
      "  state A, B, C; init A;\n"
      "  trans A -> A { guard n == 0; assign n = 1, y = 1; }, A -> B { guard y >= 1; assign y = 0, n = 2; }, B -> C { "
      "};\n"
      "}\n"
      "system P;\n";
  model.queries = {"E<> P.C && x >= 4", "A[] P.C imply x < 4", "E<> P.C && x >= 3 && n == 2"};
  for (const Named& configuration : trace_configurations()) compare_best(model, configuration, tally);
  const std::unique_ptr<Model> alone = model_from(model.text);
  VerifyOptions options;
  options.trace = TraceKind::shortest;
  const QueryResult result = decide(*alone, model.queries[0], options);
  REQUIRE(result.trace);
  CHECK(result.trace->steps.size() == 2);
}

TEST_CASE("a shortest path to a deadlock does not depend on the other queries") {
  VerifyOptions options;
  options.trace = TraceKind::shortest;
  const std::vector<std::string> formulas{"A[] not deadlock", "E<> deadlock && (P(0).y != 2 || P(1).y != 2)",
                                          "E<> deadlock && P(1).y > 3"};
  const std::unique_ptr<Model> model = model_from(stuck_pair);
  for (const QueryResult& result : decide(*model, queries_of(*model, formulas), options)) {
    REQUIRE(result.trace);
    CHECK(result.trace->steps.size() == 2);
  }
  for (const std::string& formula : formulas) CHECK(decide(*model, formula, options).trace->steps.size() == 2);
}

TEST_CASE("a shortest path is found with hashed states and with lazily found bounds") {
  const std::unique_ptr<Model> model = model_from(
      "int[0,20] n;\n"
      "process P() {\n"
      "  state A, B, C; init A;\n"
      "  trans A -> B { guard n < 20; assign n++; }, B -> A { }, A -> C { guard n > 0; };\n"
      "}\n"
      "system P;\n");
  for (const Approximation approximation : {Approximation::exact, Approximation::hash, Approximation::bits}) {
    VerifyOptions options;
    options.trace = TraceKind::shortest;
    options.order = Order::depth_first;
    options.approximation = approximation;
    options.lazy_bounds = approximation == Approximation::exact;
    options.log2_bits = 16;
    const QueryResult result = decide(*model, "E<> P.C", options);
    REQUIRE(result.trace);
    CHECK(result.trace->steps.size() == 3);
    CHECK(result.reason.empty());
  }
}

TEST_CASE("the search for a fastest run ends where there is none, and finds how fast runs can be") {
  VerifyOptions options;
  options.trace = TraceKind::fastest;
  options.limits.states = 1000;
  for (const Abstraction abstraction : {Abstraction::automatic, Abstraction::am, Abstraction::m, Abstraction::m_plus}) {
    options.abstraction = abstraction;
    const std::unique_ptr<Model> model = model_from(zeno_loop);
    const std::vector<QueryResult> results =
        decide(*model, queries_of(*model, {"E<> P.B", "E<> deadlock", "E<> P.A && y > 2"}), options);
    const std::int64_t times[] = {0, 1, 2};
    for (std::size_t i = 0; i < results.size(); ++i) {
      CAPTURE(i, results[i].reason);
      CHECK(results[i].verdict == Verdict::satisfied);
      REQUIRE(results[i].least_time);
      CHECK(results[i].least_time->time == times[i]);
      CHECK(results[i].least_time->attained == (i == 0));
      REQUIRE(results[i].trace);
      CHECK(duration(*results[i].trace) < Rational(times[i]) + Rational(1, 100));
    }
  }
}

TEST_CASE("a limit reached by the search for a fastest run costs no verdict and no trace") {
  VerifyOptions options;
  options.trace = TraceKind::fastest;
  options.limits.states = 100;
  const std::unique_ptr<Model> model = model_from(much_before_goal);
  const std::vector<QueryResult> results =
      decide(*model, queries_of(*model, {"E<> P.G", "A[] n < 3", "E<> P.G && x > 60"}), options);
  for (const QueryResult& result : results) {
    CAPTURE(result.reason);
    CHECK(result.verdict == (result.query->kind == QueryKind::reachable ? Verdict::satisfied : Verdict::not_satisfied));
    REQUIRE(result.trace);
    CHECK(result.trace_problem.empty());
  }
  CHECK(results[0].reason == "not proved fastest: state limit");
  CHECK_FALSE(results[0].least_time);
  CHECK(duration(*results[0].trace) == Rational(50));
  CHECK(results[1].reason.empty());
  CHECK(results[1].least_time->time == 0);
  options.limits.states = 5000;
  const QueryResult proved = decide(*model, "E<> P.G", options);
  CHECK(proved.reason.empty());
  CHECK(proved.least_time->time == 50);
  CHECK(proved.least_time->attained);
}

TEST_CASE("interrupting the search for a fastest run keeps the verdicts and traces found before") {
  std::atomic<bool> stop{false};
  int runs = 0;
  VerifyOptions options;
  options.trace = TraceKind::fastest;
  options.limits.stop = &stop;
  options.limits.begin = [&] { stop = ++runs > 1; };  // the first run finds the verdicts
  const std::unique_ptr<Model> model = model_from(much_before_goal);
  for (const QueryResult& result : decide(*model, queries_of(*model, {"E<> P.G", "E<> n == 3"}), options)) {
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.reason.starts_with("not proved fastest: interrupted"));  // the second one during preparation
    CHECK(result.trace);
  }
  CHECK(runs > 1);
}

TEST_CASE("a fastest run is found past runtime errors that other runs meet") {
  const std::unique_ptr<Model> model = model_from(
      "clock x; int[0,1] n;\n"
      "process P() {\n"
      "  state A, B, G; init A;\n"
      "  trans A -> G { guard x >= 5; }, A -> B { }, B -> B { assign n++; }, B -> G { guard x >= 3; };\n"
      "}\n"
      "system P;\n");
  VerifyOptions options;
  options.trace = TraceKind::fastest;
  const QueryResult result = decide(*model, "E<> P.G", options);
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(result.reason.empty());
  REQUIRE(result.least_time);
  CHECK(result.least_time->time == 3);
}

TEST_CASE("least times far beyond all constants of the model are exact") {
  TraceTally tally;
  TimedModel model;
  model.text =
      "clock x; int[0,2] n;\n"
      "process P() {\n"
      "  state A { x <= 3 }, B { x <= 3 }, C; init A;\n"
      "  trans A -> B { guard x >= 3; assign x = 0; }, B -> A { guard x > 2 && n < 2; assign x = 0, n++; }, B -> C { "
      "guard x >= 2; };\n"
      "}\n"
      "system P;\n";
  model.queries = {"E<> P.B", "E<> P.C", "E<> P.C && x > 2", "E<> P.C && n == 2", "A[] n < 2"};
  for (const Named& configuration : trace_configurations()) compare_best(model, configuration, tally);
  CHECK(tally.late > 0);
  CHECK(tally.open > 0);
}
