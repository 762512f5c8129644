#include "engine/interpolation/moves.h"

#include <algorithm>

#include "parser/interpreter/elaborate.h"
#include "parser/work_limits.h"

namespace orbita::interpolation {

namespace {

constexpr std::size_t most_candidates = 4096;  // of one node

unsigned plain_price(AtomId) { return 1; }

bool is_committed(const Network& network, Row row, std::uint32_t p) {
  return network.location(row, ProcessId{p}).committed;
}

const ConcreteType& leaf_of(const ConcreteType& type) {
  const ConcreteType* leaf = &type;
  while (leaf->kind == TypeKind::array) leaf = leaf->element;
  return *leaf;
}

}  // namespace

Moves::Moves(Terms& terms)
    : terms_(terms),
      cast_(terms.cast()),
      network_(terms.cast().network()),
      model_(terms.cast().model()),
      symbolic_(terms),
      has_hooks_(network_.before_update != no_code || network_.after_update != no_code),
      has_priorities_(network_.has_channel_priority || network_.has_process_priority),
      has_clocks_(network_.clocks.size() > 1) {
  for (const NetProcess& process : network_.processes) {
    for (const NetLocation& location : process.locations) {
      has_invariants_ |= location.tree != nullptr && location.tree->invariant != nullptr;
    }
  }
  for (const Channel& channel : network_.channels) has_urgent_ |= channel.urgent;
}

void Moves::need(const std::vector<AtomId>& atoms) {
  result_.needed.insert(result_.needed.end(), atoms.begin(), atoms.end());
}

// ------------------------------------------------------------------ candidates

void Moves::collect(Row row) {
  candidates_.clear();
  too_many_ = false;
  some_committed_ = false;
  for (std::uint32_t p = 0; p < cast_.size(); ++p) some_committed_ |= is_committed(network_, row, p);
  for (std::uint32_t p = 0; p < cast_.size() && !too_many_; ++p) collect_process(row, p);
}

void Moves::collect_process(Row row, std::uint32_t process) {
  const Template& templ = *model_.processes[process].templ;
  const std::size_t locations = templ.locations.size();
  for (const Edge& edge : templ.edges) {
    if (edge.source != static_cast<std::uint32_t>(row[process])) continue;
    if (edge.target < locations) {
      add_candidate(row, {process, &edge, nullptr, {}});
      continue;
    }
    for (const Edge& branch : templ.edges) {
      if (branch.source == edge.target) add_candidate(row, {process, &edge, &branch, {}});
    }
  }
}

// One candidate for each combination of select values.
void Moves::add_candidate(Row row, Candidate candidate) {
  const std::size_t chosen = candidate.selects.size();
  const std::size_t own = candidate.edge->selects.size();
  const std::size_t count = own + (candidate.branch != nullptr ? candidate.branch->selects.size() : 0);
  if (chosen < count) {
    const Binder& binder = chosen < own ? candidate.edge->selects[chosen] : candidate.branch->selects[chosen - own];
    const ConcreteType* range = elaborate_type(model_, *binder.symbol->type, &model_.processes[candidate.process]);
    if (binder.symbol->type->parametric) {  // another process has other edges
      symbolic_.begin(row, candidate.process);
      symbolic_.pin(candidate.process);
      need(symbolic_.conditions());
    }
    for (std::int64_t v = range->low; v <= range->high && !too_many_; ++v) {
      Candidate next = candidate;
      next.selects.push_back(static_cast<std::int32_t>(v));
      add_candidate(row, std::move(next));
    }
    return;
  }
  too_many_ |= candidates_.size() >= most_candidates;
  if (too_many_) return;
  const Key key = key_of({&candidate});
  if (const auto known = known_candidates_.find(key); known != known_candidates_.end()) {
    candidates_.push_back(known->second);
    return;
  }
  examine(row, candidate);
  const bool complete = candidate.direction == SyncDirection::none || candidate.address != SumId{};
  if (complete && !candidate.is_exact && !symbolic_.depends_on_row()) known_candidates_.emplace(key, candidate);
  candidates_.push_back(std::move(candidate));
}

// The values of selects of an edge as bound variables.
void bind_selects(Symbolic& symbolic, const Edge& edge, const Edge* branch, std::span<const std::int32_t> values) {
  std::size_t next = 0;
  for (const Binder& binder : edge.selects) symbolic.bind(*binder.symbol, values[next++]);
  if (branch == nullptr) return;
  for (const Binder& binder : branch->selects) symbolic.bind(*binder.symbol, values[next++]);
}

void Moves::examine(Row row, Candidate& candidate) {
  symbolic_.begin(row, candidate.process);
  const Edge* synced =
      candidate.branch != nullptr && candidate.branch->sync != nullptr ? candidate.branch : candidate.edge;
  candidate.direction = synced->sync != nullptr ? synced->direction : SyncDirection::none;
  try {
    bind_selects(symbolic_, *candidate.edge, candidate.branch, candidate.selects);
    std::vector<Formula> parts;
    for (const Edge* edge : {candidate.edge, candidate.branch}) {
      if (edge != nullptr && edge->guard != nullptr) parts.push_back(symbolic_.truth(*edge->guard));
    }
    candidate.guard = conjunction(std::move(parts));
    // Which channel is meant matters only where the guard holds, and may fail elsewhere.
    if (candidate.direction != SyncDirection::none && truth(terms_, candidate.guard, row) != false) {
      candidate.address = symbolic_.channel(*synced->sync).address;
    }
  } catch (const NotExpressible&) {
    candidate.is_exact = true;
  }
  candidate.conditions = symbolic_.conditions();
  if (candidate.direction != SyncDirection::none) name_channel(*synced->sync, candidate);
}

// The channel or array of channels, whatever the index.
void Moves::name_channel(const Expr& sync, Candidate& candidate) const {
  const Expr* root = &sync;
  while (root->kind == ExprKind::index) root = root->args[0];
  const ConcreteType* type = nullptr;
  if (root->kind != ExprKind::name) {
    candidate.is_exact = true;
    return;
  }
  candidate.channel = root->symbol;
  candidate.owner = root->symbol->owner != nullptr ? candidate.process : std::uint32_t{none};
  if (root->symbol->kind == SymbolKind::parameter) {
    const Reference& reference = model_.processes[candidate.process].arguments[root->symbol->index].reference;
    candidate.channel = reference.object;
    candidate.owner = none;
    type = reference.type;
  } else if (candidate.owner == none) {
    type = model_.globals[model_.global_index.at(candidate.channel)].type;
  } else {
    type = elaborate_type(model_, *candidate.channel->type, &model_.processes[candidate.process]);
  }
  candidate.urgent = leaf_of(*type).urgent;
  candidate.broadcast = leaf_of(*type).broadcast;
}

Moves::Key Moves::key_of(const Group& group) const {
  Key key;
  for (const Candidate* c : group) {
    key.push_back(c->process);
    key.push_back(reinterpret_cast<std::uintptr_t>(c->edge));
    key.push_back(reinterpret_cast<std::uintptr_t>(c->branch));
    for (const std::int32_t value : c->selects) key.push_back(static_cast<std::uint32_t>(value));
  }
  return key;
}

Moves::Key Moves::key_of(const Transition& transition) const {
  Key key;
  for (const Participant& participant : transition.participants) {
    const NetEdge& edge = network_.edges[participant.edge];
    key.push_back(edge.process.value);
    key.push_back(reinterpret_cast<std::uintptr_t>(edge.tree));
    key.push_back(reinterpret_cast<std::uintptr_t>(edge.branch));
    for (const std::int32_t value : participant.selects) key.push_back(static_cast<std::uint32_t>(value));
  }
  return key;
}

const Moves::Candidate* Moves::find(const Participant& participant) const {
  const NetEdge& edge = network_.edges[participant.edge];
  const auto found = std::find_if(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
    return c.process == edge.process.value && c.edge == edge.tree && c.branch == edge.branch &&
           c.selects == participant.selects;
  });
  return found == candidates_.end() ? nullptr : &*found;
}

