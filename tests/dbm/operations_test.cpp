#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// Every operation against its set definition, on random rational points inside of the zones involved, at
// their borders and elsewhere.

using namespace orbita;
using namespace orbita::test;

namespace {

// operation(zone, rng) changes the zone and returns a predicate that says whether a point belongs to the
// result, or nothing sensible if `alive` came out false (then no point may belong).
template <class Operation>
void check_against_definition(Operation operation, std::uint32_t smallest_dimension = 2) {
  for_cases(many, [&](Rng& rng) {
    const std::uint32_t n = std::max(smallest_dimension, random_dimension(rng));
    const Zone before = random_zone(rng, n);
    Zone after = before;
    bool alive = true;
    const auto expected = operation(after, before, rng, alive);
    if (alive != !after.is_empty() || (alive && !after.is_canonical())) return false;
    std::vector<ConstMatrix> near{before};
    if (alive) near.push_back(after);
    for (int i = 0; i < 8; ++i) {
      const Point p = interesting_point(rng, near);
      if (expected(p) != (alive && contains(after, p))) return false;
    }
    return true;
  });
}

}  // namespace

TEST_CASE("constrain keeps exactly the valuations that satisfy the constraint") {
  check_against_definition([](Zone& z, const Zone& before, Rng& rng, bool& alive) {
    const Constraint c = pick_constraint(rng, z.dimension(), 5);
    const bool can = before.can_satisfy(c), must = before.must_satisfy(c);
    alive = z.constrain(c);
    if (can != alive || (must && !(z == before))) throw std::logic_error("can_satisfy or must_satisfy");
    return [&before, c](const Point& p) { return contains(before, p) && satisfies(c, p); };
  });
}

TEST_CASE("constrain on one clock against itself looks at the sign only") {
  for_cases(many, [](Rng& rng) {
    Zone z = random_zone(rng, random_dimension(rng));
    const Zone before = z;
    const auto x = static_cast<std::uint32_t>(pick(rng, 0, static_cast<int>(z.dimension()) - 1));
    const Bound b = pick_bound(rng, -2, 2);
    const bool alive = z.constrain({x}, {x}, b);
    return alive == (b >= le_zero) && alive == !z.is_empty() && (!alive || z == before);
  });
}

TEST_CASE("constrain with a list is the intersection of the constraints") {
  check_against_definition([](Zone& z, const Zone& before, Rng& rng, bool& alive) {
    std::vector<Constraint> list;
    for (int i = pick(rng, 0, 6); i > 0; --i) list.push_back(pick_constraint(rng, z.dimension(), 6));
    alive = z.constrain(list);
    return [&before, list](const Point& p) {
      return contains(before, p) &&
             std::all_of(list.begin(), list.end(), [&](const Constraint& c) { return satisfies(c, p); });
    };
  });
}

TEST_CASE("delay reaches exactly what some delay leads to") {
  check_against_definition([](Zone& z, const Zone& before, Rng&, bool&) {
    z.delay();
    return [&before](const Point& p) { return delay_reaches(before, p, false); };
  });
}

TEST_CASE("past reaches exactly what some delay leads out of") {
  check_against_definition([](Zone& z, const Zone& before, Rng&, bool&) {
    z.past();
    return [&before](const Point& p) { return delay_reaches(before, p, true); };
  });
}

TEST_CASE("delay within an invariant is delay and then the invariant") {
  check_against_definition([](Zone& z, const Zone& before, Rng& rng, bool& alive) {
    std::vector<dbm::UpperBound> invariant;
    for (int i = pick(rng, 0, 4); i > 0; --i) {
      invariant.push_back({pick_clock(rng, z.dimension()), pick_bound(rng, 0, 6)});
    }
    alive = z.delay_within(invariant);
    return [&before, invariant](const Point& p) {
      return delay_reaches(before, p, false) &&
             std::all_of(invariant.begin(), invariant.end(),
                         [&](const dbm::UpperBound& u) { return satisfies(upper_bound(u.x, u.bound), p); });
    };
  });
}

TEST_CASE("reset sets a clock and keeps the others") {
  check_against_definition([](Zone& z, const Zone& before, Rng& rng, bool&) {
    const ClockIndex x = pick_clock(rng, z.dimension());
    const int value = pick(rng, 0, 5);
    z.reset(x, value);
    return [&before, x, value](const Point& p) {
      return p.numerators[x.value] == value * p.denominator && some_value_fits(before, p, x.value);
    };
  });
}

