#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// Renaming clocks: permutation, swap, projection, embedding, and the order of clocks.

using namespace orbita;
using namespace orbita::test;

namespace {

Point permuted(const Point& p, const std::vector<ClockIndex>& to) {
  Point q = p;
  for (std::size_t x = 0; x < to.size(); ++x) q.numerators[to[x].value] = p.numerators[x];
  return q;
}

// Clocks only reset to 0 or copied, as in scalarset models.
rc::Gen<Zone> ordered_zones(std::uint32_t dimension) {
  if (dimension == 1) return rc::gen::just(Zone::zero(1));
  const int last = last_clock(dimension);
  return rc::gen::map(rows(0, 10, {{0, 3}, {0, last}, {0, last - 1}, {-4, 4}, {0, 1}}),
                      [=](const std::vector<Row>& steps) {
                        Zone zone = Zone::zero(dimension);
                        for (const Row& row : steps) {
                          const Constraint c = constraint_of(row[1], row[2], row[3], row[4]);
                          const ClockIndex x = clock_of(row[2] + 1), y = clock_of(std::max(1, row[1]));
                          if (row[0] == 0) zone.delay();
                          if (row[0] == 1) zone.reset(x);
                          if (row[0] == 2) zone.copy(x, y);
                          if (row[0] == 3) take(zone, {Step::constrain, {}, c});
                        }
                        return zone;
                      });
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
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone zone = *zones(n);
    const auto to = *permutations(n);
    const Zone moved = zone.permuted(to);
    for (int i = 0; i < 4; ++i) {
      const Point p = *points_near({zone});
      if (contains(zone, p) != contains(moved, permuted(p, to))) return false;
    }
    return moved.is_canonical();
  });
}

TEST_CASE("permutations act from the left") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone zone = *zones(n);
    const auto g = *permutations(n), h = *permutations(n);
    std::vector<ClockIndex> gh, identity;
    for (std::uint32_t x = 0; x < n; ++x) {
      gh.push_back(g[h[x].value]);
      identity.push_back({x});
    }
    return zone.permuted(h).permuted(g) == zone.permuted(gh) && zone.permuted(identity) == zone;
  });
}

TEST_CASE("a swap is the permutation of two clocks") {
  check_property([] {
    const std::uint32_t n = *dimensions(2);
    Zone zone = *zones(n);
    const ClockIndex x = *one(clock(n)), y = *one(clock(n));
    std::vector<ClockIndex> to;
    for (std::uint32_t z = 0; z < n; ++z) to.push_back({z});
    std::swap(to[x.value], to[y.value]);
    const Zone expected = zone.permuted(to);
    zone.swap_clocks(x, y);
    return zone == expected;
  });
}

TEST_CASE("projection forgets clocks, embedding brings them back as 0 or as anything") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone zone = *zones(n);
    std::vector<ClockIndex> kept = *permutations(n);
    kept.erase(kept.begin());
    kept.resize(static_cast<std::size_t>(*between(0, last_clock(n))));
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

TEST_CASE("clock order agrees with all valuations") {
  check_property([] {
    const std::uint32_t n = *dimensions(2);
    const Zone zone = *chance(50) ? *zones(n) : *ordered_zones(n);
    const ClockIndex x = *one(clock(n)), y = *one(clock(n));
    if (precedes(zone, x, y) == some_point_above(zone, x, y)) return false;
    if (coincide(zone, x, y) != (!some_point_above(zone, x, y) && !some_point_above(zone, y, x))) return false;
    bool total = true;
    for (std::uint32_t i = 1; i < n; ++i) {
      for (std::uint32_t j = 1; j < n; ++j) {
        total = total && (precedes(zone, {i}, {j}) || precedes(zone, {j}, {i}));
      }
    }
    const int max = *between(-1, 4);
    Zone within = zone;
    const bool above = max < 0 || !within.constrain(at_most(x, max));
    return has_diagonal_property(zone) == total && is_above(zone, x, max) == above;
  });
}

TEST_CASE("constraints, delay, resets to 0 and copies keep the clocks ordered") {
  check_property([] { return has_diagonal_property(*ordered_zones(*dimensions())); });
}

TEST_CASE("ranks move with the clocks, and equal ranks mean equal clocks") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone zone = *ordered_zones(n);
    const auto to = *permutations(n);
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
