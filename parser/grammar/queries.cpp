// One query: path operators around a predicate, bounds, and query kinds recognised but not supported.
#include "parser/grammar/grammar_parser.h"
#include "parser/grammar/slips.h"

namespace orbita {

namespace internal {

namespace {

struct Opening {
  std::string_view word;
  TokenKind follower;
  const char* reason;
};

// A query with this start is not symbolic, regardless of the rest.
constexpr Opening openings[] = {
    {"Pr", TokenKind::left_bracket, "statistical query (Pr)"},
    {"Pr", TokenKind::left_paren, "statistical query (Pr)"},
    {"Pr", TokenKind::left_brace, "statistical query (Pr)"},
    {"Pr", TokenKind::box, "statistical query (Pr)"},
    {"simulate", TokenKind::left_bracket, "statistical query (simulate)"},
    {"simulate", TokenKind::natural, "statistical query (simulate)"},
    {"control", TokenKind::colon, "controller synthesis (control)"},
    {"control", TokenKind::left_bracket, "controller synthesis (control)"},
    {"acontrol", TokenKind::colon, "controller synthesis (acontrol)"},
    {"control_t", TokenKind::star, "controller synthesis (control_t)"},
    {"strategy", TokenKind::identifier, "strategy query (strategy)"},
    {"imitate", TokenKind::identifier, "strategy query (imitate)"},
    {"loadStrategy", TokenKind::left_paren, "strategy query (loadStrategy)"},
    {"loadStrategy", TokenKind::left_brace, "strategy query (loadStrategy)"},
    {"saveStrategy", TokenKind::left_paren, "strategy query (saveStrategy)"},
    {"minE", TokenKind::left_paren, "learning query (minE)"},
    {"minE", TokenKind::left_bracket, "learning query (minE)"},
    {"maxE", TokenKind::left_paren, "learning query (maxE)"},
    {"maxE", TokenKind::left_bracket, "learning query (maxE)"},
    {"minPr", TokenKind::left_paren, "learning query (minPr)"},
    {"minPr", TokenKind::left_bracket, "learning query (minPr)"},
    {"maxPr", TokenKind::left_paren, "learning query (maxPr)"},
    {"maxPr", TokenKind::left_bracket, "learning query (maxPr)"},
    {"sat", TokenKind::colon, "live sequence chart (sat)"},
    {"refinement", TokenKind::colon, "query about specifications (refinement)"},
    {"consistency", TokenKind::colon, "query about specifications (consistency)"},
    {"specification", TokenKind::colon, "query about specifications (specification)"},
    {"implementation", TokenKind::colon, "query about specifications (implementation)"},
};

bool ends_operand(const Token& token) {
  return token.is(TokenKind::identifier) || token.is(TokenKind::natural) || token.is(TokenKind::right_paren) ||
         token.is(TokenKind::right_bracket) || token.is(Word::true_) || token.is(Word::false_);
}

QueryKind path_kind(TokenKind kind) {
  switch (kind) {
    case TokenKind::always_globally: return QueryKind::invariantly;
    case TokenKind::always_finally: return QueryKind::eventually;
    case TokenKind::exists_globally: return QueryKind::potentially_always;
    case TokenKind::exists_finally: return QueryKind::reachable;
    default: return QueryKind::unsupported;
  }
}

QueryKind bounds_kind(std::string_view word) {
  if (word == "sup") return QueryKind::sup;
  if (word == "inf") return QueryKind::inf;
  if (word == "bounds") return QueryKind::bounds;
  return QueryKind::unsupported;
}

}  // namespace

// `E[<=10](max: e)` and `A[p U q]`: distinguished from arrays called E and A by lookahead to the ']'.
std::string Parser::statistical_expectation() {
  Lexer scout = start_;
  const Token letter = scout.next();
  Token token = scout.next();
  Token before = token;
  for (unsigned level = 1; level > 0;) {
    before = token;
    token = scout.next();
    if (token.is(TokenKind::end)) return "";
    if (token.is(TokenKind::left_bracket) || token.is(TokenKind::left_paren)) ++level;
    if (token.is(TokenKind::right_bracket) || token.is(TokenKind::right_paren)) --level;
    const std::string_view word = token.is(TokenKind::identifier) ? scout.text(token) : "";
    if (level == 1 && (word == "U" || word == "W") && ends_operand(before)) {
      return "synthesis objective (" + std::string(scout.text(letter)) + "[p " + std::string(word) + " q])";
    }
  }
  if (!scout.next().is(TokenKind::left_paren)) return "";
  const Token bound = scout.next();
  if ((scout.text(bound) == "max" || scout.text(bound) == "min") && scout.next().is(TokenKind::colon)) {
    return "statistical query (E[…](" + std::string(scout.text(bound)) + ": …))";
  }
  return "";
}

bool Parser::detect_unsupported(std::string& reason) {
  if (at(TokenKind::left_brace)) {
    reason = "controller synthesis under partial observation";
    return true;
  }
  if (!at_name()) return false;
  const std::string_view word = text(peek());
  for (const Opening& opening : openings) {
    if (word == opening.word && at(opening.follower, 1)) {
      reason = opening.reason;
      return true;
    }
  }
  if ((word == "E" || word == "A") && at(TokenKind::left_bracket, 1)) reason = statistical_expectation();
  return !reason.empty();
}

Query* Parser::unsupported(std::string reason) {
  Query* result = context_.document.arena.make<Query>();
  result->reason = context_.document.arena.copy(std::string_view(reason));
  return result;
}

// `A []`, `E <>`, `A[ ]`: reports the space and continues as if it were not there.
bool Parser::fix_spaced_operator(TokenKind& kind) {
  if (!at_name()) return false;
  const std::string_view letter = text(peek());
  if (letter != "A" && letter != "E") return false;
  const bool box = at(TokenKind::box, 1) || (at(TokenKind::left_bracket, 1) && at(TokenKind::right_bracket, 2));
  const bool diamond = at(TokenKind::diamond, 1) || (at(TokenKind::less, 1) && at(TokenKind::greater, 2));
  if (!box && !diamond) return false;
  const Token first = take();
  if (!at(TokenKind::box) && !at(TokenKind::diamond)) take();
  take();
  const std::string whole = std::string(text(first)) + (box ? "[]" : "<>");
  report("blank-in-path-operator", since(first.begin), "a path operator is written without blanks",
         "write '" + whole + "'");
  kind = letter == "A" ? (box ? TokenKind::always_globally : TokenKind::always_finally)
                       : (box ? TokenKind::exists_globally : TokenKind::exists_finally);
  return true;
}

// There is neither a path operator before the first predicate nor '-->' after it.
void Parser::fail_without_path(const Token& first, const Expr* predicate) {
  const bool alone = predicate->kind == ExprKind::name || predicate->kind == ExprKind::call;
  std::string_view meant = path_operator_of(text(first));
  if (text(first).size() == 1 && !alone) meant = "";  // a variable called G
  const std::string_view second = predicate->kind == ExprKind::name && at_name() ? text(peek()) : "";
  const std::string both = std::string(text(first)) + std::string(second);  // A G p
  if (meant.empty() && !second.empty()) meant = path_operator_of(both);
  if (!meant.empty()) {
    fail("missing-path-operator", span(first), quoted(text(first)) + " is no path operator",
         "write '" + std::string(meant) + "'");
  }
  if (!at_end() && !at(TokenKind::semicolon)) fail_expected("an operator or '-->'");
  fail("missing-path-operator", predicate->span,
       "a query starts with 'A[]', 'E<>', 'A<>' or 'E[]', or has the form 'p --> q'",
       "write 'A[] p' to ask whether p always holds");
}

void Parser::path_query(Query& query) {
  TokenKind kind = peek().kind;
  const bool is_path = fix_spaced_operator(kind) || path_kind(kind) != QueryKind::unsupported;
  if (is_path) {
    if (peek().kind == kind) take();
    query.kind = path_kind(kind);
    std::string reason;
    if (at_name() && detect_unsupported(reason)) {
      query.kind = QueryKind::unsupported;
      query.reason = context_.document.arena.copy(std::string_view(reason));
      return;
    }
    query.predicate = expression();
    return;
  }
  const Token first = peek();
  if (first.is(TokenKind::box) || first.is(TokenKind::diamond)) {
    const std::string sign(text(first));
    fail("missing-path-operator", span(first), quoted(sign) + " needs 'A' or 'E' before it",
         "write 'A" + sign + "' (on all paths) or 'E" + sign + "' (on some path)");
  }
  query.kind = QueryKind::leads_to;
  query.predicate = expression();
  if (!at(TokenKind::leads_to)) fail_without_path(first, query.predicate);
  take();
  query.consequence = expression();
}

// sup{p}: e, e
void Parser::bounds_query(Query& query) {
  const Token word = take();
  query.kind = bounds_kind(text(word));
  if (accept(TokenKind::left_brace)) {
    query.predicate = expression();
    expect(TokenKind::right_brace, "after the predicate of " + quoted(text(word)));
  }
  expect(TokenKind::colon, "after " + quoted(text(word)));
  std::vector<Expr*> expressions;
  do expressions.push_back(expression());
  while (accept(TokenKind::comma));
  query.expressions = context_.document.arena.copy(expressions);
}

Query* Parser::query() {
  if (at_end()) return nullptr;
  const std::uint32_t begin = peek().begin;
  Query* result = nullptr;
  std::string reason;
  if (detect_unsupported(reason)) {
    result = unsupported(reason);
  } else {
    result = context_.document.arena.make<Query>();
    const bool bounds = at_name() && bounds_kind(text(peek())) != QueryKind::unsupported &&
                        (at(TokenKind::left_brace, 1) || at(TokenKind::colon, 1));
    if (bounds) {
      bounds_query(*result);
    } else {
      path_query(*result);
    }
  }
  if (result->kind == QueryKind::unsupported) {
    Lexer scout = start_;  // skips the rest without parsing; it belongs to the query's text
    for (Token token = scout.next(); !token.is(TokenKind::end); token = scout.next()) last_end_ = token.end;
  } else {
    if (at_name() && text(peek()) == "under" && at_name(1)) {
      take();
      unsupported_ = "strategy query (under " + std::string(text(take())) + ")";
    }
    expect_end("the query");
    if (!unsupported_.empty()) {
      result->kind = QueryKind::unsupported;
      result->reason = context_.document.arena.copy(std::string_view(unsupported_));
    }
  }
  result->span = since(begin);
  result->text = context_.document.sources.text(result->span);
  return result;
}

Query* read_query(Parser& parser, const GrammarContext& context) {
  const std::size_t before = context.diagnostics.error_count(), items = context.diagnostics.items().size();
  const Span whole = parser.whole();
  try {
    Query* result = parser.query();
    if (context.diagnostics.error_count() == before) return result;
  } catch (const SyntaxError&) {
  } catch (const AbandonBlock&) {
  }
  return invalid_query(context.document, whole, context.diagnostics.first_error(items));
}

}  // namespace internal

Query* invalid_query(Document& document, Span where, std::string_view reason) {
  Query* query = document.arena.make<Query>();
  query->kind = QueryKind::invalid;
  query->span = where;
  query->text = document.sources.text(where);
  const std::size_t end = query->text.find_last_not_of(" \t\n");
  query->text = query->text.substr(0, end + 1);  // npos + 1 is 0
  query->reason = document.arena.copy(reason);
  return query;
}

Query* parse_query(GrammarContext& context, std::uint32_t block) {
  internal::Parser parser(context, block, TextKind::query);
  return internal::read_query(parser, context);
}

}  // namespace orbita