const NetEdge* Moves::net_edge(const Candidate& candidate) const {
  const auto& location = network_.processes[ProcessId{candidate.process}].locations[LocationId{candidate.edge->source}];
  for (const EdgeId e : location.edges) {
    const NetEdge& edge = network_.edges[e];
    if (edge.tree != candidate.edge || edge.branch != candidate.branch) continue;
    bool same = true;
    for (std::size_t i = 0; i < edge.selects.size(); ++i) {
      same &= edge.selects[i].low <= candidate.selects[i] && candidate.selects[i] <= edge.selects[i].high;
    }
    if (same) return &edge;
  }
  return nullptr;
}

// ------------------------------------------------------------------- the looks

Obligations Moves::look_at(Row row, std::span<const Transition* const> taken) {
  result_ = {};
  taken_.clear();
  for (const Transition* transition : taken) taken_[key_of(*transition)].push_back(transition);
  collect(row);
  if (too_many_ || has_priorities_) {
    keep_everything(row);
  } else {
    keep_invariants(row);
    for (const Candidate& c : candidates_) {
      if (c.direction == SyncDirection::none) look_at_group(row, {&c});
      else if (c.direction == SyncDirection::send && c.broadcast) look_at_broadcast(row, c);
      else if (c.direction == SyncDirection::send) look_at_partners(row, c);
    }
    keep_urgency(row);
  }
  for (const Transition* transition : taken) result_.steps.push_back(step_of(row, *transition));
  return std::move(result_);
}

