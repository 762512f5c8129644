#include "syntax_support.h"

#include "parser/operators.h"

namespace orbita::syntax_test {

namespace {

std::string label(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::boolean: return std::to_string(expr.value);
    case ExprKind::floating: return std::to_string(expr.number);
    case ExprKind::string: return "\"" + std::string(expr.name) + "\"";
    case ExprKind::name: return std::string(expr.name);
    case ExprKind::deadlock: return "deadlock";
    case ExprKind::member: return "." + std::string(expr.name);
    case ExprKind::index: return "index";
    case ExprKind::call: return "call";
    case ExprKind::rate: return "rate";
    case ExprKind::plus: return "plus";
    case ExprKind::minus: return "minus";
    case ExprKind::logical_not: return "not";
    case ExprKind::pre_increment: return "pre++";
    case ExprKind::pre_decrement: return "pre--";
    case ExprKind::post_increment: return "post++";
    case ExprKind::post_decrement: return "post--";
    case ExprKind::conditional: return "?:";
    case ExprKind::forall: return "forall " + std::string(expr.binder->name);
    case ExprKind::exists: return "exists " + std::string(expr.binder->name);
    case ExprKind::sum: return "sum " + std::string(expr.binder->name);
    case ExprKind::comma: return ",";
    case ExprKind::list: return "list";
    case ExprKind::spawn: return "spawn";
    case ExprKind::exit_: return "exit";
    case ExprKind::num_of: return "numOf " + std::string(expr.name);
    case ExprKind::foreach_dynamic: return "foreach " + std::string(expr.binder->name);
    default: return std::string(operator_of(expr.kind).text);
  }
}

}  // namespace

std::string shape(const Expr& expr) {
  const bool leaf = expr.args.empty() && expr.kind != ExprKind::exit_;
  if (leaf) return label(expr);
  const Fixity fixity = operator_of(expr.kind).fixity;
  const bool binary = fixity == Fixity::binary || fixity == Fixity::assignment;
  if (binary) return "(" + shape(*expr.args[0]) + " " + label(expr) + " " + shape(*expr.args[1]) + ")";
  std::string out = "(" + label(expr);
  for (std::size_t i = 0; i < expr.args.size(); ++i) {
    out += ' ';
    if (i < expr.field_names.size() && !expr.field_names[i].empty()) out += std::string(expr.field_names[i]) + ":";
    out += shape(*expr.args[i]);
  }
  return out + ")";
}

}  // namespace orbita::syntax_test
