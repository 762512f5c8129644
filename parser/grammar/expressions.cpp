// Expressions: precedence climbing over the table of operators.h.
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>

#include "parser/grammar/grammar_parser.h"
#include "parser/operators.h"

namespace orbita::internal {

namespace {

// The binary operator of a token, if any.
std::optional<ExprKind> binary_operator(const Token& token) {
  switch (token.kind) {
#define ORBITA_CASE(name, token, ...) \
  case TokenKind::token: return ExprKind::name;
    ORBITA_SIGN_OPERATORS(ORBITA_CASE)
#undef ORBITA_CASE
    case TokenKind::old_less_equal: return ExprKind::less_equal;
    case TokenKind::old_greater_equal: return ExprKind::greater_equal;
    default: break;
  }
  switch (token.word) {
    case Word::or_: return ExprKind::logical_or;
    case Word::xor_: return ExprKind::logical_xor;
    case Word::imply: return ExprKind::imply;
    case Word::and_: return ExprKind::logical_and;
    default: return std::nullopt;
  }
}

std::optional<ExprKind> assignment_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::assign: return ExprKind::assign;
#define ORBITA_CASE(name, ...) \
  case TokenKind::name: return ExprKind::name;
      ORBITA_COMPOUND_ASSIGNMENTS(ORBITA_CASE)
#undef ORBITA_CASE
    default: return std::nullopt;
  }
}

bool is_old_operator(TokenKind kind) {
  return kind == TokenKind::old_less_equal || kind == TokenKind::old_greater_equal;
}

}  // namespace

// -------------------------------------------------------------------- nodes

void Parser::raise_height(Expr* parent, const Expr* child) {
  if (!child) return;
  const unsigned height = child->height + 1u;
  if (height > context_.max_height) {
    report("nested-too-deep", parent->span,
           "this expression is more than " + std::to_string(context_.max_height) + " operators deep");
    throw AbandonBlock{};
  }
  parent->height = std::max(parent->height, static_cast<std::uint16_t>(height));
}

Expr* Parser::leaf(ExprKind kind, const Token& token) {
  Expr* result = context_.document.arena.make<Expr>();
  result->kind = kind;
  result->span = span(token);
  return result;
}

Expr* Parser::node(ExprKind kind, Span where, std::span<Expr*> args) {
  Expr* result = context_.document.arena.make<Expr>();
  result->kind = kind;
  result->span = where;
  result->args = args;
  for (const Expr* arg : args) raise_height(result, arg);
  return result;
}

Expr* Parser::unary_node(ExprKind kind, Span where, Expr* operand) {
  return node(kind, where, *context_.document.arena.make<std::array<Expr*, 1>>(operand));
}

Expr* Parser::binary_node(ExprKind kind, Expr* left, Expr* right) {
  return node(kind, join(left->span, right->span), *context_.document.arena.make<std::array<Expr*, 2>>(left, right));
}

// -------------------------------------------------------------------- lists

Expr* Parser::expression() { return assignment(); }

Expr* Parser::comma_list() {
  Expr* result = expression();
  while (accept(TokenKind::comma)) result = binary_node(ExprKind::comma, result, expression());
  return result;
}

Expr* Parser::condition() {
  Expr* result = expression();
  while (old_syntax() && accept(TokenKind::comma)) {
    result = binary_node(ExprKind::logical_and, result, expression());
  }
  if (!old_syntax() && at(TokenKind::comma)) {
    fail("comma-in-condition", span(peek()), "conditions are joined with '&&', not with ','",
         "write '&&'; commas mean 'and' only in the old 3.x syntax");
  }
  return result;
}

