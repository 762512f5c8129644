// What a transition does to a zone, as data.
//
// Everything that depends on the discrete part only (which guards apply, which
// clocks are written, which invariants hold afterwards, whether time may pass,
// which clocks are still of interest) is decided once and becomes a ZoneOp.
// Positions are places in the *compact* zones of source and target, which have
// active clocks only; so unrelated transitions often share one operation, and
// its result for a given zone can be remembered (zones.h).
#pragma once

#include <cstdint>
#include <vector>

#include "dbm/dbm.h"

namespace orbita {

enum class Extrapolation : std::uint8_t { off, m, m_plus, lu, lu_plus };

struct ZoneOp {
  // Target clock k+1 becomes source clock `source` plus `shift` (the reference clock: the constant `shift`).
  struct Transfer {
    ClockIndex source = reference_clock;
    std::int32_t shift = 0;
    friend bool operator==(const Transfer&, const Transfer&) = default;
  };
  std::uint32_t source_dimension = 1;
  std::vector<Constraint> guard;      // on the source
  std::vector<Transfer> transfer;     // one per clock of the target
  std::vector<Constraint> invariant;  // of the target, before and after delay
  bool delay = false;                 // time may pass in the target
  std::vector<ClockIndex> stopped;    // target clocks that stand still while it does
  // A target clock of which only lower bounds are of interest (the reference clock: none): larger values are
  // allowed too.
  ClockIndex open_above = reference_clock;
  Extrapolation extrapolation = Extrapolation::off;
  std::vector<std::int32_t> lower, upper;  // bounds for the extrapolation, by target clock
  std::vector<Constraint> cell;  // on which side of compared differences the target lies; extrapolation keeps it

  // Where the clock at a place of the target, or the reference clock, comes from.
  Transfer origin(ClockIndex place) const { return place == reference_clock ? Transfer{} : transfer[place.value - 1]; }
  std::uint32_t target_dimension() const { return static_cast<std::uint32_t>(transfer.size()) + 1; }
  friend bool operator==(const ZoneOp&, const ZoneOp&) = default;
  std::uint64_t hash() const;
};

// Applies the operation; false when nothing is left. `scratch` is reused between calls.
[[nodiscard]] bool apply(const ZoneOp& op, ConstMatrix source, Zone& scratch, Zone& target);

// A constraint on the target, as a constraint on the source. Its two clocks may have become the same: then it
// holds for every valuation or for none.
Constraint pulled_back(const ZoneOp& op, const Constraint& constraint);

// Valuations of the source from which the transition can be taken: the guard, and the target's
// invariant pulled back through the transfer. False when there is none.
[[nodiscard]] bool enabling_constraints(const ZoneOp& op, std::vector<Constraint>& result);
[[nodiscard]] bool enabling_zone(const ZoneOp& op, Zone& result);

// Lets time pass with the given clocks standing still: an over-approximation as soon as one does.
void delay_with_stopped(Zone& zone, const std::vector<ClockIndex>& stopped);

}  // namespace orbita
