#include "engine/flat/flattener.h"
#include "parser/operators.h"

namespace orbita {

// ["set", place, value]: the value is within the range of its slot, or the run ends in an error. A bool becomes 0 or 1.
void Flattener::assign_leaf(const FlatPlace& target, FlatJson value, FlatJson& to) {
  if (target.constants != nullptr) refuse_flat({}, "a write to a constant");
  if (target.type->kind == TypeKind::clock) refuse_flat({}, "a struct with clocks");
  if (target.type->kind == TypeKind::floating) refuse_flat({}, "a floating-point variable");
  if (target.type->kind == TypeKind::boolean) value = flat_not(flat_not(value));
  to.push_back(FlatJson::array({"set", cell_reference(target, 's'), std::move(value)}));
}

// ["reset", clock, value], ["copy", clock, clock].
void Flattener::assign_clock(const Expr& expr, FlatJson& to) {
  if (expr.args[0]->type->hybrid) return;  // plays no part in symbolic analysis
  const FlatJson target = cell_reference(place(*expr.args[0]), 'x');
  const FlatClockSum source = clock_sum(*expr.args[1]);
  if (source.minus) refuse_flat(expr.span, "a clock set to a difference of clocks");
  if (!source.plus) return to.push_back(FlatJson::array({"reset", target, source.shift}));
  if (source.shift != 0) refuse_flat(expr.span, "a clock set to another one plus a number");
  to.push_back(FlatJson::array({"copy", target, *source.plus}));
}

void Flattener::assign(const Expr& expr, FlatJson& to) {
  const Type& type = *expr.args[0]->type;
  if (type.is(TypeKind::clock)) return assign_clock(expr, to);
  const FlatPlace target = place(*expr.args[0]);
  if (target.type->is_leaf()) {
    FlatJson right = value(*expr.args[1]);
    if (expr.kind != ExprKind::assign) {
      right = FlatJson::array({operator_of(operator_inside(expr.kind)).text, load(target), right});
    }
    return assign_leaf(target, std::move(right), to);
  }
  const FlatPlace source = place(*expr.args[1]);
  for_each_leaf(*target.type, [&](std::uint32_t offset, const ConcreteType& leaf, const std::string&) {
    FlatPlace x = target, y = source;
    x.offset += offset;
    y.offset += offset;
    x.type = y.type = &leaf;
    assign_leaf(x, load(y), to);
  });
}

void Flattener::update(const Expr& expr, FlatJson& to) {
  if (expr.kind == ExprKind::comma) {
    update(*expr.args[0], to);
    return update(*expr.args[1], to);
  }
  if (is_assignment(expr.kind)) return assign(expr, to);
  if (is_increment(expr.kind)) {
    const bool up = expr.kind == ExprKind::pre_increment || expr.kind == ExprKind::post_increment;
    const FlatPlace target = place(*expr.args[0]);
    return assign_leaf(target, FlatJson::array({up ? "+" : "-", load(target), 1}), to);
  }
  if (expr.kind == ExprKind::conditional) {
    const FlatJson condition = value(*expr.args[0]);
    if (condition.is_number()) return update(*expr.args[condition != 0 ? 1 : 2], to);
    FlatJson yes = FlatJson::array(), no = FlatJson::array();
    update(*expr.args[1], yes);
    update(*expr.args[2], no);
    return to.push_back(FlatJson::array({"if", condition, yes, no}));
  }
  const FlatJson pure = value(expr);  // refuses side effects and calls
  if (!pure.is_number()) to.push_back(FlatJson::array({"evaluate", pure}));
}

}  // namespace orbita
