#include "gui-bridge/workspace/projection.h"

#include <algorithm>

namespace orbita::bridge {

namespace {

using Corners = std::vector<ProjectionCorner>;

ProjectionCorner corner(std::int64_t x, std::int64_t y, const ProjectionCorner& side) {
  ProjectionCorner result = side;
  result.x = x;
  result.y = y;
  return result;
}

// Keeps the part with x - y <= bound (sign 1) or y - x <= bound (sign -1). Sides are horizontal, vertical or at 45
// degrees, so that all corners have whole numbers.
Corners cut(const Corners& polygon, int sign, std::int64_t bound, const ProjectionCorner& side) {
  const auto over = [&](const ProjectionCorner& c) { return sign * (c.x - c.y) - bound; };
  Corners result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ProjectionCorner &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
    const std::int64_t a = over(from), b = over(to);
    if (a <= 0) result.push_back(from);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) {
      // Along a horizontal or vertical side x - y changes by one per unit.
      const std::int64_t length = a < 0 ? -a : a;
      const auto towards = [&](std::int64_t p, std::int64_t q) { return p == q ? p : p < q ? p + length : p - length; };
      result.push_back(corner(towards(from.x, to.x), towards(from.y, to.y), a < 0 ? side : from));
    } else if (a == 0 && b > 0) {
      result.back() = corner(from.x, from.y, side);
    }
  }
  return result;
}

Corners without_repetitions(const Corners& polygon) {
  Corners result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ProjectionCorner& next = polygon[(i + 1) % polygon.size()];
    const bool same = polygon[i].x == next.x && polygon[i].y == next.y;
    if (!same || (polygon.size() == 1) || (i + 1 == polygon.size() && result.empty())) result.push_back(polygon[i]);
  }
  return result;
}

}  // namespace

Projection project_zone(const Zone& zone, ClockIndex x, ClockIndex y, const std::vector<std::string>& names,
                        std::int64_t frame) {
  const ClockIndex all[] = {reference_clock, x, y};
  std::int64_t largest = 1;
  for (const ClockIndex a : all) {
    for (const ClockIndex b : all) {
      if (!zone(a, b).is_infinite())
        largest = std::max<std::int64_t>(largest, std::abs(std::int64_t{zone(a, b).value()}));
    }
  }
  Projection result;
  result.frame = std::max(frame, frame > 0 ? largest + 1 : largest + std::max<std::int64_t>(1, largest / 4));
  const auto side = [&](ClockIndex a, ClockIndex b) {
    const Bound bound = zone(a, b);
    if (bound.is_infinite()) return ProjectionCorner{0, 0, "", false, true};
    return ProjectionCorner{0, 0, to_string(Constraint{a, b, bound}, names), !bound.is_weak(), false};
  };
  const auto low = [&](ClockIndex a) { return -std::int64_t{zone(reference_clock, a).value()}; };
  const auto high = [&](ClockIndex a) {
    return zone(a, reference_clock).is_infinite() ? result.frame : std::int64_t{zone(a, reference_clock).value()};
  };
  Corners polygon{corner(low(x), low(y), side(reference_clock, y)), corner(high(x), low(y), side(x, reference_clock)),
                  corner(high(x), high(y), side(y, reference_clock)),
                  corner(low(x), high(y), side(reference_clock, x))};
  if (!zone(x, y).is_infinite()) polygon = cut(polygon, 1, zone(x, y).value(), side(x, y));
  if (!zone(y, x).is_infinite()) polygon = cut(polygon, -1, zone(y, x).value(), side(y, x));
  result.corners = without_repetitions(polygon);
  return result;
}

}  // namespace orbita::bridge
