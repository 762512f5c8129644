#include "cli/results.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include "cli/cli.h"
#include "engine/trace_text.h"
#include "orbita_version.h"

namespace orbita::cli {

namespace {

std::string_view colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::satisfied: return "\033[32m";
    case Verdict::not_satisfied: return "\033[31m";
    case Verdict::unknown: return "\033[33m";
    case Verdict::error: return "\033[1;31m";
  }
  return "";
}

std::string value_text(const MeasuredValue& value) {
  if (!value.reached) return value.expression + ": no state satisfies the predicate";
  if (value.infinite) return value.expression + ": no upper limit";
  return value.expression + ": " + (value.strict ? "up to but not " : "") + std::to_string(value.value);
}

void print_statistics(std::ostream& out, const QueryResult& result) {
  const Statistics& s = result.statistics;
  out << "    " << s.stored << " states stored, " << s.explored << " explored, " << s.transitions << " transitions, "
      << s.discrete_states << " discrete states, " << s.zones << " zones, " << s.bytes / 1024 << " KB";
  if (s.stored > 0) out << " (" << s.bytes / s.stored << " bytes a state)";
  out << ", " << s.seconds << " s\n";
  const SymmetrySummary& y = result.symmetry;
  if (y.strategy != "off") {
    out << "    symmetry: " << y.group << ", " << y.strategy << (y.canonical ? ", canonical" : ", not canonical");
    if (!y.canonical) out << " (" << y.not_canonical << " times)";
    if (y.orbit_sum > 0) out << ", stands for " << static_cast<double>(y.orbit_sum) << " states";
    out << '\n';
  }
  if (!y.note.empty()) out << "    not reduced: " << y.note << '\n';
}

Json trace_json(const QueryResult& result) {
  return result.trace ? Json::parse(save_trace(*result.trace)) : Json(nullptr);
}

}  // namespace

void print_results(std::ostream& out, const std::vector<QueryResult>& results, bool statistics, bool colour) {
  for (const QueryResult& result : results) {
    const std::string verdict(to_text(result.verdict));
    if (colour) out << colour_of(result.verdict);
    out << verdict << std::string(verdict.size() < 13 ? 13 - verdict.size() : 0, ' ');
    if (colour) out << "\033[0m";
    out << ' ' << result.query->text;
    if (!result.reason.empty()) out << "  (" << result.reason << ')';
    out << '\n';
    for (const MeasuredValue& value : result.values) out << "    " << value_text(value) << '\n';
    if (statistics) print_statistics(out, result);
    if (!result.trace_problem.empty()) {
      out << "    internal error: the trace does not replay: " << result.trace_problem << '\n';
    }
    if (result.trace) out << render(*result.trace);
  }
}

Json query_json(const QueryResult& result) {
  const Statistics& s = result.statistics;
  Json values = Json::array();
  for (const MeasuredValue& v : result.values) {
    values.push_back({{"expression", v.expression}, {"reached", v.reached}, {"infinite", v.infinite},
                      {"strict", v.strict}, {"value", v.value}});
  }
  return {{"formula", result.query->text},
          {"verdict", to_text(result.verdict)},
          {"reason", result.reason},
          {"stored", s.stored},
          {"explored", s.explored},
          {"transitions", s.transitions},
          {"seconds", s.seconds},
          {"peak_bytes", s.bytes},
          {"discrete_states", s.discrete_states},
          {"zones", s.zones},
          {"symmetry",
           {{"group", result.symmetry.group},
            {"strategy", result.symmetry.strategy},
            {"canonical", result.symmetry.canonical},
            {"not_canonical", result.symmetry.not_canonical},
            {"note", result.symmetry.note},
            {"orbit_sum", std::round(result.symmetry.orbit_sum)}}},
          {"values", values},
          {"trace", trace_json(result)}};
}

Json to_json(const std::string& model, const std::vector<QueryResult>& results) {
  Json queries = Json::array();
  for (const QueryResult& result : results) queries.push_back(query_json(result));
  return {{"orbita", version}, {"model", model}, {"queries", queries}};
}

Json failed_json(const std::string& model, const Sources& sources, const std::vector<Diagnostic>& diagnostics) {
  Json document = {{"orbita", version}, {"model", model}, {"queries", Json::array()}};
  document["diagnostics"] = to_json(sources, diagnostics)["diagnostics"];
  return document;
}

int exit_code_of(const std::vector<QueryResult>& results) {
  int code = exit_ok;
  for (const QueryResult& result : results) {
    if (!result.trace_problem.empty() || !result.symmetry_problem.empty()) return exit_internal;
    const bool wanted_no = result.query->expected == Expectation::not_satisfied;
    int one = exit_ok;
    if (result.verdict == Verdict::error) one = exit_usage;
    if (result.verdict == Verdict::unknown) one = exit_inconclusive;
    if (result.verdict == (wanted_no ? Verdict::satisfied : Verdict::not_satisfied)) one = exit_not_ok;
    // A wrong verdict says more than an open one, an unusable query more than both.
    const auto weight = [](int c) { return c == exit_usage ? 3 : c == exit_not_ok ? 2 : c == exit_inconclusive ? 1 : 0; };
    if (weight(one) > weight(code)) code = one;
  }
  return code;
}

}  // namespace orbita::cli
