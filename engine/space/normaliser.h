// Sets dead data of a row to fixed values: rows that differ in dead data only become one state.
//
// Two analyses find dead data: variables that are written before they are read again (analysis/dead_variables.h), and
// scalars that a flag says are not in use (analysis/flagged_scalars.h; detect/dead_ids.h for ids that are integers).
// Each gives a bisimilar state, so both together do. Normalising is idempotent, and commutes with the permutations of
// the symmetry plan.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/analysis/dead_variables.h"
#include "engine/analysis/flagged_scalars.h"
#include "engine/network/network.h"
#include "symmetry/orbits/cell_orbits.h"

namespace orbita {

namespace detection {
class DeadIds;  // detect/dead_ids.h
}

class Normaliser {
 public:
  Normaliser() = default;  // leaves every row as it is
  // `reads`: data that queries look at is never dead. `orbits`: cells that must be treated alike.
  // `dead_ids`: of a detected symmetry, for the same queries; nullptr: none.
  Normaliser(const Network& network, const QueryReads& reads, const CellOrbits& orbits,
             std::shared_ptr<const detection::DeadIds> dead_ids = nullptr);

  void operator()(std::span<std::int32_t> row) const;
  // The rules by which it does so, for normalising sets of rows: to be applied in this order.
  std::vector<DeadSlot> rules() const;
  bool is_normal(std::span<const std::int32_t> row) const;  // for assert and for tests

 private:
  std::optional<DeadVariables> dead_;
  std::optional<FlaggedScalars> flagged_;
  std::shared_ptr<const detection::DeadIds> dead_ids_;
};

}  // namespace orbita
