#include "symmetry/orbits/mover.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace orbita::symmetry {

void Mover::move_values(const VertexMap& to, std::span<const std::int32_t> from, std::span<std::int32_t> target) const {
  assert(from.size() == target.size() && (from.empty() || from.data() != target.data()));
  std::copy(from.begin(), from.end(), target.begin());
  for (const Block& block : plan_->values()) {
    if (block.holds_sets()) {
      for_each_move(block, *plan_, to, [&](std::uint32_t slot, std::uint32_t place) {
        target[place] = plan_->renamed_set(block, from[slot], to);
      });
      continue;
    }
    if (!block.holds_elements()) {
      for_each_move(block, *plan_, to, [&](std::uint32_t slot, std::uint32_t place) { target[place] = from[slot]; });
      continue;
    }
    for_each_move(block, *plan_, to, [&](std::uint32_t slot, std::uint32_t place) {
      const VertexId vertex = plan_->vertex_held(block, from[slot]);
      target[place] = vertex == none ? from[slot] : plan_->value_of(block, to[vertex]);
    });
  }
}

void Mover::move_values(const VertexMap& to, std::span<std::int32_t> values) {
  row_.assign(values.begin(), values.end());
  move_values(to, row_, values);
}

bool Mover::move_active(const VertexMap& to, std::vector<std::uint32_t>& active, std::vector<ClockIndex>& clocks_to) {
  const std::size_t clocks = plan_->layout().clocks.size();
  target_.resize(clocks);
  std::iota(target_.begin(), target_.end(), 0u);
  for (const Block& block : plan_->clocks()) {
    for_each_move(block, *plan_, to, [&](std::uint32_t clock, std::uint32_t place) { target_[clock] = place; });
  }
  arrived_.assign(clocks, none);
  for (std::uint32_t k = 0; k < active.size(); ++k) arrived_[target_[active[k]]] = k;
  clocks_to.resize(active.size() + 1);
  clocks_to[0] = reference_clock;
  bool changed = false;
  std::uint32_t place = 0;
  for (std::uint32_t clock = 0; clock < clocks; ++clock) {
    const std::uint32_t k = arrived_[clock];
    if (k == none) continue;
    changed |= k != place;
    active[place] = clock;
    clocks_to[k + 1] = ClockIndex{++place};
  }
  return changed;
}

void Mover::move_zone(std::span<const ClockIndex> clocks_to, Zone& zone) {
  assert(clocks_to.size() == zone.dimension());
  buffer_.resize(zone.dimension());
  dbm::permute(buffer_.matrix(), zone, clocks_to);
  std::swap(buffer_, zone);
}

}  // namespace orbita::symmetry
