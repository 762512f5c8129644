// Interned zones: one number per zone, and the zone behind it unchanged, whichever width it is stored in.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "engine/zones.h"

using namespace orbita;

namespace {

// Some zone whose constants are at most `largest`.
Zone some_zone(std::mt19937& random, std::int32_t largest) {
  const std::uint32_t dimension = 2 + static_cast<std::uint32_t>(random() % 7);
  std::uniform_int_distribution<std::int32_t> constant(0, largest);
  Zone zone = Zone::zero(dimension);
  for (int step = 0; step < 6; ++step) {
    Zone next = zone;
    next.delay();
    const ClockIndex x{1 + static_cast<std::uint32_t>(random() % (dimension - 1))};
    const Bound bound = random() % 2 == 0 ? Bound::weak(constant(random)) : Bound::strict(constant(random) + 1);
    if (!next.constrain(x, reference_clock, bound)) continue;
    if (random() % 2 == 0) next.reset(x, 0);
    zone = next;
  }
  return zone;
}

}  // namespace

TEST_CASE("zones come back as they were, in bytes, in 16 and in 32 bits") {
  std::mt19937 random(3);
  // At the borders of what the widths hold, too.
  for (const std::int32_t largest : {5, 62, 63, 64, 900, 16'382, 16'383, 16'384, 1'000'000}) {
    Zones zones;
    std::vector<Zone> expected;
    for (int i = 0; i < 400; ++i) {
      const Zone zone = some_zone(random, largest);
      const std::uint32_t id = zones.intern(zone.view());
      CAPTURE(largest, i, id);
      if (id == expected.size()) expected.push_back(zone);
      REQUIRE(id < expected.size());
      REQUIRE(expected[id] == zone);
    }
    Zone room;
    std::vector<packed_t> packed_room;
    for (std::uint32_t id = 0; id < expected.size(); ++id) {
      CAPTURE(largest, id);
      REQUIRE(zones.dimension(id) == expected[id].dimension());
      REQUIRE(zones.zone(id) == expected[id]);
      REQUIRE(dbm::equal(zones.load(id, room), expected[id].view()));
      std::vector<packed_t> form(packed_size(expected[id].dimension()));
      const bool fits = pack(form.data(), expected[id].view());
      const packed_t* packed = zones.packed(id, packed_room);
      REQUIRE((packed != nullptr) == fits);
      if (fits) REQUIRE(std::equal(form.begin(), form.end(), packed));
    }
    CHECK(zones.size() == expected.size());
  }
}
