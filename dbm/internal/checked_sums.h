#pragma once

#include <span>

#include "dbm/kernels.h"

// The plain, scalar form of the kernels that add bounds. Every sum is checked, so these throw
// BoundOverflow exactly when a sum leaves the range; the vector kernels hand over to them whenever
// they cannot rule that out beforehand. Tests use them as the second opinion.

namespace orbita::dbm::checked {

[[nodiscard]] bool close(Matrix m);
[[nodiscard]] bool close_through(Matrix m, std::uint32_t k);
// Writes bound b at (x, y), tighter than the entry and not contradicting the zone, and closes.
void tighten(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b);
// Widens without closing; see vector_widen.cpp.
void widen(Matrix m, const ClockBounds& bounds, Widening variant);
[[nodiscard]] bool up_within(Matrix m, std::span<const UpperBound> invariant);
void reset(Matrix m, std::uint32_t x, std::int32_t value);  // x := value
void shift(Matrix m, std::uint32_t x, std::int32_t delta);  // x := x + delta, also below 0

}  // namespace orbita::dbm::checked
