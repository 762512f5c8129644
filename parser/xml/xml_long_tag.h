// An element with too many attributes, found before libxml2 reads the text.
//
// libxml2 2.9 compares each attribute of an element with each other one before it tells of the element:
// 40 000 of them take 13 s, a million hours, and nobody is asked in between.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace orbita {

struct LongTag {
  std::size_t tag = 0;        // where the element begins
  std::size_t attribute = 0;  // where the first attribute beyond the limit begins
};

// The first start tag with more than `limit` attributes; also where the text around it is not well-formed.
std::optional<LongTag> find_long_tag(std::string_view text, unsigned limit);

}  // namespace orbita
