#include "dbm/vector_kernels.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

#include "dbm/internal/alu.h"
#include "dbm/internal/checked_sums.h"
#include "tests/dbm/support.h"

// The vector kernels of every instruction set against the scalar ones, small and large dimensions, small
// bounds and bounds near the end of the range.

using namespace orbita;
using namespace orbita::test;
using dbm::VectorKernels;

namespace {

std::vector<const VectorKernels*> all_kernels() {
  std::vector<const VectorKernels*> all;
  for (const VectorKernels& kernels : dbm::all_vector_kernels()) all.push_back(&kernels);
  return all;
}

// Small, larger, up to the longest rows that have special kernels, and rarely beyond 255.
rc::Gen<std::uint32_t> any_dimensions() {
  return rc::gen::exec([] {
    if (!*chance(30)) return *dimensions(2, 10);
    const int size = *between(1, 400);
    return size < 370 ? *dimensions(11, 40) : size < 400 ? *dimensions(41, 73) : *dimensions(255, 260);
  });
}

rc::Gen<int> any_sizes() {
  return one<int>({{{0, 11}}, [](const Row& row) {
                     static constexpr int end = 1 << 28;  // often: sums that overflow are rare all the same
                     static constexpr int sizes[] = {4,   4,   1000, 29'000, (1 << 23) + 5, 1 << 26,
                                                     end, end, end,  end,    end,           end};
                     return sizes[row[0]];
                   }});
}

// A large zone is made from few constraints, for speed; it still has plenty of finite bounds.
rc::Gen<Zone> large_zones(std::uint32_t n, int size) {
  const int last = last_clock(n);
  const std::vector<Range> ranges{{0, last}, {0, last - 1}, {-size, size}, {0, 1}, {0, 9}, {0, 9}};
  return rc::gen::map(rows(1, 7, ranges), [=](const std::vector<Row>& steps) {
    Zone zone = steps[0][4] < 6 ? Zone::zero(n) : Zone::universal(n);
    try {
      for (std::size_t i = 1; i < steps.size(); ++i) {
        const Row& row = steps[i];
        if (row[4] >= 7) zone.delay();
        if (row[5] >= 7) zone.reset(clock_of(row[1] + 1), row[5] == 7 ? std::abs(row[2]) : 0);
        const int value = row[5] < 3 ? size - std::abs(row[2]) / 2 : row[2];  // some zones only in the upper half
        take(zone, {Step::constrain, {}, constraint_of(row[0], row[1], value, row[3])});
      }
    } catch (const BoundOverflow&) {
      return Zone::universal(n);
    }
    return zone;
  });
}

// The result of a call on a zone: overflow, empty, or the zone.
struct Outcome {
  bool thrown = false, alive = true;
  Zone zone;
  // The same, except that one may overflow before it detects that the zone is empty.
  friend bool operator==(const Outcome& a, const Outcome& b) {
    if (a.thrown != b.thrown) return !a.alive || !b.alive;
    return a.alive == b.alive && (a.thrown || !a.alive || a.zone == b.zone);
  }
};

// Entry by entry: works for a matrix that is not canonical, for which copying a zone would assert.
Zone entries_of(const Zone& zone) {
  Zone result = Zone::universal(zone.dimension());
  std::copy_n(zone.view().data, zone.view().size(), result.matrix().data);
  return result;
}

template <class Call>
Outcome outcome(const Zone& zone, Call call) {
  Outcome result{false, true, entries_of(zone)};
  try {
    result.alive = call(result.zone.matrix());
  } catch (const BoundOverflow&) {
    result.thrown = true;
  }
  return result;
}

// aLU by the formula in alu.h: a is within aLU(b).
bool is_within_alu(const Zone& a, const Zone& b, const RandomBounds& bounds) {
  for (std::uint32_t x = 0; x < a.dimension(); ++x) {
    const raw_t least = alu_threshold(a({0}, {x}).raw, x == 0 ? 0 : bounds.upper[x]);
    for (std::uint32_t y = 0; y < a.dimension(); ++y) {
      const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
      if (x == y || least == alu_never || lower < 0 || b({y}, {x}) >= a({y}, {x})) continue;
      const std::int64_t strict = b({y}, {x}).raw & ~1;  // plus (-L, <)
      if (lower == unlimited || strict - 2 * std::int64_t{lower} < a({0}, {x}).raw) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("several instruction sets are tested") {
  std::set<std::string> names;
  for (const VectorKernels* kernels : all_kernels()) names.insert(kernels->name);
  CHECK(names.size() == all_kernels().size());
  CHECK(names.count(dbm::vector_kernels().name) == 1);
}

TEST_CASE("closing is the same in every instruction set, overflow included") {
  std::uint64_t thrown = 0, dead = 0;
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const int size = *any_sizes();
    Zone zone = *large_zones(n, size);
    for (const Constraint& c : *some(0, 5, constraint(n, size))) {
      const std::int64_t value = c.bound.value();
      const bool large = value % 5 != 0;  // mostly in the upper half
      zone.matrix().set(
          c.x, c.y,
          large ? bound_of(static_cast<int>(size - std::abs(value) / 2), c.bound.is_weak() ? 0 : 1) : c.bound);
    }
    const Outcome expected = outcome(zone, dbm::checked::close);
    thrown += expected.thrown ? 1 : 0;
    dead += expected.alive ? 0 : 1;
    for (const VectorKernels* k : all_kernels()) {
      const Outcome closed = outcome(zone, [&](Matrix m) { return k->of(m).close(m); });
      if (closed == expected) continue;
      // Near the end of the range an intermediate sum may overflow in one order and not in the other.
      const bool refused = closed.thrown && size >= 1 << 26;
      const bool got_further = expected.thrown && closed.zone.is_canonical();
      if (!refused && !got_further) return false;
    }
    const auto pivot = static_cast<std::uint32_t>(*between(0, static_cast<int>(n) - 1));
    const Outcome one = outcome(zone, [&](Matrix m) { return dbm::checked::close_through(m, pivot); });
    for (const VectorKernels* k : all_kernels()) {
      if (!(outcome(zone, [&](Matrix m) { return k->of(m).close_through(m, pivot); }) == one)) return false;
    }
    return true;
  });
  CHECK(thrown > many / 500);
  CHECK(dead > many / 500);
}

// The case in which kernels decide whether bounds are small enough: a path through all clocks has the largest sums.
TEST_CASE("closing is exact along the longest paths") {
  for (std::uint32_t n : {5, 8, 9, 16, 17, 24, 32, 33, 40, 49, 65, 72, 73}) {
    for (int size : {100, 29'000, 29'200, 349'000, 350'000, (1 << 23) - 1, 1 << 23}) {
      for (int sign : {-1, 1}) {
        Zone chain = Zone::universal(n);
        for (std::uint32_t i = 0; i < n; ++i) {
          for (std::uint32_t j = 0; j < n; ++j) {
            const bool strict = i % 3 != 0;
            const Bound step = strict ? Bound::strict(sign * size) : Bound::weak(sign * size);
            chain.matrix().set({i}, {j}, i == j ? le_zero : j == i + 1 ? step : Bound::infinity());
          }
        }
        CAPTURE(n, size, sign);
        const Outcome expected = outcome(chain, dbm::checked::close);
        for (const VectorKernels* k : all_kernels()) {
          CAPTURE(k->name);
          CHECK(outcome(chain, [&](Matrix m) { return k->of(m).close(m); }) == expected);
        }
        const int whole = size * static_cast<int>(n - 1);
        if (whole >= 1 << 28) continue;
        chain.matrix().set({n - 1}, {0}, Bound::weak(-sign * whole));  // a strict cycle of weight 0
        for (const VectorKernels* k : all_kernels()) {
          CAPTURE(k->name);
          CHECK(!outcome(chain, [&](Matrix m) { return k->of(m).close(m); }).alive);
        }
      }
    }
  }
}

TEST_CASE("constraining is the same in every instruction set, overflow included") {
  std::uint64_t thrown = 0, changed = 0;
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const int size = *any_sizes();
    const Zone zone = *large_zones(n, size);
    Constraint c = *one(constraint(n, size));
    if (*chance(50)) c.bound = *one(bound(size / 2, size));
    RC_PRE(zone.can_satisfy(c) && !zone.must_satisfy(c));
    const auto with = [&](auto tighten) {
      return outcome(zone, [&](Matrix m) { return tighten(m, c.x.value, c.y.value, c.bound.raw), true; });
    };
    const Outcome expected = with(dbm::checked::tighten);
    thrown += expected.thrown ? 1 : 0;
    changed += expected.thrown ? 0 : 1;
    if (!expected.thrown && !expected.zone.is_canonical()) return false;
    for (const VectorKernels* k : all_kernels()) {
      if (!(with(k->of(zone).tighten) == expected)) return false;
    }
    return true;
  });
  CHECK(thrown > 0);
  CHECK(changed > many / 5);
}

