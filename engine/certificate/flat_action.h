// What exchanging two elements of a set does to states and edges of the flat model.
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

struct Exchange {
  std::uint32_t set = 0;  // of the certificate
  std::int32_t first = 0, second = 0;
  Swaps values;                                                 // positions of a row that change places
  std::vector<std::pair<std::uint32_t, std::int32_t>> holders;  // positions that hold elements, and element 0 there
  Swaps clocks;                                                 // flat clocks that change places
  std::vector<std::uint32_t> edges;                             // by flat edge: its image

  std::int32_t operator()(std::int32_t element) const {
    return element == first ? second : element == second ? first : element;
  }
};

// The sets of the flat model that the selects of an edge range over, or -1.
std::vector<std::int64_t> select_sets(const FlatModel& flat, const FlatEdgeKey& key);
// Exchanging leaves the row as it is. `unknown` marks values that are none.
bool fixes(const Exchange& exchange, std::span<const std::int32_t> row, std::int32_t unknown);
// Whether the image of the move comes before it, edge by edge.
bool makes_smaller(const Exchange& exchange, const FlatModel& flat, const FlatMove& move);

}  // namespace orbita
