#include "parser/print/written.h"

#include <algorithm>

#include "parser/grammar/lexer.h"
#include "parser/print/printer.h"

namespace orbita {
namespace {

constexpr std::string_view blanks = " \t\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// The whitespace before `place` in its line.
std::size_t indent_at(std::string_view text, std::size_t place) {
  const std::size_t line = text.substr(0, place).rfind('\n') + 1;  // npos + 1 is 0
  const std::size_t word = text.find_first_not_of(" \t", line);
  return word == place ? place - line : 0;
}

// Lines after the first lose up to `indent` spaces, the indentation of their process.
std::string shifted_left(std::string_view text, std::size_t indent) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    out += text.substr(at, end - at);
    const std::size_t word = text.find_first_not_of(" \t", end);
    at = end + std::min(indent, (word == std::string_view::npos ? text.size() : word) - end);
  }
  return out;
}

}  // namespace

WrittenText::WrittenText(const Document& document) : document_(document) {
  sections_ = document.xml && document.syntax == Syntax::v4;
  const std::vector<Decl*>& some = document.declarations.empty() ? document.system : document.declarations;
  if (document.xml || document.syntax != Syntax::v4 || some.empty()) return;
  const std::uint32_t block = some.front()->span.block;
  text_ = document.sources[block].text;
  std::vector<Comment> comments;
  Lexer lexer(text_, block, TextKind::model, nullptr);
  lexer.collect_comments(&comments);
  std::uint32_t end = 0;
  while (true) {
    const Token token = lexer.next();
    if (!comments.empty()) gaps_.push_back({end, token.begin});
    comments.clear();
    if (token.is(TokenKind::end)) break;
    end = token.end;
  }
}

WrittenText::Gap WrittenText::gap_before(std::uint32_t word) const {
  const auto found = std::ranges::lower_bound(gaps_, word, {}, &Gap::end);
  return found != gaps_.end() && found->end == word ? *found : Gap{};
}

WrittenText::Gap WrittenText::gap_behind(std::uint32_t word_end) const {
  const auto found = std::ranges::lower_bound(gaps_, word_end, {}, &Gap::begin);
  return found != gaps_.end() && found->begin == word_end ? *found : Gap{};
}

// Only whitespace and comments are in between.
bool WrittenText::follows(std::uint32_t last_end, std::uint32_t word) const {
  if (last_end > word) return false;
  const Gap gap = gap_before(word);
  const bool comments = gap.end == word && gap.begin == last_end;
  return comments || text_.substr(last_end, word - last_end).find_first_not_of(blanks) == std::string_view::npos;
}

// The whole text of every XML element that the declarations come from.
std::string WrittenText::sections_of(std::span<Decl* const> declarations) const {
  std::string out;
  std::uint32_t last = 0;  // no declaration is in block 0
  for (const Decl* decl : declarations) {
    if (decl->span.block == last) continue;
    last = decl->span.block;
    if (!out.empty()) out += '\n';
    out += trimmed(document_.sources[last].text);
  }
  return out;
}

// With the comments before each declaration and after the last one.
std::string WrittenText::text_of(std::span<Decl* const> declarations) const {
  std::string out;
  std::size_t indent = 0;  // of the first line
  std::uint32_t last_end = 0;
  for (const Decl* decl : declarations) {
    const Span span = decl->span;
    if (!out.empty() && follows(last_end, span.begin)) {
      out += text_.substr(last_end, span.end - last_end);
    } else {
      if (!out.empty()) out += '\n';
      const Gap gap = gap_before(span.begin);
      const std::size_t begin = text_.find_first_not_of(blanks, gap.end == span.begin ? gap.begin : span.begin);
      if (out.empty()) indent = indent_at(text_, begin);
      out += text_.substr(begin, span.end - begin);
    }
    last_end = span.end;
  }
  const Gap behind = gap_behind(last_end);
  const std::string_view rest = text_.substr(behind.begin, behind.end - behind.begin);
  return shifted_left(out.append(rest.substr(0, rest.find_last_not_of(blanks) + 1)), indent);
}

std::string WrittenText::of(std::span<Decl* const> declarations) const {
  if (declarations.empty()) return "";
  if (sections_) return sections_of(declarations);
  if (!text_.empty()) return text_of(declarations);
  std::string out;
  for (const Decl* decl : declarations) (out += out.empty() ? "" : "\n") += print(*decl);
  return out;
}

}  // namespace orbita
