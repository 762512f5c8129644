// Query files: one query per line, comments in between, expectations in comments.
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "parser/expectation.h"
#include "parser/file_io.h"
#include "parser/grammar/grammar_parser.h"
#include "parser/parser.h"

namespace orbita {

namespace {

// Expectation in a comment: the verdict, the word for it, and the budget.
struct Expected {
  Expectation verdict = Expectation::none;
  std::string_view word;  // inside the file's text
  std::string_view budget;
};

// Extent of one query in the file, and the expectations of the comments around it.
struct Piece {
  std::uint32_t begin = 0, end = 0;
  std::string_view comment;
  Expected expected;
};

std::string_view without_blanks(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    c = c == '_' || c == ' ' ? '-' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

Expectation expectation_of(std::string_view word) {
  const std::string name = upper(word);
  const auto any_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (any_of({"T", "SAT", "SATISFIED", "TRUE", "HOLDS"})) return Expectation::satisfied;
  if (any_of({"F", "UNSAT", "UNSATISFIED", "FALSE", "NOT-SATISFIED", "VIOLATED"})) return Expectation::not_satisfied;
  if (any_of({"MT", "MAYBE-TRUE", "MAYBE-SAT", "MAYBE-SATISFIED", "MAYBE"})) return Expectation::maybe_satisfied;
  if (any_of({"MF", "MAYBE-FALSE", "MAYBE-UNSAT", "MAYBE-UNSATISFIED", "MAYBE-NOT-SATISFIED"})) {
    return Expectation::maybe_not_satisfied;
  }
  if (any_of({"E", "ERR", "ERROR"})) return Expectation::error;
  return Expectation::none;  // numbers and resources are not compared
}

// The first verdict of a comma-separated list, and the rest after it.
Expected first_expectation(std::string_view list) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view word = without_blanks(list.substr(0, comma));
    const Expectation found = expectation_of(word);
    const bool last = comma == std::string_view::npos;
    if (found != Expectation::none)
      return {found, word, last ? std::string_view{} : without_blanks(list.substr(comma + 1))};
    if (last) break;
    list.remove_prefix(comma + 1);
  }
  return {};
}

// `/* … EXPECT:T,10s … */`
Expected block_expectation(std::string_view comment) {
  const std::size_t at = upper(comment).find("EXPECT:");
  if (at == std::string::npos) return {};
  std::string_view list = comment.substr(at + 7);
  const auto ends = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == '*'; };
  list = list.substr(0, static_cast<std::size_t>(std::find_if(list.begin(), list.end(), ends) - list.begin()));
  return first_expectation(list);
}

// `// expect: not-satisfied, 10s, 5000 states`
std::optional<Expected> line_expectation(std::string_view comment) {
  std::string_view text = without_blanks(comment.substr(2));
  if (upper(text.substr(0, 7)) != "EXPECT:") return std::nullopt;
  Expected found = first_expectation(text.substr(7));
  if (found.verdict == Expectation::none) found.word = without_blanks(text.substr(7));
  return found;
}

// It is not part of a query.
bool is_unclosed_comment(const Diagnostic& diagnostic) { return diagnostic.code == "unclosed-comment"; }

class Splitter {
 public:
  Splitter(GrammarContext& context, std::uint32_t block)
      : sources_(context.document.sources),
        diagnostics_(context.diagnostics),
        block_(block),
        text_(sources_[block].text),
        lexer_(text_, block, TextKind::query, &found_) {
    lexer_.collect_comments(&comments_);
  }

  std::vector<Piece> split() {
    int open = 0;
    for (Token token = lexer_.next(); !token.is(TokenKind::end); token = lexer_.next()) {
      const bool starts = pieces_.empty() || (token.after_newline && (open <= 0 || starts_query(token)));
      if (starts) {
        open = 0;
        place_comments(token.begin);
        pieces_.push_back({token.begin, token.end, pending_comment_, pending_});
        pending_comment_ = {};
        pending_ = {};
      }
      pieces_.back().end = token.end;
      open += opens(token.kind) - closes(token.kind);
    }
    place_comments(static_cast<std::uint32_t>(text_.size()));
    widen();
    return std::move(pieces_);
  }

  // Text that starts no token. Inside queries the parser will report it again.
  const std::vector<Diagnostic>& found() const { return found_.items(); }

