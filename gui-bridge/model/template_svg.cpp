#include "gui-bridge/model/template_svg.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "gui-bridge/model/xml_text.h"

namespace orbita::bridge {

namespace {

using Spot = std::pair<double, double>;

constexpr double radius = 12, branch_radius = 4;

std::string number(double value) {
  std::string text = std::to_string(std::round(value * 10) / 10);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string attributes(std::initializer_list<std::pair<const char*, double>> list) {
  std::string text;
  for (const auto& [name, value] : list) text += attribute_text(name, number(value));
  return text;
}

// UPPAAL's hues, dark enough to read on white.
const char* colour_of_label(const std::string& kind) {
  if (kind == "select") return "#786000";
  if (kind == "guard") return "#18762B";
  if (kind == "synchronisation") return "#086F8B";
  if (kind == "assignment") return "#2343C4";
  if (kind == "invariant") return "#8A1C8A";
  return "#474F5D";
}

std::string lines_at(double x, double y, const std::string& text, const std::string& style) {
  constexpr double line = 15, baseline = 12;
  std::string out, rest = text;
  double at = y + baseline;
  while (true) {
    const std::size_t end = rest.find('\n');
    out += "<text" + attributes({{"x", x}, {"y", at}}) + style + ">" + escaped(rest.substr(0, end)) + "</text>\n";
    if (end == std::string::npos) return out;
    rest = rest.substr(end + 1);
    at += line;
  }
}

std::string labels_svg(const Json& owner) {
  std::string out;
  for (const Json& label : owner["labels"]) {
    if (!label["x"].is_number() || !label["y"].is_number()) continue;
    const std::string style = attribute_text("fill", colour_of_label(label["kind"].get<std::string>()));
    out += lines_at(label["x"].get<double>(), label["y"].get<double>(), label["text"].get<std::string>(), style);
  }
  return out;
}

// Moves the end of a line from the middle of a node to its rim.
Spot towards(Spot from, Spot to, double distance) {
  const double dx = to.first - from.first, dy = to.second - from.second, length = std::hypot(dx, dy);
  if (length <= distance) return from;
  return {from.first + dx / length * distance, from.second + dy / length * distance};
}

std::string fill_of(const Json& node) {
  return node["color"].is_string() ? node["color"].get<std::string>() : std::string("#FFFFFF");
}

class Picture {
 public:
  explicit Picture(const Json& templ) : templ_(templ) {
    for (const Json& node : templ["locations"]) add_node(node, radius);
    for (const Json& node : templ["branchpoints"]) add_node(node, branch_radius);
  }

  std::string svg() const {
    const Json& box = templ_["box"];
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + number(box["x"].get<double>()) + " " +
                      number(box["y"].get<double>()) + " " + number(box["width"].get<double>()) + " " +
                      number(box["height"].get<double>()) + "\" font-family=\"sans-serif\" font-size=\"12\">\n";
    out += "<title>" + escaped(templ_["name"].get<std::string>()) + "</title>\n";
    out +=
        "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\" "
        "orient=\"auto-start-reverse\"><path d=\"M0 1L9 5L0 9z\" fill=\"#3A4250\"/></marker></defs>\n";
    for (const Json& edge : templ_["edges"]) out += edge_svg(edge);
    for (const Json& node : templ_["branchpoints"]) {
      out += "<circle" +
             attributes({{"cx", node["x"].get<double>()}, {"cy", node["y"].get<double>()}, {"r", branch_radius}}) +
             " fill=\"#3A4250\"/>\n";
    }
    for (const Json& node : templ_["locations"]) out += location_svg(node);
    return out + "</svg>\n";
  }

 private:
  struct Node {
    Spot at;
    double size = 0;
  };

  void add_node(const Json& node, double size) {
    if (node["x"].is_number() && node["y"].is_number())
      nodes_[node["id"].get<std::string>()] = {{node["x"].get<double>(), node["y"].get<double>()}, size};
  }

  std::string edge_svg(const Json& edge) const {
    const auto from = nodes_.find(edge["source"].get<std::string>());
    const auto to = nodes_.find(edge["target"].get<std::string>());
    if (from == nodes_.end() || to == nodes_.end()) return "";
    std::vector<Spot> points{from->second.at};
    for (const Json& nail : edge["nails"]) points.emplace_back(nail["x"].get<double>(), nail["y"].get<double>());
    points.push_back(to->second.at);
    const std::size_t last = points.size() - 1;
    const Spot begin = towards(points[0], points[1], from->second.size);
    const Spot end = towards(points[last], points[last - 1], to->second.size);
    points[0] = begin;
    points[last] = end;
    std::string list;
    for (const Spot& point : points)
      list += (list.empty() ? "" : " ") + number(point.first) + "," + number(point.second);
    const std::string colour = edge["color"].is_string() ? edge["color"].get<std::string>() : std::string("#3A4250");
    return "<polyline" + attribute_text("points", list) + attribute_text("stroke", colour) +
           (edge["controllable"].get<bool>() ? "" : " stroke-dasharray=\"5 4\"") +
           " fill=\"none\" stroke-width=\"1.5\" marker-end=\"url(#arrow)\"/>\n" + labels_svg(edge);
  }

  static std::string location_svg(const Json& node) {
    if (!node["x"].is_number() || !node["y"].is_number()) return "";
    const double x = node["x"].get<double>(), y = node["y"].get<double>();
    std::string out = "<circle" + attributes({{"cx", x}, {"cy", y}, {"r", radius}}) +
                      attribute_text("fill", fill_of(node)) + " stroke=\"#3A4250\" stroke-width=\"1.5\"/>\n";
    if (node["initial"].get<bool>())
      out += "<circle" + attributes({{"cx", x}, {"cy", y}, {"r", radius - 4}}) +
             " fill=\"none\" stroke=\"#3A4250\" stroke-width=\"1.5\"/>\n";
    const char* const mark = node["committed"].get<bool>() ? "C" : node["urgent"].get<bool>() ? "U" : nullptr;
    if (mark != nullptr)
      out += "<text" + attributes({{"x", x}, {"y", y + 4}}) + " text-anchor=\"middle\">" + mark + "</text>\n";
    if (node["name_x"].is_number() && node["name_y"].is_number())
      out += lines_at(node["name_x"].get<double>(), node["name_y"].get<double>(), node["name"].get<std::string>(),
                      " font-weight=\"bold\" fill=\"#161A22\"");
    return out + labels_svg(node);
  }

  const Json& templ_;
  std::map<std::string, Node> nodes_;
};

}  // namespace

std::string template_svg(const Json& templ) { return Picture(templ).svg(); }

}  // namespace orbita::bridge
