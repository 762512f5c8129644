// Numbers that know what they count: indices of different kinds do not mix, and none of them is an integer.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace orbita {

// 32 bits. Default constructed it is `none`. The number itself is `value`, for arithmetic and for tables.
template <class Tag>
struct Index {
  std::uint32_t value = 0xffffffffu;
  friend constexpr auto operator<=>(Index, Index) = default;
  template <class Hash>
  friend Hash AbslHashValue(Hash state, Index index) {
    return Hash::combine(std::move(state), index.value);
  }
};

// No index, of whatever kind; engine/network/network.h has a constant of it: `if (state == none)`.
struct None {
  template <class Tag>
  constexpr operator Index<Tag>() const {
    return {};
  }
  constexpr operator std::uint32_t() const { return 0xffffffffu; }  // for numbers that have no kind yet
};

using ClockIndex = Index<struct ClockTag>;
inline constexpr ClockIndex reference_clock{0};  // its value is always 0

}  // namespace orbita

template <class Tag>
struct std::hash<orbita::Index<Tag>> {
  std::size_t operator()(orbita::Index<Tag> index) const { return std::hash<std::uint32_t>()(index.value); }
};
