#include "parser/xml/xml_model_reader.h"

#include <algorithm>
#include <array>

namespace orbita {
namespace {

// Elements that may repeat carry their number in an XPath.
bool is_repeatable(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{"template", "location", "branchpoint", "transition",
                                                  "label",    "nail",     "query",       "lsc"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_plain_leaf(const XmlNode& node, const XmlElementRule& expected) {
  for (const XmlNode* child = node.first_child; child; child = child->next)
    if (child->kind == XmlNode::Kind::element) return false;
  return std::all_of(node.attributes.begin(), node.attributes.end(),
                     [&](const XmlAttribute& a) { return is_known_attribute(expected, a.name); });
}

// <transition source="a"> without the element: the missing element is the error.
bool is_told_as_missing(const XmlNode& node, std::string_view attribute) {
  return node.name == "transition" && (attribute == "source" || attribute == "target") && !node.child(attribute);
}

}  // namespace

XmlPlace XmlPlace::inside(std::string_view step) const {
  XmlPlace result{xpath, words};
  result.xpath.append("/").append(step);
  return result;
}

XmlPlace XmlPlace::inside(std::string_view step, std::size_t number) const {
  XmlPlace result = inside(step);
  result.xpath.append("[").append(std::to_string(number)).append("]");
  return result;
}

XmlPlace XmlPlace::inside(std::string_view step, std::size_t number, std::string_view what) const {
  XmlPlace result = inside(step, number);
  result.words.append(", ").append(what);
  return result;
}

XmlPlace XmlPlace::part(std::string_view step, std::string_view what) const {
  XmlPlace result = inside(step);
  if (!words.empty()) result.words.append(", ");
  result.words.append(what);
  return result;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\n\r") == std::string_view::npos; }

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1);
}

std::string plain_text(const XmlNode& element) {
  std::string result;
  for (const XmlNode* piece = element.first_child; piece; piece = piece->next)
    if (piece->kind == XmlNode::Kind::text || piece->kind == XmlNode::Kind::cdata) result.append(piece->text);
  return result;
}

bool XmlModelReader::is_blank_block(std::uint32_t block) const { return is_blank(blocks_.text_of(block)); }

XmlModelReader::Name XmlModelReader::read_name(const XmlNode& node, const XmlPlace& place) {
  check_leaf(node, XmlElement::text, place);
  const std::uint32_t block = text_block(node, place);
  Name name;
  name.span = {block, 0, static_cast<std::uint32_t>(blocks_.text_of(block).size())};
  name.blank = is_blank_block(block);
  if (name.blank) return name;
  const NameLabel label = parse([&] { return parse_name(grammar_, block); }, errors_.structure);
  name.text = label.name;
  if (!label.name.empty()) name.span = label.span;
  return name;
}

void XmlModelReader::check_attributes(const XmlNode& node, XmlElement element, const XmlPlace& place) {
  for (const XmlAttribute& attribute : node.attributes) {
    if (is_known_attribute(rule(element), attribute.name) || is_told_as_missing(node, attribute.name)) continue;
    const std::string name(attribute.name.substr(0, 60));
    const std::string message =
        "attribute '" + name + "' of element '" + std::string(node.name.substr(0, 60)) + "' is unknown";
    if (in_template_ && !is_harmless_attribute(attribute.name)) {
      const auto known = rule(element).attributes;
      structure_error("unknown-attribute", tag(node, place), message,
                      spelling_hint(name, {known.begin(), known.end()}));
    } else if (warned_.insert(std::string(node.name) + "@" + name).second) {
      diagnostics_.warning("unknown-attribute", tag(node, place), message + " and ignored");
    }
  }
}

void XmlModelReader::check_leaf(const XmlNode& node, XmlElement element, const XmlPlace& place) {
  check_attributes(node, element, place);
  for_children(node, element, place, [](const XmlNode&, std::size_t) {});
}

void XmlModelReader::check_child_leaf(const XmlNode& node, XmlElement element, const XmlPlace& parent,
                                      std::size_t number) {
  if (is_plain_leaf(node, rule(element))) return;
  check_leaf(node, element, is_repeatable(node.name) ? parent.inside(node.name, number) : parent.inside(node.name));
}

void XmlModelReader::report_unknown_child(const XmlNode& child, const XmlElementRule& parent, const XmlPlace& place) {
  const std::string name(child.name.substr(0, 60));
  const auto where = [&] { return tag(child, place.inside(name)); };
  const std::string message = "element '" + name + "' is unknown here";
  if (in_template_ ? !is_harmless_element(child.name) : is_misspelt_part(parent, child.name))
    structure_error("unknown-element", where(), message, element_hint(parent, child.name));
  else if (warned_.insert(name).second) diagnostics_.warning("unknown-element", where(), message + " and ignored");
}

void XmlModelReader::report_disorder(const XmlNode& child, const XmlPlace& place, std::string_view before) {
  if (told_disorder_) return;
  told_disorder_ = true;
  diagnostics_.warning(
      "element-order", tag(child, place.inside(child.name)),
      "element '" + std::string(child.name) + "' stands behind '" + std::string(before) + "'",
      "UPPAAL itself cannot read files whose elements are out of order; 'orbita convert' puts them right");
}

void XmlModelReader::report_second(const XmlNode& child, const XmlPlace& place, std::size_t number) {
  const XmlPlace here = is_repeatable(child.name) ? place.inside(child.name, number) : place.inside(child.name);
  structure_error("duplicate-element", tag(child, here), "a second '" + std::string(child.name) + "' element",
                  "there can be only one here");
}

void XmlModelReader::structure_error(DiagnosticCode code, Span where, std::string message, std::string hint) {
  ++errors_.structure;
  diagnostics_.error(code, where, std::move(message), std::move(hint));
}

}  // namespace orbita
