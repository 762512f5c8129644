// Expressions and statements between syntax tree and bytecode.
//
// Lowering (lowering.h) resolves names to addresses and folds what is known;
// the result is a tree of Nodes. Each knows the interval its value lies in, whether
// evaluating it can fail, and whether it has effects; checks that the interval makes
// superfluous are never emitted. Nodes live until the program they belong to is emitted.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "engine/network/opcode.h"
#include "parser/source.h"

namespace orbita::ir {

struct FunctionCode;

// The cells an access may touch: every base, plus any combination of stride * [0, count).
struct Extent {
  struct Dimension {
    std::uint32_t stride = 1, count = 1;
  };
  Segment segment = Segment::values;  // for clocks and channels: values
  std::span<const std::uint32_t> bases;
  std::span<const Dimension> dimensions;
  std::uint32_t cells = 1;  // how many from there on
};

// Calls visit(cell) for all of them.
template <class Visit>
void for_each_cell(const Extent& extent, Visit&& visit);

enum class Op : std::uint8_t {
  // values
  constant,
  load,     // args: address
  element,  // args: address, index; first, count, stride -> address (also clock numbers)
  negate,
  absolute,
  logical_not,
  truth,
  // clang-format off
  ORBITA_CHECKED_OPERATORS(ORBITA_OPERATOR_NAME)
  ORBITA_EXTREMUM_OPERATORS(ORBITA_OPERATOR_NAME)
  ORBITA_BIT_OPERATORS(ORBITA_OPERATOR_NAME)
  // clang-format on
  wrap_add,
  wrap_subtract,
  wrap_multiply,  // modulo 2^32; made by wrapping() only
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  conditional,  // args: condition, then, else
  forall,
  exists,
  sum,  // args: low, high, body; cell, limit_cell
  // doubles: two words on the stack (Node::real), except for comparisons and to_whole
  real_constant,  // number
  real_load,      // args: address, a known one of the frame
  to_real,
  real_negate,
  real_add,
  real_subtract,
  real_multiply,
  real_divide,
  real_minimum,
  real_maximum,
  real_function,  // args: as many as the function has; count: its position in real_functions()
  real_equal,
  real_not_equal,
  real_less,
  real_less_equal,
  real_greater,
  real_greater_equal,
  to_whole,
  equal_cells,  // args: address, address; count
  check,        // args: value; range_low, range_high
  call,         // args: one per FunctionCode::params; has a value if the function has
  sequence,     // args: all but the last without value; the last one's value, if any, is the result
  // without value
  store,       // args: address, value
  real_store,  // args: address, a known one of the frame, value
  copy,        // args: target address, source address; count
  clock_set,   // args: clock, value
  clock_copy,  // args: target clock, source clock, shift
  drop,        // args: value
  if_,         // args: condition, then[, else]
  while_,      // args: condition, body[, step]
  do_while,    // args: condition, body
  for_range,   // args: low, high, body; cell, limit_cell
  return_,     // args: [value]
  assert_,     // args: condition
  nothing
};

constexpr bool is_comparison(Op op) { return op >= Op::equal && op <= Op::greater_equal; }
Op inverse(Op comparison);  // !(a < b) is a >= b

struct Node {
  Op op = Op::nothing;
  bool fails = false;                          // evaluation may end in an error
  bool effects = false;                        // writes outside of its own bound variables
  bool real = false;                           // the value is a double; low and high say nothing
  std::int32_t low = 0, high = 0;              // the value lies in here
  std::int32_t value = 0;                      // constant
  double number = 0;                           // real_constant
  std::int32_t first = 0;                      // element
  std::uint32_t count = 0, stride = 0;         // element; copy and equal_cells: count
  std::uint32_t cell = 0, limit_cell = 0;      // frame cells of loops
  std::int32_t range_low = 0, range_high = 0;  // check
  Span span;                                   // what an error here points at
  std::span<Node*> args;
  const Extent* extent = nullptr;  // load, store, copy (target), clock_*: what may be touched
  const Extent* source = nullptr;  // copy, equal_cells (second), clock_copy: what may be read
  const FunctionCode* callee = nullptr;

  bool is_constant() const { return op == Op::constant; }
  bool is_constant(std::int32_t v) const { return op == Op::constant && value == v; }
  bool is_pure() const { return !fails && !effects; }
};

// Makes nodes, folding as it goes.
class Builder {
 public:
  // Forgets all nodes.
  void clear() { memory_.release(); }

  Node* constant(std::int32_t value);
  Node* address(Segment segment, std::uint32_t offset) {
    return constant(static_cast<std::int32_t>(make_address(segment, offset)));
  }
  Node* load(Node* address, const Extent* extent, std::int32_t low, std::int32_t high);
  Node* element(Node* address, Node* index, std::int32_t first, std::uint32_t count, std::uint32_t stride, Span span);
  Node* offset(Node* address, std::uint32_t by);  // wraps; never fails
  Node* negate(Node* x, Span span);
  Node* absolute(Node* x, Span span);
  Node* logical_not(Node* x);
  Node* truth(Node* x);
  Node* binary(Op op, Node* a, Node* b, Span span);  // arithmetic and comparisons
  // The same for operators the user wrote: + - * wrap around where they might leave 32 bits.
  // What the compiler adds up itself (clock bounds, positions) must not, and uses binary().
  Node* wrapping(Op op, Node* a, Node* b, Span span);
  Node* logical_and(Node* a, Node* b);
  Node* logical_or(Node* a, Node* b);
  Node* conditional(Node* condition, Node* a, Node* b);
  Node* real_constant(double number);
  Node* to_real(Node* x);  // a double stays as it is
  Node* to_whole(Node* x, Span span);
  Node* real(Op op, const std::vector<Node*>& args, Span span);  // arithmetic, functions and comparisons of doubles
  Node* check(Node* x, std::int32_t low, std::int32_t high, Span span);
  // Value nodes and statements that are not folded; flags and interval as the caller says.
  Node* make(Op op, std::initializer_list<Node*> args, Span span = {});
  Node* make(Op op, const std::vector<Node*>& args, Span span = {});
  Node* sequence(const std::vector<Node*>& args);

  const Extent* extent(Segment segment, const std::vector<std::uint32_t>& bases,
                       const std::vector<Extent::Dimension>& dimensions, std::uint32_t cells);
  // One more array dimension, restricted to elements [from, from + count).
  const Extent* narrow(const Extent* extent, std::uint32_t stride, std::uint32_t from, std::uint32_t count,
                       std::uint32_t cells);
  const Extent* join(const Extent* a, const Extent* b);

 private:
  Node* compare(Op op, Node* a, Node* b);
  template <class T>
  std::span<T> copy(const T* items, std::size_t count);

  std::pmr::monotonic_buffer_resource memory_{64 * 1024};
};

template <class Visit>
void for_each_cell(const Extent& extent, Visit&& visit) {
  const auto walk = [&](auto& self, std::uint32_t at, std::size_t dimension) -> void {
    if (dimension == extent.dimensions.size()) {
      for (std::uint32_t i = 0; i < extent.cells; ++i) visit(at + i);
      return;
    }
    const auto [stride, count] = extent.dimensions[dimension];
    for (std::uint32_t i = 0; i < count; ++i) self(self, at + i * stride, dimension + 1);
  };
  for (const std::uint32_t base : extent.bases) walk(walk, base, 0);
}

inline std::uint64_t cell_count(const Extent& extent) {
  std::uint64_t count = extent.bases.size() * std::uint64_t{extent.cells};
  for (const auto& d : extent.dimensions) count *= d.count;
  return count;
}

}  // namespace orbita::ir
