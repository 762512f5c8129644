#include "parser/xml/layout.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <utility>

namespace orbita {
namespace {

// A circle while it is readable, a grid for more nodes.
std::vector<Point> place_nodes(std::size_t count) {
  constexpr std::size_t largest_circle = 24;
  constexpr int grid_step = 204;
  std::vector<Point> places(count);
  if (count <= largest_circle) {
    const double radius = count < 2 ? 0 : 68.0 + 34.0 * static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double angle =
          2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count) - std::numbers::pi / 2;
      places[i] = {static_cast<int>(std::lround(radius * std::cos(angle))),
                   static_cast<int>(std::lround(radius * std::sin(angle)))};
    }
    return places;
  }
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  for (std::size_t i = 0; i < count; ++i)
    places[i] = {static_cast<int>(i % columns) * grid_step, static_cast<int>(i / columns) * grid_step};
  return places;
}

// Two nails outside the node, further out with every loop: without nails a loop is invisible.
EdgeDrawing draw_loop(Point node, int before) {
  const int reach = 51 + 34 * before;
  return {{{node.x - reach, node.y - 34}, {node.x - reach, node.y + 34}}, {node.x - reach - 17, node.y - 68}};
}

// The first edge between two nodes is straight, the others bend to the sides in turn.
EdgeDrawing draw_line(Point from, Point to, int before) {
  const Point middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  if (before == 0) return {{}, middle};
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double length = std::max(1.0, std::hypot(dx, dy));
  const double side = (before % 2 == 1 ? 1 : -1) * 51.0 * ((before + 1) / 2);
  const Point nail{middle.x + static_cast<int>(std::lround(-dy / length * side)),
                   middle.y + static_cast<int>(std::lround(dx / length * side))};
  return {{nail}, nail};
}

}  // namespace

Drawing draw(const Template& templ) {
  Drawing drawing;
  drawing.nodes = place_nodes(templ.locations.size() + templ.branchpoints.size());
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> seen;
  for (const Edge& edge : templ.edges) {
    const auto [low, high] = std::minmax(edge.source, edge.target);
    const int before = seen[{low, high}]++;
    // Both directions share the sides of one line, so bends are measured from the lower node.
    drawing.edges.push_back(low == high ? draw_loop(drawing.nodes[low], before)
                                        : draw_line(drawing.nodes[low], drawing.nodes[high], before));
  }
  return drawing;
}

}  // namespace orbita
