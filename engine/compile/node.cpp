#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

#include "engine/compile/node.h"
#include "parser/work_limits.h"

namespace orbita::ir {

namespace {

struct Interval {
  std::int64_t low = 0, high = 0;
  bool fits() const { return low >= INT32_MIN && high <= INT32_MAX; }
};

Interval of(const Node& n) { return {n.low, n.high}; }

constexpr Interval everything{INT32_MIN, INT32_MAX};

Interval corners(Interval a, Interval b, std::int64_t (*f)(std::int64_t, std::int64_t)) {
  const std::int64_t all[] = {f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)};
  return {*std::min_element(all, all + 4), *std::max_element(all, all + 4)};
}

Interval quotient(Interval a, Interval b) {
  if (b.low > 0 || b.high < 0) return corners(a, b, [](std::int64_t x, std::int64_t y) { return x / y; });
  const std::int64_t m = std::max(std::abs(a.low), std::abs(a.high));
  return {-m, m};
}

Interval remainder(Interval a, Interval b) {
  const std::int64_t m = std::max<std::int64_t>(std::max(std::abs(b.low), std::abs(b.high)) - 1, 0);
  return {a.low >= 0 ? 0 : std::max(a.low, -m), a.high <= 0 ? 0 : std::min(a.high, m)};
}

// Any value at all as soon as a bit may leave the word.
Interval left_shift(Interval a, Interval b) {
  if (b.low < 0 || b.high > 31) return everything;
  const Interval exact = corners(a, b, [](std::int64_t x, std::int64_t y) { return x * (std::int64_t{1} << y); });
  return exact.fits() ? exact : everything;
}

Interval conjunction(Interval a, Interval b) {
  if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
  if (a.low >= 0) return {0, a.high};
  if (b.low >= 0) return {0, b.high};
  return everything;
}

Interval disjunction(Interval a, Interval b) {
  if (a.low < 0 || b.low < 0) return everything;
  const auto top = static_cast<std::uint64_t>(std::max(a.high, b.high));
  return {0, static_cast<std::int64_t>((std::uint64_t{1} << std::bit_width(top)) - 1)};
}

// Where the mathematical result lies, before checking whether it fits.
Interval result_of(Op op, Interval a, Interval b) {
  switch (op) {
    case Op::add: return {a.low + b.low, a.high + b.high};
    case Op::subtract: return {a.low - b.high, a.high - b.low};
    case Op::multiply: return corners(a, b, [](std::int64_t x, std::int64_t y) { return x * y; });
    case Op::divide: return quotient(a, b);
    case Op::modulo: return remainder(a, b);
    case Op::shift_left: return left_shift(a, b);
    case Op::shift_right: return {std::min<std::int64_t>(a.low, 0), std::max<std::int64_t>(a.high, 0)};
    case Op::minimum: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::maximum: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::bit_and: return conjunction(a, b);
    case Op::bit_or:
    case Op::bit_xor: return disjunction(a, b);
    default: return everything;
  }
}

bool may_fail(Op op, Interval a, Interval b) {
  switch (op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply: return !result_of(op, a, b).fits();
    case Op::divide: return (b.low <= 0 && b.high >= 0) || !quotient(a, b).fits();
    case Op::modulo: return b.low <= 0 && b.high >= 0;
    case Op::power: return true;
    case Op::shift_left:
    case Op::shift_right: return b.low < 0;
    default: return false;
  }
}

// nullopt: the result does not fit; a square that is not used may still be too large.
std::optional<std::int64_t> small_power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result *= base;
    if (exponent > 1) base *= base;
    if (std::abs(result) > INT32_MAX || std::abs(base) > INT32_MAX) return std::nullopt;
  }
  return result;
}

// The value of an operation that cannot fail on these operands; nullopt if it might.
std::optional<std::int32_t> fold(Op op, std::int64_t a, std::int64_t b) {
  if (op == Op::power) {
    const auto r = b < 0 ? std::nullopt : small_power(a, b);
    return r ? std::optional(static_cast<std::int32_t>(*r)) : std::nullopt;
  }
  if (may_fail(op, {a, a}, {b, b})) return std::nullopt;
  switch (op) {
    case Op::bit_and: return static_cast<std::int32_t>(a & b);
    case Op::bit_or: return static_cast<std::int32_t>(a | b);
    case Op::bit_xor: return static_cast<std::int32_t>(a ^ b);
    case Op::shift_left: return b > 31 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << b);
    case Op::shift_right: return static_cast<std::int32_t>(a >> std::min<std::int64_t>(b, 31));
    case Op::modulo: return static_cast<std::int32_t>(a % b);
    default: return static_cast<std::int32_t>(result_of(op, {a, a}, {b, b}).low);
  }
}

