#include "engine/space/symmetry_check.h"

#include <algorithm>

#include "symmetry/orbits/canonical.h"

namespace orbita {

namespace {

// Every state is checked up to `always_checked`, then one in `sampled`; the first ones `often` times.
constexpr std::uint64_t often_checked = 100, always_checked = 1000, sampled = 64;
constexpr int often = 8;

}  // namespace

SymmetryCheck::SymmetryCheck(ZoneGraph& graph, std::vector<const Predicate*> predicates, std::uint64_t seed,
                             bool errors_depend_on_names)
    : graph_(graph),
      predicates_(std::move(predicates)),
      evaluator_(graph.network(), graph),
      random_(seed),
      errors_depend_on_names_(errors_depend_on_names) {}

// Elements are only exchanged inside the cells of their set's partition.
SymmetryCheck::Move SymmetryCheck::random_move() {
  const StateLayout& layout = graph_.symmetry().layout;
  Permutation g(layout);
  if (const auto& rotations = graph_.symmetry().rotations)
    return {std::move(g), static_cast<std::uint32_t>(random_() % rotations->order())};
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    const LayoutSet& set = layout.sets[s];
    if (!set.reduced) continue;
    const auto cell = [&](std::int32_t e) {
      return set.cell_of.empty() ? 0 : set.cell_of[static_cast<std::size_t>(e)];
    };
    std::vector<std::int32_t> to;
    for (std::int32_t e = 0; e < set.count; ++e) to.push_back(e);
    for (std::int32_t e = set.count - 1; e > 0; --e) {
      const auto other = static_cast<std::int32_t>(random_() % static_cast<std::uint64_t>(e + 1));
      if (cell(e) == cell(other)) std::swap(to[static_cast<std::size_t>(e)], to[static_cast<std::size_t>(other)]);
    }
    for (std::int32_t e = 0; e < set.count; ++e) g.set(SetId{s}, e, to[static_cast<std::size_t>(e)]);
  }
  return {std::move(g)};
}

bool SymmetryCheck::is_identity(const Move& g) const { return g.power == 0 && g.permutation.is_identity(); }

void SymmetryCheck::apply_to(const Move& g, std::vector<std::int32_t>& row) const {
  const SymmetryPlan& plan = graph_.symmetry();
  if (plan.rotations) plan.rotations->apply(g.power, row);
  else apply(plan.layout, g.permutation, row);
}

void SymmetryCheck::apply_to(const Move& g, std::vector<std::uint32_t>& active, Zone& zone) const {
  const SymmetryPlan& plan = graph_.symmetry();
  if (plan.rotations) plan.rotations->apply(g.power, active, zone);
  else apply(plan.layout, g.permutation, active, zone);
}

SymmetryCheck::Image SymmetryCheck::image_of(const SymbolicState& node, const Move& g) const {
  Image image(graph_.network().value_count());
  graph_.values(node.discrete, image);
  apply_to(g, image);
  std::vector<std::uint32_t> active = graph_.shape(node.discrete).clock_list();
  Zone zone = graph_.zones().zone(node.zone);
  apply_to(g, active, zone);
  image.insert(image.end(), active.begin(), active.end());
  const ConstMatrix m = zone.view();
  for (std::uint32_t x = 0; x < m.dimension; ++x) image.insert(image.end(), m.row(x), m.row(x) + m.dimension);
  return image;
}

std::vector<SymmetryCheck::Image> SymmetryCheck::targets(const SymbolicState& node, const Move& g) {
  std::vector<std::int32_t> row(graph_.network().value_count());
  graph_.values(node.discrete, row);
  std::vector<Image> result;
  for (const UnreducedStep& step : graph_.unreduced().steps(row, node.zone)) {
    const ZoneId zone = graph_.zones().apply(node.zone, step.op);
    if (zone == Zones::empty) continue;
    result.push_back(step.discrete == none ? Image() : image_of({step.discrete, zone}, g));
  }
  std::sort(result.begin(), result.end());
  return result;
}

void SymmetryCheck::test(const SymbolicState& node) {
  if (++met_ > always_checked && met_ % sampled != 0) return;
  ++checked_;
  for (int k = met_ <= often_checked ? often : 1; k > 0; --k) {
    const Move g = random_move(), identity{Permutation(graph_.symmetry().layout)};
    if (is_identity(g)) continue;
    std::vector<std::int32_t> row(graph_.network().value_count());
    graph_.values(node.discrete, row);
    apply_to(g, row);
    std::vector<std::uint32_t> active = graph_.shape(node.discrete).clock_list();
    Zone zone = graph_.zones().zone(node.zone);
    apply_to(g, active, zone);
    const SymbolicState moved{graph_.unreduced().intern(row), graph_.zones().intern(zone.view())};
    std::vector<std::int32_t> kept(row.size());
    graph_.values(moved.discrete, kept);
    if (kept != row) throw SymmetryBroken(describe(node, g, "dead data depends on names"));
    if (graph_.shape(moved.discrete).clock_list() != active)
      throw SymmetryBroken(describe(node, g, "active clocks depend on names"));
    const std::vector<Image> here = targets(node, g), there = targets(moved, identity);
    const auto has_error = [](const std::vector<Image>& targets) { return !targets.empty() && targets[0].empty(); };
    if (errors_depend_on_names_ && (has_error(here) || has_error(there))) continue;
    if (here != there) {
      throw SymmetryBroken(describe(node, g,
                                    std::to_string(here.size()) + " successors before and " +
                                        std::to_string(there.size()) + " after the exchange are not the same"));
    }
    for (const Predicate* predicate : predicates_) {
      const auto holds = [&](const SymbolicState& at) {
        const bool found =
            !evaluator_.satisfying(*predicate, false, at.discrete, graph_.zones().zone(at.zone)).is_empty();
        const bool failed = static_cast<bool>(evaluator_.failure());
        evaluator_.clear_failure();
        return std::pair(found, failed);
      };
      const auto before = holds(node), after = holds(moved);
      if (errors_depend_on_names_ && (before.second || after.second)) continue;
      if (before != after) throw SymmetryBroken(describe(node, g, "the query can tell the two apart"));
    }
  }
}

std::string SymmetryCheck::describe(const SymbolicState& node, const Move& g, const std::string& difference) const {
  const Network& network = graph_.network();
  const StateLayout& layout = graph_.symmetry().layout;
  std::string text = "symmetry is broken: exchanging";
  if (graph_.symmetry().rotations) text += " " + graph_.symmetry().rotations->name() + " by " + std::to_string(g.power);
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    for (std::int32_t e = 0; e < layout.sets[s].count; ++e) {
      const std::int32_t image = g.permutation(SetId{s}, e);
      if (image != e) text += " " + layout.sets[s].name + " " + std::to_string(e) + "->" + std::to_string(image);
    }
  }
  text += " in state (";
  std::vector<std::int32_t> row(network.value_count());
  graph_.values(node.discrete, row);
  for (const ProcessId p : network.processes.ids()) {
    text += (p.value == 0 ? "" : ", ") + network.processes[p].name + "." + network.location(row, p).name;
  }
  for (const SlotId s : network.slots.ids()) {
    text += ", " + network.slots[s].name + "=" + std::to_string(row[network.slot_value(s)]);
  }
  return text + "): " + difference;
}

}  // namespace orbita
