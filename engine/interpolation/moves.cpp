#include "engine/interpolation/moves.h"

#include <algorithm>
#include <array>

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

// The edge with the synchronisation, if there is one.
const Edge* synced(const Edge* edge, const Edge* branch) {
  return branch != nullptr && branch->sync != nullptr ? branch : edge;
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
    exits_.emplace_back(process.locations.size());
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
  for (std::uint32_t p = 0; p < cast_.size(); ++p) {
    some_committed_ |= is_committed(network_, row, p);
    Exits& exits = exits_at(row, p);
    too_many_ |= exits.too_many || candidates_.size() + exits.candidates.size() > most_candidates;
    if (too_many_) return;
    if (exits.depend_on_parameters) {  // another process has other edges
      symbolic_.begin(row, p);
      symbolic_.pin(p);
      need(symbolic_.conditions());
    }
    for (Candidate& candidate : exits.candidates) {
      if (!candidate.is_known) examine(row, candidate);
      candidates_.push_back(&candidate);
    }
  }
}

Moves::Exits& Moves::exits_at(Row row, std::uint32_t process) {
  const Template& templ = *model_.processes[process].templ;
  const auto location = static_cast<std::uint32_t>(row[process]);
  std::optional<Exits>& exits = exits_[process][location];
  if (exits) return *exits;
  exits.emplace();
  for (const Edge& edge : templ.edges) {
    if (edge.source != location) continue;
    if (edge.target < templ.locations.size()) add_exits(*exits, {.process = process, .edge = &edge});
    else {
      for (const Edge& branch : templ.edges) {
        if (branch.source == edge.target) add_exits(*exits, {.process = process, .edge = &edge, .branch = &branch});
      }
    }
  }
  return *exits;
}

// One candidate for each combination of select values.
void Moves::add_exits(Exits& exits, Candidate candidate) const {
  const std::size_t chosen = candidate.selects.size();
  const std::size_t own = candidate.edge->selects.size();
  const std::size_t count = own + (candidate.branch != nullptr ? candidate.branch->selects.size() : 0);
  if (chosen < count) {
    const Binder& binder = chosen < own ? candidate.edge->selects[chosen] : candidate.branch->selects[chosen - own];
    const ConcreteType* range = elaborate_type(model_, *binder.symbol->type, &model_.processes[candidate.process]);
    exits.depend_on_parameters |= binder.symbol->type->parametric;
    for (std::int64_t v = range->low; v <= range->high && !exits.too_many; ++v) {
      Candidate next = candidate;
      next.selects.push_back(static_cast<std::int32_t>(v));
      add_exits(exits, std::move(next));
    }
    return;
  }
  exits.too_many |= exits.candidates.size() >= most_candidates;
  if (exits.too_many) return;
  name_channel(candidate);
  exits.candidates.push_back(std::move(candidate));
}

void Moves::examine(Row row, Candidate& candidate) {
  candidate.is_exact = !candidate.has_name;
  candidate.stays_disabled = false;
  candidate.address = {};
  symbolic_.begin(row, candidate.process);
  try {
    symbolic_.bind_selects(*candidate.edge, candidate.branch, candidate.selects);
    std::vector<Formula> parts;
    for (const Edge* edge : {candidate.edge, candidate.branch}) {
      if (edge != nullptr && edge->guard != nullptr) parts.push_back(symbolic_.truth(*edge->guard));
    }
    candidate.guard = conjunction(std::move(parts));
    candidate.negated = negation(terms_, candidate.guard);
    candidate.conditions = symbolic_.conditions();
    if (candidate.direction != SyncDirection::none) find_channel(row, candidate);
  } catch (const NotExpressible&) {
    candidate.is_exact = true;
  }
  const bool complete = candidate.direction == SyncDirection::none || candidate.address != SumId{};
  candidate.is_known = complete && !candidate.is_exact && !symbolic_.depends_on_row();
}

