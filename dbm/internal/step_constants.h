#pragma once

#include <limits>

#include "dbm/bound.h"
#include "dbm/clock_bounds.h"

// Numbers that vector_step-inl.h, vector_soft-inl.h, vector_widen.cpp and vector_compare.cpp need in every
// entry of a vector. They are defined elsewhere on purpose: GCC would move constants that it knows from a
// general register, which takes a vector unit, and a load does not.

namespace orbita::dbm {

struct StepConstants {
  static constexpr raw_t small = raw_t{1} << 24;  // of 15 such bounds the sum is below 2^28
  static constexpr raw_t bias = 4 * small;        // makes finite sums positive, as unsigned numbers too

  raw_t infinity = raw_infinity;
  raw_t even = ~1;
  raw_t limit = raw_limit;
  raw_t largest = small;
  raw_t smallest = -small;
  raw_t largest_limit = small / 4;      // of a clock, for which 2c + 1 is small
  raw_t soft = raw_limit - 1;           // infinity on the way, see vector_soft-inl.h
  raw_t hardly_finite = raw_limit / 2;  // between it and every path without it
  raw_t minus_one = -1;
  raw_t weak_zero = raw_le_zero;
  raw_t two = 2;
  raw_t lowest = std::numeric_limits<raw_t>::min();
  raw_t clock_bound = largest_clock_bound;
  raw_t no_lower = -raw_limit - 2;   // see alu_one_vector
  raw_t weak_plus_bias = bias - 1;   // added to a weak bound
  raw_t weak_minus_bias = 1 - bias;  // "<= 0" and -bias
  raw_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
};

extern const StepConstants step_constants;  // vector_kernels.cpp

// Rows that are soft infinity but for "<= 0" on the diagonal, up to 16 entries long, each inside of the one
// before.
struct SoftDiagonal {
  raw_t entries[31];
  constexpr SoftDiagonal() {
    for (raw_t& entry : entries) entry = raw_limit - 1;
    entries[15] = raw_le_zero;
  }
  constexpr const raw_t* row(std::uint32_t i) const { return entries + 15 - i; }
};
extern const SoftDiagonal soft_diagonal;

}  // namespace orbita::dbm
