#include "symmetry/orbits/element_partition.h"

#include <algorithm>
#include <tuple>

namespace orbita {

Partitions::Partitions(const StateLayout& layout) {
  Cells labels;
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    const LayoutSet& set = layout.sets[s];
    first_.push_back(places());
    for (std::int32_t e = 0; e < set.count; ++e) {
      set_of_.push_back(SetId{s});
      const auto own = static_cast<std::uint32_t>(e);
      labels.push_back(!set.reduced ? own : set.cell_of.empty() ? 0 : set.cell_of[static_cast<std::size_t>(e)]);
    }
  }
  intern(labels);
}

PartitionId Partitions::intern(std::span<const std::uint32_t> labels) {
  Cells cells(places());
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> first;
  const Cells* coarsest = partitions_.empty() ? nullptr : partitions_[0];
  for (std::uint32_t p = 0; p < cells.size(); ++p)
    cells[p] = first.try_emplace({set_of_[p].value, labels[p], coarsest ? (*coarsest)[p] : 0}, p).first->second;
  const auto [known, is_new] = index_.try_emplace(std::move(cells), size());
  if (is_new) partitions_.push_back(&known->first);
  return PartitionId{known->second};
}

PartitionId Partitions::meet(PartitionId a, PartitionId b) {
  if (a == b || b == coarsest()) return a;
  if (a == coarsest()) return b;
  const std::uint64_t key = std::uint64_t{std::min(a, b).value} << 32 | std::max(a, b).value;
  if (const auto known = meets_.find(key); known != meets_.end()) return known->second;
  const Cells &first = cells(a), &second = cells(b);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  Cells labels(places());
  for (std::uint32_t p = 0; p < places(); ++p) labels[p] = numbers.try_emplace({first[p], second[p]}, p).first->second;
  const PartitionId result = intern(labels);
  meets_.emplace(key, result);
  return result;
}

StateLayout Partitions::restricted(const StateLayout& layout, PartitionId id) const {
  StateLayout result = layout;
  const Cells& cell_of = cells(id);
  for (std::uint32_t s = 0; s < result.sets.size(); ++s) {
    LayoutSet& set = result.sets[s];
    set.cell_of.assign(cell_of.begin() + first_[s], cell_of.begin() + first_[s] + set.count);
  }
  return result;
}

std::string Partitions::describe(const StateLayout& layout, PartitionId id) const {
  std::string text;
  const Cells &cell_of = cells(id), &all = cells(coarsest());
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    const std::uint32_t begin = first_[s], end = begin + static_cast<std::uint32_t>(layout.sets[s].count);
    if (std::equal(cell_of.begin() + begin, cell_of.begin() + end, all.begin() + begin)) continue;
    if (!text.empty()) text += ", ";
    for (std::uint32_t p = begin; p < end; ++p) {
      if (cell_of[p] != p) continue;
      std::string members;
      for (std::uint32_t q = p; q < end; ++q) {
        if (cell_of[q] == p) members += (members.empty() ? "" : ",") + std::to_string(q - begin);
      }
      text += "{" + members + "}";
    }
    text += " on " + layout.sets[s].name;
  }
  return text;
}

}  // namespace orbita
