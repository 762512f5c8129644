// From a type with expressions to a type with numbers.
#pragma once

#include <cstdint>
#include <functional>

#include "parser/interpreter/elaborate.h"
#include "parser/model.h"

namespace orbita {

using Evaluate = std::function<std::int32_t(const Expr&)>;

// Evaluates bounds and sizes with `evaluate`. Throws EvaluationError for sizes below 1 (scalarsets: below 0) and
// objects of more than max_cells cells. An empty range becomes [low, low - 1]: valid for a binder or a free parameter.
// Types that are not parametric are built once.
const ConcreteType* make_concrete(const Model& model, const Type& type, const Evaluate& evaluate);
// The same for a type that is not parametric.
const ConcreteType* make_concrete(const Model& model, const Type& type);

// Throws EvaluationError if a variable of this type has no possible initial value.
void require_values(const ConcreteType& type, const Symbol& symbol);

// Number of elements of a scalarset in the scope of `evaluate`.
std::int32_t scalar_count(const ScalarSet& set, const Evaluate& evaluate);

// A constant of a template in one process: evaluated on demand and cached (elaborate.cpp).
const LocalObject* process_constant(const Model& model, const Symbol& symbol, const Process& process);

}  // namespace orbita
