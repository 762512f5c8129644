// Random models that use more of the language (rich_models.h) get the verdicts and values of their region graph. By
// hand: ORBITA_RICH_SEED=<first> ORBITA_RICH_COUNT=<count> engine_tests "[rich]".
#include "tests/engine/region_comparison.h"
#include "tests/engine/rich_models.h"

using namespace orbita;
using namespace orbita::test;

namespace {

TimedModel rich_model(std::uint64_t seed) { return RichModelMaker(seed).make(); }

}  // namespace

TEST_CASE("random models of many features get the verdicts of their region graph", "[rich]") {
  compare_seeds(rich_model, number_from("ORBITA_RICH_SEED", 1), number_from("ORBITA_RICH_COUNT", sampled(100)));
}

TEST_CASE("10000 random models of many features get the verdicts of their region graph", "[slow]") {
  compare_seeds(rich_model, 100000, 10000);
}
