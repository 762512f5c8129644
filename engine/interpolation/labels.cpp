// Labels of the interpolation tree: how demands travel.
#include <algorithm>
#include <cassert>

#include "engine/interpolation/interpolation.h"

namespace orbita {

using interpolation::Formula;
using interpolation::SymbolicStep;

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

void InterpolationExplorer::require(NodeId node, AtomId atom) {
  std::vector<Demand> work{{node, atom}};
  while (!work.empty()) {
    const Demand demand = work.back();
    work.pop_back();
    require_one(demand, work);
  }
}

void InterpolationExplorer::require_one(const Demand& demand, std::vector<Demand>& work) {
  poll_limits();
  const auto [id, atom] = demand;
  Node& node = at(id);
  assert(terms_.holds(atom, row(id, third_row_), {}));
  if (implied(node.label, atom)) return;
  // A stronger atom replaces weaker ones, so a short label may grow for ever too: y + x <= 3, y + 2 * x <= 3, …
  if (!node.exact && (node.label.size() >= options_.cap || node.added >= 10 * options_.cap)) {
    node.exact = true;
    ++capped_;
  }
  if (node.exact && !terms_.is_exact(atom)) {
    std::vector<AtomId> values;
    terms_.exact(terms_[atom].sum, row(id, third_row_), values);
    for (const AtomId value : values) work.push_back({id, value});
    return;
  }
  std::erase_if(node.label, [&](AtomId known) { return terms_.implies(atom, known); });
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
    if (terms_.holds(renamed, row(client, third_row_), {})) {
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
  const Row before = row(parent, third_row_);
  const Formula* formula = precondition_.of(atom, at(id).step, step);
  std::vector<AtomId> atoms;
  if (formula == nullptr) {
    std::vector<std::int32_t> after(graph_.row_size());
    atoms = precondition_.exact(atom, step, before, row(id, after));
  } else {
    const Formula wanted = *formula;  // asking for costs may make room for others
    interpolation::implicant(terms_, wanted, before, cost_given(parent, step.guard), atoms);
  }
  for (const AtomId a : atoms) {
    if (!implied(step.guard, a)) work.push_back({parent, a});
  }
}

}  // namespace orbita
