#pragma once

#include <compare>
#include <cstdint>

namespace orbita {

// An integer that knows what it counts: indices of different kinds do not mix.
template <class Tag>
struct Index {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(Index, Index) = default;
};

using ClockIndex = Index<struct ClockTag>;
inline constexpr ClockIndex reference_clock{0};  // its value is always 0

}  // namespace orbita
