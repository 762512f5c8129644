#include "engine/passed.h"

namespace orbita {

std::optional<std::uint32_t> Passed::add(const GraphNode& given, std::uint32_t parent) {
  GraphNode state = given;
  while (first_.size() <= state.discrete) first_.push_back(none);
  if (first_[state.discrete] != none) {
    // The same zone is the most frequent cover, and the cheapest to find.
    for (std::uint32_t n = first_[state.discrete]; n != none; n = nodes_[n].next) {
      if (nodes_[n].zone == state.zone) return std::nullopt;
    }
    if (coverage_.kind() != Subsumption::equality) {
      probe_.prepare(state.zone, graph_.shape(state.discrete));
      if (has_covering(state.discrete)) return std::nullopt;
      if (hull_) {
        state.zone = hull_with_stored(state);
        probe_.prepare(state.zone, graph_.shape(state.discrete));
      }
      drop_covered(state.discrete);
    }
  }
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

}  // namespace orbita
