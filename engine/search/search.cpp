#include "engine/search/search.h"

#include <algorithm>

#include "engine/search/dives.h"
#include "engine/team/team.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// Tested when the state is expanded, because that says whether it may deadlock at all.
bool is_watched(const Graph& graph, const Goal& goal) {
  return goal.predicate->has_deadlock && graph.options().watch_deadlocks;
}

bool is_open(const Goal& goal) { return !goal.reached && !goal.undecided; }

bool is_data(const Goal& goal) { return !goal.predicate->has_clocks && !goal.predicate->has_deadlock; }

}  // namespace

Search::Search(Graph& graph, const Coverage& coverage, const SearchOptions& options)
    : graph_(graph),
      options_(options),
      passed_(graph, coverage, options.joining),
      evaluator_(graph.network(), graph),
      random_state_(options.seed * 0x9E3779B97F4A7C15ull + 1) {}

std::size_t Search::memory() const {
  const std::size_t team =
      options_.team == nullptr ? 0 : options_.team->memory() + parent_members_.memory() + ranks_.memory();
  return passed_.memory() + waiting_.capacity() * 4 + data_goals_.memory() + team + graph_.memory();
}

SearchOutcome Search::run(std::vector<Goal>& goals, const Limits& limits, const std::function<void(NodeId)>& visit) {
  Watch watch(limits);
  SearchOutcome outcome;
  visit_ = visit ? &visit : nullptr;
  open_goals_ = goals.size();
  const bool explore_all = goals.empty() || visit || options_.order == Order::earliest;
  const std::optional<SymbolicState> initial = graph_.initial();
  TeamMember* const team = options_.team;
  if (initial && team == nullptr) add(*initial, none, goals);
  if (initial && team != nullptr && team->owns(initial->discrete)) team->offer(*initial, 0, none);
  while (team != nullptr || explore_all || open_goals_ > 0) {
    const std::optional<NodeId> node = team != nullptr && team->is_full() ? std::nullopt : next();
    if (!node && team != nullptr && meet_team(goals, outcome)) continue;
    if (!node) break;
    if (options_.order == Order::earliest) {
      outcome.earliest_open = minus_time(graph_.zones().zone(passed_[*node].zone), passed_[*node].discrete);
      // Nothing that is left begins earlier than the goal was reached.
      if (goals[0].reached && outcome.earliest_open <= goals[0].earliest) break;
    }
    explored_ = ++outcome.explored;
    if (!within_limits(outcome, [&] { return expand(*node, goals, outcome); })) break;
    Progress progress{passed_.stored(),    outcome.explored, passed_.size() - outcome.explored,
                      outcome.transitions, memory(),         0};
    if (team != nullptr) progress = team->total(progress);
    if (watch.check(progress) != StopReason::none) break;
    const auto dive = [&] {
      if (options_.dives->look(progress, goals, limits)) {
        open_goals_ = static_cast<std::size_t>(std::count_if(goals.begin(), goals.end(), is_open));
      }
      return true;
    };
    if (options_.dives != nullptr && !within_limits(outcome, dive)) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && !outcome.error_node;
  outcome.seconds = watch.seconds();
  if (team != nullptr && !outcome.complete) team->team().end();
  return outcome;
}

// Breadth first, a small zone may be expanded long before a larger one of the same discrete state is
// met, and then everything behind it is done again: on a token ring 2^N times. Where more expansions are
// wasted than states stored, whatever covers an expanded node jumps the queue, so that it overtakes the
// smaller zone's offspring (cf. Herbreteau and Tran, FORMATS 2015).
bool Search::repairs() const {
  return options_.order == Order::breadth_first && !options_.strict && passed_.wasted() > passed_.stored();
}

// Every fourth time the ordinary queue has its turn: where zones grow in many small steps, only it leads to
// the large ones (CSMA/CD with 50 stations: 1398 instead of 18 798 expansions).
std::optional<NodeId> Search::next_repair() {
  if (explored_ % 4 == 0) return std::nullopt;
  while (repair_front_ < waiting_.size()) {
    const NodeId node = waiting_[repair_front_++];
    if (!passed_.is_covered(node) && !passed_.is_expanded(node)) return node;
  }
  waiting_.clear();
  repair_front_ = 0;
  return std::nullopt;
}

// The next node to expand; covered ones have nothing to add.
std::optional<NodeId> Search::next() {
  if (options_.order == Order::depth_first || options_.order == Order::random_depth_first) {
    while (!waiting_.empty()) {
      const NodeId node = waiting_.back();
      waiting_.pop_back();
      if (!passed_.is_covered(node)) return node;
    }
  }
  if (options_.order == Order::breadth_first) {
    if (const std::optional<NodeId> node = next_repair()) return node;
    while (front_ < passed_.end() && (options_.team == nullptr || ranks_[front_] < round_end_)) {
      if (options_.strict && front_ == passed_.layer()) passed_.begin_layer();
      const NodeId node{front_.value++};
      const bool adds_nothing = passed_.is_covered(node) && !passed_.is_overtaken(node);
      if (!adds_nothing && !passed_.is_expanded(node)) return node;
    }
  }
  if (options_.order == Order::earliest) {
    while (!queue_.empty()) {
      const NodeId node{~queue_.top().second};
      queue_.pop();
      if (!passed_.is_covered(node)) return node;
    }
  }
  return std::nullopt;
}

// Ends a round: adds what was found in it. False when the run ends.
bool Search::meet_team(std::vector<Goal>& goals, SearchOutcome& outcome) {
  TeamMember& member = *options_.team;
  std::vector<std::uint64_t> made;
  const bool goes_on = within_limits(outcome, [&] {
    for (const TeamMember::Found& found : member.collect()) {
      add(found.state, found.parent, goals);
      for (std::uint32_t from = found.member; parent_members_.size() < passed_.size(); from = member.index()) {
        parent_members_.push_back(static_cast<std::uint8_t>(from));  // of a joined node: the part that was found here
        made.push_back(found.key);
      }
    }
    return true;
  });
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (!is_open(goals[i])) member.team().decide(i);
  }
  if (!goes_on || member.team().has_ended()) return false;
  const TeamMember::Ranks ranks = member.rank(made, passed_.stored(), passed_.wasted());
  for (const std::uint32_t rank : ranks.own) ranks_.push_back(rank);
  if (member.team().has_ended() || ranks.all_decided) return false;
  if (ranks.anybody_lags) return true;
  if (ranks.all <= round_end_) return false;
  // What is found in a round covers others only after it. Where that happens often, rounds are a small part of what
  // waits.
  std::uint64_t length = options_.team_round;
  if (4 * ranks.wasted > ranks.stored) length = std::clamp<std::uint64_t>((ranks.all - round_end_) / 8, 1, length);
  round_end_ = std::min(round_end_ + length, ranks.all);
  return true;
}

