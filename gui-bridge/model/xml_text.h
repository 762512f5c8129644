// The text of an XML model as a tree, and changes to it that leave every other byte as it is.
//
// A change is a TextEdit; functions that make one look at the tree and change nothing. After edits are applied the text
// is read again: trees are cheap (libxml2 reads some 100 MB per second).
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parser/document.h"

namespace orbita::bridge {

// `length` bytes at `offset` become `text`.
struct TextEdit {
  std::size_t offset = 0, length = 0;
  std::string text;
};
// Edits must not overlap; those at the same offset are applied in their order.
std::string applied(std::string text, std::vector<TextEdit> edits);
// The one edit that makes `after` of `before`: as little as possible, whole characters.
TextEdit difference(std::string_view before, std::string_view after);

class XmlText {
 public:
  // UTF-8 with line feeds. Throws RpcError(model_error) where it is not well-formed.
  explicit XmlText(std::string text);

  const std::string& text() const { return document_->text; }
  const XmlNode& root() const { return *document_->root; }
  const XmlNode* find(std::string_view xpath) const;  // nullptr: there is none
  const XmlNode& at(std::string_view xpath) const;    // throws RpcError(not_found)
  const XmlNode* parent(const XmlNode& node) const;
  std::string xpath(const XmlNode& node) const;
  // One past the end tag.
  std::size_t end_of(const XmlNode& node) const;

  TextEdit set_attribute(const XmlNode& element, std::string_view name, std::string_view value) const;
  TextEdit remove_attribute(const XmlNode& element, std::string_view name) const;
  // The text between start and end tag, comments and elements left out.
  TextEdit set_content(const XmlNode& element, std::string_view content) const;
  // With the white space before it.
  TextEdit remove(const XmlNode& node) const;
  // A new child where UPPAAL's order wants it, or right after one of its kind. `element` is its text, lines without
  // indentation of their own beyond tabs.
  TextEdit insert(const XmlNode& parent, std::string_view name, const std::string& element,
                  const XmlNode* after = nullptr) const;

 private:
  std::string indentation_of(const XmlNode& node) const;
  TextEdit replace_all_content(const XmlNode& element, std::string_view content) const;

  std::unique_ptr<XmlDocument> document_;
};

// Children that are elements, of this name if one is given.
std::vector<const XmlNode*> children(const XmlNode& node, std::string_view name = "");
// All text and CDATA directly inside the element.
std::string content_of(const XmlNode& element);
// < > & as entities, and quotes too in attributes. Throws RpcError(impossible) for characters XML cannot hold.
std::string escaped(std::string_view text);
// name="value" with a blank before it.
std::string attribute_text(std::string_view name, std::string_view value);

}  // namespace orbita::bridge
