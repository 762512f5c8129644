// Random runs of real models: whatever a walk does, replay accepts.
#include <filesystem>

#include "tests/engine/corpus_models.h"
#include "tests/engine/replay_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Returns how many models were walked.
std::size_t walk_corpus(const std::string& folder, std::uint64_t steps) {
  const std::vector<std::string> files = corpus_models(folder);
  std::size_t walked = 0;
  for (const std::string& path : files) {
    CAPTURE(path);
    const auto model = usable_model(path);
    if (!model) continue;
    std::uint64_t states = 0;
    WalkResult result;
    // A walk throws std::logic_error when a step it found possible is refused.
    REQUIRE_NOTHROW(result = random_walk(*model, 7, steps, [&](Semantics& semantics, const ConcreteState& state) {
                      ConcreteState copy = state;
                      if (++states % 16 == 0) REQUIRE(semantics.violated_invariant(copy).empty());
                      return true;
                    }));
    CAPTURE(result.error);
    CHECK(result.abandoned == 0);
    CHECK(states > result.steps);
    walked += result.steps > 0;
  }
  return walked;
}

bool corpus_is_here() {
  const bool here = std::filesystem::exists(ORBITA_CORPUS_DIR);
  if (!here) WARN("the corpus is not here: nothing is checked");
  return here;
}

}  // namespace

TEST_CASE("random walks through the demo models replay") {
  if (corpus_is_here()) CHECK(walk_corpus("demos", 300) >= 20);
}

TEST_CASE("random walks through the feature models replay") {
  if (corpus_is_here()) CHECK(walk_corpus("features", 100) >= 30);
}

TEST_CASE("random walks find no deadlock where the corpus says there is none") {
  if (!corpus_is_here()) return;
  for (const char* name :
       {"2doors.xml", "fischer.xml", "train-gate.xml", "bridge.xml", "train-gate-queue-process.xml"}) {
    CAPTURE(name);
    const auto model = usable_model(std::string(ORBITA_CORPUS_DIR "/demos/") + name);
    REQUIRE(model);
    const WalkResult result = random_walk(*model, 11, 2000, [](Semantics&, const ConcreteState&) { return true; });
    CHECK(result.steps == 2000);
    CHECK(result.deadlocks == 0);
    CHECK(result.restarts > 0);
  }
}
