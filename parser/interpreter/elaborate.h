// Concrete types and objects of one process.
#pragma once

#include <vector>

#include "parser/model.h"

namespace orbita {

// One local variable (or mutable parameter) of a process.
struct LocalObject {
  const Symbol* symbol = nullptr;
  const ConcreteType* type = nullptr;
  std::vector<std::int32_t> value;  // initial cells
};

// Evaluates the types and initial values of the template's local variables (constants
// included) for this process, in declaration order. Throws ModelError with located
// diagnostics (index out of range in an initialiser, empty range, array too large, …).
std::vector<LocalObject> elaborate_locals(Model& model, const Process& process);

// Evaluates a type that occurs inside the process' template (selects, function locals and parameters, quantifiers).
// `process` may be nullptr for global scope and must be an element of Model::processes otherwise. Results are cached,
// so repeated calls are cheap. Throws ModelError.
const ConcreteType* elaborate_type(Model& model, const Type& type, const Process* process);

// Evaluates a compile-time expression of the process' template (or of global scope): constants,
// constant parameters, functions of them. Throws ModelError.
std::int32_t evaluate_constant(Model& model, const Expr& expr, const Process* process);

// The object a reference parameter or a global variable denotes: (object, first cell). `symbol` is a global variable or
// a reference parameter of the process' template.
Reference resolve_reference(const Model& model, const Symbol& symbol, const Process* process);

}  // namespace orbita
