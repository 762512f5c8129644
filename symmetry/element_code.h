// The sets whose elements are exchanged, and how a cell writes down an element of one: element e is the value base + e,
// and one value outside base .. base + count - 1 stands for "no element" (an empty slot, a dead variable).
#pragma once

#include <compare>
#include <cstdint>

#include "dbm/index.h"

namespace orbita {

using SetId = Index<struct SetTag>;  // a set of interchangeable elements of one network or layout: position in its sets

struct ElementCode {
  std::int32_t base = 0;
  std::int32_t nobody = -1;

  constexpr std::int32_t value_of(std::int32_t element) const { return base + element; }
  // Wraps around for values below `base`: then it is beyond every count, as for `nobody`.
  constexpr std::uint32_t element_of(std::int32_t value) const {
    return static_cast<std::uint32_t>(value) - static_cast<std::uint32_t>(base);
  }
  // Every element and `nobody` have values of their own that fit 32 bits.
  constexpr bool is_valid_for(std::int32_t count) const {
    return count >= 0 && std::int64_t{base} + count - 1 <= INT32_MAX &&
           (nobody < base || nobody >= std::int64_t{base} + count);
  }
  friend constexpr auto operator<=>(const ElementCode&, const ElementCode&) = default;
};

// Elements are 0 .. count - 1, and `count` is no element: how the engine writes scalars.
constexpr ElementCode scalar_code(std::int32_t count) { return {0, count}; }

}  // namespace orbita
