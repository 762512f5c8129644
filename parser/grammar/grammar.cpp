// Tokens, errors, names, and the entry points for single labels.
#include "parser/grammar/grammar.h"

#include <algorithm>
#include <utility>

#include "parser/grammar/grammar_parser.h"
#include "parser/grammar/slips.h"

namespace orbita {

namespace internal {

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'" + std::string(text.substr(0, longest));
  if (text.size() > longest) result += "…";
  return result + "'";
}

Parser::Parser(GrammarContext& context, std::uint32_t block, TextKind kind)
    : context_(context),
      block_(block),
      kind_(kind),
      lexer_(context.document.sources[block].text, block, kind, &context.diagnostics),
      start_(context.document.sources[block].text, block, kind, nullptr) {}

Parser::Parser(GrammarContext& context, std::uint32_t block, TextKind kind, std::uint32_t begin, std::uint32_t end)
    : context_(context),
      block_(block),
      kind_(kind),
      lexer_(context.document.sources[block].text, block, kind, &context.diagnostics, begin, end),
      start_(context.document.sources[block].text, block, kind, nullptr, begin, end),
      last_end_(begin) {}

Span Parser::whole() const {
  const std::uint32_t end = start_.end();
  const std::size_t begin = context_.document.sources[block_].text.find_first_not_of(" \t\n", start_.begin());
  return {block_, static_cast<std::uint32_t>(std::min<std::size_t>(begin, end)), end};
}

DepthGuard::DepthGuard(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ <= parser_.context_.max_depth) return;
  parser_.report("nested-too-deep", parser_.span(parser_.peek()),
                 "nested more than " + std::to_string(parser_.context_.max_depth) + " levels deep");
  --parser_.depth_;
  throw AbandonBlock{};
}

// ------------------------------------------------------------------- tokens

const Token& Parser::peek(unsigned ahead) {
  while (count_ <= ahead) {
    ahead_[(first_ + count_) % ahead_.size()] = lexer_.next();
    ++count_;
  }
  return ahead_[(first_ + ahead) % ahead_.size()];
}

Token Parser::take() {
  const Token token = peek();
  if (!token.is(TokenKind::end)) {
    first_ = (first_ + 1) % static_cast<unsigned>(ahead_.size());
    --count_;
    last_end_ = token.end;
    last_ = token;
    braces_ += token.is(TokenKind::left_brace) ? 1 : token.is(TokenKind::right_brace) ? -1 : 0;
    parens_ += token.is(TokenKind::left_paren) ? 1 : token.is(TokenKind::right_paren) ? -1 : 0;
  }
  return token;
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  take();
  return true;
}

bool Parser::accept(Word word) {
  if (!at(word)) return false;
  take();
  return true;
}

std::string Parser::found() {
  const Token& token = peek();
  if (token.is(TokenKind::end)) return "found the end of the text";
  if (token.is(TokenKind::keyword)) return "found the keyword " + quoted(text(token));
  return "found " + quoted(text(token));
}

Token Parser::expect(TokenKind kind, const std::string& where) {
  if (at(kind)) return take();
  explain_odd_symbol();
  const DiagnosticCode code =
      kind == TokenKind::semicolon ? DiagnosticCode("missing-semicolon") : DiagnosticCode("syntax-error");
  fail(code, span(peek()), "expected " + quoted(spelling(kind)) + " " + where + ", " + found(),
       slip_hint(text(peek())));
}

void Parser::expect_end(const std::string& what) {
  if (at_end()) return;
  if (at(TokenKind::semicolon)) {
    report("stray-semicolon", span(peek()), what + " does not end with ';'", "remove the ';'");
    take();
    if (at_end()) return;
  }
  fail_expected("the end of " + what);
}

// ----------------------------------------------------------------- problems

void Parser::report(DiagnosticCode code, Span where, std::string message, std::string hint) {
  constexpr unsigned most = 200;  // per block; more are useless
  context_.diagnostics.error(code, where, std::move(message), std::move(hint));
  if (++errors_ > most) throw AbandonBlock{};
}

void Parser::fail(DiagnosticCode code, Span where, std::string message, std::string hint) {
  report(code, where, std::move(message), std::move(hint));
  throw SyntaxError{};
}

// Symbols of the language in the wrong place: explains them.
void Parser::explain_odd_symbol() {
  const Token& token = peek();
  const std::string symbol = quoted(text(token));
  switch (token.kind) {
    case TokenKind::leads_to:
      if (in_query()) fail("syntax-error", span(token), "'-->' can only be used once, between two state predicates");
      fail("leads-to-in-expression", span(token),
           "'-->' is the leads-to operator of queries, not part of an expression",
           "to compare after a decrement write 'i-- > 0' with a blank");
    case TokenKind::always_globally:
    case TokenKind::always_finally:
    case TokenKind::exists_globally:
    case TokenKind::exists_finally:
      if (in_query()) {
        fail("nested-path-quantifier", span(token), "path quantifiers cannot be nested: " + symbol + " must come first",
             "ask one question per query");
      }
      fail("path-quantifier-in-model", span(token), symbol + " is a path quantifier and belongs in a query");
    case TokenKind::diamond: fail("syntax-error", span(token), "'<>' is not an operator", "write '!=' for 'not equal'");
    default: break;
  }
}

void Parser::fail_expected(const std::string& what, std::string hint) {
  explain_odd_symbol();
  if (hint.empty()) hint = slip_hint(text(peek()));
  fail("syntax-error", span(peek()), "expected " + what + ", " + found(), std::move(hint));
}

