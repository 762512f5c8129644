// Orbits of tuples of cells, against the whole group by brute force.
#include <catch2/catch.hpp>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "symmetry/orbits/cell_orbits.h"
#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

// The image of every cell under g, values first: found by moving a state whose values are distinct.
std::vector<std::uint32_t> images_of_cells(const StateLayout& layout, const Permutation& g) {
  StateLayout plain = layout;
  for (Cell& cell : plain.values) cell.value_set = cell.bits_of = no_set;
  const auto values = static_cast<std::uint32_t>(layout.values.size());
  std::vector<std::uint32_t> images(values + layout.clocks.size());
  std::vector<std::int32_t> row(values);
  for (std::uint32_t c = 0; c < values; ++c) row[c] = static_cast<std::int32_t>(c);
  apply(plain, g, row);
  for (std::uint32_t c = 0; c < values; ++c) images[static_cast<std::uint32_t>(row[c])] = c;
  for (std::uint32_t x = 0; x < layout.clocks.size(); ++x) {
    std::vector<std::uint32_t> active{x};
    Zone zone = Zone::zero(2);
    apply(plain, g, active, zone);
    images[values + x] = values + active[0];
  }
  return images;
}

}  // namespace

TEST_CASE("two tuples of cells have one key exactly when a permutation takes one to the other") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, {2, 4});
    const CellOrbits orbits(layout);
    const auto cells = static_cast<int>(layout.values.size() + layout.clocks.size());
    std::vector<std::vector<std::uint32_t>> group;
    for (const Permutation& g : whole_group(layout)) group.push_back(images_of_cells(layout, g));
    OrbitNumbers number(orbits);
    for (int k = 0; k < 40; ++k) {
      const auto any = [&] { return static_cast<std::uint32_t>(pick(rng, 0, cells - 1)); };
      const std::uint32_t a = any(), b = any(), c = any();
      std::set<std::vector<std::uint32_t>> orbit;
      for (const auto& g : group) orbit.insert({g[a], g[b], g[c]});
      CHECK(orbits.size({a, b, c}) == orbit.size());
      for (const auto& t : orbit) CHECK(number.of({t[0], t[1], t[2]}) == number.of({a, b, c}));
      const std::vector<std::uint32_t> other{any(), any(), any()};
      CHECK((number.of({other[0], other[1], other[2]}) == number.of({a, b, c})) == orbit.contains(other));
    }
  }
}

TEST_CASE("whole orbits are marked, and nothing else") {
  StateLayout layout;
  layout.sets = {{"s", 3, true, {}}, {"t", 2, false, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0}, no_set, true);      // 0..2
  add_family(layout, layout.values, {0, 0}, no_set, false);  // 3..11
  add_family(layout, layout.values, {1}, no_set, false);     // 12, 13: not moved
  const CellOrbits orbits(layout);
  std::vector<bool> marked(14);
  marked[1] = marked[7] = marked[12] = true;  // an element, a cell of the diagonal, one that is not moved
  mark_orbits(orbits, 0, marked);
  CHECK(marked ==
        std::vector<bool>{true, true, true, true, false, false, false, true, false, false, false, true, true, false});
  CHECK(CellOrbits().is_trivial());
  CHECK(!orbits.is_trivial());
}
