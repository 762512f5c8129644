// Sets of states as BDDs: every cell of a state is a few bits.
//
// Cells are the values of a row (network.h: locations, then slots), then the clocks, as integers that stay at their
// ceiling once they have reached it. A value v of a cell with the range low..high is the binary number v - low, the
// most significant bit highest in the order. Codes beyond a range never occur in a set made of states.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/bdd/big_count.h"

namespace orbita::bdds {

struct CellRange {
  std::int32_t low = 0, high = 0;
};

class Encoding {
 public:
  // `order`: all cells, topmost first. Needs a Library of at least bits_of(ranges) variables, which must outlive it.
  Encoding(std::vector<CellRange> ranges, std::span<const std::uint32_t> order);
  static std::size_t bits_of(std::span<const CellRange> ranges);

  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(cells_.size()); }
  const CellRange& range(std::uint32_t cell) const { return cells_[cell].range; }
  std::span<const int> bits(std::uint32_t cell) const { return cells_[cell].bits; }  // variables, highest first

  // States in which the cell has the value; none where the value is out of range.
  const bdd& equals(std::uint32_t cell, std::int32_t value) const;
  bdd at_most(std::uint32_t cell, std::int32_t value) const;
  bdd valid(std::uint32_t cell) const;  // everything but the codes beyond the cell's range
  // States in which two cells have the same value.
  bdd same(std::uint32_t first, std::uint32_t second) const;
  // The variables of a cell, as the cube that bdd_exist() takes.
  const bdd& variables(std::uint32_t cell) const { return cells_[cell].variables; }
  bdd state(std::span<const std::int32_t> values) const;  // the set with one state

  // One state of a set that is not empty: always the same for the same set.
  std::vector<std::int32_t> some_state(const bdd& set) const;
  std::int32_t some_value(const bdd& set, std::uint32_t cell) const;
  BigCount count(const bdd& set) const;

 private:
  struct Cell {
    CellRange range;
    std::vector<int> bits;
    bdd variables;
    // By value - low; filled as asked for. References to members stay valid while others are added.
    mutable std::unordered_map<std::uint32_t, bdd> equals;
  };
  std::vector<bool> some_bits(const bdd& set) const;
  std::int32_t value_of(const Cell& cell, const std::vector<bool>& bits) const;

  std::vector<Cell> cells_;
  std::size_t bit_count_ = 0;
};

}  // namespace orbita::bdds
