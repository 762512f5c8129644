// The passed/waiting loop on a fake space: orders, covering, limits, errors, paths.
#include "engine/search/reachability.h"

#include <atomic>
#include <catch2/catch.hpp>

#include "tests/engine/search/fake_space.h"

using namespace orbita;
using namespace orbita::test;

namespace {

constexpr Order every_order[] = {Order::breadth_first, Order::depth_first, Order::random_depth_first};

ReachabilityOptions in_order(Order order) {
  ReachabilityOptions options;
  options.order = order;
  return options;
}

}  // namespace

TEST_CASE("every order explores everything once") {
  for (const Order order : every_order) {
    Fixture f(tree(63), {});
    ReachabilityExplorer explorer(f.space, f.tester, f.coverage, in_order(order));
    const SearchOutcome outcome = explorer.run(f.goals, {});
    CHECK(outcome.complete);
    CHECK(outcome.explored == 63);
    CHECK(outcome.transitions == 62);
    CHECK(explorer.statistics().stored == 63);
    CHECK(explorer.statistics().discrete_states == 63);
  }
}

TEST_CASE("a search ends when its goals are reached, by paths along edges") {
  for (const Order order : every_order) {
    Fixture f(tree(63), {9, 40});
    ReachabilityExplorer explorer(f.space, f.tester, f.coverage, in_order(order));
    const SearchOutcome outcome = explorer.run(f.goals, {});
    CHECK(outcome.complete);
    CHECK(outcome.explored < 63);
    for (const Goal& goal : f.goals) {
      REQUIRE(goal.hit);
      const Explorer::Path path = explorer.path_to(*goal.hit);
      CHECK(Fixture::is_path(path, f.space));
    }
    CHECK(f.space.location(explorer.path_to(*f.goals[1].hit).back()) == 40);
  }
}

