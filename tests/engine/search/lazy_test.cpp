// Clock bounds found on the way decide what static ones decide.
#include "engine/search/lazy.h"

#include <catch2/catch.hpp>

#include "engine/search/reachability.h"
#include "tests/engine/search/tiny_network.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// y is compared with 5 before x can be 9; without bounds on x, zones that differ in it look the same.
const std::string counting = R"(
  int[0, 4] n; clock x, y;
  process P() {
    state A, B, C; init A;
    trans A -> A { guard y >= 1 && n < 4; assign n++, y = 0; }, A -> B { guard n == 4 && x < 3; },
          A -> C { guard n == 4 && x >= 3 && y <= 5; };
  }
  system P;)";

}  // namespace

TEST_CASE("lazy bounds agree with static ones in both orders") {
  for (const char* formula : {"E<> P.B", "E<> P.C", "E<> n == 3", "E<> P.C && n < 4"}) {
    for (const bool depth_first : {false, true}) {
      CAPTURE(formula, depth_first);
      TinyNetwork plain(counting, formula), tiny(counting, formula);
      Goals statically({{&plain.predicate}}), lazily({{&tiny.predicate}});
      const Coverage coverage(Subsumption::simulation, {});
      ReachabilityExplorer reference(*plain.graph, *plain.tester, coverage, {});
      reference.run(statically, {});
      LazyExplorer explorer(*tiny.graph, *tiny.tester, depth_first);
      const SearchOutcome outcome = explorer.run(lazily, {});
      CHECK(outcome.complete);
      REQUIRE(lazily[0].hit.has_value() == statically[0].hit.has_value());
      if (!lazily[0].hit) continue;
      const Explorer::Path path = explorer.path_to(*lazily[0].hit);
      CHECK(path.front() == *tiny.graph->initial());
      std::vector<SymbolicState> targets;
      for (std::size_t i = 1; i < path.size(); ++i) {
        tiny.graph->expand(path[i - 1], targets);
        CHECK(std::find(targets.begin(), targets.end(), path[i]) != targets.end());
      }
    }
  }
}

TEST_CASE("a lazy search keeps to its limits and counts what it keeps") {
  TinyNetwork tiny(counting, "E<> P.B");
  Goals goals({{&tiny.predicate}});
  LazyExplorer explorer(*tiny.graph, *tiny.tester, false);
  Limits limits;
  limits.explored = 2;
  CHECK(explorer.run(goals, limits).stop.reason == StopReason::states);
  std::uint64_t kept = 0;
  explorer.for_each_state([&](StateSpace&, const SymbolicState&, const Hit&) { ++kept; });
  CHECK(kept == explorer.statistics().stored);
}

TEST_CASE("a runtime error ends a lazy search") {
  TinyNetwork tiny("int[0, 2] n; process P() { state A; init A; trans A -> A { assign n++; }; } system P;",
                   "E<> n > 5");
  Goals goals({{&tiny.predicate}});
  LazyExplorer explorer(*tiny.graph, *tiny.tester, false);
  const SearchOutcome outcome = explorer.run(goals, {});
  CHECK(!outcome.complete);
  REQUIRE(outcome.error);
  CHECK(explorer.path_to(*outcome.error).size() == 3);
}
