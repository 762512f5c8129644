#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "dbm/dbm.h"

// Random zones, random rational points and the slow, obvious definitions they are checked against.

namespace orbita::test {

using Rng = std::mt19937_64;

// ORBITA_SEED=n varies every property test; the seed of a failing case is captured by for_cases.
inline std::uint64_t base_seed() {
  static const std::uint64_t seed = [] {
    const char* text = std::getenv("ORBITA_SEED");
    const std::uint64_t value = text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
    std::cout << "property tests run with ORBITA_SEED=" << value << "\n";
    return value;
  }();
  return seed;
}

inline int pick(Rng& rng, int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng); }
inline bool chance(Rng& rng, int percent) { return pick(rng, 1, 100) <= percent; }

inline ClockIndex pick_clock(Rng& rng, std::uint32_t dimension) {  // not the reference clock
  return {static_cast<std::uint32_t>(pick(rng, 1, static_cast<int>(dimension) - 1))};
}

inline Bound pick_bound(Rng& rng, int low, int high) {
  const int c = pick(rng, low, high);
  return chance(rng, 50) ? Bound::weak(c) : Bound::strict(c);
}

inline Constraint pick_constraint(Rng& rng, std::uint32_t dimension, int largest) {
  const auto x = static_cast<std::uint32_t>(pick(rng, 0, static_cast<int>(dimension) - 1));
  auto y = static_cast<std::uint32_t>(pick(rng, 0, static_cast<int>(dimension) - 2));
  if (y >= x) ++y;
  return {{x}, {y}, pick_bound(rng, -largest, largest)};
}

// Zones as a search meets them, and wilder ones; never empty.
inline Zone random_zone(Rng& rng, std::uint32_t dimension, int largest = 4) {
  Zone zone = chance(rng, 50) ? Zone::zero(dimension) : Zone::universal(dimension);
  if (dimension == 1) return zone;
  const int steps = pick(rng, 0, 8);
  for (int i = 0; i < steps; ++i) {
    switch (pick(rng, 0, 5)) {
      case 0:
        zone.delay();
        break;
      case 1:
        zone.reset(pick_clock(rng, dimension), chance(rng, 60) ? 0 : pick(rng, 0, largest));
        break;
      case 2:
        zone.free(pick_clock(rng, dimension));
        break;
      default: {
        const Constraint c = pick_constraint(rng, dimension, largest);
        if (zone.can_satisfy(c) && !zone.constrain(c)) std::abort();
      }
    }
  }
  return zone;
}

inline std::uint32_t random_dimension(Rng& rng) { return static_cast<std::uint32_t>(pick(rng, 1, 6)); }

// Points have the denominator 2^12: fine enough to enter every corner of a zone with 5 clocks.
inline constexpr std::int64_t denominator = 4096;

struct Interval {  // of one clock, in units of 1 / denominator
  std::int64_t low = 0, high = INT64_MAX;
  bool low_open = false, high_open = false;
  bool is_empty() const { return low > high || (low == high && (low_open || high_open)); }
};

// The values clock x can take in the zone when the clocks for which fixed(y) holds keep their values.
template <class Fixed>
Interval interval_of(ConstMatrix m, std::uint32_t x, const Point& p, Fixed fixed) {
  Interval result;
  for (std::uint32_t y = 0; y < m.dimension; ++y) {
    if (y == x || !fixed(y)) continue;
    const Bound above = m({x}, {y}), below = m({y}, {x});
    if (!above.is_infinite()) {
      const std::int64_t high = p.numerators[y] + above.value() * p.denominator;
      if (high < result.high || (high == result.high && !above.is_weak()))
        result.high_open = !above.is_weak();
      result.high = std::min(result.high, high);
    }
    if (!below.is_infinite()) {
      const std::int64_t low = p.numerators[y] - below.value() * p.denominator;
      if (low > result.low || (low == result.low && !below.is_weak())) result.low_open = !below.is_weak();
      result.low = std::max(result.low, low);
    }
  }
  return result;
}

// A valuation of the zone, clock by clock on ever finer grids, so that an open interval is never missed.
inline Point random_point_in(Rng& rng, ConstMatrix m) {
  Point p{std::vector<std::int64_t>(m.dimension, 0), denominator};
  std::int64_t grain = denominator;
  for (std::uint32_t x = 1; x < m.dimension; ++x) {
    if (grain > 1) grain /= 4;
    Interval i = interval_of(m, x, p, [&](std::uint32_t y) { return y < x; });
    i.high = std::min(i.high, i.low + 6 * denominator);
    const std::int64_t low = i.low + (i.low_open ? grain : 0);
    const std::int64_t high = i.high - (i.high_open ? grain : 0);
    const std::int64_t steps = std::max<std::int64_t>(0, (high - low) / grain);
    switch (pick(rng, 0, 3)) {  // often at the border
      case 0:
        p.numerators[x] = low;
        break;
      case 1:
        p.numerators[x] = high >= low ? high : low;
        break;
      default:
        p.numerators[x] = low + grain * std::uniform_int_distribution<std::int64_t>(0, steps)(rng);
    }
  }
  return p;
}

inline Point random_point(Rng& rng, std::uint32_t dimension, int largest = 7) {
  Point p{std::vector<std::int64_t>(dimension, 0), denominator};
  const std::int64_t grain = denominator >> pick(rng, 0, 2);
  for (std::uint32_t x = 1; x < dimension; ++x) {
    p.numerators[x] = grain * pick(rng, 0, static_cast<int>(largest * denominator / grain));
  }
  return p;
}

