#include "report/suite.h"

#include <fmt/format.h>

#include "orbita_version.h"
#include "report/result_details.h"

namespace orbita {

namespace {

std::string junit_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;  // no other control character is XML
    }
  }
  return out;
}

std::string junit_case(const std::string& model, const CaseResult& one) {
  const std::string name = one.formula.empty() ? "(model)" : one.formula;
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", junit_escaped(model),
                                junit_escaped(name), one.seconds);
  if (one.outcome == CaseOutcome::passed || one.outcome == CaseOutcome::updated) return out + "/>\n";
  const std::string message = junit_escaped(one.message);
  switch (one.outcome) {
    case CaseOutcome::failed: out += fmt::format("><failure message=\"{}\"/>", message); break;
    case CaseOutcome::no_expectation: out += "><skipped/>"; break;
    case CaseOutcome::skipped: out += fmt::format("><skipped message=\"{}\"/>", message); break;
    default: out += fmt::format("><error message=\"{}\"/>", message);
  }
  return out + "</testcase>\n";
}

std::string junit_counts(const SuiteCount& count, double seconds) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", count.total(),
                     count.failed, count.broken + count.undecided, count.no_expectation + count.skipped, seconds);
}

constexpr CaseOutcome all_outcomes[] = {CaseOutcome::passed,        CaseOutcome::updated, CaseOutcome::failed,
                                        CaseOutcome::undecided,     CaseOutcome::broken,  CaseOutcome::skipped,
                                        CaseOutcome::no_expectation};

CaseOutcome outcome_of(Standing standing) {
  switch (standing) {
    case Standing::as_expected: return CaseOutcome::passed;
    case Standing::unusable: return CaseOutcome::broken;
    case Standing::inconclusive: return CaseOutcome::undecided;
    default: return CaseOutcome::failed;
  }
}

CaseResult case_of(const QueryResult& result) {
  CaseResult one{std::string(result.query->text),
                 outcome_of(standing_of(result)),
                 "",
                 result.statistics.seconds,
                 std::string(to_text(wanted_verdict(*result.query))),
                 std::string(to_text(result.verdict)),
                 result.statistics.stored};
  if (one.outcome == CaseOutcome::passed) return one;
  if (result.verdict == Verdict::skipped) {
    one.outcome = CaseOutcome::skipped;
    one.message = result.reason;
    return one;
  }
  one.message = fmt::format("expected {}, is {}", one.expected, one.verdict);
  if (!result.reason.empty()) one.message += " (" + located_reason(result) + ")";
  if (!result.trace_problem.empty()) one.message = "the trace does not replay: " + result.trace_problem;
  return one;
}

// A model that failed as a whole, or a query that could not be read.
void add_problem(const VerifiedModel& model, SuiteModel& suite) {
  const CaseOutcome outcome = outcome_of(model.standing);
  for (const CaseResult& one : suite.cases) {
    const bool open = one.outcome == CaseOutcome::skipped && outcome == CaseOutcome::undecided;
    if (one.outcome == outcome || open) return;  // shown already
  }
  CaseResult one;
  one.outcome = outcome;
  for (const Json& diagnostic : model.diagnostics) {
    if (diagnostic.at("severity") != "error") continue;
    one.message += (one.message.empty() ? "" : "; ") + diagnostic.at("message").get<std::string>();
  }
  if (one.message.empty()) one.message = "the model could not be verified";
  suite.cases.push_back(one);
}

}  // namespace

std::vector<SuiteModel> suite_of(const std::vector<VerifiedModel>& models) {
  std::vector<SuiteModel> suite;
  for (const VerifiedModel& model : models) {
    suite.push_back({model.model, {}, "", model.seconds});
    for (const QueryResult& result : model.results) suite.back().cases.push_back(case_of(result));
    if (model.standing != Standing::as_expected) add_problem(model, suite.back());
  }
  return suite;
}

