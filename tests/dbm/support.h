#pragma once

#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "dbm/dbm.h"
#include "tests/sample.h"

// Generators of zones, rational points and constraints for RapidCheck, and the slow, obvious definitions that
// results are checked against.

namespace orbita {

// Printing of counterexamples.
inline void showValue(ClockIndex x, std::ostream& out) { out << "x" << x.value; }
inline void showValue(const Constraint& c, std::ostream& out) { out << to_string(c); }
inline void showValue(const Zone& zone, std::ostream& out) {
  out << "dimension " << zone.dimension() << ", " << to_string(zone);
}
inline void showValue(const Point& p, std::ostream& out) {
  for (std::size_t x = 1; x < p.numerators.size(); ++x) {
    out << (x > 1 ? ", " : "") << "x" << x << "=" << p.numerators[x] << "/" << p.denominator;
  }
}
namespace dbm {
inline void showValue(const UpperBound& u, std::ostream& out) { out << "x" << u.x.value << to_string(u.bound); }
}  // namespace dbm

}  // namespace orbita

namespace orbita::test {

// ORBITA_SEED=n varies every property.
inline std::uint64_t base_seed() {
  static const std::uint64_t seed = [] {
    const char* text = std::getenv("ORBITA_SEED");
    const std::uint64_t value = text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
    std::cout << "property tests run with ORBITA_SEED=" << value << "\n";
    return value;
  }();
  return seed;
}

inline const std::uint64_t many = sampled(10000);  // cases per property

// Checks that holds() returns true in `count` cases. It draws its data with `*generator`, as usual in RapidCheck, and
// skips a case with RC_PRE. A failure shows the smallest data found that still fail.
template <class Property>
void check_property(Property holds, std::uint64_t count = many) {
  rc::detail::TestParams params;
  params.seed = base_seed();
  params.maxSuccess = static_cast<int>(count);
  params.maxDiscardRatio = 20;
  rc::detail::TestMetadata metadata;
  metadata.id = Catch::getResultCapture().getCurrentTestName();
  rc::detail::TestListenerAdapter silent;
  // Without cases to reproduce, RapidCheck does not read its own seed from the environment.
  const std::unordered_map<std::string, rc::detail::Reproduce> none;
  const rc::detail::TestResult result = rc::detail::checkTestable(holds, metadata, params, silent, none);
  if (result.template is<rc::detail::SuccessResult>()) {
    SUCCEED(count << " cases");
    return;
  }
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  FAIL(text.str() << "\nAgain: ORBITA_SEED=" << base_seed() << " and the test case \"" << metadata.id << "\"");
}

// All data are made from rows of numbers, each within a range. RapidCheck shrinks a case by removing rows and moving
// numbers towards 0; plain numbers are fast to draw.
struct Range {
  int low, high;
};
using Row = std::vector<int>;

inline rc::Seq<Row> simpler(const Row& row, const std::vector<Range>& ranges) {
  return rc::seq::mapcat(rc::seq::range<std::size_t>(0, row.size()), [=](std::size_t i) {
    const int target = std::clamp(0, ranges[i].low, ranges[i].high);
    return rc::seq::map(rc::shrink::towards(row[i], target), [=](int value) {
      Row result = row;
      result[i] = value;
      return result;
    });
  });
}

inline rc::Gen<std::vector<Row>> rows(std::size_t least, std::size_t most, const std::vector<Range>& ranges) {
  return [=](const rc::Random& start, int) {
    rc::Random random = start;
    const auto draw = [&](std::int64_t low, std::int64_t high) {
      return low + static_cast<std::int64_t>(random.next() % static_cast<std::uint64_t>(high - low + 1));
    };
    std::vector<Row> drawn(
        static_cast<std::size_t>(draw(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most))));
    for (Row& row : drawn) {
      for (const Range& r : ranges) row.push_back(static_cast<int>(draw(r.low, r.high)));
    }
    return rc::shrinkable::shrinkRecur(std::move(drawn), [=](const std::vector<Row>& all) {
      return rc::seq::concat(rc::seq::filter(rc::shrink::removeChunks(all),
                                             [=](const std::vector<Row>& fewer) { return fewer.size() >= least; }),
                             rc::shrink::eachElement(all, [=](const Row& row) { return simpler(row, ranges); }));
    });
  };
}

