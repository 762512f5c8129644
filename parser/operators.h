// Spelling and precedence of the language's operators.
//
// The single table of operators: the grammar takes precedences from it, the printer spellings and parentheses, the
// checker the names in its messages.
#pragma once

#include <cstdint>
#include <string_view>

#include "parser/ast.h"
#include "parser/operator_table.h"

namespace orbita {

// From loosest to tightest. `or`, `xor` and `imply` share one level; binary levels associate to the left.
enum class Level : std::uint8_t {
  comma,
  assignment,
  disjunction,
  conjunction,
  bit_or,
  bit_xor,
  bit_and,
  equality,
  relation,
  minimum,
  shift,
  sum,
  product,
  power,
  unary,
  postfix
};

inline Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

enum class Fixity : std::uint8_t { no_sign, prefix, postfix, binary, assignment };

struct Operator {
  Fixity fixity = Fixity::no_sign;  // no_sign: not an operator with a sign
  std::string_view text;
  Level level = Level::postfix;
};

Operator operator_of(ExprKind kind);

constexpr bool is_assignment(ExprKind kind) {  // = += … >>=
  return kind >= ExprKind::assign && kind <= ExprKind::assign_shift_right;
}
constexpr bool is_comparison(ExprKind kind) { return kind >= ExprKind::less && kind <= ExprKind::not_equal; }
constexpr bool is_increment(ExprKind kind) {  // ++ and --, before and after
  return kind >= ExprKind::pre_increment && kind <= ExprKind::post_decrement;
}

// The operator inside a compound assignment: + for +=.
constexpr ExprKind operator_inside(ExprKind assignment) {
  switch (assignment) {
#define ORBITA_CASE(name, text, inside) \
  case ExprKind::name: return ExprKind::inside;
    ORBITA_COMPOUND_ASSIGNMENTS(ORBITA_CASE)
#undef ORBITA_CASE
    default: return assignment;
  }
}

}  // namespace orbita
