// Sorting states (docs/theory/symmetry.md, Theorem 1), in two phases that can be memoised apart.
//
// Phase 1 looks at discrete data only: it sorts the elements of every set by their locations, cells
// and the variables that hold them, and leaves the elements that are still alike in *tie classes*.
// Phase 2 looks at the zone only: it sorts each tie class by the clock preorder. Its result depends
// on the zone, the clock map and the tie classes, on nothing else, so an engine that interns zones
// and classes computes it once for many states.
//
//   ValueSorter values_sorter(layout);                     // both are workspaces: one per thread
//   ZoneSorter zone_sorter;
//   values_sorter.sort(values, active);
//   zone_sorter.sort(zone, values_sorter.clock_map(), values_sorter.ties());
//
// Both together equal the canonicaliser of Strategy::sort. Only for layouts where
// sorting_is_canonical() holds: there, members of a tie class hold the same discrete data, so
// phase 2 need not touch the values.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/permutation.h"

namespace orbita {

// Groups of elements whose clocks may be exchanged freely as far as discrete data goes.
// Per class: the number of elements, the number w of active clocks of each, then for each element
// its w zone clocks in corresponding order. Classes without clocks or with one member are left out.
struct TieClasses {
  std::vector<std::uint32_t> code;

  bool empty() const { return code.empty(); }
  friend bool operator==(const TieClasses&, const TieClasses&) = default;
  template <class H>
  friend H AbslHashValue(H h, const TieClasses& ties) {
    return H::combine(std::move(h), ties.code);
  }
};

// Phase 1.
class ValueSorter {
 public:
  explicit ValueSorter(const StateLayout& layout);  // the layout must outlive it
  ~ValueSorter();
  ValueSorter(ValueSorter&&) noexcept;
  ValueSorter& operator=(ValueSorter&&) noexcept;

  // Sorts the elements, rearranges the row and renames the active clocks (ascending before and
  // after). Returns whether any element moved. What follows describes the last call.
  bool sort(std::span<std::int32_t> values, std::vector<std::uint32_t>& active);

  // Where phase 1 moves the clocks of the zone: clock k to clock_map()[k]. Empty: all stay.
  std::span<const ClockIndex> clock_map() const;
  // The elements that are alike, by zone clocks after the move.
  const TieClasses& ties() const;
  // The element permutation of phase 1.
  Permutation permutation() const;
  // That of both phases; `order` is what ZoneSorter::order() said.
  Permutation permutation(std::span<const std::uint32_t> order) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

// Phase 2.
class ZoneSorter {
 public:
  // Moves the clocks as told and sorts the members of each class by their clock tuples, smaller
  // clocks first. Returns whether the zone's clocks were rearranged at all.
  bool sort(Zone& zone, std::span<const ClockIndex> clock_map, const TieClasses& ties);
  bool sort(Zone& zone, const TieClasses& ties) { return sort(zone, {}, ties); }

  // Class by class: the k-th entry is the member that went to the k-th place.
  std::span<const std::uint32_t> order() const { return order_; }
  // The whole rearrangement of the last call: zone clock k went to moved()[k].
  std::span<const ClockIndex> moved() const { return to_; }

 private:
  void sort_class(const std::uint32_t* tuples, std::uint32_t members, std::uint32_t width);

  std::vector<std::uint32_t> ranks_;  // after the clock map
  std::vector<std::uint32_t> order_;
  std::vector<ClockIndex> to_, tie_move_;
  Zone buffer_;
};

}  // namespace orbita
