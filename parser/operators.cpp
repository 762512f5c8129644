#include "parser/operators.h"

namespace orbita {
namespace {

Operator binary(std::string_view text, Level level) { return {Fixity::binary, text, level}; }
Operator prefix(std::string_view text) { return {Fixity::prefix, text, Level::unary}; }
Operator postfix(std::string_view text) { return {Fixity::postfix, text, Level::postfix}; }
Operator assignment(std::string_view text) { return {Fixity::assignment, text, Level::assignment}; }

}  // namespace

Operator operator_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::rate: return postfix("'");
    case ExprKind::post_increment: return postfix("++");
    case ExprKind::post_decrement: return postfix("--");
    case ExprKind::plus: return prefix("+");
    case ExprKind::minus: return prefix("-");
    case ExprKind::logical_not: return prefix("!");
    case ExprKind::pre_increment: return prefix("++");
    case ExprKind::pre_decrement: return prefix("--");
    case ExprKind::power: return binary("**", Level::power);
    case ExprKind::multiply: return binary("*", Level::product);
    case ExprKind::divide: return binary("/", Level::product);
    case ExprKind::modulo: return binary("%", Level::product);
    case ExprKind::add: return binary("+", Level::sum);
    case ExprKind::subtract: return binary("-", Level::sum);
    case ExprKind::shift_left: return binary("<<", Level::shift);
    case ExprKind::shift_right: return binary(">>", Level::shift);
    case ExprKind::minimum: return binary("<?", Level::minimum);
    case ExprKind::maximum: return binary(">?", Level::minimum);
    case ExprKind::less: return binary("<", Level::relation);
    case ExprKind::less_equal: return binary("<=", Level::relation);
    case ExprKind::greater_equal: return binary(">=", Level::relation);
    case ExprKind::greater: return binary(">", Level::relation);
    case ExprKind::equal: return binary("==", Level::equality);
    case ExprKind::not_equal: return binary("!=", Level::equality);
    case ExprKind::bit_and: return binary("&", Level::bit_and);
    case ExprKind::bit_xor: return binary("^", Level::bit_xor);
    case ExprKind::bit_or: return binary("|", Level::bit_or);
    case ExprKind::logical_and: return binary("&&", Level::conjunction);
    case ExprKind::logical_or: return binary("||", Level::disjunction);
    case ExprKind::logical_xor: return binary("xor", Level::disjunction);
    case ExprKind::imply: return binary("imply", Level::disjunction);
    case ExprKind::assign: return assignment("=");
    case ExprKind::assign_add: return assignment("+=");
    case ExprKind::assign_subtract: return assignment("-=");
    case ExprKind::assign_multiply: return assignment("*=");
    case ExprKind::assign_divide: return assignment("/=");
    case ExprKind::assign_modulo: return assignment("%=");
    case ExprKind::assign_and: return assignment("&=");
    case ExprKind::assign_or: return assignment("|=");
    case ExprKind::assign_xor: return assignment("^=");
    case ExprKind::assign_shift_left: return assignment("<<=");
    case ExprKind::assign_shift_right: return assignment(">>=");
    default: return {};
  }
}

}  // namespace orbita