Expr* Parser::initialiser() {
  if (!at(TokenKind::left_brace)) return expression();
  const DepthGuard guard(*this);
  const Token open = take();
  std::vector<Expr*> values;
  std::vector<std::string_view> names;
  if (at(TokenKind::right_brace)) fail("empty-list", span(open), "an initialiser list cannot be empty");
  do {
    if (at(TokenKind::right_brace)) {
      fail("trailing-comma", span(peek()), "expected a value after ',' in the initialiser list, found '}'",
           "remove the last ','");
    }
    std::string_view name;
    if (at_name() && at(TokenKind::colon, 1)) {
      name = text(take());
      take();
    }
    names.push_back(name);
    values.push_back(initialiser());
  } while (accept(TokenKind::comma));
  expect(TokenKind::right_brace, "at the end of the initialiser list");
  Expr* result = node(ExprKind::list, since(open.begin), context_.document.arena.copy(values));
  result->field_names = context_.document.arena.copy(names);
  return result;
}

// -------------------------------------------------------------- precedences

// condition ? a : b and assignments: both extend to the right as far as they can.
Expr* Parser::assignment() {
  const DepthGuard guard(*this);
  Expr* left = binary(Level::disjunction);
  if (accept(TokenKind::question)) {
    Expr* yes = assignment();
    expect(TokenKind::colon, "between the two values of '?'");
    Expr* no = assignment();
    return node(ExprKind::conditional, join(left->span, no->span),
                *context_.document.arena.make<std::array<Expr*, 3>>(left, yes, no));
  }
  const std::optional<ExprKind> kind = assignment_operator(peek().kind);
  if (!kind) return left;
  take();
  return binary_node(*kind, left, assignment());
}

// Not part of binary(): its strings would enlarge the stack frame of every nesting level.
[[gnu::noinline]] void Parser::report_old_operator(const Token& token) {
  const char* modern = token.is(TokenKind::old_less_equal) ? "'<='" : "'>='";
  report("old-operator", span(token), quoted(text(token)) + " is 3.x syntax", std::string("write ") + modern);
}

Expr* Parser::binary(Level lowest) {
  Expr* left = unary();
  while (true) {
    const std::optional<ExprKind> kind = binary_operator(peek());
    if (!kind) return left;
    const Level level = operator_of(*kind).level;
    if (level < lowest) return left;
    const Token token = take();
    if (is_old_operator(token.kind) && !old_syntax()) report_old_operator(token);
    left = binary_node(*kind, left, binary(tighter(level)));
  }
}

Expr* Parser::unary() {
  const Token token = peek();
  ExprKind kind;
  switch (token.kind) {
    case TokenKind::plus: kind = ExprKind::plus; break;
    case TokenKind::minus: kind = ExprKind::minus; break;
    case TokenKind::exclamation: kind = ExprKind::logical_not; break;
    case TokenKind::increment: kind = ExprKind::pre_increment; break;
    case TokenKind::decrement: kind = ExprKind::pre_decrement; break;
    default:
      if (!token.is(Word::not_)) return postfix_expression();
      kind = ExprKind::logical_not;
  }
  const DepthGuard guard(*this);
  take();
  if (kind == ExprKind::minus && at(TokenKind::natural) && text(peek()) == "2147483648") {
    return integer_literal(true, token.begin);
  }
  Expr* operand = unary();
  return unary_node(kind, {block_, token.begin, operand->span.end}, operand);
}

// ----------------------------------------------------------------- operands

Expr* Parser::postfix_expression() {
  const bool parenthesised = at(TokenKind::left_paren);
  Expr* base = primary();
  // The body of a quantifier has already consumed everything to its right.
  const bool quantified = base->binder && !parenthesised;
  return quantified ? base : postfix(base);
}

Expr* Parser::postfix(Expr* base) {
  Arena& arena = context_.document.arena;
  while (true) {
    const std::uint32_t begin = base->span.begin;
    if (at(TokenKind::left_bracket)) {
      const DepthGuard guard(*this);
      take();
      Expr* position = expression();
      expect(TokenKind::right_bracket, "after the index");
      base = node(ExprKind::index, since(begin), *arena.make<std::array<Expr*, 2>>(base, position));
    } else if (at(TokenKind::left_paren)) {
      base = call(base);
    } else if (accept(TokenKind::dot)) {
      const Token member = peek();
      if (!member.is(TokenKind::identifier) && !member.is(TokenKind::keyword)) fail_expected("a member name after '.'");
      take();
      base = unary_node(ExprKind::member, since(begin), base);
      base->name = text(member);
    } else if (accept(TokenKind::prime)) {
      base = unary_node(ExprKind::rate, since(begin), base);
    } else if (accept(TokenKind::increment)) {
      base = unary_node(ExprKind::post_increment, since(begin), base);
    } else if (accept(TokenKind::decrement)) {
      base = unary_node(ExprKind::post_decrement, since(begin), base);
    } else if (at(TokenKind::box)) {
      fail("syntax-error", span(peek()), "expected an index between '[' and ']'");
    } else {
      return base;
    }
  }
}