std::string_view to_text(CaseOutcome outcome) {
  switch (outcome) {
    case CaseOutcome::passed: return "passed";
    case CaseOutcome::updated: return "updated";
    case CaseOutcome::failed: return "failed";
    case CaseOutcome::undecided: return "undecided";
    case CaseOutcome::broken: return "broken";
    case CaseOutcome::skipped: return "skipped";
    case CaseOutcome::no_expectation: return "no-expectation";
  }
  return "";
}

SuiteCount count_cases(const std::vector<SuiteModel>& models) {
  SuiteCount count;
  for (const SuiteModel& model : models) {
    for (const CaseResult& one : model.cases) {
      count.certified += one.certified_by.empty() ? 0 : 1;
      count.passed += one.outcome == CaseOutcome::passed;
      count.updated += one.outcome == CaseOutcome::updated;
      count.failed += one.outcome == CaseOutcome::failed;
      count.undecided += one.outcome == CaseOutcome::undecided;
      count.broken += one.outcome == CaseOutcome::broken;
      count.skipped += one.outcome == CaseOutcome::skipped;
      count.no_expectation += one.outcome == CaseOutcome::no_expectation;
    }
  }
  return count;
}

Standing standing_of(const SuiteCount& count, Unsupported unsupported) {
  if (count.broken > 0) return Standing::unusable;
  if (count.failed > 0) return Standing::not_as_expected;
  if (count.undecided > 0) return Standing::inconclusive;
  const bool tests_something = count.passed + count.updated > 0;
  if (count.skipped > 0 && (unsupported != Unsupported::ignore || !tests_something)) return Standing::inconclusive;
  return tests_something ? Standing::as_expected : Standing::unusable;  // a suite that tests nothing is a mistake
}

std::string to_junit(const std::vector<SuiteModel>& models, double seconds) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " + junit_counts(count_cases(models), seconds) + ">\n";
  for (const SuiteModel& model : models) {
    out += fmt::format("  <testsuite name=\"{}\" {}>\n", junit_escaped(model.path),
                       junit_counts(count_cases({model}), model.seconds));
    for (const CaseResult& one : model.cases) out += junit_case(model.path, one);
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

Json to_json(const SuiteModel& model) {
  Json cases = Json::array();
  for (const CaseResult& one : model.cases) {
    cases.push_back({{"formula", one.formula},
                     {"outcome", to_text(one.outcome)},
                     {"expected", one.expected},
                     {"verdict", one.verdict},
                     {"message", one.message},
                     {"seconds", one.seconds},
                     {"stored", one.stored}});
    if (!one.certified_by.empty()) cases.back()["certified_by"] = one.certified_by;
  }
  return {{"model", model.path}, {"cases", cases}, {"diff", model.diff}, {"seconds", model.seconds}};
}

SuiteModel suite_model_from(const Json& json) {
  SuiteModel model{json.at("model"), {}, json.at("diff"), json.at("seconds")};
  for (const Json& item : json.at("cases")) {
    CaseResult one;
    one.formula = item.at("formula");
    for (const CaseOutcome outcome : all_outcomes) {
      if (item.at("outcome") == to_text(outcome)) one.outcome = outcome;
    }
    one.expected = item.at("expected");
    one.verdict = item.at("verdict");
    one.message = item.at("message");
    one.seconds = item.at("seconds");
    one.stored = item.at("stored");
    one.certified_by = item.value("certified_by", "");
    model.cases.push_back(one);
  }
  return model;
}

Json to_json(const std::vector<SuiteModel>& models, double seconds, Standing whole) {
  const SuiteCount count = count_cases(models);
  Json list = Json::array();
  for (const SuiteModel& model : models) list.push_back(to_json(model));
  return {{"orbita", version},
          {"summary",
           {{"models", models.size()},
            {"cases", count.total()},
            {"passed", count.passed},
            {"updated", count.updated},
            {"failed", count.failed},
            {"undecided", count.undecided},
            {"broken", count.broken},
            {"skipped", count.skipped},
            {"no_expectation", count.no_expectation},
            {"certified", count.certified},
            {"seconds", seconds},
            {"exit_code", static_cast<int>(whole)}}},
          {"models", list}};
}

}  // namespace orbita
