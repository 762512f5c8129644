// Shortest and fastest traces are as short and as fast as the region graph says they can be.
//
// By hand: ORBITA_SEED=<first> ORBITA_MODELS=<how many> engine_tests "shortest and fastest*".
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/engine/region_graph.h"
#include "tests/engine/region_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

constexpr std::int64_t horizon = 4;  // the region graph tells time up to here

QueryResult traced(Model& model, const std::string& formula, TraceKind kind) {
  VerifyOptions options;
  options.trace = kind;
  options.limits.states = 5000;
  return decide(model, formula, options);
}

struct TraceTally {
  std::size_t shortest = 0, fastest = 0, open = 0, late = 0;
};

// `text` has a clock `now` that nothing resets; no constant is above the horizon.
void compare_traces(const std::string& text, const std::vector<std::string>& queries, TraceTally& tally) {
  const std::unique_ptr<Model> model = model_from(text);
  RegionGraph regions(*model, horizon, false);
  for (const std::string& formula : queries) {
    if (formula.rfind("E<>", 0) != 0 || formula.find("deadlock") != std::string::npos) continue;
    CAPTURE(text, formula);
    const Expr& goal = *query_of(*model, formula)->predicate;
    const std::optional<std::size_t> moves = regions.least_moves(goal);
    if (!moves) continue;
    const QueryResult shortest = traced(*model, formula, TraceKind::shortest);
    REQUIRE(shortest.trace);
    CHECK(shortest.trace->steps.size() == *moves);
    ++tally.shortest;
    const QueryResult fastest = traced(*model, formula, TraceKind::fastest);
    REQUIRE(fastest.trace);
    const Rational time = duration(*fastest.trace);
    const std::optional<RegionGraph::Moment> earliest = regions.earliest(goal, "now");
    CAPTURE(to_text(time));
    ++tally.fastest;
    if (!earliest) {
      CHECK(time > Rational(horizon));
      ++tally.late;
    } else if (earliest->reached) {
      CHECK(time == Rational(earliest->time));
    } else {  // as close as one likes, but never there
      CHECK(time > Rational(earliest->time));
      CHECK(time < Rational(earliest->time + 1));
      ++tally.open;
    }
  }
}

void compare_traces(std::uint64_t seed, TraceTally& tally) {
  const TimedModel random = TimedModelMaker(seed).make();
  if (random.differences) return;  // regions would have to tell differences apart as far as the horizon
  std::string text = random.text;
  text.insert(text.find("clock z") + 7, ", now");
  CAPTURE(seed);
  compare_traces(text, random.queries, tally);
}

TraceTally compare_all(std::uint64_t first, std::uint64_t count) {
  TraceTally tally;
  std::size_t skipped = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    try {
      compare_traces(seed, tally);
    } catch (const std::length_error&) {
      ++skipped;  // too many regions
    }
  }
  CHECK(skipped * 4 <= count);
  return tally;
}

}  // namespace

TEST_CASE("shortest and fastest traces of random models are the best there are") {
  const std::uint64_t models = number_from("ORBITA_MODELS", 60);
  const TraceTally tally = compare_all(number_from("ORBITA_SEED", 1), models);
  CAPTURE(tally.shortest, tally.fastest, tally.open, tally.late);
  CHECK(tally.fastest >= models / 2);
  CHECK(tally.open > 0);
}

TEST_CASE("shortest and fastest traces of 1000 random models are the best there are", "[slow]") {
  const TraceTally tally = compare_all(200'000, 1000);
  CHECK(tally.fastest >= 500);
  CHECK(tally.open > 0);
}

// Random models are rarely this slow: none of those above is.
TEST_CASE("traces to goals beyond what regions tell apart are slow, too") {
  TraceTally tally;
  compare_traces(
      "clock x, now;\n"
      "process P() {\n"
      "  state A { x <= 3 }, B { x <= 3 }, C;\n"
      "  init A;\n"
      "  trans A -> B { guard x >= 3; assign x = 0; }, B -> C { guard x >= 2; };\n"
      "}\n"
      "system P;\n",
      {"E<> P.B", "E<> P.C", "E<> P.C && x > 2"}, tally);
  CHECK(tally.fastest == 3);
  CHECK(tally.late == 2);
  CHECK(tally.open == 0);
}
