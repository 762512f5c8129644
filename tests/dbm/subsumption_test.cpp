#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// aLU and aM against their definition: for each valuation of the small zone, is there one of the big zone
// that simulates it? The definition is decided exactly (support.h), on points only.

using namespace orbita;
using namespace orbita::test;

namespace {

// A valuation of `small` that nothing in `big` simulates, among those the exact test suggests. The
// suggestion is only where to look; whether the point counts is up to the definition.
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
      if (lower != unlimited &&
          !where.constrain(complement(Constraint{{0}, {x}, b + Bound::strict(-lower)}))) {
        continue;
      }
      const Point p = pick_point(where);
      const Zone fine = scaled(big, static_cast<std::int32_t>(p.denominator));
      if (contains(small, p) && !simulated_by(fine, p, bounds)) return true;
    }
  }
  return false;
}

Zone random_relative(Rng& rng, const Zone& zone) {
  if (chance(rng, 40)) return random_zone(rng, zone.dimension());
  Zone other = zone;
  for (int i = pick(rng, 0, 2); i > 0 && zone.dimension() > 1; --i) {
    const Constraint c = pick_constraint(rng, zone.dimension(), 6);
    if (other.can_satisfy(c) && !other.constrain(c)) std::abort();
  }
  return other;
}

bool agrees_on_samples(Rng& rng, const Zone& small, const Zone& big, const ClockBounds& bounds, bool answer) {
  if (!answer) return has_witness(small, big, bounds);
  const Zone fine = scaled(big, denominator);
  for (int i = 0; i < 6; ++i) {
    if (!simulated_by(fine, random_point_in(rng, small), bounds)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("aLU inclusion is its definition, up to five clocks") {
  int yes = 0, beyond_inclusion = 0;
  for_cases(many, [&](Rng& rng) {
    const Zone small = random_zone(rng, random_dimension(rng));
    const Zone big = random_relative(rng, small);
    const RandomBounds bounds(rng, small.dimension());
    const bool answer = alu_includes(big, small, bounds);
    yes += answer ? 1 : 0;
    beyond_inclusion += answer && !big.includes(small) ? 1 : 0;
    return agrees_on_samples(rng, small, big, bounds, answer) && (answer || !big.includes(small));
  });
  CHECK(yes > 2000);
  CHECK(beyond_inclusion > 500);
}

TEST_CASE("aM inclusion is its definition, up to five clocks") {
  for_cases(many, [&](Rng& rng) {
    const Zone small = random_zone(rng, random_dimension(rng));
    const Zone big = random_relative(rng, small);
    const RandomBounds bounds(rng, small.dimension());
    const bool answer = am_includes(big, small, bounds.lower);
    return agrees_on_samples(rng, small, big, ClockBounds(bounds.lower), answer);
  });
}

TEST_CASE("aLU inclusion is its definition on every point of a grid, one and two clocks") {
  for_cases(many, [&](Rng& rng) {
    const auto n = static_cast<std::uint32_t>(pick(rng, 2, 3));
    const Zone small = random_zone(rng, n, 2);
    const Zone big = random_relative(rng, small);
    const RandomBounds bounds(rng, n, 2);
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
  for_cases(many, [&](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone a = random_zone(rng, n);
    const Zone b = random_relative(rng, a);
    Zone bigger = b;
    bigger.hull(random_zone(rng, n));
    RandomBounds bounds(rng, n);
    if (!alu_includes(b, a, bounds)) return true;
    if (!alu_includes(bigger, a, bounds)) return false;
    for (std::uint32_t x = 1; x < n; ++x) {
      if (chance(rng, 50)) bounds.lower[x] = bounds.lower[x] <= 0 ? no_bound : bounds.lower[x] - 1;
      if (chance(rng, 50)) bounds.upper[x] = bounds.upper[x] <= 0 ? no_bound : bounds.upper[x] - 1;
    }
    return alu_includes(b, a, bounds);
  });
}

TEST_CASE("a probe answers like the test it was made for") {
  for_cases(many, [&](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone a = random_zone(rng, n);
    const Zone b = random_relative(rng, a);
    const RandomBounds bounds(rng, n);
    Zone probe = a;
    make_alu_probe(probe.matrix(), a, bounds);
    if (passes(b, probe) != alu_includes(b, a, bounds)) return false;
    make_inclusion_probe(probe.matrix(), a);
    return passes(b, probe) == b.includes(a);
  });
}
