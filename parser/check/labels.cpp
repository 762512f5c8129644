// Complete expressions in their context: guards, invariants, updates, queries.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/check/label_scope.h"

namespace orbita {
namespace {

const char* name_of(Label label) {
  switch (label) {
    case Label::guard: return "a guard";
    case Label::invariant: return "an invariant";
    case Label::sync: return "a synchronisation";
    case Label::query: return "a query";
    case Label::function: return "a condition";
    default: return "this expression";
  }
}

const char* name_of(ConstraintClass constraint) {
  switch (constraint) {
    case ConstraintClass::guard: return "an equality between clocks and numbers";
    case ConstraintClass::invariant_rate: return "a clock rate";
    case ConstraintClass::formula: return "deadlock";
    default: return "a disjunction or negation of clock constraints";
  }
}

bool allows(Label label, ConstraintClass constraint) {
  switch (label) {
    case Label::guard: return constraint <= ConstraintClass::guard && constraint != ConstraintClass::invariant_rate;
    case Label::invariant: return constraint <= ConstraintClass::invariant_rate;
    default: return constraint != ConstraintClass::invariant_rate;
  }
}

const Expr* first_assignment(const Expr& expr) {
  if (expr.kind == ExprKind::assign) return &expr;
  for (const Expr* part : expr.args)
    if (const Expr* found = first_assignment(*part)) return found;
  return nullptr;
}

const char* way_out(Label label, ConstraintClass constraint) {
  if (label == Label::invariant && constraint == ConstraintClass::guard)
    return "write x <= c in the invariant and x == c in the guard";
  if (label == Label::invariant && constraint == ConstraintClass::constraint) {
    return "an invariant is a conjunction: make one location for each alternative, or test it in the guards of the "
           "edges";
  }
  if (label == Label::guard && constraint == ConstraintClass::constraint) return "make one edge for each alternative";
  return "";
}

bool is_plain_clock(const Expr& expr) { return expr.type && expr.type->is(TypeKind::clock); }

}  // namespace

Checker::LabelScope::LabelScope(Checker& checker, Label label)
    : checker_(checker), previous_(checker.label_), floating_(checker.has_floating_) {
  checker.label_ = label;
  checker.has_floating_ = false;
}

Checker::LabelScope::~LabelScope() {
  if (checker_.has_floating_) checker_.refuse_statistical(checker_.floating_seen_, checker_.floating_why_);
  checker_.label_ = previous_;
  checker_.has_floating_ = floating_;
}

void Checker::note_calls(const Expr& expr) {
  if (!unit_) return;
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  unit_->calls.insert(unit_->calls.end(), accesses.calls.begin(), accesses.calls.end());
}

bool Checker::check_side_effects(const Expr& expr, const char* what) {
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  if (!accesses.writes.empty()) {
    const Access& write = accesses.writes.front();
    const Expr* assignment = first_assignment(expr);
    const bool of_process = assignment && write.symbol->kind == SymbolKind::process;  // P.x = 1
    const std::string_view changed = of_process ? model_.sources().text(assignment->args[0]->span) : write.symbol->name;
    error("side-effect", write.where,
          std::string(what) + " must not modify variables, but this changes " + quoted(changed),
          assignment ? "a comparison is written '=='" : "");
  }
  if (unit_) unit_->calls.insert(unit_->calls.end(), accesses.calls.begin(), accesses.calls.end());
  return accesses.writes.empty();
}

bool Checker::check_condition(Expr& expr, Label label) {
  const LabelScope scope(*this, label);
  const Type* type = check(expr);
  if (type->is(TypeKind::error)) return false;
  if (!check_side_effects(expr, name_of(label))) return false;
  if (!is_condition(expr)) {
    error("type-mismatch", expr.span, std::string(name_of(label)) + " must be a condition, not " + describe(*type),
          type->is(TypeKind::scalar) ? "elements of a scalar set have no truth value" : "");
    return false;
  }
  if (!allows(label, expr.constraint)) {
    error("constraint-class", expr.span, std::string(name_of(expr.constraint)) + " cannot be used as " + name_of(label),
          way_out(label, expr.constraint));
    return false;
  }
  if (label == Label::invariant) check_invariant_shape(expr);
  return true;
}

// Strict upper bounds and lower bounds are legal but rarely meant.
void Checker::check_invariant_shape(const Expr& expr) {
  if (expr.kind == ExprKind::logical_and) {
    check_invariant_shape(*expr.args[0]);
    check_invariant_shape(*expr.args[1]);
    return;
  }
  if (expr.kind == ExprKind::forall) return check_invariant_shape(*expr.args[0]);
  if (expr.kind == ExprKind::logical_or || expr.kind == ExprKind::imply) {
    for (const Expr* side : expr.args) {
      if (side->constraint > ConstraintClass::integral) check_invariant_shape(*side);
    }
    return;
  }
  if (expr.kind < ExprKind::less || expr.kind > ExprKind::greater) return;
  const Expr &left = *expr.args[0], &right = *expr.args[1];
  if (!is_plain_clock(left) && !is_plain_clock(right)) return;
  if (is_plain_clock(left) && is_plain_clock(right)) return;
  const bool less = expr.kind == ExprKind::less || expr.kind == ExprKind::less_equal;
  const bool strict = expr.kind == ExprKind::less || expr.kind == ExprKind::greater;
  const bool upper = less == is_plain_clock(left);
  if (!upper) {
    warning("lower-bound-invariant", expr.span,
            "this invariant is a lower bound on a clock: the location cannot be entered before",
            "a lower bound usually belongs in a guard");
  } else if (strict) {
    warning("strict-invariant", expr.span,
            "strict invariant: time can come arbitrarily close to the bound but not reach it",
            "use '<=' unless this is meant");
  }
}

bool Checker::has_effect(const Expr& expr) const {
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  return !accesses.writes.empty();
}

void Checker::check_update_item(Expr& expr) {
  const Type* type = check(expr);
  if (type->is(TypeKind::error)) return;
  if (expr.constraint > ConstraintClass::integral) {
    error("type-mismatch", expr.span, "an update cannot be a clock constraint");
  } else if (!has_effect(expr)) {
    warning("no-effect", expr.span, "this expression has no effect",
            expr.kind == ExprKind::equal ? "an assignment is written '='" : "");
  }
}

bool Checker::check_update(Expr& expr, Label label) {
  const std::size_t before = diagnostics_.error_count();
  std::vector<Expr*> items;  // a comma list is left-associative and may be long
  Expr* rest = &expr;
  for (; rest->kind == ExprKind::comma; rest = rest->args[0]) items.push_back(rest);
  {
    const LabelScope scope(*this, label);
    check_update_item(*rest);
  }
  for (auto item = items.rbegin(); item != items.rend(); ++item) {
    const LabelScope scope(*this, label);
    check_update_item(*(*item)->args[1]);
    (*item)->type = (*item)->args[1]->type;
    (*item)->constraint = (*item)->args[1]->constraint;
  }
  for (const Expr* item : items) note_calls(*item->args[1]);
  note_calls(*rest);
  return diagnostics_.error_count() == before;
}

}  // namespace orbita
