// Types after name resolution.
//
// Types may still depend on constant template parameters (`int[0, n-1]`), so bounds and sizes are kept as expressions;
// `interpreter/elaborate.h` evaluates them for one process. If nothing depends on a template (`parametric` is false)
// the numbers are already here: low_value, high_value, ScalarSet::count. Types are shared only as far as convenient:
// compare with equivalent(), never by address.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "parser/ast.h"

namespace orbita {

enum class TypeKind : std::uint8_t {
  error,  // an error that has been reported; silently compatible with every type
  void_,
  integer,
  boolean,
  clock,
  channel,
  scalar,
  structure,
  array,
  floating,
  string,
  // Of expressions only: x - y of two clocks (with or without + int), and x'.
  difference,
  rate,
  function,
  template_,
  process,
  process_set,
  location,
  type_name
};

struct ConcreteType;  // concrete.h

// One textual `scalar[n]`. Aliases made with typedef share it.
struct ScalarSet {
  std::uint32_t id = 0;   // position in Model::scalar_sets
  std::string_view name;  // of the first typedef, or "scalar[n]"
  Span span;
  Expr* size = nullptr;
  std::int32_t count = -1;          // evaluated; -1 when it differs between processes of `owner`
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
  bool bounded = false;    // has an explicit range
  bool unlimited = false;  // bare `const int`, and int expressions: the full int32 range
  // integer, unless parametric: the evaluated range (bare `int`: -32768..32767)
  std::int32_t low_value = 0, high_value = 0;
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

  // A bound or size in this type (at any depth) depends on a template parameter, so the numbers are known per process
  // only: ask elaborate_type().
  bool parametric = false;
  // A bound depends on a variable of an enclosing quantifier or loop, `forall (i : int[0,3])
  // forall (j : int[0,i])`: evaluate low and high each time. Such types are parametric too and
  // occur only in binders of quantifiers and for loops; elaborate_type() refuses them.
  bool dynamic = false;
  // Nodes of the type expanded to a tree. Typedefs of typedefs make it grow exponentially; the checker refuses types
  // beyond max_type_nodes, so walking a type is always affordable.
  std::uint32_t nodes = 1;
  std::uint32_t depth = 1;  // of that tree; at most max_type_depth
  // Filled by the first call of elaborate_type(); never for parametric types. make_concrete() alone reads and writes
  // it, atomically: several threads may ask at once.
  mutable const ConcreteType* concrete = nullptr;

  bool is(TypeKind k) const { return kind == k; }
  bool is_integral() const { return kind == TypeKind::integer || kind == TypeKind::boolean; }
};

inline constexpr std::uint32_t max_type_nodes = 10'000;
inline constexpr std::uint32_t max_type_depth = 100;

// Same kind and structure, as required by assignment of structs and arrays, reference arguments and inline conditionals
// on places. Ranges are compared by value where they are known, otherwise as expressions; an int without a range is
// equivalent to every int. Error types are equivalent to all.
bool equivalent(const Type& a, const Type& b);

// Whether a leaf of this kind occurs anywhere inside the type (index types are not searched).
bool contains(const Type& type, TypeKind kind);
// Contains a scalar or is (or contains) an array indexed by a scalarset.
bool mentions_scalars(const Type& type);

// "int[0,3]", "S[pid_t]", "struct { int a; bool b; }": for messages; long ones are truncated.
std::string describe(const Type& type);

}  // namespace orbita
