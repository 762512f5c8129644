#include "parser/xml/xml_writer.h"

#include <algorithm>
#include <cstdint>
#include <pugixml.hpp>
#include <string_view>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "parser/parser.h"
#include "parser/print/printer.h"
#include "parser/print/written.h"
#include "parser/xml/layout.h"
#include "parser/xml/xml_elements.h"

namespace orbita {
namespace {

constexpr const char* declaration_line = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
constexpr const char* doctype_1_6 =
    "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' "
    "'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>";

class StringWriter : public pugi::xml_writer {
 public:
  explicit StringWriter(std::string& out) : out_(out) {}
  void write(const void* data, std::size_t size) override { out_.append(static_cast<const char*>(data), size); }

 private:
  std::string& out_;
};

// We escape ourselves (format_no_escapes): pugixml would write carriage returns in texts and tabs in attributes
// unescaped, and a reader would see other characters.
std::string escape_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '\r') out += "&#13;";
    else out += c;
  }
  return out;
}

std::string escape_attribute(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else if (c == '\t' || c == '\n' || c == '\r') out += "&#" + std::to_string(int{c}) + ";";
    else out += c;
  }
  return out;
}

void print(const pugi::xml_node& node, unsigned flags, std::string& out) {
  StringWriter writer(out);
  node.print(writer, "\t", flags | pugi::format_no_escapes, pugi::encoding_utf8);
}

// ------------------------------------------------------------ from the node tree

using Nodes = std::vector<const XmlNode*>;

const XmlElementRule* ordered_element(std::string_view name) {
  if (name == "nta" || name == "project") return &rule(XmlElement::nta);
  if (name == "template") return &rule(XmlElement::template_);
  if (name == "location") return &rule(XmlElement::location);
  if (name == "transition") return &rule(XmlElement::transition);
  if (name == "queries") return &rule(XmlElement::queries);
  if (name == "query") return &rule(XmlElement::query);
  return nullptr;
}

// An element with the whitespace and comments before it; these move together.
struct Group {
  int rank;
  Nodes nodes;
};

// The children in UPPAAL's order. Nothing moves in a file already in order; unknown elements stay after the element
// they follow.
Nodes ordered_children(const XmlNode& parent) {
  Nodes all;
  std::vector<Group> groups(1, Group{0, {}});
  const XmlElementRule* expected = ordered_element(parent.name);
  bool sorted = true;
  int previous = 0;
  for (const XmlNode* child = parent.first_child; child; child = child->next) {
    all.push_back(child);
    if (!expected) continue;
    groups.back().nodes.push_back(child);
    if (child->kind != XmlNode::Kind::element) continue;
    const int known = child_rank(*expected, child->name);
    const int rank = known < 0 ? previous : known;
    sorted = sorted && rank >= previous;
    groups.back().rank = previous = rank;
    groups.push_back({1000, {}});  // text after the last element stays at the end
  }
  if (sorted) return all;
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) { return a.rank < b.rank; });
  all.clear();
  for (const Group& group : groups) all.insert(all.end(), group.nodes.begin(), group.nodes.end());
  return all;
}

// Depth is bounded by XmlLimits.
void copy(const XmlNode& from, bool in_order, pugi::xml_node to) {
  switch (from.kind) {
    case XmlNode::Kind::text: to.append_child(pugi::node_pcdata).set_value(escape_text(from.text).c_str()); return;
    case XmlNode::Kind::cdata: to.append_child(pugi::node_cdata).set_value(std::string(from.text).c_str()); return;
    case XmlNode::Kind::comment: to.append_child(pugi::node_comment).set_value(std::string(from.text).c_str()); return;
    case XmlNode::Kind::instruction: {
      pugi::xml_node node = to.append_child(pugi::node_pi);
      node.set_name(std::string(from.name).c_str());
      node.set_value(std::string(from.text).c_str());
      return;
    }
    case XmlNode::Kind::element: break;
  }
  pugi::xml_node node = to.append_child(std::string(from.name).c_str());
  for (const XmlAttribute& attribute : from.attributes)
    node.append_attribute(std::string(attribute.name).c_str()) = escape_attribute(attribute.value).c_str();
  // Below an unknown element names have no meaning to us, so nothing is reordered there.
  const bool inside = in_order && ordered_element(from.name) != nullptr;
  if (inside) {
    for (const XmlNode* child : ordered_children(from)) copy(*child, true, node);
  } else {
    for (const XmlNode* child = from.first_child; child; child = child->next) copy(*child, false, node);
  }
}

