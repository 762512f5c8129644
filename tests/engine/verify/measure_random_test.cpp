// Suprema of clocks against reachability of values at and beyond them.
//
// By hand: ORBITA_SEED=<first> ORBITA_MODELS=<count> engine_tests "suprema of clocks*".
#include <catch2/catch.hpp>
#include <string>

#include "tests/engine/region_models.h"
#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

constexpr int far = 60;  // beyond the reach of clocks that do not grow for ever: constants are at most 3

struct Tally {
  std::size_t finite = 0, infinite = 0, nowhere = 0, unknown = 0, errors = 0;
};

QueryResult decided(Model& model, const std::string& formula) {
  VerifyOptions options;
  options.limits.explored = 3000;
  return decide(model, formula, options);
}

// `where` is empty or a condition on locations.
void compare(Model& model, const std::string& clock, const std::string& where, Tally& tally) {
  const std::string formula = "sup" + (where.empty() ? "" : "{" + where + "}") + ": " + clock;
  CAPTURE(formula);
  const QueryResult result = decided(model, formula);
  if (result.verdict == Verdict::error) return void(++tally.errors);
  if (result.verdict == Verdict::unknown) return void(++tally.unknown);
  REQUIRE(result.verdict == Verdict::satisfied);
  const MeasuredValue& value = result.values.front();
  const std::string prefix = where.empty() ? "" : where + " && ";
  const auto is = [&](const std::string& test, Verdict expected) {
    CAPTURE(test);
    const Verdict verdict = decided(model, "E<> " + prefix + clock + test).verdict;
    if (verdict != Verdict::unknown) CHECK(verdict == expected);
  };
  if (!value.reached) {
    ++tally.nowhere;
    is(" >= 0", Verdict::not_satisfied);
  } else if (value.infinite) {
    ++tally.infinite;
    is(" > " + std::to_string(far), Verdict::satisfied);
  } else {
    ++tally.finite;
    CHECK(value.value < far);
    is(" > " + std::to_string(value.value), Verdict::not_satisfied);
    is(" >= " + std::to_string(value.value), value.strict ? Verdict::not_satisfied : Verdict::satisfied);
  }
}

}  // namespace

TEST_CASE("suprema of clocks of random models are reached and not exceeded") {
  const std::uint64_t first = number_from("ORBITA_SEED", 1), models = number_from("ORBITA_MODELS", sampled(400));
  Tally tally;
  for (std::uint64_t seed = first; seed < first + models; ++seed) {
    std::string text = TimedModelMaker(seed).make().text;
    text.insert(text.find("clock z") + 7, ", now");
    CAPTURE(seed, text);
    const std::unique_ptr<Model> model = model_from(text);
    for (const char* clock : {"now", "z", "P.x"}) {
      for (const char* where : {"", "P.L1", "Q.L0"}) compare(*model, clock, where, tally);
    }
  }
  INFO("seeds from " << first << ", " << models << " models");
  CAPTURE(tally.finite, tally.infinite, tally.nowhere, tally.unknown, tally.errors);
  CHECK(tally.finite >= models);
  CHECK(tally.infinite >= models);
  CHECK(tally.unknown * 50 <= tally.finite + tally.infinite);  // nearly all clocks that grow for ever are recognised
}
