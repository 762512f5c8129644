// Whether a model and its queries can be explored by counting elements, and if not, what stands in the way.
//
// A step must depend on other elements only as far as they exist: quantifiers are fine, since a few elements of each
// kind decide them; sums and loops over a set count, and are not. What else is needed is said of each problem.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/counted/counting_problem.h"
#include "engine/counted/number_ids.h"
#include "parser/model.h"
#include "symmetry/detect/detect.h"

namespace orbita {

struct CountingConditions {
  std::vector<CountingProblem> problems;  // in source order; empty: counting is possible
  // Counts above this make no difference to guards, updates and predicates; at least 3, which zones need.
  std::uint32_t cap = 3;
};

// `numbers`: integers that are ids, if the model has no scalarsets.
CountingConditions counting_conditions(const Model& model, const SymmetryModel& symmetry,
                                       const std::vector<const Query*>& queries, const NumberIds* numbers = nullptr);

// What keeps the answer for one size of the set from saying anything about other sizes: its size is written somewhere
// else too, so that the model would change with it. Beside the problems of counting_conditions().
std::vector<CountingProblem> size_problems(const Model& model, const ScalarSet& set,
                                           const std::vector<const Query*>& queries);

// "fischer.xml:12:3: the reason", or the reason alone.
std::string located(const Model& model, const CountingProblem& problem);

}  // namespace orbita