// Makes a value from one row.
template <class T>
struct Shape {
  std::vector<Range> ranges;
  std::function<T(const Row&)> make;
};

template <class T>
rc::Gen<T> one(Shape<T> shape) {
  return rc::gen::map(rows(1, 1, shape.ranges),
                      [make = std::move(shape.make)](const std::vector<Row>& all) { return make(all.front()); });
}

template <class T>
rc::Gen<std::vector<T>> some(std::size_t least, std::size_t most, Shape<T> shape) {
  return rc::gen::map(rows(least, most, shape.ranges), [make = std::move(shape.make)](const std::vector<Row>& all) {
    std::vector<T> result;
    for (const Row& row : all) result.push_back(make(row));
    return result;
  });
}

inline rc::Gen<int> between(int low, int high) {
  return one<int>({{{low, high}}, [](const Row& row) { return row[0]; }});
}

inline rc::Gen<bool> chance(int percent) {  // smaller is false
  return one<bool>({{{0, 99}}, [percent](const Row& row) { return row[0] >= 100 - percent; }});
}

inline rc::Gen<std::uint32_t> dimensions(int least = 1, int most = 6) {
  return one<std::uint32_t>({{{least, most}}, [](const Row& row) { return static_cast<std::uint32_t>(row[0]); }});
}

inline ClockIndex clock_of(int number) { return {static_cast<std::uint32_t>(number)}; }
inline int last_clock(std::uint32_t dimension) { return static_cast<int>(dimension) - 1; }

inline Shape<ClockIndex> clock(std::uint32_t dimension) {  // not the reference clock
  return {{{1, last_clock(dimension)}}, [](const Row& row) { return clock_of(row[0]); }};
}

inline Bound bound_of(int value, int strict) { return strict == 0 ? Bound::weak(value) : Bound::strict(value); }

inline Shape<Bound> bound(int low, int high) {
  return {{{low, high}, {0, 1}}, [](const Row& row) { return bound_of(row[0], row[1]); }};
}

// Two different clocks from 0 .. n - 1 and 0 .. n - 2.
inline Constraint constraint_of(int x, int y, int value, int strict) {
  return {clock_of(x), clock_of(y >= x ? y + 1 : y), bound_of(value, strict)};
}

inline Shape<Constraint> constraint(std::uint32_t dimension, int largest) {
  return {{{0, last_clock(dimension)}, {0, last_clock(dimension) - 1}, {-largest, largest}, {0, 1}},
          [](const Row& row) { return constraint_of(row[0], row[1], row[2], row[3]); }};
}

inline Shape<dbm::UpperBound> invariant(std::uint32_t dimension, int largest, int percent_infinite = 0) {
  return {{{1, last_clock(dimension)}, {0, largest}, {0, 1}, {0, 99}}, [=](const Row& row) {
            const bool infinite = row[3] >= 100 - percent_infinite;
            return dbm::UpperBound{clock_of(row[0]), infinite ? Bound::infinity() : bound_of(row[1], row[2])};
          }};
}

// One operation in the construction of a random zone; 0 of each kind is the simplest.
struct Step {
  enum { delay, reset, free, constrain } kind;
  ClockIndex x;
  Constraint constraint;
};

inline Shape<Step> step(std::uint32_t dimension, int largest) {
  return {{{0, 5}, {0, last_clock(dimension)}, {0, last_clock(dimension) - 1}, {-largest, largest}, {0, 1}},
          [](const Row& row) {
            return Step{static_cast<decltype(Step::kind)>(std::min<int>(row[0], Step::constrain)), clock_of(row[2] + 1),
                        constraint_of(row[1], row[2], row[3], row[4])};
          }};
}