// What a comparison must give for all values of the operands; nullopt if it depends.
std::optional<bool> decide(Op op, Interval a, Interval b) {
  const bool below = a.high<b.low, above = a.low> b.high;
  const bool same = a.low == a.high && b.low == b.high && a.low == b.low;
  switch (op) {
    case Op::equal:
      if (same) return true;
      if (below || above) return false;
      break;
    case Op::not_equal:
      if (same) return false;
      if (below || above) return true;
      break;
    case Op::less:
      if (below) return true;
      if (a.low >= b.high) return false;
      break;
    case Op::less_equal:
      if (a.high <= b.low) return true;
      if (above) return false;
      break;
    case Op::greater: return decide(Op::less, b, a);
    case Op::greater_equal: return decide(Op::less_equal, b, a);
    default: break;
  }
  return std::nullopt;
}

bool has_effects(Op op) {
  switch (op) {
    case Op::store:
    case Op::real_store:
    case Op::copy:
    case Op::clock_set:
    case Op::clock_copy:
    case Op::return_: return true;
    default: return false;
  }
}

}  // namespace

Op inverse(Op comparison) {
  switch (comparison) {
    case Op::equal: return Op::not_equal;
    case Op::not_equal: return Op::equal;
    case Op::less: return Op::greater_equal;
    case Op::less_equal: return Op::greater;
    case Op::greater: return Op::less_equal;
    default: return Op::less;
  }
}

template <class T>
std::span<T> Builder::copy(const T* items, std::size_t count) {
  if (count == 0) return {};
  T* place = static_cast<T*>(memory_.allocate(count * sizeof(T), alignof(T)));
  std::uninitialized_copy(items, items + count, place);
  return {place, count};
}

Node* Builder::make(Op op, std::initializer_list<Node*> args, Span span) {
  poll_limits();
  Node* node = new (memory_.allocate(sizeof(Node), alignof(Node))) Node;
  node->op = op;
  node->span = span;
  node->args = copy(args.begin(), args.size());
  node->effects = has_effects(op);
  for (const Node* arg : args) {
    node->fails |= arg->fails;
    node->effects |= arg->effects;
  }
  return node;
}

Node* Builder::make(Op op, const std::vector<Node*>& args, Span span) {
  Node* node = make(op, {}, span);
  node->args = copy(args.data(), args.size());
  for (const Node* arg : args) {
    node->fails |= arg->fails;
    node->effects |= arg->effects;
  }
  return node;
}

Node* Builder::constant(std::int32_t value) {
  Node* node = make(Op::constant, {});
  node->value = node->low = node->high = value;
  return node;
}

Node* Builder::load(Node* address, const Extent* extent, std::int32_t low, std::int32_t high) {
  Node* node = make(Op::load, {address});
  node->extent = extent;
  node->low = low;
  node->high = high;
  return node;
}

Node* Builder::offset(Node* address, std::uint32_t by) {
  if (by == 0) return address;
  if (address->is_constant()) {
    return constant(static_cast<std::int32_t>(static_cast<std::uint32_t>(address->value) + by));
  }
  Node* node = make(Op::element, {address, constant(static_cast<std::int32_t>(by))});
  node->count = by + 1;
  node->stride = 1;
  return node;
}

Node* Builder::element(Node* address, Node* index, std::int32_t first, std::uint32_t count, std::uint32_t stride,
                       Span span) {
  const std::int64_t last = std::int64_t{first} + count - 1;
  if (index->is_constant() && index->value >= first && index->value <= last) {
    return offset(address, static_cast<std::uint32_t>(index->value - first) * stride);
  }
  Node* node = make(Op::element, {address, index}, span);
  node->first = first;
  node->count = count;
  node->stride = stride;
  node->range_low = first;
  node->range_high = static_cast<std::int32_t>(last);
  node->fails |= index->low < first || index->high > last;
  return node;
}

