// Partitions of the elements of a layout's sets, kept once: which elements may be exchanged with which.
//
// All elements of all sets stand in one row: first those of set 0, and so on. A partition gives every place the first
// place of its cell; cells never reach over two sets. ⟨P⟩ is the group of all permutations that keep the cells of P.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dbm/index.h"
#include "symmetry/orbits/layout.h"

namespace orbita {

using PartitionId = Index<struct PartitionTag>;

class Partitions {
 public:
  using Cells = std::vector<std::uint32_t>;  // by place: the first place of its cell

  Partitions() = default;
  explicit Partitions(const StateLayout& layout);  // which sets there are; the layout is not kept
  Partitions(Partitions&&) = default;
  Partitions& operator=(Partitions&&) = default;

  std::uint32_t places() const { return static_cast<std::uint32_t>(set_of_.size()); }
  std::uint32_t place(SetId set, std::int32_t element) const {
    return first_[set.value] + static_cast<std::uint32_t>(element);
  }
  SetId set_of(std::uint32_t place) const { return set_of_[place]; }
  std::int32_t element_of(std::uint32_t place) const {
    return static_cast<std::int32_t>(place - first_[set_of_[place].value]);
  }

  // The layout's own cells: nothing is coarser.
  PartitionId coarsest() const { return PartitionId{0}; }
  // Any labels will do: places of one set with the same label are one cell. Refines the layout's own cells.
  PartitionId intern(std::span<const std::uint32_t> labels);
  const Cells& cells(PartitionId id) const { return *partitions_[id.value]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(partitions_.size()); }

  PartitionId meet(PartitionId a, PartitionId b);
  bool is_finer(PartitionId fine, PartitionId coarse) { return meet(fine, coarse) == fine; }  // or equal

  // The layout with this partition as its cells.
  StateLayout restricted(const StateLayout& layout, PartitionId id) const;
  // "{0,1}{2}" for each set that is cut, "" for the coarsest.
  std::string describe(const StateLayout& layout, PartitionId id) const;

 private:
  std::vector<std::uint32_t> first_;  // by set
  std::vector<SetId> set_of_;
  std::map<Cells, std::uint32_t> index_;
  std::vector<const Cells*> partitions_;  // the keys above
  std::unordered_map<std::uint64_t, PartitionId> meets_;
};

}  // namespace orbita
