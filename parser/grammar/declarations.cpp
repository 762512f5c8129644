// Declarations of every scope, and the system section.
#include "parser/grammar/grammar_parser.h"

namespace orbita::internal {

Decl* Parser::new_decl(DeclKind kind, std::uint32_t begin) {
  Decl* result = context_.document.arena.make<Decl>();
  result->kind = kind;
  result->span = {block_, begin, begin};
  return result;
}

// A declaration of a variable or a type starts with a type keyword, or with two names in a row.
bool Parser::at_declaration() {
  if (at_type_keyword() || at(Word::typedef_)) return true;
  if (!at_name()) return false;
  if (is_special(Word::hybrid) && at(Word::clock, 1)) return true;
  if (is_special(Word::spawn) && at_name(1) && at(TokenKind::left_paren, 2)) return false;
  // `assert x;` looks like a declaration of x.
  if (is_special(Word::assert_)) return false;
  return at_name(1) && !at(Word::xor_, 1);
}

Decl* Parser::declaration(Place place) {
  const bool global = place == Place::global;
  if (at(Word::typedef_)) return typedefs();
  if (at_type_keyword()) {
    if (old_syntax() && at(Word::const_) && at_name(1)) return old_constants();
    if (global && at(Word::chan) && is_special(Word::priority, 1) && (at_name(2))) return channel_priority();
    return variables_or_function(place);
  }
  if (at_name()) {
    if (global) {
      if (is_special(Word::before_update) && at(TokenKind::left_brace, 1)) return update_hook(DeclKind::before_update);
      if (is_special(Word::after_update) && at(TokenKind::left_brace, 1)) return update_hook(DeclKind::after_update);
      if (is_special(Word::import_) && at(TokenKind::string, 1)) return import_block();
      if (is_special(Word::dynamic) && at_name(1)) return dynamic_template();
      if (is_special(Word::io) && at_name(1)) refuse_io();
    }
    if (at(TokenKind::assign, 1) || at(TokenKind::left_paren, 1)) {
      if (global) return instantiation();
      fail("syntax-error", span(peek()), "only variables, types and functions can be declared here, " + found());
    }
    return variables_or_function(place);
  }
  if (at(TokenKind::keyword) &&
      (at(Word::if_) || at(Word::for_) || at(Word::while_) || at(Word::do_) || at(Word::return_))) {
    fail("syntax-error", span(peek()), "statements can only stand inside a function, " + found());
  }
  fail_expected("a declaration");
}

std::vector<Decl*> Parser::declarations(Place place) {
  std::vector<Decl*> result;
  while (!at_end()) {
    recover([&] {
      if (accept(TokenKind::semicolon)) return;  // an empty declaration
      if (at(TokenKind::right_brace)) {
        const Token stray = take();
        fail("syntax-error", span(stray), "this '}' closes nothing");
      }
      if (at_keyword(Word::system)) {
        report("system-line-misplaced", span(peek()), "the system line belongs in the system section");
        take();
        skip_statement(braces_);
        return;
      }
      if (at_keyword(Word::process)) {
        report("process-misplaced", span(take()), "a process cannot be declared here",
               "in an XML model every process is a template of its own");
        throw SyntaxError{};
      }
      result.push_back(declaration(place));
    });
  }
  return result;
}

// ------------------------------------------------- variables, types, functions

std::span<Declarator> Parser::declarator_list(Declarator first, bool with_init) {
  std::vector<Declarator> result;
  Declarator current = first;
  while (true) {
    if (with_init && accept(TokenKind::assign)) current.init = initialiser();
    result.push_back(current);
    if (!accept(TokenKind::comma)) break;
    current = declarator("a name");
  }
  return context_.document.arena.copy(result);
}

Decl* Parser::variables_or_function(Place place) {
  const std::uint32_t begin = peek().begin;
  TypeExpr* shared = type();
  const Name name = declared_name("a name");
  if (at(TokenKind::left_paren)) {
    if (old_syntax()) fail("syntax-error", span(peek()), "the old 3.x syntax has no functions");
    if (place == Place::block) fail("syntax-error", span(peek()), "functions cannot be declared inside functions");
    return function(shared, name, begin);
  }
  Declarator first;
  first.name = name.text;
  first.span = name.span;
  first.dims = context_.document.arena.copy(dimensions());
  Decl* result = new_decl(DeclKind::variables, begin);
  result->type = shared;
  result->declarators = declarator_list(first, true);
  expect(TokenKind::semicolon, "after the declaration of " + quoted(result->declarators.back().name));
  result->span = since(begin);
  return result;
}

Decl* Parser::typedefs() {
  const std::uint32_t begin = take().begin;
  Decl* result = new_decl(DeclKind::typedefs, begin);
  result->type = type();
  result->declarators = declarator_list(declarator("the name of the new type"), false);
  expect(TokenKind::semicolon, "after the declaration of " + quoted(result->declarators.back().name));
  result->span = since(begin);
  return result;
}

// 3.x: `const N 3, M 4;`
Decl* Parser::old_constants() {
  const Token word = take();
  Decl* result = new_decl(DeclKind::variables, word.begin);
  result->type = context_.document.arena.make<TypeExpr>();
  result->type->is_const = true;
  result->type->span = span(word);
  std::vector<Declarator> items;
  do {
    Declarator item = declarator("the name of a constant");
    accept(TokenKind::assign);
    item.init = initialiser();
    items.push_back(item);
  } while (accept(TokenKind::comma));
  expect(TokenKind::semicolon, "after the declaration of " + quoted(items.back().name));
  result->declarators = context_.document.arena.copy(items);
  result->span = since(word.begin);
  return result;
}

Decl* Parser::function(TypeExpr* result_type, Name name, std::uint32_t begin) {
  Decl* result = new_decl(DeclKind::function, begin);
  Function* made = context_.document.arena.make<Function>();
  result->function = made;
  made->name = name.text;
  made->span = name.span;
  made->result = result_type;
  made->params = context_.document.arena.copy(parenthesised_parameters());
  if (!at(TokenKind::left_brace)) fail_expected("'{' and the body of function " + quoted(name.text));
  made->body = block();
  result->span = since(begin);
  return result;
}

// ------------------------------------------------------- global declarations

// Id [(params)] = Id (args);
Decl* Parser::instantiation() {
  const std::uint32_t begin = peek().begin;
  Decl* result = new_decl(DeclKind::instantiation, begin);
  const Name name = declared_name("a process name");
  result->name = name.text;
  result->name_span = name.span;
  if (at(TokenKind::left_paren)) result->params = context_.document.arena.copy(parenthesised_parameters());
  if (at(TokenKind::left_brace)) {
    fail("syntax-error", name.span, "function " + quoted(name.text) + " needs a return type",
         "write 'void' when it returns nothing");
  }
  expect(TokenKind::assign, "after " + quoted(name.text));
  const Name target = used_name("the name of a template");
  result->target = target.text;
  result->target_span = target.span;
  if (!at(TokenKind::left_paren)) {
    fail_expected("'(' and the arguments of " + quoted(target.text),
                  "write '" + std::string(target.text.substr(0, 40)) + "()' when it has no parameters");
  }
  take();
  std::vector<Expr*> args;
  if (!at(TokenKind::right_paren)) {
    do args.push_back(expression());
    while (accept(TokenKind::comma));
  }
  expect(TokenKind::right_paren, "after the arguments");
  result->args = context_.document.arena.copy(args);
  expect(TokenKind::semicolon, "after the instantiation of " + quoted(name.text));
  result->span = since(begin);
  return result;
}

// chan priority a, b[0] < default < c;
Decl* Parser::channel_priority() {
  const std::uint32_t begin = take().begin;
  take();
  Decl* result = new_decl(DeclKind::channel_priority, begin);
  std::vector<PriorityEntry> entries;
  std::int32_t level = 0;
  while (true) {
    PriorityEntry entry;
    entry.level = level;
    entry.span = span(peek());
    if (is_special(Word::default_)) {
      take();
    } else {
      entry.channel = postfix_expression();
      entry.span = entry.channel->span;
    }
    entries.push_back(entry);
    if (accept(TokenKind::less)) {
      ++level;
    } else if (!accept(TokenKind::comma)) {
      break;
    }
  }
  expect(TokenKind::semicolon, "after the channel priorities");
  result->priorities = context_.document.arena.copy(entries);
  result->span = since(begin);
  return result;
}

Decl* Parser::update_hook(DeclKind kind) {
  const Token word = take();
  take();
  Decl* result = new_decl(kind, word.begin);
  if (!at(TokenKind::right_brace)) result->update = comma_list();
  if (accept(TokenKind::semicolon)) {
    report("stray-semicolon", {block_, last_end_ - 1, last_end_}, "an update does not end with ';'", "remove the ';'");
  }
  expect(TokenKind::right_brace, "at the end of " + quoted(text(word)));
  result->span = since(word.begin);
  return result;
}

// import "library" { int f(int a); local = double g(double x); }
Decl* Parser::import_block() {
  const Token word = take();
  Decl* result = new_decl(DeclKind::import_, word.begin);
  const std::string_view path = text(take());
  result->library = path.size() >= 2 ? path.substr(1, path.size() - 2) : path;
  expect(TokenKind::left_brace, "after the name of the library");
  std::vector<Function*> functions;
  while (!at(TokenKind::right_brace) && !at_end()) functions.push_back(imported_function());
  expect(TokenKind::right_brace, "at the end of the import");
  accept(TokenKind::semicolon);
  result->functions = context_.document.arena.copy(functions);
  result->span = since(word.begin);
  return result;
}

Function* Parser::imported_function() {
  Function* result = context_.document.arena.make<Function>();
  Name local{};
  if (at_name() && at(TokenKind::assign, 1)) {
    local = declared_name("a function name");
    take();
  }
  result->result = type();
  const Name name = local.text.empty() ? declared_name("a function name") : used_name("a function name");
  result->name = local.text.empty() ? name.text : local.text;
  result->span = local.text.empty() ? name.span : local.span;
  if (!local.text.empty()) result->external_name = name.text;
  result->params = context_.document.arena.copy(parenthesised_parameters());
  expect(TokenKind::semicolon, "after the imported function");
  return result;
}

Decl* Parser::dynamic_template() {
  const std::uint32_t begin = take().begin;
  Decl* result = new_decl(DeclKind::dynamic_template, begin);
  const Name name = declared_name("the name of a template");
  result->name = name.text;
  result->name_span = name.span;
  if (at(TokenKind::left_paren)) result->params = context_.document.arena.copy(parenthesised_parameters());
  expect(TokenKind::semicolon, "after the dynamic template");
  result->span = since(begin);
  return result;
}

void Parser::refuse_io() {
  fail("unsupported-declaration", span(peek()), "'IO' declarations (input/output specifications) are not supported");
}

// ------------------------------------------------------------ system section

Decl* Parser::system_line() {
  const std::uint32_t begin = take().begin;
  Decl* result = new_decl(DeclKind::system_line, begin);
  std::vector<SystemEntry> entries;
  std::int32_t level = 0;
  while (true) {
    const Name name = used_name("the name of a process");
    if (at(TokenKind::left_paren)) {
      fail("syntax-error", span(peek()), "the system line lists names only, " + found(),
           "declare the instance first: 'P1 = P(…);'");
    }
    SystemEntry entry;
    entry.name = name.text;
    entry.span = name.span;
    entry.level = level;
    entries.push_back(entry);
    if (accept(TokenKind::less)) {
      ++level;
    } else if (!accept(TokenKind::comma)) {
      break;
    }
  }
  expect(TokenKind::semicolon, "after the system line");
  result->system = context_.document.arena.copy(entries);
  result->span = since(begin);
  return result;
}

Decl* Parser::progress() {
  const std::uint32_t begin = take().begin;
  Decl* result = new_decl(DeclKind::progress, begin);
  expect(TokenKind::left_brace, "after 'progress'");
  std::vector<ProgressEntry> entries;
  while (!at(TokenKind::right_brace) && !at_end()) {
    ProgressEntry entry;
    entry.measure = expression();
    if (accept(TokenKind::colon)) {
      entry.guard = entry.measure;
      entry.measure = expression();
    }
    expect(TokenKind::semicolon, "after the progress measure");
    entries.push_back(entry);
  }
  expect(TokenKind::right_brace, "at the end of 'progress'");
  result->progress = context_.document.arena.copy(entries);
  result->span = since(begin);
  return result;
}

// Gantt charts matter for drawing only; the text is kept, and read_gantt() parses it.
Decl* Parser::gantt() {
  const std::uint32_t begin = take().begin;
  Decl* result = new_decl(DeclKind::gantt, begin);
  if (!at(TokenKind::left_brace)) fail_expected("'{' after 'gantt'");
  const std::uint32_t open = peek().end;
  skip_balanced(TokenKind::left_brace, TokenKind::right_brace);
  result->raw = context_.document.sources.text({block_, open, last_end_ - 1});
  result->span = since(begin);
  return result;
}

std::vector<Decl*> Parser::system_section() {
  std::vector<Decl*> result;
  bool seen = false;
  while (!at_end() && !(seen && at(Word::query))) {
    recover([&] {
      if (accept(TokenKind::semicolon)) return;
      if (at(TokenKind::right_brace)) {
        const Token stray = take();
        fail("syntax-error", span(stray), "this '}' closes nothing");
      }
      if (at_keyword(Word::system)) {
        const Token word = peek();
        if (seen) report("second-system-line", span(word), "there is already a system line");
        seen = true;
        result.push_back(system_line());
      } else if (seen && at(Word::progress)) {
        result.push_back(progress());
      } else if (seen && at(Word::gantt)) {
        result.push_back(gantt());
      } else if (seen) {
        const Token token = peek();
        report("syntax-error", span(token),
               "expected nothing after the system line but 'progress' and 'gantt', " + found());
        take();
        throw SyntaxError{};
      } else {
        result.push_back(declaration(Place::global));
      }
    });
  }
  if (!seen) {
    report("missing-system", span(peek()), "there is no system line", "end with 'system P1, P2;' naming the processes");
  }
  return result;
}

}  // namespace orbita::internal
