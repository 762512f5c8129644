// The table of operators between two operands: what every folder needs to know of them.
//
// X(name, token, text, level): ExprKind::name is written as `text`, which is TokenKind::token, and binds
// as Level::level says. Generated from it: TokenKind, the lexer's symbols, operator_of(), the
// grammar's choice of operators, ir::Op, Opcode, and the emitter's choice of instructions. A new operator
// is one line here and one in ExprKind (ast.h), plus what it computes: parser/interpreter/arithmetic.h (constants and
// replay), engine/compile/node.cpp (folding, ranges), engine/network/machine.cpp (exploration), and
// symmetry/detect/classify.cpp if writes with it commute.
#pragma once

// clang-format off

// Numbers to a number; may fail, so their instruction names its place.
#define ORBITA_CHECKED_OPERATORS(X)               \
  X(power, power, "**", power)                    \
  X(multiply, star, "*", product)                 \
  X(divide, slash, "/", product)                  \
  X(modulo, percent, "%", product)                \
  X(add, plus, "+", sum)                          \
  X(subtract, minus, "-", sum)                    \
  X(shift_left, shift_left, "<<", shift)          \
  X(shift_right, shift_right, ">>", shift)

// Numbers to a number; never fail.
#define ORBITA_EXTREMUM_OPERATORS(X)              \
  X(minimum, minimum, "<?", minimum)              \
  X(maximum, maximum, ">?", minimum)

#define ORBITA_COMPARISONS(X)                     \
  X(less, less, "<", relation)                    \
  X(less_equal, less_equal, "<=", relation)       \
  X(greater_equal, greater_equal, ">=", relation) \
  X(greater, greater, ">", relation)              \
  X(equal, equal, "==", equality)                 \
  X(not_equal, not_equal, "!=", equality)

// Numbers to a number; never fail.
#define ORBITA_BIT_OPERATORS(X)                   \
  X(bit_and, ampersand, "&", bit_and)             \
  X(bit_xor, caret, "^", bit_xor)                 \
  X(bit_or, bar, "|", bit_or)

// The right operand is evaluated where the left one does not decide.
#define ORBITA_LAZY_OPERATORS(X)                  \
  X(logical_and, and_and, "&&", conjunction)      \
  X(logical_or, or_or, "||", disjunction)

// Written as words: X(name, text, level).
#define ORBITA_WORD_OPERATORS(X)                  \
  X(logical_xor, "xor", disjunction)              \
  X(imply, "imply", disjunction)

#define ORBITA_SIGN_OPERATORS(X) \
  ORBITA_CHECKED_OPERATORS(X)    \
  ORBITA_EXTREMUM_OPERATORS(X)   \
  ORBITA_COMPARISONS(X)          \
  ORBITA_BIT_OPERATORS(X)        \
  ORBITA_LAZY_OPERATORS(X)

// X(name, text, operator inside): `a += b` is a = a + b. Tokens have the same names.
#define ORBITA_COMPOUND_ASSIGNMENTS(X)            \
  X(assign_add, "+=", add)                        \
  X(assign_subtract, "-=", subtract)              \
  X(assign_multiply, "*=", multiply)              \
  X(assign_divide, "/=", divide)                  \
  X(assign_modulo, "%=", modulo)                  \
  X(assign_and, "&=", bit_and)                    \
  X(assign_or, "|=", bit_or)                      \
  X(assign_xor, "^=", bit_xor)                    \
  X(assign_shift_left, "<<=", shift_left)         \
  X(assign_shift_right, ">>=", shift_right)

// clang-format on

#define ORBITA_OPERATOR_NAME(name, ...) name,
