#include "parser/grammar/lexer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "parser/work_limits.h"

namespace orbita {

namespace {

enum CharClass : std::uint8_t { other = 0, letter = 1, digit = 2, tail = 4, blank = 8 };

constexpr auto make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = letter | tail;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = letter | tail;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = digit | tail;
  classes['_'] = letter | tail;
  classes['$'] = classes['#'] = tail;
  classes[' '] = classes['\t'] = classes['\n'] = classes['\r'] = classes['\f'] = classes['\v'] = blank;
  return classes;
}
constexpr auto classes = make_classes();

bool has_class(char c, std::uint8_t wanted) { return (classes[static_cast<unsigned char>(c)] & wanted) != 0; }

// Length of the well-formed UTF-8 sequence at the front, and its code point; length 0 when malformed.
struct Character {
  std::uint32_t length = 0;
  std::uint32_t code_point = 0;
};

Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  const std::uint32_t length = lead < 0x80                   ? 1
                               : lead >= 0xC2 && lead < 0xE0 ? 2
                               : (lead & 0xF0) == 0xE0       ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || length > text.size()) return {};
  std::uint32_t code_point = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code_point = (code_point << 6) | (byte(i) & 0x3F);
  }
  const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  if (overlong || surrogate || code_point > 0x10FFFF) return {};
  return {length, code_point};
}

std::string hex(const char* format, std::uint32_t value) {
  char buffer[24];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

// Longer symbols first, so that the first match is the longest.
constexpr auto make_symbols() {
  std::array all{
      Spelling{"-u->", TokenKind::uncontrollable_arrow},
      Spelling{"-->", TokenKind::leads_to},
      Spelling{"(", TokenKind::left_paren},
      Spelling{")", TokenKind::right_paren},
      Spelling{"[]", TokenKind::box},
      Spelling{"[", TokenKind::left_bracket},
      Spelling{"]", TokenKind::right_bracket},
      Spelling{"{", TokenKind::left_brace},
      Spelling{"}", TokenKind::right_brace},
      Spelling{",", TokenKind::comma},
      Spelling{";", TokenKind::semicolon},
      Spelling{":=", TokenKind::assign},
      Spelling{":", TokenKind::colon},
      Spelling{".", TokenKind::dot},
      Spelling{"'", TokenKind::prime},
      Spelling{"?", TokenKind::question},
      Spelling{"=<", TokenKind::old_less_equal},
      Spelling{"=>", TokenKind::old_greater_equal},
      Spelling{"=", TokenKind::assign},
      Spelling{"++", TokenKind::increment},
      Spelling{"--", TokenKind::decrement},
      Spelling{"->", TokenKind::arrow},
      Spelling{"/\\", TokenKind::conjunction},
      Spelling{"\\/", TokenKind::disjunction},
      Spelling{"<>", TokenKind::diamond},
      Spelling{"!", TokenKind::exclamation},
// clang-format off
#define ORBITA_SYMBOL(name, token, text, level) Spelling{text, TokenKind::token},
      ORBITA_SIGN_OPERATORS(ORBITA_SYMBOL)
#undef ORBITA_SYMBOL
#define ORBITA_SYMBOL(name, text, inside) Spelling{text, TokenKind::name},
      ORBITA_COMPOUND_ASSIGNMENTS(ORBITA_SYMBOL)
#undef ORBITA_SYMBOL
      // clang-format on
  };
  std::sort(all.begin(), all.end(), [](const Spelling& a, const Spelling& b) { return a.text.size() > b.text.size(); });
  return all;
}
constexpr auto symbols = make_symbols();

// For each first character the symbols to try, in order.
constexpr auto make_lists() {
  std::array<std::array<std::uint8_t, 6>, 128> lists{};  // 0 ends; index + 1
  for (std::size_t i = 0; i < std::size(symbols); ++i) {
    auto& list = lists[static_cast<std::size_t>(symbols[i].text[0])];
    std::size_t n = 0;
    while (list[n] != 0) ++n;
    list[n] = static_cast<std::uint8_t>(i + 1);
  }
  return lists;
}
constexpr auto by_first = make_lists();

}  // namespace

