#include "engine/trace/joined_path.h"

#include <algorithm>
#include <cassert>

namespace orbita {

namespace {

// Valuations of the source that the operation takes into `inside`.
[[nodiscard]] bool pull_back(const ZoneOp& op, const Zone& source, Zone& inside) {
  if (op.delay) inside.past();
  if (!inside.constrain(op.invariant)) return false;
  ZoneOp into = op;
  into.invariant.clear();
  const ConstMatrix m = inside.view();
  for (std::uint32_t x = 0; x < m.dimension; ++x) {
    for (std::uint32_t y = 0; y < m.dimension; ++y) {
      if (x != y && m.row(x)[y] != raw_infinity)
        into.invariant.push_back({ClockIndex{x}, ClockIndex{y}, Bound{m.row(x)[y]}});
    }
  }
  return enabling_zone(into, inside) && inside.intersect(source.view());
}

// Goes from a joined node down to the part of it that meets `inside`.
[[nodiscard]] bool enter_part(ZoneGraph& graph, const Passed& passed, NodeId& node, Zone& inside) {
  while (const std::optional<Passed::Parts> parts = passed.parts_of(node)) {
    Zone first = inside;
    assert(parts->first < node && parts->second < node);
    const bool meets_first = first.intersect(graph.zones().zone(passed[parts->first].zone));
    node = meets_first ? parts->first : parts->second;
    if (meets_first) inside = std::move(first);
    else if (!inside.intersect(graph.zones().zone(passed[node].zone))) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<PathStep>> path_into(ZoneGraph& graph, const Passed& passed, NodeId node, Zone inside) {
  std::vector<PathStep> path;
  for (;;) {
    if (!enter_part(graph, passed, node, inside)) return std::nullopt;
    const NodeId parent = passed[node].parent;
    if (parent == none) break;
    assert(parent < node && inside.dimension() == graph.shape(passed[node].discrete).dimension());
    const Zone source = graph.zones().zone(passed[parent].zone);
    const std::span<const Successor> successors =
        graph.successors(SymbolicState{passed[parent].discrete, passed[parent].zone});
    const auto taken = std::find_if(successors.begin(), successors.end(), [&](const Successor& s) {
      return s.discrete == passed[node].discrete && graph.zones().apply(passed[parent].zone, s.op) == passed[node].zone;
    });
    if (taken == successors.end()) return std::nullopt;
    path.push_back({taken->op, taken->discrete});
    if (!pull_back(graph.zones().op(taken->op), source, inside)) return std::nullopt;
    node = parent;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::optional<SymbolicRun> follow(UnreducedSpace& space, const std::vector<PathStep>& path) {
  return walk(space, path.size(), [&](std::size_t i, const UnreducedStep& step, ZoneId) {
    return step.op == path[i].op && step.discrete == path[i].discrete;
  });
}

}  // namespace orbita
