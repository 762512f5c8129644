// Forward reachability: the passed/waiting loop.
#pragma once

#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/limits.h"
#include "engine/base/phase_times.h"
#include "engine/options.h"
#include "engine/search/passed.h"
#include "engine/space/graph.h"
#include "engine/space/predicate_eval.h"
#include "engine/space/symmetry_check.h"

namespace orbita {

class Dives;
class TeamMember;

struct SearchOptions {
  Order order = Order::breadth_first;
  std::uint64_t seed = 1;
  std::uint32_t time_clock = none;  // a clock that is never reset and always active
  bool strict = false;              // breadth first to the letter: the first path found is a shortest one
  bool past_errors = false;         // transitions that fail are left out instead of ending the run
  Passed::Joining joining = Passed::Joining::off;
  SymmetryCheck* check = nullptr;  // sees every state that is expanded
  Dives* dives = nullptr;          // may find goals on the side
  TeamMember* team = nullptr;      // others explore with this search (team.h): breadth first …
  std::uint32_t team_round = 0;    // … so many nodes between two meetings
};

// A state somebody looks for: some valuation of it satisfies the predicate (or its negation).
struct Goal {
  const Predicate* predicate = nullptr;
  bool negated = false;
  std::optional<NodeId> reached{};      // node
  std::optional<std::uint32_t> dive{};  // … of this dive (dives.h)
  std::uint32_t member = 0;             // … or of this member's search (team_search.h)
  Failure failure{};                    // evaluating the predicate went wrong, at node `reached`
  std::int32_t earliest = 0;            // Order::earliest: raw bound on minus the time of the goal
  bool undecided = false;  // not reached, but a deadlock may have been hidden (GraphOptions::watch_deadlocks)
};

struct SearchOutcome {
  bool complete = false;             // everything was explored (or every goal reached)
  Stop stop;                         // why not
  bool under_approximation = false;  // everything found was explored, but some of it may have been taken for known
  std::optional<NodeId> error_node;  // a runtime error happens from this node
  std::int32_t earliest_open = 0;    // Order::earliest: raw bound on minus the time of all that is not explored
  std::uint64_t explored = 0, transitions = 0;
  double seconds = 0;
};

// What ends a single step ends the run, and leaves what was found before it. False when the run ends.
template <class Step>
bool within_limits(SearchOutcome& outcome, Step step) {
  bool goes_on = false;
  outcome.stop = limit_met_by([&] { goes_on = step(); });
  return goes_on;
}

class Search {
 public:
  Search(Graph& graph, const Coverage& coverage, const SearchOptions& options);

  // Explores until every goal is reached or nothing is left. `visit`, if given, sees every new node
  // (before it is expanded) and may be used to measure or dump.
  SearchOutcome run(std::vector<Goal>& goals, const Limits& limits,
                    const std::function<void(NodeId node)>& visit = nullptr);

  const Passed& passed() const { return passed_; }
  // Whose node the parent of this one is: a member of the team.
  std::uint32_t parent_member(NodeId node) const { return parent_members_[node]; }
  // The node's place in the order in which all members made theirs.
  std::uint32_t rank(NodeId node) const { return node < ranks_.end() ? ranks_[node] : none; }
  PredicateEvaluator& evaluator() { return evaluator_; }
  const PhaseTimes& times() const { return times_; }
  std::size_t memory() const;

 private:
  void add(const SymbolicState& found, NodeId parent, std::vector<Goal>& goals);
  bool meet_team(std::vector<Goal>& goals, SearchOutcome& outcome);
  void test_goals(const SymbolicState& state, NodeId node, std::vector<Goal>& goals);
  void test_deadlock_goals(const SymbolicState& state, NodeId node, std::vector<Goal>& goals);
  void close(Goal& goal, NodeId node);
  void test_earliest(const SymbolicState& state, NodeId node, Goal& goal);
  std::int32_t minus_time(ConstMatrix zone, StateId discrete) const;
  bool expand(NodeId node, std::vector<Goal>& goals, SearchOutcome& outcome);
  std::optional<NodeId> next();
  bool repairs() const;
  std::optional<NodeId> next_repair();
  std::uint64_t random();

  Graph& graph_;
  SearchOptions options_;
  Passed passed_;
  PredicateEvaluator evaluator_;
  std::vector<NodeId> waiting_;   // depth first: a stack; breadth first: nodes that jump the queue
  std::size_t repair_front_ = 0;  // of waiting_, breadth first
  std::uint64_t explored_ = 0;
  PhaseTimes times_;
  NodeId front_{0};  // breadth first: nodes are made in the order they are expanded
  // Earliest first: the bound on minus the time (larger is earlier), then the older node.
  std::priority_queue<std::pair<std::int32_t, std::uint32_t>> queue_;
  std::vector<SymbolicState> targets_;
  std::uint64_t random_state_;
  ById<StateId, std::uint8_t> data_goals_;  // by discrete state: data goals have been tested
  const std::function<void(NodeId)>* visit_ = nullptr;
  std::size_t open_goals_ = 0;
  // In a team: whose node the parent is, by node; the node's rank; up to which rank nodes are expanded in this round.
  ById<NodeId, std::uint8_t> parent_members_;
  ById<NodeId, std::uint32_t> ranks_;
  std::uint64_t round_end_ = 0;
};

}  // namespace orbita
