#include "engine/space/reducer.h"

#include "engine/space/canonical_reducer.h"
#include "engine/space/no_reduction.h"
#include "engine/space/rotating_reducer.h"
#include "engine/space/sorting_reducer.h"

namespace orbita {

std::unique_ptr<Reducer> make_reducer(const SymmetryPlan& plan, StateStore& states, Zones& zones) {
  if (!plan.active) return std::make_unique<NoReduction>(zones);
  if (plan.rotations) return std::make_unique<RotatingReducer>(plan, states, zones);
  if (plan.sorting) return std::make_unique<SortingReducer>(plan, states, zones);
  return std::make_unique<CanonicalReducer>(plan, states, zones);
}

}  // namespace orbita
