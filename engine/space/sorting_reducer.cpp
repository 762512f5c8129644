#include "engine/space/sorting_reducer.h"

#include <algorithm>
#include <cassert>

#include "engine/base/phase_times.h"
#include "engine/space/permute_target.h"

namespace orbita {

SortingReducer::SortingReducer(const SymmetryPlan& plan, StateStore& states, Zones& zones)
    : states_(states), zones_(zones), values_sorter_(plan.layout), row_(plan.layout.values.size()) {
  assert(plan.sorting);
}

void SortingReducer::sort(std::span<std::int32_t> row, const Shape& shape) {
  active_.assign(shape.clocks.numbers().begin(), shape.clocks.numbers().end());
  values_sorter_.sort(row, active_);
}

TiesId SortingReducer::current_ties() {
  const TieClasses& ties = values_sorter_.ties();
  if (ties.empty()) return none;
  const auto [it, is_new] = tie_index_.try_emplace(ties, TiesId{static_cast<std::uint32_t>(ties_.size())});
  if (is_new) {
    ties_.push_back({ties, needs_matching(ties)});
    tie_bytes_ += 2 * (sizeof(TieClasses) + ties.code.size() * sizeof(ties.code[0]));
  }
  return it->second;
}

Reducer::Target SortingReducer::row(Draft& draft) {
  const Timed timed(seconds_);
  sort(draft.row, states_.shape(draft.shape));
  if (const std::span<const ClockIndex> map = values_sorter_.clock_map(); !map.empty()) permute_target(draft.op, map);
  const TiesId ties = current_ties();
  const StateId discrete = states_.intern(draft.row);
  assert(std::ranges::equal(active_, states_.shape(discrete).clocks.numbers()) &&
         "active clocks must not depend on names");
  keep_matching_ties(discrete, ties);
  if (draft.op.extrapolation != Extrapolation::off) {
    const Shape sorted = states_.shape(discrete);
    draft.op.lower.assign(sorted.lower.begin(), sorted.lower.end());
    draft.op.upper.assign(sorted.upper.begin(), sorted.upper.end());
  }
  return {discrete, ties};
}

SymbolicState SortingReducer::zone(const Target& target, Zone& zone) {
  if (target.ties != none) {
    const Timed timed(seconds_);
    zone_sorter_.sort(zone, ties_[target.ties.value].classes);
  }
  return {target.discrete, zones_.intern(zone.view())};
}

SymbolicState SortingReducer::zone(const Target& target, ZoneId zone) {
  if (target.ties == none) return {target.discrete, zone};
  const Timed timed(seconds_);
  const auto [it, is_new] = sorted_.try_emplace({zone, target.ties}, zone);
  if (is_new) {
    scratch_ = zones_.zone(zone);
    if (zone_sorter_.sort(scratch_, ties_[target.ties.value].classes)) it->second = zones_.intern(scratch_.view());
  }
  return {target.discrete, it->second};
}

SymbolicState SortingReducer::representative(const SymbolicState& state) {
  states_.values(state.discrete, row_);
  sort(row_, states_.shape(state.discrete));
  scratch_ = zones_.zone(state.zone);
  zone_sorter_.sort(scratch_, values_sorter_.clock_map(), values_sorter_.ties());
  const StateId discrete = states_.intern(row_);
  keep_matching_ties(discrete, current_ties());
  return {discrete, zones_.intern(scratch_.view())};
}

// Representatives are unique: another one belongs to another orbit.
bool SortingReducer::represents(const SymbolicState& name, const SymbolicState& unreduced) {
  return name == representative(unreduced);
}

// Sorting a row that is sorted already tells which of its elements are alike.
void SortingReducer::adopt(StateId discrete) {
  states_.values(discrete, row_);
  sort(row_, states_.shape(discrete));
  keep_matching_ties(discrete, current_ties());
}

void SortingReducer::keep_matching_ties(StateId discrete, TiesId ties) {
  if (ties != none && ties_[ties.value].need_matching) matching_ties_.try_emplace(discrete, ties);
}

const TieClasses* SortingReducer::matching_ties(StateId discrete) const {
  const auto it = matching_ties_.find(discrete);
  return it == matching_ties_.end() ? nullptr : &ties_[it->second.value].classes;
}

std::size_t SortingReducer::memory() const {
  const auto bytes_of = [](const auto& map) { return map.capacity() * (sizeof(*map.begin()) + 1); };
  return tie_bytes_ + bytes_of(sorted_) + bytes_of(matching_ties_);
}

}  // namespace orbita
