#include <catch2/catch.hpp>
#include <random>
#include <unordered_map>
#include <unordered_set>

#include "dbm/dbm.h"

using namespace orbita;

namespace {
const ClockIndex x{1}, y{2};
}

TEST_CASE("zones that differ have different hashes") {
  for (const std::uint32_t n : {3u, 4u, 5u, 6u, 9u}) {
    CAPTURE(n);
    std::mt19937 random(n);
    std::unordered_map<std::uint64_t, Zone> seen;
    Zone zone = Zone::zero(n);
    int collisions = 0;
    for (int i = 0; i < 100000; ++i) {
      const ClockIndex clock{1 + static_cast<std::uint32_t>(random() % (n - 1))};
      const dbm::UpperBound bound{clock, Bound::weak(static_cast<int>(random() % 20))};
      Zone next = zone;
      if (random() % 4 == 0) next.reset({1 + static_cast<std::uint32_t>(random() % (n - 1))});
      if (next.delay_within({&bound, 1})) zone = next;
      const auto [place, is_new] = seen.try_emplace(zone.hash(), zone);
      if (!is_new && !(place->second == zone)) ++collisions;
    }
    CHECK(collisions == 0);
    CHECK(seen.size() > 100);
  }
}

TEST_CASE("a zone is a value") {
  Zone zone = Zone::zero(3);
  zone.delay();
  Zone copy = zone;
  CHECK(copy == zone);
  CHECK(copy.hash() == zone.hash());
  copy.reset(x);
  CHECK_FALSE(copy == zone);
  const Zone moved = std::move(copy);
  CHECK(moved.dimension() == 3);
  CHECK(std::unordered_set<Zone, ZoneHash>{zone, zone, moved}.size() == 2);
}

TEST_CASE("an emptied zone reports that it is empty") {
  Zone zone = Zone::zero(3);
  zone.delay();
  CHECK_FALSE(zone.constrain({at_least(x, 3), at_most(y, 2)}));
  CHECK(zone.is_empty());
  zone.set_universal();
  CHECK(zone.is_universal());
}

TEST_CASE("bounds are encoded as UDBM does") {
  CHECK(Bound::weak(3).raw == 7);
  CHECK(Bound::strict(3).raw == 6);
  CHECK(Bound::weak(-3).raw == -5);
  CHECK(Bound::infinity().raw == 0x7FFFFFFE);
  CHECK(Bound::weak(3) + Bound::strict(-1) == Bound::strict(2));
  CHECK(Bound::weak(3).complement() == Bound::strict(-3));
  CHECK_THROWS_AS(Bound::weak(1 << 28) + Bound::weak(1 << 28), BoundOverflow);
}

TEST_CASE("zones read as constraints") {
  const std::vector<std::string> names{"0", "x", "y"};
  Zone zone = Zone::universal(3);
  CHECK(to_string(zone, names) == "true");
  REQUIRE(zone.constrain({{x, y, Bound::weak(3)}, more_than(y, 2)}));
  CHECK(to_string(zone, names) == "y>2, x-y<=3");
  CHECK(to_string(Zone::zero(3), names) == "x==0, y==0");
  zone.reset(x, 4);
  CHECK(to_string(zone, names) == "x==4, y>2");
  CHECK(matrix_to_string(Zone::zero(2)) == "      0  x1\n  0 <=0 <=0\n x1 <=0 <=0\n");
}
