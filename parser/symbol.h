// The entity a name refers to.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "parser/ast.h"
#include "parser/type.h"

namespace orbita {

enum class SymbolKind : std::uint8_t {
  variable,   // int, bool, scalar, clock, channel, struct, array; also constants
  parameter,  // of a template or function or partial instantiation
  bound,      // select, quantifier, for-range variable: read-only
  typedef_,
  function,
  builtin,  // abs, and the floating functions (real.h)
  template_,
  instance,  // Id(params) = Id(args);
  location,
  branchpoint,
  process  // a name of the system line (a process, or a process set)
};

struct ProcessSet;  // model.h

enum class Scope : std::uint8_t { predeclared, global, system, template_, function, block };

struct Symbol {
  SymbolKind kind = SymbolKind::variable;
  Scope scope = Scope::global;
  std::string_view name;
  Span span;
  const Type* type = nullptr;
  bool is_const = false;
  bool is_meta = false;
  bool by_reference = false;  // parameters
  // Allowed where a compile-time value is needed: const variables, const value parameters of templates and instances,
  // quantifier variables.
  bool compile_time = false;
  // Constants of a template whose value depends on its parameters (and those parameters). Other
  // template constants have one value for all processes, in Model::template_constants.
  bool parametric = false;
  // parameters: position; locations and branchpoints: index in the template;
  // process: position of the (first) process in Model::processes
  std::uint32_t index = 0;
  const Template* owner = nullptr;  // the template it is local to
  Template* templ = nullptr;        // template_: its tree
  Function* function = nullptr;     // function, or the function a parameter/local belongs to
  Decl* instance = nullptr;         // instance: its tree
  const ProcessSet* set = nullptr;  // process: the set of a name with free parameters
  const Symbol* target = nullptr;   // instance, process: the symbol right of '='; the symbol listed in the system line
  const Expr* init = nullptr;       // variables: initialiser or nullptr
  std::uint32_t id = 0;             // dense number, unique in the model
};

// The initialiser, or nullptr if the value cannot be observed: double variables are not part of the state.
inline const Expr* lasting_value(const Symbol& symbol) {
  const Type* type = symbol.type;
  while (type->is(TypeKind::array)) type = type->element;
  return type->is(TypeKind::floating) && !symbol.is_const ? nullptr : symbol.init;
}

// Reads and writes of a function beyond its own locals, transitively: variables (constants included), clocks, template
// parameters. Its own reference parameters count as reads/writes of the parameter's symbol; a callee's reference
// parameter counts as the argument passed for it. Sorted by Symbol::id, without duplicates.
struct Effects {
  std::span<const Symbol* const> reads;
  std::span<const Symbol* const> writes;
};

}  // namespace orbita
