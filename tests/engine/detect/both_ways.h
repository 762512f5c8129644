// Verdicts with the symmetry that is found and without any.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "engine/verify.h"
#include "tests/engine/verify_support.h"

namespace orbita::test {

// Both ways agree on the verdict; the result is that of the reduced run.
inline QueryResult decided_both_ways(const std::string& text, const std::string& formula) {
  CAPTURE(text, formula);
  const std::unique_ptr<Model> model = model_from(text);
  VerifyOptions options;
  options.detect_symmetry = true;
  options.trace = TraceKind::some;
  options.symmetry = SymmetryChoice::off;
  const QueryResult expected = decide(*model, formula, options);
  options.symmetry = SymmetryChoice::automatic;
  options.check_symmetry = true;
  QueryResult found = decide(*model, formula, options);
  CHECK(to_text(found.verdict) == to_text(expected.verdict));
  CHECK(found.trace_problem == "");
  CHECK(found.symmetry_problem == "");
  CHECK(found.statistics.stored <= expected.statistics.stored);
  return found;
}

inline std::string found_group(const std::string& text, const std::string& formula = "A[] true") {
  return decided_both_ways(text, formula).symmetry.group;
}

inline std::string range_workers(const std::string& declarations, const std::string& guard, const std::string& update,
                                 const std::string& system = "system P;") {
  return declarations +
         "\nprocess P(const int[0,2] id) { state L, M; init L; trans\n"
         "L -> M { guard " +
         guard + "; assign " + update + "; }, M -> L { }; }\n" + system + "\n";
}

}  // namespace orbita::test