 private:
  // Characters between two queries that start no token are added to the first query: the parser must see and report
  // them.
  void widen() {
    if (pieces_.empty()) return;
    for (const Diagnostic& odd : found_.items()) {
      if (is_unclosed_comment(odd)) continue;
      const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), odd.where.begin,
                                           [](std::uint32_t at, const Piece& piece) { return at < piece.begin; });
      Piece& piece = behind == pieces_.begin() ? *behind : *std::prev(behind);
      piece.begin = std::min(piece.begin, odd.where.begin);
      piece.end = std::max(piece.end, odd.where.end);
    }
  }

  static int opens(TokenKind kind) {
    return kind == TokenKind::left_paren || kind == TokenKind::left_bracket || kind == TokenKind::left_brace ? 1 : 0;
  }
  static int closes(TokenKind kind) {
    return kind == TokenKind::right_paren || kind == TokenKind::right_bracket || kind == TokenKind::right_brace ? 1 : 0;
  }
  // Inside brackets a newline continues the query, unless the line clearly starts a new one.
  static bool starts_query(const Token& token) {
    return token.is(TokenKind::always_globally) || token.is(TokenKind::always_finally) ||
           token.is(TokenKind::exists_globally) || token.is(TokenKind::exists_finally);
  }
  std::uint32_t line(std::uint32_t offset) const { return sources_.locate({block_, offset, offset}).block_line; }

  // Comments between the last query and `next`: they refer to either of the two.
  void place_comments(std::uint32_t next) {
    for (; placed_ < comments_.size() && comments_[placed_].begin < next; ++placed_) place(comments_[placed_], next);
  }

  void place(const Comment& comment, std::uint32_t next) {
    const std::string_view text = text_.substr(comment.begin, comment.end - comment.begin);
    const bool on_last = !pieces_.empty() && line(pieces_.back().end) == line(comment.begin);
    if (!comment.is_block) {
      const std::optional<Expected> found = line_expectation(text);
      if (!found) return;
      if (found->verdict == Expectation::none) return report_unknown(found->word);
      (on_last ? pieces_.back().expected : pending_) = *found;
      return;
    }
    const Expected found = block_expectation(text);
    if (found.verdict != Expectation::none) {
      // UPPAAL's convention: after the query. On the query's own line it also counts.
      const bool on_next = next < text_.size() && line(comment.end) == line(next);
      const bool to_last = !pieces_.empty() && (on_last || !on_next);
      (to_last ? pieces_.back().expected : pending_) = found;
      return;
    }
    const std::string_view inner =
        text.size() >= 4 ? without_blanks(text.substr(2, text.size() - 4)) : std::string_view{};
    if (!inner.empty() && !on_last) pending_comment_ = inner;
  }

  // A misspelt expectation must not pass for no expectation.
  void report_unknown(std::string_view word) {
    const auto begin = static_cast<std::uint32_t>(word.data() - text_.data());
    diagnostics_.error("unknown-expectation", {block_, begin, begin + static_cast<std::uint32_t>(word.size())},
                       "no verdict to expect: '" + std::string(word) + "'",
                       "one of satisfied, not-satisfied, maybe-satisfied, maybe-not-satisfied, error");
  }

  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::uint32_t block_;
  std::string_view text_;
  Diagnostics found_;
  Lexer lexer_;
  std::vector<Comment> comments_;
  std::size_t placed_ = 0;
  std::vector<Piece> pieces_;
  std::string_view pending_comment_;  // for the next query
  Expected pending_;                  // for the next query
};

Query* parse_piece(GrammarContext& context, std::uint32_t block, const Piece& piece) {
  internal::Parser parser(context, block, TextKind::query, piece.begin, piece.end);
  return internal::read_query(parser, context);
}

constexpr std::size_t most_query_bytes = std::size_t{1} << 30;  // offsets are 32 bits wide

[[noreturn]] void cannot_read(Document& document, const std::string& path, const std::string& why) {
  const std::uint32_t block = document.sources.add({path, "", "", "", {}});
  throw ModelError({{Severity::error, "cannot-read", {block, 0, 0}, why, ""}});
}

}  // namespace

std::vector<Query*> parse_query_file(GrammarContext& context, std::uint32_t block) {
  Splitter splitter(context, block);
  std::vector<Query*> result;
  std::uint32_t number = 0;
  for (const Piece& piece : splitter.split()) {
    ++number;
    Query* query = parse_piece(context, block, piece);
    if (!query) continue;
    query->index = number;
    query->comment = piece.comment;
    query->expected = piece.expected.verdict;
    result.push_back(query);
  }
  for (const Diagnostic& odd : splitter.found()) {
    if (number == 0 || is_unclosed_comment(odd)) context.diagnostics.add(odd);
  }
  return result;
}

std::vector<WrittenExpectation> find_expectations(Document& document, std::uint32_t block) {
  Diagnostics ignored;  // reading the file has already reported everything
  GrammarContext context{document, ignored};
  std::vector<WrittenExpectation> result;
  const std::string_view text = document.sources[block].text;
  for (const Piece& piece : Splitter(context, block).split()) {
    const std::string_view word = piece.expected.word;
    const auto begin = word.empty() ? 0 : static_cast<std::uint32_t>(word.data() - text.data());
    result.push_back({{block, piece.begin, piece.end},
                      piece.expected.verdict,
                      {block, begin, begin + static_cast<std::uint32_t>(word.size())},
                      piece.expected.budget});
  }
  return result;
}

std::vector<Query*> read_query_file(Document& document, const std::string& path, Diagnostics& diagnostics) {
  FileBytes file = read_file_bytes(path, most_query_bytes);
  if (!file.problem.empty()) cannot_read(document, path, "cannot read '" + path + "'");
  if (file.too_large)
    cannot_read(document, path, "the file is larger than " + std::to_string(most_query_bytes) + " bytes");
  TextBlock block;
  block.file = path;
  block.text = std::move(file.bytes);
  GrammarContext context{document, diagnostics};
  return parse_query_file(context, document.sources.add(std::move(block)));
}

Query* read_formula(Document& document, const std::string& formula, Diagnostics& diagnostics) {
  TextBlock block;
  block.file = "query";
  block.text = formula;
  const std::uint32_t number = document.sources.add(std::move(block));
  GrammarContext context{document, diagnostics};
  Query* result = parse_query(context, number);
  if (!result) {
    const Span everything{number, 0, static_cast<std::uint32_t>(formula.size())};
    diagnostics.error("empty-query", {number, 0, 0}, "the query is empty");
    result = invalid_query(document, everything, "the query is empty");
  }
  result->index = 1;
  return result;
}

}  // namespace orbita
