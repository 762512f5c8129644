// Covering up to an exchange of alike elements, against trying every exchange.
#include "symmetry/orbits/match.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "tests/symmetry/random_states.h"

using namespace orbita;
using namespace orbita::testing;

namespace {

// Elements with `width` clocks each, after one clock that belongs to no element.
TieClasses one_class(std::uint32_t members, std::uint32_t width) {
  TieClasses ties;
  ties.code = {members, width};
  for (std::uint32_t c = 0; c < members * width; ++c) ties.code.push_back(2 + c);
  return ties;
}

bool covers_after_some_exchange(const Zone& big, const Zone& small, const ClockBounds& bounds, std::uint32_t members,
                                std::uint32_t width) {
  std::vector<std::uint32_t> order(members);
  std::iota(order.begin(), order.end(), 0u);
  do {
    std::vector<ClockIndex> to(small.dimension());
    for (std::uint32_t x = 0; x < to.size(); ++x) to[x] = ClockIndex{x};
    for (std::uint32_t m = 0; m < members; ++m) {
      for (std::uint32_t k = 0; k < width; ++k) to[2 + m * width + k] = ClockIndex{2 + order[m] * width + k};
    }
    Zone moved = Zone::zero(small.dimension());
    dbm::permute(moved.matrix(), small.view(), to);
    if (alu_includes(big.view(), moved.view(), bounds)) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

bool matches(const Zone& big, const Zone& small, const ClockBounds& bounds, const TieClasses& ties,
             std::uint32_t attempts) {
  Zone probe = Zone::zero(small.dimension());
  make_alu_probe(probe.matrix(), small.view(), bounds);
  return Matcher(attempts).match(probe.view(), big.view(), ties);
}

}  // namespace

TEST_CASE("matching finds a cover exactly where some exchange makes one") {
  const std::uint32_t seed = 20;
  INFO("seed " << seed);
  Rng rng(seed);
  int found = 0, missed_by_identity = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::uint32_t members = 2 + static_cast<std::uint32_t>(rng() % 2),
                        width = 1 + static_cast<std::uint32_t>(rng() % 2);
    const std::uint32_t dimension = 2 + members * width;
    const Zone small = random_zone(rng, dimension, rng() % 2 == 0), big = random_zone(rng, dimension, rng() % 2 == 0);
    std::vector<std::int32_t> lower(dimension, 0), upper(dimension, 0);
    lower[1] = static_cast<std::int32_t>(rng() % 4) - 1, upper[1] = static_cast<std::int32_t>(rng() % 4) - 1;
    for (std::uint32_t k = 0; k < width; ++k) {  // alike elements have the same bounds
      const auto l = static_cast<std::int32_t>(rng() % 4) - 1, u = static_cast<std::int32_t>(rng() % 4) - 1;
      for (std::uint32_t m = 0; m < members; ++m) lower[2 + m * width + k] = l, upper[2 + m * width + k] = u;
    }
    for (std::uint32_t x = 1; x < dimension; ++x) {
      if (lower[x] < 0) lower[x] = no_bound;
      if (upper[x] < 0) upper[x] = no_bound;
    }
    const ClockBounds bounds(lower, upper);
    const TieClasses ties = one_class(members, width);
    const bool expected = covers_after_some_exchange(big, small, bounds, members, width);
    CHECK(matches(big, small, bounds, ties, 1000) == expected);
    found += expected;
    missed_by_identity += expected && !alu_includes(big.view(), small.view(), bounds);
    CHECK(needs_matching(ties) == (width > 1));
    if (!expected) CHECK_FALSE(matches(big, small, bounds, ties, 1));
  }
  CHECK(found > 500);
  CHECK(missed_by_identity > 50);
}

// docs/theory/symmetry.md, "Covering": in Z' a1 < a2; in Z a1 = a2 and b2 < b1, which sorts Z the other way round.
TEST_CASE("sorting alone misses a cover with two clocks per element") {
  constexpr ClockIndex a1{2}, b1{3}, a2{4}, b2{5};
  Zone big = Zone::universal(6), small = Zone::universal(6);
  REQUIRE(big.constrain(a1, a2, Bound::weak(0)));
  REQUIRE(big.constrain(b1, b2, Bound::weak(0)));
  REQUIRE(small.constrain(a1, a2, Bound::weak(0)));
  REQUIRE(small.constrain(a2, a1, Bound::weak(0)));
  REQUIRE(small.constrain(b2, b1, Bound::strict(0)));
  const std::vector<std::int32_t> bounds(6, 9);
  CHECK_FALSE(alu_includes(big.view(), small.view(), ClockBounds(bounds, bounds)));
  CHECK(matches(big, small, ClockBounds(bounds, bounds), one_class(2, 2), 200));
}
