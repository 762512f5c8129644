#include "engine/certificate/flat_action.h"

#include <algorithm>
#include <map>

namespace orbita {

namespace {

using CellKey = std::vector<std::int64_t>;

std::int64_t number(const FlatJson& json) { return json.get<std::int64_t>(); }

CellKey key_of(const FlatJson& cell, const Exchange* exchange) {
  CellKey key = {number(cell["family"])};
  if (!cell.contains("indices")) return key;
  for (const FlatJson& index : cell["indices"]) {
    const bool moves = exchange != nullptr && index[0] == exchange->set;
    key.push_back(number(index[0]));
    key.push_back(moves ? (*exchange)(index[1].get<std::int32_t>()) : number(index[1]));
  }
  return key;
}

// The cells of one table of the document, found by family and indices.
class FlatCells {
 public:
  explicit FlatCells(const FlatJson& table) : table_(table) {
    for (std::uint32_t i = 0; i < table.size(); ++i) {
      numbers_.emplace(key_of(table[i], nullptr), i);
      if (!table[i].contains("indices")) continue;
      for (const FlatJson& index : table[i]["indices"]) under_[{number(index[0]), number(index[1])}].push_back(i);
    }
  }

  // Adds the pairs that change places, `shift` added to their numbers. False: some cell has no image.
  bool add_swaps(const Exchange& exchange, std::uint32_t shift, Swaps& swaps) const {
    for (const std::int32_t element : {exchange.first, exchange.first + 1}) {
      const auto found = under_.find({exchange.set, element});
      if (found == under_.end()) continue;
      for (const std::uint32_t cell : found->second) {
        const auto to = numbers_.find(key_of(table_[cell], &exchange));
        if (to == numbers_.end()) return false;
        if (to->second > cell) swaps.emplace_back(cell + shift, to->second + shift);
      }
    }
    return true;
  }

 private:
  const FlatJson& table_;
  std::map<CellKey, std::uint32_t> numbers_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::uint32_t>> under_;
};

// The sets that the selects of an edge range over, or -1.
std::vector<std::int64_t> select_sets(const FlatModel& flat, const FlatEdgeKey& key) {
  std::vector<std::int64_t> sets;
  for (const Edge* part : {key.edge, key.branch}) {
    if (part == nullptr) continue;
    for (const Binder& binder : part->selects) {
      const Type& type = *binder.symbol->type;
      std::int64_t set = -1;
      const auto known = type.is(TypeKind::scalar) ? flat.sets.find(type.set) : flat.sets.end();
      if (known != flat.sets.end()) set = known->second;
      sets.push_back(set);
    }
  }
  return sets;
}

bool add_edges(const FlatModel& flat, const std::vector<std::uint32_t>& process_image, Exchange& exchange) {
  for (const FlatEdgeKey& edge : flat.edges) {
    FlatEdgeKey key = edge;
    key.process = process_image[edge.process];
    const std::vector<std::int64_t> sets = select_sets(flat, edge);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (sets[i] == exchange.set) key.selects[i] = exchange(key.selects[i]);
    }
    const auto found = flat.edge_number.find(key);
    if (found == flat.edge_number.end()) return false;
    exchange.edges.push_back(found->second);
  }
  return true;
}

}  // namespace

std::vector<Exchange> exchanges_of(const FlatModel& flat, const std::vector<std::uint32_t>& sets) {
  const FlatJson& document = flat.document;
  const FlatCells processes(document["processes"]), slots(document["slots"]), clocks(document["clocks"]);
  const auto process_count = static_cast<std::uint32_t>(document["processes"].size());
  std::vector<Exchange> result;
  for (const std::uint32_t set : sets) {
    for (std::int32_t e = 0; e + 1 < document["sets"][set]["count"].get<std::int32_t>(); ++e) {
      Exchange exchange;
      exchange.set = set;
      exchange.first = e;
      if (!processes.add_swaps(exchange, 0, exchange.values)) continue;
      std::vector<std::uint32_t> process_image(process_count);
      for (std::uint32_t p = 0; p < process_count; ++p) process_image[p] = p;
      for (const auto& [a, b] : exchange.values) std::swap(process_image[a], process_image[b]);
      if (!slots.add_swaps(exchange, process_count, exchange.values)) continue;
      if (!clocks.add_swaps(exchange, 1, exchange.clocks)) continue;
      for (std::uint32_t s = 0; s < document["slots"].size(); ++s) {
        const FlatJson& slot = document["slots"][s];
        if (slot.contains("set") && slot["set"] == set) exchange.holders.push_back(process_count + s);
      }
      if (add_edges(flat, process_image, exchange)) result.push_back(std::move(exchange));
    }
  }
  return result;
}

bool fixes(const Exchange& exchange, std::span<const std::int32_t> row, std::int32_t unknown) {
  for (const auto& [a, b] : exchange.values) {
    const bool holds = std::binary_search(exchange.holders.begin(), exchange.holders.end(), a);
    const std::int32_t moved = holds && row[a] != unknown ? exchange(row[a]) : row[a];
    if (moved != row[b]) return false;
  }
  return std::ranges::all_of(exchange.holders, [&](std::uint32_t at) {
    if (row[at] == unknown || exchange(row[at]) == row[at]) return true;
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
