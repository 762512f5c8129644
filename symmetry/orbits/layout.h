// How a state is laid out, as far as permuting elements of scalarsets is concerned.
//
// A discrete state is a row of int32 values (locations of processes and variables alike), a
// zone has clocks 1..n. Every value and every clock is a *cell of a family*: it carries the
// scalar indices it is found under (outermost first) and a plain position inside the family.
// A permutation g moves the cell (family, position, i1..ik) to (family, position, g(i1)..g(ik))
// and, when the cell holds elements of a set, maps its contents with g as well.
// The engine fills this in from its network; nothing here knows automata.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "symmetry/element_code.h"

namespace orbita {

inline constexpr SetId no_set{};

struct CellIndex {
  SetId set = no_set;  // position in StateLayout::sets
  std::int32_t element = 0;
};

struct Cell {
  std::uint32_t family = 0;
  std::uint32_t position = 0;
  std::vector<CellIndex> indices;
  SetId value_set = no_set;  // values only: holds elements of this set, or nobody
  bool is_location = false;  // locations are compared before data
  ElementCode code{};        // of what it holds, if value_set says so; nobody is mapped to itself
  SetId bits_of = no_set;    // values only: a set of elements of this set, as bits; then value_set is no_set
  std::int32_t first_bit{};  // … bit first_bit + e says whether element e is in it; other bits stay
};

struct LayoutSet {
  std::string name;
  std::int32_t count = 0;
  bool reduced = true;                 // false: never permuted (a violation, or switched off)
  std::vector<std::uint32_t> cell_of;  // partition: elements with different numbers are never exchanged
                                       // (pinned elements have a number of their own); empty: all alike
};

struct StateLayout {
  std::vector<LayoutSet> sets;
  const LayoutSet& set(SetId id) const { return sets[id.value]; }
  std::vector<Cell> values;
  std::vector<Cell> clocks;  // clocks[0] is the reference clock: no indices
};

}  // namespace orbita