// One top-level node and a line end.
void write_node(const XmlNode& node, std::string& out) {
  pugi::xml_document document;
  copy(node, true, document);
  print(document, pugi::format_raw | pugi::format_no_declaration, out);
  out += '\n';
}

// ------------------------------------------------------------ from syntax trees

// Comments and strings of a text file may have characters that XML cannot represent: they become spaces.
std::string fit_for_xml(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32 && c != '\t' && c != '\n' && c != '\r') c = ' ';
  for (const std::string_view odd : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})  // U+FFFE, U+FFFF
    for (std::size_t at = 0; (at = text.find(odd, at)) != std::string::npos;) text.replace(at, odd.size(), " ");
  return text;
}

void set_text(pugi::xml_node node, const std::string& text) {
  node.append_child(pugi::node_pcdata).set_value(escape_text(fit_for_xml(text)).c_str());
}

pugi::xml_node add_text(pugi::xml_node parent, const char* name, const std::string& text) {
  pugi::xml_node node = parent.append_child(name);
  set_text(node, text);
  return node;
}

void add_point(pugi::xml_node node, Point point) {
  node.append_attribute("x") = point.x;
  node.append_attribute("y") = point.y;
}

// Labels of one element are placed below each other.
class Labels {
 public:
  Labels(pugi::xml_node parent, Point first) : parent_(parent), place_(first) {}
  void add(const char* kind, const std::string& text) {
    if (text.empty()) return;
    pugi::xml_node node = parent_.append_child("label");
    node.append_attribute("kind") = kind;
    add_point(node, place_);
    set_text(node, text);
    place_.y += 17;
  }

 private:
  pugi::xml_node parent_;
  Point place_;
};

std::string printed(const Expr* expr) { return expr ? print(*expr) : ""; }

template <class Items>
std::string joined(const Items& items, const char* separator) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    if constexpr (std::is_pointer_v<std::decay_t<decltype(item)>>) text += print(*item);
    else text += print(item);
  }
  return text;
}

class Generator {
 public:
  explicit Generator(const Document& document) : document_(document), written_(document) {}

  std::string run() {
    pugi::xml_node nta = xml_.append_child("nta");
    add_text(nta, "declaration", written_.of(document_.declarations));
    for (const Template* templ : document_.templates)
      if (!templ->is_lsc) add_template(nta, *templ);
    add_text(nta, "system", written_.of(document_.system) + "\n");
    if (!document_.queries.empty()) add_queries(nta.append_child("queries"));
    std::string out = std::string(declaration_line) + doctype_1_6 + "\n";
    print(xml_, pugi::format_indent | pugi::format_no_declaration, out);
    return out;
  }

 private:
  std::string fresh_id() {
    std::string id;
    do id = "id" + std::to_string(next_id_++);
    while (!used_ids_.insert(id).second);
    return id;
  }

  // A branchpoint's name is "_" and its id, so that the id preserves the name through the file.
  std::string branchpoint_id(std::string_view name) {
    std::string id(name.starts_with("_") && name.size() > 1 ? name.substr(1) : name);
    return used_ids_.insert(id).second ? id : fresh_id();
  }

  const char* id(std::uint32_t number) const { return ids_[number].c_str(); }

  void add_template(pugi::xml_node nta, const Template& templ) {
    const Drawing drawing = draw(templ);
    std::vector<std::string> branchpoint_ids;
    for (const Branchpoint& branchpoint : templ.branchpoints)
      branchpoint_ids.push_back(branchpoint_id(branchpoint.name));
    ids_.clear();
    for (std::size_t i = 0; i < templ.locations.size(); ++i) ids_.push_back(fresh_id());
    ids_.insert(ids_.end(), branchpoint_ids.begin(), branchpoint_ids.end());
    pugi::xml_node node = nta.append_child("template");
    add_text(node, "name", std::string(templ.name));
    if (!templ.params.empty()) add_text(node, "parameter", joined(templ.params, ", "));
    if (!templ.decls.empty()) add_text(node, "declaration", written_.of(templ.decls));
    std::uint32_t number = 0;
    for (const Location& location : templ.locations) {
      add_location(node, location, number, drawing.nodes[number]);
      ++number;
    }
    for (std::size_t i = 0; i < templ.branchpoints.size(); ++i, ++number) {
      pugi::xml_node point = node.append_child("branchpoint");
      point.append_attribute("id") = id(number);
      add_point(point, drawing.nodes[number]);
    }
    if (templ.has_init) node.append_child("init").append_attribute("ref") = id(templ.init);
    for (std::size_t i = 0; i < templ.edges.size(); ++i) add_edge(node, templ.edges[i], drawing.edges[i]);
  }

