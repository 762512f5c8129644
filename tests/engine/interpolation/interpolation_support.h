// One query decided by learning labels, with all labels verified again and every trace replayed.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "tests/engine/verify_support.h"

namespace orbita::test {

inline QueryResult learned(Model& model, const std::string& formula) {
  VerifyOptions options;
  options.engine = Engine::interpolation;
  options.check_labels = true;
  options.trace = TraceKind::some;
  const QueryResult result = decide(model, formula, options);
  CHECK(result.symmetry_problem == "");
  CHECK(result.trace_problem == "");
  if (result.verdict != Verdict::error) REQUIRE(result.statistics.labels.has_value());
  return result;
}

inline QueryResult learned(const std::string& xta, const std::string& formula) {
  return learned(*model_from(xta), formula);
}

}  // namespace orbita::test