// Which channel is meant matters only where the guard holds. Elsewhere finding it out may fail: then the guard has to
// stay false, whether or not there is a partner.
void Moves::find_channel(Row row, Candidate& candidate) {
  const bool is_disabled = truth(terms_, candidate.guard, row) == false;
  try {
    const SumId address = symbolic_.channel(*synced(candidate.edge, candidate.branch)->sync).address;
    if (is_disabled && symbolic_.conditions().size() != candidate.conditions.size()) throw NotExpressible();
    candidate.address = address;
    candidate.conditions = symbolic_.conditions();
  } catch (const NotExpressible&) {
    if (!is_disabled) throw;
    candidate.stays_disabled = true;
  }
}

// The channel or array of channels, whatever the index.
void Moves::name_channel(Candidate& candidate) const {
  const Edge& edge = *synced(candidate.edge, candidate.branch);
  if (edge.sync == nullptr) return;
  candidate.direction = edge.direction;
  const Expr* root = edge.sync;
  while (root->kind == ExprKind::index) root = root->args[0];
  candidate.has_name = root->kind == ExprKind::name;
  if (!candidate.has_name) return;
  const ConcreteType* type = nullptr;
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

std::vector<const Moves::Candidate*> Moves::group_of(Row row, const Transition& transition) {
  std::vector<const Candidate*> group;
  for (const Participant& participant : transition.participants) {
    const NetEdge& edge = network_.edges[participant.edge];
    const auto& candidates = exits_at(row, edge.process.value).candidates;
    const auto found = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& c) {
      return c.edge == edge.tree && c.branch == edge.branch && c.selects == participant.selects;
    });
    if (found != candidates.end()) group.push_back(&*found);
  }
  return group;
}

bool Moves::is_taken(Group group) const {
  return std::ranges::any_of(taken_, [&](const auto& taken) { return std::ranges::equal(taken, group); });
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
  for (const Transition* transition : taken) taken_.push_back(group_of(row, *transition));
  collect(row);
  if (too_many_ || has_priorities_) {
    keep_everything(row);
  } else {
    keep_invariants(row);
    for (const Candidate* c : candidates_) {
      keep_evaluable(row, *c);
      if (c->direction == SyncDirection::none) look_at_group(row, {&c, 1});
      else if (c->direction == SyncDirection::send && c->broadcast) look_at_broadcast(row, *c);
      else if (c->direction == SyncDirection::send) look_at_partners(row, *c);
    }
    keep_urgency(row);
  }
  for (std::size_t i = 0; i < taken.size(); ++i) result_.steps.push_back(step_of(row, *taken[i], taken_[i]));
  return std::move(result_);
}

// The network evaluates guards and channels of all edges that leave present locations, also of those that have no
// partner or must wait for committed ones, and to fail there is an error.
void Moves::keep_evaluable(Row row, const Candidate& candidate) {
  const Candidate* const alone = &candidate;
  if (candidate.is_exact) return keep_exact(row, {&alone, 1});
  need(candidate.conditions);
  if (candidate.stays_disabled) result_.reasons.push_back(candidate.negated);
}

bool Moves::may_move(Group group) const {
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
  for (const Candidate* receiver : candidates_) {
    if (may_meet(sender, *receiver)) look_at_group(row, std::array{&sender, receiver});
  }
}

// All guards, and that the channels are the same as far as they are known: where one is not, a guard is false.
Formula Moves::joint_guard(Group group) {
  std::vector<Formula> parts;
  for (const Candidate* c : group) {
    parts.push_back(c->guard);
    if (c == group.front() || c->address == SumId{} || group.front()->address == SumId{}) continue;
    const SumId difference = terms_.add(group.front()->address, c->address, -1);
    parts.push_back(Formula::of(terms_.test(Relation::equal, difference)));
  }
  return conjunction(std::move(parts));
}

