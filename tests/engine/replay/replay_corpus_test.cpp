// Random runs of real models: replay accepts every walk.
#include <filesystem>

#include "tests/engine/replay_fixture.h"
#include "tests/model_files.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Returns the number of models walked.
std::size_t walk(const std::vector<std::filesystem::path>& files, std::uint64_t steps) {
  std::size_t walked = 0;
  for (const std::filesystem::path& path : files) {
    CAPTURE(path);
    const auto model = usable_model(path.string());
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

const std::filesystem::path corpus = test::corpus_dir();

}  // namespace

TEST_CASE("random walks through our own models replay") {
  const std::vector<std::filesystem::path> files = own_files(model_extensions);
  CHECK(walk(files, 300) == files.size());
}

TEST_CASE("random walks through the demo models replay", "[corpus]") {
  if (has_corpus()) CHECK(walk(files_below(corpus / "demos", model_extensions), 300) >= 20);
}

TEST_CASE("random walks through the feature models replay", "[corpus]") {
  if (has_corpus()) CHECK(walk(files_below(corpus / "features", model_extensions), 100) >= 30);
}

TEST_CASE("random walks find no deadlock where the corpus says there is none", "[corpus]") {
  if (!has_corpus()) return;
  for (const char* name :
       {"2doors.xml", "fischer.xml", "train-gate.xml", "bridge.xml", "train-gate-queue-process.xml"}) {
    CAPTURE(name);
    const auto model = usable_model(test::corpus_dir() + "/demos/" + name);
    REQUIRE(model);
    const WalkResult result = random_walk(*model, 11, 2000, [](Semantics&, const ConcreteState&) { return true; });
    CHECK(result.steps == 2000);
    CHECK(result.deadlocks == 0);
    CHECK(result.restarts > 0);
  }
}
