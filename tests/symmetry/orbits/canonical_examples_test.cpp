// States whose representatives are known: published examples and structures that are hard to distinguish.
#include <catch2/catch.hpp>

#include <set>

#include "symmetry/orbits/canonical.h"
#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

std::unique_ptr<Canonicaliser> make(const StateLayout& layout, Strategy strategy, bool diagonal_property = true) {
  CanonicalOptions options;
  options.strategy = strategy;
  options.diagonal_property = diagonal_property;
  return make_canonicaliser(layout, options);
}

State discrete(std::vector<std::int32_t> values) { return {std::move(values), {}, Zone::zero(1)}; }

std::vector<std::int32_t> representative(const StateLayout& layout, Strategy strategy, State q) {
  canonicalise(*make(layout, strategy), q);
  return q.values;
}

// Components with a control state and a reference, as in Donaldson and Miller: all controls, then
// all references; the number of components means "none".
StateLayout components(std::int32_t count) {
  StateLayout layout;
  layout.sets = {{"c", count, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0}, no_set, true);
  add_family(layout, layout.values, {0}, SetId{0}, false);
  return layout;
}

// count × count cells.
StateLayout relation(std::int32_t count) {
  StateLayout layout;
  layout.sets = {{"v", count, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0, 0}, no_set, false);
  return layout;
}

template <class Adjacent>
State graph(std::int32_t count, Adjacent&& adjacent) {
  std::vector<std::int32_t> values;
  for (std::int32_t a = 0; a < count; ++a) {
    for (std::int32_t b = 0; b < count; ++b) values.push_back(a != b && adjacent(a, b) ? 1 : 0);
  }
  return discrete(values);
}

double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

}  // namespace

TEST_CASE("three components, two of which refer to one of them: the least arrangement") {
  const StateLayout layout = components(3);
  const State q = discrete({1, 0, 0, 3, 1, 1});  // (1,none) (0,2nd) (0,2nd)
  const std::vector<std::int32_t> least{0, 0, 1, 0, 0, 3};
  CHECK(representative(layout, Strategy::enumerate, q) == least);
  CHECK(representative(layout, Strategy::segment, q) == least);
  const State other = discrete({1, 0, 0, 3, 2, 2});
  CHECK(representative(layout, Strategy::refine, q) == representative(layout, Strategy::refine, other));
  CHECK(representative(layout, Strategy::sort, q) != representative(layout, Strategy::sort, other));
}

TEST_CASE("four components: sorting leaves two arrangements, exact strategies one") {
  const StateLayout layout = components(4);
  const State q = discrete({1, 0, 0, 2, 1, 0, 0, 0}), other = discrete({1, 0, 0, 2, 2, 0, 0, 0});
  const std::vector<std::int32_t> least{0, 0, 1, 2, 2, 2, 0, 2};
  CHECK(representative(layout, Strategy::sort, q) == least);
  CHECK(representative(layout, Strategy::sort, other) == std::vector<std::int32_t>{0, 0, 1, 2, 2, 2, 1, 2});
  for (const Strategy strategy : {Strategy::segment, Strategy::enumerate}) {
    CHECK(representative(layout, strategy, q) == least);
    CHECK(representative(layout, strategy, other) == least);
  }
  for (const Strategy strategy : {Strategy::refine, Strategy::canonical}) {
    CHECK(representative(layout, strategy, q) == representative(layout, strategy, other));
  }
}

// n processes reset their clocks in turn at z in [1,2], [3,4], ...; afterwards only "x > 10" matters. ExtraLU then
// forgets the order of the resets, and sorting has no criterion left.
TEST_CASE("extrapolation loses the clock order, exact strategies do not need it") {
  for (int n = 2; n <= 4; ++n) {
    CAPTURE(n);
    StateLayout layout;
    layout.sets = {{"p", n, true, {}}};
    layout.clocks.emplace_back();
    add_family(layout, layout.clocks, {0}, no_set, false);
    add_family(layout, layout.clocks, {}, no_set, false);
    const ClockIndex z{static_cast<std::uint32_t>(n) + 1};
    std::vector<std::int32_t> lower(z.value + 1, 10), upper(z.value + 1, no_bound);
    lower[z.value] = no_bound;
    upper[z.value] = 2 * n + 2;

    std::vector<State> states;
    std::vector<std::uint32_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 1u);
    do {
      State q;
      for (std::uint32_t c = 1; c <= z.value; ++c) q.active.push_back(c);
      q.zone = Zone::zero(z.value + 1);
      for (int turn = 0; turn < n; ++turn) {
        q.zone.delay();
        REQUIRE(q.zone.constrain({at_least(z, 2 * turn + 1), at_most(z, 2 * turn + 2)}));
        q.zone.reset(ClockIndex{order[static_cast<std::size_t>(turn)]});
      }
      q.zone.delay();
      REQUIRE(q.zone.constrain(at_most(z, 2 * n + 2)));
      REQUIRE(has_diagonal_property(q.zone));
      extrapolate_lu(q.zone.matrix(), ClockBounds(lower, upper));
      REQUIRE_FALSE(has_diagonal_property(q.zone));
      states.push_back(q);
    } while (std::next_permutation(order.begin(), order.end()));

    const auto representatives = [&](Strategy strategy, bool literal) {
      CanonicalOptions options;
      options.strategy = strategy;
      options.literal = literal;
      options.diagonal_property = false;
      const auto canonicaliser = make_canonicaliser(layout, options);
      std::set<State> found;
      for (State q : states) {
        canonicalise(*canonicaliser, q);
        found.insert(q);
      }
      return found.size();
    };
    CHECK(representatives(Strategy::sort, true) == static_cast<std::size_t>(factorial(n)));
    for (const Strategy strategy : {Strategy::segment, Strategy::refine, Strategy::canonical, Strategy::enumerate}) {
      CHECK(representatives(strategy, false) == 1);
    }
    CHECK(orbit_size(layout, states[0].values, states[0].active, states[0].zone) == factorial(n));
  }
}