// Points worth asking about: inside of one of the zones, next to them, or anywhere.
inline Point interesting_point(Rng& rng, const std::vector<ConstMatrix>& zones) {
  const ConstMatrix zone = zones[static_cast<std::size_t>(pick(rng, 0, static_cast<int>(zones.size()) - 1))];
  if (chance(rng, 20)) return random_point(rng, zone.dimension);
  Point p = random_point_in(rng, zone);
  if (chance(rng, 50) && zone.dimension > 1) {
    std::int64_t& value = p.numerators[pick_clock(rng, zone.dimension).value];
    value = std::max<std::int64_t>(0, value + (chance(rng, 50) ? 1 : -1) * (denominator >> pick(rng, 0, 12)));
  }
  return p;
}

// Some delay d (forward: p + d, backward: p - d; d >= 0) leads from p into the zone.
inline bool delay_reaches(ConstMatrix m, const Point& p, bool forward) {
  // Differences do not change; every clock bounds the delay. Think of the reference clock moving instead.
  Interval d;
  for (std::uint32_t x = 1; x < m.dimension; ++x) {
    for (std::uint32_t y = 1; y < m.dimension; ++y) {
      if (!satisfies({{x}, {y}, m({x}, {y})}, p)) return false;
    }
    const Bound high = m({x}, {0}), low = m({0}, {x});
    const std::int64_t v = p.numerators[x];
    const auto at_most = [&](std::int64_t limit, bool weak) {
      if (limit < d.high || (limit == d.high && !weak)) d.high_open = !weak;
      d.high = std::min(d.high, limit);
    };
    const auto at_least = [&](std::int64_t limit, bool weak) {
      if (limit > d.low || (limit == d.low && !weak)) d.low_open = !weak;
      d.low = std::max(d.low, limit);
    };
    if (forward) {  // v + d <= high, v + d >= -low
      if (!high.is_infinite()) at_most(high.value() * p.denominator - v, high.is_weak());
      at_least(-low.value() * p.denominator - v, low.is_weak());
    } else {  // v - d <= high, v - d >= -low
      if (!high.is_infinite()) at_least(v - high.value() * p.denominator, high.is_weak());
      at_most(v + low.value() * p.denominator, low.is_weak());
    }
  }
  return !d.is_empty();
}

// p with some other value >= 0 of clock x lies in the zone.
inline bool some_value_fits(ConstMatrix m, const Point& p, std::uint32_t x) {
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      if (i != x && j != x && !satisfies({{i}, {j}, m({i}, {j})}, p)) return false;
    }
  }
  return !interval_of(m, x, p, [](std::uint32_t) { return true; }).is_empty();
}

inline Point with(Point p, ClockIndex x, std::int64_t numerator) {
  p.numerators[x.value] = numerator;
  return p;
}

// The zone with all values multiplied: so that rational points become integral.
inline Zone scaled(const Zone& zone, std::int32_t factor) {
  Zone result = zone;
  for (std::uint32_t i = 0; i < zone.dimension(); ++i) {
    for (std::uint32_t j = 0; j < zone.dimension(); ++j) {
      const Bound b = zone({i}, {j});
      if (b.is_infinite()) continue;
      result.matrix().set({i}, {j},
                          b.is_weak() ? Bound::weak(b.value() * factor) : Bound::strict(b.value() * factor));
    }
  }
  return result;
}

// The definition of aLU: some v' of the zone has, for every x, v'(x) = v(x), or L(x) < v'(x) < v(x), or
// U(x) < v(x) < v'(x). Per clock these v'(x) form one interval. `big` is scaled by p's denominator.
inline bool simulated_by(const Zone& big_scaled, const Point& p, const ClockBounds& bounds) {
  Zone w = big_scaled;
  for (std::uint32_t x = 1; x < w.dimension(); ++x) {
    const std::int64_t v = p.numerators[x];
    const auto value = static_cast<std::int32_t>(v);
    const auto below = [&](std::int32_t c) { return c < 0 || (c != unlimited && v > c * p.denominator); };
    const std::int32_t lower = bounds.lower[x];
    if (!below(bounds.upper[x]) && !w.constrain(at_most({x}, value))) return false;
    if (!below(lower)) {
      if (!w.constrain(at_least({x}, value))) return false;
    } else if (lower >= 0) {
      if (!w.constrain(more_than({x}, static_cast<std::int32_t>(lower * p.denominator)))) return false;
    }
  }
  return true;
}

struct RandomBounds {
  std::vector<std::int32_t> lower, upper;
  RandomBounds(Rng& rng, std::uint32_t dimension, int largest = 4) {
    const auto one = [&] {
      if (chance(rng, 15)) return no_bound;
      if (chance(rng, 5)) return unlimited;
      return static_cast<std::int32_t>(pick(rng, 0, largest));
    };
    for (std::uint32_t x = 0; x < dimension; ++x) {
      lower.push_back(one());
      upper.push_back(one());
    }
  }
  operator ClockBounds() const { return {lower, upper}; }
};

inline std::vector<ClockIndex> random_permutation(Rng& rng, std::uint32_t dimension) {
  std::vector<ClockIndex> to;
  for (std::uint32_t x = 0; x < dimension; ++x) to.push_back({x});
  std::shuffle(to.begin() + 1, to.end(), rng);
  return to;
}

// Runs holds(rng) for `count` seeds; a failure shows the seed, and ends the property.
template <class Property>
void for_cases(std::uint64_t count, Property holds) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t seed = base_seed() * 1000003 + i;
    Rng rng(seed);
    bool good = false;
    try {
      good = holds(rng);
    } catch (const std::exception& e) {
      FAIL("seed " << seed << " throws: " << e.what());
    }
    if (!good) FAIL("seed " << seed);
  }
  SUCCEED(count << " cases");
}

inline constexpr std::uint64_t many = 10000;  // cases per property

}  // namespace orbita::test
