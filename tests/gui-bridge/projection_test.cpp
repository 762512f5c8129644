// The polygon of a zone against its points.
#include "gui-bridge/workspace/projection.h"

#include <catch2/catch.hpp>
#include <random>

using namespace orbita;
using namespace orbita::bridge;

namespace {

Zone random_projected_zone(std::mt19937& random) {
  Zone zone = Zone::zero(4);
  for (int i = 0; i < 8; ++i) {
    const ClockIndex x{static_cast<std::uint32_t>(1 + random() % 3)};
    Zone next = zone;
    switch (random() % 3) {
      case 0: next.delay(); break;
      case 1: next.reset(x, static_cast<std::int32_t>(random() % 4)); break;
      default:
        if (!next.constrain(random() % 2 == 0 ? at_most(x, static_cast<std::int32_t>(random() % 9))
                                              : at_least(x, static_cast<std::int32_t>(random() % 5))))
          continue;
    }
    zone = next;
  }
  return zone;
}

// Is the point within the polygon (its border included)? Corners are counter-clockwise.
bool contains_point(const Projection& polygon, double x, double y) {
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    const ProjectionCorner &a = polygon.corners[i], &b = polygon.corners[(i + 1) % polygon.corners.size()];
    const double turn = static_cast<double>(b.x - a.x) * (y - static_cast<double>(a.y)) -
                        static_cast<double>(b.y - a.y) * (x - static_cast<double>(a.x));
    if (turn < -1e-9) return false;
    if (polygon.corners.size() == 2 && std::abs(turn) > 1e-9) return false;
  }
  const auto [low_x, high_x] = std::minmax_element(polygon.corners.begin(), polygon.corners.end(),
                                                   [](const auto& p, const auto& q) { return p.x < q.x; });
  const auto [low_y, high_y] = std::minmax_element(polygon.corners.begin(), polygon.corners.end(),
                                                   [](const auto& p, const auto& q) { return p.y < q.y; });
  return x >= static_cast<double>(low_x->x) && x <= static_cast<double>(high_x->x) &&
         y >= static_cast<double>(low_y->y) && y <= static_cast<double>(high_y->y);
}

}  // namespace

TEST_CASE("a point is in the polygon exactly if it is in the zone's projection") {
  const std::vector<std::string> names{"0", "x", "y", "z"};
  const ClockIndex x{1}, y{2};
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const Zone zone = random_projected_zone(random);
    const Projection polygon = project_zone(zone, x, y, names, 12);
    REQUIRE(!polygon.corners.empty());
    std::size_t wrong = 0;
    for (int i = 0; i <= 24; ++i) {
      for (int j = 0; j <= 24; ++j) {
        const double a = i / 2.0, b = j / 2.0;
        const auto within = [](Bound bound, double value) { return bound.is_infinite() || value <= bound.value(); };
        const bool in_zone = within(zone(x, reference_clock), a) && within(zone(y, reference_clock), b) &&
                             within(zone(reference_clock, x), -a) && within(zone(reference_clock, y), -b) &&
                             within(zone(x, y), a - b) && within(zone(y, x), b - a);
        wrong += contains_point(polygon, a, b) != in_zone ? 1 : 0;
      }
    }
    CAPTURE(seed, to_string(zone.view(), names));
    CHECK(wrong == 0);
  }
}
