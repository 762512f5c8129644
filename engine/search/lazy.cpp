#include "engine/search/lazy.h"

#include <algorithm>
#include <cassert>

#include "engine/search/learned_bounds.h"

namespace orbita {

SearchOutcome LazyExplorer::run(Goals& goals, const Limits& limits) {
  Watch watch(limits);
  SearchOutcome outcome;
  if (const std::optional<SymbolicState> initial = space_.initial()) add(*initial, none, none, goals);
  while (!queue_.empty() && goals.open() > 0 && !outcome.error) {
    const NodeId node = depth_first_ ? queue_.back() : queue_.front();
    if (depth_first_) queue_.pop_back();
    else queue_.pop_front();
    const auto step = [&] {
      visit(node, goals, outcome);
      return true;
    };
    if (!within_limits(outcome, step)) break;
    const Progress progress{stored(), outcome.explored, queue_.size(), outcome.transitions, memory(), 0};
    if (watch.check(progress) != StopReason::none) break;
  }
  if (outcome.stop.empty()) outcome.stop = watch.stop();
  outcome.complete = outcome.stop.empty() && !outcome.error;
  outcome.seconds = watch.seconds();
  return outcome;
}

void LazyExplorer::add(const SymbolicState& state, NodeId parent, OpId op, Goals& goals) {
  const NodeId id{static_cast<std::uint32_t>(nodes_.size())};
  assert(parent == none || parent < id);
  const std::uint32_t dimension = space_.zones().dimension(state.zone);
  nodes_.push_back(
      {state,
       parent,
       op,
       none,
       {},
       {std::vector<std::int32_t>(dimension, no_bound), std::vector<std::int32_t>(dimension, no_bound), true}});
  bytes_ += sizeof(Node) + dimension * 2 * sizeof(std::int32_t) + 32;
  if (open_.size() <= state.discrete.value) open_.resize(state.discrete.value + 1);
  queue_.push_back(id);
  check_.test(goals, state, id);
}

void LazyExplorer::visit(NodeId node, Goals& goals, SearchOutcome& outcome) {
  if (find_cover(node)) return;
  expand(node, goals, outcome);
}

bool LazyExplorer::is_covered_by(NodeId node, NodeId cover) {
  const Bounds& bounds = nodes_[cover.value].bounds;
  if (bounds.is_trivial) return true;
  return alu_includes(space_.zones().load(nodes_[cover.value].state.zone, big_),
                      space_.zones().load(nodes_[node.value].state.zone, small_),
                      ClockBounds(bounds.lower, bounds.upper));
}

bool LazyExplorer::find_cover(NodeId node) {
  assert(nodes_[node.value].cover == none && "a covered node does not wait");
  for (const NodeId cover : open_[nodes_[node.value].state.discrete.value]) {
    if (!is_covered_by(node, cover)) continue;
    assert(cover != node && nodes_[cover.value].cover == none && "what covers others is expanded itself");
    nodes_[node.value].cover = cover;
    nodes_[cover.value].covers.push_back(node);
    ++covered_;
    if (raise_like(node, nodes_[cover.value].bounds)) propagate(node);
    return true;
  }
  return false;
}

void LazyExplorer::expand(NodeId node, Goals& goals, SearchOutcome& outcome) {
  ++outcome.explored;
  const SymbolicState state = nodes_[node.value].state;
  open_[state.discrete.value].push_back(node);
  const std::span<const Successor> all = space_.successors(state.discrete);
  const std::vector<Successor> successors(all.begin(), all.end());
  bool changed = false;
  for (const Successor& successor : successors) {
    const ZoneId zone = space_.zones().apply(state.zone, successor.op);
    if (zone == Zones::empty) {
      changed |= disable(node, space_.zones().op(successor.op));
      continue;
    }
    ++outcome.transitions;
    if (successor.discrete == none) {
      outcome.error = {node};
      return;
    }
    add({successor.discrete, zone}, node, successor.op, goals);
  }
  if (changed) propagate(node);
}

Explorer::Path LazyExplorer::path_to(const Hit& hit) {
  Path path;
  for (NodeId n = hit.node; n != none; n = nodes_[n.value].parent) path.push_back(nodes_[n.value].state);
  std::reverse(path.begin(), path.end());
  assert(!path.empty() && path.front() == nodes_.front().state);
  return path;
}

Statistics LazyExplorer::statistics() const {
  Statistics statistics;
  statistics.stored = stored();
  statistics.bytes = memory();
  add_space(statistics, space_);
  return statistics;
}

void LazyExplorer::for_each_state(const Visit& visit) const {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].cover == none) visit(space_, nodes_[n].state, {NodeId{n}});
  }
}

