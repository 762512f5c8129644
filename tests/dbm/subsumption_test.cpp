#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// aLU and aM against their definition: for each valuation of the small zone, is there one of the big zone
// that simulates it? The definition is decided exactly (support.h), on points only.

using namespace orbita;
using namespace orbita::test;

namespace {

// A valuation of `small` that nothing in `big` simulates, among those the exact test suggests. The suggestion only
// narrows the search; the definition decides whether the point counts.
bool has_witness(const Zone& small, const Zone& big, const ClockBounds& bounds) {
  const std::uint32_t n = small.dimension();
  for (std::uint32_t x = 0; x < n; ++x) {
    for (std::uint32_t y = 0; y < n; ++y) {
      const Bound b = big({y}, {x});
      if (x == y || b.is_infinite()) continue;
      Zone where = small;
      if (x != 0 && bounds.upper[x] < 0) continue;
      if (x != 0 && bounds.upper[x] != unlimited && !where.constrain(at_most({x}, bounds.upper[x]))) continue;
      if (!where.constrain(complement(Constraint{{y}, {x}, b}))) continue;
      const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
      if (lower < 0) continue;
      if (lower != unlimited && !where.constrain(complement(Constraint{{0}, {x}, b + Bound::strict(-lower)}))) {
        continue;
      }
      const Point p = pick_point(where);
      const Zone fine = scaled(big, static_cast<std::int32_t>(p.denominator));
      if (contains(small, p) && !simulated_by(fine, p, bounds)) return true;
    }
  }
  return false;
}

rc::Gen<Zone> relatives(const Zone& zone) {
  return rc::gen::exec([zone] { return *chance(40) ? *zones(zone.dimension()) : *parts_of(zone, 2, 6); });
}

bool agrees_on_samples(const Zone& small, const Zone& big, const ClockBounds& bounds, bool answer) {
  if (!answer) return has_witness(small, big, bounds);
  const Zone fine = scaled(big, denominator);
  for (int i = 0; i < 6; ++i) {
    if (!simulated_by(fine, *points_in(small), bounds)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("aLU inclusion is its definition, up to five clocks") {
  std::uint64_t yes = 0, beyond_inclusion = 0;
  check_property([&] {
    const Zone small = *zones(*dimensions());
    const Zone big = *relatives(small);
    const RandomBounds bounds = *clock_bounds(small.dimension());
    const bool answer = alu_includes(big, small, bounds);
    yes += answer ? 1 : 0;
    beyond_inclusion += answer && !big.includes(small) ? 1 : 0;
    return agrees_on_samples(small, big, bounds, answer) && (answer || !big.includes(small));
  });
  CHECK(yes > many / 5);
  CHECK(beyond_inclusion > many / 20);
}

TEST_CASE("aM inclusion is its definition, up to five clocks") {
  check_property([&] {
    const Zone small = *zones(*dimensions());
    const Zone big = *relatives(small);
    const RandomBounds bounds = *clock_bounds(small.dimension());
    const bool answer = am_includes(big, small, bounds.lower);
    return agrees_on_samples(small, big, ClockBounds(bounds.lower), answer);
  });
}

TEST_CASE("aLU inclusion is its definition on every point of a grid, one and two clocks") {
  check_property([&] {
    const auto n = static_cast<std::uint32_t>(*between(2, 3));
    const Zone small = *zones(n, 2);
    const Zone big = *relatives(small);
    const RandomBounds bounds = *clock_bounds(n, 2);
    const Zone fine = scaled(big, 4);
    bool all = true;
    const int end = 4 * (6 + 2);  // two above the largest constant
    Point p{std::vector<std::int64_t>(n, 0), 4};
    for (int x = 0; x <= end && all; ++x) {
      for (int y = 0; y <= (n == 3 ? end : 0) && all; ++y) {
        p.numerators[1] = x;
        if (n == 3) p.numerators[2] = y;
        all = !contains(small, p) || simulated_by(fine, p, bounds);
      }
    }
    return alu_includes(big, small, bounds) == all;
  });
}

TEST_CASE("aLU inclusion grows with the zone and shrinks with the bounds") {
  check_property([&] {
    const std::uint32_t n = *dimensions();
    const Zone a = *zones(n);
    const Zone b = *relatives(a);
    Zone bigger = b;
    bigger.hull(*zones(n));
    RandomBounds bounds = *clock_bounds(n);
    RC_PRE(alu_includes(b, a, bounds));
    if (!alu_includes(bigger, a, bounds)) return false;
    for (std::uint32_t x = 1; x < n; ++x) {
      if (*chance(50)) bounds.lower[x] = bounds.lower[x] <= 0 ? no_bound : bounds.lower[x] - 1;
      if (*chance(50)) bounds.upper[x] = bounds.upper[x] <= 0 ? no_bound : bounds.upper[x] - 1;
    }
    return alu_includes(b, a, bounds);
  });
}

TEST_CASE("a probe answers like the test it was made for") {
  check_property([&] {
    const std::uint32_t n = *dimensions();
    const Zone a = *zones(n);
    const Zone b = *relatives(a);
    const RandomBounds bounds = *clock_bounds(n);
    Zone probe = a;
    make_alu_probe(probe.matrix(), a, bounds);
    if (passes(b, probe) != alu_includes(b, a, bounds)) return false;
    make_inclusion_probe(probe.matrix(), a);
    return passes(b, probe) == b.includes(a);
  });
}
