#pragma once

#include <cstdint>
#include <limits>
#include <span>

// Per clock the largest constants it is compared with, as subsumption and extrapolation need them.

namespace orbita {

// No test at all ("minus infinity"); any negative entry means the same, since clocks are >= 0.
inline constexpr std::int32_t no_bound = std::numeric_limits<std::int32_t>::min();
// No finite constant is known to be largest: the clock is not abstracted ("plus infinity").
inline constexpr std::int32_t unlimited = std::numeric_limits<std::int32_t>::max();
// Every other entry is a constant up to this; a larger one counts as unlimited, which is always sound.
inline constexpr std::int32_t largest_clock_bound = std::int32_t{1} << 28;

// Indexed by clock; as many entries as the zone's dimension. Entry 0 belongs to the reference clock
// and counts as 0; its value is ignored.
struct ClockBounds {
  const std::int32_t* lower = nullptr;  // L: from tests x > c, x >= c
  const std::int32_t* upper = nullptr;  // U: from tests x < c, x <= c and invariants

  constexpr ClockBounds(const std::int32_t* l, const std::int32_t* u) : lower(l), upper(u) {}
  ClockBounds(std::span<const std::int32_t> l, std::span<const std::int32_t> u) : lower(l.data()), upper(u.data()) {}
  // M: the same constants for both.
  explicit ClockBounds(std::span<const std::int32_t> m) : lower(m.data()), upper(m.data()) {}
};

}  // namespace orbita
