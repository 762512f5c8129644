// Operators: operand types, clock terms, constraint classes, assignments.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/operators.h"

namespace orbita {
namespace {

std::string op(const Expr& expr) { return "'" + std::string(operator_of(expr.kind).text) + "'"; }

bool is_clock_term(const Type& type) { return type.is(TypeKind::clock) || type.is(TypeKind::difference); }

bool has_clocks(const Expr& expr) { return expr.constraint > ConstraintClass::integral; }

const char* const scalar_hint =
    "elements of a scalar set have no order and no number; only =, ==, != and indexing are possible";

}  // namespace

const Type* Checker::integer(Expr& expr) {
  expr.constraint = ConstraintClass::integral;
  return int_;
}

const Type* Checker::boolean(Expr& expr, ConstraintClass constraint) {
  expr.constraint = constraint;
  return bool_;
}

bool Checker::is_value(const Expr& expr) const { return type_of(expr)->is_integral() && !has_clocks(expr); }
bool Checker::is_condition(const Expr& expr) const { return type_of(expr)->is_integral(); }

const Type* Checker::mismatch(Expr& expr, const Expr& operand, const std::string& needs) {
  const Type& type = *type_of(operand);
  const std::string given = has_clocks(operand) ? "a clock constraint" : describe(type);
  error("type-mismatch", operand.span, needs + ", not " + given, type.is(TypeKind::scalar) ? scalar_hint : "");
  return fail(expr);
}

const Type* Checker::check_operator(Expr& expr) {
  switch (expr.kind) {
    case ExprKind::plus:
    case ExprKind::minus:
    case ExprKind::logical_not: return check_unary(expr);
    case ExprKind::pre_increment:
    case ExprKind::pre_decrement:
    case ExprKind::post_increment:
    case ExprKind::post_decrement: return check_step(expr);
    default: break;
  }
  if (is_assignment(expr.kind)) return check_assignment(expr);
  const Type* left = check(*expr.args[0]);
  const Type* right = check(*expr.args[1]);
  if (left->is(TypeKind::error) || right->is(TypeKind::error)) return fail(expr);
  switch (expr.kind) {
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater_equal:
    case ExprKind::greater: return check_comparison(expr);
    case ExprKind::equal:
    case ExprKind::not_equal: return check_equality(expr);
    case ExprKind::logical_and:
    case ExprKind::logical_or:
    case ExprKind::imply: return check_logical(expr);
    default: return check_arithmetic(expr);
  }
}

const Type* Checker::check_unary(Expr& expr) {
  Expr& operand = *expr.args[0];
  const Type* type = check(operand);
  if (type->is(TypeKind::error)) return fail(expr);
  if (expr.kind == ExprKind::logical_not) {
    if (!is_condition(operand)) return mismatch(expr, operand, op(expr) + " needs a condition");
    if (operand.constraint == ConstraintClass::invariant_rate) {
      error("bad-rate", operand.span, "a rate cannot be negated");
      return fail(expr);
    }
    return boolean(expr, has_clocks(operand) ? std::max(operand.constraint, ConstraintClass::constraint)
                                             : ConstraintClass::integral);
  }
  if (is_value(operand)) return integer(expr);
  if (type->is(TypeKind::floating)) return floating_;
  if (is_clock_term(*type)) {
    refuse(expr.span, op(expr) + " on a clock is not a zone constraint");
    return error_;
  }
  return mismatch(expr, operand, op(expr) + " needs an integer");
}

const Type* Checker::check_clock_arithmetic(Expr& expr, const Type& left, const Type& right) {
  const bool add = expr.kind == ExprKind::add, subtract = expr.kind == ExprKind::subtract;
  const bool left_int = is_value(*expr.args[0]), right_int = is_value(*expr.args[1]);
  if (add || subtract) {
    if (left.is(TypeKind::clock) && right_int) return clock_;
    if (add && left_int && right.is(TypeKind::clock)) return clock_;
    if (subtract && left.is(TypeKind::clock) && right.is(TypeKind::clock)) return difference_;
    if (left.is(TypeKind::difference) && right_int) return difference_;
    if (left_int && right.is(TypeKind::difference)) return difference_;
  }
  if (!(is_clock_term(left) || left_int || left.is(TypeKind::floating))) {
    return mismatch(expr, *expr.args[0], op(expr) + " needs an integer on its left side");
  }
  if (!(is_clock_term(right) || right_int || right.is(TypeKind::floating))) {
    return mismatch(expr, *expr.args[1], op(expr) + " needs an integer on its right side");
  }
  refuse(expr.span, "this arithmetic on clocks is not a zone constraint",
         "zones know x + c, x - c and x - y of clocks x, y and integers c");
  has_floating_ = false;
  return error_;
}

const Type* Checker::check_arithmetic(Expr& expr) {
  const Type& left = *type_of(*expr.args[0]);
  const Type& right = *type_of(*expr.args[1]);
  if (is_value(*expr.args[0]) && is_value(*expr.args[1])) return integer(expr);
  if (is_clock_term(left) || is_clock_term(right)) return check_clock_arithmetic(expr, left, right);
  const bool left_number = left.is(TypeKind::floating) || is_value(*expr.args[0]);
  const bool right_number = right.is(TypeKind::floating) || is_value(*expr.args[1]);
  if (left_number && right_number) {
    switch (expr.kind) {
      case ExprKind::add:
      case ExprKind::subtract:
      case ExprKind::multiply:
      case ExprKind::divide:
      case ExprKind::minimum:
      case ExprKind::maximum: return floating_;
      case ExprKind::power:
        blame_floating(expr.span, "'**' cannot be used on doubles in a symbolic model: write pow(a, b)");
        return floating_;
      default: return mismatch(expr, *expr.args[left.is(TypeKind::floating) ? 0 : 1], op(expr) + " needs integers");
    }
  }
  return mismatch(expr, *expr.args[left_number ? 1 : 0], op(expr) + " needs integers");
}

const Type* Checker::check_comparison(Expr& expr) {
  const Type& left = *type_of(*expr.args[0]);
  const Type& right = *type_of(*expr.args[1]);
  if (is_clock_term(left) || is_clock_term(right)) return check_clock_comparison(expr);
  const bool left_number = left.is(TypeKind::floating) || is_value(*expr.args[0]);
  const bool right_number = right.is(TypeKind::floating) || is_value(*expr.args[1]);
  if (left_number && right_number) return boolean(expr, ConstraintClass::integral);
  if (left.is(TypeKind::rate) || right.is(TypeKind::rate)) {
    error("bad-rate", expr.span, "a rate can only be fixed with '=='");
    return fail(expr);
  }
  return mismatch(expr, *expr.args[left_number ? 1 : 0], op(expr) + " needs integers");
}

const Type* Checker::check_clock_comparison(Expr& expr) {
  const Type& left = *type_of(*expr.args[0]);
  const Type& right = *type_of(*expr.args[1]);
  const bool left_int = is_value(*expr.args[0]), right_int = is_value(*expr.args[1]);
  const bool left_side = is_clock_term(left) || left_int || left.is(TypeKind::floating);
  const bool right_side = is_clock_term(right) || right_int || right.is(TypeKind::floating);
  if (!left_side || !right_side) {
    return mismatch(expr, *expr.args[left_side ? 1 : 0], "a clock can be compared with an integer or a clock");
  }
  if (left.hybrid || right.hybrid) {
    refuse_statistical(expr.span, "a hybrid clock cannot be compared in a symbolic model");
    has_floating_ = false;
  } else if (left.is(TypeKind::floating) || right.is(TypeKind::floating)) {
    const Span where = expr.args[left.is(TypeKind::floating) ? 0 : 1]->span;
    const char* const what = "a clock bound must be an integer in a symbolic model";
    const char* const hint = "scale all clock bounds so that they are integers";
    if (label_ == Label::query) refuse(where, what, hint);  // a slip: such a bound does not make the query statistical
    else refuse_statistical(where, what, hint);
    has_floating_ = false;
  } else if ((left.is(TypeKind::difference) && is_clock_term(right)) ||
             (right.is(TypeKind::difference) && is_clock_term(left))) {
    refuse(expr.span, "a comparison of more than two clocks is not a zone constraint");
  } else if (label_ == Label::function || label_ == Label::update) {
    refuse_statistical(expr.span,
                       std::string("the value of a clock cannot be read in ") +
                           (label_ == Label::function ? "a function" : "an update") + ": a zone holds many values",
                       "test clocks in guards and invariants");
  }
  ConstraintClass constraint = expr.kind == ExprKind::equal       ? ConstraintClass::guard
                               : expr.kind == ExprKind::not_equal ? ConstraintClass::constraint
                                                                  : ConstraintClass::invariant;
  if (left.is(TypeKind::boolean) || right.is(TypeKind::boolean))
    constraint = std::max(constraint, ConstraintClass::guard);
  return boolean(expr, constraint);
}

const Type* Checker::check_rate_comparison(Expr& expr) {
  const bool left_rate = type_of(*expr.args[0])->is(TypeKind::rate);
  const Expr& rate = *expr.args[left_rate ? 0 : 1];
  const Expr& value = *expr.args[left_rate ? 1 : 0];
  const bool hybrid = type_of(*rate.args[0])->hybrid;
  if (expr.kind != ExprKind::equal) {
    error("bad-rate", expr.span, "a rate can only be fixed with '=='");
    return fail(expr);
  }
  if (label_ != Label::invariant) {
    error("bad-rate", expr.span, "rates of clocks belong in invariants");
    return fail(expr);
  }
  const Type& type = *type_of(value);
  if (!is_value(value) && !type.is(TypeKind::floating) && !(hybrid && is_clock_term(type))) {
    return mismatch(expr, value, "the rate of a clock must be an integer");
  }
  if (hybrid) {
    has_floating_ = false;  // symbolic models ignore hybrid clocks altogether
    diagnostics_.note("ignored-hybrid", expr.span, "the rate of a hybrid clock is ignored");
  } else if (type.is(TypeKind::floating)) {
    refuse_statistical(value.span, "the rate of a clock must be 0 or 1 in a symbolic model");
    has_floating_ = false;
  } else {
    Accesses accesses;
    collect_accesses(model_, value, accesses);
    const bool closed =
        accesses.writes.empty() && std::all_of(accesses.reads.begin(), accesses.reads.end(), [](const Access& access) {
          return access.symbol->compile_time && !access.symbol->parametric && access.symbol->kind != SymbolKind::bound;
        });
    const auto number = closed ? evaluate(value) : std::nullopt;
    if (number && *number != 0 && *number != 1) {
      refuse_statistical(value.span,
                         "the rate of a clock must be 0 or 1 in a symbolic model, not " + std::to_string(*number));
    }
    if (template_) facts_[template_].has_rates = true;
  }
  return boolean(expr, ConstraintClass::invariant_rate);
}

const Type* Checker::check_equality(Expr& expr) {
  const Type& left = *type_of(*expr.args[0]);
  const Type& right = *type_of(*expr.args[1]);
  if (left.is(TypeKind::rate) || right.is(TypeKind::rate)) return check_rate_comparison(expr);
  if (is_clock_term(left) || is_clock_term(right)) return check_clock_comparison(expr);
  const bool left_number = left.is(TypeKind::floating) || is_value(*expr.args[0]);
  const bool right_number = right.is(TypeKind::floating) || is_value(*expr.args[1]);
  if (left_number && right_number) return boolean(expr, ConstraintClass::integral);
  if (has_clocks(*expr.args[0]) || has_clocks(*expr.args[1])) {
    return mismatch(expr, *expr.args[has_clocks(*expr.args[0]) ? 0 : 1], op(expr) + " needs values");
  }
  if (left.is(TypeKind::string) && right.is(TypeKind::string)) return boolean(expr, ConstraintClass::integral);
  if (left.is(TypeKind::scalar) && right.is(TypeKind::scalar)) {
    if (left.set != right.set) {
      error("scalar-sets", expr.span,
            "elements of different scalar sets cannot be compared: " + describe(left) + " and " + describe(right));
      return fail(expr);
    }
    return boolean(expr, ConstraintClass::integral);
  }
  const bool aggregate = left.is(TypeKind::structure) || left.is(TypeKind::array);
  if (aggregate && equivalent(left, right) && !contains(left, TypeKind::clock) && !contains(left, TypeKind::channel)) {
    return boolean(expr, ConstraintClass::integral);
  }
  const bool scalar = left.is(TypeKind::scalar) || right.is(TypeKind::scalar);
  error("type-mismatch", expr.span, op(expr) + " cannot compare " + describe(left) + " with " + describe(right),
        scalar ? scalar_hint : "");
  return fail(expr);
}

const Type* Checker::check_logical(Expr& expr) {
  const Expr &left = *expr.args[0], &right = *expr.args[1];
  for (const Expr* operand : {&left, &right}) {
    if (!is_condition(*operand)) return mismatch(expr, *operand, op(expr) + " needs conditions");
  }
  const ConstraintClass a = left.constraint, b = right.constraint;
  const bool has_rate = a == ConstraintClass::invariant_rate || b == ConstraintClass::invariant_rate;
  if (expr.kind == ExprKind::logical_and) {
    const bool beyond = a > ConstraintClass::invariant_rate || b > ConstraintClass::invariant_rate;
    if (has_rate && beyond) {
      error("bad-rate", expr.span, "a rate can only be combined with conditions that an invariant may have");
      return fail(expr);
    }
    return boolean(expr, std::max(a, b));
  }
  if (has_rate) {
    error("bad-rate", expr.span, "a rate cannot stand under " + op(expr),
          "write the rate as an integer expression, for example x' == (b ? 0 : 1)");
    return fail(expr);
  }
  if (!has_clocks(left) && !has_clocks(right)) return boolean(expr, ConstraintClass::integral);
  const bool keeps = expr.kind == ExprKind::logical_or ? !has_clocks(left) || !has_clocks(right) : !has_clocks(left);
  if (keeps) return boolean(expr, std::max(a, b));
  return boolean(expr, std::max({a, b, ConstraintClass::constraint}));
}

bool Checker::assignable(const Type& target, const Expr& value, std::string& why) {
  const Type& given = *type_of(value);
  if (target.is(TypeKind::error) || given.is(TypeKind::error)) return true;
  if (has_clocks(value)) {
    why = "a clock constraint is not a value";
    return false;
  }
  if (target.is_integral()) return given.is_integral();
  switch (target.kind) {
    case TypeKind::clock:
      if (given.is(TypeKind::floating) && !target.hybrid)
        blame_floating(value.span, "a clock that is set to a double cannot be used in a symbolic model");
      return is_value(value) || given.is(TypeKind::clock) || given.is(TypeKind::floating);
    case TypeKind::floating:
      if (is_clock_term(given))
        blame_floating(value.span, "the value of a clock cannot be read: a zone holds many values");
      return is_value(value) || given.is(TypeKind::floating) || is_clock_term(given);
    case TypeKind::scalar:
      if (given.is(TypeKind::scalar) && given.set == target.set) return true;
      why = given.is(TypeKind::scalar) ? "the scalar sets differ" : "elements of a scalar set have no number";
      return false;
    case TypeKind::structure:
    case TypeKind::array: return equivalent(target, given) && !contains(target, TypeKind::channel);
    case TypeKind::string: return given.is(TypeKind::string);
    default: return false;
  }
}

const Type* Checker::check_step(Expr& expr) {
  Expr& operand = *expr.args[0];
  const Type* type = check(operand);
  if (type->is(TypeKind::error)) return fail(expr);
  if (!is_place(operand)) {
    error("not-a-place", operand.span, op(expr) + " needs a variable");
    return fail(expr);
  }
  if (!type->is(TypeKind::integer)) return mismatch(expr, operand, op(expr) + " needs an integer variable");
  if (!is_modifiable(operand, true)) return fail(expr);
  return integer(expr);
}

const Type* Checker::check_assignment(Expr& expr) {
  Expr &target = *expr.args[0], &value = *expr.args[1];
  const Type* type = check(target);
  const bool floating_before = has_floating_;
  const Type* given = check(value);
  if (type->is(TypeKind::error) || given->is(TypeKind::error)) return fail(expr);
  if (!is_place(target)) {
    error("not-a-place", target.span, "the left side of " + op(expr) + " must be a variable");
    return fail(expr);
  }
  if (contains(*type, TypeKind::string) && contains(*given, TypeKind::string)) {
    refuse(expr.span, "a string cannot be assigned: strings are constants in a symbolic model");
    return error_;
  }
  if (!is_modifiable(target, true)) return fail(expr);
  if (expr.kind != ExprKind::assign) {
    const bool add = expr.kind == ExprKind::assign_add;
    const bool arithmetic = expr.kind == ExprKind::assign_add || expr.kind == ExprKind::assign_subtract ||
                            expr.kind == ExprKind::assign_multiply || expr.kind == ExprKind::assign_divide;
    const bool real = arithmetic && type->is(TypeKind::floating) && (given->is(TypeKind::floating) || is_value(value));
    if (!real && !(add ? type->is(TypeKind::integer) : type->is_integral())) {
      return mismatch(expr, target, op(expr) + " needs an integer variable");
    }
    if (!real && !is_value(value)) return mismatch(expr, value, op(expr) + " needs an integer on its right side");
    return type;
  }
  std::string why;
  if (!assignable(*type, value, why)) {
    error("type-mismatch", expr.span,
          "cannot assign " + describe(*given) + " to " + describe(*type) + (why.empty() ? "" : ": " + why));
    return fail(expr);
  }
  if (type->is(TypeKind::clock) && type->hybrid) {
    has_floating_ = floating_before;
    diagnostics_.note("ignored-hybrid", expr.span, "the assignment to a hybrid clock is ignored");
  }
  return type;
}

}  // namespace orbita
