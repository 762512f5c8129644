// Concrete states of the replay semantics, as rows and valuations of a network.
#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "engine/network/network.h"
#include "engine/replay/semantics.h"
#include "engine/semantics/zone_op.h"

namespace orbita::test {

using Valuation = std::vector<Rational>;  // by clock, the reference clock first

inline std::vector<std::int32_t> row_of(const Network& network, const TraceState& state) {
  std::vector<std::int32_t> row = network.initial_values();
  for (const ProcessId p : network.processes.ids()) {
    const auto& locations = network.processes[p].locations;
    const auto at = std::find_if(locations.begin(), locations.end(),
                                 [&](const NetLocation& l) { return l.name == state.locations[p.value].second; });
    row[network.location_value(p)] = static_cast<std::int32_t>(at - locations.begin());
  }
  for (const auto& [name, value] : state.variables) {
    for (const SlotId s : network.slots.ids()) {
      if (network.slots[s].name == name) row[network.slot_value(s)] = value;
    }
  }
  return row;
}

inline Valuation valuation_of(const Network& network, const TraceState& state) {
  Valuation result(network.clocks.size());
  for (const auto& [name, value] : state.clocks) {
    for (const NetClockId x : network.proper_clocks()) {
      if (network.clocks[x].name == name) result[x.value] = value;
    }
  }
  return result;
}

inline bool satisfies(const Valuation& v, const Constraint& c) {
  if (c.bound.is_infinite()) return true;
  const Rational difference = v[c.x.value] - v[c.y.value], bound(c.bound.value());
  return c.bound.is_weak() ? difference <= bound : difference < bound;
}

inline bool satisfies(const Valuation& v, const std::vector<Constraint>& constraints) {
  return std::all_of(constraints.begin(), constraints.end(), [&](const Constraint& c) { return satisfies(v, c); });
}

inline bool contains(const Zone& zone, const Valuation& v) {
  for (std::uint32_t x = 0; x < zone.dimension(); ++x) {
    for (std::uint32_t y = 0; y < zone.dimension(); ++y) {
      if (x != y && !satisfies(v, {ClockIndex{x}, ClockIndex{y}, zone(ClockIndex{x}, ClockIndex{y})})) return false;
    }
  }
  return true;
}

// Can the operation be taken from the valuation, before time passes?
inline bool is_enabled(const ZoneOp& op, const Valuation& v) {
  if (!satisfies(v, op.guard)) return false;
  Valuation target(op.target_dimension());
  for (std::uint32_t k = 1; k < op.target_dimension(); ++k) {
    target[k] = v[op.origin({k}).source.value] + Rational(op.origin({k}).shift);
    if (target[k].sign() < 0) return false;
  }
  return satisfies(target, op.invariant);
}

// A random delay in quarters that the invariants allow, 0 after a few attempts.
inline void delay_somewhat(Semantics& semantics, ConcreteState& state, std::mt19937& random) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    ConcreteState later = state;
    if (!semantics.delay(later, Rational(random() % 14, 4)).empty()) continue;
    state = later;
    return;
  }
}

}  // namespace orbita::test
