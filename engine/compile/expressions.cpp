// Expressions to nodes.
#include <algorithm>

#include "engine/compile/lowering.h"
#include "parser/real.h"

namespace orbita {

using ir::Node;
using ir::Op;

namespace {

// Loops and quantifiers up to this many copied tree nodes are unrolled: their indices become
// static, which makes code faster and the facts about reads and writes exact.
constexpr std::size_t max_unrolled = 256;

Op real_op(ExprKind kind) {
  switch (kind) {
    case ExprKind::add: return Op::real_add;
    case ExprKind::subtract: return Op::real_subtract;
    case ExprKind::multiply: return Op::real_multiply;
    case ExprKind::divide: return Op::real_divide;
    case ExprKind::minimum: return Op::real_minimum;
    case ExprKind::maximum: return Op::real_maximum;
    case ExprKind::equal: return Op::real_equal;
    case ExprKind::not_equal: return Op::real_not_equal;
    case ExprKind::less: return Op::real_less;
    case ExprKind::less_equal: return Op::real_less_equal;
    case ExprKind::greater: return Op::real_greater;
    case ExprKind::greater_equal: return Op::real_greater_equal;
    default: return Op::nothing;
  }
}

bool is_real(const Expr& expr) { return expr.type && expr.type->is(TypeKind::floating); }

[[noreturn]] void refuse_clock_value(const Expr& expr) {
  refuse(expr.span, "refused", "the value of a clock cannot be read here",
         "compare the clock in a guard or invariant, or assign it to another clock");
}

}  // namespace

std::size_t tree_size(const Expr& expr) {
  std::size_t size = 1;
  for (const Expr* arg : expr.args) size += tree_size(*arg);
  return size;
}

std::size_t tree_size(const Stmt& stmt) {
  std::size_t size = 1 + stmt.decls.size();
  for (const Expr* expr : {stmt.init, stmt.condition, stmt.step}) {
    if (expr) size += tree_size(*expr);
  }
  for (const Stmt* inner : stmt.body) size += tree_size(*inner);
  return size;
}

bool Lowering::unroll(const BinderRange& over, std::size_t size) const {
  if (!over.is_static() || over.size() > 64) return false;
  return over.size() <= 1 || static_cast<std::size_t>(over.size()) * size * copies_ <= max_unrolled;
}

Node* Lowering::value(const Expr& expr) {
  if (is_real(expr)) return real_value(expr);
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::boolean:
    case ExprKind::string: return nodes_.constant(static_cast<std::int32_t>(expr.value));
    case ExprKind::name:
      if (const Binding* binding = find(*expr.symbol); binding && binding->is_value) {
        return nodes_.constant(binding->value);
      }
      [[fallthrough]];
    case ExprKind::index: {
      if (is_clock_type(expr.type)) refuse_clock_value(expr);
      const std::size_t mark = before_.size();
      const NetPlace found = place(expr, Sort::data);
      return with_before(mark, load(found));
    }
    case ExprKind::member: return member_value(expr);
    case ExprKind::call: {
      if (expr.symbol && expr.symbol->kind == SymbolKind::builtin) return builtin(expr);
      std::optional<NetPlace> result;
      return call(expr, result);
    }
    case ExprKind::plus: return value(*expr.args[0]);
    case ExprKind::minus:
      // The literal itself may be 2147483648, which fits only with its sign.
      if (expr.args[0]->kind == ExprKind::integer && -expr.args[0]->value <= INT32_MAX) {
        return nodes_.constant(static_cast<std::int32_t>(-expr.args[0]->value));
      }
      return nodes_.negate(value(*expr.args[0]), expr.span);
    case ExprKind::logical_not: return nodes_.logical_not(value(*expr.args[0]));
    case ExprKind::logical_and: {
      Node* left = condition(*expr.args[0]);
      return left->is_constant(0) ? left : nodes_.logical_and(left, condition(*expr.args[1]));
    }
    case ExprKind::logical_or: {
      Node* left = condition(*expr.args[0]);
      return left->is_constant(1) ? left : nodes_.logical_or(left, condition(*expr.args[1]));
    }
    case ExprKind::imply: {
      Node* left = nodes_.logical_not(value(*expr.args[0]));
      return left->is_constant(1) ? left : nodes_.logical_or(left, condition(*expr.args[1]));
    }
    case ExprKind::conditional: {
      Node* choice = condition(*expr.args[0]);
      if (choice->is_constant()) return value(*expr.args[choice->value != 0 ? 1 : 2]);
      Node* then = value(*expr.args[1]);
      return nodes_.conditional(choice, then, value(*expr.args[2]));
    }
    case ExprKind::forall:
    case ExprKind::exists:
    case ExprKind::sum: return quantifier(expr);
    case ExprKind::comma: {
      Node* first = effect(*expr.args[0]);
      return nodes_.sequence({first, value(*expr.args[1])});
    }
    default: break;
  }
  if (is_assignment(expr.kind)) return assignment_value(expr);
  if (is_increment(expr.kind)) return step_value(expr);
  return operation(expr);
}

