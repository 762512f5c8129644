#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// Every operation against its set definition, on random rational points inside the zones involved, at their borders and
// elsewhere.

using namespace orbita;
using namespace orbita::test;

namespace {

// operation(zone, before, alive) changes the zone and returns a predicate that tells whether a point belongs to the
// result; the predicate is meaningless if `alive` came out false (then no point may belong).
template <class Operation>
void check_against_definition(Operation operation, int smallest_dimension = 2) {
  check_property([&] {
    const std::uint32_t n = *dimensions(smallest_dimension);
    const Zone before = *zones(n);
    Zone after = before;
    bool alive = true;
    const auto expected = operation(after, before, alive);
    if (alive != !after.is_empty() || (alive && !after.is_canonical())) return false;
    std::vector<Zone> near{before};
    if (alive) near.push_back(after);
    for (int i = 0; i < 8; ++i) {
      const Point p = *points_near(near);
      if (expected(p) != (alive && contains(after, p))) return false;
    }
    return true;
  });
}

}  // namespace

TEST_CASE("constrain keeps exactly the valuations that satisfy the constraint") {
  check_against_definition([](Zone& z, const Zone& before, bool& alive) {
    const Constraint c = *one(constraint(z.dimension(), 5));
    const bool can = before.can_satisfy(c), must = before.must_satisfy(c);
    alive = z.constrain(c);
    if (can != alive || (must && !(z == before))) throw std::logic_error("can_satisfy or must_satisfy");
    return [&before, c](const Point& p) { return contains(before, p) && satisfies(c, p); };
  });
}

TEST_CASE("constrain on one clock against itself looks at the sign only") {
  check_property([] {
    Zone z = *zones(*dimensions());
    const Zone before = z;
    const auto x = static_cast<std::uint32_t>(*between(0, static_cast<int>(z.dimension()) - 1));
    const Bound b = *one(bound(-2, 2));
    const bool alive = z.constrain({x}, {x}, b);
    return alive == (b >= le_zero) && alive == !z.is_empty() && (!alive || z == before);
  });
}

TEST_CASE("constrain with a list is the intersection of the constraints") {
  check_against_definition([](Zone& z, const Zone& before, bool& alive) {
    const std::vector<Constraint> list = *some(0, 6, constraint(z.dimension(), 6));
    alive = z.constrain(list);
    return [&before, list](const Point& p) {
      return contains(before, p) &&
             std::all_of(list.begin(), list.end(), [&](const Constraint& c) { return satisfies(c, p); });
    };
  });
}

TEST_CASE("delay gives exactly the valuations some delay leads to") {
  check_against_definition([](Zone& z, const Zone& before, bool&) {
    z.delay();
    return [&before](const Point& p) { return delay_reaches(before, p, false); };
  });
}

TEST_CASE("past gives exactly the valuations from which some delay leads into the zone") {
  check_against_definition([](Zone& z, const Zone& before, bool&) {
    z.past();
    return [&before](const Point& p) { return delay_reaches(before, p, true); };
  });
}

TEST_CASE("delay within an invariant is delay and then the invariant") {
  check_against_definition([](Zone& z, const Zone& before, bool& alive) {
    const std::vector<dbm::UpperBound> bounds = *some(0, 4, invariant(z.dimension(), 6));
    alive = z.delay_within(bounds);
    return [&before, bounds](const Point& p) {
      return delay_reaches(before, p, false) &&
             std::all_of(bounds.begin(), bounds.end(),
                         [&](const dbm::UpperBound& u) { return satisfies(upper_bound(u.x, u.bound), p); });
    };
  });
}

TEST_CASE("reset sets a clock and keeps the others") {
  check_against_definition([](Zone& z, const Zone& before, bool&) {
    const ClockIndex x = *one(clock(z.dimension()));
    const int value = *between(0, 5);
    z.reset(x, value);
    return [&before, x, value](const Point& p) {
      return p.numerators[x.value] == value * p.denominator && some_value_fits(before, p, x.value);
    };
  });
}

TEST_CASE("reset of a set is one reset after the other") {
  check_property([] {
    const std::uint32_t n = *dimensions(2);
    const Zone before = *zones(n);
    Zone one_by_one = before, fused = before, apart;
    const std::vector<ClockIndex> clocks = *some(0, 5, clock(n));
    for (ClockIndex x : clocks) one_by_one.reset(x);
    fused.reset_all(clocks);
    return fused == one_by_one && fused.is_canonical();
  });
}

TEST_CASE("copy makes two clocks equal and keeps the others") {
  check_against_definition(
      [](Zone& z, const Zone& before, bool&) {
        const ClockIndex x = *one(clock(z.dimension())), y = *one(clock(z.dimension()));
        z.copy(x, y);
        return [&before, x, y](const Point& p) {
          if (x == y) return contains(before, p);
          return p.numerators[x.value] == p.numerators[y.value] && some_value_fits(before, p, x.value);
        };
      },
      3);
}

