// The record of goals, and testing states for them.
#include "engine/search/goals.h"

#include <catch2/catch.hpp>

#include "tests/engine/search/fake_space.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("a goal about data is evaluated once for each discrete state") {
  Fixture f({}, {7});
  GoalCheck check(f.space, f.tester);
  CHECK(!check.test(f.goals, f.space.state(3, 0, 0), NodeId{0}));
  CHECK(!check.test(f.goals, f.space.state(3, 0, 5), NodeId{1}));
  CHECK(f.tester.evaluated == 1);
  CHECK(check.test(f.goals, f.space.state(7, 0, 0), NodeId{2}));
  REQUIRE(f.goals[0].hit);
  CHECK(f.goals[0].hit->node == NodeId{2});
  CHECK(f.goals.open() == 0);
  check.test(f.goals, f.space.state(8, 0, 0), NodeId{3});
  CHECK(f.tester.evaluated == 2);
}

TEST_CASE("a failure closes the goal at the state in which it happens") {
  Fixture f({}, {fails_at(2), 2});
  GoalCheck check(f.space, f.tester);
  check.test(f.goals, f.space.state(2, 0, 0), NodeId{5});
  REQUIRE(f.goals[0].hit);
  CHECK(f.goals[0].hit->node == NodeId{5});
  CHECK(f.goals[0].failure);
  CHECK(!f.goals[1].failure);
  CHECK(f.goals.open() == 0);
}

TEST_CASE("goals about deadlocks wait for the expansion and may stay undecided") {
  Fixture f({}, {4}, true);
  f.predicate(0).has_deadlock = true;
  f.space.proves = true;
  f.space.deadlocks = {3};
  GoalCheck check(f.space, f.tester);
  CHECK(!check.test(f.goals, f.space.state(4, 0, 0), NodeId{0}));
  check.test_expanded(f.goals, f.space.state(2, 0, 0), NodeId{1});
  CHECK(f.goals.open() == 1);
  Goals others = f.goals;
  check.test_expanded(others, f.space.state(3, 0, 0), NodeId{2});
  CHECK(others[0].undecided);
  CHECK(others.open() == 0);
  check.test_expanded(f.goals, f.space.state(4, 0, 0), NodeId{3});
  CHECK(f.goals[0].hit);
}

TEST_CASE("of several hits the earliest is kept") {
  Fixture f({}, {1});
  GoalCheck check(f.space, f.tester);
  check.test_earliest(f.goals, f.space.state(1, 5, 9), NodeId{0}, NetClockId{1});
  check.test_earliest(f.goals, f.space.state(1, 3, 9), NodeId{1}, NetClockId{1});
  check.test_earliest(f.goals, f.space.state(1, 4, 9), NodeId{2}, NetClockId{1});
  CHECK(f.goals[0].hit->node == NodeId{1});
  CHECK(Bound{f.goals[0].earliest}.value() == -3);
}
