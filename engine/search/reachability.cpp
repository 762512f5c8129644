#include "engine/search/reachability.h"

#include <cassert>

#include "parser/work_limits.h"

namespace orbita {

ReachabilityExplorer::ReachabilityExplorer(StateSpace& space, GoalTester& tester, const Coverage& coverage,
                                           const ReachabilityOptions& options, Companion* companion)
    : options_(options),
      store_(space, tester, coverage, options.joining),
      waiting_(make_waiting(options.order, store_.passed(), options.strict, options.seed)),
      companion_(companion) {}

SearchOutcome ReachabilityExplorer::run(Goals& goals, const Limits& limits) {
  Watch watch(limits);
  SearchOutcome outcome;
  const bool explore_all = goals.empty() || options_.explore_all || options_.visit || options_.order == Order::earliest;
  if (const std::optional<SymbolicState> initial = store_.space().initial()) add(*initial, none, goals);
  while (explore_all || goals.open() > 0) {
    const std::optional<NodeId> node = waiting_->pop();
    if (!node || is_later_than_goal(*node, goals, outcome)) break;
    ++outcome.explored;
    if (!within_limits(outcome, [&] { return expand(*node, goals, outcome); })) break;
    const Passed& passed = store_.passed();
    const Progress progress{passed.stored(),     outcome.explored, passed.size() - outcome.explored,
                            outcome.transitions, memory(),         0};
    if (watch.check(progress) != StopReason::none) break;
    const auto accompany = [&] {
      companion_->step(progress, goals, limits);
      return true;
    };
    if (companion_ != nullptr && !within_limits(outcome, accompany)) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && !outcome.error;
  outcome.seconds = watch.seconds();
  return outcome;
}

// Then nothing that is left begins earlier than the goal was reached.
bool ReachabilityExplorer::is_later_than_goal(NodeId node, const Goals& goals, SearchOutcome& outcome) const {
  if (options_.order != Order::earliest) return false;
  const SymbolicState state = store_.state(node);
  outcome.earliest_open =
      minus_time(store_.space().zones().zone(state.zone), store_.space().shape(state.discrete), options_.time_clock);
  return goals[0].hit && outcome.earliest_open <= goals[0].earliest;
}

// False when a runtime error ends the run.
bool ReachabilityExplorer::expand(NodeId node, Goals& goals, SearchOutcome& outcome) {
  if (options_.before_expansion) options_.before_expansion(store_.state(node));
  bool goes_on = true;
  store_.expand(node, outcome.explored, goals, [&](std::vector<SymbolicState>& targets) {
    waiting_->arrange(targets);
    for (const SymbolicState& target : targets) {
      poll_limits();
      ++outcome.transitions;
      if (target.discrete != none) {
        add(target, node, goals);
      } else if (!options_.past_errors) {
        outcome.error = {node};
        goes_on = false;
        return;
      }
    }
  });
  return goes_on;
}

void ReachabilityExplorer::add(const SymbolicState& found, NodeId parent, Goals& goals) {
  const std::optional<StoredSearch::Added> added = store_.add(found, parent);
  if (!added) return;
  assert(parent == none || parent < added->node);
  const SymbolicState state = store_.state(added->node);
  Waiting::Hint hint{added->covers_expanded};
  if (options_.order == Order::earliest) {
    StateSpace& space = store_.space();
    hint.minus_time = minus_time(space.zones().zone(state.zone), space.shape(state.discrete), options_.time_clock);
    store_.goal_check().test_earliest(goals, state, added->node, options_.time_clock);
  } else {
    store_.goal_check().test(goals, state, added->node);
  }
  waiting_->push(added->node, hint);
  if (options_.visit) options_.visit(added->node, state);
}

Statistics ReachabilityExplorer::statistics() const {
  Statistics statistics;
  store_.add_to(statistics);
  statistics.bytes = memory();
  return statistics;
}

}  // namespace orbita
