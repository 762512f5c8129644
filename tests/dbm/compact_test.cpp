#include <catch2/catch.hpp>

#include "tests/dbm/support.h"

// Compact forms answer like the zones they were made from.

using namespace orbita;
using namespace orbita::test;

namespace {

// Bounds inside, at the border of, and outside of what 16 bits hold.
Zone random_wide_zone(Rng& rng, std::uint32_t dimension) {
  static constexpr int sizes[] = {4, 4, 16382, 16384, 40000, 1 << 24};
  return random_zone(rng, dimension, sizes[pick(rng, 0, 5)]);
}

Zone random_relative(Rng& rng, const Zone& zone) {
  if (chance(rng, 50)) return random_wide_zone(rng, zone.dimension());
  Zone other = zone;
  if (zone.dimension() > 1) {
    const Constraint c = pick_constraint(rng, zone.dimension(), 16400);
    if (chance(rng, 50) && other.can_satisfy(c) && !other.constrain(c)) std::abort();
  }
  return other;
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

TEST_CASE("packing loses nothing, or says that it would") {
  int packed = 0, refused = 0;
  for_cases(many, [&](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone zone = random_wide_zone(rng, n);
    Packed stored(packed_size(n));
    const bool done = pack(stored.data(), zone);
    (done ? packed : refused) += 1;
    if (done != fits(zone)) return false;
    if (!done) return true;
    Zone back = Zone::zero(n);
    unpack(back.matrix(), stored.data());
    return back == zone;
  });
  CHECK(packed > 1000);
  CHECK(refused > 1000);
}

TEST_CASE("packed zones answer every question like plain ones") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n =
        chance(rng, 90) ? random_dimension(rng) : static_cast<std::uint32_t>(pick(rng, 7, 12));
    const Zone stored = random_wide_zone(rng, n);
    const Zone asked = random_relative(rng, stored);
    Packed form(packed_size(n)), probe(packed_size(n));
    if (!pack(form.data(), stored)) return true;
    const RandomBounds bounds(rng, n, chance(rng, 50) ? 4 : 20000);
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
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone asked = random_zone(rng, n);
    const auto count = static_cast<std::size_t>(pick(rng, 0, 12));
    Packed all(count * packed_size(n)), probe(packed_size(n));
    std::size_t expected = count;
    for (std::size_t i = 0; i < count; ++i) {
      const Zone zone = random_zone(rng, n);
      if (!pack(all.data() + i * packed_size(n), zone)) return false;
      if (expected == count && zone.includes(asked)) expected = i;
    }
    pack_inclusion_probe(probe.data(), asked);
    return find_passing(all.data(), count, probe.data(), n) == expected;
  });
}

TEST_CASE("minimal constraints rebuild the zone and none can be left out") {
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone zone = random_zone(rng, n);
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
  for_cases(many, [](Rng& rng) {
    const std::uint32_t n = random_dimension(rng);
    const Zone stored = random_wide_zone(rng, n);
    const Zone asked = random_relative(rng, stored);
    const RandomBounds bounds(rng, n, chance(rng, 50) ? 4 : 20000);
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