TEST_CASE("delay within an invariant is the same in every instruction set, overflow included") {
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const int size = *any_sizes();
    const Zone zone = *large_zones(n, size);
    std::vector<dbm::UpperBound> bounds = *some(0, 5, invariant(n, size, 10));
    if (*chance(30)) {  // weak bounds on most clocks as well, or on all of them
      const int left_out = *between(0, 3);
      for (std::uint32_t x = 1; x < n; ++x) {
        if (left_out == 0 || x % 5 != 0) bounds.push_back({{x}, Bound::weak(size - *between(0, size / 2))});
      }
    }
    const Outcome expected = outcome(zone, [&](Matrix m) { return dbm::checked::up_within(m, bounds); });
    for (const VectorKernels* k : all_kernels()) {
      if (!(outcome(zone, [&](Matrix m) { return k->of(m).up_within(m, bounds); }) == expected)) return false;
    }
    // One constraint after the other gives the same result, unless an intermediate sum overflows.
    const Outcome steps = outcome(zone, [&](Matrix m) {
      dbm::up(m);
      for (const dbm::UpperBound& u : bounds) {
        if (!dbm::constrain(m, upper_bound(u.x, u.bound))) return false;
      }
      return true;
    });
    return steps == expected || steps.thrown;
  });
}

TEST_CASE("flat comparisons, minimum, maximum and the past are the same in every instruction set") {
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const Zone a = *large_zones(n, 1000);
    Zone b = *chance(50) ? a : *large_zones(n, 1000);
    if (*chance(50)) b.free(*one(clock(n)));
    bool below = false, above = false;
    Zone least = a, most = a, past = a;
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        below = below || a({i}, {j}) < b({i}, {j});
        above = above || a({i}, {j}) > b({i}, {j});
        least.matrix().set({i}, {j}, std::min(a({i}, {j}), b({i}, {j})));
        most.matrix().set({i}, {j}, std::max(a({i}, {j}), b({i}, {j})));
        if (i > 0 && j > 0)
          past.matrix().set({0}, {j}, std::min(i == 1 ? le_zero : past({0}, {j}), std::min(le_zero, a({i}, {j}))));
      }
    }
    const std::size_t size = matrix_size(n);
    for (const VectorKernels* k : all_kernels()) {
      if (k->none_below(a.view().data, b.view().data, n) == below) return false;
      const dbm::Relation expected = above ? (below ? dbm::Relation::incomparable : dbm::Relation::superset)
                                           : (below ? dbm::Relation::subset : dbm::Relation::equal);
      if (k->relation(a.view().data, b.view().data, size) != expected) return false;
      Zone z = a;
      k->minimum(z.matrix().data, b.view().data, size);
      if (!(z == least)) return false;
      z = a;
      k->maximum(z.matrix().data, b.view().data, size);
      if (!(z == most)) return false;
      z = a;
      k->of(z).down(z.matrix());
      if (!(z == past)) return false;
    }
    return true;
  });
}

