// Finds representatives of single states, for people to look at.
//
// Uses the parts that explorations use (normaliser, shapes, symmetry plan, canonicaliser) on one state at a time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/analysis/clock_bounds.h"
#include "engine/network/network.h"
#include "engine/semantics/shape.h"
#include "engine/space/normaliser.h"
#include "engine/space/symmetry_plan.h"
#include "engine/trace/representative.h"
#include "symmetry/detect/detect.h"

namespace orbita {

class RepresentativeFinder {
 public:
  // The network must outlive it.
  RepresentativeFinder(const Network& network, const SymmetryModel& symmetry);

  // `zone` is over all clocks of the network, in their order.
  Representative of(std::span<const std::int32_t> row, const Zone& zone);

 private:
  std::vector<bool> dead_slots(const std::vector<std::int32_t>& row) const;
  void name_permutation(const Permutation& g, Representative& result) const;

  const Network& network_;
  SymmetryPlan plan_;
  BoundsAnalysis bounds_;
  Normaliser normalise_;
  Shapes shapes_;
};

}  // namespace orbita
