// Elements allowed at each place of an XML model, and the order UPPAAL expects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace orbita {

// The elements we interpret; all others are kept and written back, no more.
enum class XmlElement : std::uint8_t {
  nta,
  template_,
  location,
  branchpoint,
  transition,
  reference,
  label,
  text,
  nail,
  flag,
  queries,
  query,
  option,
  expect
};

struct XmlElementRule {
  std::span<const std::string_view> children;    // in UPPAAL's order
  std::span<const std::string_view> attributes;  // the known attributes
};

const XmlElementRule& rule(XmlElement element);

// The position of `child` among the rule's children, or -1 if it is unknown there.
int child_rank(const XmlElementRule& rule, std::string_view child);

bool is_known_attribute(const XmlElementRule& rule, std::string_view attribute);

std::span<const std::string_view> location_label_kinds();
std::span<const std::string_view> edge_label_kinds();

// Extensions of other tools inside a template that carry no meaning: ignored with a warning, and kept when the file is
// written. Every other unknown element or attribute inside a template is an error, since it may change the meaning of
// the model (`<commited/>`). The list is also in docs/diagnostics.md. Names with a prefix (`tool:note`) are extensions.
bool is_harmless_element(std::string_view name);
bool is_harmless_attribute(std::string_view name);
bool is_harmless_label_kind(std::string_view kind);
std::span<const std::string_view> harmless_elements();
std::span<const std::string_view> harmless_attributes();
std::span<const std::string_view> harmless_label_kinds();

// The place where a misplaced element belongs: "write <label kind="guard">", "'committed' belongs inside 'location'",
// or a name of almost the same spelling; "" if no candidate is close.
std::string element_hint(const XmlElementRule& parent, std::string_view child);
// Outside templates: the name is a slip for an element whose loss changes the verification task.
bool is_misspelt_part(const XmlElementRule& parent, std::string_view child);

}  // namespace orbita
