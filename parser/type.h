// Types after name resolution.
//
// Types may still depend on constant template parameters (`int[0, n-1]`), so
// bounds and sizes are kept as expressions; `concrete.h` evaluates them for one
// process. Types are interned by the checker only as far as convenient: compare
// with equivalent(), never by address.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "parser/ast.h"

namespace orbita {

enum class TypeKind : std::uint8_t {
  error,  // something was wrong and has been reported; silently compatible with everything
  void_, integer, boolean, clock, channel, scalar, structure, array, floating, string,
  function, template_, process, process_set, location, type_name
};

// One textual `scalar[n]`. Aliases made with typedef share it.
struct ScalarSet {
  std::uint32_t id = 0;          // position in Model::scalar_sets
  std::string_view name;         // of the first typedef, or "scalar[n]"
  Span span;
  Expr* size = nullptr;
  std::int32_t count = -1;       // evaluated; -1 when it depends on template parameters
  const Template* owner = nullptr;  // declared inside this template: one set per process
};

struct StructField {
  std::string_view name;
  const Type* type = nullptr;
};

struct Type {
  TypeKind kind = TypeKind::error;
  // integer: [low, high]; both nullptr and `bounded` false: bare `int`
  Expr* low = nullptr;
  Expr* high = nullptr;
  bool bounded = false;          // has an explicit range
  bool unlimited = false;        // bare `const int`: the full int32 range
  // clock
  bool hybrid = false;
  // channel
  bool urgent = false, broadcast = false;
  // scalar
  const ScalarSet* set = nullptr;
  // array: index is an integer (bounded) or scalar type. Arrays declared by size e have
  // index low = 0, high = (e) - 1 as a synthesised expression.
  const Type* element = nullptr;
  const Type* index = nullptr;
  // structure
  std::span<StructField> fields;
  // process, process_set, template_
  const Template* process = nullptr;

  bool is(TypeKind k) const { return kind == k; }
  bool is_integral() const { return kind == TypeKind::integer || kind == TypeKind::boolean; }
};

// "int[0,3]", "S[pid_t]", "struct { int a; bool b; }": for messages.
std::string describe(const Type& type);

}  // namespace orbita