TEST_CASE("short zones are copied completely, and nothing past their end, by every instruction set") {
  for (std::uint32_t n = 5; n <= 8; ++n) {
    std::vector<raw_t> source(matrix_size(n));
    std::iota(source.begin(), source.end(), 1);
    for (const VectorKernels* k : all_kernels()) {
      CAPTURE(n, k->name);
      std::vector<raw_t> target(source.size() + 64, -7);
      k->copy_short(target.data(), source.data(), n);
      CHECK(std::equal(source.begin(), source.end(), target.begin()));
      CHECK(std::count(target.begin() + static_cast<std::ptrdiff_t>(source.size()), target.end(), -7) == 64);
    }
  }
}

TEST_CASE("a single entry that differs is found, wherever it is") {
  for (std::uint32_t n : {1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 17, 18, 19, 20, 21, 24, 25, 33, 65}) {
    const Zone zone = Zone::zero(n);
    Zone other = zone;
    std::vector<packed_t> packed(packed_size(n));
    for (const VectorKernels* k : all_kernels()) {
      INFO("dimension " << n << ", " << k->name);
      REQUIRE(k->none_below(zone.view().data, other.view().data, n));
      REQUIRE(k->relation(zone.view().data, other.view().data, matrix_size(n)) == dbm::Relation::equal);
      REQUIRE(k->narrow(packed.data(), other, raw_infinity));
      for (std::uint32_t i = 0; i < n * n; ++i) {
        const ClockIndex x{i / n}, y{i % n};
        other.matrix().set(x, y, Bound::weak(1 << 20));
        INFO("entry " << x.value << ", " << y.value);
        REQUIRE_FALSE(k->none_below(zone.view().data, other.view().data, n));
        REQUIRE(k->none_below(other.view().data, zone.view().data, n));
        REQUIRE(k->relation(zone.view().data, other.view().data, matrix_size(n)) == dbm::Relation::subset);
        REQUIRE_FALSE(k->narrow(packed.data(), other, raw_infinity));
        other.matrix().set(x, y, le_zero);
      }
    }
  }
}

