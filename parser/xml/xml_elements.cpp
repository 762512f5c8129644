#include "parser/xml/xml_elements.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "parser/diagnostic.h"

namespace orbita {
namespace {

using Words = std::span<const std::string_view>;

template <std::size_t n>
using List = std::array<std::string_view, n>;

constexpr List<0> nothing{};
constexpr List<2> coordinates{"x", "y"};
constexpr List<1> reference_only{"ref"};
// clang-format off
constexpr List<7> nta_children{"imports",       "declaration", "template", "lsc",
                               "instantiation", "system",      "queries"};
constexpr List<7> template_children{"name",        "parameter", "declaration", "location",
                                    "branchpoint", "init",      "transition"};
// clang-format on
constexpr List<4> location_children{"name", "label", "urgent", "committed"};
constexpr List<4> location_attributes{"id", "x", "y", "color"};
constexpr List<3> branchpoint_attributes{"id", "x", "y"};
constexpr List<4> transition_children{"source", "target", "label", "nail"};
constexpr List<6> transition_attributes{"id", "controllable", "action", "color", "x", "y"};
constexpr List<4> label_attributes{"kind", "x", "y", "color"};
constexpr List<2> queries_children{"option", "query"};
constexpr List<5> query_children{"formula", "comment", "option", "expect", "result"};
constexpr List<2> option_attributes{"key", "value"};
constexpr List<3> expect_attributes{"outcome", "type", "value"};
constexpr List<1> expect_children{"resource"};

// In the order of XmlElement.
const XmlElementRule rules[] = {
    {nta_children, nothing},
    {template_children, coordinates},
    {location_children, location_attributes},
    {nothing, branchpoint_attributes},
    {transition_children, transition_attributes},
    {nothing, reference_only},  // init, source, target
    {nothing, label_attributes},
    {nothing, coordinates},  // name, parameter, declaration, system, instantiation, formula, comment
    {nothing, coordinates},  // nail
    {nothing, nothing},      // urgent, committed
    {queries_children, nothing},
    {query_children, nothing},
    {nothing, option_attributes},
    {expect_children, expect_attributes},
};

constexpr List<5> location_kinds{"invariant", "exponentialrate", "comments", "testcodeEnter", "testcodeExit"};
constexpr List<7> edge_kinds{"select", "guard", "synchronisation", "assignment", "probability", "comments", "testcode"};

// Notes of people and tools, and drawing attributes.
constexpr List<5> harmless_element_names{"comment", "comments", "description", "documentation", "note"};
constexpr List<9> harmless_attribute_names{"id", "x", "y", "color", "colour", "width", "height", "comment", "comments"};
constexpr List<3> harmless_kinds{"comment", "description", "note"};
// Elements of the document and of queries whose loss would change the verification task.
constexpr List<8> meaningful_parts{"declaration", "template", "instantiation", "system",
                                   "queries",     "query",    "formula",       "expect"};

bool is_one_of(Words words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has_prefix(std::string_view name) { return name.find(':') != std::string_view::npos; }

std::string spelling(std::string_view word, Words known) {
  return spelling_hint(word, std::vector<std::string_view>(known.begin(), known.end()));
}

// The element that may contain `child`, or "".
std::string_view parent_of(std::string_view child) {
  constexpr std::pair<XmlElement, std::string_view> owners[] = {{XmlElement::location, "location"},
                                                                {XmlElement::transition, "transition"},
                                                                {XmlElement::template_, "template"},
                                                                {XmlElement::query, "query"},
                                                                {XmlElement::nta, "nta"}};
  for (const auto& [element, name] : owners)
    if (child_rank(rule(element), child) >= 0) return name;
  return "";
}

}  // namespace

const XmlElementRule& rule(XmlElement element) { return rules[static_cast<std::size_t>(element)]; }

int child_rank(const XmlElementRule& parent, std::string_view child) {
  const auto found = std::find(parent.children.begin(), parent.children.end(), child);
  return found == parent.children.end() ? -1 : static_cast<int>(found - parent.children.begin());
}

bool is_known_attribute(const XmlElementRule& element, std::string_view attribute) {
  if (attribute.starts_with("xml")) return true;  // xmlns, xml:space, …
  return is_one_of(element.attributes, attribute);
}

Words location_label_kinds() { return location_kinds; }
Words edge_label_kinds() { return edge_kinds; }

Words harmless_elements() { return harmless_element_names; }
Words harmless_attributes() { return harmless_attribute_names; }
Words harmless_label_kinds() { return harmless_kinds; }

bool is_harmless_element(std::string_view name) { return has_prefix(name) || is_one_of(harmless_element_names, name); }
bool is_harmless_attribute(std::string_view name) {
  return has_prefix(name) || is_one_of(harmless_attribute_names, name);
}
bool is_harmless_label_kind(std::string_view kind) { return has_prefix(kind) || is_one_of(harmless_kinds, kind); }

std::string element_hint(const XmlElementRule& parent, std::string_view child) {
  const bool has_labels = is_one_of(parent.children, "label");
  if (has_labels && (is_one_of(location_kinds, child) || is_one_of(edge_kinds, child)))
    return "write <label kind=\"" + std::string(child) + "\">…</label>";
  if (const std::string_view owner = parent_of(child); !owner.empty())
    return "'" + std::string(child) + "' belongs inside '" + std::string(owner) + "'";
  return spelling(child, parent.children);
}

bool is_misspelt_part(const XmlElementRule& parent, std::string_view child) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : meaningful_parts)
    if (child_rank(parent, part) >= 0) parts.push_back(part);
  return !has_prefix(child) && !spelling_hint(child, parts).empty();
}

}  // namespace orbita
