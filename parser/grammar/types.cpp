// Types, parameters and declarators.
#include "parser/grammar/grammar_parser.h"

namespace orbita::internal {

bool Parser::at_type_keyword(unsigned ahead) {
  if (!at(TokenKind::keyword, ahead)) return false;
  switch (peek(ahead).word) {
    case Word::const_:
    case Word::meta:
    case Word::urgent:
    case Word::broadcast:
    case Word::int_:
    case Word::bool_:
    case Word::clock:
    case Word::chan:
    case Word::scalar:
    case Word::struct_:
    case Word::void_: return true;
    default: return false;
  }
}

void Parser::type_prefixes(TypeExpr* result) {
  while (true) {
    const Token token = peek();
    bool* flag = nullptr;
    if (token.is(TokenKind::keyword)) {
      // clang-format off
      flag = token.is(Word::const_)       ? &result->is_const
             : token.is(Word::meta)       ? &result->is_meta
             : token.is(Word::urgent)     ? &result->is_urgent
             : token.is(Word::broadcast)  ? &result->is_broadcast
                                         // clang-format on
                                         : nullptr;
    } else if (token.is(Word::hybrid) && at(Word::clock, 1)) {
      flag = &result->is_hybrid;
    }
    if (!flag) return;
    take();
    const bool clash =
        *flag || (result->is_const && token.is(Word::meta)) || (result->is_meta && token.is(Word::const_));
    if (clash)
      report("conflicting-prefix", span(token), quoted(text(token)) + " does not go with the prefix before it");
    *flag = true;
  }
}

TypeExpr* Parser::type() {
  const DepthGuard guard(*this);
  const std::uint32_t begin = peek().begin;
  TypeExpr* result = context_.document.arena.make<TypeExpr>();
  type_prefixes(result);
  base_type(result);
  result->span = since(begin);
  return result;
}

TypeExpr* Parser::base_type(TypeExpr* result) {
  const Token token = peek();
  const auto simple = [&](TypeSyntax kind) {
    take();
    result->kind = kind;
    return result;
  };
  if (token.is(TokenKind::identifier)) {
    if (is_special(Word::double_)) return simple(TypeSyntax::floating);
    if (is_special(Word::string_)) return simple(TypeSyntax::string);
    result->name = text(token);
    return simple(TypeSyntax::named);
  }
  switch (token.word) {
    case Word::bool_: return simple(TypeSyntax::boolean);
    case Word::clock: return simple(TypeSyntax::clock);
    case Word::chan: return simple(TypeSyntax::channel);
    case Word::void_: return simple(TypeSyntax::void_);
    case Word::int_:
      simple(TypeSyntax::integer);
      if (accept(TokenKind::left_bracket)) {
        result->low = expression();
        if (at(TokenKind::right_bracket)) {
          fail("syntax-error", span(peek()), "a range needs two bounds",
               "write 'int[low, high]'; an array is declared as 'int name[size]'");
        }
        expect(TokenKind::comma, "between the bounds of the range");
        result->high = expression();
        expect(TokenKind::right_bracket, "after the range");
      }
      return result;
    case Word::scalar:
      simple(TypeSyntax::scalar);
      expect(TokenKind::left_bracket, "after 'scalar'");
      result->size = expression();
      expect(TokenKind::right_bracket, "after the size of the scalar set");
      return result;
    case Word::struct_:
      simple(TypeSyntax::structure);
      result->fields = struct_fields();
      return result;
    default: break;
  }
  fail_expected("a type");
}

std::span<Field> Parser::struct_fields() {
  const Token open = expect(TokenKind::left_brace, "after 'struct'");
  std::vector<Field> fields;
  while (!at(TokenKind::right_brace) && !at_end()) {
    TypeExpr* field_type = type();
    do fields.push_back({field_type, declarator("a field name")});
    while (accept(TokenKind::comma));
    expect(TokenKind::semicolon, "after the field");
  }
  expect(TokenKind::right_brace, "at the end of the struct");
  if (fields.empty()) report("empty-struct", since(open.begin), "a struct needs at least one field");
  return context_.document.arena.copy(fields);
}

std::vector<ArrayDim> Parser::dimensions() {
  std::vector<ArrayDim> result;
  while (true) {
    if (at(TokenKind::box)) fail("syntax-error", span(peek()), "expected the size of the array between '[' and ']'");
    if (!accept(TokenKind::left_bracket)) return result;
    ArrayDim dim;
    if (at_type_keyword()) {
      dim.index_type = type();
    } else {
      dim.size = expression();
    }
    expect(TokenKind::right_bracket, "after the array size");
    result.push_back(dim);
  }
}

Declarator Parser::declarator(const std::string& what) {
  const Name name = declared_name(what);
  Declarator result;
  result.name = name.text;
  result.span = name.span;
  result.dims = context_.document.arena.copy(dimensions());
  return result;
}

// `name : type`
Binder* Parser::binder() {
  Binder* result = context_.document.arena.make<Binder>();
  const Name name = declared_name("the name of a bound variable");
  result->name = name.text;
  result->span = name.span;
  expect(TokenKind::colon, "between " + quoted(name.text) + " and its type");
  result->type = type();
  return result;
}

std::vector<Binder> Parser::binders() {
  std::vector<Binder> result;
  do result.push_back(*binder());
  while (accept(TokenKind::comma));
  return result;
}

// --------------------------------------------------------------- parameters

// One type and its names. 4.x has one name per type; 3.x separates groups by ';' and lets names share the type: `clock
// x; int v, w; const n`, where all but `const` are references.
void Parser::parameter_group(std::vector<Parameter>& result, TokenKind close) {
  if (!old_syntax() && at_name() && (at(TokenKind::comma, 1) || at(close, 1)) && !result.empty()) {
    fail("parameter-without-type", span(peek()), "parameter " + quoted(text(peek())) + " needs a type of its own",
         "write 'int a, int b'");
  }
  TypeExpr* shared = nullptr;
  if (old_syntax() && at(Word::const_) && at_name(1) && !at_name(2)) {
    shared = context_.document.arena.make<TypeExpr>();
    shared->is_const = true;
    shared->span = span(take());
  } else {
    shared = type();
  }
  while (true) {
    const bool reference = accept(TokenKind::ampersand);
    Parameter parameter{shared, declarator("a parameter name")};
    parameter.declarator.by_reference = reference || (old_syntax() && !shared->is_const);
    result.push_back(parameter);
    const bool shares = old_syntax() && at(TokenKind::comma) && at_name(1) && !at_name(2);
    if (!shares) return;
    take();
  }
}

std::vector<Parameter> Parser::parameter_list(TokenKind close) {
  std::vector<Parameter> result;
  if (at(close)) return result;
  do {
    if (old_syntax() && at(close)) return result;  // a final ';' is tolerated there
    parameter_group(result, close);
  } while (accept(TokenKind::comma) || (old_syntax() && accept(TokenKind::semicolon)));
  return result;
}

std::vector<Parameter> Parser::parenthesised_parameters() {
  expect(TokenKind::left_paren, "before the parameters");
  auto result = parameter_list(TokenKind::right_paren);
  expect(TokenKind::right_paren, "after the parameters");
  return result;
}

}  // namespace orbita::internal
