// XML models: for any bytes, reading ends in a model or in located errors, and
// - our tree is the one libxml2 builds,
// - a model that was read is written and read back equal, and checking it ends too.
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "parser/decode.h"
#include "parser/parser.h"
#include "parser/xml/xml_tree.h"

namespace {

using namespace orbita;

void require(bool condition) {
  if (!condition) std::abort();
}

std::string_view view(const xmlChar* text) { return text ? reinterpret_cast<const char*>(text) : ""; }

XmlNode::Kind kind_of(const xmlNode& node) {
  switch (node.type) {
    case XML_TEXT_NODE: return XmlNode::Kind::text;
    case XML_CDATA_SECTION_NODE: return XmlNode::Kind::cdata;
    case XML_COMMENT_NODE: return XmlNode::Kind::comment;
    case XML_PI_NODE: return XmlNode::Kind::instruction;
    default: return XmlNode::Kind::element;
  }
}

void compare(const XmlNode* ours, const xmlNode* theirs) {
  for (; ours && theirs; ours = ours->next, theirs = theirs->next) {
    require(ours->kind == kind_of(*theirs));
    if (ours->kind != XmlNode::Kind::element) {
      require(ours->text == view(theirs->content));
      continue;
    }
    require(ours->name == view(theirs->name));
    const xmlAttr* attribute = theirs->properties;
    for (const XmlAttribute& a : ours->attributes) {
      require(attribute && a.name == view(attribute->name));
      xmlChar* value = xmlNodeListGetString(theirs->doc, attribute->children, 1);
      require(a.value == view(value));
      xmlFree(value);
      attribute = attribute->next;
    }
    require(!attribute);
    compare(ours->first_child, theirs->children);
  }
  require(!ours && !theirs);
}

// Only texts both accept; SAX1 makes libxml2 leave namespaces alone, as we do.
void compare_trees(std::string text) {
  XmlDocument ours;
  ours.text = std::move(text);
  if (read_tree(ours)) return;
  if (!ours.doctype.empty()) return;  // declarations may add attributes
  xmlDoc* theirs = xmlReadMemory(ours.text.data(), static_cast<int>(ours.text.size()), nullptr, nullptr,
                                 XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE |
                                     XML_PARSE_SAX1 | XML_PARSE_IGNORE_ENC);
  require(theirs != nullptr);
  const xmlNode* root = xmlDocGetRootElement(theirs);
  XmlNode alone = *ours.root;  // without siblings, as libxml2 keeps trailing comments next to the root
  require(root && alone.name == view(root->name));
  compare(alone.first_child, root->children);
  xmlFreeDoc(theirs);
}

void round_trip(const Document& document) {
  const std::string written = write_xml(document);
  Diagnostics diagnostics;
  std::shared_ptr<Document> again;
  try {
    again = read_model_text("fuzz.xml", written, diagnostics);
  } catch (const ModelError&) {
    std::abort();
  }
  require(write_xml(*again) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const Decoded decoded = decode_xml(bytes);
  if (decoded.problem.empty()) compare_trees(decoded.text);
  Diagnostics diagnostics;
  try {
    const std::shared_ptr<Document> document = read_model_text("fuzz.xml", bytes, diagnostics);
    round_trip(*document);
    check(document, diagnostics, {.overrides = {}, .allow_refused = true});
  } catch (const ModelError&) {
    require(diagnostics.has_errors() && diagnostics.sources());
  }
  for (const Diagnostic& diagnostic : diagnostics.items()) {
    require(diagnostic.where.block < diagnostics.sources()->size());
    require(diagnostics.sources()->locate(diagnostic.where).line >= 1);
  }
  return 0;
}
