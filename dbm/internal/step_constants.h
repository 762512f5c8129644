#pragma once

#include "dbm/bound.h"

// Numbers that vector_step-inl.h needs in every entry of a vector. They are defined elsewhere on purpose: GCC
// would move constants that it knows from a general register, which takes a vector unit, and a load does not.

namespace orbita::dbm {

struct StepConstants {
  static constexpr raw_t small = raw_t{1} << 27;  // sums of four bounds below it are in range
  static constexpr raw_t bias = 4 * small;        // makes finite sums positive, as unsigned numbers too

  raw_t infinity = raw_infinity;
  raw_t even = ~1;
  raw_t limit = raw_limit;
  raw_t largest = small;
  raw_t smallest = -small;
  raw_t two = 2;
  raw_t weak_plus_bias = bias - 1;   // added to a weak bound
  raw_t weak_minus_bias = 1 - bias;  // "<= 0" and -bias
};

extern const StepConstants step_constants;  // vector_kernels.cpp

}  // namespace orbita::dbm