TEST_CASE("depth first follows the first target and breadth first goes by layers") {
  const auto expanded = [](Order order) {
    Fixture f(tree(7), {});
    std::vector<int> locations;
    ReachabilityOptions options = in_order(order);
    options.before_expansion = [&](const SymbolicState& state) { locations.push_back(f.space.location(state)); };
    ReachabilityExplorer(f.space, f.tester, f.coverage, options).run(f.goals, {});
    return locations;
  };
  CHECK(expanded(Order::breadth_first) == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
  CHECK(expanded(Order::depth_first) == std::vector<int>{0, 1, 3, 4, 2, 5, 6});
}

TEST_CASE("states inside others are not explored") {
  Fixture f({{0, 0, 100, 1, 0, 9}, {0, 0, 100, 1, 2, 3}, {1, 0, 100, 2, 0, 0}, {1, 4, 4, 3, 0, 0}}, {});
  ReachabilityExplorer explorer(f.space, f.tester, f.coverage, {});
  CHECK(explorer.run(f.goals, {}).explored == 4);
  std::set<int> locations;
  explorer.for_each_state([&](StateSpace& space, const SymbolicState& state, const Hit&) {
    CHECK(&space == &f.space);
    locations.insert(f.space.location(state));
  });
  CHECK(locations == std::set<int>{0, 1, 2, 3});
}

TEST_CASE("joined zones enable what each of them enables") {
  Fixture f({{0, 0, 100, 1, 0, 3}, {0, 0, 100, 1, 3, 6}, {1, 0, 0, 2, 0, 0}, {1, 6, 6, 3, 0, 0}}, {});
  ReachabilityOptions options;
  options.joining = Joining::always;
  ReachabilityExplorer explorer(f.space, f.tester, f.coverage, options);
  const SearchOutcome outcome = explorer.run(f.goals, {});
  CHECK(outcome.explored == 4);
  CHECK(explorer.statistics().stored == 4);
}

TEST_CASE("a strict search finds a shortest path although a shorter one is covered later") {
  // 0 -> 1 [0,1] -> 9, and 0 -> 2 -> 1 [0,5] which covers it.
  Fixture f({{0, 0, 100, 2, 0, 0}, {0, 0, 100, 1, 0, 1}, {2, 0, 100, 1, 0, 5}, {1, 0, 100, 9, 0, 0}}, {9});
  ReachabilityOptions options;
  options.strict = true;
  ReachabilityExplorer explorer(f.space, f.tester, f.coverage, options);
  explorer.run(f.goals, {});
  CHECK(explorer.path_to(*f.goals[0].hit).size() == 3);
}

TEST_CASE("the earliest state comes first") {
  Fixture f({{0, 0, 100, 1, 7, 9}, {0, 0, 100, 2, 3, 9}, {2, 0, 100, 1, 5, 9}, {1, 0, 100, 3, 8, 9}}, {1});
  ReachabilityOptions options = in_order(Order::earliest);
  options.time_clock = NetClockId{1};
  ReachabilityExplorer explorer(f.space, f.tester, f.coverage, options);
  const SearchOutcome outcome = explorer.run(f.goals, {});
  CHECK(outcome.complete);
  CHECK(Bound{f.goals[0].earliest}.value() == -5);
  CHECK(outcome.explored == 2);
}

TEST_CASE("a runtime error ends the run at the state it comes from") {
  Fixture f({{0, 0, 100, 1}, {1, 0, 100, failing_target}, {1, 0, 100, 2}}, {2});
  ReachabilityExplorer explorer(f.space, f.tester, f.coverage, {});
  const SearchOutcome outcome = explorer.run(f.goals, {});
  CHECK(!outcome.complete);
  REQUIRE(outcome.error);
  const Explorer::Path path = explorer.path_to(*outcome.error);
  CHECK(Fixture::is_path(path, f.space));
  CHECK(f.space.location(path.back()) == 1);
  Fixture past({{0, 0, 100, 1}, {1, 0, 100, failing_target}, {1, 0, 100, 2}}, {2});
  ReachabilityOptions options;
  options.past_errors = true;
  ReachabilityExplorer on(past.space, past.tester, past.coverage, options);
  CHECK(on.run(past.goals, {}).complete);
  CHECK(past.goals[0].hit);
}

TEST_CASE("limits end a search and say why") {
  Limits few;
  few.states = 10;
  Limits late;
  late.seconds = -1;
  std::atomic<bool> stopped = true;
  Limits interrupted;
  interrupted.stop = &stopped;
  Limits small;
  small.memory = 5000;
  const std::vector<std::pair<Limits, StopReason>> table{{few, StopReason::states},
                                                         {late, StopReason::time},
                                                         {interrupted, StopReason::interrupted},
                                                         {small, StopReason::memory}};
  for (const auto& [limits, reason] : table) {
    Fixture f(chain(1000), {1000});
    ReachabilityExplorer explorer(f.space, f.tester, f.coverage, {});
    const SearchOutcome outcome = explorer.run(f.goals, limits);
    CHECK(!outcome.complete);
    CHECK(outcome.stop.reason == reason);
    CHECK(outcome.explored < 20);
  }
}

TEST_CASE("a visitor sees every state stored, also past the goals") {
  Fixture f(chain(20), {3});
  ReachabilityOptions options;
  std::size_t visited = 0;
  options.visit = [&](NodeId node, const SymbolicState&) { CHECK(node.value == visited++); };
  ReachabilityExplorer(f.space, f.tester, f.coverage, options).run(f.goals, {});
  CHECK(visited == 21);
  CHECK(f.goals[0].hit);
}

TEST_CASE("a companion is asked after every expansion") {
  struct Counting final : Companion {
    void step(const Progress& progress, Goals&, const Limits&) override { CHECK(progress.explored == ++steps); }
    std::uint64_t steps = 0;
  } companion;
  Fixture f(chain(20), {});
  ReachabilityExplorer(f.space, f.tester, f.coverage, {}, &companion).run(f.goals, {});
  CHECK(companion.steps == 21);
}
