#include "gui-bridge/model/render.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

#include "gui-bridge/model/query_elements.h"
#include "parser/print/printer.h"
#include "parser/print/written.h"
#include "parser/xml/layout.h"

namespace orbita::bridge {

namespace {

Json number_in(const XmlNode& node, std::string_view name) {
  const std::string_view* const text = node.attribute(name);
  if (text == nullptr) return nullptr;
  double value = 0;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (problem != std::errc{} || !(value >= -1e9 && value <= 1e9)) return nullptr;
  return static_cast<std::int64_t>(value);
}

Json text_in(const XmlNode& node, std::string_view name) {
  const std::string_view* const text = node.attribute(name);
  return text == nullptr ? Json(nullptr) : Json(*text);
}

// "#rrggbb" or the name of a colour; what else stands there is no colour, and no business of whoever draws it.
Json color_in(const XmlNode& node) {
  const std::string_view* const text = node.attribute("color");
  if (text == nullptr || text->empty()) return nullptr;
  const bool hex = (*text)[0] == '#';
  const auto fits = [&](char c) {
    return hex ? std::isxdigit(static_cast<unsigned char>(c)) != 0 : std::isalpha(static_cast<unsigned char>(c)) != 0;
  };
  const std::string_view rest = text->substr(hex ? 1 : 0);
  return std::all_of(rest.begin(), rest.end(), fits) ? Json(*text) : Json(nullptr);
}

std::string trimmed_text(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n"), end = text.find_last_not_of(" \t\n");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// The box around all points seen.
class Box {
 public:
  void add(double x, double y) {
    if (empty_) left_ = right_ = x, top_ = bottom_ = y;
    empty_ = false;
    left_ = std::min(left_, x), right_ = std::max(right_, x);
    top_ = std::min(top_, y), bottom_ = std::max(bottom_, y);
  }
  void add(const Json& x, const Json& y) {
    if (x.is_number() && y.is_number()) add(x.get<double>(), y.get<double>());
  }
  // Room for a text that begins there.
  void add_text(const Json& x, const Json& y, const std::string& text) {
    constexpr double letter = 7, line = 17;
    if (!x.is_number() || !y.is_number()) return;
    add(x, y);
    double width = 0, longest = 0, height = line;
    for (const char c : text) {
      width = c == '\n' ? 0 : width + letter;
      longest = std::max(longest, width);
      if (c == '\n') height += line;
    }
    add(x.get<double>() + longest, y.get<double>() + height);
  }
  Json json() const {
    constexpr double margin = 20;
    return {{"x", left_ - margin},
            {"y", top_ - margin},
            {"width", right_ - left_ + 2 * margin},
            {"height", bottom_ - top_ + 2 * margin}};
  }

 private:
  bool empty_ = true;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;
};

// Rows of paths without walking up the tree for each element.
std::string numbered_path(const std::string& parent, const char* name, std::size_t number) {
  return parent + "/" + name + "[" + std::to_string(number) + "]";
}

Json part(const XmlNode& parent, const std::string& path, const char* name) {
  const XmlNode* const node = parent.child(name);
  return {{"xpath", path + "/" + name}, {"text", node == nullptr ? "" : content_of(*node)}};
}

Json labels_json(const XmlNode& owner, const std::string& path, Box& box) {
  Json labels = Json::array();
  std::size_t number = 0;
  for (const XmlNode* label : children(owner, "label")) {
    const std::string text = content_of(*label);
    const Json x = number_in(*label, "x"), y = number_in(*label, "y");
    box.add_text(x, y, text);
    labels.push_back({{"xpath", numbered_path(path, "label", ++number)},
                      {"kind", label->attribute("kind") == nullptr ? Json("") : text_in(*label, "kind")},
                      {"text", text},
                      {"x", x},
                      {"y", y}});
  }
  return labels;
}

class XmlTemplate {
 public:
  XmlTemplate(const XmlNode& node, std::string path) : node_(node), path_(std::move(path)) {}

  Json json() {
    Json locations = Json::array(), branchpoints = Json::array(), edges = Json::array();
    const std::vector<const XmlNode*> all = children(node_, "location"), branches = children(node_, "branchpoint");
    placed_ = has_positions(all) && has_positions(branches);
    if (!placed_) lay_out(all.size() + branches.size());
    for (const XmlNode* node : all) locations.push_back(location(*node, locations.size()));
    for (const XmlNode* node : branches) branchpoints.push_back(branchpoint(*node, branchpoints.size(), all.size()));
    for (const XmlNode* node : children(node_, "transition")) edges.push_back(edge(*node, edges.size()));
    const XmlNode* const name = node_.child("name");
    return {{"xpath", path_},
            {"name", name == nullptr ? "" : trimmed_text(content_of(*name))},
            {"name_xpath", path_ + "/name"},
            {"parameter", part(node_, path_, "parameter")},
            {"declarations", part(node_, path_, "declaration")},
            {"placed", placed_},
            {"box", box_.json()},
            {"locations", std::move(locations)},
            {"branchpoints", std::move(branchpoints)},
            {"edges", std::move(edges)}};
  }

 private:
  static bool has_positions(const std::vector<const XmlNode*>& nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [](const XmlNode* node) {
      return number_in(*node, "x").is_number() && number_in(*node, "y").is_number();
    });
  }

  // As for a text model: only the number of nodes counts where edges are not drawn yet.
  void lay_out(std::size_t count) {
    const std::vector<Location> nodes(count);
    Template templ;
    templ.locations = std::span(const_cast<Location*>(nodes.data()), nodes.size());
    places_ = draw(templ).nodes;
  }

  std::pair<Json, Json> place(const XmlNode& node, std::size_t number) {
    Json x = placed_ ? number_in(node, "x") : Json(places_[number].x);
    Json y = placed_ ? number_in(node, "y") : Json(places_[number].y);
    box_.add(x, y);
    return {std::move(x), std::move(y)};
  }

  Json location(const XmlNode& node, std::size_t number) {
    const std::string path = numbered_path(path_, "location", number + 1);
    const XmlNode* const name = node.child("name");
    const XmlNode* const init = node_.child("init");
    const std::string_view* const start = init == nullptr ? nullptr : init->attribute("ref");
    const std::string_view* const id = node.attribute("id");
    const auto [x, y] = place(node, number);
    const std::string text = name == nullptr ? "" : trimmed_text(content_of(*name));
    const Json name_x = name == nullptr ? Json(nullptr) : number_in(*name, "x");
    const Json name_y = name == nullptr ? Json(nullptr) : number_in(*name, "y");
    box_.add_text(name_x, name_y, text);
    return {{"xpath", path},
            {"id", id == nullptr ? Json("") : Json(*id)},
            {"name", text},
            {"x", x},
            {"y", y},
            {"name_x", name_x},
            {"name_y", name_y},
            {"initial", start != nullptr && id != nullptr && *start == *id},
            {"urgent", node.child("urgent") != nullptr},
            {"committed", node.child("committed") != nullptr},
            {"color", color_in(node)},
            {"labels", labels_json(node, path, box_)}};
  }

  Json branchpoint(const XmlNode& node, std::size_t number, std::size_t before) {
    const auto [x, y] = place(node, before + number);
    return {{"xpath", numbered_path(path_, "branchpoint", number + 1)},
            {"id", node.attribute("id") == nullptr ? Json("") : text_in(node, "id")},
            {"x", x},
            {"y", y},
            {"color", color_in(node)}};
  }

  Json edge(const XmlNode& node, std::size_t number) {
    const std::string path = numbered_path(path_, "transition", number + 1);
    Json nails = Json::array();
    for (const XmlNode* nail : children(node, "nail")) {
      const Json x = number_in(*nail, "x"), y = number_in(*nail, "y");
      if (!x.is_number() || !y.is_number()) continue;
      box_.add(x, y);
      nails.push_back({{"x", x}, {"y", y}});
    }
    const auto end = [&](const char* name) {
      const XmlNode* const child = node.child(name);
      return child == nullptr || child->attribute("ref") == nullptr ? Json("") : text_in(*child, "ref");
    };
    const std::string_view* const controllable = node.attribute("controllable");
    return {{"xpath", path},
            {"source", end("source")},
            {"target", end("target")},
            {"controllable", controllable == nullptr || *controllable != "false"},
            {"color", color_in(node)},
            {"nails", std::move(nails)},
            {"labels", labels_json(node, path, box_)}};
  }

  const XmlNode& node_;
  const std::string path_;
  bool placed_ = true;
  std::vector<Point> places_;
  Box box_;
};

Json queries_json(const XmlNode& root, const std::string& path) {
  Json queries = Json::array();
  const XmlNode* const all = root.child("queries");
  if (all == nullptr) return queries;
  const auto word = [](const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); };
  for (const XmlNode* query : children(*all, "query")) {
    const XmlNode* const formula = query->child("formula");
    const XmlNode* const comment = query->child("comment");
    const std::size_t number = queries.size() + 1;
    queries.push_back({{"xpath", numbered_path(path + "/queries", "query", number)},
                       {"index", number},
                       {"formula", formula == nullptr ? "" : content_of(*formula)},
                       {"comment", comment == nullptr ? "" : content_of(*comment)},
                       {"expect", word(expectation_in(*query))},
                       {"result", word(result_in(*query))}});
  }
  return queries;
}

// ---- text models

class TextTemplate {
 public:
  TextTemplate(const Template& templ, const WrittenText& written)
      : templ_(templ), drawing_(draw(templ)), written_(written) {}