std::string_view spelling(TokenKind kind) {
  switch (kind) {
    case TokenKind::always_globally: return "A[]";
    case TokenKind::always_finally: return "A<>";
    case TokenKind::exists_globally: return "E[]";
    case TokenKind::exists_finally: return "E<>";
    case TokenKind::hash: return "#";
    default: break;
  }
  // The single '=' is the usual spelling of an assignment.
  if (kind == TokenKind::assign) return "=";
  for (const auto& symbol : symbols) {
    if (symbol.kind == kind) return symbol.text;
  }
  return "";
}

Lexer::Lexer(std::string_view text, std::uint32_t block, TextKind kind, Diagnostics* diagnostics)
    : Lexer(text, block, kind, diagnostics, 0, static_cast<std::uint32_t>(text.size())) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;  // a byte order mark
}

Lexer::Lexer(std::string_view text, std::uint32_t block, TextKind kind, Diagnostics* diagnostics, std::uint32_t begin,
             std::uint32_t end)
    : text_(text), block_(block), kind_(kind), diagnostics_(diagnostics), at_(begin), end_(end) {}

void Lexer::report(DiagnosticCode code, std::uint32_t begin, std::uint32_t end, std::string message, std::string hint) {
  if (diagnostics_) diagnostics_->error(code, {block_, begin, end}, std::move(message), std::move(hint));
}

// Backslash, blanks, newline: the next line belongs to this one.
bool Lexer::skip_continuation() {
  std::uint32_t ahead = 1;
  while (peek(ahead) == ' ' || peek(ahead) == '\t' || peek(ahead) == '\r') ++ahead;
  const bool at_end = at_ + ahead >= end_;
  if (!at_end && peek(ahead) != '\n') return false;
  at_ = std::min(at_ + ahead + 1, end_);
  return true;
}

bool Lexer::skip_comment() {
  const std::uint32_t begin = at_;
  const bool is_block = peek(1) == '*';
  if (!is_block && peek(1) != '/') return false;
  if (is_block) {
    const std::size_t close = text_.substr(0, end_).find("*/", at_ + 2);
    if (close == std::string_view::npos) {
      report("unclosed-comment", begin, begin + 2, "this comment is never closed", "end it with '*/'");
      at_ = end_;
    } else {
      at_ = static_cast<std::uint32_t>(close + 2);
    }
  } else {
    const std::size_t newline = text_.substr(0, end_).find('\n', at_);
    at_ = newline == std::string_view::npos ? end_ : static_cast<std::uint32_t>(newline);
  }
  if (comments_) comments_->push_back({begin, at_, is_block});
  return true;
}

bool Lexer::skip_blanks() {
  bool newline = false;
  while (at_ < end_) {
    const char c = text_[at_];
    if (has_class(c, blank)) {
      newline |= c == '\n';
      ++at_;
    } else if (c == '/') {
      if (!skip_comment()) break;
    } else if (c == '\\') {
      if (!skip_continuation()) break;
    } else {
      break;
    }
  }
  return newline;
}

Token Lexer::finish(TokenKind kind, std::uint32_t length) {
  at_ = start_ + length;
  Token token;
  token.kind = kind;
  token.after_newline = after_newline_;
  token.begin = start_;
  token.end = at_;
  return token;
}

Token Lexer::word() {
  std::uint32_t length = 1;
  while (has_class(peek(length), tail)) ++length;
  const std::string_view text = text_.substr(start_, length);
  if (length == 1 && (text[0] == 'A' || text[0] == 'E')) {
    const bool always = text[0] == 'A';
    if (peek(1) == '[' && peek(2) == ']') {
      return finish(always ? TokenKind::always_globally : TokenKind::exists_globally, 3);
    }
    if (peek(1) == '<' && peek(2) == '>') {
      return finish(always ? TokenKind::always_finally : TokenKind::exists_finally, 3);
    }
  }
  const WordInfo info = look_up(text, kind_);
  Token token = finish(info.standing == Standing::reserved ? TokenKind::keyword : TokenKind::identifier, length);
  token.word = info.word;
  constexpr std::uint32_t longest = 4000;
  if (length > longest) {
    report("name-too-long", start_, start_ + length, "this name has more than 4000 characters");
  }
  return token;
}

