#pragma once

#include <limits>

#include "dbm/bound.h"
#include "dbm/clock_bounds.h"

// The aLU test in a form made for whole rows. Z is not within aLU(Z') iff for some x != y
//   Z(0,x) >= (-U_x, <=)  and  Z'(y,x) < Z(y,x)  and  Z'(y,x) + (-L_y, <) < Z(0,x);
// the last two say Z'(y,x) < min(Z(y,x), alu_threshold(x) + 2 L_y).

namespace orbita {

inline constexpr raw_t alu_never = std::numeric_limits<raw_t>::min();  // no bound is below it

// `alu_never` where no valuation of Z has x <= U_x. An odd threshold is raised by one: then the parity
// of Z'(y,x) no longer matters although (-L_y, <) is strict.
constexpr raw_t alu_threshold(raw_t zero_minus_x, std::int32_t upper) {
  if (upper < 0) return alu_never;
  if (upper <= largest_clock_bound && zero_minus_x < -2 * upper + 1) return alu_never;
  return zero_minus_x + (zero_minus_x & 1);
}

}  // namespace orbita
