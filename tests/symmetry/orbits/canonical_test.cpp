// Every strategy that claims to be canonical, against brute force.
#include "symmetry/orbits/canonical.h"

#include <catch2/catch.hpp>

#include <array>
#include <map>

#include "symmetry/orbits/twins.h"
#include "tests/sample.h"
#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;
using orbita::test::sampled;

namespace {

constexpr std::array exact_strategies{Strategy::segment, Strategy::refine, Strategy::canonical, Strategy::enumerate};

std::unique_ptr<Canonicaliser> make_canonicaliser(const StateLayout& layout, Strategy strategy,
                                                  bool diagonal_property) {
  CanonicalOptions options;
  options.strategy = strategy;
  options.diagonal_property = diagonal_property;
  options.budget = 100000;
  return make_canonicaliser(layout, options);
}

// (T1) The representative is a member of the orbit, the same one for all members.
void check_orbit(Rng& rng, const StateLayout& layout, const State& q, bool diagonal_property) {
  const State other = applied(layout, random_permutation(rng, layout), q);
  for (const Strategy strategy : exact_strategies) {
    CAPTURE(static_cast<int>(strategy));
    const auto canonicaliser = make_canonicaliser(layout, strategy, diagonal_property);
    State r = q, s = other;
    const CanonicalResult result = canonicalise(*canonicaliser, r);
    REQUIRE(result.canonical);
    REQUIRE(result.changed == !canonicaliser->applied().is_identity());
    REQUIRE(applied(layout, canonicaliser->applied(), q) == r);
    canonicalise(*canonicaliser, s);
    REQUIRE(r == s);
  }
}

}  // namespace

TEST_CASE("all members of an orbit have one representative: ordered clocks") {
  for (unsigned seed = 0; seed < sampled(4000); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, {});
    check_orbit(rng, layout, random_state(rng, layout, true), true);
  }
}

TEST_CASE("all members of an orbit have one representative: any zones") {
  for (unsigned seed = 0; seed < sampled(4000); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 1000000);
    const StateLayout layout = random_layout(rng, {2, 4, 3, chance(rng, 50), chance(rng, 50), true});
    check_orbit(rng, layout, random_state(rng, layout, false), false);
  }
}

TEST_CASE("elements of larger structures are distinguished by references alone") {
  for (unsigned seed = 0; seed < sampled(400); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 2000000);
    StateLayout layout;
    layout.sets = {{"s", pick(rng, 6, 12), true, {}}};
    layout.clocks.emplace_back();
    add_family(layout, layout.clocks, {0}, no_set, false);
    add_family(layout, layout.values, {0}, SetId{0}, false);
    if (chance(rng, 50)) add_family(layout, layout.values, {0}, SetId{0}, false);
    const State q = random_state(rng, layout, true);
    const State other = applied(layout, random_permutation(rng, layout), q);
    for (const Strategy strategy : {Strategy::refine, Strategy::canonical}) {
      CAPTURE(static_cast<int>(strategy));
      const auto canonicaliser = make_canonicaliser(layout, strategy, true);
      State r = q, s = other;
      REQUIRE(canonicalise(*canonicaliser, r).canonical);
      canonicalise(*canonicaliser, s);
      REQUIRE(r == s);
    }
  }
}

// (T3) Two states get the same representative from one strategy exactly when they do from the others.
TEST_CASE("all strategies divide states into the same orbits") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 3000000);
    const bool diagonal_property = chance(rng, 50);
    const StateLayout layout = random_layout(rng, {2, 3, 1});
    std::vector<State> states;
    for (int k = 0; k < 40; ++k) states.push_back(random_state(rng, layout, diagonal_property));
    std::vector<std::vector<std::size_t>> partitions;  // per strategy, the first state of the same orbit
    for (const Strategy strategy : exact_strategies) {
      const auto canonicaliser = make_canonicaliser(layout, strategy, diagonal_property);
      std::map<State, std::size_t> first;
      std::vector<std::size_t>& partition = partitions.emplace_back();
      for (std::size_t k = 0; k < states.size(); ++k) {
        State r = states[k];
        canonicalise(*canonicaliser, r);
        partition.push_back(first.emplace(r, k).first->second);
      }
    }
    for (const auto& partition : partitions) REQUIRE(partition == partitions.front());
  }
}

TEST_CASE("segment and enumerate find the same least state") {
  for (unsigned seed = 0; seed < sampled(1000); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 4000000);
    const StateLayout layout = random_layout(rng, {});
    State r = random_state(rng, layout, false), s = r;
    canonicalise(*make_canonicaliser(layout, Strategy::segment, false), r);
    canonicalise(*make_canonicaliser(layout, Strategy::enumerate, false), s);
    REQUIRE(r == s);
  }
}

TEST_CASE("the size of an orbit is the number of its members") {
  for (unsigned seed = 0; seed < sampled(3000); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 5000000);
    const StateLayout layout = random_layout(rng, {});
    const State q = random_state(rng, layout, chance(rng, 60));
    REQUIRE(orbit_size(layout, q.values, q.active, q.zone) == static_cast<double>(orbit(layout, q).size()));
  }
}

TEST_CASE("twins are the elements whose exchange changes nothing") {
  unsigned twins = 0;
  for (unsigned seed = 0; seed < sampled(2000); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 6000000);
    const StateLayout layout = random_layout(rng, {});
    const State q = random_state(rng, layout, chance(rng, 60));
    TwinFinder finder(layout);
    finder.find(q.values, q.active, q.zone);
    bool any = false;
    for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
      for (std::int32_t a = 0; a < layout.sets[s].count; ++a) {
        std::int32_t first = a;
        for (std::int32_t b = a - 1; b >= 0; --b) {
          if (!may_exchange(layout.sets[s], a, b)) continue;
          Permutation swap(layout);
          swap.set(SetId{s}, a, b);
          swap.set(SetId{s}, b, a);
          if (applied(layout, swap, q) == q) first = b;
        }
        any |= first != a;
        REQUIRE(finder.first_twin(SetId{s}, a) == first);
      }
      REQUIRE(finder.first_twin(SetId{s}, layout.sets[s].count) == layout.sets[s].count);
    }
    REQUIRE(finder.any() == any);
    twins += any;
  }
  CHECK(twins > sampled(300));
}
