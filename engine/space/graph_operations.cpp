// What transitions do to zones: guards, resets, invariants, and what higher priorities leave of them.
#include "engine/space/graph.h"

#include <algorithm>
#include <cassert>

#include "engine/semantics/zone_constraints.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// What tells the part from the rest of the zone it lies in, leaving out what follows from bounds on single clocks.
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

bool Graph::make_guard(const Shape& source, const Transition& move, ZoneOp& op) {
  op.source_dimension = source.dimension();
  for (const ClockBound& bound : move.guard) {
    if (!add_bound(source, bound, op.guard)) return false;
  }
  sort_constraints(op.guard);
  return true;
}

// Everything but the guard.
bool Graph::make_op(const Shape& source, const Transition& move, const Shape& target, ZoneOp& op) {
  // What every written clock holds in the end, in terms of the source.
  const auto current = [&](std::uint32_t clock) {
    return std::find(written_.begin(), written_.end(), clock) == written_.end() ? ZoneOp::Transfer{clock, 0}
                                                                                : clock_value_[clock];
  };
  written_.clear();
  for (const ClockAction& action : move.actions) {
    ZoneOp::Transfer value = action.source == 0 ? ZoneOp::Transfer{} : current(action.source);
    value.shift += action.value;
    if (std::find(written_.begin(), written_.end(), action.clock) == written_.end()) written_.push_back(action.clock);
    clock_value_[action.clock] = value;
  }
  for (const std::uint32_t clock : target.clocks) {
    const ZoneOp::Transfer value = current(clock);
    const std::uint32_t from = zone_position(source, value.source);
    assert(from != none && "an active clock was inactive before and is not written");
    op.transfer.push_back({from, value.shift});
  }
  for (const ClockBound& bound : move.invariant) {
    if (!add_bound(target, bound, op.invariant)) return false;
  }
  sort_constraints(op.invariant);
  op.delay = move.delay;
  for (const std::uint32_t clock : move.stopped) {
    if (const std::uint32_t at = zone_position(target, clock); at != none) op.stopped.push_back(at);
  }
  op.open_above = options_.time_clock == none ? 0 : zone_position(target, options_.time_clock);
  if (options_.extrapolation != Extrapolation::off) {
    op.extrapolation = options_.extrapolation;
    op.lower.assign(target.lower.begin(), target.lower.end());
    op.upper.assign(target.upper.begin(), target.upper.end());
  }
  return true;
}

Graph::Raw& Graph::next_raw() {
  if (raw_count_ == raw_.size()) raw_.emplace_back();
  Raw& raw = raw_[raw_count_++];
  raw.op.guard.clear();
  raw.op.transfer.clear();
  raw.op.invariant.clear();
  raw.op.stopped.clear();
  raw.op.cell.clear();
  raw.op.delay = false;
  raw.failure = false;
  raw.twins = none;
  return raw;
}

// The transitions of a row, each with the target's normalised values and the operation on zones.
std::span<const Transition> Graph::make_raw(std::span<const std::int32_t> row, ShapeId source, Prune pruning,
                                            const ConstMatrix* zone) {
  ++expansions_;
  raw_count_ = 0;
  const bool priorities = network_.has_channel_priority || network_.has_process_priority;
  const bool prune = pruning != Prune::nothing && twins_ != nullptr;
  // A twin's transition may be left out, but it blocks others all the same.
  const bool by_zone = pruning == Prune::by_zone && !priorities;
  if (prune) twins_->prepare(row, shapes_[source], by_zone ? zone : nullptr);
  const StateFacts here = priorities ? expander_.facts(row) : StateFacts{};
  std::optional<ZoneFilter> filter;
  if (zone != nullptr && split_broadcasts_) filter.emplace(shapes_[source], *zone);
  const std::span<const Transition> moves = expander_.expand(
      row, prune ? twins_->twin_before() : std::span<const std::uint32_t>(), filter ? &*filter : nullptr);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i % 1024 == 1023 && limits_ != nullptr) limits_->check(0);  // 3^n sets of receivers, for example
    Raw& raw = next_raw();
    raw.move = i;
    raw.failure = static_cast<bool>(moves[i].failure);
    // With priorities all stay: what they leave of another transition falls into the same parts for every zone.
    const bool possible = make_guard(shapes_[source], moves[i], raw.op) &&
                          (zone == nullptr || priorities ||
                           std::all_of(raw.op.guard.begin(), raw.op.guard.end(),
                                       [&](const Constraint& g) { return dbm::can_satisfy(*zone, g); }));
    if (!possible) {
      --raw_count_;
      continue;
    }
    if (raw.failure) continue;
    raw.row.assign(moves[i].target.begin(), moves[i].target.end());
    normalise(raw.row);
    // Most targets are known already, and their shapes with them; rows still to be sorted are not stored.
    raw.discrete = sorter_ ? StateId{} : intern(raw.row);
    raw.shape = sorter_ ? shapes_.of(raw.row) : shape_of_[raw.discrete];
    if (!make_op(shapes_[source], moves[i], shapes_[raw.shape], raw.op)) --raw_count_;
  }
  if (priorities) apply_priorities(moves, invariant_zone(shapes_[source], here), zone);
  if (!differences_.empty()) cut_into_cells(zone);
  if (prune) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < raw_count_; ++i) {
      const TwinPruning::Verdict verdict = twins_->judge(moves[raw_[i].move]);
      if (verdict.never && !raw_[i].failure) continue;
      raw_[i].twins = verdict.condition;
      if (kept != i) std::swap(raw_[kept], raw_[i]);
      ++kept;
    }
    raw_count_ = kept;
  }
  return moves;
}

