// A light scan over XML text that builds the node tree with byte offsets.
//
// libxml2 decides whether a text is well-formed (xml_wellformed.h); this scan
// knows where every piece begins, which libxml2 does not tell. It runs first and
// enforces our limits, so that libxml2 never sees input it would take quadratic
// time or unbounded memory for: depth, attributes per element, entity declarations.
// Up to the place where it stops, the scan and libxml2 read the same structure;
// the tests and the fuzzer compare the two trees.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "parser/diagnostic_code.h"
#include "parser/document.h"

namespace orbita {

struct XmlLimits {
  unsigned depth = 256;       // nested elements; a model needs 6
  unsigned attributes = 256;  // per element; libxml2 compares each with each
};

struct XmlScan {
  enum class Status {
    complete,  // the whole text was read
    stopped,   // something is not XML here; libxml2 usually has the better words for it
    refused    // XML, but beyond a limit or with entity declarations
  };
  Status status = Status::complete;
  std::size_t offset = 0;  // stopped, refused: where
  DiagnosticCode code = "xml";  // refused: "xml-limit" or "xml-entity"
  std::string message;     // stopped, refused
};

// Fills root, before_root, after_root and doctype from document.text.
XmlScan scan_xml(XmlDocument& document, const XmlLimits& limits = {});

// Appends what `reference` ("lt", "#x41": between '&' and ';') stands for. False if it is unknown.
bool append_reference(std::string_view reference, std::string& out);

}  // namespace orbita
