#include "engine/search/maximal_runs.h"

#include <algorithm>
#include <cassert>

#include "engine/semantics/zone_constraints.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

std::uint64_t place(const AlwaysState& s) { return (std::uint64_t{s.discrete.value} << 32) | s.piece; }

bool is_unbounded(ConstMatrix zone) {
  for (std::uint32_t x = 1; x < zone.dimension; ++x) {
    if (zone.row(x)[0] != raw_infinity) return false;
  }
  return true;
}

// `zone` with the upper and lower bounds of clocks made weak or strict; empty results are possible.
enum class Border { weak, strict };
std::optional<Zone> with_borders(const Zone& zone, Border upper, Border lower) {
  Zone result = zone;
  const Matrix m = result.matrix();
  const auto change = [](raw_t& raw, Border border) {
    if (raw != raw_infinity) raw = border == Border::weak ? (raw | 1) : (raw & ~1);
  };
  for (std::uint32_t x = 1; x < zone.dimension(); ++x) {
    change(m.row(x)[0], upper);
    // Clocks are never negative: the bound x >= 0 is not a border one could be outside of …
    if (m.row(0)[x] != raw_le_zero || lower == Border::weak) change(m.row(0)[x], lower);
    // … but time has passed when a piece is left, so x > 0 then.
    else m.row(0)[x] = raw_lt_zero;
  }
  if (!dbm::close(m)) return std::nullopt;
  return result;
}

}  // namespace

MaximalRunSearch::MaximalRunSearch(const Network& network, TransitionSpace& space, const Coverage& coverage,
                                   const Predicate& predicate, bool negated, const Predicate* condition,
                                   SymmetryCheck* check)
    : space_(space),
      probe_(space.zones(), coverage),
      predicate_(predicate),
      negated_(negated),
      condition_(condition),
      check_(check),
      evaluator_(network, space) {}

const std::vector<Zone>& MaximalRunSearch::pieces(StateId discrete) {
  const auto [it, is_new] = pieces_.try_emplace(discrete);
  if (is_new) it->second = evaluator_.region(predicate_, negated_, discrete).parts();
  return it->second;
}

const Zone& MaximalRunSearch::invariant(StateId discrete) {
  const auto [it, is_new] = invariant_.try_emplace(discrete);
  if (is_new) it->second = invariant_zone(space_.shape(discrete), space_.facts(discrete));
  return it->second;
}

// ------------------------------------------------------------------ successors

// A state is entered with these valuations: cut to each piece of p, then time passes inside it.
void MaximalRunSearch::enter(StateId discrete, const Zone& entry, OpId via, std::vector<AlwaysState>& result) {
  const std::vector<Zone>& parts = pieces(discrete);
  if (evaluator_.failure()) return;
  for (std::uint32_t piece = 0; piece < parts.size(); ++piece) {
    Zone zone = entry;
    if (!zone.intersect(parts[piece].view())) continue;
    if (space_.facts(discrete).delay) {
      delay_with_stopped(zone, {});
      if (!zone.intersect(invariant(discrete).view()) || !zone.intersect(parts[piece].view())) continue;
    }
    result.push_back({discrete, piece, space_.zones().intern(zone.view()), via});
  }
}

void MaximalRunSearch::list_successors(const AlwaysState& state, std::vector<AlwaysState>& result,
                                       MaximalRunOutcome& outcome) {
  const std::span<const Successor> all = space_.successors(SymbolicState{state.discrete, state.zone});
  const std::vector<Successor> successors(all.begin(), all.end());
  for (const Successor& successor : successors) {
    poll_limits();
    const ZoneOp& op = space_.zones().op(successor.op);
    if (successor.discrete == none) {
      if (apply(op, space_.zones().zone(state.zone), scratch_, target_)) {
        outcome.found = true;
        outcome.end = MaximalRunOutcome::End::error;
        return;
      }
      continue;
    }
    ZoneOp entry = op;
    entry.delay = false;
    if (!apply(entry, space_.zones().zone(state.zone), scratch_, target_)) continue;
    ++outcome.transitions;
    const Zone arrived = target_;
    const std::size_t before = result.size();
    enter(successor.discrete, arrived, successor.op, result);
    for (std::size_t i = before; i < result.size(); ++i) {
      result[i] = represented(result[i], space_.representative(successor, result[i].zone));
    }
  }
  delay_into_other_pieces(state, result);
}

