// Functions: signatures, statements, return paths, effects.
#include <algorithm>

#include "parser/check/checker.h"
#include "parser/check/label_scope.h"

namespace orbita {
namespace {

std::span<const Symbol* const> sorted_unique(Arena& arena, std::vector<const Symbol*> symbols) {
  std::sort(symbols.begin(), symbols.end(), [](const Symbol* a, const Symbol* b) { return a->id < b->id; });
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  return arena.copy(symbols);
}

}  // namespace

void Checker::check_result_type(const Function& function) {
  const Type& type = *function.result->type;
  if (type.is(TypeKind::array) || contains(type, TypeKind::clock) || contains(type, TypeKind::channel)) {
    error("bad-result", function.result->span, "a function cannot return " + describe(type),
          "pass a reference parameter instead");
  }
}

void Checker::refuse_aggregate_of_doubles(const Type& type, Span where) {
  if (!unit_ || type.is(TypeKind::floating) || !contains(type, TypeKind::floating)) return;
  unit_->statistical.push_back(
      {Severity::error, "refused", where, "an array or struct with doubles cannot be used in a symbolic model", ""});
}

void Checker::check_function(Function& function, Scope scope) {
  const std::size_t errors_before = diagnostics_.error_count();
  resolve(*function.result);
  check_result_type(function);
  Symbol* symbol = new_symbol(SymbolKind::function, function.name, function.span, function_type_);
  symbol->scope = scope;
  symbol->function = &function;
  function.symbol = symbol;
  declare(symbol);

  Unit& unit = names_.functions[&function];
  Unit* const outer = unit_;
  unit_ = &unit;
  function_ = &function;
  scopes_.enter_block();
  for (std::uint32_t i = 0; i < function.params.size(); ++i) {
    const Symbol* parameter = declare_parameter(function.params[i], i);
    const Type& type = *parameter->type;
    if (!parameter->by_reference && (contains(type, TypeKind::clock) || contains(type, TypeKind::channel))) {
      error("bad-parameter", parameter->span,
            quoted(parameter->name) + " must be a reference: " + describe(type) + " cannot be passed by value",
            "write '&' before the name");
    }
    refuse_aggregate_of_doubles(type, parameter->span);
  }
  refuse_aggregate_of_doubles(*function.result->type, function.result->span);
  if (function.body) {
    // The outermost block shares its scope with the parameters: a local cannot hide one.
    check_block(*function.body);
    if (!function.result->type->is(TypeKind::void_) && !function.result->type->is(TypeKind::error) &&
        !always_returns(*function.body)) {
      error("missing-return", function.span, "not every path of " + quoted(function.name) + " returns a value");
    }
  } else {
    unit.refusals.push_back(
        {Severity::error, "refused", function.span,
         "the imported function " + quoted(function.name) + " cannot be called by a symbolic engine", ""});
  }
  scopes_.leave_block();
  function_ = nullptr;
  unit_ = outer;
  record_effects(function);
  const Unit& known = names_.functions[&function];
  const bool broken = diagnostics_.error_count() != errors_before ||
                      std::any_of(known.calls.begin(), known.calls.end(),
                                  [this](const Function* f) { return broken_functions_.contains(f); });
  if (broken) broken_functions_.insert(&function);
}

void Checker::record_effects(Function& function) {
  Accesses accesses;
  if (function.body) collect_accesses(model_, *function.body, accesses);
  const auto keep = [&](const std::vector<Access>& from) {
    std::vector<const Symbol*> symbols;
    for (const Access& access : from) {
      const Symbol& symbol = *access.symbol;
      const bool own = symbol.function == &function && !(symbol.kind == SymbolKind::parameter && symbol.by_reference);
      if (!own && symbol.kind != SymbolKind::bound) symbols.push_back(&symbol);
    }
    return sorted_unique(model_.arena, std::move(symbols));
  };
  const Effects& effects = model_.effects[&function] = {keep(accesses.reads), keep(accesses.writes)};
  total_effects_ += effects.reads.size() + effects.writes.size();
  if (total_effects_ > max_effects && !told_effects_) {
    told_effects_ = true;
    error("too-large", function.span,
          "the functions of the model together access more than " + std::to_string(max_effects) +
              " variables, counted through calls");
  }
  auto& calls = names_.functions[&function].calls;
  calls.insert(calls.end(), accesses.calls.begin(), accesses.calls.end());
  std::sort(calls.begin(), calls.end());
  calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
}

void Checker::check_block(Stmt& stmt) {
  for (Decl* decl : stmt.decls) {
    if (decl->kind == DeclKind::typedefs) {
      check_typedefs(*decl, Scope::function);
    } else if (decl->kind == DeclKind::variables) {
      const LabelScope scope(*this, Label::function);
      check_variables(*decl, Scope::function);
      for (const Declarator& declarator : decl->declarators) {
        if (declarator.symbol) refuse_aggregate_of_doubles(*declarator.symbol->type, declarator.span);
      }
    }
  }
  for (Stmt* inner : stmt.body) check_statement(*inner);
}

void Checker::check_statement_condition(Expr& expr) {
  const LabelScope scope(*this, Label::function);
  const Type* type = check(expr);
  if (type->is(TypeKind::error)) return;
  if (!is_condition(expr)) {
    error("type-mismatch", expr.span, "a condition must be an integer, not " + describe(*type),
          type->is(TypeKind::scalar) ? "elements of a scalar set have no truth value" : "");
  }
}

void Checker::check_expression_statement(Expr& expr) {
  const LabelScope scope(*this, Label::function);
  const Type* type = check(expr);
  if (type->is(TypeKind::error)) return;
  if (!has_effect(expr))
    warning("no-effect", expr.span, "this expression has no effect",
            expr.kind == ExprKind::equal ? "an assignment is written '='" : "");
}

void Checker::check_return(Stmt& stmt) {
  const Type* result = function_->result->type;
  if (!stmt.condition) {
    if (!result->is(TypeKind::void_) && !result->is(TypeKind::error)) {
      error("bad-return", stmt.span, quoted(function_->name) + " must return a value of type " + describe(*result));
    }
    return;
  }
  const LabelScope scope(*this, Label::function);
  const Type* type = check(*stmt.condition);
  if (type->is(TypeKind::error) || result->is(TypeKind::error)) return;
  if (result->is(TypeKind::void_)) {
    // `return f();` of a void function is harmless and seen in models.
    if (!type->is(TypeKind::void_))
      error("bad-return", stmt.condition->span, quoted(function_->name) + " is void and returns nothing");
    return;
  }
  std::string why;
  if (assignable(*result, *stmt.condition, why)) return;
  const bool constraint = stmt.condition->constraint > ConstraintClass::integral;
  const std::string given = constraint ? "a clock constraint" : describe(*type) + (why.empty() ? "" : ": " + why);
  error("type-mismatch", stmt.condition->span,
        quoted(function_->name) + " returns " + describe(*result) + ", not " + given);
}

void Checker::check_statement(Stmt& stmt) {
  if (++depth_ > 1500) {
    --depth_;
    error("too-deep", stmt.span, "statements are nested too deeply");
    return;
  }
  switch (stmt.kind) {
    case StmtKind::empty: break;
    case StmtKind::block:
      scopes_.enter_block();
      check_block(stmt);
      scopes_.leave_block();
      break;
    case StmtKind::expression: check_expression_statement(*stmt.condition); break;
    case StmtKind::return_: check_return(stmt); break;
    case StmtKind::assert_:
      check_statement_condition(*stmt.condition);
      if (stmt.condition->type && !stmt.condition->type->is(TypeKind::error))
        check_side_effects(*stmt.condition, "an assertion");
      break;
    case StmtKind::for_:
      check_expression_statement(*stmt.init);
      check_statement_condition(*stmt.condition);
      check_expression_statement(*stmt.step);
      check_statement(*stmt.body[0]);
      break;
    case StmtKind::for_range:
      scopes_.enter_block();
      declare(bind(*stmt.binder, false, true));
      check_statement(*stmt.body[0]);
      scopes_.leave_block();
      break;
    case StmtKind::if_:
    case StmtKind::while_:
    case StmtKind::do_while:
      check_statement_condition(*stmt.condition);
      for (Stmt* inner : stmt.body) check_statement(*inner);
      break;
  }
  --depth_;
}

bool Checker::always_returns(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::return_: return true;
    case StmtKind::block:
      return std::any_of(stmt.body.begin(), stmt.body.end(), [](const Stmt* inner) { return always_returns(*inner); });
    case StmtKind::if_: return stmt.body.size() == 2 && always_returns(*stmt.body[0]) && always_returns(*stmt.body[1]);
    default: return false;
  }
}

}  // namespace orbita
