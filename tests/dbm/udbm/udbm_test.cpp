#include <catch2/catch.hpp>

#include "dbm/udbm/udbm_zone.h"
#include "tests/dbm/support.h"

// Every operation UDBM has too, on the same random zones. ORBITA_UDBM_CASES=1000000 for the long run.

using namespace orbita;
using namespace orbita::test;

namespace {

std::uint64_t cases() {
  const char* text = std::getenv("ORBITA_UDBM_CASES");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : many;
}

Zone any_zone(Rng& rng, std::uint32_t n) { return random_zone(rng, n, chance(rng, 80) ? 6 : 5000); }

std::uint32_t any_dimension(Rng& rng) {
  return static_cast<std::uint32_t>(chance(rng, 85) ? pick(rng, 2, 6) : pick(rng, 7, 12));
}

// change(ours, theirs, rng) does the same to both and returns whether they are still non-empty, as a pair.
template <class Change>
void compare(Change change) {
  for_cases(cases(), [&](Rng& rng) {
    Zone ours = any_zone(rng, any_dimension(rng));
    udbm::Zone theirs(ours.view());
    const auto [mine, other] = change(ours, theirs, rng);
    return mine == other && (!mine || ours == theirs.ours());
  });
}

using Alive = std::pair<bool, bool>;
constexpr Alive alive{true, true};

}  // namespace

TEST_CASE("UDBM agrees on constraining and closing") {
  compare([](Zone& a, udbm::Zone& b, Rng& rng) {
    const Constraint c = pick_constraint(rng, a.dimension(), 7);
    return Alive(a.constrain(c), b.constrain(c));
  });
  compare([](Zone& a, udbm::Zone& b, Rng& rng) {
    std::vector<Constraint> all;
    for (int i = pick(rng, 1, 5); i > 0; --i) all.push_back(pick_constraint(rng, a.dimension(), 7));
    return Alive(a.constrain(all), b.constrain(all));
  });
  compare([](Zone& a, udbm::Zone& b, Rng& rng) {
    for (int i = pick(rng, 1, 6); i > 0; --i) {
      const Constraint c = pick_constraint(rng, a.dimension(), 7);
      a.matrix().set(c.x, c.y, c.bound);
      b.data()[c.x.value * a.dimension() + c.y.value] = c.bound.raw;
    }
    // Ours expects row 0 within "clocks are >= 0", as every caller has it.
    for (std::uint32_t x = 1; x < a.dimension(); ++x) {
      a.matrix().set({0}, {x}, std::min(a({0}, {x}), le_zero));
      b.data()[x] = a({0}, {x}).raw;
    }
    return Alive(dbm::close(a.matrix()), b.close());
  });
}

TEST_CASE("UDBM agrees on intersection and hull") {
  compare([](Zone& a, udbm::Zone& b, Rng& rng) {
    const Zone other = any_zone(rng, a.dimension());
    const udbm::Zone theirs(other.view());
    // UDBM's test may say yes too often, by its documentation, but not no.
    if (a.intersects(other) && !b.intersects(theirs)) return Alive(true, false);
    return Alive(a.intersect(other), b.intersect(theirs));
  });
  compare([](Zone& a, udbm::Zone& b, Rng& rng) {
    const Zone other = any_zone(rng, a.dimension());
    a.hull(other);
    b.hull(udbm::Zone(other.view()));
    return alive;
  });
}

TEST_CASE("UDBM agrees on time") {
  compare([](Zone& a, udbm::Zone& b, Rng&) { return a.delay(), b.delay(), alive; });
  compare([](Zone& a, udbm::Zone& b, Rng&) { return a.past(), b.past(), alive; });
  compare([](Zone& a, udbm::Zone& b, Rng& rng) {
    std::vector<dbm::UpperBound> invariant;
    for (int i = pick(rng, 0, 4); i > 0; --i) {
      invariant.push_back({pick_clock(rng, a.dimension()), pick_bound(rng, 0, 7)});
    }
    b.delay();
    bool left = true;
    for (const dbm::UpperBound& u : invariant) left = left && b.constrain(upper_bound(u.x, u.bound));
    return Alive(a.delay_within(invariant), left);
  });
}

