// Floating-point numbers in constants and functions: their layout in cells and the operations on them.
//
// A double takes two cells, its low and its high 32 bits. Arithmetic is plain IEEE, one operation after the other; the
// interpreter and the compiled engine call the same functions, so they agree on every bit. Functions whose meaning in
// UPPAAL is not documented well enough are left out.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace orbita {

inline double real_of(const std::int32_t* cells) {
  return std::bit_cast<double>(std::uint64_t{static_cast<std::uint32_t>(cells[0])} |
                               std::uint64_t{static_cast<std::uint32_t>(cells[1])} << 32);
}

inline void put_real(double value, std::int32_t* cells) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  cells[0] = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  cells[1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits >> 32));
}

// fint: towards zero; nullopt if the result does not fit into 32 bits, or is not a number.
inline std::optional<std::int32_t> whole_part(double value) {
  if (!(value > -2147483649.0 && value < 2147483648.0)) return std::nullopt;
  return static_cast<std::int32_t>(value);
}

inline double lesser(double a, double b) { return b < a ? b : a; }
inline double larger(double a, double b) { return a < b ? b : a; }

struct RealFunction {
  std::string_view name;
  std::uint8_t arity = 1;
  bool test = false;  // returns 0 or 1
  double (*apply)(const double* arguments) = nullptr;
};

// The built-in functions that work on doubles, without fint (and without random numbers).
std::span<const RealFunction> real_functions();
const RealFunction* find_real_function(std::string_view name);

}  // namespace orbita