// False when a runtime error ends the run.
bool Search::expand(NodeId node, std::vector<Goal>& goals, SearchOutcome& outcome) {
  passed_.mark_expanded(node);
  const SymbolicState state{passed_[node].discrete, passed_[node].zone};
  if (options_.check != nullptr) options_.check->look_at(state);
  const bool is_timed = PhaseTimes::is_timed(explored_);
  {
    const double before = times_.representatives;
    graph_.time_representatives(is_timed ? &times_.representatives : nullptr);
    const Timed timed(is_timed ? &times_.successors : nullptr);
    graph_.expand(state, targets_);
    times_.successors -= times_.representatives - before;
  }
  graph_.time_representatives(nullptr);
  const Timed timed(is_timed ? &times_.store : nullptr);
  if (graph_.options().watch_deadlocks) test_deadlock_goals(state, node, goals);
  if (options_.order == Order::random_depth_first) {
    for (std::size_t i = targets_.size(); i > 1; --i) std::swap(targets_[i - 1], targets_[random() % i]);
  } else if (options_.order == Order::depth_first) {
    std::reverse(targets_.begin(), targets_.end());  // the stack turns them round again
  }
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    poll_limits();
    const SymbolicState& target = targets_[i];
    ++outcome.transitions;
    if (target.discrete == none && options_.past_errors) continue;
    if (target.discrete == none) {
      outcome.error_node = node;
      return false;
    }
    if (options_.team == nullptr) add(target, node, goals);
    else options_.team->offer(target, TeamMember::key(ranks_[node], i), node);
  }
  return true;
}

