#include "engine/space/symmetry_plan.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "symmetry/orbits/moved_cells.h"

namespace orbita {

namespace {

// A set inside a template exists once per process. None of these copies is permuted: their elements are plain
// numbers that travel with the process when a set it is replicated over is. That is an automorphism, because
// the programs of two such processes differ in the names of outer elements only: both use the numbers of their
// own copy in the same way, in the same order, and no variable outside of the process can hold one. So whatever
// a model does with inner elements, even telling them apart, cannot break the symmetry of an outer set.
// For a layout all copies are one set that stays as it is: this gives the first of them.
std::vector<SetId> joined_copies(const std::vector<NetScalarSet>& sets) {
  std::vector<SetId> result;
  for (const NetScalarSet& set : sets) {
    if (set.process == none) {
      result.push_back(SetId{static_cast<std::uint32_t>(result.size())});
      continue;
    }
    const auto first = std::find_if(sets.begin(), sets.end(), [&](const NetScalarSet& other) {
      return other.origin == set.origin && other.count == set.count;
    });
    result.push_back(SetId{static_cast<std::uint32_t>(first - sets.begin())});
  }
  return result;
}

// Each pinned element is alone in its cell of the partition; empty if there is none.
std::vector<std::uint32_t> cells_with_pinned(const NetScalarSet& set) {
  if (set.pinned.empty()) return {};
  std::vector<std::uint32_t> cells(static_cast<std::size_t>(set.count), 0);
  std::uint32_t next = 1;
  for (const std::int32_t element : set.pinned) cells[static_cast<std::size_t>(element)] = next++;
  return cells;
}

// The sizes of the cells with at least two elements, largest first.
std::vector<std::size_t> cell_sizes(const LayoutSet& set) {
  std::map<std::uint32_t, std::size_t> sizes;
  for (std::int32_t e = 0; e < set.count; ++e)
    ++sizes[set.cell_of.empty() ? 0 : set.cell_of[static_cast<std::size_t>(e)]];
  std::vector<std::size_t> result;
  for (const auto& [cell, size] : sizes) {
    if (size > 1) result.push_back(size);
  }
  std::sort(result.rbegin(), result.rend());
  return result;
}

StateLayout make_layout(const Network& network, const std::set<IdSetIndex>& excluded, const SetCells& cells) {
  StateLayout layout;
  for (std::uint32_t s = 0; s < network.sets.size(); ++s) {
    const NetScalarSet& set = network.sets[s];
    LayoutSet added{set.name, set.count, true, cells_with_pinned(set)};
    if (set.detected) added.cell_of = s < cells.size() && !cells[s].empty() ? cells[s] : set.cells;
    added.reduced =
        !excluded.contains(set.origin) && set.process == none && (!set.detected || !cell_sizes(added).empty());
    layout.sets.push_back(std::move(added));
  }
  const std::vector<SetId> copy_of = joined_copies(network.sets);
  const auto cell_indices = [&](const std::vector<ScalarIndex>& indices) {
    std::vector<CellIndex> result;
    for (const ScalarIndex& i : indices) result.push_back({copy_of[i.set.value], i.element});
    return result;
  };
  for (const NetProcess& process : network.processes) {
    layout.values.push_back({process.family, process.position, cell_indices(process.indices), no_set, true});
  }
  for (const Slot& slot : network.slots) {
    Cell cell{slot.family, slot.position, cell_indices(slot.indices), no_set, false};
    if (slot.value_set != none) {
      cell.value_set = copy_of[slot.value_set.value];
      cell.code = slot.code;
    }
    if (slot.bits_of != none) {
      cell.bits_of = copy_of[slot.bits_of.value];
      cell.first_bit = slot.first_bit;
    }
    layout.values.push_back(std::move(cell));
  }
  for (const Clock& clock : network.clocks) {
    layout.clocks.push_back({clock.family, clock.position, cell_indices(clock.indices), no_set, false});
  }
  return layout;
}

std::string_view name_of(Strategy strategy) {
  switch (strategy) {
    case Strategy::sort: return "sort";
    case Strategy::segment: return "segment";
    case Strategy::refine: return "refine";
    case Strategy::canonical: return "canonical";
    case Strategy::enumerate: return "enumerate";
  }
  return "";
}

std::string describe_group(const StateLayout& layout) {
  std::string text;
  for (const LayoutSet& set : layout.sets) {
    if (!set.reduced) continue;
    for (const std::size_t size : cell_sizes(set)) {
      text += (text.empty() ? "" : " x ") + ("S_" + std::to_string(size)) + " on " + set.name;
    }
  }
  return text;
}

}  // namespace

SymmetryPlan plan_symmetry(const Network& network, SymmetryChoice choice, const std::set<IdSetIndex>& excluded,
                           bool diagonal_property, bool literal_sort, const SetCells& cells) {
  SymmetryPlan plan;
  plan.strategy = "off";
  if (choice == SymmetryChoice::off) return plan;
  plan.layout = make_layout(network, excluded, cells);
  plan.group = describe_group(plan.layout);
  for (const NetScalarSet& set : network.sets) {
    if (set.process != none)
      plan.note = set.name + " is declared in a template, where every process has a set of its own";
  }
  plan.active = !plan.group.empty();
  if (!plan.active) return plan;
  plan.orbits = CellOrbits(plan.layout);
  plan.options.diagonal_property = diagonal_property;
  plan.options.literal = literal_sort;
  const bool sortable = diagonal_property && sorting_is_canonical(plan.layout);
  switch (choice) {
    case SymmetryChoice::adaptive:
    case SymmetryChoice::counted:  // for all that cannot be counted
    case SymmetryChoice::declared:
    case SymmetryChoice::automatic: plan.options.strategy = sortable ? Strategy::sort : Strategy::refine; break;
    case SymmetryChoice::sort: plan.options.strategy = Strategy::sort; break;
    case SymmetryChoice::segment: plan.options.strategy = Strategy::segment; break;
    case SymmetryChoice::refine: plan.options.strategy = Strategy::refine; break;
    case SymmetryChoice::canonical: plan.options.strategy = Strategy::canonical; break;
    case SymmetryChoice::enumerate: plan.options.strategy = Strategy::enumerate; break;
    case SymmetryChoice::off: break;
  }
  plan.sorting = sortable && plan.options.strategy == Strategy::sort && !literal_sort;
  plan.strategy = name_of(plan.options.strategy);
  return plan;
}

SetCells without_sets_as_bits(const Network& network, SetCells cells) {
  cells.resize(network.sets.size());
  for (std::uint32_t s = 0; s < network.sets.size(); ++s) {
    if (!network.sets[s].as_bits) continue;
    cells[s].resize(static_cast<std::size_t>(network.sets[s].count));
    std::iota(cells[s].begin(), cells[s].end(), 0u);
  }
  return cells;
}

void use_rotations(SymmetryPlan& plan, const Network& network, std::shared_ptr<const CyclicGroup> rotations) {
  if (rotations == nullptr) return;
  if (plan.active && symmetry::MovedCells(plan.layout).group_order() >= rotations->order()) return;
  plan.active = true;
  plan.sorting = false;
  plan.orbits = CellOrbits(*rotations, network.value_count(), static_cast<std::uint32_t>(network.clocks.size()));
  plan.group = rotations->name();
  plan.strategy = "least";
  plan.rotations = std::move(rotations);
}

}  // namespace orbita
