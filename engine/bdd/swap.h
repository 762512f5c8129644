// Exchanging two elements of a set, in all states of a set of states at once.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/bdd/encoding.h"
#include "symmetry/orbits/layout.h"

namespace orbita::bdds {

// The cells of a layout as cells of an encoding: values first, then clocks without the reference clock.
std::vector<Cell> all_cells(const StateLayout& layout);

class Swap {
 public:
  Swap(const Encoding& encoding, std::span<const Cell> cells, SetId set, std::int32_t first, std::int32_t second);

  bdd operator()(const bdd& states) const;
  // States that the exchange makes smaller, comparing cells in the order given.
  bdd makes_smaller(const Encoding& encoding, std::span<const std::uint32_t> order) const;

 private:
  struct FreePair {
    void operator()(bddPair* pair) const { bdd_freepair(pair); }
  };
  std::unique_ptr<bddPair, FreePair> substitution_;
  std::vector<std::vector<bdd>> after_;  // by cell, of those that may change: its bits after the exchange
};

}  // namespace orbita::bdds