TEST_CASE("the aLU test is exact up to the end of the range") {
  std::uint64_t some_covered = 0;
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const int size = *any_sizes();
    const Zone a = *large_zones(n, size);
    Zone b = *chance(50) ? a : *large_zones(n, size);
    if (*chance(30)) b.reset(*one(clock(n)));
    const RandomBounds bounds = *clock_bounds(n, std::min<int>(size, largest_clock_bound));
    const bool covered = is_within_alu(a, b, bounds);
    some_covered += covered ? 1 : 0;
    for (const VectorKernels* k : all_kernels()) {
      if (k->of(b).alu_includes(b, a, bounds.lower.data(), bounds.upper.data()) != covered) return false;
    }
    return true;
  });
  CHECK(some_covered > 0);
}

TEST_CASE("the aLU test, its probe and 16-bit look-ups are the same in every instruction set") {
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const Zone a = *large_zones(n, 1000);
    Zone b = *chance(50) ? a : *large_zones(n, 1000);
    if (*chance(30)) b.reset(*one(clock(n)));
    const RandomBounds bounds = *clock_bounds(n, *chance(80) ? 1000 : largest_clock_bound);
    const bool covered = is_within_alu(a, b, bounds);
    std::vector<packed_t> stored(packed_size(n)), probe(packed_size(n));
    if (!pack(stored.data(), b)) return false;
    Zone limits = a;
    pack_alu_probe(probe.data(), a, bounds, limits.matrix());
    for (const VectorKernels* k : all_kernels()) {
      if (k->of(b).alu_includes(b, a, bounds.lower.data(), bounds.upper.data()) != covered) return false;
      k->make_alu_probe(limits.matrix(), a, bounds);
      if (k->none_below(b.view().data, limits.view().data, n) != covered) return false;
      if (k->packed_none_below(stored.data(), probe.data(), stored.size()) != covered) return false;
      if (k->packed_find(stored.data(), 1, probe.data(), stored.size()) != (covered ? 0u : 1u)) return false;
    }
    return true;
  });
}

TEST_CASE("extrapolation is the same in every instruction set, and closed") {
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const Zone zone = *large_zones(n, *chance(90) ? 100 : 1 << 28);
    const RandomBounds bounds = *clock_bounds(n, *chance(90) ? 80 : largest_clock_bound);
    const dbm::Widening variant{.plus = *chance(50), .strict = *chance(50)};
    const auto with = [&](const VectorKernels& k) {
      return outcome(zone, [&](Matrix m) { return k.of(m).widen(m, bounds, variant), true; });
    };
    const Outcome expected = with(dbm::vector_kernels());
    RC_PRE(!expected.thrown);
    Outcome again = outcome(expected.zone, dbm::checked::close);
    if (!(again == expected) || !expected.zone.includes(zone)) return false;
    const Outcome plain = outcome(zone, [&](Matrix m) {
      dbm::checked::widen(m, bounds, variant);
      return dbm::checked::close(m);
    });
    if (!(plain == expected)) return false;
    return std::all_of(dbm::all_vector_kernels().begin(), dbm::all_vector_kernels().end(),
                       [&](const VectorKernels& k) { return with(k) == expected; });
  });
}

