// Summaries of zones may only tell pairs apart that are apart.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "engine/antichain.h"

using namespace orbita;

namespace {

using Entries = std::vector<packed_t>;

packed_t pick(std::mt19937& random, int range) {
  if (random() % 6 == 0) return packed_infinity;
  return static_cast<packed_t>(std::uniform_int_distribution<int>(-range, range)(random));
}

}  // namespace

TEST_CASE("entries in order have summaries in order") {
  std::mt19937 random(7);
  std::uint64_t told_apart = 0;
  for (int run = 0; run < 20'000; ++run) {
    const std::uint32_t dimension = 1 + static_cast<std::uint32_t>(random() % 12);
    const int range = run % 3 == 0 ? 20 : run % 3 == 1 ? 900 : packed_largest;
    Entries low(packed_size(dimension)), high(low.size());
    for (std::size_t i = 0; i < low.size(); ++i) {
      const auto [a, b] = std::minmax({pick(random, range), pick(random, range)});
      low[i] = a;
      high[i] = b;
    }
    const std::uint32_t shift = random() % 2 == 0 ? summary_shift(low.data(), dimension) : static_cast<std::uint32_t>(random() % 12);
    const Summary below = Summary::of(low.data(), dimension, shift), above = Summary::of(high.data(), dimension, shift);
    CAPTURE(run, dimension, shift);
    REQUIRE(below.is_below(above));
    REQUIRE(below.is_below(below));
    REQUIRE(Summary::lowest().is_below(below));
    REQUIRE(above.is_below(Summary::highest()));
    told_apart += above.is_below(below) ? 0 : 1;
  }
  CHECK(told_apart > 15'000);
}

TEST_CASE("a summary sees in which order neighbouring clocks were reset") {
  // x1 is older than x2 in one zone, younger in the other; everything else is alike.
  const Entries first{1, 1, 1, packed_infinity, 1, 9, packed_infinity, 1, 1};
  const Entries second{1, 1, 1, packed_infinity, 1, 1, packed_infinity, 9, 1};
  const Summary a = Summary::of(first.data(), 3, 0), b = Summary::of(second.data(), 3, 0);
  CHECK_FALSE(a.is_below(b));
  CHECK_FALSE(b.is_below(a));
}

TEST_CASE("the shift lets every finite bound of the zone count") {
  const Entries small{1, 1, 63, 1}, large{1, 1, 12'345, 1};
  CHECK(summary_shift(small.data(), 2) == 0);
  const std::uint32_t shift = summary_shift(large.data(), 2);
  CHECK((12'345 >> shift) < 64);
  CHECK((12'345 >> (shift - 1)) >= 64);
}