Node* Builder::negate(Node* x, Span span) {
  if (x->is_constant() && x->value != INT32_MIN) return constant(-x->value);
  Node* node = make(Op::negate, {x}, span);
  node->low = x->high == INT32_MIN ? INT32_MIN : -x->high;
  node->high = x->low == INT32_MIN ? INT32_MAX : -x->low;
  node->fails |= x->low == INT32_MIN;
  return node;
}

Node* Builder::absolute(Node* x, Span span) {
  if (x->low >= 0) return x;
  if (x->is_constant() && x->value != INT32_MIN) return constant(std::abs(x->value));
  Node* node = make(Op::absolute, {x}, span);
  const std::int64_t top = std::max(std::abs(std::int64_t{x->low}), std::abs(std::int64_t{x->high}));
  node->high = static_cast<std::int32_t>(std::min<std::int64_t>(top, INT32_MAX));
  node->fails |= x->low == INT32_MIN;
  return node;
}

Node* Builder::logical_not(Node* x) {
  if (x->is_constant()) return constant(x->value == 0);
  if (x->op == Op::logical_not) return truth(x->args[0]);
  if (is_comparison(x->op)) {
    Node* node = make(inverse(x->op), {x->args[0], x->args[1]}, x->span);
    node->high = 1;
    return node;
  }
  Node* node = make(Op::logical_not, {x});
  node->high = 1;
  return node;
}

Node* Builder::truth(Node* x) {
  if (x->is_constant()) return constant(x->value != 0);
  if (x->low >= 0 && x->high <= 1) return x;
  if (x->is_pure() && (x->low > 0 || x->high < 0)) return constant(1);
  Node* node = make(Op::truth, {x});
  node->high = 1;
  return node;
}

Node* Builder::compare(Op op, Node* a, Node* b) {
  if (a->is_pure() && b->is_pure()) {
    if (const auto known = decide(op, of(*a), of(*b))) return constant(*known);
  }
  Node* node = make(op, {a, b});
  node->high = 1;
  return node;
}

Node* Builder::binary(Op op, Node* a, Node* b, Span span) {
  if (is_comparison(op)) return compare(op, a, b);
  if (a->is_constant() && b->is_constant()) {
    if (const auto value = fold(op, a->value, b->value)) return constant(*value);
  }
  if ((op == Op::add || op == Op::subtract) && b->is_constant(0)) return a;
  if (op == Op::add && a->is_constant(0)) return b;
  if ((op == Op::multiply || op == Op::divide) && b->is_constant(1)) return a;
  if (op == Op::multiply && a->is_constant(1)) return b;
  Node* node = make(op, {a, b}, span);
  const Interval r = result_of(op, of(*a), of(*b));
  node->low = static_cast<std::int32_t>(std::clamp<std::int64_t>(r.low, INT32_MIN, INT32_MAX));
  node->high = static_cast<std::int32_t>(std::clamp<std::int64_t>(r.high, INT32_MIN, INT32_MAX));
  if (r.low > INT32_MAX) node->low = INT32_MIN;  // always fails: the interval must not be empty
  if (r.high < INT32_MIN) node->high = INT32_MAX;
  node->fails |= may_fail(op, of(*a), of(*b));
  return node;
}

Node* Builder::wrapping(Op op, Node* a, Node* b, Span span) {
  if (op != Op::add && op != Op::subtract && op != Op::multiply) return binary(op, a, b, span);
  const Interval exact = result_of(op, of(*a), of(*b));
  if (exact.fits()) return binary(op, a, b, span);
  if (a->is_constant() && b->is_constant()) return constant(static_cast<std::int32_t>(exact.low));
  Node* node = make(op == Op::add        ? Op::wrap_add
                    : op == Op::subtract ? Op::wrap_subtract
                                         : Op::wrap_multiply,
                    {a, b}, span);
  node->low = INT32_MIN;
  node->high = INT32_MAX;
  return node;
}

Node* Builder::logical_and(Node* a, Node* b) {
  if (a->is_constant()) return a->value == 0 ? a : truth(b);
  if (b->is_constant()) {
    if (b->value != 0) return truth(a);
    if (a->is_pure()) return b;
  }
  Node* node = make(Op::logical_and, {a, b});
  node->high = 1;
  return node;
}

