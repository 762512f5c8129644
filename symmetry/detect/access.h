// What a piece of code reads and writes, precise enough to say when two pieces commute.
//
// A Path names a set of cells: a variable, then fields and indices. An index is known as far as
// it matters: the value of an unchangeable symbol (loop variable, constant scalar parameter), a
// number, or anything. Two runs of the same code for different elements touch different cells
// where both index one dimension by their own element.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "parser/symbol.h"

namespace orbita::violations {

struct Term {
  enum class Kind : std::uint8_t { any, number, symbol, all };  // all: every index (must-writes only)
  Kind kind = Kind::any;
  std::int64_t number = 0;
  const Symbol* symbol = nullptr;
  friend bool operator==(const Term&, const Term&) = default;

  static Term of(std::int64_t n) { return {Kind::number, n, nullptr}; }
  static Term of(const Symbol* s) { return {Kind::symbol, 0, s}; }
};

struct Step {
  bool is_field = false;
  std::uint32_t field = 0;
  Term index;
  const Expr* written = nullptr;  // the index as written, for messages; not compared
};

struct Path {
  const Symbol* root = nullptr;
  std::vector<Step> steps;
};

bool same_path(const Path& a, const Path& b);

// The cells of `a` in the run of one element and of `b` in the run of another one are certainly
// different. `own` are the symbols that hold the run's element; with several (a process with two
// parameters over one set) the runs are known to differ in at least one of them.
bool are_disjoint(const Path& a, const Path& b, std::span<const Symbol* const> own);

// How a write combines with others to the same cell. Writes of one class other than `plain`
// commute; so do those listed at commute().
enum class WriteClass : std::uint8_t {
  plain,
  add,
  multiply,
  minimum,
  maximum,
  logical_or,
  logical_and,
  logical_xor,
  bit_or,
  bit_and,
  bit_xor,
  constant
};

struct Access {
  Path path;
  bool is_write = false;
  WriteClass write_class = WriteClass::plain;
  std::int64_t number = 0;                    // constant: the value stored
  bool may_grow = false, may_shrink = false;  // add: the sign of what is added
  bool updates_itself = false;                // the new value is computed from the old one
  const Expr* place = nullptr;                // as written
  const Expr* assignment = nullptr;           // writes: the whole `place op= value`
  const Expr* own_value_of = nullptr;         // reads of the target inside its own assignment: that one
  const Expr* statement = nullptr;            // the outermost expression around it
  const Stmt* choice = nullptr;               // the innermost `if` around it
  Span span;                                  // in the code looked at; for accesses of a callee, the call
  const Symbol* through = nullptr;            // the function called there
};

}  // namespace orbita::violations
