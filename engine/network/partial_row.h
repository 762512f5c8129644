// A row of values of which only some are known: what a program makes of a short vector.
//
// A program that needs a value that is not known ends, and wanted() names its cell. A program that only moves such a
// value from cell to cell goes on: the cell it is stored in then holds "the value that cell source() had at the start".
// So `inv = shr` runs without any value of shr, and its effect is a list of copies.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orbita {

class PartialRow {
 public:
  static constexpr std::uint32_t nothing = 0xffffffffu;

  explicit PartialRow(std::size_t size) : cells_(size) { clear_all(); }

  // Nothing is known, nothing wanted, nothing written. O(cells used since the last call).
  void clear();
  void know(std::uint32_t cell, std::int32_t value);

  std::uint32_t wanted() const { return wanted_; }
  // Cells written, in the order of their first write.
  std::span<const std::uint32_t> written() const { return written_; }
  // The cell whose value at the start this cell holds now; `nothing`: it holds value().
  std::uint32_t source(std::uint32_t cell) const { return cells_[cell].source; }
  std::int32_t value(std::uint32_t cell) const {
    assert(cells_[cell].source == nothing);
    return cells_[cell].value;
  }

  // For the machine.
  std::int32_t need(std::uint32_t cell);  // the value; 0 with wanted() set where it is not known
  void want(std::uint32_t cell) { wanted_ = cell; }
  void write(std::uint32_t cell, std::int32_t value) { write(cell, value, nothing); }
  void write_copy(std::uint32_t cell, std::uint32_t source) { write(cell, 0, source); }

 private:
  struct Cell {
    std::int32_t value = 0;
    std::uint32_t source = nothing;
    bool touched = false, written = false;
  };

  void clear_all();
  void write(std::uint32_t cell, std::int32_t value, std::uint32_t source);
  void touch(std::uint32_t cell);

  std::vector<Cell> cells_;
  std::vector<std::uint32_t> touched_, written_;
  std::uint32_t wanted_ = nothing;
};

}  // namespace orbita
