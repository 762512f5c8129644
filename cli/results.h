// Verdicts for people and for programs.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "engine/trace/trace_text.h"
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

struct ResultStyle {
  bool statistics = false;
  bool colour = false;
  std::size_t columns = 0;  // of the terminal; 0: none
  TraceShow show = TraceShow::changes;
};

// The verdict line with what belongs to it: values, statistics, trace. The formula stands on one line; that of a query
// which is as expected is cut short where the terminal is too narrow.
std::string result_text(const QueryResult& result, const ResultStyle& style);
// A table with a row for each model; nothing for a single query, whose line says it all. Long paths lose their
// beginning where the terminal is too narrow.
void print_summary(std::ostream& out, const std::vector<VerifiedModel>& models, const ResultStyle& style);
// How many queries were skipped and what that does to the exit code; nothing where none was.
void print_skipped(std::ostream& out, const std::vector<VerifiedModel>& models, Unsupported unsupported);

Json query_json(const QueryResult& result);
Json verdict_counts(const std::vector<VerifiedModel>& models);
// The document of a run with one model, and of a run with several (docs/schema/verify.json).
Json to_json(const VerifiedModel& model);
Json to_json(const std::vector<VerifiedModel>& models, int exit_code);

// Fails closed: 0 only when every query is decided and as expected (satisfied, where nothing is said). Skipped queries
// count as open, with Unsupported::ignore not at all; but where nothing is left that counts, nothing was decided.
int exit_code_of(const std::vector<QueryResult>& results, Unsupported unsupported);
int exit_code_of(const QueryResult& result);
// The one of two exit codes that counts: a wrong verdict says more than an open one, what could not be
// verified more than both, and our own mistake most.
int worse(int a, int b);
// What exit code 0 asks of the query.
Verdict wanted_verdict(const Query& query);

}  // namespace orbita::cli
