// Models in UPPAAL's XML format.
//
// Two steps, so that the second can be repeated with the old syntax: the file becomes a tree of nodes that know their
// position, then the tree becomes declarations, templates, edges and queries of a Document.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "parser/document.h"

namespace orbita {

// The tree of an XML file. Returns nullptr if the bytes are not well-formed XML or exceed our limits; then
// `diagnostics` has exactly one error, placed in `sources`.
std::shared_ptr<const XmlDocument> read_xml_tree(const std::string& file, std::string bytes, Sources& sources,
                                                 Diagnostics& diagnostics);

struct XmlModelErrors {
  std::size_t text = 0;       // in the texts of the model: it may be in the other syntax
  std::size_t queries = 0;    // in formulas: each affects its query only
  std::size_t structure = 0;  // in the elements around the texts
};

// Fills `document` from document.xml, reading texts in document.syntax.
XmlModelErrors read_xml_model(Document& document, Diagnostics& diagnostics);

}  // namespace orbita
