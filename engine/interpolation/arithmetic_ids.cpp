#include "engine/interpolation/arithmetic_ids.h"

#include <optional>

#include "parser/operators.h"

namespace orbita::interpolation {

namespace {

bool computes(ExprKind kind) {
  switch (kind) {
    case ExprKind::add:
    case ExprKind::subtract:
    case ExprKind::multiply:
    case ExprKind::divide:
    case ExprKind::modulo:
    case ExprKind::minus:
    case ExprKind::minimum:
    case ExprKind::maximum:
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal: return true;
    default: return is_assignment(kind) && kind != ExprKind::assign;
  }
}

class ArithmeticSearch {
 public:
  explicit ArithmeticSearch(const Symbol& parameter) : parameter_(parameter) {}

  void look(const Expr* expr) {
    if (expr == nullptr || found_) return;
    for (const Expr* arg : expr->args) {
      if (computes(expr->kind) && arg->kind == ExprKind::name && arg->symbol == &parameter_) found_ = expr->span;
      look(arg);
    }
  }
  void look(const Stmt* stmt) {
    if (stmt == nullptr || found_) return;
    for (const Decl* decl : stmt->decls) look(*decl);
    for (const Expr* expr : {stmt->init, stmt->condition, stmt->step}) look(expr);
    for (const Stmt* inner : stmt->body) look(inner);
  }
  void look(const Decl& decl) {
    for (const Declarator& declarator : decl.declarators) look(declarator.init);
    if (decl.function != nullptr) look(decl.function->body);
  }
  void look(const Template& templ) {
    for (const Decl* decl : templ.decls) look(*decl);
    for (const Location& location : templ.locations) look(location.invariant);
    for (const Edge& edge : templ.edges) {
      for (const Expr* expr : {edge.guard, edge.sync, edge.update}) look(expr);
    }
  }
  std::optional<Span> found() const { return found_; }

 private:
  const Symbol& parameter_;
  std::optional<Span> found_;
};

}  // namespace

std::vector<ArithmeticId> ids_in_arithmetic(const Cast& cast) {
  std::vector<ArithmeticId> result;
  for (std::uint32_t role = 0; role < cast.role_count(); ++role) {
    const std::uint32_t first = cast.members(role).front();
    const Process& process = cast.model().processes[first];
    for (std::uint32_t k = 0; k < cast.parameter_count(first); ++k) {
      if (!cast.is_constant_parameter(first, k)) continue;
      const auto [low, high] = cast.parameter_range(first, k);
      if (low == high) continue;
      ArithmeticSearch search(*process.arguments[k].parameter);
      search.look(*process.templ);
      if (search.found()) result.push_back({role, process.templ, process.arguments[k].parameter, *search.found()});
    }
  }
  return result;
}

}  // namespace orbita::interpolation
