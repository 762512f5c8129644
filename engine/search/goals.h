// The goals of an exploration: which are open, where the others were reached, and testing states for them.
//
// A goal is a state some valuation of which satisfies a predicate (or its negation). Goals keeps the record and is
// given to Explorer::run(). GoalCheck tests the states of one space and writes hits and failures into the record; every
// explorer has one for each space it works on. What a predicate says about a state is asked through GoalTester, so that
// tests of explorers need neither a network nor a predicate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "dbm/dbm.h"
#include "engine/base/ids.h"
#include "engine/network/predicate.h"
#include "engine/space/predicate_eval.h"
#include "engine/space/state_space.h"

namespace orbita {

// A state that an explorer has met; Explorer::path_to() gives the way to it.
struct Hit {
  NodeId node;                          // numbered by the explorer that met it
  std::uint32_t member = 0;             // … or by this member (DistributedExplorer)
  std::optional<std::uint32_t> dive{};  // … or by this dive (DivingExplorer)
};

struct Goal {
  const Predicate* predicate = nullptr;
  bool negated = false;       // the predicate's negation is looked for
  std::optional<Hit> hit{};   // the state reached, or the one in which the predicate cannot be evaluated
  Failure failure{};          // why it cannot be evaluated there
  std::int32_t earliest = 0;  // Order::earliest: raw bound on minus the time of the goal
  bool undecided = false;     // not reached, but a deadlock may have been hidden (proves_deadlock_freedom())

  bool is_open() const { return !hit && !undecided; }
  bool is_about_data() const { return !predicate->has_clocks && !predicate->has_deadlock; }
};

// Goals in a fixed order. Only changed through the functions below, so that open() is right.
class Goals {
 public:
  Goals() = default;
  explicit Goals(std::vector<Goal> goals);

  std::size_t size() const { return goals_.size(); }
  bool empty() const { return goals_.empty(); }
  std::size_t open() const { return open_; }
  const Goal& operator[](std::size_t goal) const { return goals_[goal]; }
  auto begin() const { return goals_.begin(); }
  auto end() const { return goals_.end(); }

  void close(std::size_t goal, const Hit& hit, const Failure& failure = {});  // must be open
  void leave_undecided(std::size_t goal);                                     // must be open
  // Records the hit unless an earlier one is known; the goal stays open for earlier ones.
  void keep_earliest(std::size_t goal, const Hit& hit, std::int32_t minus_time);
  void replace(std::size_t goal, const Goal& by);

 private:
  std::vector<Goal> goals_;
  std::size_t open_ = 0;
};

// Evaluates goals on the states of one space.
class GoalTester {
 public:
  virtual ~GoalTester() = default;
  // The valuations of the state that satisfy the goal. On a runtime error the result is empty and take_failure() says
  // why.
  virtual Federation satisfying(const Goal& goal, const SymbolicState& state) = 0;
  // The same for goals about data alone: no zone needed.
  virtual bool holds(const Goal& goal, StateId discrete) = 0;
  // The failure of the last evaluation, if there was one. Asking forgets it.
  virtual Failure take_failure() = 0;
};

// The tester of compiled predicates.
class PredicateTester final : public GoalTester {
 public:
  PredicateTester(const Network& network, TransitionSpace& space) : space_(space), evaluator_(network, space) {}

  Federation satisfying(const Goal& goal, const SymbolicState& state) override;
  bool holds(const Goal& goal, StateId discrete) override;
  Failure take_failure() override;

 private:
  TransitionSpace& space_;
  PredicateEvaluator evaluator_;
};

// A space of its own, and the tester for it: for a dive, for a member of a team, or in place of one that has grown.
struct TestedSpace {
  std::unique_ptr<StateSpace> space;
  std::unique_ptr<GoalTester> tester;
};
using MakeSpace = std::function<TestedSpace()>;

// Tests the states of one space. Each state is to be given once, when it is stored.
class GoalCheck {
 public:
  GoalCheck(StateSpace& space, GoalTester& tester) : space_(space), tester_(tester) {}

  // Tests a new state for the open goals; says whether one was closed. A covered state satisfies no goal that its cover
  // does not: the queries' tests are part of the bounds. Goals about data are tested once for each discrete state.
  bool test(Goals& goals, const SymbolicState& state, NodeId node);
  // Tests a state for the goals that test() leaves out: those about deadlocks, where expanding a state tells whether it
  // may deadlock at all.
  void test_expanded(Goals& goals, const SymbolicState& state, NodeId node);
  // Order::earliest: keeps the earliest hit of the first goal. Failures do not count.
  void test_earliest(Goals& goals, const SymbolicState& state, NodeId node, NetClockId time_clock);
  std::size_t memory() const { return data_tested_.memory(); }

 private:
  bool is_tested_when_expanded(const Goal& goal) const;

  StateSpace& space_;
  GoalTester& tester_;
  ById<StateId, std::uint8_t> data_tested_;  // goals about data have been tested
};

// The raw bound on minus the value of a clock that is always active: larger is earlier.
std::int32_t minus_time(ConstMatrix zone, const Shape& shape, NetClockId time_clock);

}  // namespace orbita
