// Verdicts on a terminal.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "engine/trace/trace_text.h"
#include "report/results.h"

namespace orbita::cli {

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

// How a trace is printed on a terminal of this many columns (0: no terminal; then lines are of moderate length).
TraceTextOptions trace_style(TraceShow show, std::size_t columns, bool formula);

}  // namespace orbita::cli
