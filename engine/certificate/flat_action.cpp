#include "engine/certificate/flat_action.h"

#include <algorithm>

namespace orbita {

std::vector<std::int64_t> select_sets(const FlatModel& flat, const FlatEdgeKey& key) {
  std::vector<std::int64_t> sets;
  for (const Edge* part : {key.edge, key.branch}) {
    if (part == nullptr) continue;
    for (const Binder& binder : part->selects) {
      const Type& type = *binder.symbol->type;
      const auto known = type.is(TypeKind::scalar) ? flat.sets.find(type.set) : flat.sets.end();
      sets.push_back(known == flat.sets.end() ? -1 : known->second);
    }
  }
  return sets;
}

bool fixes(const Exchange& exchange, std::span<const std::int32_t> row, std::int32_t unknown) {
  // What the value at one place becomes.
  const auto moved = [&](std::uint32_t at) {
    const auto holder =
        std::ranges::lower_bound(exchange.holders, at, {}, &std::pair<std::uint32_t, std::int32_t>::first);
    const bool holds = holder != exchange.holders.end() && holder->first == at && row[at] != unknown;
    return holds ? holder->second + exchange(row[at] - holder->second) : row[at];
  };
  for (const auto& [a, b] : exchange.values) {
    if (moved(a) != row[b] || moved(b) != row[a]) return false;
  }
  return std::ranges::all_of(exchange.holders, [&](const auto& holder) {
    const std::uint32_t at = holder.first;
    if (moved(at) == row[at]) return true;
    // A holder that changes places was compared above.
    return std::ranges::any_of(exchange.values,
                               [&](const auto& pair) { return pair.first == at || pair.second == at; });
  });
}

bool makes_smaller(const Exchange& exchange, const FlatModel& flat, const FlatMove& move) {
  const std::uint32_t first = exchange.edges[move[0]];
  if (first != move[0] || move.size() == 1) return first < move[0];
  FlatMove image;
  for (const std::uint32_t edge : move) image.push_back(exchange.edges[edge]);
  std::sort(image.begin() + 1, image.end(),
            [&](std::uint32_t a, std::uint32_t b) { return flat.edges[a].process < flat.edges[b].process; });
  return image < move;
}

}  // namespace orbita
