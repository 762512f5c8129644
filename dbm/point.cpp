#include "dbm/point.h"

#include <algorithm>
#include <numeric>

namespace orbita {
namespace {

bool within(raw_t bound, std::int64_t difference, std::int64_t denominator) {
  if (bound == raw_infinity) return true;
  const std::int64_t limit = std::int64_t{bound >> 1} * denominator;
  return (bound & 1) != 0 ? difference <= limit : difference < limit;
}

}  // namespace

bool contains(ConstMatrix m, std::span<const std::int64_t> numerators, std::int64_t denominator) {
  assert(numerators.size() == m.dimension && numerators[0] == 0 && denominator > 0);
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      if (!within(m.row(i)[j], numerators[i] - numerators[j], denominator)) return false;
    }
  }
  return true;
}

bool satisfies(const Constraint& c, const Point& p) {
  return within(c.bound.raw, p.numerators[c.x.value] - p.numerators[c.y.value], p.denominator);
}

Point pick_point(ConstMatrix m) {
  const std::int64_t scale = m.dimension;
  // Scaled by the number of clocks, a strict bound may give away one unit: a cycle has at most that
  // many edges, and one with a strict bound weighs at least 1 before scaling or has weight 0 and no
  // strict edge.
  const auto weight = [&](std::uint32_t i, std::uint32_t j) {
    const raw_t raw = m.row(i)[j];
    return scale * (raw >> 1) - ((raw & 1) != 0 ? 0 : 1);
  };
  Point point{std::vector<std::int64_t>(m.dimension, 0), scale};
  std::vector<std::int64_t>& value = point.numerators;
  for (bool changed = true; changed;) {  // Bellman-Ford: the least solution of value[j] >= value[i] - bound
    changed = false;
    for (std::uint32_t i = 0; i < m.dimension; ++i) {
      for (std::uint32_t j = 1; j < m.dimension; ++j) {
        if (i == j || m.row(i)[j] == raw_infinity || value[j] >= value[i] - weight(i, j)) continue;
        value[j] = value[i] - weight(i, j);
        changed = true;
      }
    }
  }
  const std::int64_t common =
      std::accumulate(value.begin(), value.end(), scale, [](std::int64_t a, std::int64_t b) { return std::gcd(a, b); });
  for (std::int64_t& v : value) v /= common;
  point.denominator /= common;
  assert(contains(m, point));
  return point;
}

}  // namespace orbita
