#include <catch2/catch.hpp>

#include "engine/replay/state.h"

using namespace orbita;

namespace {

ClockUse reads(std::vector<std::int64_t> constants) {
  ClockUse use(constants.size());
  use.constant = std::move(constants);
  use.read.assign(use.read.size(), true);
  return use;
}

using Values = std::vector<Rational>;
const Rational half(1, 2), third(1, 3);

}  // namespace

TEST_CASE("regions compare integer parts, zero fractions and the order of fractions") {
  const ClockUse use = reads({3, 3});
  CHECK(region_equivalent({half, third}, {Rational(3, 4), third}, use));
  CHECK_FALSE(region_equivalent({half, third}, {third, half}, use));
  CHECK_FALSE(region_equivalent({half, half}, {half, third}, use));
  CHECK_FALSE(region_equivalent({1, third}, {Rational(5, 4), third}, use));
  CHECK_FALSE(region_equivalent({half, 0}, {Rational(3, 2), 0}, use));
  CHECK(region_equivalent(Values{2, 3}, Values{2, 3}, use));
  CHECK_FALSE(region_equivalent(Values{2, 3}, Values{2, 4}, use));
}

TEST_CASE("values above the constant do not differ") {
  const ClockUse use = reads({3, 1});
  CHECK(region_equivalent(Values{4, 2}, Values{7, 5}, use));
  CHECK_FALSE(region_equivalent(Values{3, 2}, Values{4, 2}, use));
  // The fraction of a large clock is no longer ordered.
  CHECK(region_equivalent({half, Rational(17, 8)}, {half, Rational(23, 8)}, use));
}

TEST_CASE("clocks that were not tested do not matter") {
  ClockUse use = reads({3, 3});
  use.read[1] = false;
  CHECK(region_equivalent(Values{1, 0}, Values{1, 2}, use));
  use.read[1] = true;
  use.constant[1] = -1;
  CHECK(region_equivalent(Values{1, 0}, Values{1, 2}, use));
}

TEST_CASE("differences of clocks matter where they were compared") {
  ClockUse use = reads({1, 1});
  CHECK(region_equivalent(Values{5, 4}, Values{6, 2}, use));
  use.diagonal_constant = 2;
  CHECK_FALSE(region_equivalent(Values{5, 4}, Values{6, 4}, use));
  CHECK_FALSE(region_equivalent(Values{5, 4}, Values{4, 5}, use));
  CHECK(region_equivalent(Values{5, 4}, Values{7, 6}, use));
  CHECK(region_equivalent(Values{9, 4}, Values{20, 4}, use));  // both differences above 2
  CHECK_FALSE(region_equivalent(Values{4, 9}, Values{4, 5}, use));
  CHECK_FALSE(region_equivalent(Values{5, 5}, Values{5, Rational(11, 2)}, use));
}

TEST_CASE("copies pass constants on") {
  ClockUse use = reads({3, 0});
  CHECK(region_equivalent(Values{1, 1}, Values{1, 2}, use));
  use.copies = true;
  CHECK_FALSE(region_equivalent(Values{1, 1}, Values{1, 2}, use));
}

TEST_CASE("stopwatches and shifts require equal values") {
  ClockUse use = reads({3, 3});
  const Values a{half, third}, b{Rational(3, 4), third};
  CHECK(region_equivalent(a, b, use));
  use.stopped = true;
  CHECK_FALSE(region_equivalent(a, b, use));
  CHECK(region_equivalent(Values{4, 1}, Values{5, 1}, use));
  use.shifts = true;
  CHECK_FALSE(region_equivalent(Values{4, 1}, Values{5, 1}, use));
  CHECK(region_equivalent(a, a, use));
}
