#include <catch2/catch.hpp>

#include "symmetry/orbits/mover.h"
#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;

TEST_CASE("cells move with their indices and contents are renamed") {
  StateLayout layout;
  layout.sets = {{"s", 3, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.clocks, {0}, no_set, false);
  add_family(layout, layout.values, {0}, no_set, true);     // slots 0..2: plain
  add_family(layout, layout.values, {0}, SetId{0}, false);  // slots 3..5: hold elements
  add_family(layout, layout.values, {}, SetId{0}, false);   // slot 6
  Permutation g(layout);                                    // 0 -> 1 -> 2 -> 0
  for (int e = 0; e < 3; ++e) g.set(SetId{0}, e, (e + 1) % 3);

  State q;
  q.values = {7, 8, 9, 0, 3, 1, 2};  // 3 is "nothing"
  q.active = {1, 3};                 // clocks of elements 0 and 2
  q.zone = Zone::zero(3);
  q.zone.delay();
  q.zone.reset(ClockIndex{1});  // the clock of element 0 is the smaller one
  const State r = applied(layout, g, q);
  CHECK(r.values == std::vector<std::int32_t>{9, 7, 8, 2, 1, 3, 0});
  CHECK(r.active == std::vector<std::uint32_t>{1, 2});
  CHECK(precedes(r.zone, ClockIndex{2}, ClockIndex{1}));
}

TEST_CASE("the action respects products, inverses and the identity") {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, {3, 5});
    const State q = random_state(rng, layout, chance(rng, 50));
    const Permutation g = random_permutation(rng, layout), h = random_permutation(rng, layout);
    REQUIRE(applied(layout, g * h, q) == applied(layout, g, applied(layout, h, q)));
    REQUIRE(applied(layout, inverse_of(g), applied(layout, g, q)) == q);
    REQUIRE(applied(layout, Permutation(layout), q) == q);
  }
}

TEST_CASE("moving blocks is the same as moving cells by their addresses") {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, {3, 5});
    const State q = random_state(rng, layout, chance(rng, 50));
    const symmetry::MovedCells plan(layout);
    symmetry::Mover mover(plan);
    symmetry::VertexMap to = plan.identity();
    for (const symmetry::Domain& d : plan.domains())
      std::shuffle(to.begin() + d.first.value, to.begin() + d.last.value, rng);

    State fast = q;
    mover.move_values(to, fast.values);
    std::vector<ClockIndex> clocks_to;
    const bool moved = mover.move_active(to, fast.active, clocks_to);
    mover.move_zone(clocks_to, fast.zone);
    const State slow = applied(layout, plan.permutation(to), q);
    REQUIRE(fast == slow);
    if (!moved) REQUIRE(slow.zone == q.zone);
  }
}

TEST_CASE("pinned elements and sets that are not reduced have no part in the group") {
  StateLayout layout;
  layout.sets = {{"a", 4, true, {0, 7, 7, 7}}, {"b", 3, false, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0, 1}, no_set, false);
  const symmetry::MovedCells plan(layout);
  CHECK(plan.vertices() == 3);
  CHECK(plan.group_order() == 6);
  CHECK(whole_group(layout).size() == 6);
  CHECK(plan.sorting_is_canonical());  // only one of the two indices ever moves
}

TEST_CASE("a layout without the cells of some element is refused") {
  StateLayout layout;
  layout.sets = {{"a", 3, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0}, no_set, false);
  layout.values.pop_back();
  CHECK_THROWS_AS(symmetry::MovedCells(layout), symmetry::LayoutError);
  layout.sets[0].cell_of = {0, 0, 1};  // the missing element is pinned: fine
  CHECK_NOTHROW(symmetry::MovedCells(layout));
}