TEST_CASE("reset of a set is one reset after the other") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = std::max(2u, random_dimension(rng));
    Zone one_by_one = random_zone(rng, n);
    Zone fused = one_by_one;
    std::vector<ClockIndex> clocks;
    for (int i = pick(rng, 0, 5); i > 0; --i) clocks.push_back(pick_clock(rng, n));
    for (ClockIndex x : clocks) one_by_one.reset(x);
    fused.reset_all(clocks);
    return fused == one_by_one && fused.is_canonical();
  });
}

TEST_CASE("copy makes two clocks equal and keeps the others") {
  check_against_definition(
      [](Zone& z, const Zone& before, Rng& rng, bool&) {
        const ClockIndex x = pick_clock(rng, z.dimension()), y = pick_clock(rng, z.dimension());
        z.copy(x, y);
        return [&before, x, y](const Point& p) {
          if (x == y) return contains(before, p);
          return p.numerators[x.value] == p.numerators[y.value] && some_value_fits(before, p, x.value);
        };
      },
      3);
}

TEST_CASE("shift adds to a clock and loses what became negative") {
  check_against_definition([](Zone& z, const Zone& before, Rng& rng, bool& alive) {
    const ClockIndex x = pick_clock(rng, z.dimension());
    const int delta = pick(rng, -5, 5);
    alive = z.shift(x, delta);
    return [&before, x, delta](const Point& p) {
      return contains(before, with(p, x, p.numerators[x.value] - delta * p.denominator));
    };
  });
}

TEST_CASE("free forgets one clock") {
  check_against_definition([](Zone& z, const Zone& before, Rng& rng, bool&) {
    const ClockIndex x = pick_clock(rng, z.dimension());
    z.free(x);
    return [&before, x](const Point& p) { return some_value_fits(before, p, x.value); };
  });
}

TEST_CASE("unreset is what a reset leads from") {
  check_against_definition([](Zone& z, const Zone& before, Rng& rng, bool& alive) {
    const ClockIndex x = pick_clock(rng, z.dimension());
    const int value = pick(rng, 0, 4);
    alive = z.unreset(x, value);
    return
        [&before, x, value](const Point& p) { return contains(before, with(p, x, value * p.denominator)); };
  });
}

TEST_CASE("intersection holds the common valuations") {
  check_against_definition(
      [](Zone& z, const Zone& before, Rng& rng, bool& alive) {
        const Zone other = random_zone(rng, z.dimension());
        alive = z.intersect(other);
        if (alive != before.intersects(other)) throw std::logic_error("intersects");
        return [&before, other](const Point& p) { return contains(before, p) && contains(other, p); };
      },
      1);
}

TEST_CASE("the hull is the smallest zone around two zones") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone a = random_zone(rng, n), b = random_zone(rng, n);
    Zone both = a;
    both.hull(b);
    if (!both.is_canonical() || !both.includes(a) || !both.includes(b)) return false;
    // Each bound is attained by one of the two, so any zone around both includes the hull.
    Zone around = random_zone(rng, n);
    return !(around.includes(a) && around.includes(b)) || around.includes(both);
  });
}

TEST_CASE("close keeps the valuations and finds out about emptiness") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    Zone zone = Zone::universal(n);
    std::vector<Constraint> list;
    for (int i = pick(rng, 0, 10); i > 0 && n > 1; --i) list.push_back(pick_constraint(rng, n, 5));
    for (const Constraint& c : list) {
      zone.matrix().set(c.x, c.y, std::min(zone(c.x, c.y), c.bound));
    }
    const auto holds = [&](const Point& p) {
      return std::all_of(list.begin(), list.end(), [&](const Constraint& c) { return satisfies(c, p); });
    };
    const bool alive = dbm::close(zone.matrix());
    if (alive) {
      if (!zone.is_canonical() || !holds(pick_point(zone))) return false;
      for (int i = 0; i < 4; ++i) {
        if (!holds(random_point_in(rng, zone))) return false;
      }
    }
    for (int i = 0; i < 8; ++i) {
      const Point p = random_point(rng, n);
      if (holds(p) != (alive && contains(zone, p))) return false;
    }
    return alive == !zone.is_empty();
  });
}

