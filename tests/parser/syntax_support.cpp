#include "syntax_support.h"

namespace orbita::syntax_test {

namespace {

// Named by kind here, not by the printer under test.
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
    case ExprKind::power: return "**";
    case ExprKind::multiply: return "*";
    case ExprKind::divide: return "/";
    case ExprKind::modulo: return "%";
    case ExprKind::add: return "+";
    case ExprKind::subtract: return "-";
    case ExprKind::shift_left: return "<<";
    case ExprKind::shift_right: return ">>";
    case ExprKind::minimum: return "<?";
    case ExprKind::maximum: return ">?";
    case ExprKind::less: return "<";
    case ExprKind::less_equal: return "<=";
    case ExprKind::greater_equal: return ">=";
    case ExprKind::greater: return ">";
    case ExprKind::equal: return "==";
    case ExprKind::not_equal: return "!=";
    case ExprKind::bit_and: return "&";
    case ExprKind::bit_xor: return "^";
    case ExprKind::bit_or: return "|";
    case ExprKind::logical_and: return "&&";
    case ExprKind::logical_or: return "||";
    case ExprKind::logical_xor: return "xor";
    case ExprKind::imply: return "imply";
    case ExprKind::assign: return "=";
    case ExprKind::assign_add: return "+=";
    case ExprKind::assign_subtract: return "-=";
    case ExprKind::assign_multiply: return "*=";
    case ExprKind::assign_divide: return "/=";
    case ExprKind::assign_modulo: return "%=";
    case ExprKind::assign_and: return "&=";
    case ExprKind::assign_or: return "|=";
    case ExprKind::assign_xor: return "^=";
    case ExprKind::assign_shift_left: return "<<=";
    case ExprKind::assign_shift_right: return ">>=";
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
  }
  return "?";
}

}  // namespace

std::string shape(const Expr& expr) {
  const bool leaf = expr.args.empty() && expr.kind != ExprKind::exit_;
  if (leaf) return label(expr);
  const bool binary = expr.args.size() == 2 && expr.kind >= ExprKind::power && expr.kind <= ExprKind::assign_shift_right;
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
