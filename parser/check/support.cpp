// Problems, names and values: helpers of all parts of the checker.
#include <algorithm>

#include "parser/check/checker.h"

namespace orbita {

Checker::Checker(Model& model, Diagnostics& diagnostics, const CheckOptions& options)
    : model_(model),
      diagnostics_(diagnostics),
      options_(options),
      names_(*model.names),
      scopes_(names_),
      interpreter_(model, environment_, nullptr, options.max_steps),
      error_(new_type(TypeKind::error)),
      void_(new_type(TypeKind::void_)),
      bool_(new_type(TypeKind::boolean)),
      clock_(new_type(TypeKind::clock)),
      difference_(new_type(TypeKind::difference)),
      rate_(new_type(TypeKind::rate)),
      floating_(new_type(TypeKind::floating)),
      string_(new_type(TypeKind::string)),
      function_type_(new_type(TypeKind::function)) {
  Type* integer = new_type(TypeKind::integer);
  integer->unlimited = true;
  integer->low_value = INT32_MIN;
  integer->high_value = INT32_MAX;
  int_ = integer;
}

void Checker::error(DiagnosticCode code, Span where, std::string message, std::string hint) {
  diagnostics_.error(code, where, std::move(message), std::move(hint));
}

void Checker::warning(DiagnosticCode code, Span where, std::string message, std::string hint) {
  diagnostics_.warning(code, where, std::move(message), std::move(hint));
}

void Checker::refuse(Span where, std::string message, std::string hint) {
  refuse("refused", where, std::move(message), std::move(hint));
}

void Checker::refuse(DiagnosticCode code, Span where, std::string message, std::string hint) {
  if (label_ == Label::query) {
    error(code, where, std::move(message), std::move(hint));
  } else if (unit_ && label_ != Label::ignored) {
    unit_->refusals.push_back({Severity::error, std::string(code.text()), where, std::move(message), std::move(hint)});
  }
}

void Checker::refuse_statistical(Span where, std::string message, std::string hint) {
  if (label_ == Label::query) {
    query_kind_ = "a query that refers to double or hybrid clock variables";
  } else if (unit_ && label_ != Label::ignored) {
    unit_->statistical.push_back({Severity::error, "refused", where, std::move(message), std::move(hint)});
  }
}

std::string Checker::place_text(Span where) const {
  const Position position = model_.sources().locate(where);
  return "line " + std::to_string(position.line);
}

void Checker::wrong_count(Span where, std::string_view name, std::size_t takes, std::size_t given) {
  error("argument-count", where,
        "'" + std::string(name) + "' takes " + std::to_string(takes) + (takes == 1 ? " argument" : " arguments") +
            ", but " + std::to_string(given) + (given == 1 ? " is given" : " are given"));
}

Symbol* Checker::new_symbol(SymbolKind kind, std::string_view name, Span span, const Type* type) {
  Symbol* symbol = model_.arena.make<Symbol>();
  symbol->kind = kind;
  symbol->name = name;
  symbol->span = span;
  symbol->type = type;
  symbol->id = static_cast<std::uint32_t>(model_.symbols.size());
  symbol->owner = template_;
  symbol->scope = function_       ? Scope::function
                  : template_     ? Scope::template_
                  : system_scope_ ? Scope::system
                                  : Scope::global;
  model_.symbols.push_back(symbol);
  return symbol;
}

void Checker::declare(Symbol* symbol) {
  const Symbol* first = scopes_.declare(symbol);
  if (!first) return;
  const std::string what = "'" + std::string(symbol->name) + "' is already declared";
  error("duplicate-name", symbol->span, what, first->span.block ? "first declared in " + place_text(first->span) : "");
}

Type* Checker::new_type(TypeKind kind) {
  Type* type = model_.arena.make<Type>();
  type->kind = kind;
  return type;
}

Expr* Checker::number(std::int64_t value, Span where) {
  Expr* expr = model_.arena.make<Expr>();
  expr->kind = ExprKind::integer;
  expr->constraint = ConstraintClass::integral;
  expr->value = value;
  expr->span = where;
  expr->type = int_;
  return expr;
}

bool Checker::is_sound(const Expr& expr) const {
  if (broken_.empty() && broken_functions_.empty()) return true;
  Accesses accesses;
  collect_accesses(model_, expr, accesses);
  return std::none_of(accesses.reads.begin(), accesses.reads.end(),
                      [this](const Access& access) { return broken_.contains(access.symbol); }) &&
         std::none_of(accesses.calls.begin(), accesses.calls.end(),
                      [this](const Function* function) { return broken_functions_.contains(function); });
}

std::optional<std::int32_t> Checker::evaluate(const Expr& expr) {
  if (!is_sound(expr)) return std::nullopt;
  std::int32_t value = 0;
  if (!evaluating([&] { value = interpreter_.evaluate(expr); })) return std::nullopt;
  return value;
}

}  // namespace orbita
