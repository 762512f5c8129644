// Declarations as their author wrote them, comments included.
//
// For models in 4.x syntax: converting such a model keeps the text of declarations instead of printing it anew. A
// section of an XML file is kept whole. In a text file comments belong to the declaration after them; comments that
// follow the last declaration, up to the next word of the file, stay after it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "parser/document.h"

namespace orbita {

class WrittenText {
 public:
  explicit WrittenText(const Document& document);

  // The declarations in their order, without a final newline; printed where the text cannot be kept.
  std::string of(std::span<Decl* const> declarations) const;

 private:
  std::string sections_of(std::span<Decl* const> declarations) const;
  struct Gap {  // the whitespace and comments before a word of the file
    std::uint32_t begin = 0, end = 0;
  };
  std::string text_of(std::span<Decl* const> declarations) const;
  bool follows(std::uint32_t last_end, std::uint32_t word) const;
  Gap gap_before(std::uint32_t word) const;
  Gap gap_behind(std::uint32_t word_end) const;

  const Document& document_;
  bool sections_ = false;  // the model is XML
  std::string_view text_;  // of a text file
  std::vector<Gap> gaps_;  // gaps that contain comments, in order
};

}  // namespace orbita
