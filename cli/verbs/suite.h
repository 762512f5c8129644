// Runs a regression suite: models whose queries say what is expected of them (session/expected.h).
//
// Running is apart from reporting (report/suite.h), so that the text, the JSON, the exit code and the JUnit file
// cannot disagree.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify.h"
#include "report/suite.h"

namespace orbita::cli {

struct SuiteOptions {
  VerifyOptions verify;
  std::optional<std::string> all_sizes{};  // decide for every size of this scalar set; "": of the only one
  bool update = false;                     // make the files expect what comes out
  bool certify = false;                    // let orbita-certify check the certificate of every verdict that has one
  std::uint64_t jobs = 1;
};

// Never throws for mistakes in the model: they are cases that are broken.
SuiteModel run_suite_model(const std::string& path, const SuiteOptions& options);

// Runs each model in a process of its own, `jobs` at a time, so that none can harm another. `done` is
// called in the order of `files`, as soon as possible. A process that ends badly is a broken case.
std::vector<SuiteModel> run_suite(const std::vector<std::string>& files, const SuiteOptions& options,
                                  const std::function<void(const SuiteModel&)>& done);

}  // namespace orbita::cli