inline void take(Zone& zone, const Step& step) {
  switch (step.kind) {
    case Step::delay: zone.delay(); break;
    case Step::reset: zone.reset(step.x, std::max(0, step.constraint.bound.value())); break;
    case Step::free: zone.free(step.x); break;
    case Step::constrain:
      if (zone.can_satisfy(step.constraint) && !zone.constrain(step.constraint)) std::abort();
  }
}

// Zones as in a search, and wilder ones; never empty.
inline rc::Gen<Zone> zones(std::uint32_t dimension, int largest = 4) {
  if (dimension == 1) return rc::gen::just(Zone::zero(1));
  return rc::gen::map(some(1, 9, step(dimension, largest)), [=](const std::vector<Step>& steps) {
    Zone zone = steps[0].constraint.bound.is_weak() ? Zone::zero(dimension) : Zone::universal(dimension);
    for (std::size_t i = 1; i < steps.size(); ++i) take(zone, steps[i]);
    return zone;
  });
}

// The zone with up to `most` additional constraints.
inline rc::Gen<Zone> parts_of(const Zone& zone, std::size_t most, int largest) {
  if (zone.dimension() == 1) return rc::gen::just(zone);
  return rc::gen::map(some(0, most, constraint(zone.dimension(), largest)),
                      [zone](const std::vector<Constraint>& cuts) {
                        Zone result = zone;
                        for (const Constraint& c : cuts) take(result, {Step::constrain, {}, c});
                        return result;
                      });
}

// Points have the denominator 2^12: fine enough to enter every corner of a zone with 5 clocks.
inline constexpr std::int64_t denominator = 4096;

struct Interval {  // of one clock, in units of 1 / denominator
  std::int64_t low = 0, high = INT64_MAX;
  bool low_open = false, high_open = false;
  bool is_empty() const { return low > high || (low == high && (low_open || high_open)); }
};