// From piece P straight into piece Q while time passes: through a common border x = c, which belongs
// to one of them. Just before the border all other bounds of P must hold, just after it those of Q.
void MaximalRunSearch::delay_into_other_pieces(const AlwaysState& state, std::vector<AlwaysState>& result) {
  const std::vector<Zone>& parts = pieces(state.discrete);
  if (parts.size() < 2 || !space_.facts(state.discrete).delay) return;
  const Zone& from = parts[state.piece];
  Zone future = space_.zones().zone(state.zone);
  future.delay();
  for (std::uint32_t q = 0; q < parts.size(); ++q) {
    poll_limits();
    if (q == state.piece) continue;
    for (std::uint32_t x = 1; x < from.dimension(); ++x) {
      const ClockIndex clock{x};
      const Bound upper = from(clock, reference_clock);
      const Bound lower = parts[q](reference_clock, clock);
      if (upper.is_infinite() || lower != upper.complement()) continue;  // no common border at x = c
      const bool border_in_target = !upper.is_weak();
      const std::optional<Zone> before = border_in_target ? with_borders(from, Border::weak, Border::strict) : from;
      const std::optional<Zone> after =
          border_in_target ? parts[q] : with_borders(parts[q], Border::strict, Border::weak);
      if (!before || !after) continue;
      Zone crossing = future;
      const std::int32_t c = upper.value();
      if (!crossing.constrain({at_most(clock, c), at_least(clock, c)}) || !crossing.intersect(before->view()) ||
          !crossing.intersect(after->view())) {
        continue;
      }
      crossing.delay();
      if (!crossing.intersect(parts[q].view()) || !crossing.intersect(invariant(state.discrete).view())) continue;
      result.push_back({state.discrete, q, space_.zones().intern(crossing.view()), none});
    }
  }
}

// The state under the name of its representative. Names decide the numbers of the pieces too.
AlwaysState MaximalRunSearch::represented(const AlwaysState& state, const SymbolicState& node) {
  AlwaysState result = state;
  result.discrete = node.discrete;
  result.zone = node.zone;
  const std::vector<Zone>& parts = pieces(node.discrete);
  for (std::uint32_t piece = 0; piece < parts.size(); ++piece) {
    if (parts[piece].includes(space_.zones().zone(node.zone))) result.piece = piece;
  }
  return result;
}

// ------------------------------------------------------------ unreduced states

std::optional<MaximalRunSearch::LiftedStart> MaximalRunSearch::lifted_start(const SymbolicState& real,
                                                                            const SymbolicState& start,
                                                                            const AlwaysState& first) {
  std::vector<Zone> cuts{space_.zones().zone(real.zone)};
  if (condition_ != nullptr) {
    cuts = evaluator_.satisfying(*condition_, false, real.discrete, space_.zones().zone(real.zone)).parts();
  }
  for (const Zone& cut : cuts) {
    const SymbolicState node{real.discrete, space_.zones().intern(cut.view())};
    if (condition_ != nullptr && !space_.represents(start, node)) continue;
    std::vector<AlwaysState> entries;
    enter(node.discrete, cut, none, entries);
    for (const AlwaysState& entry : entries) {
      if (!space_.represents({first.discrete, first.zone}, {entry.discrete, entry.zone})) continue;
      Zone moment = cut;
      if (moment.intersect(pieces(entry.discrete)[entry.piece].view())) return LiftedStart{entry, std::move(moment)};
    }
  }
  return std::nullopt;
}

std::optional<MaximalRunSearch::LiftedStep> MaximalRunSearch::lifted_step(UnreducedSpace& unreduced,
                                                                          const AlwaysState& real,
                                                                          std::span<const std::int32_t> row,
                                                                          const AlwaysState& next, bool again) {
  const auto is_next = [&](const AlwaysState& state) {
    if (!again) return space_.represents({next.discrete, next.zone}, {state.discrete, state.zone});
    const SymbolicState node = space_.representative({state.discrete, state.zone});
    if (node.discrete == next.discrete) return represented(state, node).piece == next.piece;
    // Where representatives are not unique, a larger zone may go by another name.
    return pieces(next.discrete).size() == 1 && space_.same_orbit(node.discrete, next.discrete);
  };
  std::vector<AlwaysState> found;
  if (next.via == none) {
    delay_into_other_pieces(real, found);
    for (const AlwaysState& state : found) {
      if (is_next(state)) return LiftedStep{std::nullopt, state};
    }
    return std::nullopt;
  }
  // The transition of the first round, if it goes by the same name here.
  std::vector<UnreducedStep> steps = unreduced.steps(row, real.zone);
  std::stable_partition(steps.begin(), steps.end(), [&](const UnreducedStep& step) { return step.op == next.via; });
  for (const UnreducedStep& step : steps) {
    poll_limits();
    if (step.discrete == none) continue;
    ZoneOp entry = space_.zones().op(step.op);
    entry.delay = false;
    if (!apply(entry, space_.zones().zone(real.zone), scratch_, target_)) continue;
    found.clear();
    enter(step.discrete, Zone(target_), step.op, found);
    for (const AlwaysState& state : found) {
      if (is_next(state)) return LiftedStep{step, state};
    }
  }
  return std::nullopt;
}

