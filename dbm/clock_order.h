#pragma once

#include <cstdint>
#include <span>

#include "dbm/matrix.h"

// How the clocks of a zone compare in every one of its valuations.

namespace orbita {

// x <= y throughout the zone. A preorder; total exactly when the diagonal property holds.
bool precedes(ConstMatrix m, ClockIndex x, ClockIndex y);
// x == y throughout the zone.
bool coincide(ConstMatrix m, ClockIndex x, ClockIndex y);
// Any two clocks (the reference clock aside) are ordered throughout the zone. Zones made from zero by
// constraints, delay, resets to 0 and copies have it; other resets, free, hulls and most
// extrapolations may destroy it.
bool has_diagonal_property(ConstMatrix m);
// ranks[x] = number of clocks y, the reference clock aside, that are <= x and not always equal to it.
// ranks[0] is 0. Clocks of equal rank coincide when the diagonal property holds. O(n^2).
void clock_ranks(ConstMatrix m, std::span<std::uint32_t> ranks);
// x is above its bound throughout: x > max. A negative max is always exceeded.
bool is_above(ConstMatrix m, ClockIndex x, std::int32_t max);

}  // namespace orbita
