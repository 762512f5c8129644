// From a type with expressions to one with numbers.
#pragma once

#include <cstdint>
#include <functional>

#include "parser/elaborate.h"
#include "parser/model.h"

namespace orbita {

using Evaluate = std::function<std::int32_t(const Expr&)>;

// Evaluates bounds and sizes with `evaluate`. Throws EvaluationError for empty ranges, negative
// sizes and objects of more than max_cells cells. Types that are not parametric are made once.
const ConcreteType* make_concrete(Model& model, const Type& type, const Evaluate& evaluate);
// The same for a type that is not parametric.
const ConcreteType* make_concrete(Model& model, const Type& type);

// Number of elements of a scalarset in the scope of `evaluate`.
std::int32_t scalar_count(const ScalarSet& set, const Evaluate& evaluate);

// A constant of a template in one process: evaluated on demand and kept (elaborate.cpp).
const LocalObject* process_constant(Model& model, const Symbol& symbol, const Process& process);

}  // namespace orbita