  Json json() {
    Json locations = Json::array(), branchpoints = Json::array(), edges = Json::array();
    for (const Location& one : templ_.locations) locations.push_back(location(one, locations.size()));
    for (const Branchpoint& one : templ_.branchpoints) {
      const Point at = drawing_.nodes[templ_.locations.size() + branchpoints.size()];
      box_.add(at.x, at.y);
      branchpoints.push_back({{"xpath", nullptr}, {"id", one.name}, {"x", at.x}, {"y", at.y}, {"color", nullptr}});
    }
    for (const Edge& one : templ_.edges) edges.push_back(edge(one, edges.size()));
    std::string parameters;
    for (const Parameter& parameter : templ_.params) {
      parameters += (parameters.empty() ? "" : ", ") + print(parameter);
    }
    return {{"xpath", nullptr},
            {"name", templ_.name},
            {"name_xpath", nullptr},
            {"parameter", {{"xpath", nullptr}, {"text", parameters}}},
            {"declarations", {{"xpath", nullptr}, {"text", written_.of(templ_.decls)}}},
            {"placed", false},
            {"box", box_.json()},
            {"locations", std::move(locations)},
            {"branchpoints", std::move(branchpoints)},
            {"edges", std::move(edges)}};
  }

 private:
  static Json label(const char* kind, const std::string& text, Point at) {
    return {{"xpath", nullptr}, {"kind", kind}, {"text", text}, {"x", at.x}, {"y", at.y}};
  }

