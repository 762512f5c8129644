// 32-bit arithmetic of the modelling language: + - * and << wrap around, as in C compilers; other
// results that do not fit are errors.
#pragma once

#include <cstdint>

#include "parser/interpreter/interpreter.h"
#include "parser/operators.h"

namespace orbita {

inline std::int32_t fit(std::int64_t value, Span where) {
  if (value < INT32_MIN || value > INT32_MAX) {
    throw EvaluationError(where, "arithmetic overflow: " + std::to_string(value) + " does not fit into 32 bits");
  }
  return static_cast<std::int32_t>(value);
}

// The low 32 bits, in two's complement.
constexpr std::int32_t wrap(std::int64_t value) { return static_cast<std::int32_t>(value); }

// base ** exponent by repeated squaring, stopping as soon as it is too large.
inline std::int32_t power(std::int64_t base, std::int64_t exponent, Span where) {
  if (exponent < 0) throw EvaluationError(where, "negative exponent " + std::to_string(exponent));
  std::int64_t result = 1;
  while (exponent > 0) {
    if (exponent & 1) result = fit(result * base, where);
    exponent >>= 1;
    if (exponent > 0) base = fit(base * base, where);
  }
  return fit(result, where);
}

inline void need_divisor(std::int64_t b, Span where) {
  if (b == 0) throw EvaluationError(where, "division by zero");
}

// The low 32 bits of a * 2^b, in two's complement: 255 << 24 is -16777216, and a count of 32 or more gives 0.
constexpr std::int32_t wrapping_shift(std::int64_t a, std::int64_t b) {
  return b > 31 ? 0 : static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << b);
}

inline std::int32_t shift_left(std::int64_t a, std::int64_t b, Span where) {
  if (b < 0) throw EvaluationError(where, "shift by the negative count " + std::to_string(b));
  return wrapping_shift(a, b);
}

inline std::int32_t shift_right(std::int64_t a, std::int64_t b, Span where) {
  if (b < 0) throw EvaluationError(where, "shift by the negative count " + std::to_string(b));
  return static_cast<std::int32_t>(a >> (b > 31 ? 31 : b));
}

// Integer result of a binary operator that always evaluates both operands.
inline std::int32_t apply(ExprKind op, std::int64_t a, std::int64_t b, Span where) {
  switch (op) {
    case ExprKind::power: return power(a, b, where);
    case ExprKind::multiply: return wrap(a * b);
    case ExprKind::divide: need_divisor(b, where); return fit(a / b, where);
    case ExprKind::modulo: need_divisor(b, where); return static_cast<std::int32_t>(a % b);
    case ExprKind::add: return wrap(a + b);
    case ExprKind::subtract: return wrap(a - b);
    case ExprKind::shift_left: return shift_left(a, b, where);
    case ExprKind::shift_right: return shift_right(a, b, where);
    case ExprKind::minimum: return static_cast<std::int32_t>(a < b ? a : b);
    case ExprKind::maximum: return static_cast<std::int32_t>(a > b ? a : b);
    case ExprKind::less: return a < b;
    case ExprKind::less_equal: return a <= b;
    case ExprKind::greater_equal: return a >= b;
    case ExprKind::greater: return a > b;
    case ExprKind::equal: return a == b;
    case ExprKind::not_equal: return a != b;
    case ExprKind::bit_and: return static_cast<std::int32_t>(a & b);
    case ExprKind::bit_xor: return static_cast<std::int32_t>(a ^ b);
    case ExprKind::bit_or: return static_cast<std::int32_t>(a | b);
    case ExprKind::logical_xor: return (a != 0) != (b != 0);
    default: throw EvaluationError(where, "not an arithmetic operator");
  }
}

}  // namespace orbita
