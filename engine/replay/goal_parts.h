// Why the last state of a trace decides its query: the parts of the goal, each with the processes and variables it is
// about. For showing; verdicts never depend on it.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

struct GoalPart {
  std::string text;  // "Process(0).cs"; with the values of bound variables
  bool holds = false;
  std::vector<std::uint32_t> processes;  // Model::processes it speaks of
  std::vector<std::string> variables;    // "id", "Gate.list": whole objects, without indices
};

// Of E<> p the conjuncts of p, of A[] p those of not p, where a quantifier, disjunction or implication is replaced by
// the instances that make it so. Empty for other queries, and for a trace that is not a run of the model or does not
// end in a goal.
std::vector<GoalPart> goal_parts(const Model& model, const Trace& trace, const Query& query);

}  // namespace orbita
