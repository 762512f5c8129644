// A model as read from files, before names and types are looked at.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parser/arena.h"
#include "parser/ast.h"
#include "parser/diagnostic.h"
#include "parser/source.h"

namespace orbita {

// One element of the XML file, kept whole so that a file can be written back
// without loss: attributes in order, text, comments, children in order.
struct XmlNode {
  enum class Kind { element, text, cdata, comment, instruction };
  Kind kind = Kind::element;
  std::string name;   // element or processing instruction
  std::string text;   // text, cdata, comment, instruction
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlNode> children;
};

struct XmlDocument {
  XmlNode root;
  std::vector<XmlNode> before_root;  // comments and instructions before <nta>
  std::vector<XmlNode> after_root;
  bool has_doctype = false;
  std::string doctype_public, doctype_system;
};

enum class Syntax { v4, v3 };  // 4.x/5.x, or the old 3.x text syntax

struct Document {
  std::string path;
  Sources sources;
  Arena arena;
  Syntax syntax = Syntax::v4;
  std::vector<Decl*> declarations;  // global ones, in order
  std::vector<Template*> templates;  // in order; visible to everything after them
  std::vector<Decl*> system;         // system section: declarations, instantiations, system_line, progress, gantt
  std::vector<Query*> queries;       // embedded ones; placeholders (empty formulas) left out
  std::unique_ptr<XmlDocument> xml;  // only for models read from XML
  // Layout lookup: elements of `xml` that locations, branchpoints, edges and templates refer to.
  std::vector<const XmlNode*> layout;
};

}  // namespace orbita
