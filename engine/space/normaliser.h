// Sets dead data of a row to fixed values: rows that differ in dead data only become one state.
//
// Two analyses find dead data: variables that are written before they are read again (analysis/dead_variables.h), and
// scalars that a flag says are not in use (analysis/flagged_scalars.h). Each gives a bisimilar state, so both together
// do. Normalising is idempotent, and commutes with the permutations of the symmetry plan.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/analysis/dead_variables.h"
#include "engine/analysis/flagged_scalars.h"
#include "engine/network/network.h"
#include "symmetry/orbits/cell_orbits.h"

namespace orbita {

class Normaliser {
 public:
  Normaliser() = default;  // leaves every row as it is
  // `reads`: data that queries look at is never dead. `orbits`: cells that must be treated alike.
  Normaliser(const Network& network, const QueryReads& reads, const CellOrbits& orbits);

  void operator()(std::span<std::int32_t> row) const;
  bool is_normal(std::span<const std::int32_t> row) const;  // for assert and for tests

 private:
  std::optional<DeadVariables> dead_;
  std::optional<FlaggedScalars> flagged_;
};

}  // namespace orbita
