#include "engine/search/passed.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <vector>

namespace orbita {

namespace {

// Zones that make one together were mostly met one soon after the other: the newest few are tried (a traffic model with
// 1600 discrete states: 1.0 s and 106 000 zones; all are tried: 10 s; none: 2.9 s and 302 000 zones). Where nothing
// was ever expanded in vain zones are disjoint, and joining them repeats work (dining philosophers 7: 0.3 to 0.8 s).
constexpr std::size_t join_from = 4, join_tries = 16;
constexpr std::uint64_t join_wasted = 256;       // join once more than 1/256 of the stored states were expanded in vain
constexpr std::size_t antichain_from = 16;       // below, a list takes less memory and no more time …
constexpr std::size_t edges_antichain_from = 2;  // … unless zones have to be closed to be compared

}  // namespace

// ------------------------------------------------------------- nodes of a state

Antichain* Passed::antichain(StateId discrete) {
  const std::uint32_t first = first_[discrete];
  return first != none && (first & many) != 0 ? &antichains_[first & ~many] : nullptr;
}

template <class Visit>
bool Passed::any_node(StateId discrete, Visit&& visit) {
  if (const Antichain* chain = antichain(discrete)) {
    for (std::size_t i = chain->size(); i-- > 0;) {
      if (visit(chain->node(i))) return true;
    }
    return false;
  }
  for (NodeId n{first_[discrete]}; n != none; n = nodes_[n].next) {
    if (visit(n)) return true;
  }
  return false;
}

NodeId Passed::push(const SymbolicState& state, NodeId parent) {
  const NodeId node = nodes_.end();
  if (node.value >= many) throw std::length_error("more than 2147483647 states");
  nodes_.push_back({state.discrete, state.zone, parent, none});
  marks_.push_back(0);
  if (Antichain* chain = antichain(state.discrete)) {
    add_to(*chain, node);
  } else {
    nodes_[node].next = NodeId{first_[state.discrete]};
    first_[state.discrete] = node.value;
  }
  return node;
}

void Passed::add_to(Antichain& chain, NodeId node) {
  const bool is_prepared = coverage_.kind() != Subsumption::equality && probe_.zone() == nodes_[node].zone;
  if (!is_prepared) probe_.prepare(nodes_[node].zone, space_.shape(nodes_[node].discrete));
  antichain_bytes_ -= chain.memory();
  chain.add(probe_, node);
  antichain_bytes_ += chain.memory();
}

void Passed::make_antichain(StateId discrete) {
  std::vector<NodeId> nodes;
  for (NodeId n{first_[discrete]}; n != none; n = nodes_[n].next) nodes.push_back(n);
  Antichain& chain = antichains_.emplace_back();
  antichain_bytes_ += chain.memory();
  for (std::size_t i = nodes.size(); i-- > 0;) add_to(chain, nodes[i]);
  first_[discrete] = many | static_cast<std::uint32_t>(antichains_.size() - 1);
}

std::size_t Passed::memory() const {
  return nodes_.memory() + marks_.memory() + first_.memory() + antichain_bytes_ + joined_.size() * 32;
}

// --------------------------------------------------------------------- covering

std::optional<NodeId> Passed::add(const SymbolicState& given, NodeId parent) {
  SymbolicState state = given;
  while (first_.size() <= state.discrete.value) first_.push_back(none);
  std::size_t length = 0;
  if (first_[state.discrete] != none) {
    // The same zone is the most frequent cover, and the cheapest to find.
    if (contains(state, length)) return std::nullopt;
    if (coverage_.kind() != Subsumption::equality) {
      probe_.prepare(state.zone, space_.shape(state.discrete));
      if (has_covering(state)) return std::nullopt;
      if (joining_ == Joining::hull) {
        state.zone = hull_with_stored(state);
        probe_.prepare(state.zone, space_.shape(state.discrete));
      }
      drop_covered(state);
    }
  }
  const NodeId node = push(state, parent);
  const std::size_t from = space_.zones().is_kept_as_edges(state.zone) ? edges_antichain_from : antichain_from;
  if (length >= from && antichain(state.discrete) == nullptr) make_antichain(state.discrete);
  const bool pays = length >= join_from && wasted() * join_wasted > stored();
  const bool join = joining_ == Joining::always || (joining_ == Joining::automatic && pays);
  const NodeId added = join ? join_exactly(node) : node;
  assert(added.value % 256 != 0 || length > 8 || is_antichain(state.discrete));
  return added;
}

bool Passed::is_antichain(StateId discrete) const {
  if (first_[discrete] == none || (first_[discrete] & many) != 0) return true;
  CoverProbe probe(space_.zones(), coverage_);
  for (NodeId n{first_[discrete]}; n != none; n = nodes_[n].next) {
    probe.prepare(nodes_[n].zone, space_.shape(discrete));
    for (NodeId other{first_[discrete]}; other != none; other = nodes_[other].next) {
      if (other != n && probe.covers(nodes_[other].zone)) return false;
    }
  }
  return true;
}

bool Passed::contains(const SymbolicState& state, std::size_t& length) {
  if (const Antichain* chain = antichain(state.discrete)) {
    length = chain->size();
    return chain->contains(state.zone);
  }
  for (NodeId n{first_[state.discrete]}; n != none; n = nodes_[n].next) {
    if (nodes_[n].zone == state.zone) return true;
    ++length;
  }
  return false;
}

bool Passed::has_covering(const SymbolicState& state) {
  assert(probe_.zone() == state.zone);
  const StateId discrete = state.discrete;
  if (const Antichain* chain = antichain(discrete)) {
    if (chain->covers(probe_)) return true;
  } else {
    for (NodeId n{first_[discrete]}; n != none; n = nodes_[n].next) {
      if (probe_.is_covered_by(nodes_[n].zone)) return true;
    }
  }
  const TieClasses* ties = space_.matching_ties(discrete);
  return ties != nullptr && any_node(discrete, [&](NodeId n) { return probe_.is_covered_by(nodes_[n].zone, *ties); });
}

ZoneId Passed::hull_with_stored(const SymbolicState& state) {
  Zone hull = space_.zones().zone(state.zone);
  any_node(state.discrete, [&](NodeId n) {
    hull.hull(space_.zones().zone(nodes_[n].zone));
    return false;
  });
  return space_.zones().intern(hull.view());
}

void Passed::mark_covered(NodeId node) {
  assert(!is_covered(node) && "a covered node is in no list");
  wasted_count_ += is_expanded(node) ? 1 : 0;
  marks_[node] |= covered;
  if (node < layer_) marks_[node] |= overtaken;
  ++covered_count_;
}

void Passed::drop_covered(const SymbolicState& state) {
  assert(probe_.zone() == state.zone);
  const StateId discrete = state.discrete;
  if (Antichain* chain = antichain(discrete)) {
    chain->drop_covered(probe_, [&](NodeId node) { mark_covered(node); });
    return;
  }
  NodeId previous = none;
  for (NodeId n{first_[discrete]}; n != none; n = nodes_[n].next) {
    if (probe_.covers(nodes_[n].zone)) {
      mark_covered(n);
      if (previous == none) first_[discrete] = nodes_[n].next.value;
      else nodes_[previous].next = nodes_[n].next;
    } else {
      previous = n;
    }
  }
}

std::vector<SymbolicState> Passed::path_to(NodeId node) const {
  std::vector<SymbolicState> path;
  for (NodeId n = node; n != none; n = nodes_[n].parent) path.push_back({nodes_[n].discrete, nodes_[n].zone});
  std::reverse(path.begin(), path.end());
  assert(!path.empty() && path.front().discrete == nodes_[NodeId{0}].discrete);
  return path;
}

// ---------------------------------------------------------------------- joining

std::optional<Passed::Parts> Passed::parts_of(NodeId node) const {
  const auto found = joined_.find(node);
  return found == joined_.end() ? std::nullopt : std::optional(found->second);
}

// The newest node of its discrete state grows as long as another one makes a zone with it.
NodeId Passed::join_exactly(NodeId node) {
  const StateId discrete = nodes_[node].discrete;
  for (NodeId partner = find_partner(node); partner != none; partner = find_partner(node)) {
    const ZoneId zone = space_.zones().intern(both_.view());
    probe_.prepare(zone, space_.shape(discrete));
    drop_covered({discrete, zone});  // both parts, and what else lies in their union
    const NodeId joined = push({discrete, zone}, node);
    assert(is_covered(node) && is_covered(partner) && "the parts of a joined zone lie in it");
    joined_[joined] = {node, partner};
    node = joined;
  }
  return node;
}

// A node whose union with this one is a zone, left in both_; none when there is no such node.
NodeId Passed::find_partner(NodeId node) {
  const Zones& zones = space_.zones();
  const packed_t* mine = zones.packed(nodes_[node].zone, packed_mine_);
  const std::uint32_t dimension = zones.dimension(nodes_[node].zone);
  NodeId partner = none;
  std::size_t left = joining_ == Joining::always ? SIZE_MAX : join_tries;
  any_node(nodes_[node].discrete, [&](NodeId n) {
    if (n == node) return false;
    if (left-- == 0) return true;
    const packed_t* other = zones.packed(nodes_[n].zone, packed_other_);
    const bool joins = mine != nullptr && other != nullptr
                           ? union_is_convex(mine, other, dimension)
                           : union_is_convex(zones.load(nodes_[node].zone, mine_), zones.load(nodes_[n].zone, other_));
    if (joins) partner = n;
    return joins;
  });
  if (partner == none) return none;
  both_ = zones.zone(nodes_[node].zone);
  both_.hull(zones.zone(nodes_[partner].zone));
  return partner;
}

}  // namespace orbita
