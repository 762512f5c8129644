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

// Zones that are kept for long have bytes where their bounds fit.
using byte_bound_t = std::int8_t;  // raw bound; byte_infinity stands for raw_infinity
inline constexpr byte_bound_t byte_infinity = 0x7F;
inline constexpr packed_t byte_largest = 0x7E;  // finite bounds that fit
inline constexpr packed_t byte_smallest = -0x7F;

constexpr std::size_t packed_size(std::uint32_t dimension) {  // entries
  return std::size_t{dimension} * dimension;
}

}  // namespace orbita
