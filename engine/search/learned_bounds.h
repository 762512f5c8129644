// What clocks forbid, kept forbidden: bounds that a search learns (lazy.h, interpolation/clock_labels.cpp).
//
// `Raiser` is a node whose bounds may rise: raise(test), raise_lower(clock, value) and raise_upper(clock, value) say
// whether they did. Tests compare one clock with a number.
#pragma once

#include <cstdint>
#include <span>

#include "dbm/dbm.h"
#include "engine/semantics/zone_op.h"

namespace orbita {

// No valuation of the zone can take the operation: nor can any that the zone simulates under the raised bounds.
template <class Raiser>
bool keep_disabled(Raiser&& node, ConstMatrix zone, const ZoneOp& op) {
  // One guard that no valuation satisfies is enough …
  for (const Constraint& guard : op.guard) {
    if (!dbm::can_satisfy(zone, guard)) return node.raise(guard);
  }
  // … otherwise all tests together: the guard, and the target's invariant before the transition.
  bool changed = false;
  for (const Constraint& guard : op.guard) changed |= node.raise(guard);
  for (const Constraint& test : op.invariant) {
    if (!test.bound.is_infinite()) changed |= node.raise(pulled_back(op, test));
  }
  for (const ZoneOp::Transfer& t : op.transfer) {
    if (t.shift < 0) changed |= node.raise_lower(t.source, -t.shift);  // a clock must not become negative
  }
  return changed;
}

// What the bounds of the target of the operation, by clock of its zone, ask of its source.
template <class Raiser>
bool pull_back(Raiser&& node, const ZoneOp& op, std::span<const std::int32_t> lower,
               std::span<const std::int32_t> upper) {
  bool changed = false;
  for (const Constraint& guard : op.guard) changed |= node.raise(guard);
  for (std::uint32_t k = 0; k < op.transfer.size(); ++k) {
    const ZoneOp::Transfer& t = op.transfer[k];
    if (lower[k + 1] >= 0) changed |= node.raise_lower(t.source, lower[k + 1] - t.shift);
    if (upper[k + 1] >= 0) changed |= node.raise_upper(t.source, upper[k + 1] - t.shift);
    if (t.shift < 0) changed |= node.raise_lower(t.source, -t.shift);
  }
  return changed;
}

}  // namespace orbita