TEST_CASE("updates and whole steps are the same in every instruction set") {
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const Zone zone = *large_zones(n, 1000);
    const std::uint32_t x = (*one(clock(n))).value;
    const auto y = static_cast<std::uint32_t>(*between(0, static_cast<int>(n) - 1));
    Zone copied = zone, freed = zone;
    for (std::uint32_t i = 0; i < n; ++i) {  // entry by entry
      if (i == x) continue;
      copied.matrix().set({i}, {x}, zone({i}, {y}));
      copied.matrix().set({x}, {i}, zone({y}, {i}));
      freed.matrix().set({i}, {x}, zone({i}, {0}));
      freed.matrix().set({x}, {i}, Bound::infinity());
    }
    const std::vector<Constraint> guards = *some(0, 2, constraint(n, 1000));
    const std::vector<ClockIndex> resets = *some(0, 2, clock(n));
    std::vector<dbm::UpperBound> bounds = *some(0, 3, invariant(n, 1000, 10));
    if (*chance(80)) bounds.push_back({{x}, *one(bound(0, 1000))});
    Zone after = zone;
    bool alive = after.constrain(guards);
    if (alive) after.reset_all(resets);
    alive = alive && after.delay_within(bounds);
    return std::all_of(dbm::all_vector_kernels().begin(), dbm::all_vector_kernels().end(), [&](const VectorKernels& k) {
      Zone a = zone, b = zone, c = zone;
      if (x != y) k.of(zone).copy_clock(a.matrix(), x, y);
      b.free({x});
      const dbm::Step step{guards, resets, bounds};
      const bool left = k.of(zone).take(c.matrix(), c.view(), step);
      Zone apart = b;
      const bool left_apart = k.of(zone).take(apart.matrix(), zone.view(), step);
      return (x == y || a == copied) && b == freed && left == alive && left_apart == alive &&
             (!alive || (c == after && apart == after));
    });
  });
}

TEST_CASE("a whole step is exact in every instruction set up to the end of the range") {
  std::uint64_t thrown = 0, alive = 0;
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const int size = *any_sizes();
    const Zone zone = *large_zones(n, size);
    std::vector<Constraint> guards = *some(0, 3, constraint(n, size));
    for (Constraint& c : guards) {
      if (*chance(70)) c.bound = *one(bound(size / 2, size));  // sums overflow more often
    }
    const std::vector<ClockIndex> resets = *some(0, 2, clock(n));
    const std::vector<dbm::UpperBound> bounds = *some(0, 4, invariant(n, size, 10));
    const dbm::Step step{guards, resets, bounds};
    const Outcome expected = outcome(zone, [&](Matrix m) {
      for (const Constraint& c : guards) {
        if (dbm::must_satisfy(m, c)) continue;
        if (!dbm::can_satisfy(m, c)) return false;
        dbm::checked::tighten(m, c.x.value, c.y.value, c.bound.raw);
      }
      dbm::reset_all(m, resets);
      return dbm::checked::up_within(m, bounds);
    });
    thrown += expected.thrown ? 1 : 0;
    alive += !expected.thrown && expected.alive ? 1 : 0;
    for (const VectorKernels* k : all_kernels()) {
      const Outcome here = outcome(zone, [&](Matrix m) { return k->of(m).take(m, m, step); });
      const Outcome apart = outcome(zone, [&](Matrix m) {
        std::fill_n(m.data, m.size(), 7);
        return k->of(m).take(m, zone, step);
      });
      // A bound out of range may be gone after the reset, and then need not be detected.
      const bool may_differ = expected.thrown && !resets.empty();
      if (!may_differ && (!(here == expected) || !(apart == expected))) return false;
    }
    return true;
  });
  CHECK(thrown > 0);
  CHECK(alive > many / 5);
}

TEST_CASE("packing is the same in every instruction set and writes nothing beyond its memory") {
  check_property([&] {
    const std::uint32_t n = *any_dimensions();
    const Zone zone = *large_zones(n, *chance(50) ? 1000 : 20000);
    const packed_t guard = 12345;
    bool fits = true;
    std::vector<packed_t> expected;
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) {
        const raw_t raw = zone({i}, {j}).raw;
        fits = fits && (raw == raw_infinity || (raw >= packed_smallest && raw <= packed_largest));
        expected.push_back(static_cast<packed_t>(std::clamp<raw_t>(raw, -0x8000, packed_infinity)));
      }
    }
    expected.push_back(guard);
    return std::all_of(dbm::all_vector_kernels().begin(), dbm::all_vector_kernels().end(), [&](const VectorKernels& k) {
      std::vector<packed_t> packed(expected.size(), guard);
      if (k.narrow(packed.data(), zone, raw_infinity) != fits || packed != expected) return false;
      Zone back = Zone::zero(n);
      k.widen_packed(back.matrix(), packed.data());
      return !fits || back == zone;
    });
  });
}
