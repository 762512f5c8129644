// Several members explore what one would.
#include "engine/team/distributed.h"

#include <catch2/catch.hpp>

#include "engine/search/reachability.h"
#include "tests/engine/search/fake_space.h"

using namespace orbita;
using namespace orbita::test;

namespace {

TeamOptions rounds_of(std::uint32_t length) {
  TeamOptions options;
  options.round = length;
  return options;
}

}  // namespace

TEST_CASE("members together store what a single search stores") {
  for (const unsigned members : {1u, 2u, 3u}) {
    for (const std::uint32_t round : {1u, 4u, 100u}) {
      CAPTURE(members, round);
      Fixture f(tree(127), {});
      DistributedExplorer explorer(members, f.space, f.tester, f.make_space(), f.coverage, rounds_of(round));
      const SearchOutcome outcome = explorer.run(f.goals, {});
      CHECK(outcome.complete);
      CHECK(outcome.explored == 127);
      CHECK(outcome.transitions == 126);
      CHECK(explorer.statistics().stored == 127);
      CHECK(explorer.statistics().discrete_states == 127);
      std::size_t visited = 0;
      explorer.for_each_state([&](StateSpace&, const SymbolicState&, const Hit&) { ++visited; });
      CHECK(visited == 127);
    }
  }
}

TEST_CASE("paths lead through the nodes of several members, as states of the first one's space") {
  Fixture f(chain(40), {40});
  DistributedExplorer explorer(3, f.space, f.tester, f.make_space(), f.coverage, rounds_of(5));
  CHECK(explorer.run(f.goals, {}).complete);
  REQUIRE(f.goals[0].hit);
  CHECK(&explorer.space_of(*f.goals[0].hit) == &f.space);
  const Explorer::Path path = explorer.path_to(*f.goals[0].hit);
  CHECK(path.size() == 41);
  CHECK(Fixture::is_path(path, f.space));
}

TEST_CASE("which hit counts does not depend on the number of members") {
  // Location 50 is reached from many others.
  std::vector<FakeEdge> edges = tree(50);
  for (int from = 20; from < 50; ++from) edges.push_back({from, 0, 100, 50});
  std::set<int> sources;
  for (const unsigned members : {1u, 2u, 3u, 3u}) {
    Fixture f(edges, {50});
    DistributedExplorer explorer(members, f.space, f.tester, f.make_space(), f.coverage, rounds_of(7));
    explorer.run(f.goals, {});
    const Explorer::Path path = explorer.path_to(*f.goals[0].hit);
    sources.insert(f.space.location(path[path.size() - 2]));
  }
  CHECK(sources == std::set<int>{20});
}

TEST_CASE("an error or a failure is left to a single search, and goals stay open") {
  Fixture error({{0, 0, 100, 1}, {1, 0, 100, failing_target}}, {7});
  DistributedExplorer first(2, error.space, error.tester, error.make_space(), error.coverage, rounds_of(1));
  CHECK(first.run(error.goals, {}).must_run_alone);
  Fixture failure(chain(5), {fails_at(3)});
  DistributedExplorer second(2, failure.space, failure.tester, failure.make_space(), failure.coverage, rounds_of(1));
  CHECK(second.run(failure.goals, {}).must_run_alone);
  CHECK(failure.goals.open() == 1);
}

TEST_CASE("a limit ends all members") {
  Fixture f(chain(3000), {3000});
  Limits limits;
  limits.states = 100;
  DistributedExplorer explorer(3, f.space, f.tester, f.make_space(), f.coverage, rounds_of(10));
  const SearchOutcome outcome = explorer.run(f.goals, limits);
  CHECK(!outcome.complete);
  CHECK(outcome.stop.reason == StopReason::states);
  CHECK(explorer.statistics().stored < 200);
}
