#include "engine/search/goals.h"

#include <algorithm>
#include <cassert>

namespace orbita {

// ---------------------------------------------------------------------- record

Goals::Goals(std::vector<Goal> goals) : goals_(std::move(goals)) {
  open_ = static_cast<std::size_t>(std::ranges::count_if(goals_, &Goal::is_open));
}

void Goals::close(std::size_t goal, const Hit& hit, const Failure& failure) {
  assert(goals_[goal].is_open());
  goals_[goal].hit = hit;
  goals_[goal].failure = failure;
  --open_;
}

void Goals::leave_undecided(std::size_t goal) {
  assert(goals_[goal].is_open());
  goals_[goal].undecided = true;
  --open_;
}

void Goals::keep_earliest(std::size_t goal, const Hit& hit, std::int32_t time) {
  Goal& kept = goals_[goal];
  if (kept.hit && time <= kept.earliest) return;
  open_ -= kept.is_open() ? 1 : 0;
  kept.hit = hit;
  kept.earliest = time;
}

void Goals::replace(std::size_t goal, const Goal& by) {
  open_ -= goals_[goal].is_open() ? 1 : 0;
  open_ += by.is_open() ? 1 : 0;
  goals_[goal] = by;
}

// --------------------------------------------------------------------- testing

Federation PredicateTester::satisfying(const Goal& goal, const SymbolicState& state) {
  return evaluator_.satisfying(*goal.predicate, goal.negated, state.discrete, space_.zones().zone(state.zone));
}

bool PredicateTester::holds(const Goal& goal, StateId discrete) {
  return evaluator_.holds(*goal.predicate, discrete) != goal.negated;
}

Failure PredicateTester::take_failure() {
  const Failure failure = evaluator_.failure();
  evaluator_.clear_failure();
  return failure;
}

bool GoalCheck::is_tested_when_expanded(const Goal& goal) const {
  return goal.predicate->has_deadlock && space_.proves_deadlock_freedom();
}

bool GoalCheck::test(Goals& goals, const SymbolicState& state, NodeId node) {
  if (goals.open() == 0) return false;
  while (data_tested_.size() <= state.discrete.value) data_tested_.push_back(0);
  const bool first_time = data_tested_[state.discrete] == 0;
  data_tested_[state.discrete] = 1;
  bool closed = false;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    const Goal& goal = goals[g];
    const bool is_data = goal.is_about_data();
    if (!goal.is_open() || is_tested_when_expanded(goal) || (is_data && !first_time)) continue;
    const bool found = is_data ? tester_.holds(goal, state.discrete) : !tester_.satisfying(goal, state).is_empty();
    const Failure failure = tester_.take_failure();
    if (!found && !failure) continue;
    goals.close(g, {node}, failure);
    closed = true;
  }
  return closed;
}

// Zones are exact, so a deadlock found is one. A state that covers others may be free of deadlocks where
// they are not; where no valuation at all is deadlocked that cannot happen.
void GoalCheck::test_expanded(Goals& goals, const SymbolicState& state, NodeId node) {
  if (!space_.proves_deadlock_freedom()) return;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    if (!goals[g].is_open() || !is_tested_when_expanded(goals[g])) continue;
    const bool found = !tester_.satisfying(goals[g], state).is_empty();
    const Failure failure = tester_.take_failure();
    if (found || failure) goals.close(g, {node}, failure);
    else if (space_.may_deadlock(state.discrete)) goals.leave_undecided(g);
  }
}

void GoalCheck::test_earliest(Goals& goals, const SymbolicState& state, NodeId node, NetClockId time_clock) {
  const Federation where = tester_.satisfying(goals[0], state);
  tester_.take_failure();
  for (const Zone& part : where.parts()) {
    goals.keep_earliest(0, {node}, minus_time(part.view(), space_.shape(state.discrete), time_clock));
  }
}

std::int32_t minus_time(ConstMatrix zone, const Shape& shape, NetClockId time_clock) {
  const ClockIndex position = zone_position(shape, time_clock);
  assert(position != none);
  return zone.row(0)[position.value];
}

}  // namespace orbita