Node* Lowering::operation(const Expr& expr) {
  if (expr.args.size() != 2) refuse(expr.span, "refused", "this expression cannot be evaluated symbolically");
  if (is_comparison(expr.kind)) return comparison(expr);
  Node* left = value(*expr.args[0]);
  Node* right = value(*expr.args[1]);
  if (expr.kind == ExprKind::logical_xor) {
    return nodes_.binary(Op::not_equal, nodes_.truth(left), nodes_.truth(right), expr.span);
  }
  const Op op = operation_of(expr.kind);
  if (op == Op::nothing) refuse(expr.span, "refused", "this expression cannot be evaluated symbolically");
  return nodes_.wrapping(op, left, right, expr.span);
}

Node* Lowering::comparison(const Expr& expr) {
  const Type* left = expr.args[0]->type;
  if (is_clock_type(left) || is_clock_type(expr.args[1]->type)) {
    refuse(expr.span, "refused", "a clock constraint cannot be used as a value here",
           "clock constraints are conjuncts of guards and invariants");
  }
  if (is_aggregate(left)) return compare_cells(expr);
  if (is_real(*expr.args[0]) || is_real(*expr.args[1])) return real_operation(expr);
  Node* a = value(*expr.args[0]);
  return nodes_.binary(operation_of(expr.kind), a, value(*expr.args[1]), expr.span);
}

Node* Lowering::real_value(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::floating: return nodes_.real_constant(expr.number);
    case ExprKind::name: return load(place(expr, Sort::data));
    case ExprKind::call: {
      if (expr.symbol && expr.symbol->kind == SymbolKind::builtin) return builtin(expr);
      std::optional<NetPlace> result;
      return call(expr, result);
    }
    case ExprKind::plus: return real(*expr.args[0]);
    case ExprKind::minus: return nodes_.real(Op::real_negate, {real(*expr.args[0])}, expr.span);
    case ExprKind::conditional: {
      Node* choice = condition(*expr.args[0]);
      if (choice->is_constant()) return real(*expr.args[choice->value != 0 ? 1 : 2]);
      Node* then = real(*expr.args[1]);
      return nodes_.conditional(choice, then, real(*expr.args[2]));
    }
    case ExprKind::comma: {
      Node* first = effect(*expr.args[0]);
      return nodes_.sequence({first, real(*expr.args[1])});
    }
    default: break;
  }
  if (is_assignment(expr.kind)) return assignment_value(expr);
  return real_operation(expr);
}

Node* Lowering::real_operation(const Expr& expr) {
  const Op op = real_op(expr.kind);
  if (op == Op::nothing)
    refuse(expr.span, "refused", "this floating-point expression cannot be evaluated symbolically");
  Node* left = real(*expr.args[0]);
  return nodes_.real(op, {left, real(*expr.args[1])}, expr.span);
}

Node* Lowering::compare_cells(const Expr& expr) {
  const std::size_t mark = before_.size();
  NetPlace left = place(*expr.args[0], Sort::data);
  materialise(left);
  if (expr.args[1]->kind == ExprKind::call) {  // it may change what was on the left
    const NetPlace kept = temporary(*left.type);
    before_.push_back(copy(kept, left, expr.span));
    left = kept;
  }
  NetPlace right = place(*expr.args[1], Sort::data);
  materialise(right);
  Node* node = nodes_.make(Op::equal_cells, {left.at, right.at}, expr.span);
  node->count = state_.cells_of(*left.type, Sort::data);
  node->extent = left.extent;
  node->source = right.extent;
  node->high = 1;
  Node* same = with_before(mark, node);
  return expr.kind == ExprKind::equal ? same : nodes_.logical_not(same);
}

