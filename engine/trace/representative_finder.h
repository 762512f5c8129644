// Finds representatives of single states, for people to look at.
//
// Uses the parts that explorations use (detection, normaliser, shapes, symmetry plan, canonicaliser) on one state at a
// time, as for a query that tells nothing apart.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/analysis/clock_bounds.h"
#include "engine/detect/detected.h"
#include "engine/network/network.h"
#include "engine/semantics/shape.h"
#include "engine/space/normaliser.h"
#include "engine/space/symmetry_plan.h"
#include "engine/trace/representative.h"

namespace orbita {

class RepresentativeFinder {
 public:
  // The model must outlive it.
  explicit RepresentativeFinder(const Model& model);

  // `zone` is over all clocks of the network, in their order.
  Representative of(std::span<const std::int32_t> row, const Zone& zone);

 private:
  std::vector<bool> dead_slots(const std::vector<std::int32_t>& row) const;
  void name_permutation(const Permutation& g, Representative& result) const;
  std::uint32_t make_least(std::vector<std::int32_t>& values, std::vector<std::uint32_t>& active, Zone& zone) const;
  void name_rotation(std::uint32_t power, Representative& result) const;

  const std::unique_ptr<Network> network_owner_;  // its own: detection writes into it
  const Network& network_;
  const std::shared_ptr<DetectedSymmetry> detected_;
  const DetectedSymmetry::Use use_;
  const SymmetryPlan plan_;
  BoundsAnalysis bounds_;
  Normaliser normalise_;
  Shapes shapes_;
};

}  // namespace orbita
