#include "engine/verify/decide.h"

#include <utility>

#include "engine/space/symmetry_check.h"

namespace orbita {

QueryResult result_for(const Query& query, Verdict verdict, std::string reason) {
  QueryResult result;
  result.query = &query;
  result.verdict = verdict;
  result.reason = std::move(reason);
  return result;
}

void decide_guarded(const VerifyContext& context, const Members& members, Results& results,
                    const std::function<void()>& decide) {
  const Limits& limits = context.options.limits;
  Stop stop;
  std::string symmetry_problem;
  const double start = limits.passed();
  try {
    stop = limit_met_by(decide);
    if (stop.empty()) return;
  } catch (const SymmetryBroken& broken) {
    symmetry_problem = broken.what();
  }
  for (const std::size_t i : members) {
    results[i].leave_open(stop);
    if (!symmetry_problem.empty()) results[i].reason = symmetry_problem;
    results[i].error.reset();
    results[i].statistics.seconds = limits.passed() - start;
    results[i].symmetry_problem = symmetry_problem;
  }
}

}  // namespace orbita
