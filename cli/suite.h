// A regression suite: models whose queries say what is expected of them.
//
// Expectations are <expect> elements of the XML or EXPECT comments of a .q file. Running is apart
// from reporting, so that the text, the exit code and the JUnit file cannot disagree.
#pragma once

#include <string>
#include <vector>

#include "engine/verify.h"

namespace orbita::cli {

enum class CaseOutcome {
  passed,
  failed,         // decided, but not as expected; or a trace that does not replay
  undecided,      // a limit was reached
  broken,         // the model or the query has errors
  no_expectation  // verified, but nothing says what should come out
};

struct CaseResult {
  std::string formula;  // empty: the model as a whole
  CaseOutcome outcome = CaseOutcome::broken;
  std::string message;  // why it did not pass; for no_expectation the verdict
  double seconds = 0;
};

struct SuiteModel {
  std::string path;
  std::vector<CaseResult> cases;
};

struct SuiteCount {
  std::size_t passed = 0, failed = 0, undecided = 0, broken = 0, no_expectation = 0;
  std::size_t total() const { return passed + failed + undecided + broken + no_expectation; }
  double seconds = 0;
};

// The model files below the paths, sorted; a file given by name is taken whatever its ending.
// Throws std::invalid_argument for a path that is not there.
std::vector<std::string> suite_files(const std::vector<std::string>& paths);

// Never throws for mistakes in the model: they are cases that are broken.
SuiteModel run_suite_model(const std::string& path, const VerifyOptions& options);

SuiteCount count_cases(const std::vector<SuiteModel>& models);
// Fails closed: 0 only when some case passed and every other one too (or has no expectation).
int exit_code_of(const SuiteCount& count);

// The widely read JUnit dialect: a testsuite for each model, a testcase for each query.
std::string to_junit(const std::vector<SuiteModel>& models);

}  // namespace orbita::cli
