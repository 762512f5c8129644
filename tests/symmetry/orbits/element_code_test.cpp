// Elements coded as base + e with any value for "nobody": all results are as with the code of scalars.
#include "symmetry/element_code.h"

#include <catch2/catch.hpp>

#include <array>

#include "symmetry/orbits/moved_cells.h"
#include "symmetry/orbits/sort.h"
#include "symmetry/orbits/twins.h"
#include "tests/sample.h"
#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;
using orbita::test::sampled;

namespace {

StateLayout with_scalar_codes(StateLayout layout) {
  for (Cell& cell : layout.values) {
    if (cell.value_set != no_set) cell.code = scalar_code(layout.set(cell.value_set).count);
  }
  return layout;
}

// The same state in the code of scalars.
State decoded(const StateLayout& layout, State q) {
  for (std::size_t c = 0; c < q.values.size(); ++c) {
    const Cell& cell = layout.values[c];
    if (cell.value_set == no_set) continue;
    q.values[c] = q.values[c] == cell.code.nobody ? layout.set(cell.value_set).count : q.values[c] - cell.code.base;
  }
  return q;
}

std::set<State> decoded(const StateLayout& layout, const std::set<State>& states) {
  std::set<State> result;
  for (const State& q : states) result.insert(decoded(layout, q));
  return result;
}

}  // namespace

TEST_CASE("orbits, their sizes and twins do not depend on how elements are written") {
  unsigned below = 0, shifted = 0;
  for (unsigned seed = 0; seed < sampled(1500); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 7000000);
    const StateLayout layout = random_layout(rng, {}), plain = with_scalar_codes(layout);
    for (const Cell& cell : layout.values) {
      below += cell.value_set != no_set && cell.code.nobody < cell.code.base;
      shifted += cell.value_set != no_set && cell.code.base != 0;
    }
    const State q = random_state(rng, layout, chance(rng, 60));
    const State p = decoded(layout, q);
    REQUIRE(decoded(layout, orbit(layout, q)) == orbit(plain, p));
    REQUIRE(orbit_size(layout, q.values, q.active, q.zone) == orbit_size(plain, p.values, p.active, p.zone));
    TwinFinder coded(layout), scalar(plain);
    coded.find(q.values, q.active, q.zone);
    scalar.find(p.values, p.active, p.zone);
    for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
      for (std::int32_t e = 0; e < layout.sets[s].count; ++e) {
        REQUIRE(coded.first_twin(SetId{s}, e) == scalar.first_twin(SetId{s}, e));
      }
    }
  }
  CHECK(below > sampled(300));  // the test is not vacuous
  CHECK(shifted > sampled(300));
}

TEST_CASE("every strategy finds one member of the orbit, however elements are written") {
  constexpr std::array strategies{Strategy::segment, Strategy::refine, Strategy::canonical, Strategy::enumerate};
  for (unsigned seed = 0; seed < sampled(1000); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 8000000);
    const StateLayout layout = random_layout(rng, {});
    const State q = random_state(rng, layout, true);
    const std::set<State> all = orbit(layout, q);
    for (const Strategy strategy : strategies) {
      CAPTURE(static_cast<int>(strategy));
      CanonicalOptions options;
      options.strategy = strategy;
      options.budget = 100000;
      const auto canonicaliser = make_canonicaliser(layout, options);
      std::set<State> representatives;
      for (State member : all) {
        REQUIRE(canonicalise(*canonicaliser, member).canonical);
        representatives.insert(member);
      }
      REQUIRE(representatives.size() == 1);
      REQUIRE(all.contains(*representatives.begin()));
    }
  }
}

TEST_CASE("sorting in two phases orders elements by number, not by value") {
  for (unsigned seed = 0; seed < sampled(1500); ++seed) {
    CAPTURE(seed);
    Rng rng(seed + 9000000);
    const StateLayout layout = random_layout(rng, {.references = false, .two_indices = false});
    const StateLayout plain = with_scalar_codes(layout);
    State q = random_state(rng, layout, true), p = decoded(layout, q);
    ValueSorter coded(layout), scalar(plain);
    ZoneSorter zones;
    coded.sort(q.values, q.active);
    zones.sort(q.zone, coded.clock_map(), coded.ties());
    scalar.sort(p.values, p.active);
    zones.sort(p.zone, scalar.clock_map(), scalar.ties());
    REQUIRE(decoded(layout, q) == p);
  }
}

TEST_CASE("a cell that cannot distinguish an element from nobody is refused") {
  StateLayout layout;
  layout.sets = {{"a", 3, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {}, SetId{0}, false);
  layout.values[0].code = {1, 3};
  CHECK_THROWS_AS(symmetry::MovedCells(layout), symmetry::LayoutError);
  layout.values[0].code = {1, 0};
  CHECK_NOTHROW(symmetry::MovedCells(layout));
}
