// E[] p: runs that never leave p.
#include "engine/search/maximal_runs.h"

#include <catch2/catch.hpp>

#include "tests/engine/search/tiny_network.h"

using namespace orbita;
using namespace orbita::test;

namespace {

using End = MaximalRunOutcome::End;

MaximalRunOutcome longest_run(const std::string& text, const std::string& formula, const Limits& limits = {}) {
  ZoneGraphOptions options;
  options.bounds = BoundsMode::maximum;
  TinyNetwork tiny(text, formula, options);
  const Coverage coverage(Subsumption::simulation, {});
  MaximalRunSearch search(tiny.graph->network(), *tiny.graph, coverage, tiny.predicate, false, nullptr);
  return search.run({*tiny.graph->unreduced().initial(false)}, limits);
}

const std::string loop = R"(
  clock x;
  process P() { state A { x <= 2 }, B; init A; trans A -> A { guard x >= 1; assign x = 0; }, A -> B { guard x >= 2; }; }
  system P;)";

}  // namespace

TEST_CASE("a run that repeats is a lasso") {
  const MaximalRunOutcome outcome = longest_run(loop, "E[] P.A");
  CHECK(outcome.complete);
  REQUIRE(outcome.found);
  CHECK(outcome.end == End::lasso);
  REQUIRE(outcome.path.size() > outcome.loop_start + 1);
  CHECK(outcome.path[outcome.loop_start].discrete == outcome.path.back().discrete);
}

TEST_CASE("a run may wait for ever where no invariant ends it") {
  const MaximalRunOutcome outcome =
      longest_run("clock x; process P() { state A; init A; trans A -> A { guard x < 0; }; } system P;", "E[] P.A");
  REQUIRE(outcome.found);
  CHECK(outcome.end == End::waits);
}

TEST_CASE("a run may end where nothing is possible any more") {
  const MaximalRunOutcome outcome = longest_run(
      "clock x; process P() { state A { x <= 2 }, B { x <= 2 }; init A; trans A -> B { }; } system P;", "E[] x <= 2");
  REQUIRE(outcome.found);
  CHECK(outcome.end == End::deadlock);
}

TEST_CASE("there is no run inside a predicate that every run leaves") {
  const MaximalRunOutcome outcome = longest_run(
      "int[0, 3] n; clock x; process P() { state A { x <= 1 }, B; init A; trans A -> A { guard n < 3; assign n++; }, "
      "A -> B { guard n == 3; }; } system P;",
      "E[] P.A && n < 3");
  CHECK(outcome.complete);
  CHECK(!outcome.found);
  CHECK(outcome.explored == 3);
}

TEST_CASE("a search for runs keeps to its limits") {
  Limits limits;
  limits.states = 2;
  const MaximalRunOutcome outcome = longest_run(
      "int[0, 30] n; clock x; process P() { state A { x <= 1 }, B; init A; trans A -> A { guard n < 30; assign n++; }, "
      "A -> B { guard n == 30; }; } system P;",
      "E[] P.A && n < 30", limits);
  CHECK(!outcome.found);
  CHECK(!outcome.complete);
  CHECK(outcome.stop.reason == StopReason::states);
}
