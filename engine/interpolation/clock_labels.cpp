// The clock part of labels: bounds that are learned on the way, as LazyExplorer learns them (engine/search/lazy.h).
//
// A node with zone Z, label A and bounds LU claims, under an exchange of processes, all rows that satisfy the exchanged
// label with all valuations in aLU(Z), clocks and bounds exchanged too. These claims are closed under steps because:
//  1. The label fixes every number that clocks are compared with or set to in the node's invariant, and in the
//     transitions that data allows (Symbolic::fix_clocks, fix_around_clocks): for all rows claimed they are the same
//     operations on zones, with the names exchanged.
//  2. A transition that data allows and no valuation of Z can take is disabled in aLU(Z): keep_disabled_by_clocks.
//  3. A transition takes aLU(Z) into aL'U'(Z') of the child: pull_back_bounds. If the child has no bounds, everything
//     does. Time passes inside of aLU(Z) since bounds of the invariant belong to LU as soon as it has any.
//  4. If the node is covered by k: Z lies in aLU of k's exchanged zone under k's exchanged bounds, and LU is at least
//     these; since the relation is transitive, so does all of aLU(Z).
// Urgency and committed locations are about data and locations, and the label keeps them.
#include <algorithm>

#include "engine/interpolation/interpolation.h"
#include "engine/search/learned_bounds.h"

namespace orbita {

// Like LazyExplorer: one clock compared with one number, and nothing that counts what clocks forbid.
bool InterpolationExplorer::may_learn_bounds(const BoundsAnalysis& bounds) const {
  return options_.learn_bounds && has_clocks_ && !predicate_.has_clocks && !predicate_.has_deadlock &&
         !network_.has_channel_priority && !network_.has_process_priority && !network_.has_stopwatches &&
         bounds.diagonals_known() && bounds.diagonals().empty() && graph_.options().bounds == BoundsMode::lower_upper &&
         coverage_.kind() == Subsumption::simulation;
}

bool InterpolationExplorer::raise_lower(NodeId node, ClockIndex clock, std::int32_t value) {
  const Bounds& bounds = at(node).bounds;
  if (clock == reference_clock || value < 0 || (!bounds.are_trivial() && bounds.lower[clock.value] >= value))
    return false;
  begin_bounds(node);
  std::int32_t& bound = at(node).bounds.lower[clock.value];
  bound = std::max(bound, value);
  return true;
}

bool InterpolationExplorer::raise_upper(NodeId node, ClockIndex clock, std::int32_t value) {
  const Bounds& bounds = at(node).bounds;
  if (clock == reference_clock || value < 0 || (!bounds.are_trivial() && bounds.upper[clock.value] >= value))
    return false;
  begin_bounds(node);
  std::int32_t& bound = at(node).bounds.upper[clock.value];
  bound = std::max(bound, value);
  return true;
}

// With the first bound come those of the invariant.
void InterpolationExplorer::begin_bounds(NodeId node) {
  Bounds& bounds = at(node).bounds;
  if (!bounds.are_trivial()) return;
  bounds.lower.assign(network_.clocks.size(), no_bound);
  bounds.upper = bounds.lower;
  bytes_ += 2 * bounds.lower.size() * sizeof(std::int32_t);
  for (const ClockBound& bound : graph_.facts(at(node).state.discrete).invariant) {
    raise(node, {place_among_all(bound.x), place_among_all(bound.y), Bound{bound.raw}});
  }
}

bool InterpolationExplorer::raise(NodeId node, const Constraint& test) {
  if (test.bound.is_infinite()) return false;
  return test.y == reference_clock ? raise_upper(node, test.x, test.bound.value())
                                   : raise_lower(node, test.y, -test.bound.value());
}

bool InterpolationExplorer::raise_like(NodeId node, const Bounds& bounds, const Exchange& exchange) {
  if (bounds.are_trivial()) return false;
  const Bounds like = bounds;
  const IdVector<NetClockId, NetClockId> to = cast_.renamed_clocks(exchange);
  bool changed = false;
  for (const NetClockId x : network_.proper_clocks()) {
    changed |= raise_lower(node, place_among_all(to[x]), like.lower[x.value]);
    changed |= raise_upper(node, place_among_all(to[x]), like.upper[x.value]);
  }
  return changed;
}

bool InterpolationExplorer::keep_disabled_by_clocks(NodeId node, const ZoneOp& op) {
  return orbita::keep_disabled(Raiser{*this, node}, graph_.zones().load(at(node).state.zone, zone_), op);
}

// What the child's bounds ask of its parent.
bool InterpolationExplorer::pull_back_bounds(NodeId child) {
  const NodeId parent = at(child).parent;
  if (parent == none || at(child).bounds.are_trivial()) return false;
  const Bounds& bounds = at(child).bounds;
  return pull_back(Raiser{*this, parent}, graph_.zones().op(at(child).op), bounds.lower, bounds.upper);
}

// Its parent's may rise too, and nodes it covers may not be covered any more.
void InterpolationExplorer::bounds_rose(NodeId start) {
  std::vector<NodeId> raised{start};
  while (!raised.empty()) {
    poll_limits();
    const NodeId node = raised.back();
    raised.pop_back();
    // Open nodes tell when they are finished.
    if (at(node).status != Status::open && pull_back_bounds(node)) raised.push_back(at(node).parent);
    tell_bounds(node, raised);
  }
}

void InterpolationExplorer::tell_bounds(NodeId node, std::vector<NodeId>& raised) {
  const std::vector<NodeId> clients = at(node).clients;
  for (const NodeId client : clients) {
    if (!is_zone_covered(client, node, at(client).exchange)) uncover(client);
    else if (raise_like(client, at(node).bounds, at(client).exchange)) raised.push_back(client);
  }
}

}  // namespace orbita
