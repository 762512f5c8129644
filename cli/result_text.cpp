#include "cli/result_text.h"

#include <fmt/format.h>

#include <ostream>
#include <sstream>

#include "cli/terminal/output.h"
#include "report/result_details.h"

namespace orbita::cli {

namespace {

// Green: as expected, for any verdict.
std::string_view colour_of(Standing standing) {
  switch (standing) {
    case Standing::as_expected: return "\033[32m";
    case Standing::not_as_expected: return "\033[31m";
    case Standing::inconclusive: return "\033[33m";
    default: return "\033[1;31m";
  }
}

// The words of `orbita test`.
std::string_view word_of(Standing standing) {
  switch (standing) {
    case Standing::as_expected: return "ok";
    case Standing::not_as_expected: return "FAILED";
    case Standing::unusable: return "ERROR";
    case Standing::inconclusive: return "OPEN";
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

std::string value_text(const MeasuredValue& value) {
  if (!value.reached) return value.expression + ": no state satisfies the predicate";
  if (value.infinite) return value.expression + ": no upper limit";
  return value.expression + ": " + (value.strict ? "up to but not " : "") + std::to_string(value.value);
}

// A few of them, and how many there are.
std::string listed(const std::vector<std::string>& items, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < items.size() && i < most; ++i) text += (i == 0 ? "" : "; ") + items[i];
  if (items.size() > most) text += fmt::format("; … ({} in all)", items.size());
  return text;
}

std::string labels_text(const LabelStatistics& s) {
  std::string text = fmt::format(
      "    labels: {} visited, {} covered, {} reopened, longest {}, {} capped; {} tries, {} exchange steps, {} given "
      "up\n",
      s.visited, s.covered, s.reopened, s.longest_label, s.capped, s.cover_tries, s.exchange_steps,
      s.exchange_budget_hits);
  if (s.interchangeable.empty()) text += "    no processes may trade places\n";
  for (const auto& part : s.interchangeable) text += "    may trade places: " + listed(part, 4) + '\n';
  if (!s.root_label.empty()) text += "    because initially: " + listed(s.root_label, 6) + '\n';
  if (!s.exact_edges.empty()) text += "    exact values for: " + listed(s.exact_edges, 6) + '\n';
  return text;
}

std::string bdd_text(const BddSummary& s) {
  std::string text = fmt::format(
      "    BDD: exactly {} states in a set of {} nodes, at most {} nodes in use of {} allocated, {} rounds {}\n",
      s.states, s.nodes, s.live_nodes, s.peak_nodes, s.rounds, s.chained ? "process by process" : "breadth first");
  if (s.representing > 0) text += fmt::format("    representatives took {:.3g} s", s.representing);
  if (!s.links.empty()) text += "; numbered along " + s.links;
  return text + (s.representing > 0 ? "\n" : "");
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
  if (result.bdd) {
    out << bdd_text(*result.bdd);
  }
  if (result.counted) {
    const CountedSummary& c = *result.counted;
    out << fmt::format("    counted: {} patterns of at most {} blocks, {} merges, {} steps computed, {} remembered\n",
                       c.patterns, c.most_blocks, c.merges, c.computed, c.remembered);
  }
  if (s.labels) out << labels_text(*s.labels);
  const SymmetrySummary& y = result.symmetry;
  if (y.strategy != "off") {
    out << "    symmetry: " << y.group << ", " << y.strategy << (y.canonical ? ", canonical" : ", not canonical");
    if (!y.canonical) out << " (" << y.not_canonical << " times)";
    if (y.partitions > 0) out << ", " << y.partitions << (y.partitions == 1 ? " partition" : " partitions");
    if (y.orbit_sum > 0) out << ", stands for " << static_cast<double>(y.orbit_sum) << " states";
    out << '\n';
  }
  if (!y.asymmetric.empty()) out << "    told apart: " << y.asymmetric << '\n';
  if (!y.note.empty()) out << "    not reduced: " << y.note << '\n';
}

}  // namespace

std::string result_text(const QueryResult& result, const ResultStyle& style) {
  std::ostringstream out;
  const Standing standing = standing_of(result);
  const std::string verdict = fmt::format("{:<13}", to_text(result.verdict));
  const std::string notes =
      (result.reason.empty() ? "" : "  (" + located_reason(result) + ')') + expectation_note(result);
  const std::size_t taken = verdict.size() + 1 + notes.size();
  const std::size_t room = standing == Standing::as_expected && style.columns > taken + 20 ? style.columns - taken : 0;
  out << (style.colour ? std::string(colour_of(standing)) + verdict + "\033[0m" : verdict) << ' '
      << shortened(one_line(result.query->text), room) << notes << '\n';
  for (const MeasuredValue& value : result.values) out << "    " << value_text(value) << '\n';
  out << error_details(result);
  if (style.statistics) print_statistics(out, result);
  else if (result.verdict == Verdict::unknown) out << open_details(result);
  if (!result.certified_by.empty()) out << "    certified by " << result.certified_by << '\n';
  if (!result.certificate_note.empty()) out << "    no certificate: " << result.certificate_note << '\n';
  if (!result.certificate_problem.empty())
    out << "    internal error: no certificate: " << result.certificate_problem << '\n';
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
    const std::string word = fmt::format("{:<6}", word_of(one.standing));
    const std::string skips = skipped ? fmt::format("{:>7} ", one[Verdict::skipped]) : "";
    const std::string numbers = fmt::format(" {:>9} {:>11} {:>7} {}{:>5} {:>8} {:>7.2f}  ", one[Verdict::satisfied],
                                            one[Verdict::not_satisfied], one[Verdict::unknown], skips,
                                            one[Verdict::error], one.states, one.seconds);
    const std::size_t taken = word.size() + numbers.size();
    out << (style.colour ? std::string(colour_of(one.standing)) + word + "\033[0m" : word) << numbers
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

TraceTextOptions trace_style(TraceShow show, std::size_t columns, bool formula) {
  TraceTextOptions options{show, formula};
  if (columns > 0) options.width = columns;
  return options;
}

}  // namespace orbita::cli
