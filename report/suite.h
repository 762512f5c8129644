// Cases of a regression suite, or of a run of verify, as JUnit XML and as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/results.h"

namespace orbita {

enum class CaseOutcome {
  passed,
  updated,        // was not as expected; now the file expects it
  failed,         // decided, but not as expected; or over its budget; or a trace that does not replay
  undecided,      // a limit was reached
  broken,         // the model or the query has errors
  skipped,        // beyond a symbolic engine, although something is expected of it
  no_expectation  // verified, but nothing says what should come out
};
std::string_view to_text(CaseOutcome outcome);

struct CaseResult {
  std::string formula;  // empty: the model as a whole
  CaseOutcome outcome = CaseOutcome::broken;
  std::string message;  // why it did not pass; for no_expectation the verdict
  double seconds = 0;
  std::string expected;  // as a word; empty: nothing
  std::string verdict;
  std::uint64_t stored = 0;
  std::string certified_by{};  // the program that has checked the certificate
};

struct SuiteModel {
  std::string path;
  std::vector<CaseResult> cases;
  std::string diff;    // what an update changed
  double seconds = 0;  // wall time; less than the sum of its cases where they share explorations
};

struct SuiteCount {
  std::size_t passed = 0, updated = 0, failed = 0, undecided = 0, broken = 0, skipped = 0, no_expectation = 0;
  std::size_t certified = 0;  // of all of them
  std::size_t total() const { return passed + updated + failed + undecided + broken + skipped + no_expectation; }
};

SuiteCount count_cases(const std::vector<SuiteModel>& models);
// Fails closed: as expected only when some case passed and every other one too (or has no expectation, or was skipped
// and Unsupported::ignore says that this is fine).
Standing standing_of(const SuiteCount& count, Unsupported unsupported);

// The results of `orbita verify` as a suite: where nothing else is said, satisfied is expected. A model that is not as
// expected has a case that did not pass.
std::vector<SuiteModel> suite_of(const std::vector<VerifiedModel>& models);

// The widely read JUnit dialect: a testsuite for each model, a testcase for each query;
// docs/schema/junit.xsd describes it.
// `seconds`: wall time of the run.
std::string to_junit(const std::vector<SuiteModel>& models, double seconds);

Json to_json(const SuiteModel& model);
SuiteModel suite_model_from(const Json& json);
Json to_json(const std::vector<SuiteModel>& models, double seconds, Standing whole);

}  // namespace orbita
