#include "symmetry/orbits/sort.h"

#include <catch2/catch.hpp>

#include "symmetry/orbits/strategies.h"
#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

constexpr LayoutChoice sortable{2, 6, 3, false, false, true};

std::unique_ptr<Canonicaliser> sorter(const StateLayout& layout, bool literal = false) {
  CanonicalOptions options;
  options.strategy = Strategy::sort;
  options.literal = literal;
  return make_canonicaliser(layout, options);
}

}  // namespace

TEST_CASE("both phases together are the one-step sort") {
  unsigned moved = 0, tied = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, sortable);
    REQUIRE(sorting_is_canonical(layout));
    const State q = random_state(rng, layout, chance(rng, 70));
    State one_step = q, phases = q;
    const auto sort = sorter(layout);
    canonicalise(*sort, one_step);

    ValueSorter values(layout);
    ZoneSorter zones;
    const bool changed = values.sort(phases.values, phases.active);
    CHECK(changed == !values.permutation().is_identity());
    const bool zone_changed = zones.sort(phases.zone, values.clock_map(), values.ties());
    REQUIRE(phases == one_step);
    REQUIRE(values.permutation(zones.order()) == sort->applied());
    if (!zone_changed) REQUIRE(phases.zone == q.zone);
    moved += changed && !values.clock_map().empty();
    tied += zone_changed && !values.ties().empty();
  }
  CHECK(moved > 300);  // the test is not vacuous
  CHECK(tied > 100);
}

TEST_CASE("moving the zone first and sorting its ties afterwards gives the same zone") {
  for (unsigned seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, sortable);
    const State q = random_state(rng, layout, true);
    State at_once = q, in_turn = q;
    ValueSorter values(layout);
    ZoneSorter zones;
    values.sort(at_once.values, at_once.active);
    zones.sort(at_once.zone, values.clock_map(), values.ties());
    if (!values.clock_map().empty()) in_turn.zone = q.zone.permuted(values.clock_map());
    zones.sort(in_turn.zone, values.ties());
    REQUIRE(in_turn.zone == at_once.zone);
  }
}

TEST_CASE("the fast sort equals the bubble sort of the paper where clocks are ordered") {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, chance(rng, 50) ? sortable : LayoutChoice{});
    State fast = random_state(rng, layout, true);
    State literal = fast;  // bubble sort with the same keys
    const auto sort = sorter(layout), bubble = symmetry::make_bubble_sort(layout, {}, true);
    canonicalise(*sort, fast);
    canonicalise(*bubble, literal);
    REQUIRE(fast == literal);
    REQUIRE(sort->applied() == bubble->applied());
  }
}

TEST_CASE("sorting is canonical under the conditions of Theorem 1") {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const StateLayout layout = random_layout(rng, sortable);
    const State q = random_state(rng, layout, true);
    State r = q, s = applied(layout, random_permutation(rng, layout), q);
    const auto sort = sorter(layout);
    CHECK(canonicalise(*sort, r).canonical);
    canonicalise(*sort, s);
    REQUIRE(r == s);
  }
}

TEST_CASE("large sets are sorted like small ones") {
  StateLayout layout;
  layout.sets = {{"pid", 150, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.clocks, {0}, no_set, false);
  add_family(layout, layout.values, {0}, no_set, true);
  add_family(layout, layout.values, {}, SetId{0}, false);
  const auto sort = sorter(layout);
  for (unsigned seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    const State q = random_state(rng, layout, true);
    State r = q, s = applied(layout, random_permutation(rng, layout), q);
    canonicalise(*sort, r);
    REQUIRE(applied(layout, sort->applied(), q) == r);
    canonicalise(*sort, s);
    REQUIRE(r == s);
  }
}

TEST_CASE("sorting reports whether it could distinguish all elements") {
  StateLayout layout;
  layout.sets = {{"s", 3, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0}, SetId{0}, false);
  const auto sort = sorter(layout);
  State all_nothing{{3, 3, 3}, {}, Zone::zero(1)};
  CHECK(canonicalise(*sort, all_nothing).canonical);
  State ring{{1, 2, 0}, {}, Zone::zero(1)};
  CHECK_FALSE(canonicalise(*sort, ring).canonical);
  CHECK(sort->statistics().calls == 2);
  CHECK(sort->statistics().non_canonical == 1);
}

TEST_CASE("the paper's own order ignores which variables hold an element") {
  StateLayout layout;
  layout.sets = {{"s", 2, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0}, no_set, true);
  add_family(layout, layout.values, {}, SetId{0}, false);
  State first{{5, 5, 0}, {}, Zone::zero(1)}, second{{5, 5, 1}, {}, Zone::zero(1)};  // symmetric
  State a = first, b = second;
  CHECK(canonicalise(*sorter(layout), a).canonical);
  canonicalise(*sorter(layout), b);
  CHECK(a == b);
  CHECK_FALSE(canonicalise(*sorter(layout, true), first).canonical);
  canonicalise(*sorter(layout, true), second);
  CHECK_FALSE(first == second);
}
