// What every search with a Passed store does with one node: expand it, test goals, keep the targets.
//
// The order of nodes, and where targets go, are left to the explorers (ReachabilityExplorer, MemberSearch).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/phase_times.h"
#include "engine/options.h"
#include "engine/search/explorer.h"
#include "engine/search/goals.h"
#include "engine/search/passed.h"

namespace orbita {

class StoredSearch {
 public:
  StoredSearch(StateSpace& space, GoalTester& tester, const Coverage& coverage, Joining joining)
      : space_(space), passed_(space, coverage, joining), check_(space, tester) {}

  StateSpace& space() const { return space_; }
  Passed& passed() { return passed_; }
  const Passed& passed() const { return passed_; }
  GoalCheck& goal_check() { return check_; }
  SymbolicState state(NodeId node) const { return {passed_[node].discrete, passed_[node].zone}; }
  const PhaseTimes& times() const { return times_; }

  // Calls handle(targets) with the targets of a node, after testing the node for deadlock goals. `expansion` counts
  // from 1: now and then one is timed.
  template <class Handle>
  void expand(NodeId node, std::uint64_t expansion, Goals& goals, Handle handle) {
    const bool is_timed = PhaseTimes::is_timed(expansion);
    list_targets(node, is_timed);
    const Timed timed(is_timed ? &times_.store : nullptr);
    check_.test_expanded(goals, state(node), node);
    handle(targets_);
  }

  struct Added {
    NodeId node;
    bool covers_expanded = false;
  };
  // Stores the state unless it is covered. Does not test goals.
  std::optional<Added> add(const SymbolicState& found, NodeId parent);

  // Of store, goals and space together.
  std::size_t memory() const { return passed_.memory() + check_.memory() + space_.memory(); }
  void add_to(Statistics& statistics) const;
  void for_each_state(const Explorer::Visit& visit, std::uint32_t member = 0) const;
  void for_some_states(std::uint64_t count, const Explorer::Visit& visit) const;

 private:
  void list_targets(NodeId node, bool is_timed);

  StateSpace& space_;
  Passed passed_;
  GoalCheck check_;
  std::vector<SymbolicState> targets_;
  PhaseTimes times_;
};

}  // namespace orbita
