// Runs followed by the names of their edges: zones that contain the run, delays that fit it.
#include <catch2/catch.hpp>

#include "engine/replay/replay.h"
#include "engine/trace/named_run.h"
#include "engine/verify.h"
#include "parser/parser.h"

using namespace orbita;

namespace {

struct NamedModel {
  explicit NamedModel(const std::string& text) {
    document = read_model_text("m.xta", text, diagnostics);
    model = check(document, diagnostics);
  }
  Trace trace_of(const std::string& formula) {
    Query* query = read_formula(*document, formula, diagnostics);
    REQUIRE(query != nullptr);
    REQUIRE(check_query(*model, *query, diagnostics));
    VerifyOptions options;
    options.trace = TraceKind::some;
    const std::vector<QueryResult> results = verify(*model, {query}, options);
    REQUIRE(results[0].trace);
    return *results[0].trace;
  }
  Diagnostics diagnostics;
  std::shared_ptr<Document> document;
  std::unique_ptr<Model> model;
};

// Two clocks, a window, a copy of a clock, and a bound that determines when the first step is taken.
const char* const window =
    "clock x, y; int n;\n"
    "process P() { state A { x <= 9 }, B { y <= 4 }, C; init A;\n"
    " trans A -> B { guard x >= 3; assign y = 0, n = 2; }, B -> C { guard x >= 8 && y >= 1; assign x = y; }; }\n"
    "system P;\n";

bool holds(const Zone& zone, const std::vector<Rational>& clocks) {
  for (std::uint32_t i = 0; i < zone.dimension(); ++i) {
    for (std::uint32_t j = 0; j < zone.dimension(); ++j) {
      const Bound bound = zone(ClockIndex{i}, ClockIndex{j});
      if (bound.is_infinite()) continue;
      const Rational difference = clocks[i] - clocks[j];
      if (difference > Rational(bound.value()) || (difference == Rational(bound.value()) && !bound.is_weak()))
        return false;
    }
  }
  return true;
}

std::vector<std::string> names_of(const Network& network) {
  std::vector<std::string> names;
  for (const Clock& clock : network.clocks) names.push_back(clock.name);
  return names;
}

}  // namespace

TEST_CASE("zones along a trace: reachable valuations, and those that can also continue") {
  NamedModel m(window);
  const Trace trace = m.trace_of("E<> P.C");
  NamedRuns runs(*m.model);
  const auto run = runs.follow(trace);
  REQUIRE(run);
  const std::vector<std::string> names = names_of(runs.network());
  REQUIRE(names == std::vector<std::string>{"0", "x", "y", "#time"});
  const std::vector<ClockIndex> kept{ClockIndex{1}, ClockIndex{2}};
  const auto text = [&](const Zone& zone) { return to_string(zone.projected(kept), names); };
  const std::vector<Zone> forward = runs.zones(*run, false), both = runs.zones(*run, true);
  REQUIRE(forward.size() == 3);
  REQUIRE(both.size() == 3);
  CHECK(text(forward[0]) == "x==y, x<=9");
  // From A at x in [3, 9]; C requires x >= 8 within y <= 4, so B has to be entered at x >= 4.
  CHECK(forward[1](ClockIndex{1}, ClockIndex{2}) == Bound::weak(9));
  CHECK(forward[1](ClockIndex{2}, ClockIndex{1}) == Bound::weak(-3));
  CHECK(both[1](ClockIndex{2}, ClockIndex{1}) == Bound::weak(-4));
  for (std::size_t i = 0; i < 3; ++i) CHECK(forward[i].includes(both[i]));
}

TEST_CASE("the concrete run lies in the zones, and replays") {
  NamedModel m(window);
  Trace trace = m.trace_of("E<> P.C && y >= 2");
  NamedRuns runs(*m.model);
  const auto run = runs.follow(trace);
  REQUIRE(run);
  const auto again = runs.concrete(*run);
  REQUIRE(again);
  CHECK(replay(*m.model, *again, nullptr).ok);
  const std::vector<Zone> zones = runs.zones(*run, true);
  Rational time;
  for (std::size_t i = 0; i <= again->steps.size(); ++i) {
    const TraceState& state = i == 0 ? again->initial : again->steps[i - 1].state;
    if (i > 0) time += again->steps[i - 1].delay;
    std::vector<Rational> clocks{Rational(0)};
    for (const auto& [name, value] : state.clocks) clocks.push_back(value);
    clocks.push_back(time);
    CAPTURE(i);
    CHECK(holds(zones[i], clocks));
  }
}

TEST_CASE("names that match no transition are reported with their step") {
  NamedModel m(window);
  NamedRuns runs(*m.model);
  CHECK_FALSE(runs.follow(std::vector<NamedStep>{{{{0, 1, no_branch, {}}}, {}, {}, {}}}));
  CHECK(runs.problem() == "transition 1 is not possible");
  CHECK(runs.follow(std::vector<NamedStep>{{{{0, 0, no_branch, {}}}, {1}, {2}, {}}}));
  CHECK_FALSE(runs.follow(std::vector<NamedStep>{{{{0, 0, no_branch, {}}}, {1}, {3}, {}}}));  // n is 2
  CHECK_FALSE(runs.follow(std::vector<NamedStep>{{{{0, 0, no_branch, {}}}, {2}, {}, {}}}));   // B is location 1
}

TEST_CASE("if several transitions match the names, all are tried") {
  // The select is not named; only n = 3 enables the second step.
  NamedModel m(
      "int n;\nprocess P() { state A, B, C; init A;\n"
      " trans A -> B { select i : int[0,3]; assign n = i; }, B -> C { guard n == 3; }; }\nsystem P;\n");
  NamedRuns runs(*m.model);
  const auto run =
      runs.follow(std::vector<NamedStep>{{{{0, 0, no_branch, {}}}, {}, {}, {}}, {{{0, 1, no_branch, {}}}, {}, {}, {}}});
  REQUIRE(run);
  const auto trace = runs.concrete(*run);
  REQUIRE(trace);
  CHECK(trace->steps[0].edges[0].selects == std::vector<std::int32_t>{3});
  CHECK(replay(*m.model, *trace, nullptr).ok);
}