TEST_CASE("close_through closes what only the bounds of one clock have changed") {
  int dead = 0;
  for_cases(many, [&](Rng& rng) {
    const std::uint32_t n = std::max(2u, random_dimension(rng));
    const ClockIndex k{static_cast<std::uint32_t>(pick(rng, 0, static_cast<int>(n) - 1))};
    const Zone before = random_zone(rng, n);
    Zone expected = before;
    for (int i = pick(rng, 1, 4); i > 0; --i) {  // bounds of k only
      Constraint c = pick_constraint(rng, n, 5);
      (chance(rng, 50) ? c.x : c.y) = k;
      if (c.x != c.y && expected.can_satisfy(c) && !expected.constrain(c)) return false;
    }
    Zone zone = before;
    for (ClockIndex i{0}; i.value < n; ++i.value) {
      zone.matrix().set(i, k, expected(i, k));
      zone.matrix().set(k, i, expected(k, i));
    }
    if (!dbm::close_through(zone.matrix(), k) || !(zone == expected)) return false;
    // One bound that contradicts the others: a cycle through k.
    const ClockIndex other{k == reference_clock ? 1u : 0u};
    if (zone(other, k).is_infinite()) return true;
    zone.matrix().set(k, other, zone(other, k).complement());
    ++dead;
    return !dbm::close_through(zone.matrix(), k) && zone.is_empty();
  });
  CHECK(dead > 1000);
}

TEST_CASE("a step is its guards, its resets and delay within the invariant") {
  int dead = 0;
  for_cases(many, [&](Rng& rng) {
    const std::uint32_t n = std::max(2u, random_dimension(rng));
    Zone one_by_one = random_zone(rng, n);
    Zone fused = one_by_one;
    std::vector<Constraint> guards;
    std::vector<ClockIndex> resets;
    std::vector<dbm::UpperBound> invariant;
    for (int i = pick(rng, 0, 3); i > 0; --i) guards.push_back(pick_constraint(rng, n, 6));
    for (int i = pick(rng, 0, 3); i > 0; --i) resets.push_back(pick_clock(rng, n));
    for (int i = pick(rng, 0, 6); i > 0; --i) {
      invariant.push_back({pick_clock(rng, n), chance(rng, 90) ? pick_bound(rng, 0, 6) : Bound::infinity()});
    }
    bool alive = one_by_one.constrain(guards);
    if (alive) {
      for (ClockIndex x : resets) one_by_one.reset(x);
      one_by_one.delay();
      for (const dbm::UpperBound& u : invariant) {
        alive = alive && one_by_one.constrain(upper_bound(u.x, u.bound));
      }
    }
    dead += alive ? 0 : 1;
    const bool left = fused.take({guards, resets, invariant});
    return left == alive && left == !fused.is_empty() && (!left || fused == one_by_one);
  });
  CHECK(dead > 1000);
  CHECK(dead < 9000);
}

TEST_CASE("inclusion, relation and equality agree with each other and with points") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone a = random_zone(rng, n);
    Zone b = chance(rng, 50) ? random_zone(rng, n) : a;
    if (n > 1 && chance(rng, 50)) b.free(pick_clock(rng, n));
    const bool subset = b.includes(a), superset = a.includes(b);
    using dbm::Relation;
    const Relation expected = subset ? (superset ? Relation::equal : Relation::subset)
                                     : (superset ? Relation::superset : Relation::incomparable);
    if (a.relation(b) != expected || (a == b) != (subset && superset)) return false;
    if (a == b && a.hash() != b.hash()) return false;
    // Not included: cutting a with the complement of one of b's bounds leaves a witness.
    bool witness = false;
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        if (b({i}, {j}).is_infinite()) continue;
        Zone outside = a;
        if (!outside.constrain(complement(Constraint{{i}, {j}, b({i}, {j})}))) continue;
        const Point p = pick_point(outside);
        witness = witness || (contains(a, p) && !contains(b, p));
      }
    }
    for (int i = 0; i < 4; ++i) {
      if (subset && !contains(b, random_point_in(rng, a))) return false;
    }
    return witness == !subset;
  });
}

TEST_CASE("a picked point lies in the zone") {
  for_cases(many, [](Rng& rng) {
    const Zone zone = random_zone(rng, random_dimension(rng));
    const Point p = pick_point(zone);
    return contains(zone, p) && contains(zone, random_point_in(rng, zone)) &&
           p.denominator <= static_cast<std::int64_t>(zone.dimension());
  });
}

TEST_CASE("init makes the zero zone and the zone of everything") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Point p = random_point(rng, n, 1);
    const bool origin = std::all_of(p.numerators.begin(), p.numerators.end(), [](auto v) { return v == 0; });
    return contains(Zone::zero(n), p) == origin && contains(Zone::universal(n), p) &&
           Zone::universal(n).is_universal() && Zone::zero(n).is_universal() == (n == 1);
  });
}
