// Documents back to XML; the public face is write_xml in parser.h.
//
// A document read from XML is written from its node tree: every attribute, text, comment, instruction and unknown
// element is preserved (the few normalisations are listed in docs/convert.md). Any other document is written from its
// syntax trees, with a generated layout.
#pragma once

#include <string>

#include "parser/document.h"

namespace orbita {

std::string rewrite_xml(const XmlDocument& xml);
std::string generate_xml(const Document& document);

}  // namespace orbita