bool Moves::may_move(const Group& group) const {
  if (!some_committed_) return true;
  return std::ranges::any_of(group, [&](const Candidate* c) {
    return network_.processes[ProcessId{c->process}].locations[LocationId{c->edge->source}].committed;
  });
}

bool Moves::may_meet(const Candidate& sender, const Candidate& receiver) const {
  return receiver.direction == SyncDirection::receive && receiver.process != sender.process &&
         (receiver.channel == nullptr || sender.channel == nullptr ||
          (receiver.channel == sender.channel && receiver.owner == sender.owner));
}

void Moves::look_at_partners(Row row, const Candidate& sender) {
  for (const Candidate& receiver : candidates_) {
    if (may_meet(sender, receiver)) look_at_group(row, {&sender, &receiver});
  }
}

// All guards, and that the channels are the same as far as they are known: where one is not, a guard is false.
Formula Moves::joint_guard(const Group& group) {
  std::vector<Formula> parts;
  for (const Candidate* c : group) {
    parts.push_back(c->guard);
    if (c == group.front() || c->address == SumId{} || group.front()->address == SumId{}) continue;
    const SumId difference = terms_.add(group.front()->address, c->address, -1);
    parts.push_back(Formula::of(terms_.test(Relation::equal, difference)));
  }
  return conjunction(std::move(parts));
}

void Moves::look_at_group(Row row, const Group& group) {
  if (!may_move(group)) return;
  if (std::ranges::any_of(group, [](const Candidate* c) { return c->is_exact; })) return keep_exact(row, group);
  for (const Candidate* c : group) need(c->conditions);
  const Formula joint = joint_guard(group);
  if (truth(terms_, joint, row) == false) {
    result_.reasons.push_back(negation(terms_, joint));
    return;
  }
  fix_around_clocks(terms_, joint, row, result_.needed);
  if (taken_.contains(key_of(group))) return;
  // Data allows it, and zones or the invariant of the target do not.
  if (has_hooks_) return keep_exact(row, group);
  try {
    symbolic_.begin(row, group.front()->process);
    run_updates(group, row);
    const Formula invariant = invariant_after(row, group);
    need(symbolic_.conditions());
    if (truth(terms_, invariant, row) == false) {
      result_.reasons.push_back(negation(terms_, conjunction({joint, invariant})));
    } else {
      fix_around_clocks(terms_, invariant, row, result_.needed);
    }
  } catch (const NotExpressible&) {
    keep_exact(row, group);
  }
}

void Moves::run_updates(const Group& group, Row) {
  for (const Candidate* c : group) {
    symbolic_.act_as(c->process);
    symbolic_.unbind_all();
    bind_selects(symbolic_, *c->edge, c->branch, c->selects);
    for (const Edge* edge : {c->edge, c->branch}) {
      if (edge != nullptr && edge->update != nullptr) symbolic_.execute(*edge->update);
    }
  }
  symbolic_.unbind_all();
}

