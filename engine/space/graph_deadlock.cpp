// Valuations that no delay takes to any transition (docs/theory/zones.md, "Deadlock").
#include "engine/space/graph.h"

#include <algorithm>
#include <cassert>

#include "engine/semantics/zone_constraints.h"

namespace orbita {

namespace {

// Zones a set of possibly deadlocked valuations may fall into before it is given up as possible.
constexpr std::size_t most_deadlock_parts = 16;

}  // namespace

Zone Graph::invariant_zone(StateId discrete) { return invariant_zone(shape(discrete), facts(discrete)); }

Zone Graph::invariant_zone(const Shape& shape, const StateFacts& facts) const {
  Zone invariant = Zone::universal(shape.dimension());
  std::vector<Constraint> constraints;
  for (const ClockBound& bound : facts.invariant) {
    const bool possible = add_bound(shape, bound, constraints);
    assert(possible);
    static_cast<void>(possible);
  }
  const bool alive = invariant.constrain(constraints);
  assert(alive);
  static_cast<void>(alive);
  return invariant;
}

// Can the transition be taken at once from every valuation of the invariant? Sufficient only.
bool Graph::always_enabled(const ZoneOp& op, ConstMatrix invariant) const {
  const auto holds = [&](const Constraint& c) { return dbm::must_satisfy(invariant, c); };
  const auto holds_after = [&](const Constraint& c) { return holds(pulled_back(op, c)); };
  const auto stays_positive = [](const ZoneOp::Transfer& t) { return t.source == 0 || t.shift >= 0; };
  return std::all_of(op.guard.begin(), op.guard.end(), holds) &&
         std::all_of(op.invariant.begin(), op.invariant.end(), holds_after) &&
         std::all_of(op.transfer.begin(), op.transfer.end(), stays_positive);
}

// Looks at the transitions just made for a zone: usually one of them is always possible.
void Graph::watch_deadlocks(StateId discrete) {
  const Zone invariant = invariant_zone(discrete);
  for (std::size_t i = 0; i < raw_count_; ++i) {
    if (raw_[i].failure || !always_enabled(raw_[i].op, invariant.view())) continue;
    deadlocks_of(discrete) = Deadlocks::free;
    return;
  }
}

bool Graph::may_deadlock(StateId discrete) {
  if (deadlocks_of(discrete) == Deadlocks::unknown) {
    const Zone invariant = invariant_zone(discrete);
    const bool free = deadlocked(discrete, invariant.view(), most_deadlock_parts).is_empty();
    deadlocks_of(discrete) = free ? Deadlocks::free : Deadlocks::possible;
  }
  return deadlocks_of(discrete) == Deadlocks::possible;
}

Graph::Deadlocks& Graph::deadlocks_of(StateId discrete) {
  while (deadlocks_.size() <= discrete.value) deadlocks_.push_back(Deadlocks::unknown);
  return deadlocks_[discrete];
}

// What of the zone lies in none of the `removed` ones. One part after the other, so that few are held at a time.
// Where the steps run out, what has not been looked at counts as left.
Federation Graph::cut_out(Zone zone, const std::vector<std::vector<Constraint>>& removed, std::size_t steps) const {
  Federation rest{zone.dimension()};
  std::vector<std::pair<Zone, std::size_t>> waiting;  // parts, and how many of the removed ones they lie outside of
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

Federation Graph::deadlocked(StateId discrete, ConstMatrix zone, std::size_t most_parts) {
  const Zone invariant = invariant_zone(discrete);
  const StateFacts& here = facts(discrete);
  // Only transitions that some valuation of the zone can take, now or later, matter.
  Zone future(zone);
  if (here.delay) {
    future.delay();
    const bool still = future.intersect(invariant.view());
    assert(still);
    static_cast<void>(still);
  }
  const ConstMatrix reached = future.view();
  values(discrete, row_);
  make_raw(row_, shape_of_[discrete], Prune::by_data, &reached);
  std::vector<std::vector<Constraint>> ways_out;
  for (std::size_t i = 0; i < raw_count_; ++i) {
    if (limits_ != nullptr) limits_->check(0);
    Zone enabled;
    if (!enabling_zone(raw_[i].op, enabled) || !enabled.intersect(invariant.view())) continue;
    if (here.delay) {
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

}  // namespace orbita