void Moves::look_at_group(Row row, Group group) {
  if (!may_move(group)) return;
  if (std::ranges::any_of(group, [](const Candidate* c) { return c->is_exact; })) return keep_exact(row, group);
  const bool alone = group.size() == 1;
  const Formula together = alone ? Formula() : joint_guard(group);
  const Formula& joint = alone ? group.front()->guard : together;
  if (truth(terms_, joint, row) == false) {
    result_.reasons.push_back(alone ? group.front()->negated : negation(terms_, joint));
    return;
  }
  fix_around_clocks(terms_, joint, row, result_.needed);
  if (is_taken(group)) return;
  // Data allows it, and zones or the invariant of the target do not.
  if (has_hooks_) return keep_exact(row, group);
  try {
    symbolic_.begin(row, group.front()->process);
    run_updates(group);
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

void Moves::run_updates(Group group) {
  for (const Candidate* c : group) {
    symbolic_.act_as(c->process);
    symbolic_.bind_selects(*c->edge, c->branch, c->selects);
    for (const Edge* edge : {c->edge, c->branch}) {
      if (edge != nullptr && edge->update != nullptr) symbolic_.execute(*edge->update);
    }
  }
  symbolic_.bind_nothing();
}

Formula Moves::invariant_after(Row row, Group group) {
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
  if (truth(terms_, sender.guard, row) == false) {
    result_.reasons.push_back(sender.negated);
    return;
  }
  if (has_clocks_ || has_invariants_ || has_hooks_) return keep_broadcast_exact(row, sender);
  for (const Candidate* c : candidates_) {
    if (!may_meet(sender, *c)) continue;
    if (c->is_exact) return keep_broadcast_exact(row, sender);
    std::vector<Formula> parts{c->guard};
    if (c->address != SumId{}) {
      parts.push_back(Formula::of(terms_.test(Relation::equal, terms_.add(sender.address, c->address, -1))));
    }
    const Formula ready = conjunction(std::move(parts));
    if (truth(terms_, ready, row) == true) implicant(terms_, ready, row, plain_price, result_.needed);
    else result_.reasons.push_back(negation(terms_, ready));
  }
}

void Moves::keep_broadcast_exact(Row row, const Candidate& sender) {
  std::vector<const Candidate*> group{&sender};
  for (const Candidate* c : candidates_) {
    if (may_meet(sender, *c)) group.push_back(c);
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
  for (const Candidate* sender : candidates_) {
    if (sender->direction != SyncDirection::send || sender->is_exact || !sender->urgent) continue;
    if (truth(terms_, sender->guard, row) == false) continue;
    if (sender->broadcast) return implicant(terms_, sender->guard, row, plain_price, result_.needed);
    for (const Candidate* receiver : candidates_) {
      if (!may_meet(*sender, *receiver) || receiver->is_exact) continue;
      const Formula joint = joint_guard(std::array{sender, receiver});
      if (truth(terms_, joint, row) == true) return implicant(terms_, joint, row, plain_price, result_.needed);
    }
  }
}

// ----------------------------------------------------------------------- steps

StepId Moves::step_of(Row row, const Transition& transition, const std::vector<const Candidate*>& group) {
  bool exact = has_hooks_ || has_priorities_ || too_many_;
  if (const auto known = known_steps_.find(group); !exact && known != known_steps_.end()) return known->second;
  for (const Candidate* c : group) exact |= c->is_exact;
  SymbolicStep step;
  bool reusable = false;
  if (!exact) {
    for (const Candidate* c : group) conjuncts(c->guard, step.guard);
    std::erase_if(step.guard, [&](AtomId atom) { return !terms_.holds(atom, row, {}); });
    try {
      symbolic_.begin(row, group.front()->process);
      run_updates(group);
      need(symbolic_.conditions());
      step.writes = symbolic_.writes();
      reusable = !symbolic_.depends_on_row();
      for (const Candidate* c : group) reusable &= c->is_known;
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
  if (reusable) known_steps_.emplace(group, id);
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
void Moves::keep_exact(Row row, Group group) {
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
  keep_parameters(row);
}

void Moves::keep_parameters(Row row) {
  symbolic_.begin(row, none);
  for (std::uint32_t p = 0; p < cast_.size(); ++p) symbolic_.pin(p);
  need(symbolic_.conditions());
}

std::vector<AtomId> Moves::exact(Row row, std::span<const SlotId> slots) {
  result_ = {};
  for (const SlotId slot : slots) keep_slot(row, slot);
  keep_parameters(row);
  return std::move(result_.needed);
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

}  // namespace orbita::interpolation
