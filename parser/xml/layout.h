// Layout for a template without a drawing: distinct positions for its nodes, bends for edges that would hide each
// other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "parser/ast.h"

namespace orbita {

struct Point {
  int x = 0, y = 0;
  friend constexpr auto operator<=>(const Point&, const Point&) = default;
};

struct EdgeDrawing {
  std::vector<Point> nails;
  Point labels;  // position of its first label
};

struct Drawing {
  std::vector<Point> nodes;  // locations, then branchpoints
  std::vector<EdgeDrawing> edges;
};

Drawing draw(const Template& templ);

}  // namespace orbita
