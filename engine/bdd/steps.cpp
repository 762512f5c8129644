#include "engine/bdd/steps.h"

#include <algorithm>
#include <set>

namespace orbita::bdds {

Steps::Steps(const Network& network, const Encoding& encoding)
    : network_(network), encoding_(encoding), machine_(network), row_(network.value_count()) {
  add_candidates();
  add_invariants();
}

void Steps::add_candidates() {
  candidates_of_.resize(network_.processes.size());
  receivers_.resize(network_.channels.size());
  for (const EdgeId e : network_.edges.ids()) {
    std::vector<std::int32_t> chosen;
    const std::vector<SelectRange>& selects = network_.edges[e].selects;
    const auto choose = [&](const auto& choose_next, std::size_t k) -> void {
      poll_limits();
      if (k == selects.size()) return add_candidate(e, chosen);
      for (std::int32_t v = selects[k].low; v <= selects[k].high; ++v) {
        chosen.push_back(v);
        choose_next(choose_next, k + 1);
        chosen.pop_back();
      }
    };
    choose(choose, 0);
  }
  for (std::vector<std::uint32_t>& list : receivers_) {
    std::ranges::stable_sort(list, {}, [&](std::uint32_t c) { return network_.edges[candidates_[c].edge].process; });
  }
}

void Steps::add_candidate(EdgeId e, std::vector<std::int32_t> selects) {
  const NetEdge& edge = network_.edges[e];
  const auto number = static_cast<std::uint32_t>(candidates_.size());
  Candidate& candidate = candidates_.emplace_back();
  candidate.edge = e;
  candidate.selects = std::move(selects);
  candidate.committed = network_.processes[edge.process].locations[edge.source].committed;
  candidate.always_enabled = edge.guard.data == no_code && edge.guard.atoms.empty() && edge.channel_index == no_code;
  candidate.guard = std::make_unique<ShortVectors<GuardEffect>>(
      [this, number](PartialRow& row, GuardEffect& effect) { return run_guard(candidates_[number], row, effect); });
  candidates_of_[edge.process].push_back(number);
  if (edge.direction != SyncDirection::receive) return;
  for (const ChannelId c : edge.channels()) receivers_[c].push_back(number);
}

void Steps::add_invariants() {
  for (const ProcessId p : network_.processes.ids()) {
    const auto& locations = network_.processes[p].locations;
    for (const LocationId l : locations.ids()) {
      const NetLocation& location = locations[l];
      if (location.committed) committed_ |= at(p, l);
      if (location.urgent || location.committed) urgent_ |= at(p, l);
      if (location.invariant.data == no_code && location.invariant.atoms.empty()) continue;
      invariants_.push_back(
          {p, l, std::make_unique<ShortVectors<InvariantEffect>>([this, &location](auto& row, auto& effect) {
             return run_invariant(location, row, effect);
           })});
    }
  }
}

// ------------------------------------------------------------- short vectors

void Steps::bind(const Candidate& candidate) {
  const NetEdge& edge = network_.edges[candidate.edge];
  for (std::size_t k = 0; k < edge.selects.size(); ++k) machine_.bind(edge.selects[k].frame, candidate.selects[k]);
}

// In the order of Expander::add_candidate: data, clock tests, channel; the first error counts.
bool Steps::run_guard(const Candidate& candidate, PartialRow& row, GuardEffect& effect) {
  const NetEdge& edge = network_.edges[candidate.edge];
  bind(candidate);
  machine_.clear_failure();
  const auto known = [&] { return row.wanted() == PartialRow::nothing; };
  const auto fail = [&] {
    effect.failure = machine_.failure();
    return known();
  };
  std::int32_t value = 1;
  if (edge.guard.data != no_code && !machine_.evaluate_partially(edge.guard.data, row, value)) return fail();
  if (value == 0) return true;
  bool possible = true;
  if (!run_clock_atoms(edge.guard.atoms, row, possible, effect.failure, effect.clocks)) return false;
  if (!possible || effect.failure) return true;
  effect.channel = edge.channel;
  if (edge.direction != SyncDirection::none && edge.channel_index != no_code) {
    if (!machine_.evaluate_partially(edge.channel_index, row, value)) return fail();
    effect.channel = edge.channel_at(value);
  }
  effect.enabled = true;
  return true;
}

bool Steps::run_term(const ClockTerm& term, PartialRow& row, NetClockId& clock) {
  clock = term.clock;
  if (term.code == no_code) return true;
  std::int32_t value = 0;
  const bool good = machine_.evaluate_partially(term.code, row, value);
  clock = clock_numbered(value);
  return good;
}

// False: a cell is wanted.
bool Steps::run_clock_atoms(const std::vector<ClockAtom>& atoms, PartialRow& row, bool& possible, Failure& failure,
                            bdd& clocks) {
  const auto fail = [&] {
    failure = machine_.failure();
    return row.wanted() == PartialRow::nothing;
  };
  for (const ClockAtom& atom : atoms) {
    std::int32_t condition = 1, bound = atom.constant;
    if (atom.condition != no_code && !machine_.evaluate_partially(atom.condition, row, condition)) return fail();
    if (condition == 0) continue;
    NetClockId x, y;
    if (!run_term(atom.x, row, x) || !run_term(atom.y, row, y)) return fail();
    if (atom.bound != no_code && !machine_.evaluate_partially(atom.bound, row, bound)) return fail();
    clocks &= holds(x, y, atom.strict, bound);
    possible = possible && clocks != bddfalse;
    if (!possible) return true;
  }
  return true;
}

bool Steps::run_invariant(const NetLocation& location, PartialRow& row, InvariantEffect& effect) {
  machine_.clear_failure();
  std::int32_t value = 1;
  if (location.invariant.data != no_code && !machine_.evaluate_partially(location.invariant.data, row, value)) {
    effect.failure = machine_.failure();
    return row.wanted() == PartialRow::nothing;
  }
  effect.possible = value != 0;
  return !effect.possible ||
         run_clock_atoms(location.invariant.atoms, row, effect.possible, effect.failure, effect.clocks);
}

// before_update, sender, receivers in process order, after_update.
bool Steps::run_updates(const std::vector<std::uint32_t>& taken, PartialRow& row, UpdateEffect& effect) {
  machine_.clear_failure();
  std::vector<ClockAction> actions;
  const auto run = [&](CodeRef code) { return code == no_code || machine_.execute_partially(code, row, actions); };
  bool good = run(network_.before_update);
  for (std::size_t i = 0; good && i < taken.size(); ++i) {
    bind(candidates_[taken[i]]);
    good = run(network_.edges[candidates_[taken[i]].edge].update);
  }
  if (!good || !run(network_.after_update)) {
    effect.failure = machine_.failure();
    return row.wanted() == PartialRow::nothing;
  }
  make_assignment(taken, actions, row, effect);
  return row.wanted() == PartialRow::nothing;
}

void Steps::make_assignment(const std::vector<std::uint32_t>& taken, const std::vector<ClockAction>& actions,
                            PartialRow& row, UpdateEffect& effect) const {
  Assignment::Constants constants;
  Assignment::Copies copies;
  for (const std::uint32_t cell : row.written()) {
    if (row.source(cell) == PartialRow::nothing) constants.emplace_back(cell, row.value(cell));
    else copies.emplace_back(cell, row.source(cell));
  }
  if (const std::uint32_t cell = Assignment::order(copies); cell != PartialRow::nothing) return row.want(cell);
  for (const std::uint32_t c : taken) {
    const NetEdge& edge = network_.edges[candidates_[c].edge];
    constants.emplace_back(edge.process.value, static_cast<std::int32_t>(edge.target.value));
  }
  std::map<std::uint32_t, std::int32_t> clocks;  // the last write counts
  for (const ClockAction& action : actions) {
    const std::uint32_t cell = clock_cell(network_, action.clock);
    clocks[cell] = std::min(action.value, encoding_.range(cell).high);
  }
  constants.insert(constants.end(), clocks.begin(), clocks.end());
  effect.assignment = Assignment(encoding_, constants, copies);
}

Steps::Updates& Steps::updates_of(const std::vector<std::uint32_t>& taken) {
  std::unique_ptr<Updates>& updates = updates_[taken];
  if (!updates) {
    updates = std::make_unique<Updates>(
        [this, taken](PartialRow& row, UpdateEffect& effect) { return run_updates(taken, row, effect); });
  }
  return *updates;
}

// ------------------------------------------------------------------ sets

bdd Steps::holds(NetClockId x, NetClockId y, bool strict, std::int32_t bound) const {
  const std::int32_t weak = strict ? bound - 1 : bound;  // clocks are whole numbers here
  if (x == y) return weak >= 0 ? bddtrue : bddfalse;
  if (y == reference_net_clock) return encoding_.at_most(clock_cell(network_, x), weak);
  if (x == reference_net_clock) return bddtrue - encoding_.at_most(clock_cell(network_, y), -weak - 1);
  assert(false && "differences of clocks are refused");
  return bddfalse;
}

bdd Steps::at_source(const Candidate& candidate) const {
  const NetEdge& edge = network_.edges[candidate.edge];
  return at(edge.process, edge.source);
}

void Steps::note(const Failure& failure, const bdd& states) {
  if (states == bddfalse) return;
  if (failing_) failing_->states |= states;
  else failing_ = Failing{failure, states};
}

template <class VisitPart>
void Steps::enabled(Candidate& candidate, const bdd& states, const VisitPart& visit) {
  enabled_at(candidate, states & at_source(candidate), visit);
}

template <class VisitPart>
void Steps::enabled_at(Candidate& candidate, const bdd& here, const VisitPart& visit) {
  if (here == bddfalse) return;
  const auto matters = [](const GuardEffect& effect) { return effect.enabled || effect.failure; };
  candidate.guard->split_by_effect(encoding_, row_, here, matters, [&](const GuardEffect& effect, const bdd& part) {
    const bdd possible = part & effect.clocks;
    if (effect.failure) note(effect.failure, possible);
    else if (effect.enabled && possible != bddfalse) visit(effect.channel, possible);
  });
}

bdd Steps::enabled_on(Candidate& candidate, const bdd& states, ChannelId channel) {
  bdd result = bddfalse;
  enabled(candidate, states, [&](ChannelId c, const bdd& part) {
    if (c == channel) result |= part;
  });
  return result;
}

// The states that satisfy the invariants of their locations. Errors are of the transitions from `from`.
bdd Steps::with_invariants(const bdd& states, const bdd& from) {
  bdd result = states;
  for (Invariant& invariant : invariants_) {
    const bdd here = result & at(invariant.process, invariant.location);
    if (here == bddfalse) continue;
    result -= here;
    const auto matters = [](const InvariantEffect& effect) { return effect.possible || effect.failure; };
    invariant.effects->split_by_effect(encoding_, row_, here, matters, [&](const auto& effect, const bdd& part) {
      if (effect.failure) note(effect.failure, from);
      else if (effect.possible) result |= part & effect.clocks;
    });
  }
  return result;
}

void Steps::take(const std::vector<std::uint32_t>& taken, const bdd& states, bool exactly, const Visit& visit) {
  if (states == bddfalse) return;
  updates_of(taken).split(encoding_, row_, states, [&](const UpdateEffect& effect, const bdd& part) {
    if (effect.failure) return note(effect.failure, part);
    const bdd all = effect.assignment.image(part);
    const bdd to = with_invariants(all, part);
    if (to == bddfalse) return;
    visit(exactly && to != all ? part & effect.assignment.preimage(to) : part, to, &effect.assignment);
  });
}

bdd Steps::updated(const std::vector<std::uint32_t>& taken, const bdd& states) {
  bdd result = bddfalse;
  updates_of(taken).split(encoding_, row_, states, [&](const UpdateEffect& effect, const bdd& part) {
    if (effect.failure) note(effect.failure, part);
    else result |= effect.assignment.image(part);
  });
  return result;
}

void Steps::expand(const bdd& states, ProcessId process, bool exactly, const Visit& visit) {
  std::map<LocationId, bdd> at_location;
  for (const std::uint32_t c : candidates_of_[process]) {
    Candidate& candidate = candidates_[c];
    const LocationId source = network_.edges[candidate.edge].source;
    const auto [here, is_new] = at_location.try_emplace(source);
    if (is_new) here->second = states & at(process, source);
    const SyncDirection direction = network_.edges[candidate.edge].direction;
    if (direction == SyncDirection::receive && candidate.always_enabled) continue;
    enabled_at(candidate, here->second, [&](ChannelId channel, const bdd& part) {
      if (direction == SyncDirection::none) take({c}, allowed(part, candidate.committed), exactly, visit);
      if (direction != SyncDirection::send) return;  // of receivers only errors are looked for
      if (network_.channels[channel].broadcast) broadcast(c, channel, part, exactly, visit);
      else binary(c, channel, part, exactly, visit);
    });
  }
}

void Steps::binary(std::uint32_t sender, ChannelId channel, const bdd& states, bool exactly, const Visit& visit) {
  for (const std::uint32_t receiver : receivers(channel)) {
    if (network_.edges[candidates_[receiver].edge].process == network_.edges[candidates_[sender].edge].process)
      continue;
    const bdd both = enabled_on(candidates_[receiver], states, channel);
    const bool committed = candidates_[sender].committed || candidates_[receiver].committed;
    take({sender, receiver}, allowed(both, committed), exactly, visit);
  }
}

// ------------------------------------------------------------ broadcasts

void Steps::broadcast(std::uint32_t sender, ChannelId channel, const bdd& states, bool exactly, const Visit& visit) {
  if (!exactly && are_guards_untouched(sender, channel)) return broadcast_in_turn(sender, channel, states, visit);
  std::vector<std::uint32_t> taken{sender};
  choose_receivers(channel, 0, taken, states, exactly, visit);
}

// Every process that can hear takes one of its enabled edges; `position` is the first receiver not looked at yet.
void Steps::choose_receivers(ChannelId channel, std::size_t position, std::vector<std::uint32_t>& taken,
                             const bdd& states, bool exactly, const Visit& visit) {
  poll_limits();
  if (states == bddfalse) return;
  const std::span<const std::uint32_t> all = receivers(channel);
  const auto process_of = [&](std::uint32_t c) { return network_.edges[candidates_[c].edge].process; };
  if (position == all.size()) {
    const bool committed = std::ranges::any_of(taken, [&](std::uint32_t c) { return candidates_[c].committed; });
    return take(taken, allowed(states, committed), exactly, visit);
  }
  const ProcessId process = process_of(all[position]);
  std::size_t end = position;
  while (end < all.size() && process_of(all[end]) == process) ++end;
  bdd deaf = states;
  if (process != process_of(taken.front())) {
    for (std::size_t i = position; i < end; ++i) {
      const bdd hears = enabled_on(candidates_[all[i]], states, channel);
      deaf -= hears;
      taken.push_back(all[i]);
      choose_receivers(channel, end, taken, hears, exactly, visit);
      taken.pop_back();
    }
  }
  choose_receivers(channel, end, taken, deaf, exactly, visit);
}

// Whether no update of this broadcast writes what the guard or the channel of a receiver reads: then each receiver may
// be asked after the updates of the others.
bool Steps::are_guards_untouched(std::uint32_t sender, ChannelId channel) const {
  if (network_.before_update != no_code || network_.after_update != no_code) return false;
  std::set<SlotId> written;
  const auto add = [&](const NetEdge& edge) { written.insert(edge.writes.begin(), edge.writes.end()); };
  add(network_.edges[candidates_[sender].edge]);
  for (const std::uint32_t c : receivers(channel)) add(network_.edges[candidates_[c].edge]);
  return std::ranges::none_of(receivers(channel), [&](std::uint32_t c) {
    const NetEdge& edge = network_.edges[candidates_[c].edge];
    const std::vector<SlotId>& reads = edge.channel_index == no_code ? edge.guard.reads : edge.reads;
    return std::ranges::any_of(reads, [&](SlotId slot) { return written.contains(slot); });
  });
}

// Those of the states in which the broadcast may be sent: where a location is committed, one of a participant must be.
bdd Steps::allowed_broadcast(std::uint32_t sender, ChannelId channel, const bdd& states) {
  if (candidates_[sender].committed) return states;
  const bdd bound = states & committed_;
  bdd result = states - bound;
  const auto process_of = [&](std::uint32_t c) { return network_.edges[candidates_[c].edge].process; };
  for (const std::uint32_t c : receivers(channel)) {
    if (candidates_[c].committed && process_of(c) != process_of(sender))
      result |= enabled_on(candidates_[c], bound, channel);
  }
  return result;
}

// One receiver after the other, so that the work grows with the number of receivers and not with that of their sets.
void Steps::broadcast_in_turn(std::uint32_t sender, ChannelId channel, const bdd& states, const Visit& visit) {
  const bdd from = allowed_broadcast(sender, channel, states);
  bdd result = updated({sender}, from);
  const auto process_of = [&](std::uint32_t c) { return network_.edges[candidates_[c].edge].process; };
  const std::span<const std::uint32_t> all = receivers(channel);
  for (std::size_t i = 0; i < all.size();) {
    const ProcessId process = process_of(all[i]);
    bdd next = bddfalse, deaf = result;
    for (; i < all.size() && process_of(all[i]) == process; ++i) {
      if (process == process_of(sender)) continue;
      const bdd hears = enabled_on(candidates_[all[i]], result, channel);
      next |= updated({all[i]}, hears);
      deaf -= hears;
    }
    result = next | deaf;
  }
  const bdd to = with_invariants(result, from);
  if (to != bddfalse) visit(from, to, nullptr);
}

// ------------------------------------------------------------------ time

bdd Steps::synchronising(Candidate& sender, const bdd& states) {
  bdd result = bddfalse;
  enabled(sender, states, [&](ChannelId channel, const bdd& part) {
    if (!network_.channels[channel].urgent) return;
    if (network_.channels[channel].broadcast) {
      result |= part;
      return;
    }
    for (const std::uint32_t receiver : receivers(channel)) {
      if (network_.edges[candidates_[receiver].edge].process == network_.edges[sender.edge].process) continue;
      result |= enabled_on(candidates_[receiver], part, channel);
    }
  });
  return result;
}

bdd Steps::may_wait(const bdd& states) {
  bdd result = states - urgent_;
  for (Candidate& candidate : candidates_) {
    const NetEdge& edge = network_.edges[candidate.edge];
    if (edge.direction != SyncDirection::send) continue;
    bool urgent = false;
    for (const ChannelId c : edge.channels()) urgent |= network_.channels[c].urgent;
    if (urgent) result -= synchronising(candidate, result);
  }
  return result;
}

bdd Steps::after_delay(const bdd& states) {
  const bdd waiting = may_wait(states);
  bdd result = waiting;
  for (const NetClockId x : network_.proper_clocks()) {
    const std::uint32_t cell = clock_cell(network_, x);
    const std::int32_t ceiling = encoding_.range(cell).high;
    bdd next = result & encoding_.equals(cell, ceiling);
    for (std::int32_t v = encoding_.range(cell).low; v < ceiling; ++v)
      next |= bdd_appex(result, encoding_.equals(cell, v), bddop_and, encoding_.variables(cell)) &
              encoding_.equals(cell, v + 1);
    result = next;
  }
  return with_invariants(result, waiting);
}

bdd Steps::image(const bdd& states, ProcessId process) {
  bdd result = bddfalse;
  expand(states, process, false, [&](const bdd&, const bdd& to, const Assignment*) { result |= to; });
  return result;
}

}  // namespace orbita::bdds
