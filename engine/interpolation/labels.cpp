// Labels of the interpolation tree: how demands travel.
#include <algorithm>
#include <cassert>

#include "engine/interpolation/interpolation.h"

namespace orbita {

using interpolation::Formula;
using interpolation::Obligations;
using interpolation::Symbolic;
using interpolation::SymbolicStep;

// The goal with the tests of locations open, where nothing else about the row matters.
std::optional<Formula> InterpolationExplorer::lasting_goal(Row row) {
  Symbolic& symbolic = moves_.symbolic();
  try {
    symbolic.begin(row, none);
    symbolic.leave_locations_open();
    Formula formula = symbolic.truth(goal_);
    if (!symbolic.depends_on_row()) return formula;
  } catch (const interpolation::NotExpressible&) {  // at this row, or at all
  }
  return std::nullopt;
}

// The goal is not reached at the row: that has to stay so.
void InterpolationExplorer::keep_away(Row row, Obligations& into) {
  if (nodes_.size() == 1) lasting_goal_ = lasting_goal(row);
  Symbolic& symbolic = moves_.symbolic();
  try {
    symbolic.begin(row, none);
    const Formula formula = lasting_goal_ ? interpolation::at_locations(*lasting_goal_, row) : symbolic.truth(goal_);
    const Formula away = negated_ ? formula : interpolation::negation(terms_, formula);
    into.needed = symbolic.conditions();
    // What clocks have no say in has to stay true by itself.
    const std::vector<Formula> parts = away.is(Formula::Kind::conjunction) ? away.parts : std::vector<Formula>{away};
    for (const Formula& part : parts) {
      if (interpolation::truth(terms_, part, row) == true) into.reasons.push_back(part);
      else interpolation::fix_around_clocks(terms_, part, row, into.needed);
    }
  } catch (const interpolation::NotExpressible&) {
    into.needed = moves_.exact(row, predicate_.reads);
  }
}

bool InterpolationExplorer::implied(const std::vector<AtomId>& label, AtomId atom) {
  return std::ranges::any_of(label, [&](AtomId known) { return terms_.implies(known, atom); });
}

// Atoms that are known anyway cost nothing; those about parameters tell processes apart, and cost more.
interpolation::Cost InterpolationExplorer::cost_given(NodeId node, const std::vector<AtomId>& more) {
  return [this, node, &more](AtomId atom) -> unsigned {
    if (implied(at(node).label, atom) || implied(more, atom)) return 0;
    return terms_.is_about_parameters(atom) ? 2 : 1;
  };
}

void InterpolationExplorer::require(const Demand& first) {
  work_.assign(1, first);
  while (!work_.empty()) {
    const Demand demand = work_.back();
    work_.pop_back();
    require_one(demand, work_);
  }
}

void InterpolationExplorer::require_one(const Demand& demand, std::vector<Demand>& work) {
  poll_limits();
  const auto [id, atom, is_apart] = demand;
  Node& node = at(id);
  assert(terms_.holds(atom, row(id), {}));
  assert(!is_apart || !implied(node.label, atom));
  if (!is_apart && implied(node.label, atom)) return;
  // A stronger atom replaces weaker ones, so a short label may grow for ever too: y + x <= 3, y + 2 * x <= 3, …
  if (!node.exact && (node.label.size() >= options_.cap || node.added >= 10 * options_.cap)) {
    node.exact = true;
    ++capped_;
  }
  if (node.exact && !terms_.is_exact(atom)) {
    std::vector<AtomId> values;
    terms_.exact(terms_[atom].sum, row(id), values);
    for (const AtomId value : values) work.push_back({id, value});
    return;
  }
  if (!is_apart) std::erase_if(node.label, [&](AtomId known) { return terms_.implies(atom, known); });
  node.label.push_back(atom);
  if (node.plan) bytes_ -= node.plan->memory();
  node.plan.reset();
  ++node.added;
  bytes_ += sizeof(AtomId);
  tell_clients(id, atom, work);
  if (at(id).status != Status::open) tell_parent(id, atom, work);  // open nodes tell when they are finished
}

void InterpolationExplorer::tell_clients(NodeId id, AtomId atom, std::vector<Demand>& work) {
  const std::vector<NodeId> clients = at(id).clients;
  for (const NodeId client : clients) {
    const AtomId renamed = from_cover(atom, at(client).exchange);
    if (terms_.holds(renamed, row(client), {})) {
      work.push_back({client, renamed});
      continue;
    }
    uncover(client);
  }
}

void InterpolationExplorer::uncover(NodeId id) {
  Node& node = at(id);
  std::erase(at(node.cover).clients, id);
  node.cover = none;
  node.exchange.clear();
  node.status = Status::waiting;
  --covered_;
  ++reopened_;
  explore_later(id);
}

void InterpolationExplorer::tell_parent(NodeId id, AtomId atom, std::vector<Demand>& work) {
  const NodeId parent = at(id).parent;
  if (parent == none) return;
  const SymbolicStep& step = moves_[at(id).step];
  const Row before = row(parent);
  const Formula* formula = precondition_.of(atom, at(id).step, step);
  const auto pass_on = [&](AtomId wanted) {
    if (!implied(step.guard, wanted)) work.push_back({parent, wanted});
  };
  if (formula != nullptr && formula->is(Formula::Kind::atom)) return pass_on(formula->atom);
  std::vector<AtomId> atoms;
  if (formula == nullptr) atoms = precondition_.exact(atom, step, before, row(id));
  else interpolation::implicant(terms_, *formula, before, cost_given(parent, step.guard), atoms);
  for (const AtomId a : atoms) pass_on(a);
}

}  // namespace orbita
