#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

int parts_with(const Federation& f, const Point& p) {
  return static_cast<int>(
      std::count_if(f.parts().begin(), f.parts().end(), [&](const Zone& z) { return contains(z, p); }));
}

bool has(const Federation& f, const Point& p) { return parts_with(f, p) > 0; }

Federation federation_of(std::uint32_t dimension, const std::vector<Zone>& zones) {
  Federation f(dimension);
  for (const Zone& z : zones) f.add(z);
  return f;
}

// Up to four zones.
rc::Gen<std::vector<Zone>> unions(std::uint32_t dimension) {
  return rc::gen::exec([=] {
    std::vector<Zone> all;
    for (int i = *between(0, 4); i > 0; --i) all.push_back(*zones(dimension));
    return all;
  });
}

// A point near the parts of either federation, or anywhere.
rc::Gen<Point> points_near_either(const Federation& a, const Federation& b) {
  std::vector<Zone> zones(a.parts().begin(), a.parts().end());
  zones.insert(zones.end(), b.parts().begin(), b.parts().end());
  return zones.empty() ? points(a.dimension()) : points_near(zones);
}

// check(f, g) for random federations.
template <class Check>
void for_federations(Check check) {
  check_property([&] {
    const std::uint32_t n = *dimensions(1, 4);
    const Federation f = federation_of(n, *unions(n)), g = federation_of(n, *unions(n));
    return check(f, g);
  });
}

}  // namespace

TEST_CASE("zone subtraction is exact and its parts are disjoint") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone a = *zones(n), b = *zones(n);
    const Federation rest = subtract(a, b);
    for (const Zone& part : rest.parts()) {
      if (!part.is_canonical() || !a.includes(part) || part.intersects(b)) return false;
      for (const Zone& other : rest.parts()) {
        if (&other != &part && part.intersects(other)) return false;
      }
    }
    for (int i = 0; i < 8; ++i) {
      const Point p = *points_near({a, b});
      const int expected = contains(a, p) && !contains(b, p) ? 1 : 0;
      if (parts_with(rest, p) != expected) return false;
    }
    Federation same{a};
    same.subtract(minimal_constraints(b.view()));
    return rest.is_empty() == b.includes(a) && same_set(rest, same);
  });
}

TEST_CASE("federation subtraction, union and intersection are those of sets") {
  for_federations([](const Federation& f, const Federation& g) {
    Federation minus = f, both = f, either = f;
    minus.subtract(g);
    both.intersect(g);
    either.add(g);
    for (int i = 0; i < 8; ++i) {
      const Point p = *points_near_either(f, g);
      if (has(minus, p) != (has(f, p) && !has(g, p))) return false;
      if (has(both, p) != (has(f, p) && has(g, p))) return false;
      if (has(either, p) != (has(f, p) || has(g, p))) return false;
    }
    return f.includes(minus) && either.includes(f) && either.includes(g) && f.includes(both) && g.includes(both);
  });
}

TEST_CASE("federation inclusion and emptiness are those of sets") {
  for_federations([](const Federation& f, const Federation& g) {
    Federation rest = f;
    rest.subtract(g);
    const bool included = g.includes(f);
    if (included != rest.is_empty()) return false;
    if (!rest.is_empty()) {  // a witness
      const Point p = pick_point(rest.parts().front());
      return has(f, p) && !has(g, p);
    }
    for (const Zone& part : f.parts()) {
      if (!has(g, *points_in(part))) return false;
    }
    return true;
  });
}

TEST_CASE("time and updates of a federation are those of its parts") {
  for_federations([](const Federation& f, const Federation& g) {
    Federation later = f, earlier = f, before_reset = f;
    later.delay();
    earlier.past();
    const bool update = f.dimension() > 1;
    const ClockIndex x = update ? *one(clock(f.dimension())) : reference_clock;
    if (update) before_reset.unreset(x, 1);
    for (int i = 0; i < 4; ++i) {
      const Point p = *points_near_either(f, g);
      const auto any = [&](auto test) { return std::any_of(f.parts().begin(), f.parts().end(), test); };
      if (has(later, p) != any([&](const Zone& z) { return delay_reaches(z, p, false); })) return false;
      if (has(earlier, p) != any([&](const Zone& z) { return delay_reaches(z, p, true); })) return false;
      if (update && has(before_reset, p) != has(f, with(p, x, p.denominator))) return false;
    }
    return true;
  });
}

TEST_CASE("reducing and merging change the parts and not the set") {
  std::uint64_t merged = 0;
  for_federations([&](Federation f, const Federation& g) {
    f.subtract(g);  // many small adjacent parts
    Federation reduced = f, joined = f;
    reduced.reduce();
    joined.merge();
    merged += joined.parts().size() < reduced.parts().size() ? 1 : 0;
    for (int i = 0; i < 4; ++i) {
      const Point p = *points_near_either(f, g);
      if (has(reduced, p) != has(f, p) || has(joined, p) != has(f, p)) return false;
    }
    return same_set(f, reduced) && same_set(f, joined) && joined.parts().size() <= reduced.parts().size();
  });
  CHECK(merged > many / 100);
}

TEST_CASE("two zones merge exactly when their union is convex") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone whole = *zones(n);
    Zone a = whole, b = whole;
    const bool cut = n > 1 && *chance(60);
    if (cut) {  // two halves of one zone
      const Constraint c = *one(constraint(n, 3));
      RC_PRE(a.constrain(c) && b.constrain(complement(c)));
    } else {
      b = *zones(n);
    }
    Zone merged = a;
    std::vector<packed_t> stored_a(packed_size(n)), stored_b(packed_size(n));
    if (pack(stored_a.data(), a) && pack(stored_b.data(), b) &&
        union_is_convex(stored_a.data(), stored_b.data(), n) != union_is_convex(a, b)) {
      return false;
    }
    if (merge_if_convex(merged, b)) {
      const Point p = *points_in(merged);
      return (contains(a, p) || contains(b, p)) && merged.includes(a) && merged.includes(b) &&
             (!cut || merged == whole);
    }
    Zone hull = a;
    hull.hull(b);
    Federation rest(hull);
    rest.subtract(a);
    rest.subtract(b);
    return !cut && merged == a && !rest.is_empty();
  });
}
