#include "engine/semantics/expand.h"

#include <algorithm>
#include <cassert>

#include "dbm/bound.h"
#include "parser/work_limits.h"

namespace orbita {

Expander::Expander(const Network& network) : network_(network), machine_(network) {
  urgent_edges_.resize(network.processes.size());
  for (const ProcessId p : network.processes.ids()) {
    urgent_edges_[p].resize(network.processes[p].locations.size());
  }
  for (const EdgeId e : network.edges.ids()) {
    const NetEdge& edge = network.edges[e];
    if (edge.direction == SyncDirection::none) continue;
    bool urgent = false;
    for (const ChannelId c : edge.channels()) urgent |= network.channels[c].urgent;
    if (urgent) {
      urgent_edges_[edge.process][edge.source].push_back(e);
      has_urgent_channels_ = true;
    }
  }
}

// ------------------------------------------------------------------ candidates

void Expander::collect(std::span<const std::int32_t> values, bool urgent_only) {
  candidate_count_ = 0;
  select_values_.clear();
  some_committed_ = false;
  failures_.clear();
  for (const ProcessId p : network_.processes.ids()) {
    const LocationId location = location_of(values, p);
    const NetLocation& at = network_.processes[p].locations[location];
    some_committed_ |= at.committed;
    for (const EdgeId e : urgent_only ? urgent_edges_[p][location] : at.edges) {
      collect_edge(values, e, at.committed);
    }
  }
}

// One candidate per combination of select values.
void Expander::collect_edge(std::span<const std::int32_t> values, EdgeId e, bool committed) {
  const NetEdge& edge = network_.edges[e];
  if (edge.selects.empty()) {
    add_candidate(values, e, committed);
    return;
  }
  std::vector<std::int32_t> chosen;
  for (const SelectRange& range : edge.selects) {
    if (range.low > range.high) return;
    chosen.push_back(range.low);
    machine_.bind(range.frame, range.low);
  }
  for (;;) {
    poll_limits();
    const std::size_t before = candidate_count_;
    add_candidate(values, e, committed);
    if (candidate_count_ > before) {
      candidates_[before].first_select = select_values_.size();
      for (const std::int32_t value : chosen) select_values_.push_back(value);
    }
    std::size_t k = chosen.size();
    while (k > 0 && chosen[k - 1] == edge.selects[k - 1].high) {
      chosen[k - 1] = edge.selects[k - 1].low;
      machine_.bind(edge.selects[k - 1].frame, chosen[k - 1]);
      --k;
    }
    if (k == 0) return;
    machine_.bind(edge.selects[k - 1].frame, ++chosen[k - 1]);
  }
}

void Expander::add_candidate(std::span<const std::int32_t> values, EdgeId e, bool committed) {
  const NetEdge& edge = network_.edges[e];
  if (candidate_count_ == candidates_.size()) add_room_for_candidate();
  Candidate& candidate = candidates_[candidate_count_];
  candidate.guard.clear();
  if (edge.guard.data != no_code && machine_.evaluate(edge.guard.data, values) == 0) {
    note_failure(candidate.guard);
    return;
  }
  if (!clock_bounds(values, edge.guard.atoms, candidate.guard)) {
    note_failure(candidate.guard);
    return;
  }
  candidate.edge = e;
  candidate.choice = 0;
  candidate.process = edge.process;
  candidate.direction = edge.direction;
  candidate.committed = committed;
  candidate.channel = edge.channel;
  if (edge.direction != SyncDirection::none && edge.channel_index != no_code) {
    candidate.channel = edge.channel_at(machine_.evaluate(edge.channel_index, values));
    if (machine_.failure()) {
      note_failure(candidate.guard);
      return;
    }
  }
  ++candidate_count_;
}

void Expander::add_room_for_candidate() {
  if (limits_ != nullptr && candidate_count_ % 1024 == 1023) {
    const Candidate& last = candidates_.back();
    limits_->check(candidate_count_ * (sizeof(Candidate) + last.guard.size() * sizeof(ClockBound)) +
                   select_values_.size() * sizeof(std::int32_t));
  }
  candidates_.emplace_back();
}

// Pairs of candidates are looked at, of which there may be many. Calls may be rare or frequent.
void Expander::poll_for_all_candidates() const {
  constexpr std::size_t many = 4096;
  if (candidate_count_ > many) check_limits();
  else poll_limits();
}

// Evaluating an edge's guard or channel went wrong: an error of the run, for the valuations that
// satisfy the clock tests written before it.
void Expander::note_failure(const std::vector<ClockBound>& guard) {
  if (!machine_.failure()) return;
  failures_.push_back({machine_.failure(), guard});
  machine_.clear_failure();
}

NetClockId Expander::clock_of(const ClockTerm& term, std::span<const std::int32_t> values) {
  return term.code == no_code ? term.clock : clock_numbered(machine_.evaluate(term.code, values));
}

// Evaluates atoms in a discrete state. False when one of them can never hold, or on failure.
bool Expander::clock_bounds(std::span<const std::int32_t> values, const std::vector<ClockAtom>& atoms,
                            std::vector<ClockBound>& bounds) {
  for (const ClockAtom& atom : atoms) {
    if (atom.condition != no_code && machine_.evaluate(atom.condition, values) == 0) {
      if (machine_.failure()) return false;
      continue;
    }
    const NetClockId x = clock_of(atom.x, values), y = clock_of(atom.y, values);
    const std::int32_t c = atom.bound == no_code ? atom.constant : machine_.evaluate(atom.bound, values);
    if (machine_.failure()) return false;
    const Bound bound = atom.strict ? Bound::strict(c) : Bound::weak(c);
    if (x == y) {
      if (bound < le_zero) return false;
    } else {
      assert(network_.clocks.contains(std::max(x, y)) && "a computed clock is one of the network");
      bounds.push_back({x, y, bound.raw});
    }
  }
  return true;
}

// ----------------------------------------------------------------------- facts

StateFacts Expander::facts(std::span<const std::int32_t> values) {
  StateFacts result;
  machine_.clear_failure();
  state_facts(values, result);
  return result;
}

StateFacts Expander::location_facts(std::span<const std::int32_t> values, ProcessId process) {
  StateFacts result;
  machine_.clear_failure();
  add_invariant(values, network_.location(values, process), result);
  return result;
}

// False when the location's invariant cannot hold, or cannot be evaluated.
bool Expander::add_invariant(std::span<const std::int32_t> values, const NetLocation& at, StateFacts& facts) {
  facts.possible = (at.invariant.data == no_code || machine_.evaluate(at.invariant.data, values) != 0) &&
                   clock_bounds(values, at.invariant.atoms, facts.invariant);
  facts.failure = machine_.failure();
  return facts.possible && !facts.failure;
}

void Expander::state_facts(std::span<const std::int32_t> values, StateFacts& facts) {
  facts.possible = true;
  facts.delay = true;
  facts.invariant.clear();
  facts.stopped.clear();
  facts.failure = {};
  const auto failed = [&] {
    facts.failure = machine_.failure();
    return static_cast<bool>(facts.failure);
  };
  for (const ProcessId p : network_.processes.ids()) {
    const NetLocation& at = network_.location(values, p);
    if (!add_invariant(values, at, facts)) return;
    facts.delay = facts.delay && !at.urgent && !at.committed;
  }
  if (facts.delay && has_urgent_channels_ && urgent_synchronisation(values)) facts.delay = false;
  if (failed() || !facts.delay || !network_.has_stopwatches) return;
  for (const ProcessId p : network_.processes.ids()) {
    for (const RateAtom& rate : network_.location(values, p).rates) {
      const std::int32_t value = rate.rate == no_code ? 0 : machine_.evaluate(rate.rate, values);
      if (failed()) return;
      if (value == 0) facts.stopped.push_back(rate.clock);
    }
  }
  std::sort(facts.stopped.begin(), facts.stopped.end());
  facts.stopped.erase(std::unique(facts.stopped.begin(), facts.stopped.end()), facts.stopped.end());
}

// Is some urgent channel ready to synchronise? Urgent edges have no clock guards, so data decides. Where that cannot be
// evaluated no time passes either, and expanding the state is the run-time error.
// Uses the candidate list: never call it while a list is still needed.
bool Expander::urgent_synchronisation(std::span<const std::int32_t> values) {
  collect(values, true);
  if (!failures_.empty()) return true;
  for (std::size_t i = 0; i < candidate_count_; ++i) {
    const Candidate& sender = candidates_[i];
    if (sender.direction != SyncDirection::send || !network_.channels[sender.channel].urgent) continue;
    if (network_.channels[sender.channel].broadcast) return true;
    poll_for_all_candidates();
    for (std::size_t k = 0; k < candidate_count_; ++k) {
      const Candidate& receiver = candidates_[k];
      if (receiver.direction == SyncDirection::receive && receiver.channel == sender.channel &&
          receiver.process != sender.process) {
        return true;
      }
    }
  }
  return false;
}

// ----------------------------------------------------------------------- moves

std::span<const Transition> Expander::expand(std::span<const std::int32_t> values, const MoveFilter* moves,
                                             GuardFilter* guards) {
  move_count_ = 0;
  substitutes_ = moves == nullptr || moves->substitutes().empty() ? nullptr : &moves->substitutes();
  filter_ = guards;
  machine_.clear_failure();
  collect(values, false);
  for (const auto& [failure, guard] : failures_) {
    Transition& move = next_move();
    move.target.assign(values.begin(), values.end());
    move.guard = guard;
    move.failure = failure;
  }
  internal_moves(values);
  binary_moves(values);
  for (std::size_t i = 0; i < candidate_count_; ++i) {
    const Candidate& sender = candidates_[i];
    if (sender.direction == SyncDirection::send && network_.channels[sender.channel].broadcast) {
      broadcast_moves(values, sender);
    }
  }
  // Updates ran later than collecting, because facts() of a target reuses the candidates.
  for (std::size_t i = 0; i < move_count_; ++i) {
    poll_limits();
    Transition& move = moves_[i];
    if (move.failure) continue;
    machine_.clear_failure();
    if (!run_updates(move)) {
      move.failure = machine_.failure();
      continue;
    }
    state_facts(move.target, scratch_facts_);
    move.failure = scratch_facts_.failure;
    if (!scratch_facts_.possible && !move.failure) {  // no such transition
      std::swap(moves_[i], moves_[--move_count_]);
      --i;
      continue;
    }
    move.invariant.assign(scratch_facts_.invariant.begin(), scratch_facts_.invariant.end());
    move.stopped.assign(scratch_facts_.stopped.begin(), scratch_facts_.stopped.end());
    move.delay = scratch_facts_.delay;
  }
  return {moves_.data(), move_count_};
}

Expander::Offers Expander::offers(std::span<const std::int32_t> values) {
  machine_.clear_failure();
  collect(values, false);
  Offers result;
  result.committed = some_committed_;
  result.failed = !failures_.empty();
  for (std::size_t i = 0; i < candidate_count_; ++i) {
    const Candidate& c = candidates_[i];
    result.list.push_back({c.edge, c.process, c.channel, c.direction, c.committed, participant(c).selects, c.guard});
  }
  return result;
}

bool Expander::take(std::span<const std::int32_t> values, std::span<const Offer* const> taken,
                    std::span<const ClockBound> extra_guard, Transition& transition) {
  transition = {};
  transition.target.assign(values.begin(), values.end());
  for (const Offer* offer : taken) {
    transition.participants.push_back({offer->edge, 0, offer->selects});
    transition.guard.insert(transition.guard.end(), offer->guard.begin(), offer->guard.end());
  }
  transition.guard.insert(transition.guard.end(), extra_guard.begin(), extra_guard.end());
  machine_.clear_failure();
  if (!run_updates(transition)) {
    transition.failure = machine_.failure();
    return true;
  }
  state_facts(transition.target, scratch_facts_);
  transition.failure = scratch_facts_.failure;
  if (!scratch_facts_.possible && !transition.failure) return false;
  transition.invariant = scratch_facts_.invariant;
  transition.stopped = scratch_facts_.stopped;
  transition.delay = scratch_facts_.delay;
  return true;
}

void Expander::check_move_count() const {
  if (limits_ == nullptr || move_count_ % 1024 != 1023) return;
  const Transition& last = moves_[move_count_ - 1];  // as good as any to tell how large they are
  std::size_t bytes = sizeof(Transition) + last.target.size() * sizeof(std::int32_t) +
                      (last.guard.size() + last.invariant.size()) * sizeof(ClockBound) +
                      last.actions.size() * sizeof(ClockAction);
  for (const Participant& p : last.participants) bytes += sizeof(p) + p.selects.size() * sizeof(std::int32_t);
  limits_->check(move_count_ * bytes);
}

Transition& Expander::next_move() {
  check_move_count();
  if (move_count_ == moves_.size()) moves_.emplace_back();
  Transition& move = moves_[move_count_++];
  move.participants.clear();
  move.guard.clear();
  move.actions.clear();
  move.invariant.clear();
  move.stopped.clear();
  move.failure = {};
  move.level = {};
  move.delay = false;
  return move;
}

Participant Expander::participant(const Candidate& candidate) const {
  const std::size_t count = network_.edges[candidate.edge].selects.size();
  if (count == 0) return {candidate.edge, candidate.choice, {}};
  const std::int32_t* const first = select_values_.data() + candidate.first_select;
  return {candidate.edge, candidate.choice, std::vector<std::int32_t>(first, first + count)};
}

// A substitute that takes no part in the transition could do the same instead.
bool Expander::left_to_substitute(const Candidate& candidate, const Candidate* partner) const {
  if (substitutes_ == nullptr) return false;
  const ProcessId substitute = (*substitutes_)[candidate.process];
  if (substitute == none || (partner != nullptr && partner->process == substitute)) return false;
  const auto names_elements = [&](const Candidate& c) { return selects_elements(network_.edges[c.edge]); };
  return !names_elements(candidate) && (partner == nullptr || !names_elements(*partner));
}

void Expander::internal_moves(std::span<const std::int32_t> values) {
  for (std::size_t i = 0; i < candidate_count_; ++i) {
    if (candidates_[i].direction != SyncDirection::none || left_to_substitute(candidates_[i], nullptr)) continue;
    const Candidate* taken[] = {&candidates_[i]};
    finish_move(values, taken, {});
  }
}

void Expander::binary_moves(std::span<const std::int32_t> values) {
  for (std::size_t i = 0; i < candidate_count_; ++i) {
    const Candidate& sender = candidates_[i];
    if (sender.direction != SyncDirection::send || network_.channels[sender.channel].broadcast) continue;
    poll_for_all_candidates();
    for (std::size_t k = 0; k < candidate_count_; ++k) {
      const Candidate& receiver = candidates_[k];
      if (receiver.direction != SyncDirection::receive || receiver.channel != sender.channel ||
          receiver.process == sender.process || left_to_substitute(sender, &receiver) ||
          left_to_substitute(receiver, &sender)) {
        continue;
      }
      const Candidate* taken[] = {&sender, &receiver};
      finish_move(values, taken, {});
    }
  }
}

// Every process that can hear must listen, with exactly one edge. When clock guards decide whether a
// process can hear, the valuations are split: one move per edge, and moves without it for the rest.
// Records the move: its participants and its clock guard. Updates run later.
void Expander::finish_move(std::span<const std::int32_t> values, std::span<const Candidate* const> taken,
                           std::span<const ClockBound> extra_guard) {
  if (some_committed_ && std::none_of(taken.begin(), taken.end(), [](const Candidate* c) { return c->committed; })) {
    return;
  }
  assert((taken.size() <= 2 || std::ranges::is_sorted(taken.subspan(1), {}, &Candidate::process)) &&
         "receivers in the order of processes");
  Transition& move = next_move();
  move.target.assign(values.begin(), values.end());
  for (const Candidate* candidate : taken) {
    move.participants.push_back(participant(*candidate));
    move.guard.insert(move.guard.end(), candidate->guard.begin(), candidate->guard.end());
    const std::int32_t priority = network_.processes[candidate->process].priority;
    move.level.process = candidate == taken.front() ? priority : std::max(move.level.process, priority);
  }
  move.guard.insert(move.guard.end(), extra_guard.begin(), extra_guard.end());
  const Candidate& first = *taken.front();
  move.level.channel =
      first.direction == SyncDirection::none ? network_.default_priority : network_.channels[first.channel].priority;
}

void Expander::bind_selects(const NetEdge& edge, const Participant& participant) {
  for (std::size_t k = 0; k < edge.selects.size(); ++k) machine_.bind(edge.selects[k].frame, participant.selects[k]);
}

// before_update, sender, receivers in process order, after_update; then the locations move.
bool Expander::run_updates(Transition& move) {
  const auto run = [&](CodeRef code) { return code == no_code || machine_.execute(code, move.target, move.actions); };
  if (!run(network_.before_update)) return false;
  for (const Participant& participant : move.participants) {
    const NetEdge& edge = network_.edges[participant.edge];
    bind_selects(edge, participant);
    if (!run(edge.update)) return false;
  }
  for (const Participant& participant : move.participants) {
    const NetEdge& edge = network_.edges[participant.edge];
    assert(location_of(move.target, edge.process) == edge.source && "updates move no process, and none moves twice");
    move.target[network_.location_value(edge.process)] = static_cast<std::int32_t>(edge.target.value);
  }
  return run(network_.after_update);
}

std::vector<std::vector<ClockBound>> complement(const std::vector<std::vector<ClockBound>>& conjunctions) {
  std::vector<std::vector<ClockBound>> result{{}};
  for (const std::vector<ClockBound>& conjunction : conjunctions) {
    std::vector<std::vector<ClockBound>> next;
    for (const std::vector<ClockBound>& part : result) {
      std::vector<ClockBound> prefix = part;
      for (const ClockBound& c : conjunction) {
        poll_limits();
        std::vector<ClockBound> facet = prefix;
        facet.push_back({c.y, c.x, Bound{c.raw}.complement().raw});
        next.push_back(std::move(facet));
        prefix.push_back(c);
      }
    }
    result = std::move(next);
  }
  return result;
}

}  // namespace orbita
