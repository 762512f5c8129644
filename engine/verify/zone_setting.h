// Which zones are kept, and when one covers another: what was asked for, as far as it is sound.
#pragma once

#include <cstdint>

#include "engine/search/coverage.h"
#include "engine/semantics/shape.h"
#include "engine/semantics/zone_op.h"
#include "engine/verify.h"

namespace orbita {

// Differences of clocks that guards, invariants or queries compare.
enum class ComparedDifferences : std::uint8_t {
  absent,
  known,   // finitely many, and no transition leads from one of them to another one
  unknown  // nothing can be forgotten about clocks
};

struct ZoneNeeds {
  bool deadlocks = false;  // whether something cannot happen counts too: LU bounds do not tell
  bool hashed = false;     // states are told apart by hash: they must be few without any subsumption
  bool measured = false;   // what extrapolation adds to a measured clock would be measured too
  ComparedDifferences differences = ComparedDifferences::absent;
};

struct ZoneSetting {
  BoundsMode bounds = BoundsMode::lower_upper;
  Extrapolation extrapolation = Extrapolation::off;
  Subsumption subsumption = Subsumption::simulation;
  bool ends = true;  // of each discrete state finitely many zones are stored, if all bounds of clocks are finite
  friend bool operator==(const ZoneSetting&, const ZoneSetting&) = default;
};

ZoneSetting zone_setting(Abstraction abstraction, SubsumptionChoice subsumption, const ZoneNeeds& needs);

}  // namespace orbita
