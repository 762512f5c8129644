#include "parser/internal/written.h"

#include <algorithm>

#include "parser/lexer.h"
#include "parser/printer.h"

namespace orbita {
namespace {

constexpr std::string_view blanks = " \t\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace

WrittenText::WrittenText(const Document& document) : document_(document) {
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

// What begins in the line of the declaration before it stays there.
void WrittenText::append_comments(std::string& out, Gap gap, bool behind_declaration) const {
  const std::string_view between = text_.substr(gap.begin, gap.end - gap.begin);
  const std::string_view kept = trimmed(between);
  if (kept.empty()) return;
  const bool same_line = between.substr(0, between.find('/')).find('\n') == std::string_view::npos;
  if (!out.empty()) out += behind_declaration && same_line ? ' ' : '\n';
  out += kept;
}

std::string WrittenText::of(std::span<Decl* const> declarations) const {
  std::string out;
  std::uint32_t last_end = 0;
  for (const Decl* decl : declarations) {
    const Span span = decl->span;
    if (!text_.empty()) append_comments(out, gap_before(span.begin), gap_before(span.begin).begin == last_end);
    if (!out.empty()) out += '\n';
    out += text_.empty() ? print(*decl) : std::string(document_.sources.text(span));
    last_end = span.end;
  }
  if (!text_.empty() && !declarations.empty()) append_comments(out, gap_behind(last_end), true);
  return out;
}

}  // namespace orbita