Formula Moves::invariant_after(Row row, const Group& group) {
  std::vector<Formula> parts;
  for (std::uint32_t p = 0; p < cast_.size(); ++p) {
    auto at = static_cast<std::uint32_t>(row[p]);
    for (const Candidate* c : group) {
      if (c->process == p) at = c->branch != nullptr ? c->branch->target : c->edge->target;
    }
    const Location& location = model_.processes[p].templ->locations[at];
    if (location.invariant == nullptr) continue;
    symbolic_.act_as(p);
    parts.push_back(symbolic_.truth(*location.invariant));
  }
  return conjunction(std::move(parts));
}

// Which processes hear it is part of what happens: every possible receiver stays as it is.
void Moves::look_at_broadcast(Row row, const Candidate& sender) {
  if (sender.is_exact) return keep_broadcast_exact(row, sender);
  need(sender.conditions);
  if (truth(terms_, sender.guard, row) == false) {
    result_.reasons.push_back(negation(terms_, sender.guard));
    return;
  }
  if (has_clocks_ || has_invariants_ || has_hooks_) return keep_broadcast_exact(row, sender);
  for (const Candidate& c : candidates_) {
    if (!may_meet(sender, c)) continue;
    if (c.is_exact) return keep_broadcast_exact(row, sender);
    need(c.conditions);
    std::vector<Formula> parts{c.guard};
    if (c.address != SumId{}) {
      parts.push_back(Formula::of(terms_.test(Relation::equal, terms_.add(sender.address, c.address, -1))));
    }
    const Formula ready = conjunction(std::move(parts));
    if (truth(terms_, ready, row) == true) implicant(terms_, ready, row, plain_price, result_.needed);
    else result_.reasons.push_back(negation(terms_, ready));
  }
}

void Moves::keep_broadcast_exact(Row row, const Candidate& sender) {
  Group group{&sender};
  for (const Candidate& c : candidates_) {
    if (may_meet(sender, c)) group.push_back(&c);
  }
  keep_exact(row, group);
  symbolic_.begin(row, none);
  for (std::uint32_t p = 0; p < cast_.size(); ++p) {
    if (has_invariants_) symbolic_.pin(p);
    for (const NetLocation& location : network_.processes[ProcessId{p}].locations)
      keep_condition(row, location.invariant);
  }
  need(symbolic_.conditions());
}

// While an urgent synchronisation is possible no time passes; one of them stays possible.
void Moves::keep_urgency(Row row) {
  if (!has_urgent_) return;
  for (const Candidate& sender : candidates_) {
    if (sender.direction != SyncDirection::send || sender.is_exact || !sender.urgent) continue;
    if (truth(terms_, sender.guard, row) == false) continue;
    if (sender.broadcast) return implicant(terms_, sender.guard, row, plain_price, result_.needed);
    for (const Candidate& receiver : candidates_) {
      if (!may_meet(sender, receiver) || receiver.is_exact) continue;
      const Formula joint = joint_guard({&sender, &receiver});
      if (truth(terms_, joint, row) == true) return implicant(terms_, joint, row, plain_price, result_.needed);
    }
  }
}

// ----------------------------------------------------------------------- steps

StepId Moves::step_of(Row row, const Transition& transition) {
  const Key key = key_of(transition);
  if (const auto known = known_steps_.find(key); known != known_steps_.end()) return known->second;
  Group group;
  bool exact = has_hooks_ || has_priorities_ || too_many_;
  for (const Participant& participant : transition.participants) {
    const Candidate* c = find(participant);
    exact |= c == nullptr || c->is_exact;
    if (c != nullptr) group.push_back(c);
  }
  SymbolicStep step;
  bool reusable = false;
  if (!exact) {
    for (const Candidate* c : group) conjuncts(c->guard, step.guard);
    std::erase_if(step.guard, [&](AtomId atom) { return !terms_.holds(atom, row, {}); });
    try {
      symbolic_.begin(row, group.front()->process);
      run_updates(group, row);
      need(symbolic_.conditions());
      step.writes = symbolic_.writes();
      reusable = !symbolic_.depends_on_row();
      for (const Candidate* c : group) reusable &= known_candidates_.contains(key_of({c}));
    } catch (const NotExpressible&) {
      exact = true;
    }
  }
  if (exact) {
    step = {};
    keep_exact(row, group);
    std::vector<SlotId> slots = network_.hook_writes;
    for (const Participant& participant : transition.participants) {
      const NetEdge& edge = network_.edges[participant.edge];
      slots.insert(slots.end(), edge.writes.begin(), edge.writes.end());
    }
    for (const SlotId slot : slots) {
      const auto [variable, cell] = cast_.cell_of(slot);
      step.writes.push_back(
          {variable, terms_.constant(cell), terms_.constant(transition.target[network_.slot_value(slot)])});
    }
  }
  const StepId id{static_cast<std::uint32_t>(steps_.size())};
  steps_.push_back(std::move(step));
  if (reusable) known_steps_.emplace(key, id);
  return id;
}

