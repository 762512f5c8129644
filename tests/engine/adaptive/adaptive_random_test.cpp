// Adaptive exploration against exploration without symmetry, on random models.
#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/adaptive/asymmetric_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Tally {
  std::uint64_t decided = 0, adapted = 0, traces = 0, errors = 0, plain_states = 0, adapted_states = 0;
};

// A run-time error may be met before or after a state that is looked for; otherwise verdicts are equal.
bool agree(const QueryResult& a, const QueryResult& b) {
  if (a.verdict == b.verdict) return true;
  const QueryResult& other = a.verdict == Verdict::error ? b : a;
  if (a.verdict != Verdict::error && b.verdict != Verdict::error) return false;
  const Verdict found = other.query->kind == QueryKind::reachable ? Verdict::satisfied : Verdict::not_satisfied;
  return other.verdict == found;
}

void compare(unsigned seed, Tally& tally) {
  const AsymmetricModel random = AsymmetricModels(seed).make();
  CAPTURE(seed, random.text);
  const std::unique_ptr<Model> model = model_from(random.text);
  for (const std::string& formula : random.formulas) {
    CAPTURE(formula);
    Query* const query = query_of(*model, formula);
    VerifyOptions options;
    options.trace = TraceKind::some;
    options.limits.states = 20'000;
    options.symmetry = SymmetryChoice::off;
    const QueryResult plain = decide(*model, {query}, options).at(0);
    options.symmetry = SymmetryChoice::adaptive;
    const QueryResult adapted = decide(*model, {query}, options).at(0);
    if (plain.verdict == Verdict::unknown || adapted.verdict == Verdict::unknown) continue;
    ++tally.decided;
    tally.adapted += adapted.symmetry.strategy == "adaptive";
    tally.traces += adapted.trace.has_value();
    tally.errors += adapted.verdict == Verdict::error;
    tally.plain_states += plain.statistics.stored;
    tally.adapted_states += adapted.statistics.stored;
    CHECK(agree(plain, adapted));
    CHECK(adapted.trace_problem == "");
    CHECK((adapted.trace.has_value() || adapted.verdict == Verdict::error) ==
          (plain.trace.has_value() || plain.verdict == Verdict::error));
  }
}

}  // namespace

TEST_CASE("adapting partitions changes no verdict of random models that are almost symmetric") {
  Tally tally;
  for (unsigned seed = 1; seed <= sampled(60); ++seed) compare(seed, tally);
  CHECK(tally.adapted > tally.decided / 2);
}

TEST_CASE("adapting partitions changes no verdict of thousands of random models", "[slow]") {
  Tally tally;
  const std::uint64_t begin = number_from("ORBITA_SEED", 1000), seeds = number_from("ORBITA_CASES", sampled(1000));
  for (std::uint64_t seed = begin; seed < begin + seeds; ++seed) compare(static_cast<unsigned>(seed), tally);
  CHECK(tally.adapted > tally.decided / 2);
  WARN("decided " << tally.decided << ", adapted " << tally.adapted << ", traces " << tally.traces << ", errors "
                  << tally.errors << ", states " << tally.plain_states << " plain, " << tally.adapted_states
                  << " adapted");
}
