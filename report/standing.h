// How results stand to what is expected of them.
#pragma once

#include <vector>

#include "engine/options.h"
#include "engine/result.h"

namespace orbita {

// The numbers are those of "exit_code" in JSON documents (docs/schema/).
enum class Standing : int {
  as_expected = 0,
  not_as_expected = 1,  // some query is not satisfied (or not as expected)
  unusable = 2,         // an error in the model, a query or the call
  inconclusive = 3,     // a limit or an approximation left something open
  internal_error = 4    // a trace that does not replay, a symmetry that is none
};

// The expected verdict of a query; satisfied, where nothing is said.
Verdict wanted_verdict(const Query& query);
Standing standing_of(const QueryResult& result);
// Fails closed: as expected only when every query is. Skipped queries are inconclusive, with Unsupported::ignore they
// do not count; but where no query is left that counts, nothing was decided.
Standing standing_of(const std::vector<QueryResult>& results, Unsupported unsupported);
// The one that counts: a wrong verdict says more than an open one, an unusable model more than both, and an internal
// error most.
Standing worse(Standing a, Standing b);

}  // namespace orbita