// ---------------------------------------------------------------- exact values

void Moves::keep_slot(Row row, SlotId slot) {
  const auto [variable, cell] = cast_.cell_of(slot);
  const SumId now = terms_.cell(variable, terms_.constant(cell));
  const Test test = terms_.test(Relation::equal, terms_.add(now, terms_.constant(row[network_.slot_value(slot)]), -1));
  if (!test.truth) result_.needed.push_back(test.atom);
}

void Moves::keep_condition(Row row, const Condition& condition) {
  for (const SlotId slot : condition.reads) keep_slot(row, slot);
}

// What these edges read and may write, with the parameters of their processes and the invariants they lead to.
void Moves::keep_exact(Row row, const Group& group) {
  symbolic_.begin(row, none);
  for (const Candidate* c : group) {
    symbolic_.pin(c->process);
    ++exact_edges_[{c->process, c->edge}];
    const NetEdge* edge = net_edge(*c);
    if (edge == nullptr) continue;
    for (const SlotId slot : edge->reads) keep_slot(row, slot);
    for (const SlotId slot : edge->writes) keep_slot(row, slot);
    keep_condition(row, network_.processes[ProcessId{c->process}].locations[edge->target].invariant);
  }
  need(symbolic_.conditions());
  for (std::uint32_t p = 0; p < cast_.size(); ++p) {
    const Condition& invariant = network_.location(row, ProcessId{p}).invariant;
    if (!invariant.reads.empty() || !invariant.atoms.empty()) {
      symbolic_.begin(row, none);
      symbolic_.pin(p);
      need(symbolic_.conditions());
    }
    keep_condition(row, invariant);
  }
  for (const SlotId slot : network_.hook_reads) keep_slot(row, slot);
  for (const SlotId slot : network_.hook_writes) keep_slot(row, slot);
}

void Moves::keep_everything(Row row) {
  for (const SlotId slot : network_.slots.ids()) keep_slot(row, slot);
  symbolic_.begin(row, none);
  for (std::uint32_t p = 0; p < cast_.size(); ++p) symbolic_.pin(p);
  need(symbolic_.conditions());
}

// How long time may pass.
void Moves::keep_invariants(Row row) {
  if (!has_invariants_) return;
  try {
    symbolic_.begin(row, none);
    const Formula invariant = invariant_after(row, {});
    need(symbolic_.conditions());
    fix_around_clocks(terms_, invariant, row, result_.needed);
  } catch (const NotExpressible&) {
    keep_exact(row, {});
  }
}

void Moves::keep_away(Row row, const Expr& goal, bool negated, std::span<const SlotId> reads, Obligations& into) {
  try {
    symbolic_.begin(row, none);
    const Formula formula = symbolic_.truth(goal);
    const Formula away = negated ? formula : negation(terms_, formula);
    into.needed.insert(into.needed.end(), symbolic_.conditions().begin(), symbolic_.conditions().end());
    // What clocks have no say in has to stay true by itself.
    const std::vector<Formula> parts = away.is(Formula::Kind::conjunction) ? away.parts : std::vector<Formula>{away};
    for (const Formula& part : parts) {
      if (truth(terms_, part, row) == true) into.reasons.push_back(part);
      else fix_around_clocks(terms_, part, row, into.needed);
    }
  } catch (const NotExpressible&) {
    result_ = {};
    symbolic_.begin(row, none);
    for (std::uint32_t p = 0; p < cast_.size(); ++p) symbolic_.pin(p);
    need(symbolic_.conditions());
    for (const SlotId slot : reads) keep_slot(row, slot);
    into.needed.insert(into.needed.end(), result_.needed.begin(), result_.needed.end());
  }
}

}  // namespace orbita::interpolation
