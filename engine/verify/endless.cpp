#include "engine/verify/endless.h"

#include <algorithm>

namespace orbita {

ComparedDifferences compared_differences(const BoundsAnalysis& bounds) {
  if (!bounds.diagonals_known()) return ComparedDifferences::unknown;
  return bounds.diagonals().empty() ? ComparedDifferences::absent : ComparedDifferences::known;
}

// All queries together: some of them are explored together, with the tests of all.
std::string endless_because(const Task& task) {
  if (task.network.clocks.size() == 1) return "";  // the reference clock
  if (task.options.abstraction == Abstraction::exact) {
    return "the search may not end: with --extrapolation none nothing is forgotten about clocks";
  }
  QueryTests tests;
  for (const auto& [first, second] : task.predicates) {
    collect_tests(task.network, first, tests);
    collect_tests(task.network, second, tests);
  }
  const BoundsAnalysis bounds(task.network, tests);
  if (!bounds.diagonals_known()) {
    return "the search may not end: clock differences are compared with too many values, or of clocks that stand still "
           "or are "
           "set to another clock's value plus something";
  }
  if (!bounds.are_finite()) {
    return "the search may not end: a clock is set to a clock's value minus something again and again";
  }
  const bool hashed =
      task.options.approximation == Approximation::hash || task.options.approximation == Approximation::bits;
  const auto ends = [&](const Query* query) {
    const bool remembered = hashed && is_reachability(*query);
    return zone_setting(task.options.abstraction, task.options.subsumption,
                        {false, remembered, is_measure(*query), compared_differences(bounds)})
        .ends;
  };
  if (std::all_of(task.queries.begin(), task.queries.end(), ends)) return "";
  return "the search may not end: --extrapolation aM and aLU make zones few by --subsumption simulation only";
}

}  // namespace orbita