Expr* Parser::call(Expr* callee) {
  const DepthGuard guard(*this);
  std::vector<Expr*> args{callee};
  take();
  if (!at(TokenKind::right_paren)) {
    do args.push_back(expression());
    while (accept(TokenKind::comma));
  }
  expect(TokenKind::right_paren, "after the arguments");
  return node(ExprKind::call, since(callee->span.begin), context_.document.arena.copy(args));
}

Expr* Parser::primary() {
  const Token token = peek();
  switch (token.kind) {
    case TokenKind::natural: return integer_literal(false, token.begin);
    case TokenKind::floating: return floating_literal();
    case TokenKind::identifier: return name_expression();
    case TokenKind::string: {
      take();
      Expr* result = leaf(ExprKind::string, token);
      const std::string_view quoted_text = text(token);
      result->name = quoted_text.size() >= 2 && quoted_text.back() == '"'
                         ? quoted_text.substr(1, quoted_text.size() - 2)
                         : quoted_text.substr(1);
      return result;
    }
    case TokenKind::left_paren: {
      const DepthGuard guard(*this);
      take();
      Expr* result = expression();
      expect(TokenKind::right_paren, "to close the parenthesis");
      result->span = since(token.begin);  // including the parentheses, so that spans cover the whole text
      return result;
    }
    case TokenKind::left_brace: fail("syntax-error", span(token), "a list in braces can only initialise a variable");
    case TokenKind::keyword:
      if (token.is(Word::true_) || token.is(Word::false_)) {
        take();
        Expr* result = leaf(ExprKind::boolean, token);
        result->value = token.is(Word::true_) ? 1 : 0;
        return result;
      }
      if (token.word != Word::and_ && token.word != Word::or_ && token.word != Word::imply) {
        fail("keyword-as-name", span(token), "the keyword " + quoted(text(token)) + " cannot stand in an expression");
      }
      break;
    default: break;
  }
  const bool cut_off = at_end() && last_.end > 0 && binary_operator(last_);
  fail_expected("an expression", cut_off ? "an operand is missing behind " + quoted(text(last_)) : "");
}

Expr* Parser::integer_literal(bool negative, std::uint32_t begin) {
  const Token token = take();
  const std::string_view digits = text(token);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const std::int64_t limit = std::int64_t{std::numeric_limits<std::int32_t>::max()} + (negative ? 1 : 0);
  if (error != std::errc() || value > limit) {
    report("integer-too-large", span(token), "the number " + quoted(digits) + " is larger than 2147483647",
           "integers have 32 bits");
    value = limit;
  }
  Expr* result = leaf(ExprKind::integer, token);
  result->span.begin = begin;
  result->value = negative ? -value : value;
  return result;
}

Expr* Parser::floating_literal() {
  const Token token = take();
  const std::string_view digits = text(token);
  Expr* result = leaf(ExprKind::floating, token);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result->number);
  if (error != std::errc()) {
    report("floating-out-of-range", span(token), "the number " + quoted(digits) + " is out of range");
  }
  return result;
}

// forall, exists and sum only where `( name :` follows; otherwise these words are names.
bool Parser::at_quantifier(unsigned ahead) {
  return at(TokenKind::left_paren, ahead + 1) && at_name(ahead + 2) && at(TokenKind::colon, ahead + 3);
}

