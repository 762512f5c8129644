// Random tiny models: every abstraction, order and subsumption gives the verdicts of the region graph, and every trace
// replays. By hand: ORBITA_REGION_SEED=<first> ORBITA_REGION_COUNT=<count> engine_tests "[region]".
#include "tests/engine/region_comparison.h"

using namespace orbita;
using namespace orbita::test;

namespace {

TimedModel plain_model(std::uint64_t seed) { return TimedModelMaker(seed).make(); }

}  // namespace

TEST_CASE("a failing model shrinks to its failing part") {
  int smaller = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::string text = TimedModelMaker(seed).make().text;
    CAPTURE(seed, text);
    // Pretends that setting n is wrong: one edge that sets it is enough, and a process needs at least one edge.
    const auto fails = [](const std::string& part) {
      try {
        return part.find("n = ") != std::string::npos && model_from(part) != nullptr;
      } catch (const ModelError&) {
        return false;
      }
    };
    if (!fails(text)) continue;
    const std::string small = shrunk(text, spare_parts, fails);
    CAPTURE(small);
    CHECK(fails(small));
    CHECK(small.find("guard") == std::string::npos);
    CHECK(small.find("sync") == std::string::npos);
    CHECK(small.find("<=") == std::string::npos);
    std::size_t edges = 0;
    for (std::size_t at = small.find("->"); at != std::string::npos; at = small.find("->", at + 1)) ++edges;
    CHECK(edges == 2);
    smaller += small.size() < text.size() ? 1 : 0;
  }
  CHECK(smaller > 10);
}

TEST_CASE("random models get the verdicts of their region graph", "[region]") {
  compare_seeds(plain_model, number_from("ORBITA_REGION_SEED", 1), number_from("ORBITA_REGION_COUNT", sampled(150)));
}

TEST_CASE("20000 random models get the verdicts of their region graph", "[slow]") {
  compare_seeds(plain_model, 100000, 20000);
}
