#include "engine/adaptive/adaptive_explorer.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>

#include "parser/work_limits.h"

namespace orbita {

AdaptiveExplorer::AdaptiveExplorer(const Network& network, AdaptiveSpace& space, ZoneGraph& real,
                                   std::function<PartitionId(const Predicate&)> respected_by, const Options& options)
    : network_(network), space_(space), real_(real), respected_by_(std::move(respected_by)), options_(options) {}

AdaptiveExplorer::~AdaptiveExplorer() = default;

GoalTester& AdaptiveExplorer::tester(std::uint32_t lane) {
  if (testers_.size() <= lane) testers_.resize(lane + 1);
  if (!testers_[lane]) testers_[lane] = std::make_unique<PredicateTester>(network_, space_.graph(lane));
  return *testers_[lane];
}

std::size_t AdaptiveExplorer::memory() const {
  const std::size_t row = network_.value_count() * sizeof(std::int32_t);
  const std::size_t ids = space_.partitions().places() * (sizeof(std::uint32_t) + sizeof(std::uint64_t));
  return space_.memory() + nodes_.capacity() * sizeof(Node) + nodes_.size() * (2 * row + ids) +
         met_.capacity() * (sizeof(AdaptiveState) + 1);
}

SearchOutcome AdaptiveExplorer::run(Goals& goals, const Limits& limits) {
  Watch watch(limits);
  SearchOutcome outcome;
  const bool explore_all = goals.empty() || options_.explore_all;
  for (const Goal& goal : goals) goal_partition_.push_back(respected_by_(*goal.predicate));
  const auto begin = [&] {
    if (const std::optional<AdaptiveState> initial = space_.initial()) add(*initial, none, goals);
    return true;
  };
  const bool has_begun = within_limits(outcome, begin);
  for (std::uint32_t next = 0; has_begun && next < nodes_.size() && (explore_all || goals.open() > 0); ++next) {
    if (nodes_[next].covered) continue;
    ++outcome.explored;
    const auto expand = [&] {
      space_.expand(nodes_[next].state, false, targets_);
      for (const AdaptiveTarget& target : targets_) {
        poll_limits();
        ++outcome.transitions;
        if (target.state.state.discrete == none) {
          outcome.error = {NodeId{next}, static_cast<std::uint32_t>(aims_.size())};
          aims_.push_back(failing_member(NodeId{next}));
          return false;
        }
        add(target.state, NodeId{next}, goals);
      }
      return true;
    };
    if (!within_limits(outcome, expand)) break;
    const Progress progress{nodes_.size() - covered_, outcome.explored, nodes_.size() - next - 1,
                            outcome.transitions,      memory(),         0};
    if (watch.check(progress) != StopReason::none) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && !outcome.error;
  outcome.seconds = watch.seconds();
  return outcome;
}

void AdaptiveExplorer::add(const AdaptiveState& state, NodeId parent, Goals& goals) {
  if (!met_.insert(state).second) return;
  AdaptiveSpace::Look look = space_.look_at(state);
  std::vector<NodeId>& bucket = buckets_[space_.bucket_of(look)];
  for (const NodeId n : bucket) {
    const Node& node = nodes_[n.value];
    if (!node.covered && space_.covers(node.state, node.look, state, look)) return;
  }
  // Where shortest paths count, a state of the layer before is expanded although a later one covers it.
  for (const NodeId n : bucket) {
    Node& node = nodes_[n.value];
    if (options_.strict || node.covered || !space_.covers(state, look, node.state, node.look)) continue;
    node.covered = true;
    ++covered_;
  }
  const NodeId node{static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back({state, parent, false, std::move(look)});
  bucket.push_back(node);
  test(goals, node);
}

void AdaptiveExplorer::test(Goals& goals, NodeId node) {
  const AdaptiveState state = nodes_[node.value].state;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    if (!goals[g].is_open()) continue;
    space_.for_each_member(state, goal_partition_[g],
                           [&](const SymbolicState& member, std::span<const std::uint32_t> to) {
                             GoalTester& at = tester(state.lane);
                             const Federation found = at.satisfying(goals[g], member);
                             const Failure failure = at.take_failure();
                             if (!failure && found.is_empty()) return true;
                             goals.close(g, {node, static_cast<std::uint32_t>(aims_.size())}, failure);
                             aims_.emplace_back(to.begin(), to.end());
                             return false;
                           });
  }
}

// ------------------------------------------------------------------------- paths

Places AdaptiveExplorer::failing_member(NodeId node) {
  std::vector<AdaptiveTarget> targets;
  space_.expand(nodes_[node.value].state, true, targets);
  const auto fails = [](const AdaptiveTarget& target) { return target.state.state.discrete == none; };
  return std::find_if(targets.begin(), targets.end(), fails)->moved;
}

// Which member of each orbit the run goes through, given that of the last one.
std::optional<std::vector<Places>> AdaptiveExplorer::members_on(const std::vector<NodeId>& path, Places last) {
  std::vector<Places> members(path.size());
  members.back() = std::move(last);
  std::vector<AdaptiveTarget> targets;
  for (std::size_t k = path.size() - 1; k > 0; --k) {
    const AdaptiveState& target = nodes_[path[k].value].state;
    space_.expand(nodes_[path[k - 1].value].state, true, targets);
    const auto step =
        std::find_if(targets.begin(), targets.end(), [&](const AdaptiveTarget& t) { return t.state == target; });
    if (step == targets.end()) return std::nullopt;
    // Twins whose cells became one need not be exchanged, and without that the step respects the permutation.
    const Partitions::Cells &stored = space_.partitions().cells(target.partition),
                            &own = space_.partitions().cells(step->respects);
    std::vector<bool> is_joined(own.size());
    for (std::uint32_t p = 0; p < own.size(); ++p) {
      if (own[p] != own[stored[p]]) is_joined[stored[p]] = true;
    }
    Places& to = members[k];
    for (std::uint32_t p = 0; p < own.size(); ++p) {
      if (is_joined[stored[p]]) to[p] = p;
    }
    for (const std::uint32_t place : step->moved) members[k - 1].push_back(to[place]);
  }
  return members;
}

// The step of the real graph to the member `to` of the target's orbit.
std::optional<SymbolicState> AdaptiveExplorer::real_step(const SymbolicState& from, const AdaptiveState& target,
                                                         std::span<const std::uint32_t> to) {
  AdaptiveSpace::Look wanted = space_.look_at(target);
  space_.move(to, wanted.row, wanted.active, wanted.zone);
  const StateId discrete = real_.unreduced().intern(wanted.row);
  std::vector<std::int32_t> row(network_.value_count());
  real_.values(from.discrete, row);
  Zone zone, room;
  for (const UnreducedStep& step : real_.unreduced().steps(row, from.zone)) {
    if (step.discrete != discrete) continue;
    const ZoneId reached = real_.zones().apply(from.zone, step.op);
    if (reached == Zones::empty) continue;
    zone = real_.zones().zone(reached);
    project(zone, real_.shape(discrete).clocks.numbers(), wanted.active, room);
    if (zone.includes(wanted.zone.view()) && wanted.zone.includes(zone.view())) return SymbolicState{discrete, reached};
  }
  return std::nullopt;
}

Explorer::Path AdaptiveExplorer::path_to(const Hit& hit) {
  std::vector<NodeId> nodes;
  for (NodeId n = hit.node; n != none; n = nodes_[n.value].parent) nodes.push_back(n);
  std::reverse(nodes.begin(), nodes.end());
  const std::optional<std::vector<Places>> members = members_on(nodes, aims_[hit.member]);
  const std::optional<SymbolicState> initial = real_.unreduced().initial(true);
  if (!members || !initial) return {};
  Path path{*initial};
  for (std::size_t k = 1; k < nodes.size(); ++k) {
    const std::optional<SymbolicState> next = real_step(path.back(), nodes_[nodes[k].value].state, (*members)[k]);
    if (!next) return {};
    path.push_back(*next);
  }
  return path;
}

// -------------------------------------------------------------------- statistics

Statistics AdaptiveExplorer::statistics() const {
  Statistics statistics;
  statistics.stored = nodes_.size() - covered_;
  for (std::uint32_t lane = 0; lane < space_.lane_count(); ++lane) add_space(statistics, space_.graph(lane));
  statistics.bytes = memory();
  return statistics;
}

void AdaptiveExplorer::for_each_state(const Visit& visit) const {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    const AdaptiveState& state = nodes_[n].state;
    if (!nodes_[n].covered) visit(space_.graph(state.lane), state.state, {NodeId{n}});
  }
}

std::uint64_t AdaptiveExplorer::partitions_met() const {
  std::set<PartitionId> met;
  for (const Node& node : nodes_) {
    if (!node.covered) met.insert(node.state.partition);
  }
  return met.size();
}

}  // namespace orbita
