#include "engine/flat/flattener.h"
#include "parser/operators.h"

namespace orbita {

namespace {

bool mentions(const Expr& expr) { return expr.constraint > ConstraintClass::integral; }

bool is_clock(const Expr& expr) {
  return expr.type != nullptr && (expr.type->is(TypeKind::clock) || expr.type->is(TypeKind::difference));
}

FlatJson sum_of(const char* op, const FlatJson& a, const FlatJson& b) {
  if (a.is_number() && b.is_number()) {
    return op[0] == '+' ? a.get<std::int64_t>() + b.get<std::int64_t>() : a.get<std::int64_t>() - b.get<std::int64_t>();
  }
  return FlatJson::array({op, a, b});
}

FlatClockSum plus(const FlatClockSum& a, const FlatClockSum& b, Span where) {
  if ((a.plus && b.plus) || (a.minus && b.minus)) refuse_flat(where, "a sum of clocks");
  return {a.plus ? a.plus : b.plus, a.minus ? a.minus : b.minus, sum_of("+", a.shift, b.shift)};
}

FlatClockSum negated(const FlatClockSum& a) { return {a.minus, a.plus, sum_of("-", 0, a.shift)}; }

}  // namespace

FlatClockSum Flattener::clock_sum(const Expr& expr) {
  FlatClockSum result;
  if (!is_clock(expr)) {
    result.shift = value(expr);
    return result;
  }
  switch (expr.kind) {
    case ExprKind::name:
    case ExprKind::member:
    case ExprKind::index: {
      const FlatPlace at = place(expr);
      if (at.type->hybrid) refuse_flat(expr.span, "a hybrid clock");
      result.plus = cell_reference(at, 'x');
      return result;
    }
    case ExprKind::plus: return clock_sum(*expr.args[0]);
    case ExprKind::minus: return negated(clock_sum(*expr.args[0]));
    case ExprKind::add: return plus(clock_sum(*expr.args[0]), clock_sum(*expr.args[1]), expr.span);
    case ExprKind::subtract: return plus(clock_sum(*expr.args[0]), negated(clock_sum(*expr.args[1])), expr.span);
    default: refuse_flat(expr.span, "this term of clocks");
  }
}

// ["clk", condition, x, y, op, bound]: where the condition holds, x - y op bound. Clock 0 is always 0.
FlatJson Flattener::clock_atom(const Expr& expr, const FlatJson& condition) {
  const FlatClockSum all = plus(clock_sum(*expr.args[0]), negated(clock_sum(*expr.args[1])), expr.span);  // all op 0
  const FlatJson zero = 0;
  return FlatJson::array({"clk", condition, all.plus.value_or(zero), all.minus.value_or(zero),
                          std::string(operator_of(expr.kind).text), sum_of("-", 0, all.shift)});
}

void Flattener::rate(const Expr& expr, const FlatJson& condition) {
  const bool left = expr.args[0]->kind == ExprKind::rate;
  const Expr& clock = *expr.args[left ? 0 : 1]->args[0];
  if (clock.type != nullptr && clock.type->hybrid) return;  // plays no part in symbolic analysis
  if (value(*expr.args[left ? 1 : 0]) == 1 && condition == 1) return;
  refuse_flat(expr.span, "a clock that stands still");
}

void Flattener::split(const Expr& expr, const FlatJson& condition, FlatJson& to) {
  if (condition == 0) return;
  if (!mentions(expr)) {
    const FlatJson data = condition == 1 ? value(expr) : flat_or({flat_not(condition), value(expr)});
    if (!data.is_number() || data == 0) to.push_back(data);
    return;
  }
  switch (expr.kind) {
    case ExprKind::logical_and:
    case ExprKind::comma: split(*expr.args[0], condition, to); return split(*expr.args[1], condition, to);
    case ExprKind::logical_or: {
      const int data = mentions(*expr.args[0]) ? 1 : 0;
      if (mentions(*expr.args[data])) break;
      return split(*expr.args[1 - data], flat_and({condition, flat_not(value(*expr.args[data]))}), to);
    }
    case ExprKind::imply:
      if (mentions(*expr.args[0])) break;
      return split(*expr.args[1], flat_and({condition, value(*expr.args[0])}), to);
    case ExprKind::conditional: {
      if (mentions(*expr.args[0])) break;
      const FlatJson choice = value(*expr.args[0]);
      split(*expr.args[1], flat_and({condition, choice}), to);
      return split(*expr.args[2], flat_and({condition, flat_not(choice)}), to);
    }
    case ExprKind::forall:
      return for_each_value(*expr.binder, [&](std::int32_t) { split(*expr.args[0], condition, to); });
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater_equal:
    case ExprKind::greater:
    case ExprKind::equal:
      if (expr.args[0]->kind == ExprKind::rate || expr.args[1]->kind == ExprKind::rate) return rate(expr, condition);
      return to.push_back(clock_atom(expr, condition));
    default: break;
  }
  refuse_flat(expr.span, "a condition on clocks that is no conjunction");
}

void Flattener::condition(const Expr& expr, FlatJson& to) { split(expr, 1, to); }

FlatJson Flattener::predicate(const Expr& expr) {
  if (!mentions(expr) && expr.kind != ExprKind::deadlock) return value(expr);
  switch (expr.kind) {
    case ExprKind::deadlock: return FlatJson::array({"deadlock"});
    case ExprKind::logical_not: return flat_not(predicate(*expr.args[0]));
    case ExprKind::logical_and: return flat_and({predicate(*expr.args[0]), predicate(*expr.args[1])});
    case ExprKind::logical_or: return flat_or({predicate(*expr.args[0]), predicate(*expr.args[1])});
    case ExprKind::imply: return flat_or({flat_not(predicate(*expr.args[0])), predicate(*expr.args[1])});
    case ExprKind::conditional: {
      const FlatJson c = predicate(*expr.args[0]);
      return flat_and({flat_or({flat_not(c), predicate(*expr.args[1])}), flat_or({c, predicate(*expr.args[2])})});
    }
    case ExprKind::forall:
    case ExprKind::exists: return quantifier(expr, &Flattener::predicate);
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater_equal:
    case ExprKind::greater:
    case ExprKind::equal: return clock_atom(expr, 1);
    case ExprKind::not_equal: {
      FlatJson equal = clock_atom(expr, 1);
      equal[4] = "==";
      return flat_not(equal);
    }
    default: refuse_flat(expr.span, "this predicate on clocks");
  }
}

}  // namespace orbita
