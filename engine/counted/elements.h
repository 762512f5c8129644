// Where a network keeps the values and clocks of its elements: rows are taken apart into what belongs to no element and
// one key per element, and put together again.
//
// Needs elements that refer to nobody: no cell with two scalar indices, no scalar inside an element. Scalars outside
// elements name elements; that is part of the named element's key, so an element that is named is alone in its key.
// Networks of one model that differ in the number of elements only have the same cells per element, in the same order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/network/network.h"

namespace orbita {

using Values = std::vector<std::int32_t>;

// A row, taken apart. In `shared`, variables outside elements that hold some element, or nobody, have values that say
// just that; other values stay what they are.
struct TakenApart {
  Values shared;
  std::vector<std::vector<Values>> keys;  // by set and element: the set, the values, and which scalars name it
};

class ElementLayout {
 public:
  explicit ElementLayout(const Network& network);

  const std::string& problem() const { return problem_; }  // why the elements cannot be counted; empty: they can
  std::uint32_t set_count() const { return static_cast<std::uint32_t>(sets_.size()); }
  std::uint32_t elements(std::uint32_t set) const { return sets_[set].count; }

  TakenApart take_apart(std::span<const std::int32_t> row) const;
  // keys[set][element]; the number of elements must be the network's.
  Values put_together(const Values& shared, const std::vector<std::vector<const Values*>>& keys) const;

  // Whose a process is: its element, or none; and which of the element's (or of the free) processes it is.
  struct Owner {
    std::uint32_t set = none, element = 0, kind = 0;
    friend bool operator==(const Owner&, const Owner&) = default;
  };
  const Owner& owner_of_process(ProcessId process) const { return processes_[process.value]; }
  ProcessId process_of(const Owner& owner) const;
  const Owner& owner_of_clock(NetClockId clock) const { return clocks_[clock]; }  // the same for clocks

  // As many variables, clocks and processes outside elements and of each element, whatever the number of elements: then
  // values and clocks of one network's row mean the same in the other's.
  bool has_structure_of(const ElementLayout& other) const;

 private:
  struct Set {
    std::uint32_t count = 0, cells = 0, clocks = 0;
    std::vector<std::uint32_t> at;         // cell `c` of element `e` is value at[e * cells + c] of a row
    std::vector<std::uint32_t> namers;     // values outside elements that hold elements of the set
    std::vector<std::uint32_t> processes;  // element e's process of kind k is processes[e * kinds + k]
    std::uint32_t kinds = 0;
    std::vector<ElementCode> codes;  // by namer
  };

  std::vector<Set> sets_;
  std::vector<std::uint32_t> shared_;      // values outside elements
  std::vector<std::uint32_t> shared_set_;  // the set whose elements they hold, or none
  std::vector<ElementCode> shared_code_;   // … and how
  std::vector<Owner> processes_;
  IdVector<NetClockId, Owner> clocks_;
  std::vector<std::uint32_t> free_processes_;
  std::uint32_t free_clocks_ = 0;
  std::string problem_;
};

}  // namespace orbita
