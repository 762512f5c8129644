// What orbita sweep prints: tables, JSON and plots of a sweep (report/sweep.h).
#pragma once

#include <string>

#include "report/json.h"
#include "report/sweep.h"

namespace orbita::cli {

std::string csv_header(const SweepResult& result);
std::string csv_row(const SweepRow& row);
Json to_json(const std::string& model, const SweepResult& result);

// Growth over the last name with more than one value, on a logarithmic axis; a line for each query
// and combination of the other values, and the formulas below. `what`: states, time or memory.
// Throws std::invalid_argument when there is nothing to plot.
std::string growth_plot(const std::string& title, const SweepResult& result, const std::string& what);

}  // namespace orbita::cli
