#include "engine/space/successors.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "engine/semantics/zone_constraints.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

bool hears_by_clock(const Network& network) {
  return std::any_of(network.edges.begin(), network.edges.end(), [&](const NetEdge& e) {
    return e.direction == SyncDirection::receive && network.channels[e.channel].broadcast && !e.guard.atoms.empty();
  });
}

// Can every guard be satisfied by some valuation of the zone, each on its own?
bool may_satisfy(ConstMatrix zone, const std::vector<Constraint>& guard) {
  return std::all_of(guard.begin(), guard.end(), [&](const Constraint& g) { return dbm::can_satisfy(zone, g); });
}

// The constraints that tell `part` from the rest of `zone`, without those that follow from bounds on single clocks.
std::vector<Constraint> constraints_within(const Zone& zone, const Zone& part) {
  std::vector<Constraint> result;
  const ConstMatrix all = zone.view(), m = part.view();
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      const raw_t raw = m.row(i)[j];
      if (i == j || raw >= all.row(i)[j]) continue;
      const Bound upper{m.row(i)[0]}, lower{m.row(0)[j]};
      const bool follows = i != 0 && j != 0 && !upper.is_infinite() && upper + lower == Bound{raw};
      if (!follows) result.push_back({ClockIndex{i}, ClockIndex{j}, Bound{raw}});
    }
  }
  return result;
}

// Guards that some valuation of a zone satisfies together.
class ZoneFilter final : public GuardFilter {
 public:
  ZoneFilter(const Shape& shape, ConstMatrix zone) : shape_(shape) { zones_.emplace_back(zone); }

  bool push(std::span<const ClockBound> bounds) override {
    constraints_.clear();
    for (const ClockBound& bound : bounds) {
      if (!add_bound(shape_, bound, constraints_)) return false;
    }
    const auto holds = [&](const Constraint& c) { return dbm::must_satisfy(zones_.back().view(), c); };
    const bool changes = !std::all_of(constraints_.begin(), constraints_.end(), holds);
    if (changes) {
      Zone next = zones_.back();
      if (!next.constrain(constraints_)) return false;
      zones_.push_back(std::move(next));
    }
    changed_.push_back(changes);
    return true;
  }
  void pop() override {
    if (changed_.back()) zones_.pop_back();
    changed_.pop_back();
  }

 private:
  const Shape shape_;
  std::vector<Zone> zones_;
  std::vector<bool> changed_;
  std::vector<Constraint> constraints_;
};

}  // namespace

SuccessorLister::SuccessorLister(const Network& network, StateStore& states, ListerOptions options)
    : network_(network),
      states_(states),
      options_(std::move(options)),
      has_priorities_(network.has_channel_priority || network.has_process_priority),
      splits_broadcasts_(hears_by_clock(network)),
      expander_(network),
      clock_value_(network.clocks.size()),
      facts_row_(network.value_count()) {}

void SuccessorLister::respect(const Limits& limits) {
  limits_ = &limits;
  expander_.respect(limits);
}

const StateFacts& SuccessorLister::facts(StateId state) {
  if (facts_of_ != state) {
    states_.values(state, facts_row_);
    facts_ = expander_.facts(facts_row_);
    facts_of_ = state;
  }
  return facts_;
}

Zone SuccessorLister::invariant(StateId state) { return invariant_zone(states_.shape(state), facts(state)); }

// ------------------------------------------------------------------ operations

bool SuccessorLister::make_guard(const Shape& source, const Transition& transition, ZoneOp& op) const {
  op.source_dimension = source.dimension();
  for (const ClockBound& bound : transition.guard) {
    if (!add_bound(source, bound, op.guard)) return false;
  }
  sort_constraints(op.guard);
  return true;
}

// Everything but the guard.
bool SuccessorLister::make_op(const Shape& source, const Transition& transition, const Shape& target, ZoneOp& op) {
  // The value of every written clock in the end, in terms of the source.
  const auto current = [&](NetClockId clock) {
    return std::find(written_.begin(), written_.end(), clock) == written_.end() ? ClockValue{clock, 0}
                                                                                : clock_value_[clock];
  };
  written_.clear();
  for (const ClockAction& action : transition.actions) {
    ClockValue value = action.source == reference_net_clock ? ClockValue{} : current(action.source);
    value.shift += action.value;
    if (std::find(written_.begin(), written_.end(), action.clock) == written_.end()) written_.push_back(action.clock);
    clock_value_[action.clock] = value;
  }
  for (const NetClockId clock : target.clocks) {
    const ClockValue value = current(clock);
    const ClockIndex from = zone_position(source, value.source);
    assert(from != none && "an active clock was inactive before and is not written");
    op.transfer.push_back({from, value.shift});
  }
  for (const ClockBound& bound : transition.invariant) {
    if (!add_bound(target, bound, op.invariant)) return false;
  }
  sort_constraints(op.invariant);
  op.delay = transition.delay;
  for (const NetClockId clock : transition.stopped) {
    if (const ClockIndex at = zone_position(target, clock); at != none) op.stopped.push_back(at);
  }
  op.open_above = options_.time_clock == none ? reference_clock : zone_position(target, options_.time_clock);
  assert(op.open_above != none && "the clock that measures time is always active");
  assert(op.target_dimension() == target.dimension() && std::ranges::is_sorted(op.stopped));
  if (options_.extrapolation != Extrapolation::off) {
    op.extrapolation = options_.extrapolation;
    op.lower.assign(target.lower.begin(), target.lower.end());
    op.upper.assign(target.upper.begin(), target.upper.end());
  }
  return true;
}

