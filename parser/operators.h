// Spelling and precedence of the language's operators.
//
// The single table of operators: the grammar takes precedences from it, the printer spellings and parentheses, the
// checker the names in its messages.
#pragma once

#include <cstdint>
#include <string_view>

#include "parser/ast.h"

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

enum class Fixity : std::uint8_t { none, prefix, postfix, binary, assignment };

struct Operator {
  Fixity fixity = Fixity::none;  // none: not an operator with a sign
  std::string_view text;
  Level level = Level::postfix;
};

Operator operator_of(ExprKind kind);

}  // namespace orbita
