// What templates do when they hear broadcasts, as far as counting depends on it.
//
// A step lists a few of those who hear a broadcast, however many they are. That is right if what they do to variables
// that all of them share is the same for three and for three hundred: if no update reads a shared variable that it
// writes. Then executing it once more changes nothing (docs/theory/symmetry.md, "Counted zones").
#pragma once

#include <vector>

#include "engine/counted/counting_problem.h"
#include "engine/counted/number_ids.h"
#include "parser/model.h"

namespace orbita {

// An edge whose channel is one for broadcasts, or may be: a parameter does not say.
bool may_be_broadcast(const Edge& edge);

// Several edges of one location hear broadcasts.
bool hears_in_several_ways(const Template& templ);

// Updates of listeners that belong to elements and that count how many listen, in no particular order.
std::vector<CountingProblem> updates_that_count(const Model& model, const NumberIds* numbers);

}  // namespace orbita