Node* Lowering::unrolled(const Expr& expr, const BinderRange& over) {
  Node* result = nodes_.constant(expr.kind == ExprKind::forall);
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(over.size(), 1));
  copies_ *= size;
  for (std::int64_t v = over.low->value; v <= over.high->value; ++v) {
    bind(*expr.binder->symbol, static_cast<std::int32_t>(v));
    Node* body = value(*expr.args[0]);
    unbind();
    if (expr.kind == ExprKind::sum) result = nodes_.binary(Op::add, result, body, expr.span);
    else if (expr.kind == ExprKind::forall) result = nodes_.logical_and(result, nodes_.truth(body));
    else result = nodes_.logical_or(result, nodes_.truth(body));
  }
  copies_ /= size;
  return result;
}

Node* Lowering::quantifier(const Expr& expr) {
  const BinderRange over = range(*expr.binder);
  if (over.is_static() && over.size() <= 0) return nodes_.constant(expr.kind == ExprKind::forall);
  if (unroll(over, tree_size(*expr.args[0]))) return unrolled(expr, over);
  const std::uint32_t cell = frame_cells(1);
  const std::uint32_t limit = over.high->is_constant() ? 0 : frame_cells(1);
  bind_cell(*expr.binder->symbol, cell, *over.type);
  Node* body = value(*expr.args[0]);
  unbind();
  const Op op = expr.kind == ExprKind::forall ? Op::forall : expr.kind == ExprKind::exists ? Op::exists : Op::sum;
  Node* node = nodes_.make(op, {over.low, over.high, body}, expr.span);
  node->cell = cell;
  node->limit_cell = limit;
  node->high = 1;
  if (op == Op::sum) {
    const std::int64_t rounds = std::max<std::int64_t>(std::int64_t{over.high->high} - over.low->low + 1, 0);
    const std::int64_t low = rounds * std::min(body->low, 0), high = rounds * std::max(body->high, 0);
    node->fails |= low < INT32_MIN || high > INT32_MAX;
    node->low = static_cast<std::int32_t>(std::max<std::int64_t>(low, INT32_MIN));
    node->high = static_cast<std::int32_t>(std::min<std::int64_t>(high, INT32_MAX));
  }
  return node;
}

Node* Lowering::member_value(const Expr& expr) {
  const bool of_process = expr.args[0]->type && expr.args[0]->type->is(TypeKind::process);
  if (of_process && (!expr.symbol || expr.symbol->kind == SymbolKind::location)) {
    const Expr& process = *expr.args[0];
    const bool in_set = process.kind == ExprKind::call;
    const std::uint32_t first = in_set ? process.symbol->set->first : process.symbol->index;
    const std::uint32_t size = in_set ? process.symbol->set->size : 1;
    NetPlace where;
    const auto count = static_cast<std::int32_t>(state_.model.processes[first].templ->locations.size());
    where.at =
        nodes_.element(nodes_.address(Segment::values, first), process_number(process), 0, size, 1, process.span);
    const ir::Extent* extent = nodes_.extent(Segment::values, {first}, {{1, size}}, 1);
    if (where.at->is_constant())
      extent = nodes_.extent(Segment::values, {static_cast<std::uint32_t>(where.at->value)}, {}, 1);
    Node* location = nodes_.load(where.at, extent, 0, std::max(count - 1, 0));
    if (!expr.symbol) return location;
    return nodes_.binary(Op::equal, location, nodes_.constant(static_cast<std::int32_t>(expr.symbol->index)),
                         expr.span);
  }
  if (is_clock_type(expr.type)) refuse_clock_value(expr);
  const std::size_t mark = before_.size();
  const NetPlace found = place(expr, Sort::data);
  return with_before(mark, load(found));
}

Node* Lowering::assignment_value(const Expr& expr) {
  const std::size_t mark = before_.size();
  NetPlace target;
  before_.push_back(assign(expr, target, true));
  if (target.sort != Sort::data) refuse_clock_value(expr);
  return with_before(mark, load(target));
}

