// How assignments combine: `v += e`, `v = v <? e`, `if (e > v) v = e`, `b = b || e`, `v = 3`.
#include <algorithm>

#include "symmetry/detect/collector.h"
#include "symmetry/detect/expressions.h"

namespace orbita::violations {

namespace {

bool is_integer(const Expr& expr) { return expr.type && expr.type->is(TypeKind::integer); }
bool is_boolean(const Expr& expr) { return expr.type && expr.type->is(TypeKind::boolean); }
bool is_leaf(const Expr& expr) {
  return expr.type && !expr.type->is(TypeKind::array) && !expr.type->is(TypeKind::structure);
}

// The operands of a chain `a op b op c`, the target left out; it must occur in it exactly once.
bool split_chain(const Expr& value, const Expr& target, ExprKind operation, std::vector<const Expr*>& operands,
                 int& found) {
  if (value.kind == operation) {
    return split_chain(*value.args[0], target, operation, operands, found) &&
           split_chain(*value.args[1], target, operation, operands, found);
  }
  if (same_expression(value, target)) ++found;
  else operands.push_back(&value);
  return found <= 1;
}

struct Summand {
  const Expr* expr;
  bool negative;
};

// The same for sums and differences; the target must be added, not subtracted.
bool split_sum(const Expr& value, const Expr& target, bool negative, std::vector<Summand>& summands, int& found) {
  if (value.kind == ExprKind::add || value.kind == ExprKind::subtract) {
    return split_sum(*value.args[0], target, negative, summands, found) &&
           split_sum(*value.args[1], target, negative != (value.kind == ExprKind::subtract), summands, found);
  }
  if (!same_expression(value, target)) {
    summands.push_back({&value, negative});
    return true;
  }
  return ++found == 1 && !negative;
}

bool is_stable_code(const Expr& expr, const std::function<bool(const Symbol&)>& is_stable) {
  if (contains_call(expr)) return false;
  std::set<const Symbol*> bound;  // by quantifiers of the expression itself
  for_each_expression(expr, [&](const Expr& part) {
    if (part.binder) bound.insert(part.binder->symbol);
  });
  bool stable = true;
  for_each_expression(expr, [&](const Expr& part) {
    if (part.kind == ExprKind::name && part.symbol && !bound.contains(part.symbol)) stable &= is_stable(*part.symbol);
  });
  return stable;
}

bool commuting_classes(const Access& a, const Access& b) {
  if (a.write_class == b.write_class) {
    if (a.write_class == WriteClass::constant) return a.number == b.number;
    return a.write_class != WriteClass::plain;
  }
  const auto is = [](const Access& x, WriteClass c, const Access& y, std::int64_t number) {
    return x.write_class == c && y.write_class == WriteClass::constant && y.number == number;
  };
  return is(a, WriteClass::logical_or, b, 1) || is(b, WriteClass::logical_or, a, 1) ||
         is(a, WriteClass::logical_and, b, 0) || is(b, WriteClass::logical_and, a, 0);
}

}  // namespace

bool commute(const Access& a, const Access& b, const std::function<bool(const Symbol&)>& is_stable) {
  if (!a.is_write && !b.is_write) return true;
  if (a.is_write && b.is_write && commuting_classes(a, b)) return true;
  // The same assignment twice, of the same value or by the same function of the old value.
  const Expr* first = a.is_write ? a.assignment : a.own_value_of;
  const Expr* second = b.is_write ? b.assignment : b.own_value_of;
  return first && second && same_expression(*first, *second) && is_stable_code(*first, is_stable);
}

WriteClass kept_bound(const Expr& condition, const Expr& place, const Expr& value) {
  const bool upward = condition.kind == ExprKind::greater || condition.kind == ExprKind::greater_equal;
  const bool downward = condition.kind == ExprKind::less || condition.kind == ExprKind::less_equal;
  if (!upward && !downward) return WriteClass::plain;
  const bool value_first = same_expression(*condition.args[0], value) && same_expression(*condition.args[1], place);
  const bool place_first = same_expression(*condition.args[0], place) && same_expression(*condition.args[1], value);
  if (!value_first && !place_first) return WriteClass::plain;
  return upward == value_first ? WriteClass::maximum : WriteClass::minimum;
}

bool Collector::is_pure(const Expr& expr) {
  if (contains_write(expr)) return false;
  bool pure = true;
  for_each_expression(expr, [&](const Expr& part) {
    if (part.kind != ExprKind::call || !part.symbol || part.symbol->kind != SymbolKind::function) return;
    const auto effects = resolver_.model().effects.find(part.symbol->function);
    pure &= effects != resolver_.model().effects.end() && effects->second.writes.empty() && part.symbol->function->body;
  });
  return pure;
}

void Collector::add_sign(const Expr& summand, bool negative, Access& how) {
  const Resolver::Range range = resolver_.range(summand, frame_);
  how.may_grow |= negative ? range.low < 0 : range.high > 0;
  how.may_shrink |= negative ? range.high > 0 : range.low < 0;
}

bool Collector::classify_compound(const Expr& assignment, Classified& result) {
  const Expr& target = *assignment.args[0];
  const Expr& operand = *assignment.args[1];
  result.how.updates_itself = true;
  result.operands = {&operand};
  switch (assignment.kind) {
    case ExprKind::assign_add:
    case ExprKind::assign_subtract:
      if (!is_integer(target)) return false;
      result.how.write_class = WriteClass::add;
      add_sign(operand, assignment.kind == ExprKind::assign_subtract, result.how);
      return true;
    case ExprKind::assign_multiply: result.how.write_class = WriteClass::multiply; return is_integer(target);
    case ExprKind::assign_or: result.how.write_class = WriteClass::bit_or; return true;
    case ExprKind::assign_and: result.how.write_class = WriteClass::bit_and; return true;
    case ExprKind::assign_xor:  // of a bool with a number: stored as "not 0", which does not commute
      result.how.write_class = WriteClass::bit_xor;
      return is_integer(target) || is_boolean(operand);
    default: return false;
  }
}

bool Collector::classify_sum(const Expr& assignment, Classified& result) {
  const Expr& target = *assignment.args[0];
  std::vector<Summand> summands;
  int found = 0;
  if (!is_integer(target) || !split_sum(*assignment.args[1], target, false, summands, found) || found != 1)
    return false;
  result.how.write_class = WriteClass::add;
  result.how.updates_itself = true;
  for (const Summand& summand : summands) {
    add_sign(*summand.expr, summand.negative, result.how);
    result.operands.push_back(summand.expr);
  }
  return true;
}

bool Collector::classify_operation(const Expr& assignment, Classified& result) {
  struct Operation {
    ExprKind kind;
    WriteClass write_class;
    bool on_integers, on_booleans;
  };
  // bit_xor and xor of booleans: see classify_compound.
  static constexpr Operation operations[] = {
      {ExprKind::multiply, WriteClass::multiply, true, false},
      {ExprKind::minimum, WriteClass::minimum, true, false},
      {ExprKind::maximum, WriteClass::maximum, true, false},
      {ExprKind::logical_or, WriteClass::logical_or, true, true},
      {ExprKind::logical_and, WriteClass::logical_and, true, true},
      {ExprKind::logical_xor, WriteClass::logical_xor, false, true},
      {ExprKind::bit_or, WriteClass::bit_or, true, true},
      {ExprKind::bit_and, WriteClass::bit_and, true, true},
      {ExprKind::bit_xor, WriteClass::bit_xor, true, true},
  };
  const Expr& target = *assignment.args[0];
  const Expr& value = *assignment.args[1];
  for (const Operation& operation : operations) {
    if (value.kind != operation.kind) continue;
    std::vector<const Expr*> operands;
    int found = 0;
    if (!split_chain(value, target, operation.kind, operands, found) || found != 1) return false;
    if (!(is_integer(target) && operation.on_integers) && !(is_boolean(target) && operation.on_booleans)) return false;
    const bool lazy = operation.kind == ExprKind::logical_or || operation.kind == ExprKind::logical_and;
    const bool exclusive = operation.kind == ExprKind::bit_xor || operation.kind == ExprKind::logical_xor;
    for (const Expr* operand : operands) {
      if (lazy && !is_pure(*operand)) return false;  // whether it runs depends on the target
      if (exclusive && is_boolean(target) && !is_boolean(*operand)) return false;
    }
    result.how.write_class = operation.write_class;
    result.how.updates_itself = true;
    result.operands = std::move(operands);
    return true;
  }
  return false;
}

// v = e > v ? e : v
bool Collector::classify_bound(const Expr& assignment, Classified& result) {
  const Expr& target = *assignment.args[0];
  const Expr& value = *assignment.args[1];
  if (value.kind != ExprKind::conditional || !is_integer(target)) return false;
  const bool keeps_else = same_expression(*value.args[2], target);
  const bool keeps_then = !keeps_else && same_expression(*value.args[1], target);
  if (!keeps_else && !keeps_then) return false;
  const Expr& other = *value.args[keeps_else ? 1 : 2];
  WriteClass kept = kept_bound(*value.args[0], target, other);
  if (kept == WriteClass::plain || !is_pure(other)) return false;
  if (keeps_then) kept = kept == WriteClass::maximum ? WriteClass::minimum : WriteClass::maximum;
  result.how.write_class = kept;
  result.how.updates_itself = true;
  result.operands = {&other};
  return true;
}

Collector::Classified Collector::classify(const Expr& assignment) {
  const Expr& target = *assignment.args[0];
  Classified result;
  const auto attempt = [&](bool (Collector::*rule)(const Expr&, Classified&)) {
    result = {};
    result.how.assignment = &assignment;
    return (this->*rule)(assignment, result);
  };
  if (!is_pure(target)) {
    // two evaluations of the place need not agree
  } else if (assignment.kind != ExprKind::assign) {
    if (attempt(&Collector::classify_compound)) return result;
  } else if (attempt(&Collector::classify_sum) || attempt(&Collector::classify_operation) ||
             attempt(&Collector::classify_bound)) {
    return result;
  }
  result = {};
  result.how.assignment = &assignment;
  result.how.updates_itself = assignment.kind != ExprKind::assign;
  for_each_expression(*assignment.args[1],
                      [&](const Expr& part) { result.how.updates_itself |= same_expression(part, target); });
  return result;
}

void Collector::assignment(const Expr& expr, bool value_used) {
  const Expr& target = *expr.args[0];
  const Expr* outer = assignment_;
  assignment_ = nullptr;
  indices_of(target);
  assignment_ = &expr;
  const auto number =
      expr.kind == ExprKind::assign && is_leaf(target) ? resolver_.number(*expr.args[1], frame_) : std::nullopt;
  Classified found;
  if (number) {
    found.how.write_class = WriteClass::constant;
    found.how.assignment = &expr;
    found.how.number = is_boolean(target) ? *number != 0 : *number;
    effect(*expr.args[1]);
    value_used = false;  // known anyway
  } else {
    found = classify(expr);
    if (found.how.write_class == WriteClass::plain) {
      if (expr.kind != ExprKind::assign) note_read(target);
      value(*expr.args[1]);
    }
    for (const Expr* operand : found.operands) value(*operand);
  }
  assignment_ = outer;
  note_write(target, found.how);
  if (value_used) note_read(target);
}

// `if (e > v) v = e;`: the comparison with v is part of keeping the maximum.
bool Collector::bounded_choice(const Stmt& stmt) {
  if (stmt.body.size() != 1) return false;
  const Stmt* only = single_statement(*stmt.body[0]);
  if (!only || !only->condition || only->condition->kind != ExprKind::assign) return false;
  const Expr& assignment = *only->condition;
  const Expr& target = *assignment.args[0];
  const Expr& kept = *assignment.args[1];
  Access how;
  how.write_class = kept_bound(*stmt.condition, target, kept);
  if (how.write_class == WriteClass::plain || !is_integer(target) || !is_pure(target) || !is_pure(kept)) return false;
  how.assignment = &assignment;
  how.updates_itself = true;
  statement_ = &assignment;
  indices_of(target);
  value(kept);
  note_write(target, how);
  return true;
}

}  // namespace orbita::violations