TEST_CASE("UDBM agrees on updates") {
  compare([](Zone& a, udbm::Zone& b, Rng& rng) {
    const ClockIndex x = pick_clock(rng, a.dimension()), y = pick_clock(rng, a.dimension());
    const int value = chance(rng, 50) ? 0 : pick(rng, 0, 6);
    switch (pick(rng, 0, 4)) {
      case 0:
        a.reset(x, value), b.reset(x, value);
        break;
      case 1:
        if (x != y) a.copy(x, y), b.copy(x, y);
        break;
      case 2:
        a.free(x), b.free(x);
        break;
      case 3:
        a.swap_clocks(x, y), b.swap_clocks(x, y);
        break;
      default: {  // UDBM does not cut off negative values: none arise here
        const int delta = pick(rng, a(reference_clock, x).value(), 6);
        b.shift(x, delta);
        return Alive(a.shift(x, delta), true);
      }
    }
    return alive;
  });
}

TEST_CASE("UDBM agrees on inclusion, relation and points") {
  for_cases(cases(), [](Rng& rng) {
    const std::uint32_t n = any_dimension(rng);
    const Zone a = any_zone(rng, n);
    Zone b = chance(rng, 50) ? any_zone(rng, n) : a;
    if (chance(rng, 40)) b.free(pick_clock(rng, n));
    const udbm::Zone c(a.view()), d(b.view());
    std::vector<std::int32_t> whole(n, 0);
    Point p{std::vector<std::int64_t>(n, 0), 1};
    for (std::uint32_t x = 1; x < n; ++x) p.numerators[x] = whole[x] = pick(rng, 0, 7);
    return a.includes(b) == c.includes(d) && a.relation(b) == c.relation(d) &&
           contains(a, p) == c.contains(whole.data());
  });
}

TEST_CASE("UDBM agrees on extrapolation") {
  for_cases(cases(), [](Rng& rng) {
    const Zone zone = any_zone(rng, any_dimension(rng));
    RandomBounds bounds(rng, zone.dimension(), 5);
    for (auto* list : {&bounds.lower, &bounds.upper}) {  // UDBM knows no "unlimited"
      std::replace(list->begin(), list->end(), unlimited, 9);
    }
    const auto lower = udbm::to_bounds(bounds.lower), upper = udbm::to_bounds(bounds.upper);
    Zone ours = zone;
    udbm::Zone theirs(zone.view());
    switch (pick(rng, 0, 3)) {
      case 0:
        extrapolate_m(ours.matrix(), bounds.lower), theirs.extrapolate_m(lower.data());
        break;
      case 1:
        extrapolate_m_plus(ours.matrix(), bounds.lower), theirs.extrapolate_m_plus(lower.data());
        break;
      case 2:
        extrapolate_lu(ours.matrix(), bounds), theirs.extrapolate_lu(lower.data(), upper.data());
        break;
      default:
        extrapolate_lu_plus(ours.matrix(), bounds), theirs.extrapolate_lu_plus(lower.data(), upper.data());
    }
    return ours == theirs.ours();
  });
}

TEST_CASE("UDBM agrees on minimal constraints and subtraction") {
  for_cases(cases(), [](Rng& rng) {
    const Zone a = any_zone(rng, any_dimension(rng));
    std::size_t count = 0;
    // Their graphs are trouble between 512 and 1023 constraints; these have at most 12 * 11.
    const udbm::Zone theirs(a.view());
    if (!(theirs.rebuilt_from_minimal_graph(count).ours() == a)) return false;
    return minimal_constraints(a).size() <= count;
  });
  for_cases(cases(), [](Rng& rng) {
    const auto n = static_cast<std::uint32_t>(pick(rng, 2, 4));
    const Zone a = any_zone(rng, n), b = any_zone(rng, n);
    Federation theirs(n);
    for (const udbm::Zone& part : udbm::Zone(a.view()).minus(udbm::Zone(b.view()))) theirs.add(part.ours());
    return same_set(subtract(a, b), theirs);
  });
}