Node* Builder::logical_or(Node* a, Node* b) {
  if (a->is_constant()) return a->value != 0 ? constant(1) : truth(b);
  if (b->is_constant()) {
    if (b->value == 0) return truth(a);
    if (a->is_pure()) return constant(1);
  }
  Node* node = make(Op::logical_or, {a, b});
  node->high = 1;
  return node;
}

Node* Builder::conditional(Node* condition, Node* a, Node* b) {
  if (condition->is_constant()) return condition->value != 0 ? a : b;
  Node* node = make(Op::conditional, {condition, a, b});
  node->low = std::min(a->low, b->low);
  node->high = std::max(a->high, b->high);
  node->real = a->real;
  return node;
}

Node* Builder::real_constant(double number) {
  Node* node = make(Op::real_constant, {});
  node->number = number;
  node->real = true;
  return node;
}

Node* Builder::to_real(Node* x) {
  if (x->real) return x;
  Node* node = make(Op::to_real, {x});
  node->real = true;
  return node;
}

// The double may have any value, and so may the integer; a variable's own range is checked when it is stored.
Node* Builder::to_whole(Node* x, Span span) {
  assert(x->real);
  Node* node = make(Op::to_whole, {x}, span);
  node->low = INT32_MIN;
  node->high = INT32_MAX;
  node->fails = true;
  return node;
}

// Nothing is folded: the machine alone computes doubles.
Node* Builder::real(Op op, const std::vector<Node*>& args, Span span) {
  Node* node = make(op, args, span);
  const bool comparison = op >= Op::real_equal && op <= Op::real_greater_equal;
  node->real = !comparison;
  node->high = comparison;
  node->fails |= op == Op::real_divide;
  return node;
}

Node* Builder::check(Node* x, std::int32_t low, std::int32_t high, Span span) {
  if (x->low >= low && x->high <= high) return x;
  Node* node = make(Op::check, {x}, span);
  node->range_low = low;
  node->range_high = high;
  node->fails = true;
  node->low = std::max(x->low, low);
  node->high = std::min(x->high, high);
  if (node->low > node->high) node->low = low, node->high = high;  // always fails
  return node;
}

Node* Builder::sequence(const std::vector<Node*>& args) {
  if (args.size() == 1) return args[0];
  if (args.empty()) return make(Op::nothing, {});
  Node* node = make(Op::sequence, args);
  node->low = args.back()->low;
  node->high = args.back()->high;
  node->real = args.back()->real;
  return node;
}

const Extent* Builder::extent(Segment segment, const std::vector<std::uint32_t>& bases,
                              const std::vector<Extent::Dimension>& dimensions, std::uint32_t cells) {
  auto* result = new (memory_.allocate(sizeof(Extent), alignof(Extent))) Extent;
  result->segment = segment;
  result->bases = copy(bases.data(), bases.size());
  result->dimensions = copy(dimensions.data(), dimensions.size());
  result->cells = cells;
  return result;
}

const Extent* Builder::narrow(const Extent* from, std::uint32_t stride, std::uint32_t first, std::uint32_t count,
                              std::uint32_t cells) {
  std::vector<std::uint32_t> bases(from->bases.begin(), from->bases.end());
  for (std::uint32_t& base : bases) base += first * stride;
  std::vector<Extent::Dimension> dimensions(from->dimensions.begin(), from->dimensions.end());
  if (count != 1) dimensions.push_back({stride, count});
  return extent(from->segment, bases, dimensions, cells);
}

const Extent* Builder::join(const Extent* a, const Extent* b) {
  const auto in_state = [](const Extent* e) { return e && e->segment == Segment::values; };
  const bool alike = a && b && a->segment == b->segment;
  // Only the state is reported; a mixture with anything else must not look like constants.
  if (!alike && !in_state(a) && !in_state(b)) return nullptr;
  std::vector<std::uint32_t> bases;
  for (const Extent* e : {a, b}) {
    if (alike || in_state(e)) for_each_cell(*e, [&](std::uint32_t c) { bases.push_back(c); });
  }
  if (!alike) bases.push_back(bases.front());  // two candidates: the write may go elsewhere
  return extent(alike ? a->segment : Segment::values, bases, {}, 1);
}

}  // namespace orbita::ir