// The possible values of clock x in the zone if the clocks for which fixed(y) holds keep their values.
template <class Fixed>
Interval interval_of(ConstMatrix m, std::uint32_t x, const Point& p, Fixed fixed) {
  Interval result;
  for (std::uint32_t y = 0; y < m.dimension; ++y) {
    if (y == x || !fixed(y)) continue;
    const Bound above = m({x}, {y}), below = m({y}, {x});
    if (!above.is_infinite()) {
      const std::int64_t high = p.numerators[y] + above.value() * p.denominator;
      if (high < result.high || (high == result.high && !above.is_weak())) result.high_open = !above.is_weak();
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

// A valuation of the zone, clock by clock on ever finer grids, so that an open interval is never missed. Often at the
// border; smaller is at the lower one. Generators own their data: they outlive the case.
inline rc::Gen<Point> points_in(const Zone& zone) {
  const std::size_t clocks = zone.dimension() - 1;
  return rc::gen::map(rows(clocks, clocks, {{0, 3}, {0, 0xFFFF}}), [zone](const std::vector<Row>& where) {
    Point p{std::vector<std::int64_t>(zone.dimension(), 0), denominator};
    std::int64_t grain = denominator;
    for (std::uint32_t x = 1; x < zone.dimension(); ++x) {
      if (grain > 1) grain /= 4;
      Interval i = interval_of(zone, x, p, [&](std::uint32_t y) { return y < x; });
      i.high = std::min(i.high, i.low + 6 * denominator);
      const std::int64_t low = i.low + (i.low_open ? grain : 0);
      const std::int64_t high = std::max(low, i.high - (i.high_open ? grain : 0));
      const Row& row = where[x - 1];
      const std::int64_t inside = low + grain * (row[1] % ((high - low) / grain + 1));
      p.numerators[x] = row[0] == 0 ? low : row[0] == 1 ? high : inside;
    }
    return p;
  });
}

// Anywhere: whole, half or quarter numbers.
inline rc::Gen<Point> points(std::uint32_t dimension, int largest = 7) {
  return rc::gen::map(rows(dimension, dimension, {{0, 4 * largest}}), [=](const std::vector<Row>& quarters) {
    const int grain = 4 >> quarters[0][0] % 3;
    Point p{std::vector<std::int64_t>(dimension, 0), denominator};
    for (std::uint32_t x = 1; x < dimension; ++x) {
      p.numerators[x] = quarters[x][0] / grain * grain * denominator / 4;
    }
    return p;
  });
}

// Points worth testing: inside one of the zones, next to them, or anywhere.
inline rc::Gen<Point> points_near(const std::vector<Zone>& zones) {
  return rc::gen::exec([zones] {
    const Zone& zone = zones[static_cast<std::size_t>(*between(0, static_cast<int>(zones.size()) - 1))];
    if (*chance(20)) return *points(zone.dimension());
    Point p = *points_in(zone);
    if (zone.dimension() > 1 && *chance(50)) {
      std::int64_t& value = p.numerators[(*one(clock(zone.dimension()))).value];
      const std::int64_t away = denominator >> *between(0, 12);
      value = std::max<std::int64_t>(0, value + (*chance(50) ? away : -away));
    }
    return p;
  });
}

// Some delay d (forward: p + d, backward: p - d; d >= 0) leads from p into the zone.
inline bool delay_reaches(ConstMatrix m, const Point& p, bool forward) {
  // Differences do not change; every clock bounds the delay. Equivalently, the reference clock moves.
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

// The zone with all values multiplied, so that rational points become integral.
inline Zone scaled(const Zone& zone, std::int32_t factor) {
  Zone result = zone;
  for (std::uint32_t i = 0; i < zone.dimension(); ++i) {
    for (std::uint32_t j = 0; j < zone.dimension(); ++j) {
      const Bound b = zone({i}, {j});
      if (b.is_infinite()) continue;
      result.matrix().set({i}, {j}, b.is_weak() ? Bound::weak(b.value() * factor) : Bound::strict(b.value() * factor));
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
  operator ClockBounds() const { return {lower, upper}; }
  friend void showValue(const RandomBounds& bounds, std::ostream& out) {
    for (const auto* list : {&bounds.lower, &bounds.upper}) {
      out << (list == &bounds.lower ? "L" : ", U") << " =";
      for (std::int32_t c : *list) out << " " << (c == unlimited ? "unlimited" : std::to_string(c));
    }
  }
};

inline rc::Gen<RandomBounds> clock_bounds(std::uint32_t dimension, int largest = 4) {
  return rc::gen::map(rows(dimension, dimension, {{0, largest}, {0, 99}, {0, largest}, {0, 99}}),
                      [](const std::vector<Row>& all) {
                        const auto one_bound = [](int value, int kind) {
                          return kind >= 95 ? unlimited : kind >= 80 ? no_bound : static_cast<std::int32_t>(value);
                        };
                        RandomBounds result;
                        for (const Row& row : all) {
                          result.lower.push_back(one_bound(row[0], row[1]));
                          result.upper.push_back(one_bound(row[2], row[3]));
                        }
                        return result;
                      });
}

// The reference clock stays in place; smaller is closer to the identity.
inline rc::Gen<std::vector<ClockIndex>> permutations(std::uint32_t dimension) {
  return rc::gen::map(rows(dimension, dimension, {{0, 0xFFFF}}), [=](const std::vector<Row>& all) {
    std::vector<ClockIndex> to;
    for (std::uint32_t x = 0; x < dimension; ++x) to.push_back({x});
    for (std::uint32_t x = dimension - 1; x > 1; --x) {
      std::swap(to[x], to[x - static_cast<std::uint32_t>(all[x][0]) % x]);
    }
    return to;
  });
}

}  // namespace orbita::test