void Parser::skip_statement(int level) {
  while (!at_end() && !at_keyword(Word::process) && !at_keyword(Word::system)) {
    if (at(TokenKind::right_brace)) {
      if (braces_ <= level) return;
      take();
      if (braces_ == level && !at(TokenKind::semicolon) && !at(TokenKind::comma)) return;
    } else if (take().is(TokenKind::semicolon) && braces_ <= level) {
      return;
    }
  }
}

void Parser::skip_balanced(TokenKind open, TokenKind close) {
  const Token first = take();
  for (unsigned level = 1; level > 0;) {
    if (at_end()) fail("syntax-error", span(first), quoted(spelling(open)) + " is never closed");
    const Token token = take();
    if (token.is(open)) ++level;
    if (token.is(close)) --level;
  }
}

// -------------------------------------------------------------------- names

bool Parser::is_special(Word word, unsigned ahead) {
  return at(word, ahead) && (context_.declared_words & (std::uint64_t{1} << static_cast<unsigned>(word))) == 0;
}

Parser::Name Parser::declared_name(const std::string& what) {
  static_assert(static_cast<unsigned>(Word::foreach_) < 64);
  const Token token = peek();
  const Name name = used_name(what);
  if (token.word != Word::none && kind_ == TextKind::model) {
    context_.declared_words |= std::uint64_t{1} << static_cast<unsigned>(token.word);
    context_.diagnostics.warning("later-keyword", name.span,
                                 quoted(name.text) + " is a keyword in newer versions of the language",
                                 "it is read as a name here; rename it to be safe");
  }
  return name;
}

Parser::Name Parser::used_name(const std::string& what) {
  const Token token = peek();
  if (token.is(TokenKind::keyword)) {
    fail("keyword-as-name", span(token), "the keyword " + quoted(text(token)) + " cannot be used as " + what,
         "choose another name");
  }
  if (!token.is(TokenKind::identifier)) {
    std::string hint;
    if (token.is(TokenKind::natural)) hint = "a name starts with a letter or '_'";
    fail_expected(what, std::move(hint));
  }
  take();
  return {text(token), span(token)};
}

}  // namespace internal

// ------------------------------------------------------- entry points: labels

using internal::Parser;

namespace {

// Runs the work on a block; after errors (already reported) the result is `failed`.
template <class Work>
auto on_block(GrammarContext& context, std::uint32_t block, Work&& work) -> decltype(work(std::declval<Parser&>())) {
  Parser parser(context, block, internal::text_kind(context.syntax));
  try {
    return work(parser);
  } catch (const internal::SyntaxError&) {
  } catch (const internal::AbandonBlock&) {
  }
  return {};
}

}  // namespace

std::vector<Decl*> parse_declarations(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) { return p.declarations(Parser::Place::global); });
}

std::vector<Decl*> parse_local_declarations(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) { return p.declarations(Parser::Place::local); });
}

std::vector<Decl*> parse_system(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) { return p.system_section(); });
}

std::vector<Parameter> parse_parameters(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) {
    auto result = p.parameter_list(TokenKind::end);
    p.expect_end("the parameter list");
    return result;
  });
}

Expr* parse_guard(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) -> Expr* {
    if (p.at_end()) return nullptr;
    Expr* result = p.condition();
    p.expect_end("a condition");
    return result;
  });
}

Expr* parse_update(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) -> Expr* {
    if (p.at_end()) return nullptr;
    Expr* result = p.comma_list();
    p.expect_end("an update");
    return result;
  });
}

Expr* parse_expression(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) -> Expr* {
    if (p.at_end()) return nullptr;
    Expr* result = p.expression();
    p.expect_end("the expression");
    return result;
  });
}

std::vector<Binder> parse_select(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) -> std::vector<Binder> {
    if (p.at_end()) return {};
    auto result = p.binders();
    p.expect_end("a select");
    return result;
  });
}

SyncLabel parse_sync(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) -> SyncLabel {
    if (p.at_end()) return {};
    const SyncLabel result = p.sync_label();
    p.expect_end("a synchronisation");
    return result;
  });
}

RateLabel parse_rate(GrammarContext& context, std::uint32_t block) {
  return on_block(context, block, [](Parser& p) -> RateLabel {
    if (p.at_end()) return {};
    const RateLabel result = p.rate_label();
    p.expect_end("an exponential rate");
    return result;
  });
}

NameLabel parse_name(GrammarContext& context, std::uint32_t block) {
  // UPPAAL refuses the keywords of 3.x here; later keywords get only a warning.
  Parser parser(context, block, TextKind::old_model);
  try {
    if (parser.at_end()) parser.fail_expected("a name");
    const auto name = parser.used_name("a name");
    if (!parser.at_end()) {
      parser.fail("syntax-error", parser.span(parser.peek()), "expected a single name, " + parser.found(),
                  "a name consists of letters, digits and '_'");
    }
    if (context.syntax == Syntax::v4 && standing_in_models(name.text) != Standing::name) {
      context.diagnostics.warning("later-keyword", name.span,
                                  internal::quoted(name.text) + " is a keyword in newer versions of the language",
                                  "it is read as a name here; rename it to be safe");
    }
    return {name.text, name.span};
  } catch (const internal::SyntaxError&) {
  } catch (const internal::AbandonBlock&) {
  }
  return {};
}

}  // namespace orbita
