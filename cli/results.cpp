#include "cli/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <sstream>

#include "cli/cli.h"
#include "cli/result_details.h"
#include "cli/terminal/output.h"
#include "cli/trace_files.h"
#include "engine/trace/trace_json.h"
#include "orbita_version.h"

namespace orbita::cli {

namespace {

// Green is as expected, whatever the verdict.
std::string_view colour_of(int code) {
  switch (code) {
    case exit_ok: return "\033[32m";
    case exit_not_ok: return "\033[31m";
    case exit_inconclusive: return "\033[33m";
    default: return "\033[1;31m";
  }
}

// The words of `orbita test`.
std::string_view word_of(int code) {
  switch (code) {
    case exit_ok: return "ok";
    case exit_not_ok: return "FAILED";
    case exit_usage: return "ERROR";
    case exit_inconclusive: return "OPEN";
    default: return "INTERNAL";
  }
}

// Only where the model says what is expected is there something to say.
std::string expectation_note(const QueryResult& result) {
  const bool decided = result.verdict == Verdict::satisfied || result.verdict == Verdict::not_satisfied;
  const Verdict wanted = wanted_verdict(*result.query);
  if (!decided || result.query->expected == Expectation::none) return "";
  if (result.verdict != wanted) return fmt::format("  (expected {})", to_text(wanted));
  return wanted == Verdict::not_satisfied ? "  (as expected)" : "";
}

// A row of the summary.
struct Totals {
  std::array<std::size_t, 5> verdicts{};  // by Verdict
  std::uint64_t states = 0;  // the most that one query stored: they may share an exploration, so adding up is no use
  double seconds = 0;
  int code = exit_ok;

