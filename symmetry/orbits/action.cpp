// The action of the group, by its definition. Exploration uses the fast one in mover.h.
#include <algorithm>
#include <map>
#include <tuple>

#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/moved_cells.h"
#include "symmetry/set_bits.h"

namespace orbita {

namespace {

using Address = std::tuple<std::uint32_t, std::uint32_t, std::vector<std::pair<SetId, std::int32_t>>>;

// The address of a cell after g; the identity gives the address before.
Address address(const Cell& cell, const Permutation& g) {
  Address result{cell.family, cell.position, {}};
  for (const CellIndex& index : cell.indices) {
    std::get<2>(result).emplace_back(index.set, g(index.set, index.element));
  }
  return result;
}

// target[c] = the cell to which g moves cell c.
std::vector<std::uint32_t> targets(const StateLayout& layout, const std::vector<Cell>& cells, const Permutation& g) {
  const Permutation identity(layout);
  std::map<Address, std::uint32_t> at;
  for (std::uint32_t c = 0; c < cells.size(); ++c) at.emplace(address(cells[c], identity), c);
  std::vector<std::uint32_t> result;
  result.reserve(cells.size());
  for (const Cell& cell : cells) {
    const auto found = at.find(address(cell, g));
    if (found == at.end()) throw symmetry::LayoutError("a permutation leads out of the layout");
    result.push_back(found->second);
  }
  return result;
}

std::int32_t renamed(const StateLayout& layout, const Cell& cell, const Permutation& g, std::int32_t value) {
  if (cell.bits_of != no_set) {
    return with_bits_renamed(value, cell.first_bit, layout.set(cell.bits_of).count,
                             [&](std::int32_t e) { return g(cell.bits_of, e); });
  }
  if (cell.value_set == no_set) return value;
  const std::uint32_t element = cell.code.element_of(value);
  if (element < static_cast<std::uint32_t>(layout.set(cell.value_set).count)) {
    return cell.code.value_of(g(cell.value_set, static_cast<std::int32_t>(element)));
  }
  return value;  // nobody, or a number that is no element
}

}  // namespace

void apply(const StateLayout& layout, const Permutation& g, std::span<std::int32_t> values) {
  const std::vector<std::int32_t> old(values.begin(), values.end());
  const std::vector<std::uint32_t> target = targets(layout, layout.values, g);
  for (std::size_t c = 0; c < old.size(); ++c) {
    const Cell& cell = layout.values[c];
    values[target[c]] = renamed(layout, cell, g, old[c]);
  }
}

void apply(const StateLayout& layout, const Permutation& g, std::vector<std::uint32_t>& active, Zone& zone) {
  const std::vector<std::uint32_t> target = targets(layout, layout.clocks, g);
  std::vector<std::uint32_t> moved;
  for (const std::uint32_t clock : active) moved.push_back(target[clock]);
  active = moved;
  std::sort(active.begin(), active.end());
  std::vector<ClockIndex> to{reference_clock};
  for (const std::uint32_t clock : moved) {
    const auto place = std::lower_bound(active.begin(), active.end(), clock) - active.begin();
    to.push_back(ClockIndex{static_cast<std::uint32_t>(place + 1)});
  }
  zone = zone.permuted(to);
}

bool sorting_is_canonical(const StateLayout& layout) { return symmetry::MovedCells(layout).sorting_is_canonical(); }

}  // namespace orbita
