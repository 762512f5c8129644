// The numbers of one exploration.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/phase_times.h"

namespace orbita {

struct Statistics {
  std::uint64_t stored = 0, explored = 0, transitions = 0;
  std::uint64_t discrete_states = 0, zones = 0, operations = 0;
  std::uint64_t zone_lookups = 0, zone_hits = 0;
  std::size_t bytes = 0;  // of the exploration, at its end
  double seconds = 0;
  PhaseTimes times;  // estimated, as far as known: not for runs inside predicates
};

}  // namespace orbita
