// Text to tokens, one at a time, without copying.
//
// Longest match everywhere: `A[]`, `-->`, `<?` are single symbols in model text too. Text that cannot be a token (odd
// characters, unclosed comments) is reported once, with its position, and skipped.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "parser/diagnostic.h"
#include "parser/grammar/keywords.h"
#include "parser/grammar/token.h"
#include "parser/source.h"

namespace orbita {

struct Comment {
  std::uint32_t begin = 0, end = 0;  // including the comment delimiters
  bool is_block = false;
};

class Lexer {
 public:
  // Reads bytes [begin, end) of the block. Without diagnostics it is silent.
  Lexer(std::string_view text, std::uint32_t block, TextKind kind, Diagnostics* diagnostics);
  Lexer(std::string_view text, std::uint32_t block, TextKind kind, Diagnostics* diagnostics, std::uint32_t begin,
        std::uint32_t end);

  Token next();  // kind `end` once the text is exhausted
  std::string_view text(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }
  Span span(const Token& token) const { return {block_, token.begin, token.end}; }
  std::uint32_t begin() const { return at_; }  // of the unread text
  std::uint32_t end() const { return end_; }
  // Comments skipped so far are appended there; nullptr: discarded.
  void collect_comments(std::vector<Comment>* comments) { comments_ = comments; }

 private:
  char peek(std::uint32_t ahead = 0) const { return at_ + ahead < end_ ? text_[at_ + ahead] : '\0'; }
  bool skip_blanks();  // returns whether they include a newline
  bool skip_comment();
  bool skip_continuation();
  Token finish(TokenKind kind, std::uint32_t length);
  Token word();
  Token number();
  Token quoted();
  TokenKind symbol(std::uint32_t& length) const;
  void skip_unknown();
  void report(DiagnosticCode code, std::uint32_t begin, std::uint32_t end, std::string message, std::string hint = "");

  std::string_view text_;
  std::uint32_t block_;
  TextKind kind_;
  Diagnostics* diagnostics_;
  std::vector<Comment>* comments_ = nullptr;
  std::uint32_t at_, end_;
  std::uint32_t start_ = 0;  // of the token being read
  bool after_newline_ = false;
};

}  // namespace orbita
