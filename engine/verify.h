// Decides queries.
//
//   Diagnostics diagnostics;
//   auto model = check(read_model("fischer.xml", diagnostics), diagnostics);
//   for (const QueryResult& r : verify(*model, model->queries, {})) …
//
// Queries that can share one exploration share it; each gets its own verdict and trace.
#pragma once

#include <vector>

#include "engine/options.h"
#include "engine/result.h"
#include "parser/model.h"

namespace orbita {

// One result per query, in their order. Limits, run-time errors of the model and queries beyond a symbolic engine are
// verdicts, not exceptions; options.decided hears of each result as soon as it is final.
std::vector<QueryResult> verify(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options);

}  // namespace orbita