  void add_location(pugi::xml_node parent, const Location& location, std::uint32_t number, Point place) {
    pugi::xml_node node = parent.append_child("location");
    node.append_attribute("id") = id(number);
    add_point(node, place);
    pugi::xml_node name = add_text(node, "name", std::string(location.name));
    add_point(name, {place.x - 10, place.y - 34});
    Labels labels(node, {place.x - 10, place.y + 17});
    labels.add("invariant", printed(location.invariant));
    std::string rate = printed(location.exponential_rate);
    if (location.exponential_rate2) rate += ":" + print(*location.exponential_rate2);
    labels.add("exponentialrate", rate);
    if (location.urgent) node.append_child("urgent");
    if (location.committed) node.append_child("committed");
  }

  static std::string sync_text(const Edge& edge) {
    if (!edge.sync) return "";
    const char* mark = edge.direction == SyncDirection::send      ? "!"
                       : edge.direction == SyncDirection::receive ? "?"
                                                                  : "";
    return print(*edge.sync) + mark;
  }

  void add_edge(pugi::xml_node parent, const Edge& edge, const EdgeDrawing& drawing) {
    pugi::xml_node node = parent.append_child("transition");
    if (!edge.controllable) node.append_attribute("controllable") = "false";
    node.append_child("source").append_attribute("ref") = id(edge.source);
    node.append_child("target").append_attribute("ref") = id(edge.target);
    Labels labels(node, drawing.labels);
    labels.add("select", joined(edge.selects, ", "));
    labels.add("guard", printed(edge.guard));
    labels.add("synchronisation", sync_text(edge));
    labels.add("assignment", printed(edge.update));
    labels.add("probability", printed(edge.probability));
    for (const Point nail : drawing.nails) add_point(node.append_child("nail"), nail);
  }

  static const char* outcome(Expectation expected) {
    switch (expected) {
      case Expectation::satisfied: return "success";
      case Expectation::not_satisfied: return "failure";
      case Expectation::maybe_satisfied: return "maybe_true";
      case Expectation::maybe_not_satisfied: return "maybe_false";
      case Expectation::error: return "error";
      case Expectation::none: break;
    }
    return nullptr;
  }

  void add_queries(pugi::xml_node queries) {
    for (const Query* query : document_.queries) {
      pugi::xml_node node = queries.append_child("query");
      add_text(node, "formula", std::string(query->text));
      add_text(node, "comment", std::string(query->comment));
      for (const QueryOption& option : query->options) {
        pugi::xml_node element = node.append_child("option");
        element.append_attribute("key") = escape_attribute(option.key).c_str();
        element.append_attribute("value") = escape_attribute(option.value).c_str();
      }
      if (const char* expected = outcome(query->expected)) {
        pugi::xml_node element = node.append_child("expect");
        element.append_attribute("outcome") = expected;
        element.append_attribute("type") = "symbolic";
        element.append_attribute("value") = "";
      }
    }
  }

  const Document& document_;
  const WrittenText written_;
  pugi::xml_document xml_;
  std::unordered_set<std::string> used_ids_;
  std::uint32_t next_id_ = 0;
  std::vector<std::string> ids_;  // of the template's nodes
};

}  // namespace

std::string rewrite_xml(const XmlDocument& xml) {
  std::string out = declaration_line;
  for (const XmlNode* node = xml.before_root; node; node = node->next) write_node(*node, out);
  if (!xml.doctype.empty()) out.append(xml.doctype).append("\n");
  else if (xml.root->name == "nta") out.append(doctype_1_6).append("\n");
  write_node(*xml.root, out);
  for (const XmlNode* node = xml.after_root; node; node = node->next) write_node(*node, out);
  return out;
}

std::string generate_xml(const Document& document) { return Generator(document).run(); }

std::string write_xml(const Document& document) {
  return document.xml ? rewrite_xml(*document.xml) : generate_xml(document);
}

}  // namespace orbita