// A transition is possible only where no transition of a higher level is: the rest of its guard may
// fall into several zones, each of which becomes a transition of its own. Only what the invariant of the source
// allows is looked at: the invariants of the targets are mostly the same, and would cut it into many more.
// A transition whose target violates an invariant does not exist, so it blocks nothing.
// What the zone at hand cannot take anyway, if there is one, is left out before anything is cut.
void Graph::apply_priorities(std::span<const Transition> moves, const Zone& invariant, const ConstMatrix* zone) {
  std::vector<Raw> kept;
  std::vector<Constraint> enabled;
  for (std::size_t i = 0; i < raw_count_; ++i) {
    const Raw& low = raw_[i];
    const auto can_hold = [&](const Constraint& g) { return dbm::can_satisfy(*zone, g); };
    if (zone != nullptr && !std::all_of(low.op.guard.begin(), low.op.guard.end(), can_hold)) continue;
    Zone guard = invariant;
    if (!guard.constrain(low.op.guard)) continue;
    Federation rest{guard};
    bool blocked = false;
    for (std::size_t k = 0; k < raw_count_; ++k) {
      poll_limits();
      const Raw& high = raw_[k];
      if (moves[high.move].level <= moves[low.move].level || high.failure) continue;
      if (!enabling_constraints(high.op, enabled)) continue;
      blocked = true;
      rest.subtract(enabled);
    }
    const bool is_guard = moves[low.move].participants.empty();  // that cannot be evaluated: an error whatever blocks
    if (!blocked || is_guard) {
      kept.push_back(low);
      continue;
    }
    for (const Zone& part : rest.parts()) {
      kept.push_back(low);
      kept.back().op.guard = constraints_within(invariant, part);
    }
  }
  raw_.swap(kept);
  raw_count_ = raw_.size();
}

// What is extrapolated must lie on one side of every difference that is compared, and stay there: a transition
// becomes one for each cell its targets fall into (docs/theory/zones.md, "Diagonals").
void Graph::cut_into_cells(const ConstMatrix* zone) {
  std::vector<Raw> kept;
  for (std::size_t i = 0; i < raw_count_; ++i) {
    if (limits_ != nullptr) limits_->check(0);
    Zone guard = Zone::universal(raw_[i].op.source_dimension);
    if (raw_[i].failure) kept.push_back(raw_[i]);
    else if (guard.constrain(raw_[i].op.guard)) add_cells(raw_[i], 0, guard, zone, kept);
  }
  raw_.swap(kept);
  raw_count_ = raw_.size();
}

// The parts of a transition from valuations of `guard`, cut along the differences from `next` on.
void Graph::add_cells(const Raw& raw, std::size_t next, const Zone& guard, const ConstMatrix* zone,
                      std::vector<Raw>& kept) const {
  const Shape target = shapes_[raw.shape];
  std::uint32_t x = none, y = none;
  for (; next < differences_.size(); ++next) {  // of clocks that are not active nobody will compare the difference
    x = zone_position(target, differences_[next].x), y = zone_position(target, differences_[next].y);
    if (x != none && y != none) break;
  }
  if (next == differences_.size()) {
    kept.push_back(raw);
    sort_constraints(kept.back().op.guard);
    sort_constraints(kept.back().op.cell);
    return;
  }
  const Constraint holds{ClockIndex{x}, ClockIndex{y}, Bound{differences_[next].raw}};
  for (const Constraint& side : {holds, complement(holds)}) {
    const Constraint before = pulled_back(raw.op, side);
    Zone part = guard;
    if (before.x == before.y) {  // both are written: all valuations lie on one side
      if (before.bound < le_zero) continue;
    } else if (!part.constrain(before.x, before.y, before.bound) ||
               (zone != nullptr && !dbm::can_satisfy(*zone, before))) {
      continue;
    }
    Raw one = raw;
    if (before.x != before.y && !dbm::must_satisfy(guard.view(), before)) one.op.guard.push_back(before);
    one.op.cell.push_back(side);
    add_cells(one, next + 1, part, zone, kept);
  }
}

}  // namespace orbita