Expr* Parser::quantifier(ExprKind kind) {
  const DepthGuard guard(*this);
  const Token word = take();
  take();  // the parenthesis
  Binder* bound = binder();
  expect(TokenKind::right_paren, "after the type of the bound variable");
  if (at(TokenKind::colon) || at(TokenKind::dot)) {
    fail_expected("the condition of " + quoted(text(word)), "remove the " + quoted(text(peek())));
  }
  Expr* body = expression();
  Expr* result = unary_node(kind, since(word.begin), body);
  result->binder = bound;
  if (bound->type) {
    for (const Expr* part : {bound->type->low, bound->type->high, bound->type->size}) raise_height(result, part);
  }
  return result;
}

void Parser::explain_bare_quantifier() {
  const std::string word(text(peek()));
  const auto is_in = [&](unsigned ahead) { return at(TokenKind::colon, ahead) || text(peek(ahead)) == "in"; };
  const auto example = [&](unsigned name, unsigned type) {
    return word + " (" + std::string(text(peek(name))) + " : " + (at_name(type) ? std::string(text(peek(type))) : "T") +
           ")";
  };
  if (at_name(1) && is_in(2)) {
    const std::string hint = "write '" + example(1, 3) + " …'";
    fail("syntax-error", span(peek(1)), "the variable of " + quoted(word) + " stands in parentheses", hint);
  }
  if (!at(TokenKind::left_paren, 1) || !at_name(2)) return;
  if (text(peek(3)) == "in") {
    const std::string hint = "write '" + example(2, 4) + " …'";
    fail("syntax-error", span(peek(3)), "the type of the variable of " + quoted(word) + " stands behind ':'", hint);
  }
  if (at(TokenKind::comma, 3) && at_name(4) && at(TokenKind::colon, 5)) {
    const std::string hint = "write '" + example(2, 6) + " " + example(4, 6) + " …'";
    fail("syntax-error", span(peek(3)), quoted(word) + " binds one variable", hint);
  }
}

Expr* Parser::special_word() {
  const Token token = peek();
  const bool quantifies = token.is(Word::forall) || token.is(Word::exists) || token.is(Word::sum);
  if (quantifies && !at_quantifier()) explain_bare_quantifier();
  switch (token.word) {
    case Word::forall: return at_quantifier() ? quantifier(ExprKind::forall) : nullptr;
    case Word::exists: return at_quantifier() ? quantifier(ExprKind::exists) : nullptr;
    case Word::sum: return at_quantifier() ? quantifier(ExprKind::sum) : nullptr;
    case Word::foreach_:
      if (!at_quantifier()) return nullptr;
      unsupported_ = "dynamic templates (foreach)";
      return quantifier(ExprKind::foreach_dynamic);
    case Word::num_of: {
      if (!at(TokenKind::left_paren, 1) || !at_name(2) || !at(TokenKind::right_paren, 3)) return nullptr;
      unsupported_ = "dynamic templates (numOf)";
      take(), take();
      const Token target = take();
      take();
      Expr* result = leaf(ExprKind::num_of, target);
      result->span = since(token.begin);
      result->name = text(target);
      return result;
    }
    case Word::spawn: {
      if (!is_special(Word::spawn) || !at_name(1) || !at(TokenKind::left_paren, 2)) return nullptr;
      take();
      const Token target = take();
      Expr* callee = leaf(ExprKind::name, target);
      callee->name = text(target);
      Expr* created = call(callee);
      Expr* result = node(ExprKind::spawn, since(token.begin), created->args);
      result->name = callee->name;
      return result;
    }
    case Word::exit_:
      if (!is_special(Word::exit_) || !at(TokenKind::left_paren, 1) || !at(TokenKind::right_paren, 2)) return nullptr;
      take(), take(), take();
      return node(ExprKind::exit_, since(token.begin), {});
    case Word::deadlock:
      if (at(TokenKind::dot, 1) || at(TokenKind::left_paren, 1) || at(TokenKind::left_bracket, 1)) return nullptr;
      take();
      return leaf(ExprKind::deadlock, token);
    default: return nullptr;
  }
}

Expr* Parser::name_expression() {
  if (peek().word != Word::none) {
    if (Expr* special = special_word()) return special;
  }
  const Token token = take();
  Expr* result = leaf(ExprKind::name, token);
  result->name = text(token);
  return result;
}

}  // namespace orbita::internal
