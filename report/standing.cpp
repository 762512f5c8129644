#include "report/standing.h"

namespace orbita {

Verdict wanted_verdict(const Query& query) {
  const bool no = query.expected == Expectation::not_satisfied || query.expected == Expectation::maybe_not_satisfied;
  return no ? Verdict::not_satisfied : Verdict::satisfied;
}

Standing standing_of(const QueryResult& result) {
  if (!result.trace_problem.empty() || !result.symmetry_problem.empty() || !result.certificate_problem.empty())
    return Standing::internal_error;
  if (result.verdict == Verdict::error) return Standing::unusable;
  if (result.verdict == Verdict::unknown || result.verdict == Verdict::skipped) return Standing::inconclusive;
  return result.verdict == wanted_verdict(*result.query) ? Standing::as_expected : Standing::not_as_expected;
}

Standing standing_of(const std::vector<QueryResult>& results, Unsupported unsupported) {
  Standing standing = Standing::as_expected;
  bool counts = results.empty();
  for (const QueryResult& result : results) {
    if (result.verdict == Verdict::skipped && unsupported == Unsupported::ignore) continue;
    standing = worse(standing, standing_of(result));
    counts = true;
  }
  return counts ? standing : Standing::inconclusive;
}

Standing worse(Standing a, Standing b) {
  const auto weight = [](Standing standing) {
    switch (standing) {
      case Standing::internal_error: return 4;
      case Standing::unusable: return 3;
      case Standing::not_as_expected: return 2;
      case Standing::inconclusive: return 1;
      case Standing::as_expected: return 0;
    }
    return 4;
  };
  return weight(b) > weight(a) ? b : a;
}

}  // namespace orbita
