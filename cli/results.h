// Verdicts for people and for programs.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "engine/verify.h"

namespace orbita::cli {

void print_results(std::ostream& out, const std::vector<QueryResult>& results, bool statistics, bool colour);
Json query_json(const QueryResult& result);
Json to_json(const std::string& model, const std::vector<QueryResult>& results);
Json failed_json(const std::string& model, const Sources& sources, const std::vector<Diagnostic>& diagnostics);

// Fails closed: 0 only when every query is decided and as expected (satisfied, where nothing is said).
int exit_code_of(const std::vector<QueryResult>& results);

}  // namespace orbita::cli
