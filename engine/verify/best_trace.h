// Traces that take the least time or the fewest steps, once the verdict is known.
//
// Looking for them may take much longer than the verdict did. So verdicts come first, with some trace each, and what
// ends the search for a better one (a limit, the user) leaves them as they are.
#pragma once

#include <cstddef>

#include "engine/verify/exploration.h"

namespace orbita {

// Is the query's trace still to be replaced by the best one? Shortest traces mostly are when they are found.
bool wants_best_trace(const VerifyContext& context, std::size_t query, const QueryResult& result);

// Looks for it until task.until. False: it needed more time.
bool find_best_trace(VerifyContext& context, std::size_t query, QueryResult& result);

}  // namespace orbita