TEST_CASE("shift adds to a clock and drops negative values") {
  check_against_definition([](Zone& z, const Zone& before, bool& alive) {
    const ClockIndex x = *one(clock(z.dimension()));
    const int delta = *between(-5, 5);
    alive = z.shift(x, delta);
    return [&before, x, delta](const Point& p) {
      return contains(before, with(p, x, p.numerators[x.value] - delta * p.denominator));
    };
  });
}

TEST_CASE("free forgets one clock") {
  check_against_definition([](Zone& z, const Zone& before, bool&) {
    const ClockIndex x = *one(clock(z.dimension()));
    z.free(x);
    return [&before, x](const Point& p) { return some_value_fits(before, p, x.value); };
  });
}

TEST_CASE("unreset is the preimage of a reset") {
  check_against_definition([](Zone& z, const Zone& before, bool& alive) {
    const ClockIndex x = *one(clock(z.dimension()));
    const int value = *between(0, 4);
    alive = z.unreset(x, value);
    return [&before, x, value](const Point& p) { return contains(before, with(p, x, value * p.denominator)); };
  });
}

TEST_CASE("intersection holds the common valuations") {
  check_against_definition(
      [](Zone& z, const Zone& before, bool& alive) {
        const Zone other = *zones(z.dimension());
        alive = z.intersect(other);
        if (alive != before.intersects(other)) throw std::logic_error("intersects");
        return [&before, other](const Point& p) { return contains(before, p) && contains(other, p); };
      },
      1);
}

TEST_CASE("the hull is the smallest zone around two zones") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone a = *zones(n), b = *zones(n);
    Zone both = a;
    both.hull(b);
    if (!both.is_canonical() || !both.includes(a) || !both.includes(b)) return false;
    // Each bound is attained by one of the two, so any zone containing both includes the hull.
    Zone around = *zones(n);
    return !(around.includes(a) && around.includes(b)) || around.includes(both);
  });
}

TEST_CASE("close keeps the valuations and detects emptiness") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    Zone zone = Zone::universal(n);
    std::vector<Constraint> list;
    if (n > 1) list = *some(0, 10, constraint(n, 5));
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
        if (!holds(*points_in(zone))) return false;
      }
    }
    for (int i = 0; i < 8; ++i) {
      const Point p = *points(n);
      if (holds(p) != (alive && contains(zone, p))) return false;
    }
    return alive == !zone.is_empty();
  });
}

TEST_CASE("close_through closes a zone in which only the bounds of one clock changed") {
  std::uint64_t dead = 0;
  check_property([&] {
    const std::uint32_t n = *dimensions(2);
    const ClockIndex k{static_cast<std::uint32_t>(*between(0, static_cast<int>(n) - 1))};
    const Zone before = *zones(n);
    Zone expected = before;
    for (Constraint c : *some(1, 4, constraint(n, 5))) {  // bounds of k only
      (c.bound.value() % 2 == 0 ? c.x : c.y) = k;
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
  CHECK(dead > many / 10);
}

TEST_CASE("a step is its guards, its resets and delay within the invariant") {
  std::uint64_t dead = 0;
  check_property([&] {
    const std::uint32_t n = *dimensions(2);
    const Zone before = *zones(n);
    Zone one_by_one = before, fused = before, apart;
    const std::vector<Constraint> guards = *some(0, 3, constraint(n, 6));
    const std::vector<ClockIndex> resets = *some(0, 3, clock(n));
    const std::vector<dbm::UpperBound> bounds = *some(0, 6, invariant(n, 6, 10));
    bool alive = one_by_one.constrain(guards);
    if (alive) {
      for (ClockIndex x : resets) one_by_one.reset(x);
      one_by_one.delay();
      for (const dbm::UpperBound& u : bounds) {
        alive = alive && one_by_one.constrain(upper_bound(u.x, u.bound));
      }
    }
    dead += alive ? 0 : 1;
    const bool left = fused.take({guards, resets, bounds});
    const bool left_apart = apart.take(before, {guards, resets, bounds});
    return left == alive && left == !fused.is_empty() && left_apart == alive && left_apart == !apart.is_empty() &&
           (!left || (fused == one_by_one && apart == one_by_one));
  });
  CHECK(dead > many / 10);
  CHECK(dead < 9000);
}

TEST_CASE("inclusion, relation and equality agree with each other and with points") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone a = *zones(n);
    Zone b = *chance(50) ? *zones(n) : a;
    if (n > 1 && *chance(50)) b.free(*one(clock(n)));
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
      if (subset && !contains(b, *points_in(a))) return false;
    }
    return witness == !subset;
  });
}

TEST_CASE("a picked point lies in the zone") {
  check_property([] {
    const Zone zone = *zones(*dimensions());
    const Point p = pick_point(zone);
    return contains(zone, p) && contains(zone, *points_in(zone)) &&
           p.denominator <= static_cast<std::int64_t>(zone.dimension());
  });
}

TEST_CASE("init makes the zero zone and the zone of everything") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Point p = *points(n, 1);
    const bool origin = std::all_of(p.numerators.begin(), p.numerators.end(), [](auto v) { return v == 0; });
    return contains(Zone::zero(n), p) == origin && contains(Zone::universal(n), p) &&
           Zone::universal(n).is_universal() && Zone::zero(n).is_universal() == (n == 1);
  });
}
