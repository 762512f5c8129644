// The flat model as data for exports: places, values and statements evaluated on rows (docs/certificates.md).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/flat/flat.h"

namespace orbita {

using ValueRow = std::vector<std::int32_t>;  // locations of the processes, then values of the slots

// The value does not exist: an index outside of its array, a division by zero, a value outside of its range, …
class FlatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class FlatNetwork {
 public:
  explicit FlatNetwork(const FlatJson& document);

  struct Slot {
    std::int32_t low = 0, high = 0, initial = 0;
  };
  const FlatJson& document() const { return document_; }
  const std::vector<Slot>& slots() const { return slots_; }
  std::size_t processes() const { return processes_; }
  std::size_t clocks() const { return clocks_; }  // without the reference clock
  ValueRow initial() const;

  std::int64_t value(const FlatJson& e, const ValueRow& row) const;  // throws FlatError
  // The number of a slot, clock or channel.
  std::uint32_t cell(const FlatJson& place, const ValueRow& row) const;
  // The slots whose values an expression or a list of them may need; those it may write, and whether it looks at
  // locations.
  struct Access {
    std::set<std::uint32_t> reads, writes;
    bool locations = false;
  };
  void collect(const FlatJson& e, Access& access) const;

 private:
  std::int64_t array_cell(const FlatJson& at, const ValueRow& row) const;

  const FlatJson& document_;
  std::vector<Slot> slots_;
  std::size_t processes_, clocks_;
};

}  // namespace orbita
