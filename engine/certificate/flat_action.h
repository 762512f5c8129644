// What exchanging two neighbouring elements of a scalarset does to states and edges of the flat model.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/flat/flat.h"

namespace orbita {

// The flat edges that take part in a transition: sender first, then receivers in process order.
using FlatMove = std::vector<std::uint32_t>;
// Locations of the processes, then values of the slots.
using FlatRow = std::vector<std::int32_t>;
using Swaps = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The exchange of elements `first` and `first + 1` of a set.
struct Exchange {
  std::uint32_t set = 0;
  std::int32_t first = 0;
  Swaps values;                        // positions of a row that change places
  std::vector<std::uint32_t> holders;  // positions that hold elements of the set
  Swaps clocks;                        // flat clocks that change places
  std::vector<std::uint32_t> edges;    // by flat edge: its image

  std::int32_t operator()(std::int32_t element) const {
    return element == first ? first + 1 : element == first + 1 ? first : element;
  }
};

// All exchanges of the given sets that map the flat model's cells and edges to cells and edges.
std::vector<Exchange> exchanges_of(const FlatModel& flat, const std::vector<std::uint32_t>& sets);

// Exchanging leaves the row as it is. `unknown` marks values that are none.
bool fixes(const Exchange& exchange, std::span<const std::int32_t> row, std::int32_t unknown);
// Whether the image of the move comes before it, edge by edge.
bool makes_smaller(const Exchange& exchange, const FlatModel& flat, const FlatMove& move);

}  // namespace orbita