// ----------------------------------------------------------------------- bounds

bool LazyExplorer::raise_lower(NodeId node, ClockIndex clock, std::int32_t value) {
  if (clock == reference_clock || value < 0 || nodes_[node.value].bounds.lower[clock.value] >= value) return false;
  begin_bounds(node);
  nodes_[node.value].bounds.lower[clock.value] = value;
  return true;
}

bool LazyExplorer::raise_upper(NodeId node, ClockIndex clock, std::int32_t value) {
  if (clock == reference_clock || value < 0 || nodes_[node.value].bounds.upper[clock.value] >= value) return false;
  begin_bounds(node);
  nodes_[node.value].bounds.upper[clock.value] = value;
  return true;
}

// With the first bound come those of the invariant.
void LazyExplorer::begin_bounds(NodeId node) {
  if (!nodes_[node.value].bounds.is_trivial) return;
  nodes_[node.value].bounds.is_trivial = false;
  const StateId discrete = nodes_[node.value].state.discrete;
  for (const ClockBound& bound : space_.facts(discrete).invariant) {
    const ClockIndex x = zone_position(space_.shape(discrete), bound.x),
                     y = zone_position(space_.shape(discrete), bound.y);
    if (x != none && y != none) raise(node, {x, y, Bound{bound.raw}});
  }
}

// Constraints compare one clock with a constant: differences are not for this search.
bool LazyExplorer::raise(NodeId node, const Constraint& test) {
  if (test.bound.is_infinite()) return false;
  return test.y == reference_clock ? raise_upper(node, test.x, test.bound.value())
                                   : raise_lower(node, test.y, -test.bound.value());
}

bool LazyExplorer::raise_like(NodeId node, const Bounds& bounds) {
  bool changed = false;
  for (std::uint32_t x = 1; x < bounds.lower.size(); ++x) {
    changed |= raise_lower(node, {x}, bounds.lower[x]);
    changed |= raise_upper(node, {x}, bounds.upper[x]);
  }
  return changed;
}

bool LazyExplorer::disable(NodeId node, const ZoneOp& op) {
  return keep_disabled(Raiser{*this, node}, space_.zones().load(nodes_[node.value].state.zone, source_), op);
}

bool LazyExplorer::pull_back_bounds(NodeId child) {
  const Bounds& bounds = nodes_[child.value].bounds;
  if (bounds.is_trivial) return false;
  const ZoneOp& op = space_.zones().op(nodes_[child.value].op);
  return pull_back(Raiser{*this, nodes_[child.value].parent}, op, bounds.lower, bounds.upper);
}

// The node's bounds have risen: so may its parent's, and nodes it covers may not be covered any more.
void LazyExplorer::propagate(NodeId start) {
  std::vector<NodeId> raised{start};
  while (!raised.empty()) {
    const NodeId node = raised.back();
    raised.pop_back();
    if (nodes_[node.value].parent != none && pull_back_bounds(node)) raised.push_back(nodes_[node.value].parent);
    std::vector<NodeId> still;
    for (const NodeId small : nodes_[node.value].covers) {
      assert(nodes_[small.value].cover == node);
      if (is_covered_by(small, node)) {
        still.push_back(small);
        if (raise_like(small, nodes_[node.value].bounds)) raised.push_back(small);
      } else {
        nodes_[small.value].cover = none;
        --covered_;
        queue_.push_back(small);
      }
    }
    nodes_[node.value].covers = std::move(still);
  }
}

}  // namespace orbita
