#include "cli/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "cli/cli.h"
#include "cli/load.h"

namespace orbita::cli {

namespace {

namespace fs = std::filesystem;

bool is_model(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".xml" || ending == ".xta" || ending == ".ta";
}

std::string_view to_text(Expectation expectation) {
  switch (expectation) {
    case Expectation::none:
      return "nothing";
    case Expectation::satisfied:
      return "satisfied";
    case Expectation::not_satisfied:
      return "not-satisfied";
    case Expectation::maybe_satisfied:
      return "satisfied or unknown";
    case Expectation::maybe_not_satisfied:
      return "not-satisfied or unknown";
    case Expectation::error:
      return "error";
  }
  return "";
}

bool as_expected(Expectation expectation, Verdict verdict) {
  switch (expectation) {
    case Expectation::none:
      return false;
    case Expectation::satisfied:
      return verdict == Verdict::satisfied;
    case Expectation::not_satisfied:
      return verdict == Verdict::not_satisfied;
    case Expectation::maybe_satisfied:
      return verdict == Verdict::satisfied || verdict == Verdict::unknown;
    case Expectation::maybe_not_satisfied:
      return verdict == Verdict::not_satisfied || verdict == Verdict::unknown;
    case Expectation::error:
      return verdict == Verdict::error;
  }
  return false;
}

CaseResult judge(const QueryResult& result) {
  const Expectation expected = result.query->expected;
  CaseResult one{std::string(result.query->text), CaseOutcome::passed, "", result.statistics.seconds};
  const std::string reason = result.reason.empty() ? "" : " (" + result.reason + ")";
  if (!result.trace_problem.empty()) {
    one.outcome = CaseOutcome::failed;
    one.message = "the trace does not replay: " + result.trace_problem;
  } else if (as_expected(expected, result.verdict)) {
    return one;
  } else if (result.verdict == Verdict::error) {
    one.outcome = CaseOutcome::broken;
    one.message = "error" + reason;
  } else if (expected == Expectation::none) {
    one.outcome = CaseOutcome::no_expectation;
    one.message = std::string(orbita::to_text(result.verdict)) + reason;
  } else {
    one.outcome = result.verdict == Verdict::unknown ? CaseOutcome::undecided : CaseOutcome::failed;
    one.message =
        fmt::format("expected {}, is {}{}", to_text(expected), orbita::to_text(result.verdict), reason);
  }
  return one;
}

// An error inside a query that is expected to be wrong has a result that says so.
bool is_expected(const Diagnostic& error, const std::vector<Query*>& queries) {
  return std::any_of(queries.begin(), queries.end(), [&](const Query* query) {
    return query->expected == Expectation::error && error.where.block == query->span.block &&
           error.where.begin >= query->span.begin && error.where.begin <= query->span.end;
  });
}

void add_errors(const Loaded& loaded, SuiteModel& model) {
  for (const Diagnostic& d : loaded.diagnostics.sorted()) {
    if (d.severity != Severity::error || is_expected(d, loaded.queries)) continue;
    model.cases.push_back({"", CaseOutcome::broken, d.message, 0});
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;  // no other control character is XML
    }
  }
  return out;
}

std::string junit_case(const std::string& model, const CaseResult& one) {
  const std::string name = one.formula.empty() ? "(model)" : one.formula;
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", escaped(model),
                                escaped(name), one.seconds);
  if (one.outcome == CaseOutcome::passed) return out + "/>\n";
  const std::string message = escaped(one.message);
  switch (one.outcome) {
    case CaseOutcome::failed:
      out += fmt::format("><failure message=\"{}\"/>", message);
      break;
    case CaseOutcome::no_expectation:
      out += "><skipped/>";
      break;
    default:
      out += fmt::format("><error message=\"{}\"/>", message);
  }
  return out + "</testcase>\n";
}

std::string junit_counts(const SuiteCount& count) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                     count.total(), count.failed, count.broken + count.undecided, count.no_expectation,
                     count.seconds);
}

}  // namespace

std::vector<std::string> suite_files(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (fs::is_directory(path)) {
      for (const auto& entry : fs::recursive_directory_iterator(path)) {
        if (entry.is_regular_file() && is_model(entry.path())) files.push_back(entry.path().string());
      }
    } else if (fs::exists(path)) {
      files.push_back(path);
    } else {
      throw std::invalid_argument("cannot read " + path);
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

SuiteModel run_suite_model(const std::string& path, const VerifyOptions& options) {
  SuiteModel model{path, {}};
  ModelArguments arguments;
  arguments.model = path;
  Loaded loaded = load(arguments, true);
  if (loaded.model == nullptr) {
    add_errors(loaded, model);
    if (model.cases.empty()) model.cases.push_back({"", CaseOutcome::broken, "the model cannot be read", 0});
    return model;
  }
  try {
    for (const QueryResult& result : verify(*loaded.model, loaded.queries, options, loaded.diagnostics)) {
      model.cases.push_back(judge(result));
    }
  } catch (const ModelError& error) {
    for (const Diagnostic& d : error.diagnostics())
      model.cases.push_back({"", CaseOutcome::broken, d.message, 0});
  }
  const bool shown = std::any_of(model.cases.begin(), model.cases.end(),
                                 [](const CaseResult& one) { return one.outcome == CaseOutcome::broken; });
  if (!shown) add_errors(loaded, model);
  return model;
}

SuiteCount count_cases(const std::vector<SuiteModel>& models) {
  SuiteCount count;
  for (const SuiteModel& model : models) {
    for (const CaseResult& one : model.cases) {
      count.passed += one.outcome == CaseOutcome::passed;
      count.failed += one.outcome == CaseOutcome::failed;
      count.undecided += one.outcome == CaseOutcome::undecided;
      count.broken += one.outcome == CaseOutcome::broken;
      count.no_expectation += one.outcome == CaseOutcome::no_expectation;
      count.seconds += one.seconds;
    }
  }
  return count;
}

int exit_code_of(const SuiteCount& count) {
  if (count.broken > 0) return exit_usage;
  if (count.failed > 0) return exit_not_ok;
  if (count.undecided > 0) return exit_inconclusive;
  return count.passed > 0 ? exit_ok : exit_usage;  // a suite that tests nothing is a mistake
}

std::string to_junit(const std::vector<SuiteModel>& models) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " + junit_counts(count_cases(models)) + ">\n";
  for (const SuiteModel& model : models) {
    out += fmt::format("  <testsuite name=\"{}\" {}>\n", escaped(model.path),
                       junit_counts(count_cases({model})));
    for (const CaseResult& one : model.cases) out += junit_case(model.path, one);
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace orbita::cli
