#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// Moving clocks about: permutation, swap, projection, embedding, and the order of clocks.

using namespace orbita;
using namespace orbita::test;

namespace {

Point permuted(const Point& p, const std::vector<ClockIndex>& to) {
  Point q = p;
  for (std::size_t x = 0; x < to.size(); ++x) q.numerators[to[x].value] = p.numerators[x];
  return q;
}

// Clocks only reset to 0 or copied: what a scalarset model does.
Zone random_ordered_zone(Rng& rng, std::uint32_t dimension) {
  Zone zone = Zone::zero(dimension);
  for (int i = pick(rng, 0, 10); i > 0 && dimension > 1; --i) {
    switch (pick(rng, 0, 3)) {
      case 0:
        zone.delay();
        break;
      case 1:
        zone.reset(pick_clock(rng, dimension));
        break;
      case 2:
        zone.copy(pick_clock(rng, dimension), pick_clock(rng, dimension));
        break;
      default: {
        const Constraint c = pick_constraint(rng, dimension, 4);
        if (zone.can_satisfy(c) && !zone.constrain(c)) std::abort();
      }
    }
  }
  return zone;
}

// x > y somewhere in the zone, shown by a point.
bool some_point_above(const Zone& zone, ClockIndex x, ClockIndex y) {
  Zone above = zone;
  if (!above.constrain(y, x, lt_zero)) return false;
  const Point p = pick_point(above);
  return contains(zone, p) && p.numerators[x.value] > p.numerators[y.value];
}

}  // namespace

TEST_CASE("a permuted zone holds the permuted valuations") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone zone = random_zone(rng, n);
    const auto to = random_permutation(rng, n);
    const Zone moved = zone.permuted(to);
    for (int i = 0; i < 4; ++i) {
      const Point p = interesting_point(rng, {zone});
      if (contains(zone, p) != contains(moved, permuted(p, to))) return false;
    }
    return moved.is_canonical();
  });
}

TEST_CASE("permutations act from the left") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone zone = random_zone(rng, n);
    const auto g = random_permutation(rng, n), h = random_permutation(rng, n);
    std::vector<ClockIndex> gh, identity;
    for (std::uint32_t x = 0; x < n; ++x) {
      gh.push_back(g[h[x].value]);
      identity.push_back({x});
    }
    return zone.permuted(h).permuted(g) == zone.permuted(gh) && zone.permuted(identity) == zone;
  });
}

TEST_CASE("a swap is the permutation of two clocks") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = std::max(2u, random_dimension(rng));
    Zone zone = random_zone(rng, n);
    const ClockIndex x = pick_clock(rng, n), y = pick_clock(rng, n);
    std::vector<ClockIndex> to;
    for (std::uint32_t z = 0; z < n; ++z) to.push_back({z});
    std::swap(to[x.value], to[y.value]);
    const Zone expected = zone.permuted(to);
    zone.swap_clocks(x, y);
    return zone == expected;
  });
}

TEST_CASE("projection forgets clocks, embedding brings them back as 0 or as anything") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone zone = random_zone(rng, n);
    std::vector<ClockIndex> kept;
    for (std::uint32_t x = 1; x < n; ++x) {
      if (chance(rng, 60)) kept.push_back({x});
    }
    std::shuffle(kept.begin(), kept.end(), rng);
    Zone freed = zone, parked = zone;
    for (std::uint32_t x = 1; x < n; ++x) {
      if (std::find(kept.begin(), kept.end(), ClockIndex{x}) != kept.end()) continue;
      freed.free({x});
      parked.reset({x});
    }
    const Zone small = zone.projected(kept);
    return small.is_canonical() && small.embedded(n, kept, dbm::Missing::free) == freed &&
           small.embedded(n, kept, dbm::Missing::zero) == parked && parked.projected(kept) == small;
  });
}

TEST_CASE("clock order says what all valuations say") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = std::max(2u, random_dimension(rng));
    const Zone zone = chance(rng, 50) ? random_zone(rng, n) : random_ordered_zone(rng, n);
    const ClockIndex x = pick_clock(rng, n), y = pick_clock(rng, n);
    if (precedes(zone, x, y) == some_point_above(zone, x, y)) return false;
    if (coincide(zone, x, y) != (!some_point_above(zone, x, y) && !some_point_above(zone, y, x)))
      return false;
    bool total = true;
    for (std::uint32_t i = 1; i < n; ++i) {
      for (std::uint32_t j = 1; j < n; ++j) {
        total = total && (precedes(zone, {i}, {j}) || precedes(zone, {j}, {i}));
      }
    }
    const int max = pick(rng, -1, 4);
    Zone within = zone;
    const bool above = max < 0 || !within.constrain(at_most(x, max));
    return has_diagonal_property(zone) == total && is_above(zone, x, max) == above;
  });
}

TEST_CASE("constraints, delay, resets to 0 and copies keep the clocks ordered") {
  for_cases(many,
            [](Rng& rng) { return has_diagonal_property(random_ordered_zone(rng, random_dimension(rng))); });
}

TEST_CASE("ranks move with the clocks, and equal ranks mean equal clocks") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone zone = random_ordered_zone(rng, n);
    const auto to = random_permutation(rng, n);
    std::vector<std::uint32_t> ranks(n), moved(n);
    clock_ranks(zone, ranks);
    clock_ranks(zone.permuted(to), moved);
    for (std::uint32_t x = 0; x < n; ++x) {
      if (moved[to[x].value] != ranks[x]) return false;
      for (std::uint32_t y = 1; y < n && x > 0; ++y) {
        if ((ranks[x] == ranks[y]) != coincide(zone, {x}, {y})) return false;
        if (ranks[x] < ranks[y] && !precedes(zone, {x}, {y})) return false;
      }
    }
    return true;
  });
}
