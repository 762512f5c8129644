// Representatives under a cyclic group: the least image (symmetry/orbits/cyclic_group.h).
//
// row() takes the least of the images of the values, and knows which members of the group leave that one alone;
// zone() takes the least of the images of the zone under these.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <vector>

#include "engine/space/reducer.h"
#include "symmetry/orbits/cyclic_group.h"

namespace orbita {

// For plans with `rotations` set.
class RotatingReducer final : public Reducer {
 public:
  RotatingReducer(const SymmetryPlan& plan, StateStore& states, Zones& zones);

  bool changes_rows() const override { return true; }
  bool is_canonical() const override { return true; }
  Target row(Draft& draft) override;
  SymbolicState zone(const Target& target, Zone& zone) override;
  SymbolicState zone(const Target& target, ZoneId zone) override;
  SymbolicState representative(const SymbolicState& state) override;
  bool represents(const SymbolicState& name, const SymbolicState& unreduced) override;
  bool same_orbit(StateId first, StateId second) override;
  std::size_t memory() const override;

 private:
  // Brings the row, whose active clocks are in active_, to its least image; map_ then says where clocks go, if any do.
  CyclicGroup::Least make_least(std::span<std::int32_t> row);

  const CyclicGroup& group_;
  StateStore& states_;
  Zones& zones_;
  absl::flat_hash_map<SymbolicState, ZoneId> least_;  // of zones of rows that some members leave alone
  std::vector<std::uint32_t> active_;
  std::vector<ClockIndex> map_;  // empty: all clocks stay
  std::vector<std::int32_t> row_;
  Zone scratch_;
};

}  // namespace orbita
