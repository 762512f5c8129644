// Blocks and statements of functions.
#include "parser/grammar/grammar_parser.h"

namespace orbita::internal {

Stmt* Parser::new_stmt(StmtKind kind, std::uint32_t begin) {
  Stmt* result = context_.document.arena.make<Stmt>();
  result->kind = kind;
  result->span = {block_, begin, begin};
  return result;
}

void Parser::block_items(std::vector<Decl*>& decls, std::vector<Stmt*>& statements) {
  while (!at(TokenKind::right_brace) && !at_end() && !at_keyword(Word::process) && !at_keyword(Word::system)) {
    recover([&] {
      if (!at_declaration()) {
        statements.push_back(statement());
        return;
      }
      const Span where = span(peek());
      Decl* decl = declaration(Place::block);
      if (!statements.empty()) {
        report("declaration-after-statement", where, "declarations come before the statements of a block",
               "move it to the start of the block");
      }
      decls.push_back(decl);
    });
  }
}

Stmt* Parser::block() {
  const DepthGuard guard(*this);
  const Token open = take();
  Stmt* result = new_stmt(StmtKind::block, open.begin);
  std::vector<Decl*> decls;
  std::vector<Stmt*> statements;
  block_items(decls, statements);
  if (!at(TokenKind::right_brace)) fail("unclosed-block", span(open), "this '{' is never closed");
  take();
  result->decls = context_.document.arena.copy(decls);
  result->body = context_.document.arena.copy(statements);
  result->span = since(open.begin);
  return result;
}

// `assert e;` unless the word is a name here: `assert = 1;`, `assert.x++;`, a declared function.
bool Parser::at_assert() {
  if (!is_special(Word::assert_)) return false;
  switch (peek(1).kind) {
    case TokenKind::identifier:
    case TokenKind::natural:
    case TokenKind::floating:
    case TokenKind::left_paren:
    case TokenKind::exclamation:
    case TokenKind::minus:
    case TokenKind::plus: return true;
    case TokenKind::keyword: return at(Word::true_, 1) || at(Word::false_, 1) || at(Word::not_, 1);
    default: return false;
  }
}

Stmt* Parser::statement() {
  const DepthGuard guard(*this);
  const Token token = peek();
  if (token.is(TokenKind::left_brace)) return block();
  if (token.is(TokenKind::semicolon)) {
    take();
    Stmt* result = new_stmt(StmtKind::empty, token.begin);
    result->span = span(token);
    return result;
  }
  if (token.is(TokenKind::keyword)) {
    switch (token.word) {
      case Word::if_: return if_statement();
      case Word::for_: return for_statement();
      case Word::while_: return while_statement();
      case Word::do_: return do_statement();
      case Word::return_: return return_statement();
      case Word::else_: fail("syntax-error", span(take()), "this 'else' belongs to no 'if'");
      default: break;
    }
  }
  return expression_statement();
}

Stmt* Parser::expression_statement() {
  const bool asserts = at_assert();
  Stmt* result = new_stmt(asserts ? StmtKind::assert_ : StmtKind::expression, peek().begin);
  if (asserts) take();
  result->condition = expression();
  expect(TokenKind::semicolon, "after the statement");
  result->span = since(result->span.begin);
  return result;
}

Stmt* Parser::if_statement() {
  const std::uint32_t begin = take().begin;
  Stmt* result = new_stmt(StmtKind::if_, begin);
  expect(TokenKind::left_paren, "after 'if'");
  result->condition = comma_list();
  expect(TokenKind::right_paren, "after the condition of 'if'");
  std::vector<Stmt*> branches{statement()};
  if (at(Word::else_)) {
    take();
    branches.push_back(statement());
  }
  result->body = context_.document.arena.copy(branches);
  result->span = since(begin);
  return result;
}

// `(i : T)` or `(init; condition; step)`
void Parser::for_header(Stmt& loop) {
  if (at_name() && at(TokenKind::colon, 1)) {
    loop.kind = StmtKind::for_range;
    loop.binder = binder();
  } else {
    if (at_declaration()) {
      fail("declaration-in-for", span(peek()), "variables cannot be declared inside 'for (…)'",
           "declare it before the loop, or write 'for (i : int[0, n])'");
    }
    const auto part = [&](const char* which) {
      if (at(TokenKind::semicolon) || at(TokenKind::right_paren)) {
        fail_expected(std::string("the ") + which + " of 'for'", "all three parts of 'for' are needed");
      }
      return comma_list();
    };
    loop.init = part("initialisation");
    expect(TokenKind::semicolon, "after the initialisation of 'for'");
    loop.condition = part("condition");
    expect(TokenKind::semicolon, "after the condition of 'for'");
    loop.step = part("step");
  }
  expect(TokenKind::right_paren, "at the end of the 'for' header");
}

Stmt* Parser::for_statement() {
  const std::uint32_t begin = take().begin;
  const int level = parens_;
  expect(TokenKind::left_paren, "after 'for'");
  Stmt* result = new_stmt(StmtKind::for_, begin);
  bool good = true;
  try {
    for_header(*result);
  } catch (const SyntaxError&) {
    // The semicolons of the header end no statement: continue with the body.
    good = false;
    while (parens_ > level && !at_end() && !at(TokenKind::left_brace) && !at(TokenKind::right_brace)) take();
    parens_ = level;
  }
  Stmt* body = statement();
  if (!good) return body;
  result->body = context_.document.arena.copy(std::vector<Stmt*>{body});
  result->span = since(begin);
  return result;
}

Stmt* Parser::while_statement() {
  const std::uint32_t begin = take().begin;
  Stmt* result = new_stmt(StmtKind::while_, begin);
  expect(TokenKind::left_paren, "after 'while'");
  result->condition = comma_list();
  expect(TokenKind::right_paren, "after the condition of 'while'");
  result->body = context_.document.arena.copy(std::vector<Stmt*>{statement()});
  result->span = since(begin);
  return result;
}

Stmt* Parser::do_statement() {
  const std::uint32_t begin = take().begin;
  Stmt* result = new_stmt(StmtKind::do_while, begin);
  result->body = context_.document.arena.copy(std::vector<Stmt*>{statement()});
  if (!accept(Word::while_)) fail_expected("'while' after the body of 'do'");
  expect(TokenKind::left_paren, "after 'while'");
  result->condition = comma_list();
  expect(TokenKind::right_paren, "after the condition of 'while'");
  expect(TokenKind::semicolon, "after 'do … while'");
  result->span = since(begin);
  return result;
}

Stmt* Parser::return_statement() {
  const std::uint32_t begin = take().begin;
  Stmt* result = new_stmt(StmtKind::return_, begin);
  if (!at(TokenKind::semicolon)) result->condition = expression();
  expect(TokenKind::semicolon, "after 'return'");
  result->span = since(begin);
  return result;
}

}  // namespace orbita::internal