// Exchanging two clients changes the state unless their servers are exchanged too: no twins, and a naive search would
// visit 40! leaves.
TEST_CASE("many equal pairs are canonical within the budget") {
  constexpr std::int32_t pairs = 40;
  StateLayout layout;
  layout.sets = {{"client", pairs, true, {}}, {"server", pairs, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, {0}, SetId{1}, false);
  Rng rng(1);
  std::vector<std::int32_t> served(pairs);
  std::iota(served.begin(), served.end(), 0);
  std::shuffle(served.begin(), served.end(), rng);
  const State q = discrete(served);
  const auto refine = make(layout, Strategy::refine);
  State r = q, s = applied(layout, random_permutation(rng, layout), q);
  CHECK(canonicalise(*refine, r).canonical);
  CHECK(canonicalise(*refine, s).canonical);
  CHECK(r == s);
  CHECK(refine->statistics().branched == 2);
  CHECK(refine->statistics().budget_hits == 0);
  CHECK(orbit_size(layout, q.values, q.active, q.zone) == Approx(factorial(pairs)));
}

TEST_CASE("rings of equal length: the orbit is counted exactly") {
  const StateLayout layout = components(12);
  std::vector<std::int32_t> values(12, 0);
  for (std::int32_t e = 0; e < 12; ++e) values.push_back(e / 4 * 4 + (e + 1) % 4);
  CHECK(orbit_size(layout, values, {}, Zone::zero(1)) == Approx(factorial(12) / (4 * 4 * 4 * factorial(3))));
}

// Two graphs of 16 vertices that colour refinement cannot distinguish, nor their vertices.
TEST_CASE("strongly regular graphs are distinguished and counted") {
  const StateLayout layout = relation(16);
  const auto rook = [](std::int32_t a, std::int32_t b) { return a / 4 == b / 4 || a % 4 == b % 4; };
  const auto shrikhande = [](std::int32_t a, std::int32_t b) {
    const std::int32_t row = (a / 4 - b / 4 + 4) % 4, column = (a % 4 - b % 4 + 4) % 4;
    return (row == 0 && column % 2 == 1) || (column == 0 && row % 2 == 1) || (row == column && row % 2 == 1);
  };
  const State q = graph(16, rook), p = graph(16, shrikhande);
  CHECK(orbit_size(layout, q.values, {}, q.zone) == Approx(factorial(16) / 1152));
  CHECK(orbit_size(layout, p.values, {}, p.zone) == Approx(factorial(16) / 192));
  for (const Strategy strategy : {Strategy::refine, Strategy::canonical}) {
    CAPTURE(static_cast<int>(strategy));
    CHECK(representative(layout, strategy, q) != representative(layout, strategy, p));
    for (unsigned seed = 0; seed < 5; ++seed) {
      CAPTURE(seed);
      Rng rng(seed);
      const State other = applied(layout, random_permutation(rng, layout), p);
      CHECK(representative(layout, strategy, p) == representative(layout, strategy, other));
    }
  }
}

TEST_CASE("a search that hits its budget reports it and still gives a member of the orbit") {
  const StateLayout layout = relation(16);
  const State q = graph(16, [](std::int32_t a, std::int32_t b) { return a / 4 == b / 4 || a % 4 == b % 4; });
  CanonicalOptions options;
  options.budget = 1;
  const auto refine = make_canonicaliser(layout, options);
  State r = q;
  const CanonicalResult result = canonicalise(*refine, r);
  CHECK_FALSE(result.canonical);
  CHECK(applied(layout, refine->applied(), q) == r);
  CHECK(refine->statistics().budget_hits == 1);
  CHECK(refine->statistics().non_canonical == 1);
}

// The discrete part of a representative must not depend on the zone, or zones of one discrete state would end up in
// different places of a store.
TEST_CASE("states that differ in their zones share their discrete representative") {
  StateLayout layout;
  layout.sets = {{"client", 5, true, {}}, {"server", 5, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.clocks, {0}, no_set, false);
  add_family(layout, layout.clocks, {1}, no_set, false);
  add_family(layout, layout.values, {0}, SetId{1}, false);
  const auto refine = make(layout, Strategy::refine);
  std::set<std::vector<std::int32_t>> rows;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    State q = random_state(rng, layout, true);
    q.active.clear();
    for (std::uint32_t c = 1; c <= 10; ++c) q.active.push_back(c);
    q.zone = random_zone(rng, 11, true);
    q.values = {0, 1, 2, 3, 4};  // a perfect matching
    q = applied(layout, random_permutation(rng, layout), q);
    canonicalise(*refine, q);
    rows.insert(q.values);
  }
  CHECK(rows.size() == 1);
}
