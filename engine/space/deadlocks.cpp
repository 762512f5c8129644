#include "engine/space/deadlocks.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace orbita {

namespace {

// Zones a set of possibly deadlocked valuations may fall into before it is given up as possible.
constexpr std::size_t most_deadlock_parts = 16;

// Can the transition be taken at once from every valuation of the invariant? Sufficient only.
bool always_enabled(const ZoneOp& op, ConstMatrix invariant) {
  const auto holds = [&](const Constraint& c) { return dbm::must_satisfy(invariant, c); };
  const auto holds_after = [&](const Constraint& c) { return holds(pulled_back(op, c)); };
  const auto stays_positive = [](const ZoneOp::Transfer& t) { return t.source == reference_clock || t.shift >= 0; };
  return std::all_of(op.guard.begin(), op.guard.end(), holds) &&
         std::all_of(op.invariant.begin(), op.invariant.end(), holds_after) &&
         std::all_of(op.transfer.begin(), op.transfer.end(), stays_positive);
}

}  // namespace

DeadlockOracle::DeadlockOracle(const StateStore& states, SuccessorLister& lister, MoveFilter* filter)
    : states_(states), lister_(lister), filter_(filter), row_(states.row_size()) {}

DeadlockOracle::Knowledge& DeadlockOracle::known(StateId state) {
  while (known_.size() <= state.value) known_.push_back(Knowledge::nothing);
  return known_[state];
}

void DeadlockOracle::prove_deadlock_free(StateId state, std::span<const Draft> drafts) {
  if (known(state) != Knowledge::nothing) return;
  const Zone invariant = lister_.invariant(state);
  const auto proves = [&](const Draft& draft) { return !draft.failure && always_enabled(draft.op, invariant.view()); };
  if (std::any_of(drafts.begin(), drafts.end(), proves)) known(state) = Knowledge::free;
}

bool DeadlockOracle::may_deadlock(StateId state) {
  if (known(state) == Knowledge::nothing) {
    const Zone invariant = lister_.invariant(state);
    const bool free = deadlocked(state, invariant.view(), most_deadlock_parts).is_empty();
    known(state) = free ? Knowledge::free : Knowledge::possible;
  }
  return known(state) == Knowledge::possible;
}

Federation DeadlockOracle::deadlocked(StateId state, ConstMatrix zone) { return deadlocked(state, zone, SIZE_MAX); }

Federation DeadlockOracle::deadlocked(StateId state, ConstMatrix zone, std::size_t most_parts) {
  assert(zone.dimension == states_.shape(state).dimension());
  const Zone invariant = lister_.invariant(state);
  const bool delay = lister_.facts(state).delay;
  // Only transitions that some valuation of the zone can take, now or later, matter.
  Zone future(zone);
  if (delay) {
    future.delay();
    const bool still = future.intersect(invariant.view());
    assert(still);
    static_cast<void>(still);
  }
  const ConstMatrix reached = future.view();
  states_.values(state, row_);
  if (filter_ != nullptr) filter_->prepare(row_, states_.shape(state), nullptr);
  std::vector<std::vector<Constraint>> ways_out;
  for (const Draft& draft : lister_.list(row_, states_.shape_id(state), &reached, filter_).drafts) {
    if (limits_ != nullptr) limits_->check(0);
    Zone enabled;
    if (!enabling_zone(draft.op, enabled) || !enabled.intersect(invariant.view())) continue;
    if (delay) {
      enabled.past();
      if (!enabled.intersect(invariant.view())) continue;
    }
    if (dbm::includes(enabled.view(), zone)) return Federation{zone.dimension};
    ways_out.push_back(minimal_constraints(enabled.view()));
  }
  const std::size_t steps =
      most_parts > SIZE_MAX / (ways_out.size() + 1) ? SIZE_MAX : most_parts * (ways_out.size() + 1);
  return cut_out(Zone(zone), ways_out, steps);
}

// The valuations of `zone` outside all of the `removed` zones. One part after the other, so that few are held at a
// time. Where the steps run out, parts not yet looked at count as left.
Federation DeadlockOracle::cut_out(Zone zone, const std::vector<std::vector<Constraint>>& removed,
                                   std::size_t steps) const {
  Federation rest{zone.dimension()};
  std::vector<std::pair<Zone, std::size_t>> waiting;  // parts, and how many of the removed zones they lie outside of
  waiting.emplace_back(std::move(zone), 0);
  while (!waiting.empty()) {
    auto [part, next] = std::move(waiting.back());
    waiting.pop_back();
    if (next == removed.size() || steps == 0) {
      rest.add(std::move(part));
      continue;
    }
    --steps;
    if (limits_ != nullptr) limits_->check((rest.parts().size() + waiting.size()) * part.view().size() * sizeof(raw_t));
    Federation left{std::move(part)};
    left.subtract(removed[next]);
    for (const Zone& smaller : left.parts()) waiting.emplace_back(smaller, next + 1);
  }
  return rest;
}

}  // namespace orbita
