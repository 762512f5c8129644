#include "engine/search/stored_search.h"

namespace orbita {

void StoredSearch::list_targets(NodeId node, bool is_timed) {
  passed_.mark_expanded(node);
  if (!is_timed) {
    space_.expand(state(node), targets_);
    return;
  }
  const double before = times_.representatives;
  space_.time_representatives(&times_.representatives);
  {
    const Timed timed(&times_.successors);
    space_.expand(state(node), targets_);
  }
  times_.successors -= times_.representatives - before;
  space_.time_representatives(nullptr);
}

std::optional<StoredSearch::Added> StoredSearch::add(const SymbolicState& found, NodeId parent) {
  const std::uint64_t wasted = passed_.wasted();
  const std::optional<NodeId> node = passed_.add(found, parent);
  if (!node) return std::nullopt;
  return Added{*node, passed_.wasted() > wasted};
}

void StoredSearch::add_to(Statistics& statistics) const {
  statistics.stored += passed_.stored();
  statistics.times += times_;
  add_space(statistics, space_);
}

void StoredSearch::for_each_state(const Explorer::Visit& visit, std::uint32_t member) const {
  passed_.for_each([&](NodeId n) { visit(space_, state(n), {n, member}); });
}

void StoredSearch::for_some_states(std::uint64_t count, const Explorer::Visit& visit) const {
  for (std::uint64_t k = 0; k < count; ++k) {
    const NodeId n{static_cast<std::uint32_t>(passed_.size() * (2 * k + 1) / (2 * count))};
    if (n < passed_.end() && !passed_.is_covered(n)) visit(space_, state(n), {n});
  }
}

}  // namespace orbita
