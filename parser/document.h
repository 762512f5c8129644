// A model as read from files, before names are resolved and types checked.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/arena.h"
#include "parser/ast.h"
#include "parser/diagnostic.h"
#include "parser/source.h"

namespace orbita {

// One node of the XML file, kept so that a file can be written back without loss: attributes in order, text, comments,
// children in order. Nodes live in the arena of their XmlDocument, their texts there or in its `text`.
struct XmlAttribute {
  std::string_view name;
  std::string_view value;  // entities resolved
};

struct XmlNode {
  enum class Kind : std::uint8_t { element, text, cdata, comment, instruction };
  Kind kind = Kind::element;
  std::uint32_t begin = 0;  // first byte in XmlDocument::text; for elements the '<' of the start tag
  std::uint32_t end = 0;    // one past the last byte; for elements one past the '>' of the start tag
  std::string_view name;    // element or processing instruction
  std::string_view text;    // text, cdata, comment, instruction; entities resolved
  std::span<XmlAttribute> attributes;
  XmlNode* first_child = nullptr;
  XmlNode* next = nullptr;  // the next sibling

  // The value of an attribute, or nullptr if absent.
  const std::string_view* attribute(std::string_view wanted) const {
    for (const XmlAttribute& a : attributes)
      if (a.name == wanted) return &a.value;
    return nullptr;
  }
  // The first child element of this name, or nullptr.
  const XmlNode* child(std::string_view wanted) const {
    for (const XmlNode* n = first_child; n; n = n->next)
      if (n->kind == Kind::element && n->name == wanted) return n;
    return nullptr;
  }
};

struct XmlDocument {
  Arena arena;
  std::string text;  // the file as UTF-8 without byte order mark, LF line ends
  XmlNode* root = nullptr;
  XmlNode* before_root = nullptr;  // comments and instructions before <nta>, linked by `next`
  XmlNode* after_root = nullptr;
  std::string_view doctype;  // as written, "<!DOCTYPE nta …>"; empty if there is none
};

enum class Syntax { v4, v3 };  // 4.x/5.x, or the old 3.x text syntax

struct Document {
  std::string path;
  Sources sources;
  Arena arena;
  Syntax syntax = Syntax::v4;
  std::vector<Decl*> declarations;         // global declarations, in order
  std::vector<Template*> templates;        // in order; visible to all later templates and declarations
  std::vector<Decl*> system;               // system section: declarations, instantiations, system_line, progress, gantt
  std::vector<Query*> queries;             // embedded, also with errors; placeholders (empty formulas) left out
  std::shared_ptr<const XmlDocument> xml;  // only for models read from XML
  // Layout lookup: elements of `xml` that locations, branchpoints, edges and templates refer to.
  std::vector<const XmlNode*> layout;
};

}  // namespace orbita
