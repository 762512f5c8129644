#include "engine/verify/context.h"

namespace orbita {

Limits VerifyContext::limits_for(const std::vector<std::size_t>* members) const {
  Limits limits = options.limits;
  if (!progress) return limits;
  std::vector<std::size_t> explored;
  if (members != nullptr) explored = *members;
  limits.progress = [show = progress, explored = std::move(explored)](const Progress& now) { show(now, explored); };
  return limits;
}

bool VerifyContext::over_approximates(const Query& query) const {
  return network.has_stopwatches || (options.approximation == Approximation::hull && is_reachability(query));
}

void VerifyContext::qualify(QueryResult& result, bool witness) const {
  if (!over_approximates(*result.query) || result.verdict == Verdict::unknown) return;
  if (result.verdict == Verdict::error) {
    result.reason = "over-approximation: may fail: " + result.reason;
    result.verdict = Verdict::unknown;
    return;
  }
  if (is_reachability(*result.query) && !witness) return;  // what the larger zones do not reach is not reachable
  if (is_measure(*result.query)) {
    result.reason = "over-approximation: the values met lie within those given, which may not be met themselves";
  } else {
    result.reason = result.verdict == Verdict::satisfied ? "over-approximation: may be satisfied"
                                                         : "over-approximation: may not be satisfied";
  }
  result.leaning = result.verdict;
  result.verdict = Verdict::unknown;
}

void VerifyContext::fail(QueryResult& result, const Failure& failure) const {
  result.verdict = Verdict::error;
  result.reason = describe(*programs, failure);
  result.error = locate_error(model, *result.query, programs->error_sites[failure.site].span);
}

}  // namespace orbita