  Json location(const Location& one, std::size_t number) {
    const Point at = drawing_.nodes[number];
    box_.add(at.x, at.y);
    Json labels = Json::array();
    if (one.invariant != nullptr) labels.push_back(label("invariant", print(*one.invariant), {at.x - 10, at.y + 17}));
    return {{"xpath", nullptr},
            {"id", one.name},
            {"name", one.name},
            {"x", at.x},
            {"y", at.y},
            {"name_x", at.x - 10},
            {"name_y", at.y - 34},
            {"initial", number == templ_.init},
            {"urgent", one.urgent},
            {"committed", one.committed},
            {"color", nullptr},
            {"labels", std::move(labels)}};
  }

  std::string_view name_of(std::uint32_t node) const {
    return node < templ_.locations.size() ? templ_.locations[node].name
                                          : templ_.branchpoints[node - templ_.locations.size()].name;
  }

  Json edge(const Edge& one, std::size_t number) {
    const EdgeDrawing& drawn = drawing_.edges[number];
    Json nails = Json::array(), labels = Json::array();
    for (const Point nail : drawn.nails) {
      box_.add(nail.x, nail.y);
      nails.push_back({{"x", nail.x}, {"y", nail.y}});
    }
    Point at = drawn.labels;
    const auto add = [&](const char* kind, const std::string& text) {
      labels.push_back(label(kind, text, at));
      at.y += 17;
    };
    std::string selects;
    for (const Binder& binder : one.selects) selects += (selects.empty() ? "" : ", ") + print(binder);
    if (!selects.empty()) add("select", selects);
    if (one.guard != nullptr) add("guard", print(*one.guard));
    if (one.sync != nullptr) {
      const char* const direction = one.direction == SyncDirection::send      ? "!"
                                    : one.direction == SyncDirection::receive ? "?"
                                                                              : "";
      add("synchronisation", print(*one.sync) + direction);
    }
    if (one.update != nullptr) add("assignment", print(*one.update));
    if (one.probability != nullptr) add("probability", print(*one.probability));
    return {{"xpath", nullptr},
            {"source", name_of(one.source)},
            {"target", name_of(one.target)},
            {"controllable", one.controllable},
            {"color", nullptr},
            {"nails", std::move(nails)},
            {"labels", std::move(labels)}};
  }

  const Template& templ_;
  const Drawing drawing_;
  const WrittenText& written_;
  Box box_;
};

}  // namespace

Json render(const XmlText& tree, const std::optional<std::string>& only) {
  const XmlNode& root = tree.root();
  const std::string path = "/" + std::string(root.name);
  Json templates = Json::array();
  std::size_t number = 0;
  for (const XmlNode* node : children(root, "template")) {
    const std::string own = numbered_path(path, "template", ++number);
    const XmlNode* const name = node->child("name");
    if (only && (name == nullptr || trimmed_text(content_of(*name)) != *only)) continue;
    templates.push_back(XmlTemplate(*node, own).json());
  }
  return {{"declarations", part(root, path, "declaration")},
          {"templates", std::move(templates)},
          {"system", part(root, path, "system")},
          {"queries", queries_json(root, path)}};
}

Json render(const Document& document, const std::optional<std::string>& only) {
  Json templates = Json::array(), queries = Json::array();
  const WrittenText written(document);
  for (const Template* templ : document.templates) {
    if (!only || templ->name == *only) templates.push_back(TextTemplate(*templ, written).json());
  }
  for (const Query* query : document.queries) {
    queries.push_back({{"xpath", nullptr},
                       {"index", query->index},
                       {"formula", query->text},
                       {"comment", query->comment},
                       {"expect", nullptr},
                       {"result", nullptr}});
  }
  return {{"declarations", {{"xpath", nullptr}, {"text", written.of(document.declarations)}}},
          {"templates", std::move(templates)},
          {"system", {{"xpath", nullptr}, {"text", written.of(document.system)}}},
          {"queries", std::move(queries)}};
}

}  // namespace orbita::bridge
