// Representatives by any strategy of symmetry/orbits/canonical.h, which looks at values and zone together.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/space/reducer.h"

namespace orbita {

class CanonicalReducer final : public Reducer {
 public:
  CanonicalReducer(const SymmetryPlan& plan, StateStore& states, Zones& zones);

  bool changes_rows() const override { return false; }
  bool is_canonical() const override { return canonicaliser_->statistics().non_canonical == 0; }
  Target row(Draft& draft) override { return {draft.discrete, none}; }
  SymbolicState zone(const Target& target, Zone& zone) override;
  SymbolicState zone(const Target& target, ZoneId zone) override;
  SymbolicState representative(const SymbolicState& state) override;
  bool represents(const SymbolicState& name, const SymbolicState& unreduced) override;
  bool same_orbit(StateId first, StateId second) override;
  const CanonicalStatistics* statistics() const override { return &canonicaliser_->statistics(); }
  std::size_t memory() const override;

 private:
  // One representative per orbit, for every strategy; within the budget of refinement.
  Canonicaliser& exact();
  std::vector<std::int32_t> exact_row(StateId discrete);
  std::pair<std::vector<std::int32_t>, Zone> exact_state(const SymbolicState& state);

  const SymmetryPlan& plan_;
  StateStore& states_;
  Zones& zones_;
  std::unique_ptr<Canonicaliser> canonicaliser_;
  std::unique_ptr<Canonicaliser> exact_;  // made when needed
  absl::flat_hash_map<SymbolicState, SymbolicState> representative_;
  std::vector<std::int32_t> row_;
  std::vector<std::uint32_t> active_;
  Zone scratch_;
};

}  // namespace orbita
