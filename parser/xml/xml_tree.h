// XML text to a tree of nodes with byte offsets, read by libxml2.
//
// libxml2 calls us for every piece of the text (SAX), and we record its position in the input: each piece begins where
// the previous one ended. It runs without network, without loading a DTD, without expanding any entity but the five of
// XML, and without printing. The text is UTF-8; decode.h has already handled the encoding its XML declaration names.
//
// Two checks run before libxml2, which cannot make them: it compares each attribute of an element with every other one
// before it reports the element, and it takes a NUL byte for the end of the text (tests/parser/hostile_input_test.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "parser/document.h"

namespace orbita {

struct XmlLimits {
  unsigned depth = 256;       // nested elements; a model needs 6
  unsigned attributes = 256;  // per element
};

struct XmlProblem {
  enum class Kind {
    not_well_formed,  // the message is libxml2's
    limit,
    entity  // the DOCTYPE declares one
  };
  Kind kind = Kind::not_well_formed;
  std::string message;
  std::size_t offset = 0;  // in the text: where the offending piece begins
};

// Fills root, before_root, after_root and doctype from document.text. Returns the first problem, if any.
std::optional<XmlProblem> read_tree(XmlDocument& document, const XmlLimits& limits = {});

}  // namespace orbita
