// Interned zones: one number per zone, and the zone behind it unchanged, whichever width it is stored in.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "engine/search/antichain.h"
#include "engine/space/zones.h"
#include "tests/sample.h"

using namespace orbita;
using orbita::test::sampled;

namespace {

// Some zone of that dimension whose constants are multiples of `unit`, of at most `largest` units.
Zone some_zone(std::mt19937& random, std::int32_t largest, std::uint32_t dimension, std::int32_t unit = 1) {
  std::uniform_int_distribution<std::int32_t> constant(0, largest);
  Zone zone = Zone::zero(dimension);
  for (int step = 0; step < 6; ++step) {
    Zone next = zone;
    next.delay();
    const ClockIndex x{1 + static_cast<std::uint32_t>(random() % (dimension - 1))};
    const Bound bound =
        random() % 2 == 0 ? Bound::weak(constant(random) * unit) : Bound::strict((constant(random) + 1) * unit);
    if (!next.constrain(x, reference_clock, bound)) continue;
    if (random() % 2 == 0) next.reset(x, 0);
    zone = next;
  }
  return zone;
}

}  // namespace

TEST_CASE("zones come back as they were, in bytes, in 16 and in 32 bits, and as few bounds") {
  std::mt19937 random(3);
  // At the borders of what the widths hold, too. Zones of many clocks and large constants are kept as few bounds.
  std::size_t as_edges = 0;
  const std::uint32_t most_clocks = GENERATE(7u, 40u);
  for (const std::int32_t largest : {5, 62, 63, 64, 900, 16'382, 16'383, 16'384, 1'000'000}) {
    Zones zones;
    std::vector<Zone> expected;
    for (std::uint64_t i = 0; i < sampled(400); ++i) {
      const Zone zone = some_zone(random, largest, 2 + static_cast<std::uint32_t>(random() % most_clocks));
      const std::uint32_t id = zones.intern(zone.view()).value;
      CAPTURE(largest, i, id);
      if (id == expected.size()) expected.push_back(zone);
      REQUIRE(id < expected.size());
      REQUIRE(expected[id] == zone);
    }
    Zone room;
    std::vector<packed_t> packed_room;
    for (ZoneId id{0}; id.value < expected.size(); ++id.value) {
      CAPTURE(largest, id.value);
      const Zone& zone = expected[id.value];
      REQUIRE(zones.dimension(id) == zone.dimension());
      REQUIRE(zones.zone(id) == zone);
      REQUIRE(dbm::equal(zones.load(id, room), zone.view()));
      std::vector<packed_t> form(packed_size(zone.dimension()));
      const bool fits = pack(form.data(), zone.view());
      const packed_t* packed = zones.packed(id, packed_room);
      REQUIRE((packed != nullptr) == fits);
      if (fits) REQUIRE(std::equal(form.begin(), form.end(), packed));
      if (zones.is_kept_as_edges(id)) ++as_edges;
    }
    CHECK(zones.size() == expected.size());
  }
  CHECK((as_edges > sampled(100)) == (most_clocks == 40));
}

TEST_CASE("zones kept as few bounds are compared as their matrices are") {
  std::mt19937 random(11);
  for (const Subsumption kind : {Subsumption::inclusion, Subsumption::simulation}) {
    const Coverage coverage(kind, {});
    const std::uint32_t dimension = 20;
    Zones zones;
    CoverProbe probe(zones, coverage);
    const std::vector<std::int32_t> limits(dimension, 30'000);
    Shape shape;
    shape.lower = shape.upper = limits;
    std::vector<Zone> met;
    std::vector<bool> is_member;
    Antichain chain;
    std::size_t covered = 0, dropped = 0, as_edges = 0;
    for (int i = 0; i < 600; ++i) {
      const Zone zone = some_zone(random, 3, dimension, 10'000);  // few constants, so that some include others
      const ZoneId id = zones.intern(zone.view());
      if (id.value != met.size()) continue;
      if (zones.is_kept_as_edges(id)) ++as_edges;
      probe.prepare(id, shape);
      const auto covers = [&](const Zone& big, const Zone& small) {
        return coverage.covers(big.view(), small.view(), shape);
      };
      bool is_covered = false;
      for (std::uint32_t m = 0; m < met.size(); ++m) {
        CAPTURE(i, m);
        REQUIRE(probe.is_covered_by(ZoneId{m}) == covers(met[m], zone));
        REQUIRE(probe.covers(ZoneId{m}) == covers(zone, met[m]));
        is_covered |= is_member[m] && covers(met[m], zone);
      }
      REQUIRE(chain.covers(probe) == is_covered);
      met.push_back(zone);
      is_member.push_back(!is_covered);
      if (is_covered) {
        ++covered;
        continue;
      }
      chain.drop_covered(probe, [&](NodeId node) {
        const std::uint32_t m = node.value;
        REQUIRE(is_member[m]);
        REQUIRE(covers(zone, met[m]));
        is_member[m] = false;
        ++dropped;
      });
      for (std::uint32_t m = 0; m + 1 < met.size(); ++m) REQUIRE_FALSE((is_member[m] && covers(zone, met[m])));
      chain.add(probe, NodeId{id.value});
    }
    CAPTURE(met.size());
    CHECK(as_edges > 100);
    CHECK(covered > 10);
    CHECK(dropped > 10);
  }
}
