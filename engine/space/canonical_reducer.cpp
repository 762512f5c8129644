#include "engine/space/canonical_reducer.h"

#include <cassert>

#include "engine/base/phase_times.h"

namespace orbita {

CanonicalReducer::CanonicalReducer(const SymmetryPlan& plan, StateStore& states, Zones& zones)
    : plan_(plan),
      states_(states),
      zones_(zones),
      canonicaliser_(make_canonicaliser(plan.layout, plan.options)),
      row_(plan.layout.values.size()) {}

// Interned before it is canonicalised: representatives are remembered by number.
SymbolicState CanonicalReducer::zone(const Target& target, Zone& zone) {
  return this->zone(target, zones_.intern(zone.view()));
}

SymbolicState CanonicalReducer::zone(const Target& target, ZoneId zone) {
  const Timed timed(seconds_);
  return representative({target.discrete, zone});
}

SymbolicState CanonicalReducer::representative(const SymbolicState& state) {
  const auto [it, is_new] = representative_.try_emplace(state);
  if (is_new) {
    states_.values(state.discrete, row_);
    active_ = states_.shape(state.discrete).clock_list();
    scratch_ = zones_.zone(state.zone);
    canonicaliser_->canonicalise(row_, active_, scratch_);
    it->second = {states_.intern(row_), zones_.intern(scratch_.view())};
    assert(active_ == states_.shape(it->second.discrete).clock_list() && "active clocks must not depend on names");
  }
  return it->second;
}

Canonicaliser& CanonicalReducer::exact() {
  if (!exact_) {
    CanonicalOptions options = plan_.options;
    options.strategy = Strategy::refine;
    options.literal = false;
    exact_ = make_canonicaliser(plan_.layout, options);
  }
  return *exact_;
}

std::vector<std::int32_t> CanonicalReducer::exact_row(StateId discrete) {
  std::vector<std::int32_t> row(row_.size());
  states_.values(discrete, row);
  std::vector<std::uint32_t> no_clocks;
  Zone zone = Zone::zero(1);
  exact().canonicalise(row, no_clocks, zone);
  return row;
}

std::pair<std::vector<std::int32_t>, Zone> CanonicalReducer::exact_state(const SymbolicState& state) {
  std::vector<std::int32_t> row(row_.size());
  states_.values(state.discrete, row);
  std::vector<std::uint32_t> active = states_.shape(state.discrete).clock_list();
  Zone zone = zones_.zone(state.zone);
  exact().canonicalise(row, active, zone);
  return {std::move(row), std::move(zone)};
}

bool CanonicalReducer::same_orbit(StateId first, StateId second) {
  return first == second || exact_row(first) == exact_row(second);
}

bool CanonicalReducer::represents(const SymbolicState& name, const SymbolicState& unreduced) {
  return name == representative(unreduced) || exact_state(name) == exact_state(unreduced);
}

std::size_t CanonicalReducer::memory() const {
  return representative_.capacity() * (sizeof(*representative_.begin()) + 1);
}

}  // namespace orbita
