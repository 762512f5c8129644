// Names predeclared in every model; user declarations hide them silently.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace orbita {

struct PredeclaredConstant {
  std::string_view name;
  std::int32_t value = 0;
  bool floating = false;  // a double constant:
  double number = 0;
};

struct PredeclaredType {
  std::string_view name;
  std::int32_t low = 0, high = 0;
};

enum class BuiltinResult : std::uint8_t { integer, floating };

struct Builtin {
  std::string_view name;
  std::uint8_t arity = 1;
  BuiltinResult result = BuiltinResult::floating;
  bool random = false;
};

std::span<const PredeclaredConstant> predeclared_constants();
std::span<const PredeclaredType> predeclared_types();
std::span<const Builtin> builtins();
const Builtin* find_builtin(std::string_view name);

}  // namespace orbita
