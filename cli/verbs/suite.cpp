#include "cli/verbs/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>

#include "cli/verbs/rewrite.h"
#include "engine/verify/all_sizes.h"
#include "report/result_details.h"
#include "session/certificate_files.h"
#include "session/expected.h"
#include "session/load.h"

namespace orbita::cli {

namespace {

std::string_view to_text(Expectation expectation) {
  switch (expectation) {
    case Expectation::none: return "nothing";
    case Expectation::satisfied: return "satisfied";
    case Expectation::not_satisfied: return "not-satisfied";
    case Expectation::maybe_satisfied: return "satisfied or unknown";
    case Expectation::maybe_not_satisfied: return "not-satisfied or unknown";
    case Expectation::error: return "error";
  }
  return "";
}

bool as_expected(Expectation expectation, Verdict verdict) {
  switch (expectation) {
    case Expectation::none: return false;
    case Expectation::satisfied: return verdict == Verdict::satisfied;
    case Expectation::not_satisfied: return verdict == Verdict::not_satisfied;
    case Expectation::maybe_satisfied: return verdict == Verdict::satisfied || verdict == Verdict::unknown;
    case Expectation::maybe_not_satisfied: return verdict == Verdict::not_satisfied || verdict == Verdict::unknown;
    case Expectation::error: return verdict == Verdict::error;
  }
  return false;
}

CaseResult judge(const QueryResult& result, const ExpectedVerdict& wanted) {
  const Expectation expected = wanted.verdict;
  CaseResult one{std::string(result.query->text),
                 CaseOutcome::passed,
                 "",
                 result.statistics.seconds,
                 expected == Expectation::none ? "" : std::string(to_text(expected)),
                 std::string(orbita::to_text(result.verdict)),
                 result.statistics.stored,
                 result.certified_by};
  const std::string reason = result.reason.empty() ? "" : " (" + located_reason(result) + ")";
  if (!result.trace_problem.empty()) {
    one.outcome = CaseOutcome::failed;
    one.message = "the trace does not replay: " + result.trace_problem;
  } else if (!result.certificate_problem.empty()) {
    one.outcome = CaseOutcome::failed;
    one.message = "no certificate: " + result.certificate_problem;
  } else if (as_expected(expected, result.verdict)) {
    return one;
  } else if (result.verdict == Verdict::error) {
    one.outcome = CaseOutcome::broken;
    one.message = "error" + reason;
  } else if (expected == Expectation::none || result.verdict == Verdict::skipped) {
    one.outcome = expected == Expectation::none ? CaseOutcome::no_expectation : CaseOutcome::skipped;
    one.message = one.verdict + reason;
  } else {
    const bool over_budget = result.verdict == Verdict::unknown && wanted.has_budget();
    one.outcome = result.verdict == Verdict::unknown && !over_budget ? CaseOutcome::undecided : CaseOutcome::failed;
    one.message =
        fmt::format("expected {}{}, is {}{}{}", to_text(expected), wanted.from_result ? " by the stored result" : "",
                    one.verdict, reason, over_budget ? ", over its budget" : "");
  }
  return one;
}

bool is_inside(const Diagnostic& error, const Query& query) {
  return error.where.block == query.span.block && error.where.begin >= query.span.begin &&
         error.where.begin <= query.span.end;
}

// An error inside a query that is expected to be wrong has a result that says so.
bool is_expected(const Diagnostic& error, const std::vector<Query*>& queries) {
  return std::any_of(queries.begin(), queries.end(), [&](const Query* query) {
    return query->expected == Expectation::error && is_inside(error, *query);
  });
}

// "12:5: unknown name 'x'", with the file where it is not the model itself.
std::string placed(const Diagnostics& diagnostics, const Diagnostic& d, const std::string& model) {
  const Sources& sources = *diagnostics.sources();
  const std::string& file = sources[d.where.block].file;
  if (file.empty()) return d.message;
  const Position at = sources.locate(d.where);
  return fmt::format("{}{}:{}: {}", file == model ? "" : file + ":", at.line, at.column, d.message);
}

// Where and why a query could not be read; "" when it could.
std::string problem_of(const Query& query, const Diagnostics& diagnostics, const std::string& model) {
  if (query.checked || query.kind == QueryKind::unsupported) return "";
  for (const Diagnostic& d : diagnostics.sorted()) {
    if (d.severity == Severity::error && is_inside(d, query)) return placed(diagnostics, d, model);
  }
  return "";
}

CaseResult broken(const std::string& message) {
  CaseResult one;
  one.message = message;
  return one;
}

void add_errors(const Loaded& loaded, SuiteModel& model) {
  for (const Diagnostic& d : loaded.diagnostics.sorted()) {
    if (d.severity != Severity::error || is_expected(d, loaded.queries)) continue;
    model.cases.push_back(broken(placed(loaded.diagnostics, d, model.path)));
  }
}

// Queries without a budget of their own share explorations. `all_sizes`: SuiteOptions.
std::vector<QueryResult> verify_within(Loaded& loaded, const std::vector<ExpectedVerdict>& expected,
                                       const VerifyOptions& options, const std::optional<std::string>& all_sizes) {
  const auto decide = [&](const std::vector<Query*>& queries, const VerifyOptions& limited) {
    return all_sizes ? verify_all_sizes(*loaded.model, queries, *all_sizes, limited)
                     : verify(*loaded.model, queries, limited);
  };
  std::vector<QueryResult> results(loaded.queries.size());
  std::vector<Query*> together;
  std::vector<std::size_t> places;
  VerifyOptions shared = options;
  shared.known_symmetry = loaded.symmetry;
  for (std::size_t i = 0; i < loaded.queries.size(); ++i) {
    if (!expected[i].has_budget()) {
      together.push_back(loaded.queries[i]);
      places.push_back(i);
      continue;
    }
    VerifyOptions alone = shared;
    alone.limits = expected[i].within(options.limits);
    results[i] = std::move(decide({loaded.queries[i]}, alone).at(0));
  }
  if (together.empty()) return results;
  shared.limits.since = loaded.begun();
  std::vector<QueryResult> rest = decide(together, shared);
  for (std::size_t i = 0; i < rest.size(); ++i) results[places[i]] = std::move(rest[i]);
  return results;
}

void update_expectations(const Loaded& loaded, const std::vector<ExpectedVerdict>& expected,
                         const std::vector<QueryResult>& results, SuiteModel& model) {
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < results.size(); ++i) {
    CaseResult& one = model.cases[i];
    const bool decided = results[i].verdict == Verdict::satisfied || results[i].verdict == Verdict::not_satisfied;
    // A stored result is no expectation; an update makes it one.
    const bool changes = one.outcome == CaseOutcome::no_expectation || one.outcome == CaseOutcome::failed ||
                         (one.outcome == CaseOutcome::passed && expected[i].from_result);
    if (!decided || !changes || !results[i].trace_problem.empty()) continue;
    edits.push_back(expect_edit(loaded, expected[i], results[i].verdict == Verdict::satisfied));
    one.outcome = CaseOutcome::updated;
    one.message = (one.expected.empty() || expected[i].from_result ? "" : one.expected + " -> ") + one.verdict;
  }
  model.diff = apply_edits(edits);
}

SuiteModel verified_suite_model(const std::string& path, const SuiteOptions& options) {
  SuiteModel model{path, {}, "", 0};
  ModelArguments arguments;
  arguments.model = path;
  Loaded loaded = load_within(options.verify.limits, arguments, true, true);
  if (!loaded.limit.empty()) {
    for (const Query* query : loaded.queries) {
      model.cases.push_back(broken("unknown (" + loaded.limit.text() + ")"));
      model.cases.back().formula = std::string(query->text);
      model.cases.back().outcome = CaseOutcome::undecided;
      model.cases.back().verdict = "unknown";
    }
    return model;
  }
  if (loaded.model == nullptr) {
    add_errors(loaded, model);
    if (model.cases.empty()) model.cases.push_back(broken("the model cannot be read"));
    return model;
  }
  try {
    load_comment_queries(path, loaded);
    const std::vector<ExpectedVerdict> expected = find_expected(loaded);
    VerifyOptions verify = options.verify;
    std::optional<ScratchFolder> scratch;
    if (options.certify) certify_all(loaded, arguments, scratch.emplace(), verify);
    const std::vector<QueryResult> results = verify_within(loaded, expected, verify, options.all_sizes);
    for (std::size_t i = 0; i < results.size(); ++i) {
      model.cases.push_back(judge(results[i], expected[i]));
      CaseResult& one = model.cases.back();
      const std::string problem = problem_of(*results[i].query, loaded.diagnostics, path);
      if (one.outcome == CaseOutcome::broken && !problem.empty()) one.message = problem;
    }
    if (options.update) update_expectations(loaded, expected, results, model);
  } catch (const ModelError& error) {
    for (const Diagnostic& d : error.diagnostics()) model.cases.push_back(broken(placed(loaded.diagnostics, d, path)));
  } catch (const std::invalid_argument& error) {
    model.cases.push_back(broken(error.what()));
  }
  const bool shown = std::any_of(model.cases.begin(), model.cases.end(),
                                 [](const CaseResult& one) { return one.outcome == CaseOutcome::broken; });
  if (!shown) add_errors(loaded, model);
  return model;
}

}  // namespace

SuiteModel run_suite_model(const std::string& path, const SuiteOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  SuiteModel model = verified_suite_model(path, options);
  model.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return model;
}

}  // namespace orbita::cli
