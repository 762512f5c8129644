#include "engine/bdd/swap.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>
#include <utility>

namespace orbita::bdds {

namespace {

using CellKey = std::tuple<std::uint32_t, std::uint32_t, std::vector<std::pair<std::uint32_t, std::int32_t>>>;

CellKey key_of(const Cell& cell) {
  CellKey key{cell.family, cell.position, {}};
  for (const CellIndex& index : cell.indices) std::get<2>(key).emplace_back(index.set.value, index.element);
  return key;
}

}  // namespace

std::vector<Cell> all_cells(const StateLayout& layout) {
  std::vector<Cell> cells = layout.values;
  cells.insert(cells.end(), layout.clocks.begin() + 1, layout.clocks.end());
  return cells;
}

Swap::Swap(const Encoding& encoding, std::span<const Cell> cells, SetId set, std::int32_t first, std::int32_t second)
    : substitution_(bdd_newpair()), after_(cells.size()) {
  std::map<CellKey, std::uint32_t> cell_at;
  for (std::uint32_t c = 0; c < cells.size(); ++c) cell_at.emplace(key_of(cells[c]), c);
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    CellKey key = key_of(cells[c]);
    for (auto& [index_set, element] : std::get<2>(key)) {
      if (index_set == set.value && (element == first || element == second)) element = first + second - element;
    }
    const std::uint32_t from = cell_at.at(key);
    const bool holds_elements = cells[c].value_set == set;
    if (from == c && !holds_elements) continue;
    const std::int32_t one = cells[c].code.value_of(first), other = cells[c].code.value_of(second);
    const bdd is_either = holds_elements ? encoding.equals(from, one) | encoding.equals(from, other) : bddfalse;
    const std::span<const int> bits = encoding.bits(c), from_bits = encoding.bits(from);
    assert(bits.size() == from_bits.size() && encoding.range(c).low == encoding.range(from).low);
    const auto code = [&](std::int32_t value) { return static_cast<std::uint32_t>(value - encoding.range(c).low); };
    const std::uint32_t differing = holds_elements ? code(one) ^ code(other) : 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const bdd plain = bdd_ithvarpp(from_bits[i]);
      const bool flips = (differing >> (bits.size() - 1 - i) & 1) != 0;
      after_[c].push_back(flips ? bdd_xor(plain, is_either) : plain);
      bdd_setbddpair(substitution_.get(), bits[i], after_[c].back());
    }
  }
}

bdd Swap::operator()(const bdd& states) const { return bdd_veccompose(states, substitution_.get()); }

bdd Swap::makes_smaller(const Encoding& encoding, std::span<const std::uint32_t> order) const {
  bdd smaller = bddfalse;  // of the cells looked at so far, the least significant ones
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::vector<bdd>& after = after_[order[i]];
    const std::span<const int> bits = encoding.bits(order[i]);
    for (std::size_t k = after.size(); k-- > 0;) {
      const bdd before = bdd_ithvarpp(bits[k]);
      smaller = (before - after[k]) | (bdd_biimp(before, after[k]) & smaller);
    }
  }
  return smaller;
}

}  // namespace orbita::bdds