void Search::add(const SymbolicState& found, NodeId parent, std::vector<Goal>& goals) {
  const std::uint64_t wasted = passed_.wasted();
  const std::optional<NodeId> node = passed_.add(found, parent);
  if (!node) return;
  const SymbolicState state{found.discrete, passed_[*node].zone};
  if (options_.order == Order::earliest) {
    queue_.emplace(minus_time(graph_.zones().zone(state.zone), state.discrete), ~node->value);
    test_earliest(state, *node, goals[0]);
    return;
  }
  const bool covers_expanded = passed_.wasted() > wasted;
  if (options_.order != Order::breadth_first || (covers_expanded && repairs())) waiting_.push_back(*node);
  if (open_goals_ > 0) test_goals(state, *node, goals);
  if (visit_ != nullptr) (*visit_)(*node);
}

// A covered state satisfies nothing its cover does not: the queries' tests are part of the bounds.
void Search::test_goals(const SymbolicState& state, NodeId node, std::vector<Goal>& goals) {
  while (data_goals_.size() <= state.discrete.value) data_goals_.push_back(0);
  const bool first_time = data_goals_[state.discrete] == 0;
  data_goals_[state.discrete] = 1;
  for (Goal& goal : goals) {
    if (goal.reached || is_watched(graph_, goal) || (is_data(goal) && !first_time)) continue;
    const bool found =
        is_data(goal)
            ? evaluator_.holds(*goal.predicate, state.discrete) != goal.negated
            : !evaluator_.satisfying(*goal.predicate, goal.negated, state.discrete, graph_.zones().zone(state.zone))
                   .is_empty();
    if (found || evaluator_.failure()) close(goal, node);
  }
}

// Zones are exact, so a deadlock found is one. A state that covers others may be free of deadlocks where
// they are not; where no valuation at all is deadlocked that cannot happen.
void Search::test_deadlock_goals(const SymbolicState& state, NodeId node, std::vector<Goal>& goals) {
  for (Goal& goal : goals) {
    if (!is_open(goal) || !is_watched(graph_, goal)) continue;
    const Federation found =
        evaluator_.satisfying(*goal.predicate, goal.negated, state.discrete, graph_.zones().zone(state.zone));
    if (!found.is_empty() || evaluator_.failure()) {
      close(goal, node);
    } else if (graph_.may_deadlock(state.discrete)) {
      goal.undecided = true;
      --open_goals_;
    }
  }
}

void Search::close(Goal& goal, NodeId node) {
  goal.failure = evaluator_.failure();
  evaluator_.clear_failure();
  goal.reached = node;
  --open_goals_;
}

std::int32_t Search::minus_time(ConstMatrix zone, StateId discrete) const {
  return zone.row(0)[zone_position(graph_.shape(discrete), options_.time_clock)];
}

// Keeps the goal that can be reached first.
void Search::test_earliest(const SymbolicState& state, NodeId node, Goal& goal) {
  const Federation where =
      evaluator_.satisfying(*goal.predicate, goal.negated, state.discrete, graph_.zones().zone(state.zone));
  evaluator_.clear_failure();
  for (const Zone& part : where.parts()) {
    const std::int32_t time = minus_time(part.view(), state.discrete);
    if (goal.reached && time <= goal.earliest) continue;
    goal.reached = node;
    goal.earliest = time;
  }
}

std::uint64_t Search::random() {
  random_state_ ^= random_state_ << 13;
  random_state_ ^= random_state_ >> 7;
  random_state_ ^= random_state_ << 17;
  return random_state_ >> 11;
}

}  // namespace orbita
