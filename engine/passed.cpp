#include "engine/passed.h"

namespace orbita {

namespace {

// Joining costs as much as comparing with every zone of the discrete state. It pays where these are many
// and overlap, so that some were expanded in vain (a traffic light with 200 discrete states: 10.8 to 1.1 s);
// where they are many but disjoint it only repeats work (dining philosophers 7: 1.7 to 6.5 s).
constexpr std::size_t join_from = 16;
constexpr std::uint64_t join_wasted = 8;  // one expansion in vain for so many states stored

}  // namespace

std::optional<std::uint32_t> Passed::add(const GraphNode& given, std::uint32_t parent) {
  GraphNode state = given;
  while (first_.size() <= state.discrete) first_.push_back(none);
  std::size_t chain_length = 0;
  if (first_[state.discrete] != none) {
    // The same zone is the most frequent cover, and the cheapest to find.
    for (std::uint32_t n = first_[state.discrete]; n != none; n = nodes_[n].next) {
      if (nodes_[n].zone == state.zone) return std::nullopt;
      ++chain_length;
    }
    if (coverage_.kind() != Subsumption::equality) {
      probe_.prepare(state.zone, graph_.shape(state.discrete));
      if (has_covering(state.discrete)) return std::nullopt;
      if (joining_ == Joining::hull) {
        state.zone = hull_with_stored(state);
        probe_.prepare(state.zone, graph_.shape(state.discrete));
      }
      drop_covered(state.discrete);
    }
  }
  const std::uint32_t node = push(state, parent);
  const bool pays = chain_length >= join_from && wasted() * join_wasted > stored();
  const bool join = joining_ == Joining::always || (joining_ == Joining::automatic && pays);
  return join ? join_exactly(node) : node;
}

std::uint32_t Passed::push(const GraphNode& state, std::uint32_t parent) {
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({state.discrete, state.zone, parent, first_[state.discrete]});
  marks_.push_back(0);
  first_[state.discrete] = node;
  return node;
}

bool Passed::has_covering(std::uint32_t discrete) {
  for (std::uint32_t n = first_[discrete]; n != none; n = nodes_[n].next) {
    if (probe_.is_covered_by(nodes_[n].zone)) return true;
  }
  const TieClasses* ties = graph_.matching_ties(discrete);
  if (ties == nullptr) return false;
  for (std::uint32_t n = first_[discrete]; n != none; n = nodes_[n].next) {
    if (probe_.is_covered_by(nodes_[n].zone, *ties)) return true;
  }
  return false;
}

std::uint32_t Passed::hull_with_stored(const GraphNode& state) {
  Zone hull = graph_.zones().zone(state.zone);
  for (std::uint32_t n = first_[state.discrete]; n != none; n = nodes_[n].next) {
    hull.hull(graph_.zones().zone(nodes_[n].zone));
  }
  return graph_.zones().intern(hull.view());
}

void Passed::drop_covered(std::uint32_t discrete) {
  std::uint32_t previous = none;
  for (std::uint32_t n = first_[discrete]; n != none; n = nodes_[n].next) {
    if (probe_.covers(nodes_[n].zone)) {
      wasted_count_ += is_expanded(n) ? 1 : 0;
      marks_[n] |= covered;
      ++covered_count_;
      (previous == none ? first_[discrete] : nodes_[previous].next) = nodes_[n].next;
    } else {
      previous = n;
    }
  }
}

// ---------------------------------------------------------------------- joining

std::optional<Passed::Parts> Passed::parts_of(std::uint32_t node) const {
  const auto found = joined_.find(node);
  return found == joined_.end() ? std::nullopt : std::optional(found->second);
}

// The newest node of its discrete state grows as long as another one makes a zone with it.
std::uint32_t Passed::join_exactly(std::uint32_t node) {
  const std::uint32_t discrete = nodes_[node].discrete;
  for (std::uint32_t partner = find_partner(node); partner != none; partner = find_partner(node)) {
    const std::uint32_t zone = graph_.zones().intern(both_.view());
    probe_.prepare(zone, graph_.shape(discrete));
    drop_covered(discrete);  // both parts, and what else lies in their union
    const std::uint32_t joined = push({discrete, zone}, node);
    joined_[joined] = {node, partner};
    node = joined;
  }
  return node;
}

// A node whose union with this one is a zone, left in both_; none when there is no such node.
std::uint32_t Passed::find_partner(std::uint32_t node) {
  const ConstMatrix mine = graph_.zones().load(nodes_[node].zone, mine_);
  for (std::uint32_t n = first_[nodes_[node].discrete]; n != none; n = nodes_[n].next) {
    if (n == node) continue;
    const ConstMatrix other = graph_.zones().load(nodes_[n].zone, other_);
    if (both_.dimension() != mine.dimension) both_ = Zone(mine);
    else dbm::assign(both_.matrix(), mine);
    both_.hull(other);
    if (union_is_convex(both_.view(), mine, other)) return n;
  }
  return none;
}

}  // namespace orbita
