#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// Compact forms answer like the zones they were made from.

using namespace orbita;
using namespace orbita::test;

namespace {

// Bounds inside, at the border of, and outside the 16-bit range.
rc::Gen<Zone> wide_zones(std::uint32_t dimension) {
  static constexpr int sizes[] = {4, 4, 16382, 16384, 40000, 1 << 24};
  return rc::gen::exec([=] { return *zones(dimension, sizes[*between(0, 5)]); });
}

rc::Gen<Zone> relatives(const Zone& zone) {
  return rc::gen::exec([zone] { return *chance(50) ? *wide_zones(zone.dimension()) : *parts_of(zone, 1, 16400); });
}

bool fits(const Zone& zone) {
  for (std::uint32_t i = 0; i < zone.dimension(); ++i) {
    for (std::uint32_t j = 0; j < zone.dimension(); ++j) {
      const Bound b = zone({i}, {j});
      if (!b.is_infinite() &&
          (b.value() > 16382 + (b.is_weak() ? 0 : 1) || b.value() < -16383 - (b.is_weak() ? 1 : 0))) {
        return false;
      }
    }
  }
  return true;
}

using Packed = std::vector<packed_t>;

}  // namespace

TEST_CASE("packing is lossless or refused") {
  std::uint64_t packed = 0, refused = 0;
  check_property([&] {
    const std::uint32_t n = *dimensions();
    const Zone zone = *wide_zones(n);
    Packed stored(packed_size(n));
    const bool done = pack(stored.data(), zone);
    (done ? packed : refused) += 1;
    if (done != fits(zone)) return false;
    if (!done) return true;
    Zone back = Zone::zero(n);
    unpack(back.matrix(), stored.data());
    return back == zone;
  });
  CHECK(packed > many / 10);
  CHECK(refused > many / 10);
}

TEST_CASE("bounds go into bytes and back, or are refused") {
  for (int bound = packed_smallest; bound <= packed_largest; ++bound) {
    // At every position of a zone: vector code has a scalar tail.
    const std::size_t place = static_cast<std::size_t>(bound - packed_smallest) % 37;
    Packed entries(37, 1), back(37);
    entries[(place + 5) % 37] = packed_infinity;
    entries[place] = static_cast<packed_t>(bound);
    std::vector<byte_bound_t> bytes(37);
    CAPTURE(bound, place);
    REQUIRE(shorten(bytes.data(), entries.data(), 37) == (bound >= -127 && bound <= 126));
    if (bound < -127 || bound > 126) continue;
    lengthen(back.data(), bytes.data(), 37);
    REQUIRE(back == entries);
  }
}

TEST_CASE("zones in bytes are compared like those in 16 bits") {
  std::mt19937 random(17);
  std::uint64_t passed = 0;
  for (int run = 0; run < 20'000; ++run) {
    const std::uint32_t n = 1 + static_cast<std::uint32_t>(random() % 9);
    Packed stored(packed_size(n)), probe(stored.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
      stored[i] = static_cast<packed_t>(static_cast<int>(random() % 254) - 127);
      if (random() % 8 == 0) stored[i] = packed_infinity;
      // Mostly just below, sometimes arbitrary.
      probe[i] = static_cast<packed_t>(stored[i] - static_cast<int>(random() % 3));
      if (random() % 64 == 0) probe[i] = static_cast<packed_t>(random() % 65'535 - 32'767);
    }
    for (std::uint32_t x = 0; x < n; ++x) {  // x - x <= 0, and no probe requires more: comparisons may rely on it
      stored[x * n + x] = raw_le_zero;
      probe[x * n + x] = std::min<packed_t>(probe[x * n + x], raw_le_zero);
    }
    std::vector<byte_bound_t> bytes(stored.size()), byte_probe(stored.size());
    REQUIRE(shorten(bytes.data(), stored.data(), stored.size()));
    shorten_probe(byte_probe.data(), probe.data(), probe.size());
    CAPTURE(run, n);
    REQUIRE(passes(bytes.data(), byte_probe.data(), n) == passes(stored.data(), probe.data(), n));
    passed += passes(bytes.data(), byte_probe.data(), n) ? 1 : 0;
  }
  CHECK(passed > 2'000);
  CHECK(passed < 18'000);
}

TEST_CASE("packed zones answer every question like plain ones") {
  check_property([] {
    const std::uint32_t n = *chance(10) ? *dimensions(7, 12) : *dimensions();
    const Zone stored = *wide_zones(n);
    const Zone asked = *relatives(stored);
    Packed form(packed_size(n)), probe(packed_size(n));
    RC_PRE(pack(form.data(), stored));
    const RandomBounds bounds = *clock_bounds(n, *chance(50) ? 4 : 20000);
    Zone scratch = asked;
    pack_inclusion_probe(probe.data(), asked);
    if (passes(form.data(), probe.data(), n) != stored.includes(asked)) return false;
    pack_alu_probe(probe.data(), asked, bounds, scratch.matrix());
    if (passes(form.data(), probe.data(), n) != alu_includes(stored, asked, bounds)) return false;
    if (alu_includes(asked, form.data(), bounds) != alu_includes(asked, stored, bounds)) return false;
    pack_ceiling(probe.data(), asked);
    return is_below(form.data(), probe.data(), n) == asked.includes(stored);
  });
}

TEST_CASE("a look-up finds the first zone that passes") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone asked = *zones(n);
    const auto count = static_cast<std::size_t>(*between(0, 12));
    Packed all(count * packed_size(n)), probe(packed_size(n));
    std::size_t expected = count;
    for (std::size_t i = 0; i < count; ++i) {
      const Zone zone = *zones(n);
      if (!pack(all.data() + i * packed_size(n), zone)) return false;
      if (expected == count && zone.includes(asked)) expected = i;
    }
    pack_inclusion_probe(probe.data(), asked);
    return find_passing(all.data(), count, probe.data(), n) == expected;
  });
}

TEST_CASE("minimal constraints rebuild the zone and none can be left out") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone zone = *zones(n);
    const std::vector<Constraint> minimal = minimal_constraints(zone);
    Zone back = Zone::universal(n);
    if (!back.constrain(minimal) || !(back == zone)) return false;
    for (std::size_t left_out = 0; left_out < minimal.size(); ++left_out) {
      std::vector<Constraint> fewer = minimal;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
      Zone larger = Zone::universal(n);
      if (!larger.constrain(fewer) || larger == zone) return false;
    }
    return true;
  });
}

TEST_CASE("stored minimal graphs answer every question like plain zones") {
  check_property([] {
    const std::uint32_t n = *dimensions();
    const Zone stored = *wide_zones(n);
    const Zone asked = *relatives(stored);
    const RandomBounds bounds = *clock_bounds(n, *chance(50) ? 4 : 20000);
    Zone scratch = asked;
    const auto agrees = [&](const auto& edges) {
      const std::span form(edges.data(), edges.size());
      load(scratch.matrix(), form);
      return scratch == stored && includes(form, asked) == stored.includes(asked) &&
             includes(asked, form, scratch.matrix()) == asked.includes(stored) &&
             alu_includes(form, asked, bounds, scratch.matrix()) == alu_includes(stored, asked, bounds);
    };
    std::vector<SmallEdge> small;
    std::vector<WideEdge> wide;
    store(stored, wide);
    const bool is_small = store(stored, small);
    if (!is_small && fits(stored)) return false;
    return agrees(wide) && (!is_small || agrees(small));
  });
}
