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
#define ORBITA_CASE(name, token, text, level) \
  case ExprKind::name: return binary(text, Level::level);
      ORBITA_SIGN_OPERATORS(ORBITA_CASE)
#undef ORBITA_CASE
#define ORBITA_CASE(name, text, level) \
  case ExprKind::name: return binary(text, Level::level);
      ORBITA_WORD_OPERATORS(ORBITA_CASE)
#undef ORBITA_CASE
    case ExprKind::assign: return assignment("=");
#define ORBITA_CASE(name, text, inside) \
  case ExprKind::name: return assignment(text);
      ORBITA_COMPOUND_ASSIGNMENTS(ORBITA_CASE)
#undef ORBITA_CASE
    default: return {};
  }
}

}  // namespace orbita
