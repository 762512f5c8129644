// Floating-point values: in constants and inside functions.
#include "parser/interpreter/interpreter_state.h"
#include "parser/operators.h"
#include "parser/real.h"

namespace orbita {

std::vector<std::int32_t> Interpreter::State::cells_as(const ConcreteType& type, const Expr& expr) {
  if (type.kind != TypeKind::floating) return cells(expr);
  std::vector<std::int32_t> words(2);
  put_real(real(expr), words.data());
  return words;
}

double Interpreter::State::real(const Expr& expr) {
  if (!expr.type || !expr.type->is(TypeKind::floating)) return evaluate(expr);
  step(expr.span);
  enter(expr.span);
  const double value = real_node(expr);
  --depth;
  return value;
}

double Interpreter::State::real_node(const Expr& expr) {
  const auto& args = expr.args;
  switch (expr.kind) {
    case ExprKind::floating: return expr.number;
    case ExprKind::name:
    case ExprKind::index:
    case ExprKind::member: return real_of(place(expr).cells);
    case ExprKind::call:
      if (expr.symbol && expr.symbol->kind == SymbolKind::builtin) return real_builtin(expr);
      call(expr);
      return real_of(last_result.data());
    case ExprKind::plus: return real(*args[0]);
    case ExprKind::minus: return -real(*args[0]);
    case ExprKind::conditional: return real(evaluate(*args[0]) != 0 ? *args[1] : *args[2]);
    case ExprKind::comma: cells(*args[0]); return real(*args[1]);
    default: break;
  }
  if (is_assignment(expr.kind)) return real_of(assign(expr).cells);
  if (args.size() != 2) throw EvaluationError(expr.span, "this floating-point expression cannot be evaluated");
  const double left = real(*args[0]);
  const double right = real(*args[1]);
  return apply_real(expr.kind, left, right, expr.span);
}

double Interpreter::State::apply_real(ExprKind op, double a, double b, Span where) {
  switch (op) {
    case ExprKind::add: return a + b;
    case ExprKind::subtract: return a - b;
    case ExprKind::multiply: return a * b;
    case ExprKind::divide:
      if (b == 0) throw EvaluationError(where, "division by zero");
      return a / b;
    case ExprKind::minimum: return lesser(a, b);
    case ExprKind::maximum: return larger(a, b);
    default: throw EvaluationError(where, "this operator cannot be used on floating-point numbers");
  }
}

std::int32_t Interpreter::State::compare_reals(const Expr& expr) {
  const double a = real(*expr.args[0]);
  const double b = real(*expr.args[1]);
  switch (expr.kind) {
    case ExprKind::less: return a < b;
    case ExprKind::less_equal: return a <= b;
    case ExprKind::greater_equal: return a >= b;
    case ExprKind::greater: return a > b;
    case ExprKind::equal: return a == b;
    default: return a != b;
  }
}

// fint returns its argument: the caller that needs an integer rounds it.
double Interpreter::State::real_builtin(const Expr& expr) {
  if (expr.symbol->name == "fint") return real(*expr.args[1]);
  const RealFunction* function = find_real_function(expr.symbol->name);
  if (!function) {
    throw EvaluationError(expr.span, "the function '" + std::string(expr.symbol->name) + "' cannot be evaluated here");
  }
  double arguments[3] = {};
  for (std::size_t i = 0; i < function->arity; ++i) arguments[i] = real(*expr.args[i + 1]);
  return function->apply(arguments);
}

}  // namespace orbita
