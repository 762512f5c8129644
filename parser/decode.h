// From the bytes of a file to UTF-8 text with LF line ends.
//
// All later stages (libxml2, lexer, positions) see the same text, so an offset means the same to all of them. CR LF
// becomes LF, which shifts no line and no column.
#pragma once

#include <string>
#include <string_view>

namespace orbita {

struct Decoded {
  std::string text;
  std::string problem;      // empty on success; then `text` is complete
  bool was_latin1 = false;  // a text file that is not UTF-8, read as ISO-8859-1
};

// XML: byte order mark, else the pattern of the first bytes, else the encoding the XML
// declaration names, else UTF-8. Bytes that are not UTF-8 in a UTF-8 file are left to libxml2.
Decoded decode_xml(std::string bytes);

// XTA, TA and query files: byte order mark, else UTF-8, else ISO-8859-1 (old comments).
Decoded decode_plain(std::string bytes);

bool is_utf8(std::string_view text);

}  // namespace orbita
