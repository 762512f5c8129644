#include "engine/shape.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

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

std::uint32_t Shapes::of(std::span<const std::int32_t> values) {
  touched_.clear();
  for (const ClockTest& test : bounds_.everywhere()) raise(test);
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
    for (const ClockTest& test : bounds_.at(p, static_cast<std::uint32_t>(values[p]))) raise(test);
  }
  if (all_active_) {
    for (std::uint32_t x = 1; x < network_.clocks.size(); ++x) raise({x, no_bound, no_bound});
  }
  std::sort(touched_.begin(), touched_.end());
  Shape& shape = scratch_;
  shape.clocks.assign(touched_.begin(), touched_.end());
  shape.lower.assign(1, 0);
  shape.upper.assign(1, 0);
  for (const std::uint32_t x : touched_) {
    is_touched_[x] = false;
    std::int32_t lower = lower_[x], upper = upper_[x];
    if (mode_ == BoundsMode::maximum) lower = upper = std::max(lower, upper);
    if (mode_ == BoundsMode::exact) lower = upper = unlimited;
    shape.lower.push_back(lower);
    shape.upper.push_back(upper);
  }
  std::uint64_t hash = XXH3_64bits(shape.clocks.data(), shape.clocks.size() * sizeof(std::uint32_t));
  hash = XXH3_64bits_withSeed(shape.lower.data(), shape.lower.size() * sizeof(std::int32_t), hash);
  hash = XXH3_64bits_withSeed(shape.upper.data(), shape.upper.size() * sizeof(std::int32_t), hash);
  const auto [first, last] = index_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (shapes_[it->second] == shape) return it->second;
  }
  const auto id = static_cast<std::uint32_t>(shapes_.size());
  shapes_.push_back(shape);
  index_.emplace(hash, id);
  return id;
}

}  // namespace orbita
