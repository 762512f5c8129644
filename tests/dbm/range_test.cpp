// Bounds near the end of their range: exact, or reported as BoundOverflow.
#include <catch2/catch.hpp>
#include <limits>
#include <vector>

#include "tests/dbm/support.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("constants up to 2^28 work") {
  const ClockIndex x{1}, y{2};
  const std::int32_t huge = 1 << 28;
  Zone zone = Zone::zero(3);
  zone.delay();
  REQUIRE(zone.constrain({at_least(x, huge - 1), at_most(x, huge)}));
  zone.reset(y);
  zone.delay();
  REQUIRE(zone.constrain(at_most(y, 5)));
  CHECK(zone(x, reference_clock) == Bound::weak(huge + 5));
  CHECK(zone(x, y) == Bound::weak(huge));
  zone.reset(y, huge);
  CHECK(zone(reference_clock, y) == Bound::weak(-huge));
}

TEST_CASE("constants around 2^28 and 2^29 give the exact zone or BoundOverflow, whatever the build type") {
  const ClockIndex x{1}, y{2};
  const auto future = [] {
    Zone zone = Zone::zero(3);
    zone.delay();
    return zone;
  };
  for (const std::int32_t c : {(1 << 28) - 1, 1 << 28, (1 << 28) + 1, (1 << 29) - 1}) {
    CAPTURE(c);
    Zone zone = future();
    REQUIRE(zone.constrain({at_most(x, c), more_than(y, c - 1)}));  // x == y
    CHECK(zone(x, reference_clock) == Bound::weak(c));
    CHECK(zone(reference_clock, x) == Bound::strict(1 - c));
    CHECK_FALSE(Zone(zone).constrain(less_than(y, c - 1)));
    zone.reset(x, c);
    CHECK(zone(x, y) == Bound::strict(1));
    const dbm::UpperBound invariant[] = {{x, Bound::weak(c)}};
    REQUIRE(zone.delay_within(invariant));
    CHECK(zone(x, reference_clock) == Bound::weak(c));
    extrapolate_lu_plus(zone.matrix(), ClockBounds(std::vector<std::int32_t>(3, c)));
    CHECK(zone(x, reference_clock) == Bound::weak(c));
    CHECK(alu_includes(zone, zone, ClockBounds(std::vector<std::int32_t>(3, c))));
  }
  const std::int32_t beyond = 1 << 29;
  CHECK_THROWS_AS(future().constrain(at_most(x, beyond)), BoundOverflow);
  CHECK_THROWS_AS(future().constrain(more_than(x, beyond)), BoundOverflow);
  CHECK_THROWS_AS(future().reset(x, beyond), BoundOverflow);
  CHECK_THROWS_AS(future().shift(x, beyond), BoundOverflow);
  CHECK_THROWS_AS(Bound::weak(beyond + 1), BoundOverflow);
  CHECK_THROWS_AS(Bound::strict(std::numeric_limits<std::int32_t>::min()), BoundOverflow);
  Zone sum = future();  // x reaches 2^29 - 1, and then 5 more
  REQUIRE(sum.constrain({at_least(x, beyond - 1), at_most(x, beyond - 1)}));
  sum.reset(y);
  const dbm::UpperBound five[] = {{y, Bound::weak(5)}};
  CHECK_THROWS_AS(sum.delay_within(five), BoundOverflow);
}

TEST_CASE("time that runs beyond the range is reported, not wrapped") {
  const ClockIndex y{2};
  const auto run = [&] {
    Zone zone = Zone::zero(3);
    for (int i = 0; i < 4; ++i) {  // the other clock is never reset and grows by 2^28 - 1 each round
      zone.delay();
      if (!zone.constrain({at_least(y, (1 << 28) - 1), at_most(y, (1 << 28) - 1)})) return false;
      zone.reset(y);
    }
    return true;
  };
  CHECK_THROWS_AS(run(), BoundOverflow);
}