Token Lexer::number() {
  std::uint32_t length = 1;
  while (has_class(peek(length), digit)) ++length;
  bool whole = true;
  if (peek(length) == '.' && has_class(peek(length + 1), digit)) {
    whole = false;
    for (++length; has_class(peek(length), digit);) ++length;
  }
  if (peek(length) == 'e' || peek(length) == 'E') {
    const std::uint32_t sign = peek(length + 1) == '+' || peek(length + 1) == '-' ? 1 : 0;
    if (has_class(peek(length + 1 + sign), digit)) {
      whole = false;
      for (length += 2 + sign; has_class(peek(length), digit);) ++length;
    }
  }
  return finish(whole ? TokenKind::natural : TokenKind::floating, length);
}

Token Lexer::quoted() {
  std::uint32_t length = 1;
  while (at_ + length < end_ && peek(length) != '"' && peek(length) != '\n') ++length;
  if (at_ + length >= end_ || peek(length) == '\n') {
    report("unclosed-string", start_, start_ + 1, "this string is never closed", "end it with '\"' on the same line");
    return finish(TokenKind::string, length);
  }
  if (length == 1) report("empty-string", start_, start_ + 2, "a string needs at least one character");
  return finish(TokenKind::string, length + 1);
}

TokenKind Lexer::symbol(std::uint32_t& length) const {
  const auto first = static_cast<unsigned char>(text_[at_]);
  if (first >= 128) return TokenKind::end;
  const std::string_view rest = text_.substr(at_, std::min<std::uint32_t>(4, end_ - at_));
  for (const std::uint8_t entry : by_first[first]) {
    if (entry == 0) break;
    const auto& candidate = symbols[entry - 1];
    if (rest.substr(0, candidate.text.size()) == candidate.text) {
      length = static_cast<std::uint32_t>(candidate.text.size());
      return candidate.kind;
    }
  }
  if (first == '#' && kind_ == TextKind::query) {
    length = 1;
    return TokenKind::hash;
  }
  return TokenKind::end;
}

// A run of bytes that start no token: one message for the whole run.
void Lexer::skip_unknown() {
  const std::uint32_t begin = at_;
  const std::string_view rest = text_.substr(at_, end_ - at_);
  const Character decoded = decode(rest);
  const auto first = static_cast<unsigned char>(rest[0]);
  const auto starts_token = [&] {
    std::uint32_t length = 0;
    return at_ >= end_ || has_class(text_[at_], letter | digit | blank) || text_[at_] == '"' || text_[at_] == '\\' ||
           symbol(length) != TokenKind::end;
  };
  at_ += std::max<std::uint32_t>(decoded.length, 1);
  const std::uint32_t first_end = at_;
  while (!starts_token()) ++at_;
  if (first == 0) {
    report("nul-byte", begin, first_end, "the text contains a NUL byte", "is this a text file?");
  } else if (decoded.length == 0) {
    report("invalid-utf8", begin, begin + 1, "byte " + hex("0x%02X", first) + " is not valid UTF-8",
           "save the file as UTF-8");
  } else if (first < 0x20 || first == 0x7F) {
    report("bad-character", begin, first_end,
           "control character " + hex("U+%04X", first) + " is not part of the language");
  } else if (first < 0x80) {
    report("bad-character", begin, first_end,
           "character '" + std::string(1, rest[0]) + "' is not part of the language");
  } else {
    report("bad-character", begin, first_end,
           "character '" + std::string(rest.substr(0, decoded.length)) + "' (" + hex("U+%04X", decoded.code_point) +
               ") can only be used in comments",
           "names consist of the letters A to Z, digits and '_'");
  }
}

Token Lexer::next() {
  poll_limits();
  after_newline_ = false;
  while (true) {
    after_newline_ |= skip_blanks();
    start_ = at_;
    if (at_ >= end_) return finish(TokenKind::end, 0);
    const char c = text_[at_];
    if (has_class(c, letter)) return word();
    if (has_class(c, digit)) return number();
    if (c == '"') return quoted();
    std::uint32_t length = 0;
    const TokenKind kind = symbol(length);
    if (kind != TokenKind::end) return finish(kind, length);
    skip_unknown();
  }
}

}  // namespace orbita