Node* Lowering::step_value(const Expr& expr) {
  const std::size_t mark = before_.size();
  NetPlace target;
  if (expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::pre_decrement) {
    before_.push_back(assign_step(expr, target, true));
    return with_before(mark, load(target));
  }
  target = place(*expr.args[0], Sort::data);
  settle(target, before_);
  Node* cell = nodes_.address(Segment::frame, frame_cells(1));
  Node* old = load(target);
  before_.push_back(nodes_.make(Op::store, {cell, old}));
  const Op op = expr.kind == ExprKind::post_increment ? Op::add : Op::subtract;
  Node* result = nodes_.wrapping(op, load(target), nodes_.constant(1), expr.span);
  before_.push_back(store(target, converted(result, *target.type, expr.span)));
  return with_before(mark, nodes_.load(cell, nullptr, old->low, old->high));
}

Node* Lowering::builtin(const Expr& expr) {
  const std::string_view name = expr.symbol->name;
  if (name == "fint") return nodes_.to_whole(real(*expr.args[1]), expr.span);
  if (name != "abs") {
    const RealFunction* function = find_real_function(name);
    if (!function) {
      refuse(expr.span, "refused",
             "the floating-point function '" + std::string(name) + "' cannot be used symbolically");
    }
    std::vector<Node*> args;
    for (const Expr* arg : expr.args.subspan(1)) args.push_back(real(*arg));
    Node* node = nodes_.real(Op::real_function, args, expr.span);
    node->count = static_cast<std::uint32_t>(function - real_functions().data());
    if (!function->test) return node;
    Node* truth = nodes_.real(Op::real_not_equal, {node, nodes_.real_constant(0)}, expr.span);
    return truth;
  }
  return nodes_.absolute(value(*expr.args[1]), expr.span);
}

Node* Lowering::effect(const Expr& expr) {
  if (expr.kind == ExprKind::comma) {
    std::vector<const Expr*> items;  // a comma list leans to the left and may be long
    const Expr* rest = &expr;
    for (; rest->kind == ExprKind::comma; rest = rest->args[0]) items.push_back(rest->args[1]);
    items.push_back(rest);
    std::vector<Node*> all;
    for (auto item = items.rbegin(); item != items.rend(); ++item) all.push_back(effect(**item));
    return nodes_.sequence(all);
  }
  NetPlace target;
  if (is_assignment(expr.kind)) return assign(expr, target, false);
  if (is_increment(expr.kind)) return assign_step(expr, target, false);
  if (expr.kind == ExprKind::conditional) {
    Node* choice = condition(*expr.args[0]);
    if (choice->is_constant()) return effect(*expr.args[choice->value != 0 ? 1 : 2]);
    Node* then = effect(*expr.args[1]);
    return nodes_.make(Op::if_, {choice, then, effect(*expr.args[2])});
  }
  if (expr.kind == ExprKind::call && !(expr.symbol && expr.symbol->kind == SymbolKind::builtin)) {
    std::optional<NetPlace> result;
    Node* node = call(expr, result);
    return nodes_.make(Op::drop, {node});
  }
  if (is_aggregate(expr.type)) {
    const std::size_t mark = before_.size();
    place(expr, Sort::data);
    return with_before(mark, nodes_.make(Op::nothing, {}));
  }
  return nodes_.make(Op::drop, {value(expr)});
}

ClockSum Lowering::clock_sum(const Expr& expr) {
  ClockSum result;
  if (!is_clock_type(expr.type)) {
    result.shift = value(expr);
    return result;
  }
  if (expr.kind == ExprKind::add || expr.kind == ExprKind::subtract) {
    result = clock_sum(*expr.args[0]);
    ClockSum right = clock_sum(*expr.args[1]);
    const bool minus = expr.kind == ExprKind::subtract;
    if (minus) std::swap(right.plus, right.minus);
    if ((result.plus && right.plus) || (result.minus && right.minus)) {
      refuse(expr.span, "refused", "only differences of two clocks can be compared");
    }
    if (right.plus) result.plus = right.plus;
    if (right.minus) result.minus = right.minus;
    result.shift = nodes_.binary(minus ? Op::subtract : Op::add, result.shift, right.shift, expr.span);
    return result;
  }
  if (expr.kind == ExprKind::plus) return clock_sum(*expr.args[0]);
  if (expr.type->hybrid) refuse(expr.span, "refused", "a hybrid clock cannot be used symbolically");
  const std::size_t mark = before_.size();
  result.plus = place(expr, Sort::clock);
  if (before_.size() != mark) refuse(expr.span, "refused", "this clock term has side effects");
  result.shift = nodes_.constant(0);
  return result;
}

}  // namespace orbita
