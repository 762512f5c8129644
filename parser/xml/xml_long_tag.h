// An element with too many attributes, found before libxml2 reads the text.
//
// libxml2 2.9 compares each attribute of an element with every other one before it reports the element: 40 000
// attributes take 13 s, a million take hours, without any callback in between.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace orbita {

struct LongTag {
  std::size_t tag = 0;        // where the element begins
  std::size_t attribute = 0;  // where the first attribute beyond the limit begins
};

// The first start tag with more than `limit` attributes, even if the surrounding text is not well-formed.
std::optional<LongTag> find_long_tag(std::string_view text, unsigned limit);

}  // namespace orbita
