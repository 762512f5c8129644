// Decides queries.
//
//   Diagnostics diagnostics;
//   auto model = check(read_model("fischer.xml", diagnostics), diagnostics);
//   for (const QueryResult& r : verify(*model, model->queries, {})) …
//
// Queries that can share one exploration share it; each gets its own verdict and trace.
#pragma once

#include <functional>
#include <vector>

#include "engine/options.h"
#include "engine/result.h"
#include "parser/model.h"

namespace orbita {

// Progress of one exploration, and the positions of the queries it is for (none: all). A call may have several
// explorations, one after the other or, with threads, at the same time; one call of this at a time.
using ExplorationProgress = std::function<void(const Progress&, const std::vector<std::size_t>&)>;

// One result per query, in their order. Limits, run-time errors of the model and queries beyond a symbolic engine are
// verdicts, not exceptions; options.decided hears of each result as soon as it is final. `progress`, if there is one,
// is called instead of options.limits.progress.
std::vector<QueryResult> verify(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                                const ExplorationProgress& progress = {});

}  // namespace orbita
