// What a piece of code reads and writes: facts for the static analyses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/compile/node.h"
#include "engine/network/network.h"

namespace orbita::ir {

// Cells are indices in the row of values (locations included). All lists are sorted.
struct Effects {
  std::vector<std::uint32_t> reads;        // may be read
  std::vector<std::uint32_t> first_reads;  // may be read before certainly being written
  std::vector<std::uint32_t> writes;       // may be written
  std::vector<std::uint32_t> certain;      // written by every execution that ends normally
  std::vector<ClockWrite> clocks;          // in order
};

// A compiled function: one instance per process it depends on and per binding of reference parameters.
struct FunctionCode {
  // What a call passes: a value or an address for one frame cell, or `copied` cells at an address.
  struct Parameter {
    std::uint32_t cell = 0;
    std::uint32_t copied = 0;
    bool real = false;  // a double: this cell and the next
  };
  CodeRef code = no_code;
  std::vector<Parameter> parameters;
  bool has_value = false;  // leaves one value on the stack …
  bool real = false;       // … which is a double: two words
  std::uint32_t words() const { return has_value ? (real ? 2u : 1u) : 0u; }
  std::uint32_t result_cell = 0;   // struct results: where they are left
  std::int32_t low = 0, high = 0;  // of the value
  bool fails = false, effects_on_state = false;
  bool closed = true;                  // no reference to frame cells of another function …
  bool writes_frame = false;           // … that it may write
  std::uint32_t stack = 0, depth = 0;  // stack cells and nested calls it needs
  Effects effects;
};

// All values a cell may have, as an interval; empty at first.
struct ValueRange {
  std::int32_t low = INT32_MAX, high = INT32_MIN;

  void add(std::int32_t from, std::int32_t to) {
    low = std::min(low, from);
    high = std::max(high, to);
  }
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// Collects effects in evaluation order. Reused for many programs: clear() is cheap.
class EffectWalk {
 public:
  void walk(const Node& node);
  Effects take();  // everything since the last take()
  // What everything walked so far may store, by cell; cells beyond the end are never written.
  const std::vector<ValueRange>& stored() const { return stored_; }

 private:
  // A set of cells that can be emptied at once and iterated.
  class Cells {
   public:
    bool has(std::uint32_t cell) const { return cell < mark_.size() && mark_[cell] == round_; }
    void add(std::uint32_t cell);
    void shrink(std::size_t size);
    std::size_t size() const { return list_.size(); }
    const std::vector<std::uint32_t>& list() const { return list_; }
    std::vector<std::uint32_t> take();

   private:
    std::vector<std::uint32_t> mark_;
    std::vector<std::uint32_t> list_;
    std::uint32_t round_ = 1;
  };

  void read(const Extent* extent);
  void read_cell(std::uint32_t cell);
  void write(const Extent* extent, std::int32_t low, std::int32_t high);  // values in low..high
  void walk_args(const Node& node);
  void walk_maybe(const Node& node);  // may not be executed
  void walk_branches(const Node& then, const Node* otherwise);
  void walk_call(const FunctionCode& callee);
  void walk_return();
  std::vector<std::uint32_t> cut(std::size_t mark);  // certain writes since then, taken back
  void clock_write(const Node& node);
  void walk_loop(const Node& node);
  bool covered_by_loop(const Node& address, const Extent* extent) const;

  // A loop over a range that is certainly executed: `for (i : T) a[i] = 0` writes all of a[T].
  struct Loop {
    std::uint32_t cell = 0;
    unsigned maybe = 0;
    std::vector<std::uint32_t> covered;
  };
  std::vector<Loop> loops_;
  Cells read_, first_, written_, certain_;
  std::vector<ClockWrite> clocks_;
  std::vector<ValueRange> stored_;
  unsigned maybe_ = 0;       // inside of something that may not be executed
  bool returned_ = false;    // what follows is not reached
  bool may_return_ = false;  // a return behind us may have ended it
  bool has_exit_ = false;
  std::vector<std::uint32_t> exit_;  // certain writes at every return so far (sorted)
};

}  // namespace orbita::ir
