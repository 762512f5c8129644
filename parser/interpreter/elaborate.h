// Concrete types and objects of one process.
#pragma once

#include <memory>
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
std::vector<LocalObject> elaborate_locals(const Model& model, const Process& process);

// Evaluates a type that occurs inside the process' template (selects, function locals and parameters, quantifiers).
// `process` may be nullptr for global scope and must be an element of Model::processes otherwise. Results are cached,
// so repeated calls are cheap. Throws ModelError.
const ConcreteType* elaborate_type(const Model& model, const Type& type, const Process* process);

// The empty cache of a new model.
std::shared_ptr<ElaborationCache> make_elaboration_cache();

}  // namespace orbita
