#include <catch2/catch.hpp>

#include "dbm/udbm/udbm_zone.h"
#include "tests/dbm/support.h"

// Every operation that UDBM also has, on the same random zones. ORBITA_UDBM_CASES=1000000 for the long run.

using namespace orbita;
using namespace orbita::test;

namespace {

std::uint64_t cases() {
  const char* text = std::getenv("ORBITA_UDBM_CASES");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : many;
}

rc::Gen<Zone> any_zones(std::uint32_t n) {
  return rc::gen::exec([=] { return *zones(n, *chance(20) ? 5000 : 6); });
}

// Mostly small, and now and then one of every row length that has special kernels.
rc::Gen<std::uint32_t> any_dimensions(std::uint32_t largest = 73) {
  return rc::gen::exec([=] {
    const int kind = *between(1, 1000);
    if (kind > 180) return *dimensions(2, 6);
    if (kind > 30) return *dimensions(7, 12);
    return *dimensions(13, std::min<std::uint32_t>(kind > 2 ? 40 : 73, largest));
  });
}

template <class Property>
void check_cases(Property holds) {
  check_property(holds, cases());
}

// change(ours, theirs) does the same to both and returns whether they are still non-empty, as a pair.
template <class Change>
void compare(Change change) {
  check_cases([&] {
    Zone ours = *any_zones(*any_dimensions());
    udbm::Zone theirs(ours.view());
    const auto [mine, other] = change(ours, theirs);
    return mine == other && (!mine || ours == theirs.ours());
  });
}

using Alive = std::pair<bool, bool>;
constexpr Alive alive{true, true};

}  // namespace

TEST_CASE("UDBM agrees on constraining and closing") {
  compare([](Zone& a, udbm::Zone& b) {
    const Constraint c = *one(constraint(a.dimension(), 7));
    return Alive(a.constrain(c), b.constrain(c));
  });
  compare([](Zone& a, udbm::Zone& b) {
    const std::vector<Constraint> all = *some(1, 5, constraint(a.dimension(), 7));
    return Alive(a.constrain(all), b.constrain(all));
  });
  compare([](Zone& a, udbm::Zone& b) {
    for (const Constraint& c : *some(1, 6, constraint(a.dimension(), 7))) {
      a.matrix().set(c.x, c.y, c.bound);
      b.data()[c.x.value * a.dimension() + c.y.value] = c.bound.raw;
    }
    // Ours expects row 0 within "clocks are >= 0", which all callers ensure.
    for (std::uint32_t x = 1; x < a.dimension(); ++x) {
      a.matrix().set({0}, {x}, std::min(a({0}, {x}), le_zero));
      b.data()[x] = a({0}, {x}).raw;
    }
    return Alive(dbm::close(a.matrix()), b.close());
  });
}

TEST_CASE("UDBM agrees on intersection and hull") {
  compare([](Zone& a, udbm::Zone& b) {
    const Zone other = *any_zones(a.dimension());
    const udbm::Zone theirs(other.view());
    // UDBM's test may give false positives, by its documentation, but no false negatives.
    if (a.intersects(other) && !b.intersects(theirs)) return Alive(true, false);
    return Alive(a.intersect(other), b.intersect(theirs));
  });
  compare([](Zone& a, udbm::Zone& b) {
    const Zone other = *any_zones(a.dimension());
    a.hull(other);
    b.hull(udbm::Zone(other.view()));
    return alive;
  });
}

TEST_CASE("UDBM agrees on time") {
  compare([](Zone& a, udbm::Zone& b) { return a.delay(), b.delay(), alive; });
  compare([](Zone& a, udbm::Zone& b) { return a.past(), b.past(), alive; });
  compare([](Zone& a, udbm::Zone& b) {
    const std::vector<dbm::UpperBound> bounds = *some(0, 4, invariant(a.dimension(), 7));
    b.delay();
    bool left = true;
    for (const dbm::UpperBound& u : bounds) left = left && b.constrain(upper_bound(u.x, u.bound));
    return Alive(a.delay_within(bounds), left);
  });
}

TEST_CASE("UDBM agrees on updates") {
  compare([](Zone& a, udbm::Zone& b) {
    const ClockIndex x = *one(clock(a.dimension())), y = *one(clock(a.dimension()));
    const int value = *chance(50) ? 0 : *between(0, 6);
    switch (*between(0, 4)) {
      case 0: a.reset(x, value), b.reset(x, value); break;
      case 1:
        if (x != y) a.copy(x, y), b.copy(x, y);
        break;
      case 2: a.free(x), b.free(x); break;
      case 3: a.swap_clocks(x, y), b.swap_clocks(x, y); break;
      default: {  // UDBM does not cut off negative values: none arise here
        const int delta = *between(a(reference_clock, x).value(), 6);
        b.shift(x, delta);
        return Alive(a.shift(x, delta), true);
      }
    }
    return alive;
  });
}

TEST_CASE("UDBM agrees on inclusion, relation and points") {
  check_cases([] {
    const std::uint32_t n = *any_dimensions();
    const Zone a = *any_zones(n);
    Zone b = *chance(50) ? *any_zones(n) : a;
    if (*chance(40)) b.free(*one(clock(n)));
    const udbm::Zone c(a.view()), d(b.view());
    std::vector<std::int32_t> whole(n, 0);
    Point p{std::vector<std::int64_t>(n, 0), 1};
    for (std::uint32_t x = 1; x < n; ++x) p.numerators[x] = whole[x] = *between(0, 7);
    return a.includes(b) == c.includes(d) && a.relation(b) == c.relation(d) &&
           contains(a, p) == c.contains(whole.data());
  });
}

TEST_CASE("UDBM agrees on extrapolation") {
  check_cases([] {
    const Zone zone = *any_zones(*any_dimensions());
    RandomBounds bounds = *clock_bounds(zone.dimension(), 5);
    for (auto* list : {&bounds.lower, &bounds.upper}) {  // UDBM has no "unlimited"
      std::replace(list->begin(), list->end(), unlimited, 9);
    }
    const auto lower = udbm::to_bounds(bounds.lower), upper = udbm::to_bounds(bounds.upper);
    Zone ours = zone;
    udbm::Zone theirs(zone.view());
    switch (*between(0, 3)) {
      case 0: extrapolate_m(ours.matrix(), bounds.lower), theirs.extrapolate_m(lower.data()); break;
      case 1: extrapolate_m_plus(ours.matrix(), bounds.lower), theirs.extrapolate_m_plus(lower.data()); break;
      case 2: extrapolate_lu(ours.matrix(), bounds), theirs.extrapolate_lu(lower.data(), upper.data()); break;
      default: extrapolate_lu_plus(ours.matrix(), bounds), theirs.extrapolate_lu_plus(lower.data(), upper.data());
    }
    return ours == theirs.ours();
  });
}

TEST_CASE("UDBM agrees on minimal constraints and subtraction") {
  check_cases([] {
    const Zone a = *any_zones(*any_dimensions(22));
    std::size_t count = 0;
    // Their graphs fail between 512 and 1023 constraints; these have at most 22 * 21.
    const udbm::Zone theirs(a.view());
    if (!(theirs.rebuilt_from_minimal_graph(count).ours() == a)) return false;
    return minimal_constraints(a).size() <= count;
  });
  check_cases([] {
    const auto n = static_cast<std::uint32_t>(*between(2, 4));
    const Zone a = *any_zones(n), b = *any_zones(n);
    Federation theirs(n);
    for (const udbm::Zone& part : udbm::Zone(a.view()).minus(udbm::Zone(b.view()))) theirs.add(part.ours());
    return same_set(subtract(a, b), theirs);
  });
}
