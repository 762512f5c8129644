// A path of counted states as a run of the model, with names.
//
// One valuation is taken backwards along the path (valuation.h), which tells who takes part in every step; then the
// steps are taken forwards in the model itself.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/counted/counted_search.h"
#include "engine/network/network.h"
#include "engine/semantics/expand.h"

namespace orbita {

struct CountedRun {
  std::vector<std::int32_t> initial;  // a row of the network
  std::vector<Transition> steps;      // of the network, each from the target of the one before
  std::vector<ClockBound> goal;       // where the clocks of the last state satisfy the query
};

// The run to a state that satisfies the goal, which has been hit. `network` has all the elements, `counts` by set.
// nullopt: it could not be told; others have to find one. Throws CannotCount likewise.
std::optional<CountedRun> name_run(CountedSearch& search, CountedSteps& steps, Patterns& patterns,
                                   const Network& network, const std::vector<std::int32_t>& counts,
                                   const CountedGoal& goal);

}  // namespace orbita
