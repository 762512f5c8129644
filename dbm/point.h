#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/matrix.h"

namespace orbita {

// A valuation with rational clock values: clock x is numerators[x] / denominator, numerators[0] is 0.
struct Point {
  std::vector<std::int64_t> numerators;
  std::int64_t denominator = 1;
};

// Whether the valuation lies in the zone; O(n^2), no allocation.
bool contains(ConstMatrix m, std::span<const std::int64_t> numerators, std::int64_t denominator);
inline bool contains(ConstMatrix m, const Point& p) { return contains(m, p.numerators, p.denominator); }
bool satisfies(const Constraint& c, const Point& p);

// A valuation of the zone: the integral one with the smallest clock values where bounds are weak, a
// rational one near it otherwise. The denominator is at most the dimension. O(n^3).
Point pick_point(ConstMatrix m);

}  // namespace orbita
