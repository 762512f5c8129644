// Representatives by two-phase sorting (symmetry/orbits/sort.h), which is canonical for many layouts.
//
// row() sorts the values and knows which elements are then still alike: their tie classes, interned. zone() sorts the
// clocks of each class. Both look at one half of the state only, so targets of one row are sorted once, and zones with
// the same ties too.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/space/reducer.h"
#include "symmetry/orbits/match.h"
#include "symmetry/orbits/sort.h"

namespace orbita {

// For plans with `sorting` set.
class SortingReducer final : public Reducer {
 public:
  SortingReducer(const SymmetryPlan& plan, StateStore& states, Zones& zones);

  bool changes_rows() const override { return true; }
  bool is_canonical() const override { return true; }
  Target row(Draft& draft) override;
  SymbolicState zone(const Target& target, Zone& zone) override;
  SymbolicState zone(const Target& target, ZoneId zone) override;
  SymbolicState representative(const SymbolicState& state) override;
  bool represents(const SymbolicState& name, const SymbolicState& unreduced) override;
  bool same_orbit(StateId first, StateId second) override { return first == second; }
  void adopt(StateId discrete) override;
  const TieClasses* matching_ties(StateId discrete) const override;
  std::size_t memory() const override;

 private:
  struct Ties {
    TieClasses classes;
    bool need_matching = false;
  };
  // Sorts the row, whose active clocks are given; the sorter then knows where clocks go.
  void sort(std::span<std::int32_t> row, const Shape& shape);
  // Interns the sorter's ties.
  TiesId current_ties();
  void keep_matching_ties(StateId discrete, TiesId ties);

  StateStore& states_;
  Zones& zones_;
  ValueSorter values_sorter_;
  ZoneSorter zone_sorter_;
  std::vector<Ties> ties_;
  absl::flat_hash_map<TieClasses, TiesId> tie_index_;
  std::size_t tie_bytes_ = 0;
  absl::flat_hash_map<StateId, TiesId> matching_ties_;
  absl::flat_hash_map<std::pair<ZoneId, TiesId>, ZoneId> sorted_;
  std::vector<std::uint32_t> active_;
  std::vector<std::int32_t> row_;
  Zone scratch_;
};

}  // namespace orbita