// ---------------------------------------------------------------------- search

// Can a run stop in this state and still be maximal?
bool MaximalRunSearch::ends_here(const AlwaysState& state, MaximalRunOutcome& outcome) {
  const Zone& piece = pieces(state.discrete)[state.piece];
  const bool delay = space_.facts(state.discrete).delay;
  if (delay) {
    Zone stay = piece;
    if (stay.intersect(invariant(state.discrete).view()) && is_unbounded(stay.view())) {
      outcome.end = MaximalRunOutcome::End::waits;
      return true;
    }
  }
  if (!space_.may_deadlock(state.discrete)) return false;
  if (!stuck(state).is_empty()) {
    outcome.end = MaximalRunOutcome::End::deadlock;
    return true;
  }
  outcome.undecided |= space_.proves_deadlock_freedom();
  return false;
}

Federation MaximalRunSearch::stuck(const AlwaysState& state) {
  Federation result = space_.deadlocked(state.discrete, space_.zones().zone(state.zone));
  if (predicate_.has_clocks && space_.facts(state.discrete).delay && !result.is_empty()) {
    // Waiting on must not leave p.
    Federation outside{invariant(state.discrete)};
    for (const Zone& part : pieces(state.discrete)) outside.subtract(part.view());
    outside.past();
    result.subtract(outside);
  }
  return result;
}

void MaximalRunSearch::found_run(MaximalRunOutcome& outcome) {
  outcome.found = true;
  outcome.start = roots_.back().start;
  for (std::size_t i = roots_.back().position; i < stack_.size(); ++i) outcome.path.push_back(stack_[i].state);
}

// Every step from an earlier state of this run is possible again from this one.
bool MaximalRunSearch::closes_loop(const AlwaysState& state, MaximalRunOutcome& outcome) {
  const std::size_t first = roots_.back().position;
  for (const std::uint32_t position : on_stack_[place(state)]) {
    if (position < first) continue;
    const ZoneId z = stack_[position].state.zone;
    assert(probe_.zone() == state.zone);
    if (z != state.zone && !probe_.covers(z)) continue;
    found_run(outcome);
    outcome.end = MaximalRunOutcome::End::lasso;
    outcome.loop_start = position - first;
    outcome.path.push_back(state);
    return true;
  }
  return false;
}

// Puts a state on the stack.
void MaximalRunSearch::push(const AlwaysState& state, MaximalRunOutcome& outcome) {
  on_stack_[place(state)].push_back(static_cast<std::uint32_t>(stack_.size()));
  stack_.push_back({state, {}, 0});
  ++outcome.explored;
  if (check_ != nullptr) check_->test({state.discrete, state.zone});
  if (ends_here(state, outcome)) {
    found_run(outcome);
    return;
  }
  list_successors(state, stack_.back().next, outcome);
  if (evaluator_.failure()) {
    outcome.failure = evaluator_.failure();
    outcome.end = MaximalRunOutcome::End::error;
    outcome.found = true;
  }
  if (outcome.found) found_run(outcome);
}

// Starts that are states as they stand: p and q speak of data alone.
void MaximalRunSearch::list_pending(const std::vector<SymbolicState>& starts) {
  is_begun_.assign(starts.size(), false);
  pending_.clear();
  const auto is_data = [](const Predicate& p) { return !p.has_clocks && !p.has_deadlock; };
  if (condition_ == nullptr || !is_data(*condition_) || !is_data(predicate_)) return;
  for (std::uint32_t s = 0; s < starts.size(); ++s) {
    check_limits();
    if (pieces(starts[s].discrete).empty()) continue;
    probe_.prepare(starts[s].zone, space_.shape(starts[s].discrete));
    pending_[starts[s].discrete].add(probe_, NodeId{s});
  }
}

