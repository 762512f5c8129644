// Text blocks for the parts of an XML model, with their positions in the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parser/document.h"

namespace orbita {

// Lines and columns of byte offsets. Queries in ascending order are cheap.
class LineTable {
 public:
  explicit LineTable(std::string_view text);
  Anchor at(std::size_t offset) const;                // line and column; Anchor::offset is 0
  std::string_view line(std::uint32_t number) const;  // without its newline

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_;  // of every line
  mutable std::size_t last_ = 0;
};

class XmlBlocks {
 public:
  XmlBlocks(Sources& sources, const XmlDocument& xml, const std::string& file)
      : sources_(sources), xml_(xml), file_(file), lines_(xml.text) {}

  // All text and CDATA directly inside the element; comments are left out.
  std::uint32_t text(const XmlNode& element, std::string xpath, std::string context);
  // The start tag, for problems of the element as a whole.
  Span tag(const XmlNode& element, std::string xpath, std::string context);

  std::string_view text_of(std::uint32_t block) const { return sources_[block].text; }

 private:
  Sources& sources_;
  const XmlDocument& xml_;
  const std::string& file_;
  LineTable lines_;
};

// A position in a file that has no tree yet: a block with (at most 200 bytes of) the line around it.
Span place_in_text(Sources& sources, const std::string& file, std::string_view text, std::size_t offset);

}  // namespace orbita
