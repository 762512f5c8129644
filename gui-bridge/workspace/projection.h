// A zone seen from two clocks: a convex polygon.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dbm/dbm.h"

namespace orbita::bridge {

struct ProjectionCorner {
  std::int64_t x = 0, y = 0;
  // Of the side from this corner to the next one.
  std::string text;     // the constraint, "x-y<=3"
  bool strict = false;  // the side does not belong to the zone
  bool open = false;    // no constraint: the zone is cut off at the frame
};

struct Projection {
  std::int64_t frame = 0;                 // where it is cut off, at least as wanted
  std::vector<ProjectionCorner> corners;  // counter-clockwise; one: a point, two: a line
};

// `names` by clock of the zone. `frame` 0: a little beyond the largest constant.
Projection project_zone(const Zone& zone, ClockIndex x, ClockIndex y, const std::vector<std::string>& names,
                        std::int64_t frame);

}  // namespace orbita::bridge
