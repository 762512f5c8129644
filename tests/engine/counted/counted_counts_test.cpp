// How many states counting stores, visits and computes: published and derived figures, for any number of elements.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "engine/counted/counted_search.h"
#include "tests/engine/replay_fixture.h"
#include "tests/model_files.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Explored {
  CountedOutcome outcome;
  std::size_t patterns = 0;
  std::uint64_t computed = 0;
};

Explored explore(const Model& model) {
  SmallModels models(model, {});
  Patterns patterns(models, 3);
  CountedSteps steps(patterns);
  CountedSearch search(steps, patterns);
  std::vector<std::int32_t> counts;
  for (const ScalarSet* set : model.scalar_sets) counts.push_back(set->count);
  std::vector<CountedGoal> goals;
  Explored result{search.run(counts, goals, {}, true), 0, 0};
  result.patterns = patterns.size();
  result.computed = steps.computed();
  return result;
}

Explored explore(const std::string& file, int n) {
  CAPTURE(file, n);
  Diagnostics diagnostics;
  CheckOptions options;
  options.overrides = {{"N", std::to_string(n)}};
  const auto model = check(read_model(test::source_dir() + "/models/" + file, diagnostics), diagnostics, options);
  return explore(*model);
}

}  // namespace

TEST_CASE("Fischer's protocol has N(N+3) counted states, and as many patterns for every N") {
  for (const std::uint64_t n : {2, 3, 5, 8, 20, 30, 60}) {
    const Explored found = explore("fischer.xml", static_cast<int>(n));
    CHECK(found.outcome.stored == n * (n + 3));
    CHECK(found.outcome.nodes == (3 * n * n + 3 * n + 2) / 2);
    CHECK(found.outcome.added == (5 * n * n + 3 * n + 2) / 2);
    CHECK(found.outcome.transitions == (7 * n * n - n + 2) / 2);
    if (n < 20) continue;
    CHECK(found.patterns == 140);
    CHECK(found.computed == 245);
  }
}

TEST_CASE("CSMA/CD has 4N-1 counted states where everybody hears a collision") {
  for (const std::uint64_t n : {5, 8, 20, 60}) {
    const Explored found = explore("csma-cd-b.xml", static_cast<int>(n));
    CHECK(found.outcome.stored == 4 * n - 1);
    CHECK(found.outcome.nodes == n * (n + 1) / 2 + 5);
    CHECK(found.outcome.buckets == 3 * n);
    if (n < 50) continue;
    CHECK(found.patterns == 46);
    CHECK(found.computed == 187);
  }
}

TEST_CASE("CSMA/CD where some do not hear it has as many counted states as sorted ones") {
  const std::vector<std::uint64_t> stored{10, 23, 45, 79, 128}, discrete{9, 18, 30, 45, 63};
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const Explored found = explore("csma-cd-a.xml", static_cast<int>(i) + 2);
    CHECK(found.outcome.stored == stored[i]);
    CHECK(found.outcome.buckets == discrete[i]);
  }
}

TEST_CASE("a vote with a time-out has 3N+4 counted states") {
  for (const std::uint64_t n : {2, 3, 4, 5, 8})
    CHECK(explore("timeout-broadcast.xml", static_cast<int>(n)).outcome.stored == 3 * n + 4);
}

TEST_CASE("two clocks per element: Fischer's protocol with patience") {
  const std::vector<std::uint64_t> stored{11, 21, 33, 47};
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const auto model = model_from("typedef scalar[" + std::to_string(i + 2) + R"(] S;
S id; bool set;
process P(const S pid) {
  clock x, z;
  state idle, req { x <= 10 }, wait, cs;
  init idle;
  trans
    idle -> req { guard !set; assign x = 0, z = 0; },
    req -> wait { guard x <= 10; assign x = 0, id = pid, set = true; },
    wait -> req { guard !set; assign x = 0; },
    wait -> cs { guard x > 10 && set && id == pid; },
    wait -> idle { guard z >= 35 && (!set || id != pid); },
    cs -> idle { assign set = false; };
}
system P;
)");
    CHECK(explore(*model).outcome.stored == stored[i]);
  }
}
