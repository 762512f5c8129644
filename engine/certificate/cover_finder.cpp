#include "engine/certificate/cover_finder.h"

#include <algorithm>

namespace orbita {

Permutation inverse(const StateLayout& layout, const Permutation& g) {
  Permutation result(layout);
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    for (std::int32_t e = 0; e < layout.sets[s].count; ++e) result.set(SetId{s}, g(SetId{s}, e), e);
  }
  return result;
}

CoverFinder::CoverFinder(ZoneGraph& graph, const Coverage& coverage)
    : graph_(graph), coverage_(coverage), layout_(graph.symmetry().layout) {
  const SymmetryPlan& plan = graph.symmetry();
  if (!plan.active) return;
  if (plan.sorting) values_sorter_.emplace(layout_);
  else canonicaliser_ = make_canonicaliser(layout_, plan.options);
}

void CoverFinder::add(const SymbolicState& state) {
  by_state_[state.discrete].push_back(static_cast<std::uint32_t>(nodes_.size()));
  nodes_.push_back({state.discrete, state.zone});
}

Permutation CoverFinder::reduce(std::vector<std::int32_t>& row, const Shape& shape, Zone& zone) {
  std::vector<std::uint32_t> active = shape.clock_list();
  if (canonicaliser_) {
    canonicaliser_->canonicalise(row, active, zone);
    return canonicaliser_->applied();
  }
  values_sorter_->sort(row, active);
  zone_sorter_.sort(zone, values_sorter_->clock_map(), values_sorter_->ties());
  return values_sorter_->permutation(zone_sorter_.order());
}

std::span<const std::uint32_t> CoverFinder::nodes_of(StateId discrete, Range among) const {
  const auto found = by_state_.find(discrete);
  if (found == by_state_.end()) return {};
  const auto first = std::ranges::lower_bound(found->second, among.first);
  return {first, std::lower_bound(first, found->second.end(), among.end)};
}

std::optional<std::uint32_t> CoverFinder::covering_node(StateId discrete, ConstMatrix zone, Range among) {
  const std::span<const std::uint32_t> nodes = nodes_of(discrete, among);
  if (nodes.empty()) return std::nullopt;
  const Shape shape = graph_.shape(discrete);
  for (const std::uint32_t node : nodes) {
    if (coverage_.covers(graph_.zones().load(nodes_[node].zone, room_), zone, shape)) return node;
  }
  return std::nullopt;
}

std::optional<CoverFinder::Cover> CoverFinder::find(std::vector<std::int32_t> row, const Shape& shape, Zone zone,
                                                    Range among) {
  if (!graph_.symmetry().active) {
    const std::optional<std::uint32_t> node = covering_node(graph_.intern(row), zone.view(), among);
    return node ? std::optional(Cover{*node}) : std::nullopt;
  }
  const Permutation applied = reduce(row, shape, zone);
  const StateId discrete = graph_.intern(row);
  if (const auto node = covering_node(discrete, zone.view(), among)) return Cover{*node, inverse(layout_, applied)};
  return match_ties(discrete, zone, applied, among);
}

namespace {

// The elements a tie class is about, one per member, by the clocks of its members: each belongs to one element of a
// reduced set alone.
std::optional<std::pair<SetId, std::int32_t>> element_of_clock(const StateLayout& layout, NetClockId clock) {
  std::optional<std::pair<SetId, std::int32_t>> result;
  for (const CellIndex& index : layout.clocks[clock.value].indices) {
    if (!layout.set(index.set).reduced) continue;
    if (result) return std::nullopt;
    result = {index.set, index.element};
  }
  return result;
}

}  // namespace

// Members of a class with several clocks may stand in another order in the covering zone: exchanges of two members are
// tried as long as they bring a cover.
std::optional<CoverFinder::Cover> CoverFinder::match_ties(StateId discrete, const Zone& zone,
                                                          const Permutation& applied, Range among) {
  const TieClasses* ties = graph_.matching_ties(discrete);
  const std::span<const std::uint32_t> nodes = nodes_of(discrete, among);
  if (ties == nullptr || nodes.empty()) return std::nullopt;
  const Shape shape = graph_.shape(discrete);
  Zone probe = zone;
  for (const std::uint32_t node : nodes) {
    const ConstMatrix big = graph_.zones().load(nodes_[node].zone, room_);
    dbm_probe(probe, zone, shape);
    Matcher matcher;
    if (!matcher.match(probe.view(), big, *ties)) continue;
    // Zone clock k stands where clock to[k] stands in the node: the element moves with it.
    const std::span<const std::uint32_t> to = matcher.places();
    Permutation exchange(layout_);
    for (std::uint32_t k = 1; k < zone.dimension(); ++k) {
      const auto from = element_of_clock(layout_, shape.clock({k}));
      const auto into = element_of_clock(layout_, shape.clock({to[k]}));
      if (from && into) exchange.set(from->first, from->second, into->second);
    }
    return Cover{node, inverse(layout_, exchange * applied)};
  }
  return std::nullopt;
}

void CoverFinder::dbm_probe(Zone& probe, const Zone& zone, const Shape& shape) const {
  probe.resize(zone.dimension());
  if (coverage_.kind() == Subsumption::simulation)
    make_alu_probe(probe.matrix(), zone.view(), {shape.lower, shape.upper});
  else make_inclusion_probe(probe.matrix(), zone.view());
}

}  // namespace orbita
