#include <catch2/catch.hpp>

#include "dbm/internal/checked_sums.h"
#include "tests/dbm/support.h"

// Extrapolations against their value-wise definition, and Z <= ExtraX(Z) <= aLU(Z).

using namespace orbita;
using namespace orbita::test;

namespace {

using Bounds = std::vector<std::int32_t>;

// Values as 64-bit numbers; minus infinity is far below all of them.
std::int64_t bound_value(const Bounds& bounds, std::uint32_t x) {
  if (x == 0) return 0;
  if (bounds[x] < 0) return -(std::int64_t{1} << 40);
  return bounds[x] == unlimited ? std::int64_t{1} << 40 : bounds[x];
}

Bound replacement(const Bounds& upper, std::uint32_t i, std::uint32_t j) {
  if (bound_value(upper, j) >= 0) return Bound::strict(-upper[j]);
  return i == 0 ? le_zero : Bound::infinity();
}

// The textbook definition, entry by entry; `plus` and `strict` select the variant.
Zone textbook(const Zone& z, const Bounds& lower, const Bounds& upper, bool plus, bool strict) {
  Zone result = z;
  const std::uint32_t n = z.dimension();
  const auto above = [&](std::uint32_t x, const Bounds& bounds) {
    const std::int64_t m = bound_value(bounds, x);
    const std::int64_t least = -z({0}, {x}).value();
    if (x == 0) return false;
    return least > m || (strict && least == m && !z({0}, {x}).is_weak());
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const Bound b = z({i}, {j});
      if (i == j || b.is_infinite()) continue;
      const std::int64_t c = b.value();
      Bound changed = b;
      if (i != 0 && c > bound_value(lower, i)) {
        changed = Bound::infinity();
      } else if (!plus) {
        if (-c > bound_value(upper, j)) changed = replacement(upper, i, j);
      } else if (i != 0 && (above(i, lower) || above(j, upper))) {
        changed = Bound::infinity();
      } else if (i == 0 && above(j, upper)) {
        changed = replacement(upper, 0, j);
      }
      result.matrix().set({i}, {j}, changed);
    }
  }
  if (!dbm::checked::close(result.matrix())) throw std::logic_error("empty");
  return result;
}

Bounds maximum(const RandomBounds& bounds) {
  Bounds m = bounds.lower;
  for (std::size_t x = 0; x < m.size(); ++x) m[x] = std::max(m[x], bounds.upper[x]);
  return m;
}

struct All {
  Zone m, m_plus, m_strict, lu, lu_plus;
  All(const Zone& z, const RandomBounds& bounds, const Bounds& max) : m(z), m_plus(z), m_strict(z), lu(z), lu_plus(z) {
    extrapolate_m(m.matrix(), max);
    extrapolate_m_plus(m_plus.matrix(), max);
    extrapolate_m_plus_strict(m_strict.matrix(), max);
    extrapolate_lu(lu.matrix(), bounds);
    extrapolate_lu_plus(lu_plus.matrix(), bounds);
  }
};

}  // namespace

TEST_CASE("extrapolations follow the textbook definition") {
  check_property([] {
    const Zone z = *zones(*dimensions(), 6);
    const RandomBounds bounds = *clock_bounds(z.dimension());
    const Bounds max = maximum(bounds);
    const All all(z, bounds, max);
    return all.m == textbook(z, max, max, false, false) && all.m_plus == textbook(z, max, max, true, false) &&
           all.m_strict == textbook(z, max, max, true, true) &&
           all.lu == textbook(z, bounds.lower, bounds.upper, false, false) &&
           all.lu_plus == textbook(z, bounds.lower, bounds.upper, true, false);
  });
}

TEST_CASE("extrapolations enlarge, in the known order, and stay within aLU") {
  check_property([] {
    const Zone z = *zones(*dimensions(), 6);
    const RandomBounds bounds = *clock_bounds(z.dimension());
    const Bounds max = maximum(bounds);
    const All all(z, bounds, max);
    if (!all.m.includes(z) || !all.m_plus.includes(all.m) || !all.lu.includes(all.m)) return false;
    if (!all.lu_plus.includes(all.lu) || !all.lu_plus.includes(all.m_plus)) return false;
    if (!all.m_strict.includes(all.m_plus)) return false;
    return am_includes(z, all.m_plus, max) && am_includes(z, all.m_strict, max) && alu_includes(z, all.lu_plus, bounds);
  });
}

TEST_CASE("each valuation an extrapolation adds is simulated by one of the zone") {
  check_property([] {
    const Zone z = *zones(*dimensions(), 6);
    const RandomBounds bounds = *clock_bounds(z.dimension());
    const Bounds max = maximum(bounds);
    const All all(z, bounds, max);
    const Zone fine = scaled(z, denominator);
    for (int i = 0; i < 4; ++i) {
      if (!simulated_by(fine, *points_in(all.lu_plus), bounds)) return false;
      if (!simulated_by(fine, *points_in(all.m_strict), ClockBounds(max))) return false;
    }
    return true;
  });
}

TEST_CASE("extrapolations commute with permutations") {
  check_property([] {
    const Zone z = *zones(*dimensions(), 6);
    const RandomBounds bounds = *clock_bounds(z.dimension());
    const auto to = *permutations(z.dimension());
    RandomBounds moved = bounds;
    for (std::uint32_t x = 0; x < z.dimension(); ++x) {
      moved.lower[to[x].value] = bounds.lower[x];
      moved.upper[to[x].value] = bounds.upper[x];
    }
    Zone first = z, second = z.permuted(to);
    extrapolate_lu_plus(first.matrix(), bounds);
    extrapolate_lu_plus(second.matrix(), moved);
    return first.permuted(to) == second;
  });
}
