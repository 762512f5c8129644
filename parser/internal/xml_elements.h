// What may stand where in an XML model, and in which order UPPAAL expects it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace orbita {

// The elements we look into; everything else is kept and written back, no more.
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
  std::span<const std::string_view> attributes;  // the known ones
};

const XmlElementRule& rule(XmlElement element);

// The position of `child` among the rule's children, or -1 when it is unknown there.
int child_rank(const XmlElementRule& rule, std::string_view child);

bool is_known_attribute(const XmlElementRule& rule, std::string_view attribute);

std::span<const std::string_view> location_label_kinds();
std::span<const std::string_view> edge_label_kinds();

}  // namespace orbita