bool SuccessorLister::list_initial(std::span<const std::int32_t> row, ShapeId shape, bool with_delay, ZoneOp& op) {
  const StateFacts start = expander_.facts(row);
  if (!start.possible || start.failure) return false;
  Transition entry;  // from a state without clocks: all of them are written
  entry.invariant = start.invariant;
  entry.stopped = start.stopped;
  entry.delay = start.delay && with_delay;
  for (const NetClockId x : network_.proper_clocks()) {
    entry.actions.push_back({x, reference_net_clock, network_.clocks[x].initial});
  }
  Draft draft;
  draft.shape = shape;
  const std::int32_t reference = 0;
  const Shape no_clocks{{}, {&reference, 1}, {&reference, 1}};
  if (!make_guard(no_clocks, entry, draft.op) || !make_op(no_clocks, entry, states_.shape(shape), draft.op))
    return false;
  std::vector<Draft> cells;  // one: there is one valuation before time passes
  add_cells(draft, 0, Zone::universal(1), nullptr, cells);
  op = std::move(cells.front().op);
  return true;
}

// ---------------------------------------------------------------------- drafts

Draft& SuccessorLister::next_draft() {
  if (draft_count_ == drafts_.size()) drafts_.emplace_back();
  Draft& draft = drafts_[draft_count_++];
  draft.op.guard.clear();
  draft.op.transfer.clear();
  draft.op.invariant.clear();
  draft.op.stopped.clear();
  draft.op.cell.clear();
  draft.op.delay = false;
  draft.op.open_above = reference_clock;
  draft.op.extrapolation = Extrapolation::off;
  draft.op.lower.clear();
  draft.op.upper.clear();
  draft.failure = false;
  draft.condition = none;
  return draft;
}

SuccessorLister::Listing SuccessorLister::list(std::span<const std::int32_t> row, ShapeId shape,
                                               const ConstMatrix* zone, MoveFilter* filter) {
  draft_count_ = 0;
  const StateFacts here = has_priorities_ ? expander_.facts(row) : StateFacts{};
  std::optional<ZoneFilter> guards;
  if (zone != nullptr && splits_broadcasts_) guards.emplace(states_.shape(shape), *zone);
  const std::span<const Transition> transitions = expander_.expand(row, filter, guards ? &*guards : nullptr);
  const bool filters_late = has_priorities_ || !options_.differences.empty();
  list_all(transitions, shape, zone, filters_late ? nullptr : filter);
  if (has_priorities_) apply_priorities(transitions, invariant_zone(states_.shape(shape), here), zone);
  if (!options_.differences.empty()) cut_into_cells(zone);
  if (filter != nullptr && filters_late) drop_filtered(transitions, *filter);
  return {{drafts_.data(), draft_count_}, transitions};
}

// One draft for each transition, before priorities. With priorities all stay, also those the zone excludes: the
// rest of a blocked transition then falls into the same parts for every zone. What the filter drops anyway is not
// worked out.
void SuccessorLister::list_all(std::span<const Transition> transitions, ShapeId source, const ConstMatrix* zone,
                               MoveFilter* filter) {
  const Shape from = states_.shape(source);
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    if (i % 1024 == 1023 && limits_ != nullptr) limits_->check(0);  // 3^n sets of receivers, for example
    Draft& draft = next_draft();
    draft.transition = i;
    draft.failure = static_cast<bool>(transitions[i].failure);
    if (!make_guard(from, transitions[i], draft.op) ||
        (zone != nullptr && !has_priorities_ && !may_satisfy(*zone, draft.op.guard))) {
      --draft_count_;
      continue;
    }
    if (filter != nullptr) {
      const MoveFilter::Verdict verdict = filter->judge(transitions[i]);
      if (verdict.never && !draft.failure) {
        --draft_count_;
        continue;
      }
      draft.condition = verdict.condition;
    }
    if (draft.failure) continue;
    draft.row.assign(transitions[i].target.begin(), transitions[i].target.end());
    states_.normalise()(draft.row);
    // Most targets are known already, and their shapes with them.
    draft.discrete = options_.stores_targets ? states_.intern(draft.row) : StateId{};
    draft.shape = options_.stores_targets ? states_.shape_id(draft.discrete) : states_.shape_of_row(draft.row);
    if (!make_op(from, transitions[i], states_.shape(draft.shape), draft.op)) --draft_count_;
  }
}

