// E<> and A[] for every size of a set at once.
//
// Counts that stand for "that many or more" give finitely many counted states for all sizes together. If none of them
// violates the query, it holds for every size from there on, and the smaller ones are tried one by one. If one does, it
// may be reachable for no size: then sizes are tried upwards, and if none has it, larger counts.
#pragma once

#include <string>
#include <vector>

#include "engine/verify.h"

namespace orbita {

// One result per query, in their order; QueryResult::reason says for which sizes. `set`: its name; empty: the only set
// there is. Verdicts: `satisfied` holds for every size; `not_satisfied` fails for the size named, with its trace, or,
// for E<>, for every size; everything else is `unknown`. Throws std::invalid_argument if there is no such set.
std::vector<QueryResult> verify_all_sizes(const Model& model, const std::vector<Query*>& queries,
                                          const std::string& set, const VerifyOptions& options);

}  // namespace orbita
