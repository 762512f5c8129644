// States remembered by hash only.
#include "engine/search/hashed.h"

#include <catch2/catch.hpp>

#include "tests/engine/search/fake_space.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("a set of hashes in full knows what it has seen") {
  HashedStates states(0);
  for (std::uint64_t h = 0; h < 5000; ++h) CHECK(states.insert(h * 0x9E3779B97F4A7C15ull + 7));
  for (std::uint64_t h = 0; h < 5000; ++h) CHECK(!states.insert(h * 0x9E3779B97F4A7C15ull + 7));
  CHECK(states.size() == 5000);
}

TEST_CASE("a small table of bits takes new states for known ones, never the other way round") {
  HashedStates states(8);
  std::uint64_t fresh = 0;
  for (std::uint64_t h = 1; h < 2000; ++h) fresh += states.insert(h * 0x9E3779B97F4A7C15ull) ? 1 : 0;
  CHECK(fresh < 300);
  for (std::uint64_t h = 1; h < 2000; ++h) CHECK(!states.insert(h * 0x9E3779B97F4A7C15ull));
}

TEST_CASE("a search by hash finds goals by paths along edges") {
  Fixture f(tree(63), {40, 9});
  HashedExplorer explorer(f.make_space(), 0);
  CHECK(explorer.run(f.goals, {}).complete);
  for (const Goal& goal : f.goals) {
    REQUIRE(goal.hit);
    auto& space = static_cast<FakeSpace&>(explorer.space_of(*goal.hit));
    CHECK(Fixture::is_path(explorer.path_to(*goal.hit), space));
  }
}

TEST_CASE("a search by hash that finds nothing says that states may be hidden") {
  Fixture f(tree(63), {1000});
  HashedExplorer explorer(f.make_space(), 0);
  const SearchOutcome outcome = explorer.run(f.goals, {});
  CHECK(!outcome.complete);
  CHECK(outcome.under_approximation);
  CHECK(outcome.explored == 63);
  CHECK(explorer.statistics().stored == 63);
}

TEST_CASE("a space that has grown is renewed without losing a state or a path") {
  Fixture f(tree(255), {200, 254, 1000});
  HashedExplorer explorer(f.make_space(), 0, 20'000);  // 20 locations
  const SearchOutcome outcome = explorer.run(f.goals, {});
  CHECK(explorer.renewals() > 5);
  CHECK(outcome.explored == 255);
  for (std::size_t g = 0; g < 2; ++g) {
    REQUIRE(f.goals[g].hit);
    auto& space = static_cast<FakeSpace&>(explorer.space_of(*f.goals[g].hit));
    const Explorer::Path path = explorer.path_to(*f.goals[g].hit);
    CHECK(Fixture::is_path(path, space));
    CHECK(space.location(path.back()) == (g == 0 ? 200 : 254));
  }
}

TEST_CASE("a runtime error ends a search by hash with the path to it") {
  Fixture f({{0, 0, 100, 1}, {1, 0, 100, failing_target}}, {7});
  HashedExplorer explorer(f.make_space(), 0);
  const SearchOutcome outcome = explorer.run(f.goals, {});
  REQUIRE(outcome.error);
  auto& space = static_cast<FakeSpace&>(explorer.space_of(*outcome.error));
  const Explorer::Path path = explorer.path_to(*outcome.error);
  CHECK(Fixture::is_path(path, space));
  CHECK(space.location(path.back()) == 1);
}
