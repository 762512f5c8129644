#include "parser/internal/xml_elements.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace orbita {
namespace {

using Words = std::span<const std::string_view>;

template <std::size_t n>
using List = std::array<std::string_view, n>;

constexpr List<0> nothing{};
constexpr List<2> coordinates{"x", "y"};
constexpr List<1> reference_only{"ref"};
constexpr List<7> nta_children{"imports",       "declaration", "template", "lsc",
                               "instantiation", "system",      "queries"};
constexpr List<7> template_children{"name",        "parameter", "declaration", "location",
                                    "branchpoint", "init",      "transition"};
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
constexpr List<7> edge_kinds{"select",      "guard",    "synchronisation", "assignment",
                             "probability", "comments", "testcode"};

}  // namespace

const XmlElementRule& rule(XmlElement element) { return rules[static_cast<std::size_t>(element)]; }

int child_rank(const XmlElementRule& parent, std::string_view child) {
  const auto found = std::find(parent.children.begin(), parent.children.end(), child);
  return found == parent.children.end() ? -1 : static_cast<int>(found - parent.children.begin());
}

bool is_known_attribute(const XmlElementRule& element, std::string_view attribute) {
  if (attribute.starts_with("xml")) return true;  // xmlns, xml:space, …
  return std::find(element.attributes.begin(), element.attributes.end(), attribute) !=
         element.attributes.end();
}

Words location_label_kinds() { return location_kinds; }
Words edge_label_kinds() { return edge_kinds; }

}  // namespace orbita