// A start that covers the state, which the probe was prepared for, and has not begun; none: there is no such.
std::uint32_t MaximalRunSearch::pending_cover(const AlwaysState& state) {
  const auto found = pending_.find(state.discrete);
  if (found == pending_.end()) return none;
  return found->second.find_covering(probe_, [&](NodeId start) { return !is_begun_[start.value]; }).value;
}

// The state on top has no maximal run inside p; neither has any state it covers.
void MaximalRunSearch::pop() {
  const AlwaysState state = stack_.back().state;
  assert(!roots_.empty() && roots_.back().position < stack_.size());
  assert(on_stack_[place(state)].back() + 1 == stack_.size());
  if (kept_ != nullptr) kept_->push_back({state.discrete, state.zone});
  probe_.prepare(state.zone, space_.shape(state.discrete));
  Antichain& done = finished_[place(state)];
  done.drop_covered(probe_, [&](NodeId) { --finished_count_; });
  done.add(probe_, none);
  ++finished_count_;
  on_stack_[place(state)].pop_back();
  stack_.pop_back();
  if (roots_.back().position == stack_.size()) roots_.pop_back();
}

bool MaximalRunSearch::is_finished(const AlwaysState& state) {
  assert(probe_.zone() == state.zone);
  const auto finished = finished_.find(place(state));
  return finished != finished_.end() && (finished->second.contains(state.zone) || finished->second.covers(probe_));
}

void MaximalRunSearch::begin(std::uint32_t start, const AlwaysState& state, MaximalRunOutcome& outcome) {
  is_begun_[start] = true;
  roots_.push_back({stack_.size(), start});
  push(state, outcome);
}

// Tries the next successor of the state on top. Where a start covers it that has to be explored anyway, that comes
// first, as a run of its own: pieces of it need not be explored one by one.
void MaximalRunSearch::advance(const std::vector<SymbolicState>& starts, MaximalRunOutcome& outcome) {
  Frame& top = stack_.back();
  if (top.position == top.next.size()) return pop();
  const AlwaysState next = top.next[top.position];
  probe_.prepare(next.zone, space_.shape(next.discrete));
  if (is_finished(next)) {
    ++top.position;
    return;
  }
  if (closes_loop(next, outcome)) return;
  const std::uint32_t start = pending_cover(next);
  if (start != none) return begin(start, {next.discrete, next.piece, starts[start].zone, none}, outcome);
  ++top.position;
  push(next, outcome);
}

MaximalRunOutcome MaximalRunSearch::run(const std::vector<SymbolicState>& starts, const Limits& limits) {
  MaximalRunOutcome outcome;
  Watch watch(limits);
  const auto goes_on = [&] { return !outcome.found && !outcome.undecided && watch.stop().empty(); };
  list_pending(starts);
  for (std::uint32_t s = 0; s < starts.size() && goes_on(); ++s) {
    if (is_begun_[s]) continue;
    check_limits();
    outcome.start = s;
    std::vector<AlwaysState> entries;
    enter(starts[s].discrete, space_.zones().zone(starts[s].zone), none, entries);
    if (evaluator_.failure()) {
      outcome.failure = evaluator_.failure();
      outcome.found = true;
      outcome.end = MaximalRunOutcome::End::error;
      break;
    }
    for (const AlwaysState& real : entries) {
      const AlwaysState entry = represented(real, space_.representative({real.discrete, real.zone}));
      probe_.prepare(entry.zone, space_.shape(entry.discrete));
      if (is_finished(entry)) continue;
      begin(s, entry, outcome);
      while (!stack_.empty() && goes_on()) {
        advance(starts, outcome);
        watch.check(
            {finished_count_ + stack_.size(), outcome.explored, stack_.size(), outcome.transitions, memory(), 0});
      }
      if (!goes_on()) break;
    }
  }
  outcome.stop = outcome.found ? Stop{} : watch.stop();
  outcome.undecided &= !outcome.found;
  outcome.complete = outcome.found || (outcome.stop.empty() && !outcome.undecided);
  outcome.stored = finished_count_ + stack_.size();
  outcome.split =
      std::any_of(pieces_.begin(), pieces_.end(), [](const auto& entry) { return entry.second.size() > 1; });
  outcome.seconds = watch.seconds();
  stack_.clear();
  roots_.clear();
  on_stack_.clear();
  return outcome;
}

std::size_t MaximalRunSearch::memory() const {
  return space_.memory() + finished_count_ * 2 * Antichain::bytes_per_member +
         (finished_.size() + on_stack_.size()) * 64 + stack_.size() * 128;
}

}  // namespace orbita
