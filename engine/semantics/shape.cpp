#include "engine/semantics/shape.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <cassert>

#include "dbm/clock_bounds.h"

namespace orbita {

Shapes::Shapes(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active)
    : network_(network), bounds_(bounds), mode_(mode), all_active_(all_active) {
  lower_.assign(network.clocks.size(), no_bound);
  upper_.assign(network.clocks.size(), no_bound);
  is_touched_.assign(network.clocks.size(), false);
}

void Shapes::raise(const ClockTest& test) {
  if (!is_touched_[test.clock]) {
    is_touched_[test.clock] = true;
    touched_.push_back(test.clock);
    lower_[test.clock] = upper_[test.clock] = no_bound;
  }
  lower_[test.clock] = std::max(lower_[test.clock], test.lower);
  upper_[test.clock] = std::max(upper_[test.clock], test.upper);
}

ShapeId Shapes::of(std::span<const std::int32_t> values) {
  touched_.clear();
  for (const ClockTest& test : bounds_.everywhere()) raise(test);
  for (const ProcessId p : network_.processes.ids()) {
    for (const ClockTest& test : bounds_.at(p, location_of(values, p))) raise(test);
  }
  if (all_active_) {
    for (const NetClockId x : network_.proper_clocks()) raise({x, no_bound, no_bound});
  }
  std::sort(touched_.begin(), touched_.end());
  assert((touched_.empty() || touched_.front() != reference_net_clock) && "the reference clock has no test of its own");
  clock_row_.clear();
  lower_row_.assign(1, 0);
  upper_row_.assign(1, 0);
  for (const NetClockId x : touched_) {
    is_touched_[x] = false;
    std::int32_t lower = lower_[x], upper = upper_[x];
    if (mode_ == BoundsMode::maximum) lower = upper = std::max(lower, upper);
    if (mode_ == BoundsMode::exact) lower = upper = unlimited;
    assert((all_active_ || lower >= 0 || upper >= 0) && "a clock that nothing is compared with is not active");
    clock_row_.push_back(static_cast<std::int32_t>(x.value));
    lower_row_.push_back(lower);
    upper_row_.push_back(upper);
  }
  const Parts parts{kept(clock_row_), kept(lower_row_), kept(upper_row_)};
  const std::uint64_t hash = absl::HashOf(parts);
  const std::uint32_t known = index_.find(hash, [&](std::uint32_t id) { return shapes_[ShapeId{id}] == parts; });
  if (known != IdTable::none) return ShapeId{known};
  shapes_.push_back(parts);
  index_.add(hash, [&](std::uint32_t id) { return absl::HashOf(shapes_[ShapeId{id}]); });
  return ShapeId{index_.size() - 1};
}

std::uint32_t Shapes::kept(const Row& row) {
  const auto [it, is_new] = row_ids_.try_emplace(row, static_cast<std::uint32_t>(rows_.size()));
  if (is_new) {
    rows_.push_back(&it->first);
    row_bytes_ += sizeof(*it) + row.size() * sizeof(row[0]) + 2 * sizeof(void*);
  }
  return it->second;
}

Shape Shapes::operator[](ShapeId id) const {
  const Parts& parts = shapes_[id];
  const Row& clocks = *rows_[parts.clocks];
  return {ClockList({reinterpret_cast<const std::uint32_t*>(clocks.data()), clocks.size()}), *rows_[parts.lower],
          *rows_[parts.upper]};
}

std::size_t Shapes::memory() const { return row_bytes_ + shapes_.memory() + index_.memory(); }

ClockIndex zone_position(const Shape& shape, NetClockId clock) {
  if (clock == reference_net_clock) return reference_clock;
  const std::span<const std::uint32_t> clocks = shape.clocks.numbers();
  const auto it = std::lower_bound(clocks.begin(), clocks.end(), clock.value);
  if (it == clocks.end() || *it != clock.value) return none;
  return {static_cast<std::uint32_t>(it - clocks.begin()) + 1};
}

}  // namespace orbita
