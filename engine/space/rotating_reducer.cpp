#include "engine/space/rotating_reducer.h"

#include <algorithm>
#include <cassert>

#include "engine/base/phase_times.h"
#include "engine/space/permute_target.h"

namespace orbita {

RotatingReducer::RotatingReducer(const SymmetryPlan& plan, StateStore& states, Zones& zones)
    : group_(*plan.rotations), states_(states), zones_(zones), row_(states.row_size()) {
  assert(group_.order() > 1);
}

CyclicGroup::Least RotatingReducer::make_least(std::span<std::int32_t> row) {
  const CyclicGroup::Least least = group_.make_least(row);
  map_.clear();
  if (least.power != 0 && !group_.move_active(least.power, active_, map_)) map_.clear();
  return least;
}

// The note for zone() is the step; `none` where no member leaves the row alone.
Reducer::Target RotatingReducer::row(Draft& draft) {
  const Timed timed(seconds_);
  const Shape shape = states_.shape(draft.shape);
  active_.assign(shape.clocks.numbers().begin(), shape.clocks.numbers().end());
  const CyclicGroup::Least least = make_least(draft.row);
  if (!map_.empty()) permute_target(draft.op, map_);
  const StateId discrete = states_.intern(draft.row);
  const Shape image = states_.shape(discrete);
  assert(std::ranges::equal(active_, image.clocks.numbers()) && "active clocks must not depend on names");
  if (draft.op.extrapolation != Extrapolation::off) {
    draft.op.lower.assign(image.lower.begin(), image.lower.end());
    draft.op.upper.assign(image.upper.begin(), image.upper.end());
  }
  return {discrete, least.step == group_.order() || active_.empty() ? TiesId{none} : TiesId{least.step}};
}

SymbolicState RotatingReducer::zone(const Target& target, Zone& zone) {
  if (target.ties != none) {
    const Timed timed(seconds_);
    group_.make_least(target.ties.value, states_.shape(target.discrete).clocks.numbers(), zone);
  }
  return {target.discrete, zones_.intern(zone.view())};
}

SymbolicState RotatingReducer::zone(const Target& target, ZoneId zone) {
  if (target.ties == none) return {target.discrete, zone};
  const Timed timed(seconds_);
  const auto [it, is_new] = least_.try_emplace({target.discrete, zone}, zone);
  if (is_new) {
    scratch_ = zones_.zone(zone);
    if (group_.make_least(target.ties.value, states_.shape(target.discrete).clocks.numbers(), scratch_))
      it->second = zones_.intern(scratch_.view());
  }
  return {target.discrete, it->second};
}

SymbolicState RotatingReducer::representative(const SymbolicState& state) {
  states_.values(state.discrete, row_);
  const Shape shape = states_.shape(state.discrete);
  active_.assign(shape.clocks.numbers().begin(), shape.clocks.numbers().end());
  const CyclicGroup::Least least = make_least(row_);
  scratch_ = zones_.zone(state.zone);
  if (!map_.empty()) scratch_ = scratch_.permuted(map_);
  if (least.step != group_.order()) group_.make_least(least.step, active_, scratch_);
  return {states_.intern(row_), zones_.intern(scratch_.view())};
}

// Representatives are unique: another one belongs to another orbit.
bool RotatingReducer::represents(const SymbolicState& name, const SymbolicState& unreduced) {
  return name == representative(unreduced);
}

bool RotatingReducer::same_orbit(StateId first, StateId second) {
  if (first == second) return true;
  std::vector<std::int32_t> other(row_.size());
  states_.values(first, row_);
  states_.values(second, other);
  group_.make_least(row_);
  group_.make_least(other);
  return row_ == other;
}

std::size_t RotatingReducer::memory() const { return least_.capacity() * (sizeof(*least_.begin()) + 1); }

}  // namespace orbita
