// The events of --format ndjson, one JSON object each (docs/schema/events.json).
//
//   start        a model and its queries
//   progress     now and then while an exploration runs
//   warning      a search may not end
//   verdict      a query is decided, or given up
//   diagnostics  a model could not be verified, and why
//   end          always last: the exit code and how many verdicts of each kind
#pragma once

#include <string>
#include <vector>

#include "engine/base/limits.h"
#include "parser/model.h"
#include "report/results.h"

namespace orbita {

// `model` may be nullptr: it was not loaded in time.
Json start_event(const std::string& name, const Model* model, const std::vector<Query*>& queries);
Json warning_event(const std::string& model, const std::string& message);
Json progress_event(const Progress& progress);
Json verdict_event(const std::string& model, std::size_t index, const QueryResult& result);
Json diagnostics_event(const VerifiedModel& model);
Json end_event(Standing whole, const std::vector<VerifiedModel>& models);

}  // namespace orbita
