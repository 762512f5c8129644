// Which clocks the zone of a discrete state is about, and how far they are told apart.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/bounds.h"
#include "engine/network.h"

namespace orbita {

// The active clocks in ascending order: clock k+1 of the zone is clocks[k]. The bounds have one
// entry per clock of the zone, the reference clock first.
struct Shape {
  std::vector<std::uint32_t> clocks;
  std::vector<std::int32_t> lower, upper;
  friend bool operator==(const Shape&, const Shape&) = default;
  std::uint32_t dimension() const { return static_cast<std::uint32_t>(clocks.size()) + 1; }
};

enum class BoundsMode : std::uint8_t {
  lower_upper,  // L and U as they are
  maximum,      // M = max(L, U) for both: where deadlocks or equality of behaviour matter
  exact         // no abstraction at all
};

// Shapes depend on the locations only and are few; each is kept once.
class Shapes {
 public:
  // `all_active`: no clock leaves the zone (for comparing with other tools).
  Shapes(const Network& network, const BoundsAnalysis& bounds, BoundsMode mode, bool all_active);

  std::uint32_t of(std::span<const std::int32_t> values);  // number of the state's shape
  const Shape& operator[](std::uint32_t id) const { return shapes_[id]; }

 private:
  void raise(const ClockTest& test);

  const Network& network_;
  const BoundsAnalysis& bounds_;
  BoundsMode mode_;
  bool all_active_;
  std::deque<Shape> shapes_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> index_;
  std::vector<std::int32_t> lower_, upper_;  // by clock, while a shape is made
  std::vector<std::uint32_t> touched_;
  std::vector<bool> is_touched_;
  Shape scratch_;
};

}  // namespace orbita
