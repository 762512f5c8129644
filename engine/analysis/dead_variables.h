// Dead variables: values that are written again before they are read.
//
// For every process and location, the slots the process may read before it
// writes them itself (a backward may-analysis, docs/theory/zones.md, "Dead variables"). A slot
// is dead in a state when that holds for no process and neither the queries nor
// the hooks read it; it is then set to a fixed value, so that states differing
// only in dead values become one. Dead scalar variables become "nothing" (the
// set's size), which no permutation moves. What is live under one name is live under all.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/network/network.h"
#include "engine/network/predicate.h"
#include "symmetry/orbits/cell_orbits.h"

namespace orbita {

// What queries look at: in every state these slots may be read.
struct QueryReads {
  std::vector<SlotId> slots;     // by predicates and measures
  std::vector<SlotId> measured;  // by measures alone
  std::vector<const Predicate*> predicates;
};

// A slot that is dead wherever no process is at one of these places, and where `flag`, if there is one, has this value.
struct DeadSlot {
  SlotId slot;
  std::int32_t dead_value = 0;
  SlotId flag;
  std::int32_t flag_value = 0;
  std::vector<std::pair<ProcessId, LocationId>> live_at;
};

class DeadVariables {
 public:
  // `always_live`: slots the queries read.
  DeadVariables(const Network& network, const std::vector<SlotId>& always_live, const CellOrbits& orbits);

  // Sets the dead slots of a discrete state to their fixed values.
  void normalise(std::span<std::int32_t> values) const;
  // The rules by which it does so, to be applied in this order.
  std::vector<DeadSlot> rules() const;

 private:
  void forget_names(const CellOrbits& orbits);

  const Network& network_;
  std::vector<SlotId> candidates_;                // slots that are not always live
  IdVector<SlotId, std::uint32_t> candidate_of_;  // position in candidates_, or none
  std::vector<std::int32_t> dead_value_;          // by candidate
  IdVector<ProcessId, std::uint32_t> first_;      // of a process' locations in live_
  std::vector<std::vector<std::uint32_t>> live_;  // candidates live there (sorted)
  mutable std::vector<std::uint32_t> mark_;       // by candidate: last state that found it live
  mutable std::uint32_t round_ = 0;
};

}  // namespace orbita
