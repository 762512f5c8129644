// Declarations as their author wrote them, comments included.
//
// For models read from one text file in 4.x syntax: converting such a model keeps the text of
// declarations instead of printing it anew. Comments go with the declaration behind them; those that
// follow the last one, up to the next word of the file, stay behind it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "parser/document.h"

namespace orbita {

class WrittenText {
 public:
  explicit WrittenText(const Document& document);

  // The declarations in their order, each beginning a line.
  std::string of(std::span<Decl* const> declarations) const;

 private:
  struct Gap {  // the blanks and comments before a word of the file
    std::uint32_t begin = 0, end = 0;
  };
  void append_comments(std::string& out, Gap gap, bool behind_declaration) const;
  Gap gap_before(std::uint32_t word) const;
  Gap gap_behind(std::uint32_t word_end) const;

  const Document& document_;
  std::string_view text_;      // empty: declarations are printed
  std::vector<Gap> gaps_;      // with comments in them, in order
};

}  // namespace orbita
