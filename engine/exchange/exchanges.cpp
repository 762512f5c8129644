#include "engine/exchange/exchanges.h"

#include <algorithm>
#include <utility>

namespace orbita::exchange {

CellMoves::CellMoves(const std::vector<Cell>& cells, const StateLayout& layout) : cells_(cells) {
  for (const LayoutSet& set : layout.sets) with_.emplace_back(static_cast<std::size_t>(std::max(set.count, 0)));
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    at_.emplace(key_of(cells[c]), c);
    for (const CellIndex& index : cells[c].indices) {
      auto& list = with_[index.set.value][static_cast<std::size_t>(index.element)];
      if (list.empty() || list.back() != c) list.push_back(c);
    }
  }
}

CellMoves::Key CellMoves::key_of(const Cell& cell) {
  Key key{cell.family, cell.position};
  for (const CellIndex& index : cell.indices) {
    key.push_back(index.set.value);
    key.push_back(static_cast<std::uint32_t>(index.element));
  }
  return key;
}

std::optional<CellMoves::Moves> CellMoves::moves(SetId set, std::int32_t i, std::int32_t j) const {
  Moves result;
  for (const std::int32_t element : {i, j}) {
    for (const std::uint32_t c : with_[set.value][static_cast<std::size_t>(element)]) {
      Cell image = cells_[c];
      for (CellIndex& index : image.indices) {
        if (index.set == set) index.element = index.element == i ? j : index.element == j ? i : index.element;
      }
      const auto at = at_.find(key_of(image));
      if (at == at_.end()) return std::nullopt;
      result.emplace(c, at->second);
    }
  }
  return result;
}

Exchanges::Exchanges(const Network& network, const IdClasses& ids, Terms& terms, SymbolicRun& programs)
    : network_(network),
      ids_(ids),
      terms_(terms),
      programs_(programs),
      values_(ids.layout.values, ids.layout),
      clocks_(ids.layout.clocks, ids.layout),
      channels_(ids.channels, ids.layout) {}

Exchange* Exchanges::find(SetId set, std::int32_t i, std::int32_t j) {
  const auto [known, is_new] = made_.try_emplace({set, std::min(i, j), std::max(i, j)}, nullptr);
  if (is_new) known->second = make(set, std::min(i, j), std::max(i, j));
  return known->second.get();
}

std::unique_ptr<Exchange> Exchanges::make(SetId set, std::int32_t i, std::int32_t j) {
  auto values = values_.moves(set, i, j), clocks = clocks_.moves(set, i, j), channels = channels_.moves(set, i, j);
  if (!values || !clocks || !channels) return nullptr;
  auto result = std::make_unique<Exchange>();
  Exchange* const e = result.get();
  e->set = set;
  e->i = i;
  e->j = j;
  e->values = std::move(*values);
  e->clocks = std::move(*clocks);
  e->channels = std::move(*channels);
  const auto swapped = [this, set, i, j](const Cell& cell, TermId term) {
    return cell.value_set == set ? terms_.swap(cell.code.value_of(i), cell.code.value_of(j), term) : term;
  };
  // What was read from a cell is now read from its image, where it was put under another name.
  e->renaming.leaf = [this, e, set, i, j, swapped](const Term& term, TermId id) {
    const auto number = static_cast<std::uint32_t>(term.keys[0]);
    if (term.kind == TermKind::value)
      return swapped(ids_.layout.values[number], programs_.value_of(Exchange::image(e->values, number)));
    return term.keys[3] == set.value ? terms_.swap(i, j, id) : id;  // a select variable
  };
  e->renaming.cell = [this, e, swapped](const Terms::Write& write) {
    return Terms::Write{Exchange::image(e->values, write.cell), swapped(ids_.layout.values[write.cell], write.term)};
  };
  e->renaming.clock = [e](NetClockId clock) { return e->image(clock); };
  return result;
}

}  // namespace orbita::exchange
