#include "dbm/clock_order.h"

#include "dbm/clock_bounds.h"

namespace orbita {

bool precedes(ConstMatrix m, ClockIndex x, ClockIndex y) { return m(x, y) <= le_zero; }

bool coincide(ConstMatrix m, ClockIndex x, ClockIndex y) { return precedes(m, x, y) && precedes(m, y, x); }

bool has_diagonal_property(ConstMatrix m) {
  for (std::uint32_t x = 1; x < m.dimension; ++x) {
    for (std::uint32_t y = x + 1; y < m.dimension; ++y) {
      if (m.row(x)[y] > raw_le_zero && m.row(y)[x] > raw_le_zero) return false;
    }
  }
  return true;
}

void clock_ranks(ConstMatrix m, std::span<std::uint32_t> ranks) {
  assert(ranks.size() == m.dimension);
  for (std::uint32_t& rank : ranks) rank = 0;
  for (std::uint32_t x = 1; x < m.dimension; ++x) {
    for (std::uint32_t y = 1; y < m.dimension; ++y) {
      if (m.row(y)[x] <= raw_le_zero && m.row(x)[y] > raw_le_zero) ++ranks[x];
    }
  }
}

bool is_above(ConstMatrix m, ClockIndex x, std::int32_t max) {
  if (max < 0) return true;
  return max <= largest_clock_bound && m(reference_clock, x) < Bound::weak(-max);
}

}  // namespace orbita