  std::size_t operator[](Verdict verdict) const { return verdicts[static_cast<std::size_t>(verdict)]; }
  void add(const VerifiedModel& model) {
    for (const QueryResult& one : model.results) {
      ++verdicts[static_cast<std::size_t>(one.verdict)];
      states = std::max(states, one.statistics.stored);
    }
    seconds += model.seconds;
    code = worse(code, model.code);
  }
};

Totals totals_of(const std::vector<VerifiedModel>& models) {
  Totals totals;
  for (const VerifiedModel& model : models) totals.add(model);
  return totals;
}

Json verified_json(const VerifiedModel& model) {
  Json queries = Json::array();
  for (const QueryResult& result : model.results) queries.push_back(query_json(result));
  Json json{{"model", model.model}, {"queries", queries}};
  if (!model.warnings.empty()) json["warnings"] = model.warnings;
  if (model.failed || !model.diagnostics.empty()) json["diagnostics"] = model.diagnostics;
  return json;
}

std::string value_text(const MeasuredValue& value) {
  if (!value.reached) return value.expression + ": no state satisfies the predicate";
  if (value.infinite) return value.expression + ": no upper limit";
  return value.expression + ": " + (value.strict ? "up to but not " : "") + std::to_string(value.value);
}

double states_per_second(const Statistics& s) {
  return s.seconds > 0 ? static_cast<double>(s.explored) / s.seconds : 0;
}

// States that a stored one stands for, on average; 0: not known.
double orbit_mean(const QueryResult& result) {
  const auto stored = static_cast<double>(result.statistics.stored);
  return stored > 0 ? static_cast<double>(result.symmetry.orbit_sum) / stored : 0;
}

Json shares_json(const PhaseTimes& times) {
  const double sum = times.sum() > 0 ? times.sum() : 1;
  return {{"successors", times.successors / sum},
          {"representatives", times.representatives / sum},
          {"store", times.store / sum}};
}

void print_statistics(std::ostream& out, const QueryResult& result) {
  const Statistics& s = result.statistics;
  out << "    " << s.stored << " states stored, " << s.explored << " explored, " << s.transitions << " transitions, "
      << s.discrete_states << " discrete states, " << s.zones << " zones, " << s.bytes / 1024 << " KB";
  if (s.stored > 0) out << " (" << s.bytes / s.stored << " bytes per state)";
  out << fmt::format(", {:.3g} s\n", s.seconds);
  if (s.times.sum() > 0) {
    const auto share = [&](double seconds) { return 100 * seconds / s.times.sum(); };
    out << fmt::format(
        "    {:.0f} states per second; time: {:.0f} % successors, {:.0f} % representatives, {:.0f} % storage\n",
        states_per_second(s), share(s.times.successors), share(s.times.representatives), share(s.times.store));
  }
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
  if (result.trace) return json_of(*result.trace);
  return result.error && result.error->run ? json_of(*result.error->run) : Json(nullptr);
}

Json error_json(const RunTimeError& error) {
  return {{"file", error.file}, {"line", error.line}, {"column", error.column}, {"part", error.part}};
}

Json least_time_json(const QueryResult& result) {
  if (!result.least_time) return nullptr;
  return {{"time", result.least_time->time}, {"attained", result.least_time->attained}};
}

}  // namespace

std::string result_text(const QueryResult& result, const ResultStyle& style) {
  std::ostringstream out;
  const int code = exit_code_of(result);
  const std::string verdict = fmt::format("{:<13}", to_text(result.verdict));
  const std::string notes =
      (result.reason.empty() ? "" : "  (" + located_reason(result) + ')') + expectation_note(result);
  const std::size_t taken = verdict.size() + 1 + notes.size();
  const std::size_t room = code == exit_ok && style.columns > taken + 20 ? style.columns - taken : 0;
  out << (style.colour ? std::string(colour_of(code)) + verdict + "\033[0m" : verdict) << ' '
      << shortened(one_line(result.query->text), room) << notes << '\n';
  for (const MeasuredValue& value : result.values) out << "    " << value_text(value) << '\n';
  out << error_details(result);
  if (style.statistics) print_statistics(out, result);
  else if (result.verdict == Verdict::unknown) out << open_details(result);
  if (!result.trace_problem.empty()) {
    out << "    internal error: the trace does not replay: " << result.trace_problem << '\n';
  }
  if (result.trace) out << render(*result.trace, trace_style(style.show, style.columns, false));
  return out.str();
}

void print_summary(std::ostream& out, const std::vector<VerifiedModel>& models, const ResultStyle& style) {
  if (models.size() == 1 && models[0].results.size() < 2) return;
  const bool skipped = totals_of(models)[Verdict::skipped] > 0;  // a column only where there are some
  out << "\nresult satisfied unsatisfied unknown " << (skipped ? "skipped " : "") << "error   states seconds  model\n";
  const auto row = [&](const std::string& name, const Totals& one) {
    const std::string word = fmt::format("{:<6}", word_of(one.code));
    const std::string skips = skipped ? fmt::format("{:>7} ", one[Verdict::skipped]) : "";
    const std::string numbers = fmt::format(" {:>9} {:>11} {:>7} {}{:>5} {:>8} {:>7.2f}  ", one[Verdict::satisfied],
                                            one[Verdict::not_satisfied], one[Verdict::unknown], skips,
                                            one[Verdict::error], one.states, one.seconds);
    const std::size_t taken = word.size() + numbers.size();
    out << (style.colour ? std::string(colour_of(one.code)) + word + "\033[0m" : word) << numbers
        << end_of(name, style.columns > taken + 10 ? style.columns - taken : 0) << '\n';
  };
  for (const VerifiedModel& one : models) {
    Totals totals;
    totals.add(one);
    row(one.model, totals);
  }
  if (models.size() > 1) row(fmt::format("{} models", models.size()), totals_of(models));
}

void print_skipped(std::ostream& out, const std::vector<VerifiedModel>& models, Unsupported unsupported) {
  const std::size_t skipped = totals_of(models)[Verdict::skipped];
  if (skipped == 0) return;
  out << skipped << (skipped == 1 ? " query" : " queries") << " skipped, not decided: "
      << (unsupported == Unsupported::ignore ? "the exit code leaves that out"
                                             : "exit code 3 unless something else is wrong (see --unsupported)")
      << '\n';
}

Json query_json(const QueryResult& result) {
  const Statistics& s = result.statistics;
  Json values = Json::array();
  for (const MeasuredValue& v : result.values) {
    values.push_back({{"expression", v.expression},
                      {"reached", v.reached},
                      {"infinite", v.infinite},
                      {"strict", v.strict},
                      {"value", v.value}});
  }
  Json json{{"formula", result.query->text},
            {"verdict", to_text(result.verdict)},
            {"reason", result.reason},
            {"stored", s.stored},
            {"explored", s.explored},
            {"transitions", s.transitions},
            {"seconds", s.seconds},
            {"states_per_second", states_per_second(s)},
            {"time_shares", shares_json(s.times)},
            {"peak_bytes", s.bytes},
            {"discrete_states", s.discrete_states},
            {"zones", s.zones},
            {"symmetry",
             {{"group", result.symmetry.group},
              {"strategy", result.symmetry.strategy},
              {"canonical", result.symmetry.canonical},
              {"not_canonical", result.symmetry.not_canonical},
              {"note", result.symmetry.note},
              {"orbit_sum", std::round(result.symmetry.orbit_sum)},
              {"orbit_mean", orbit_mean(result)}}},
            {"values", values},
            {"least_time", least_time_json(result)},
            {"trace", trace_json(result)}};
  if (result.error && !result.error->file.empty()) json["error_place"] = error_json(*result.error);
  return json;
}

Json verdict_counts(const std::vector<VerifiedModel>& models) {
  const Totals totals = totals_of(models);
  return {{"satisfied", totals[Verdict::satisfied]},
          {"not_satisfied", totals[Verdict::not_satisfied]},
          {"unknown", totals[Verdict::unknown]},
          {"error", totals[Verdict::error]},
          {"skipped", totals[Verdict::skipped]}};
}

Json to_json(const VerifiedModel& model) {
  Json document{{"orbita", version}};
  document.update(verified_json(model));
  return document;
}

Json to_json(const std::vector<VerifiedModel>& models, int exit_code) {
  Json list = Json::array();
  for (const VerifiedModel& model : models) {
    list.push_back(verified_json(model));
    list.back()["exit_code"] = model.code;
  }
  Json summary{{"models", models.size()}};
  summary.update(verdict_counts(models));
  summary["exit_code"] = exit_code;
  return {{"orbita", version}, {"models", list}, {"summary", summary}};
}

Verdict wanted_verdict(const Query& query) {
  const bool no = query.expected == Expectation::not_satisfied || query.expected == Expectation::maybe_not_satisfied;
  return no ? Verdict::not_satisfied : Verdict::satisfied;
}

int exit_code_of(const QueryResult& result) {
  if (!result.trace_problem.empty() || !result.symmetry_problem.empty()) return exit_internal;
  if (result.verdict == Verdict::error) return exit_usage;
  if (result.verdict == Verdict::unknown || result.verdict == Verdict::skipped) return exit_inconclusive;
  return result.verdict == wanted_verdict(*result.query) ? exit_ok : exit_not_ok;
}

int exit_code_of(const std::vector<QueryResult>& results, Unsupported unsupported) {
  int code = exit_ok;
  bool counts = results.empty();
  for (const QueryResult& result : results) {
    if (result.verdict == Verdict::skipped && unsupported == Unsupported::ignore) continue;
    code = worse(code, exit_code_of(result));
    counts = true;
  }
  return counts ? code : static_cast<int>(exit_inconclusive);
}

int worse(int a, int b) {
  const auto weight = [](int code) {
    switch (code) {
      case exit_internal: return 4;
      case exit_usage: return 3;
      case exit_not_ok: return 2;
      case exit_inconclusive: return 1;
      default: return 0;
    }
  };
  return weight(b) > weight(a) ? b : a;
}

}  // namespace orbita::cli
