// libxml2's verdict on a text: well-formed, or the first thing that is not.
//
// The parser runs without network, without loading a DTD, without expanding any
// entity, without building a tree and without printing. The text is UTF-8; the
// encoding its XML declaration names has been dealt with (decode.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orbita {

struct XmlError {
  std::string message;
  std::size_t offset = 0;  // in the text
};

std::optional<XmlError> find_xml_error(std::string_view text);

}  // namespace orbita
