#pragma once

#include <cstddef>
#include <cstdint>

#include "dbm/bound.h"

// The bounds of stored zones, see compact.h.

namespace orbita {

using packed_t = std::int16_t;  // raw bound; packed_infinity stands for raw_infinity
inline constexpr packed_t packed_infinity = 0x7FFF;
inline constexpr raw_t packed_largest = 0x7FFE;  // finite bounds that fit
inline constexpr raw_t packed_smallest = -0x7FFF;

constexpr std::size_t packed_size(std::uint32_t dimension) {  // entries
  return std::size_t{dimension} * dimension;
}

}  // namespace orbita
