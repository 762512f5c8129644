// Steps on states as they are: nothing permuted, no transition left to a symmetric one.
//
// For lifting paths of representatives to runs of the model, for the simulator, and for checking the reductions.
// Rows given to it need not be normal: a run carries the values that the model really has.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/ids.h"
#include "engine/network/network.h"
#include "engine/semantics/expand.h"
#include "engine/semantics/shape.h"
#include "engine/space/state_store.h"
#include "engine/space/successors.h"
#include "engine/space/zones.h"

namespace orbita {

struct UnreducedStep {
  Transition transition;
  StateId discrete = none;  // of the target, normalised; none: a runtime error
  OpId op = none;           // from zones of the source's shape to zones of the target's
};

class UnreducedSpace {
 public:
  // All arguments must outlive the space.
  UnreducedSpace(const Network& network, StateStore& states, Zones& zones, SuccessorLister& lister);

  const Network& network() const { return network_; }
  Zones& zones() { return zones_; }
  const Zones& zones() const { return zones_; }
  Shape shape(StateId discrete) const { return states_.shape(discrete); }
  void values(StateId discrete, std::span<std::int32_t> row) const { states_.values(discrete, row); }

  // The state of a row of values, normalised.
  StateId intern(std::span<const std::int32_t> row) { return states_.normalised(row); }
  // nullopt when the initial state violates an invariant or cannot be evaluated. Without `with_delay`, before time
  // passes in it.
  std::optional<SymbolicState> initial(bool with_delay);
  // The steps that some valuation of the zone can take, and perhaps others.
  std::vector<UnreducedStep> steps(std::span<const std::int32_t> row, ZoneId zone);
  // Invariants, urgency and rates.
  StateFacts facts(std::span<const std::int32_t> row) { return lister_.facts(row); }

 private:
  const Network& network_;
  StateStore& states_;
  Zones& zones_;
  SuccessorLister& lister_;
  Zone source_;
};

}  // namespace orbita