bool SuccessorLister::draft(ShapeId shape, const Transition& transition, Draft& result) {
  result = {};
  result.failure = static_cast<bool>(transition.failure);
  if (!make_guard(states_.shape(shape), transition, result.op)) return false;
  if (result.failure) return true;
  result.row = transition.target;
  states_.normalise()(result.row);
  result.shape = states_.shape_of_row(result.row);
  return make_op(states_.shape(shape), transition, states_.shape(result.shape), result.op);
}

// After priorities: a transition that others stand for blocks those of lower levels all the same.
void SuccessorLister::drop_filtered(std::span<const Transition> transitions, MoveFilter& filter) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < draft_count_; ++i) {
    const MoveFilter::Verdict verdict = filter.judge(transitions[drafts_[i].transition]);
    if (verdict.never && !drafts_[i].failure) continue;
    drafts_[i].condition = verdict.condition;
    if (kept != i) std::swap(drafts_[kept], drafts_[i]);
    ++kept;
  }
  draft_count_ = kept;
}

// A transition is possible only where no transition of a higher level is: the rest of its guard may
// fall into several zones, each of which becomes a transition of its own. Only valuations that the invariant
// of the source allows count: the invariants of the targets are mostly the same, and would cut it into many more.
// A transition whose target violates an invariant does not exist, so it blocks nothing.
// Transitions that the zone, if there is one, cannot take are left out before anything is cut.
void SuccessorLister::apply_priorities(std::span<const Transition> transitions, const Zone& invariant,
                                       const ConstMatrix* zone) {
  std::vector<Draft> kept;
  std::vector<Constraint> enabled;
  for (std::size_t i = 0; i < draft_count_; ++i) {
    const Draft& low = drafts_[i];
    if (zone != nullptr && !may_satisfy(*zone, low.op.guard)) continue;
    Zone guard = invariant;
    if (!guard.constrain(low.op.guard)) continue;
    Federation rest{guard};
    bool blocked = false;
    for (std::size_t k = 0; k < draft_count_; ++k) {
      poll_limits();
      const Draft& high = drafts_[k];
      if (transitions[high.transition].level <= transitions[low.transition].level || high.failure) continue;
      if (!enabling_constraints(high.op, enabled)) continue;
      blocked = true;
      rest.subtract(enabled);
    }
    // A guard that cannot be evaluated is an error, blocked or not.
    const bool is_guard = transitions[low.transition].participants.empty();
    if (!blocked || is_guard) {
      kept.push_back(low);
      continue;
    }
    for (const Zone& part : rest.parts()) {
      kept.push_back(low);
      kept.back().op.guard = constraints_within(invariant, part);
    }
  }
  drafts_.swap(kept);
  draft_count_ = drafts_.size();
}

// Zones that are extrapolated must lie on one side of every compared difference, and stay there: a transition
// becomes one for each cell its targets fall into (docs/theory/zones.md, "Diagonals").
void SuccessorLister::cut_into_cells(const ConstMatrix* zone) {
  std::vector<Draft> kept;
  for (std::size_t i = 0; i < draft_count_; ++i) {
    if (limits_ != nullptr) limits_->check(0);
    Zone guard = Zone::universal(drafts_[i].op.source_dimension);
    if (drafts_[i].failure) kept.push_back(drafts_[i]);
    else if (guard.constrain(drafts_[i].op.guard)) add_cells(drafts_[i], 0, guard, zone, kept);
  }
  drafts_.swap(kept);
  draft_count_ = drafts_.size();
}

// The parts of a transition from valuations of `guard`, cut along the differences from `next` on.
void SuccessorLister::add_cells(const Draft& draft, std::size_t next, const Zone& guard, const ConstMatrix* zone,
                                std::vector<Draft>& kept) const {
  const Shape target = states_.shape(draft.shape);
  const std::vector<Diagonal>& differences = options_.differences;
  ClockIndex x = none, y = none;
  for (; next < differences.size(); ++next) {  // differences of inactive clocks are not compared any more
    x = zone_position(target, differences[next].x), y = zone_position(target, differences[next].y);
    if (x != none && y != none) break;
  }
  if (next == differences.size()) {
    kept.push_back(draft);
    sort_constraints(kept.back().op.guard);
    sort_constraints(kept.back().op.cell);
    return;
  }
  const Constraint holds{x, y, Bound{differences[next].raw}};
  for (const Constraint& side : {holds, complement(holds)}) {
    const Constraint before = pulled_back(draft.op, side);
    Zone part = guard;
    if (before.x == before.y) {  // both are written: all valuations lie on one side
      if (before.bound < le_zero) continue;
    } else if (!part.constrain(before.x, before.y, before.bound) ||
               (zone != nullptr && !dbm::can_satisfy(*zone, before))) {
      continue;
    }
    Draft one = draft;
    if (before.x != before.y && !dbm::must_satisfy(guard.view(), before)) one.op.guard.push_back(before);
    one.op.cell.push_back(side);
    add_cells(one, next + 1, part, zone, kept);
  }
}

}  // namespace orbita
