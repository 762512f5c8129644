#include "engine/space/normaliser.h"

#include <random>

#include "tests/engine/space/space_fixture.h"
#include "tests/engine/symmetry_models.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Rows along a random walk that ignores clocks, as they are before anything is normalised.
std::vector<std::vector<std::int32_t>> random_rows(const Network& network, std::mt19937& random, std::size_t most) {
  Expander expander(network);
  std::vector<std::vector<std::int32_t>> rows{network.initial_values()};
  while (rows.size() < most) {
    const std::span<const Transition> transitions = expander.expand(rows.back());
    if (transitions.empty()) break;
    const Transition& taken = transitions[random() % transitions.size()];
    if (taken.failure) break;
    rows.push_back(taken.target);
  }
  return rows;
}

// The normalised targets of a row, by the edges that lead there.
using Targets = std::multiset<std::pair<std::vector<std::uint32_t>, std::vector<std::int32_t>>>;
Targets targets(const Network& network, const Normaliser& normalise, const std::vector<std::int32_t>& row) {
  Expander expander(network);
  Targets result;
  for (const Transition& transition : expander.expand(row)) {
    std::vector<std::uint32_t> edges;
    for (const Participant& p : transition.participants) edges.push_back(p.edge.value);
    std::vector<std::int32_t> target = transition.target;
    normalise(target);
    result.emplace(std::move(edges), transition.failure ? std::vector<std::int32_t>{} : std::move(target));
  }
  return result;
}

}  // namespace

TEST_CASE("normalising is idempotent, and a normal row has the same steps") {
  const std::uint32_t first = first_seed();
  std::size_t rows = 0, changed = 0;
  for (std::uint32_t seed = first; seed < first + 50; ++seed) {
    const RandomModel random_model = ModelMaker(seed).make();
    INFO("seed " << seed << "\n" << random_model.text);
    const SpaceInput input(random_model.text, SymmetryChoice::automatic);
    const Normaliser normalise(input.network, {}, input.plan.orbits);
    std::mt19937 random(seed);
    for (const std::vector<std::int32_t>& row : random_rows(input.network, random, 40)) {
      std::vector<std::int32_t> normal = row;
      normalise(normal);
      REQUIRE(normalise.is_normal(normal));
      REQUIRE(normalise.is_normal(row) == (row == normal));
      REQUIRE(targets(input.network, normalise, row) == targets(input.network, normalise, normal));
      ++rows;
      changed += row != normal;
    }
  }
  CHECK(rows > 300);
  CHECK(changed > 30);
}

TEST_CASE("normalising commutes with permutations") {
  const std::uint32_t first = first_seed();
  std::size_t active = 0;
  for (std::uint32_t seed = first; seed < first + 50; ++seed) {
    const RandomModel random_model = ModelMaker(seed).make();
    INFO("seed " << seed << "\n" << random_model.text);
    const SpaceInput input(random_model.text, SymmetryChoice::automatic);
    if (!input.plan.active) continue;
    ++active;
    const Normaliser normalise(input.network, {}, input.plan.orbits);
    std::mt19937 random(seed);
    for (const std::vector<std::int32_t>& row : random_rows(input.network, random, 20)) {
      const Permutation g = random_permutation(input.plan.layout, random);
      std::vector<std::int32_t> before = row, after = row;
      normalise(before);
      apply(input.plan.layout, g, before);
      apply(input.plan.layout, g, after);
      normalise(after);
      REQUIRE(before == after);
    }
  }
  CHECK(active > 10);
}

TEST_CASE("a normaliser without analyses leaves rows alone") {
  const Normaliser nothing;
  std::vector<std::int32_t> row{3, 1, 4};
  nothing(row);
  CHECK(row == std::vector<std::int32_t>{3, 1, 4});
  CHECK(nothing.is_normal(row));
}
