// Constraints of zone operations, from bounds on the clocks of a network.
#pragma once

#include <algorithm>
#include <cassert>
#include <tuple>
#include <vector>

#include "dbm/dbm.h"
#include "engine/semantics/expand.h"
#include "engine/semantics/shape.h"

namespace orbita {

// Adds a bound to a list of constraints by position. A clock that is not active has no test that
// could tell its values apart: x <= c with c < 0 never holds, x >= c with c <= 0 always does.
[[nodiscard]] inline bool add_bound(const Shape& shape, const ClockBound& bound, std::vector<Constraint>& constraints) {
  const ClockIndex x = zone_position(shape, bound.x), y = zone_position(shape, bound.y);
  if (x == none || y == none) return !(bound.y == reference_net_clock && bound.raw < raw_le_zero);
  constraints.push_back({x, y, Bound{bound.raw}});
  return true;
}

inline void sort_constraints(std::vector<Constraint>& constraints) {
  const auto key = [](const Constraint& c) { return std::tuple(c.x.value, c.y.value, c.bound.raw); };
  std::sort(constraints.begin(), constraints.end(), [&](auto& a, auto& b) { return key(a) < key(b); });
  // Of several bounds on one difference the first, tightest one says it all.
  const auto same = [](const Constraint& a, const Constraint& b) { return a.x == b.x && a.y == b.y; };
  constraints.erase(std::unique(constraints.begin(), constraints.end(), same), constraints.end());
}

// The valuations of a discrete state's zone that its invariant allows. The state must be possible.
inline Zone invariant_zone(const Shape& shape, const StateFacts& facts) {
  Zone invariant = Zone::universal(shape.dimension());
  std::vector<Constraint> constraints;
  for (const ClockBound& bound : facts.invariant) {
    const bool possible = add_bound(shape, bound, constraints);
    assert(possible);
    static_cast<void>(possible);
  }
  const bool alive = invariant.constrain(constraints);
  assert(alive);
  static_cast<void>(alive);
  return invariant;
}

}  // namespace orbita
