// Queries against a checked model.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/check/label_scope.h"
#include "parser/gantt.h"

namespace orbita {
namespace {

bool contains_clocks(const Type& type) { return type.is(TypeKind::clock); }

// The same process, as far as the text shows: P.x and P.y, P(i).x and P(i).y.
bool same_process(const Expr& a, const Expr& b) {
  if (a.kind != b.kind || a.symbol != b.symbol || a.value != b.value || a.name != b.name ||
      a.args.size() != b.args.size()) {
    return false;
  }
  return std::equal(a.args.begin(), a.args.end(), b.args.begin(),
                    [](const Expr* x, const Expr* y) { return same_process(*x, *y); });
}

// The process a value of a template-local scalar set belongs to.
const Expr* owner_of(const Expr& expr) {
  for (const Expr* at = &expr; !at->args.empty(); at = at->args[0]) {
    if (at->kind == ExprKind::member && at->args[0]->type && at->args[0]->type->is(TypeKind::process))
      return at->args[0];
  }
  return nullptr;
}

}  // namespace

bool Checker::mentions_deadlock(const Expr& expr) const {
  if (expr.kind == ExprKind::deadlock) return true;
  return std::any_of(expr.args.begin(), expr.args.end(), [this](const Expr* arg) { return mentions_deadlock(*arg); });
}

void Checker::check_deadlock(const Query& query) {
  std::vector<const Expr*> parts(query.expressions.begin(), query.expressions.end());
  if (query.predicate) parts.push_back(query.predicate);
  if (query.consequence) parts.push_back(query.consequence);
  const auto found =
      std::find_if(parts.begin(), parts.end(), [this](const Expr* part) { return mentions_deadlock(*part); });
  if (found == parts.end()) return;
  const Span where = (*found)->span;
  if (query.kind != QueryKind::reachable && query.kind != QueryKind::invariantly) {
    error("bad-deadlock", where, "deadlock can only be used with E<> and A[]");
  } else if (model_.channel_priority.declared || model_.has_process_priority) {
    error("bad-deadlock", where, "deadlock is not available for models with priorities");
  } else if (model_.has_guarded_receivers) {
    error("bad-deadlock", where, "deadlock is not available for models with clock-guarded broadcast receivers");
  }
}

// Meta variables are outside the state; local scalar sets differ between processes.
void Checker::check_query_reads(const Expr& expr) {
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  for (const Access& access : accesses.reads) {
    if (!access.symbol->is_meta) continue;
    warning("meta-in-query", access.where,
            "'" + std::string(access.symbol->name) +
                "' is a meta variable: other tools do not tell states apart by its value");
    break;
  }
  std::vector<const Expr*> waiting{&expr};
  while (!waiting.empty()) {
    const Expr& at = *waiting.back();
    waiting.pop_back();
    waiting.insert(waiting.end(), at.args.begin(), at.args.end());
    if (at.kind != ExprKind::equal && at.kind != ExprKind::not_equal) continue;
    const Type &left = *type_of(*at.args[0]), &right = *type_of(*at.args[1]);
    if (!left.is(TypeKind::scalar) || !right.is(TypeKind::scalar) || !left.set->owner) continue;
    const Expr *first = owner_of(*at.args[0]), *second = owner_of(*at.args[1]);
    if (first && second && same_process(*first, *second)) continue;
    error("scalar-sets", at.span,
          "'" + std::string(model_.sources().text(at.args[0]->span)) + "' and '" +
              std::string(model_.sources().text(at.args[1]->span)) + "' belong to different scalar sets",
          "each process has its own copy of " + std::string(left.set->name));
  }
}

// A function that a symbolic engine cannot run cannot be used in a query either.
void Checker::refuse_called(const Expr& expr) {
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  std::unordered_set<const Function*> reached;
  std::vector<const Function*> waiting = accesses.calls;
  while (!waiting.empty()) {
    const Function* function = waiting.back();
    waiting.pop_back();
    if (!reached.insert(function).second) continue;
    const Unit& unit = names_.functions[function];
    for (const auto* refusals : {&unit.refusals, &unit.statistical}) {
      for (const Diagnostic& diagnostic : *refusals) {
        error("refused", expr.span,
              "'" + std::string(function->name) + "' cannot be used in a query: " + diagnostic.message);
      }
    }
    waiting.insert(waiting.end(), unit.calls.begin(), unit.calls.end());
  }
}

bool Checker::check_predicate(Expr& expr) {
  if (!check_condition(expr, Label::query)) return false;
  check_query_reads(expr);
  refuse_called(expr);
  return true;
}

bool Checker::check_measure(Expr& expr) {
  const LabelScope scope(*this, Label::query);
  const Type* type = check(expr);
  if (type->is(TypeKind::error)) return false;
  check_side_effects(expr, "a query");
  if (type->is(TypeKind::floating) || (contains_clocks(*type) && type->hybrid)) {
    refuse_statistical(expr.span, "");
    has_floating_ = false;
    return false;
  }
  if (!is_value(expr) && !contains_clocks(*type)) {
    error("type-mismatch", expr.span, "only integers and clocks can be measured, not " + describe(*type),
          type->is(TypeKind::scalar) ? "elements of a scalar set have no order and no number" : "");
    return false;
  }
  check_query_reads(expr);
  refuse_called(expr);
  return true;
}

void Checker::check_gantt(GanttLine& line) {
  scopes_.enter_block();
  for (Binder& binder : line.binders) declare(bind(binder, true, false));
  for (GanttEntry& entry : line.entries) {
    scopes_.enter_block();
    for (Binder& binder : entry.binders) declare(bind(binder, true, false));
    if (check_predicate(*entry.when) && mentions_deadlock(*entry.when)) {
      error("bad-deadlock", entry.when->span, "deadlock can only be used with E<> and A[]");
    }
    check_colour(*entry.colour);
    scopes_.leave_block();
  }
  scopes_.leave_block();
}

void Checker::check_colour(Expr& expr) {
  const LabelScope scope(*this, Label::query);
  const Type* type = check(expr);
  if (type->is(TypeKind::error)) return;
  check_side_effects(expr, "a gantt chart");
  refuse_called(expr);
  if (!is_value(expr)) error("type-mismatch", expr.span, "a colour must be an integer, not " + describe(*type));
}

bool Checker::check_query(Query& query) {
  query.checked = false;
  if (query.kind == QueryKind::unsupported || query.kind == QueryKind::invalid) return false;
  const std::size_t errors_before = diagnostics_.error_count(), items_before = diagnostics_.items().size();
  query_kind_.clear();
  if (query.predicate) check_predicate(*query.predicate);
  if (query.consequence) check_predicate(*query.consequence);
  for (Expr* expr : query.expressions) check_measure(*expr);
  if (diagnostics_.error_count() == errors_before && !query_kind_.empty()) {
    query.kind = QueryKind::unsupported;
    query.reason = model_.document->arena.copy(std::string_view(query_kind_));
    return false;
  }
  if (diagnostics_.error_count() == errors_before) check_deadlock(query);
  query.checked = diagnostics_.error_count() == errors_before;
  query.reason = query.checked ? "" : model_.document->arena.copy(diagnostics_.first_error(items_before));
  return query.checked;
}

}  // namespace orbita
