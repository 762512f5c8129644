// The results of a run as JSON (docs/schema/verify.json).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/result.h"
#include "report/json.h"
#include "report/standing.h"

namespace orbita {

// A model with the results of its queries.
struct VerifiedModel {
  std::string model;
  std::vector<QueryResult> results;
  bool failed = false;                // it could not be verified (to the end)
  std::vector<std::string> warnings;  // the search may not end
  Json diagnostics = Json::array();   // why it failed, or why some queries are not among the results
  Standing standing = Standing::as_expected;
  double seconds = 0;
};

// Sums over one model or several.
struct Totals {
  std::array<std::size_t, 5> verdicts{};  // by Verdict
  std::uint64_t states = 0;  // the most that one query stored: they may share an exploration, so adding up is no use
  double seconds = 0;
  Standing standing = Standing::as_expected;

  std::size_t operator[](Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
  void add(const VerifiedModel& model);
};

Totals totals_of(const std::vector<VerifiedModel>& models);

double states_per_second(const Statistics& statistics);

Json query_json(const QueryResult& result, bool with_trace = true);  // else its member `trace` is null
// The number of verdicts of each kind.
Json verdict_counts(const std::vector<VerifiedModel>& models);
// The document of a run with one model, and of a run with several.
Json to_json(const VerifiedModel& model);
Json to_json(const std::vector<VerifiedModel>& models, Standing whole);

}  // namespace orbita
