// Verdicts for people and for programs.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "engine/verify.h"

namespace orbita::cli {

// A model and what became of its queries.
struct VerifiedModel {
  std::string model;
  std::vector<QueryResult> results;
  bool failed = false;                // it could not be verified (to the end)
  std::vector<std::string> warnings;  // the search may not end
  Json diagnostics = Json::array();   // why, or why some queries are not among the results
  int code = 0;                       // exit code
  double seconds = 0;
};

// The verdict line with what belongs to it: values, statistics, trace. The formula of a query that is as expected is cut
// short so that the line fits `columns` (0: never).
std::string result_text(const QueryResult& result, bool statistics, bool colour, std::size_t columns = 0);
// A table with a row for each model; nothing for a single query, whose line says it all.
void print_summary(std::ostream& out, const std::vector<VerifiedModel>& models, bool colour);

Json query_json(const QueryResult& result);
Json verdict_counts(const std::vector<VerifiedModel>& models);
// The document of a run with one model, and of a run with several (docs/schema/verify.json).
Json to_json(const VerifiedModel& model);
Json to_json(const std::vector<VerifiedModel>& models, int exit_code);

// Fails closed: 0 only when every query is decided and as expected (satisfied, where nothing is said).
int exit_code_of(const std::vector<QueryResult>& results);
int exit_code_of(const QueryResult& result);
// The one of two exit codes that counts: a wrong verdict says more than an open one, what could not be
// verified more than both, and our own mistake most.
int worse(int a, int b);
// What exit code 0 asks of the query.
Verdict wanted_verdict(const Query& query);

}  // namespace orbita::cli
