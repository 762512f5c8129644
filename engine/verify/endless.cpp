#include "engine/verify/endless.h"

#include <algorithm>

namespace orbita {

ComparedDifferences compared_differences(const BoundsAnalysis& bounds) {
  if (!bounds.diagonals_known()) return ComparedDifferences::unknown;
  return bounds.diagonals().empty() ? ComparedDifferences::absent : ComparedDifferences::known;
}

// All queries together: some of them are explored together, with the tests of all.
std::string endless_because(const VerifyContext& context) {
  if (context.network.clocks.size() == 1) return "";  // the reference clock
  if (context.options.abstraction == Abstraction::exact) {
    return "the search may not end: with --extrapolation none nothing is forgotten about clocks";
  }
  QueryTests tests;
  for (const auto& [first, second] : context.predicates) {
    collect_tests(context.network, first, tests);
    collect_tests(context.network, second, tests);
  }
  const BoundsAnalysis bounds(context.network, tests);
  if (!bounds.diagonals_known()) {
    return "the search may not end: clock differences are compared with too many values, or of clocks that stand still "
           "or are "
           "set to another clock's value plus something";
  }
  if (!bounds.are_finite()) {
    return "the search may not end: a clock is set to a clock's value minus something again and again";
  }
  const auto ends = [&](const Query* query) {
    Features features;
    features.differences = compared_differences(bounds);
    features.measures_clocks = is_measure(*query);
    if (is_reachability(*query)) features.approximation = context.options.approximation;
    return plan_abstraction(features, context.options).ends;
  };
  if (std::all_of(context.queries.begin(), context.queries.end(), ends)) return "";
  return "the search may not end: --extrapolation aM and aLU make zones few by --subsumption simulation only";
}

}  // namespace orbita
