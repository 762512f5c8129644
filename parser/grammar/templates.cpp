// XTA and TA files: processes, edges, and the file as a whole.
#include <unordered_map>
#include <utility>

#include "parser/grammar/grammar_parser.h"

namespace orbita {

namespace internal {

namespace {

using Index = std::unordered_map<std::string_view, std::uint32_t>;

// Maps names of locations and branchpoints to their index in an Edge; the first of equal names counts.
Index index_nodes(const std::vector<Location>& locations, const std::vector<Branchpoint>& branchpoints) {
  Index result;
  std::uint32_t next = 0;
  for (const Location& location : locations) result.emplace(location.name, next++);
  for (const Branchpoint& branchpoint : branchpoints) result.emplace(branchpoint.name, next++);
  return result;
}

std::vector<std::string_view> keys(const Index& index) {
  std::vector<std::string_view> result;
  for (const auto& entry : index) result.push_back(entry.first);
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

// ------------------------------------------------------------------- labels

SyncLabel Parser::sync_label() {
  SyncLabel result;
  result.channel = postfix_expression();
  if (accept(TokenKind::exclamation)) {
    result.direction = SyncDirection::send;
  } else if (accept(TokenKind::question)) {
    result.direction = SyncDirection::receive;
  } else {
    result.direction = SyncDirection::csp;  // the checker refuses it where a process uses it
  }
  return result;
}

RateLabel Parser::rate_label() {
  RateLabel result;
  result.first = expression();
  if (accept(TokenKind::colon)) result.second = expression();
  return result;
}

// ---------------------------------------------------------------- locations

std::vector<Parser::Name> Parser::name_list(const std::string& what) {
  std::vector<Name> result;
  do result.push_back(used_name(what));
  while (accept(TokenKind::comma));
  return result;
}

// name [{ invariant [; rate] }]
Location Parser::state() {
  Location result;
  const Name name = declared_name("the name of a location");
  result.name = name.text;
  result.span = name.span;
  if (!accept(TokenKind::left_brace)) return result;
  if (!at(TokenKind::semicolon) && !at(TokenKind::right_brace)) result.invariant = condition();
  if (accept(TokenKind::semicolon) && !at(TokenKind::right_brace)) {
    const RateLabel rate = rate_label();
    result.exponential_rate = rate.first;
    result.exponential_rate2 = rate.second;
  }
  expect(TokenKind::right_brace, "after the invariant of " + quoted(name.text));
  return result;
}

void Parser::states(std::vector<Location>& locations) {
  do locations.push_back(state());
  while (accept(TokenKind::comma));
  expect(TokenKind::semicolon, "after the locations");
}

// -------------------------------------------------------------------- edges

void Parser::edge_label(Edge& edge, Word word) {
  const auto once = [&](bool present, const Token& token) {
    if (present) report("duplicate-label", span(token), "this edge already has a " + quoted(text(token)) + " label");
  };
  const Token token = take();
  switch (word) {
    case Word::select:
      once(!edge.selects.empty(), token);
      edge.selects = context_.document.arena.copy(binders());
      break;
    case Word::guard:
      once(edge.guard, token);
      edge.guard = condition();
      break;
    case Word::sync: {
      once(edge.sync, token);
      const SyncLabel label = sync_label();
      edge.sync = label.channel;
      edge.direction = label.direction;
      break;
    }
    case Word::assign:
      once(edge.update, token);
      edge.update = comma_list();
      break;
    default:
      once(edge.probability, token);
      edge.probability = expression();
      break;
  }
  expect(TokenKind::semicolon, "after the " + quoted(text(token)) + " label");
}

void Parser::edge_labels(Edge& edge) {
  expect(TokenKind::left_brace, "before the labels of the edge");
  while (!at(TokenKind::right_brace)) {
    const Word word = peek().word;
    const bool known = word == Word::select || word == Word::guard || word == Word::sync || word == Word::assign ||
                       word == Word::probability;
    if (!known) fail_expected("a label ('select', 'guard', 'sync', 'assign' or 'probability') or '}'");
    // A label is its keyword followed by content; `select;` is empty.
    edge_label(edge, word);
  }
  take();
}

// source -> target { labels }, or -> target { labels } from the source of the previous edge.
EdgeDraft Parser::edge(const EdgeDraft* previous) {
  EdgeDraft result;
  const std::uint32_t begin = peek().begin;
  if (at(TokenKind::arrow) || at(TokenKind::uncontrollable_arrow)) {
    if (!previous)
      fail("syntax-error", span(peek()), "the first edge needs a source location before " + quoted(text(peek())));
    result.source = previous->source;
  } else {
    result.source = used_name("the source location of an edge");
  }
  if (at(TokenKind::uncontrollable_arrow)) {
    result.edge.controllable = false;
    take();
  } else {
    expect(TokenKind::arrow, "after the source location");
  }
  result.target = used_name("the target location of an edge");
  edge_labels(result.edge);
  result.edge.span = since(begin);
  return result;
}

void Parser::edges(std::vector<EdgeDraft>& drafts) {
  do {
    if (at(TokenKind::semicolon))
      fail("trailing-comma", span(peek()), "expected an edge after ',', found ';'", "remove the last ','");
    const EdgeDraft draft = edge(drafts.empty() ? nullptr : &drafts.back());
    drafts.push_back(draft);
  } while (accept(TokenKind::comma));
  expect(TokenKind::semicolon, "after the edges");
}

// ---------------------------------------------------------------- processes

namespace {

struct ProcessDraft {
  std::vector<Decl*> decls;
  std::vector<Location> locations;
  std::vector<Branchpoint> branchpoints;
  std::vector<std::pair<Parser::Name, bool>> marks;  // name, committed (otherwise urgent)
  std::vector<Parser::Name> init;
  std::vector<EdgeDraft> edges;
};

}  // namespace

void Parser::process_body(Template& result) {
  ProcessDraft draft;
  const auto section = [&] {
    if (accept(Word::state)) {
      states(draft.locations);
    } else if (at(Word::branchpoint) && at_name(1) && (at(TokenKind::comma, 2) || at(TokenKind::semicolon, 2)) &&
               !draft.locations.empty()) {
      take();
      do {
        const Name name = declared_name("the name of a branchpoint");
        draft.branchpoints.push_back({name.text, name.span, -1});
      } while (accept(TokenKind::comma));
      expect(TokenKind::semicolon, "after the branchpoints");
    } else if ((at_keyword(Word::commit) || at_keyword(Word::urgent)) && !at(Word::chan, 1) &&
               !at(Word::broadcast, 1)) {
      const Token word = take();
      for (const Name& name : name_list("the name of a location"))
        draft.marks.emplace_back(name, word.is(Word::commit));
      expect(TokenKind::semicolon, "after the list of locations");
    } else if (accept(Word::init)) {
      draft.init.push_back(used_name("the name of the initial location"));
      expect(TokenKind::semicolon, "after the initial location");
    } else if (accept(Word::trans)) {
      if (!accept(TokenKind::semicolon)) edges(draft.edges);
    } else if (!accept(TokenKind::semicolon)) {
      draft.decls.push_back(declaration(Place::local));
    }
  };
  while (!at(TokenKind::right_brace) && !at_end() && !at_keyword(Word::process) && !at_keyword(Word::system)) {
    recover(section);
  }

  Arena& arena = context_.document.arena;
  const Index index = index_nodes(draft.locations, draft.branchpoints);
  const auto resolve = [&](const Name& name, bool location_only, std::uint32_t& out) {
    const auto it = index.find(name.text);
    const bool found_it = it != index.end() && !(location_only && it->second >= draft.locations.size());
    if (found_it) {
      out = it->second;
    } else if (it != index.end()) {
      report("branchpoint-misplaced", name.span, quoted(name.text) + " is a branchpoint, not a location");
    } else {
      report("unknown-location", name.span,
             "there is no location " + quoted(name.text) + " in process " + quoted(result.name),
             spelling_hint(name.text, keys(index)));
    }
    return found_it;
  };
  for (const auto& [name, committed] : draft.marks) {
    std::uint32_t at_index = 0;
    if (!resolve(name, true, at_index)) continue;
    (committed ? draft.locations[at_index].committed : draft.locations[at_index].urgent) = true;
  }
  for (const Name& name : draft.init) {
    if (result.has_init)
      report("second-init", name.span, "process " + quoted(result.name) + " already has an initial location");
    result.has_init = resolve(name, true, result.init) || result.has_init;
  }
  if (draft.init.empty() && !draft.locations.empty()) {  // an empty process is left to the checker
    report("missing-init", result.span, "process " + quoted(result.name) + " has no initial location",
           "write 'init name;' after its locations");
  }
  std::vector<Edge> resolved;
  for (EdgeDraft& item : draft.edges) {
    const bool source = resolve(item.source, false, item.edge.source);
    const bool target = resolve(item.target, false, item.edge.target);
    if (source && target) resolved.push_back(item.edge);
  }
  result.decls = arena.copy(draft.decls);
  result.locations = arena.copy(draft.locations);
  result.branchpoints = arena.copy(draft.branchpoints);
  result.edges = arena.copy(resolved);
}

Template* Parser::process() {
  take();
  Template* result = context_.document.arena.make<Template>();
  const Name name = declared_name("the name of a process");
  result->name = name.text;
  result->span = name.span;
  if (!old_syntax() || at(TokenKind::left_paren)) {
    if (!at(TokenKind::left_paren)) fail_expected("'(' after the process name", "write '()' when it has no parameters");
    result->params = context_.document.arena.copy(parenthesised_parameters());
  }
  const Token open = expect(TokenKind::left_brace, "before the body of process " + quoted(name.text));
  process_body(*result);
  if (!at(TokenKind::right_brace)) fail("unclosed-block", span(open), "this '{' is never closed");
  take();
  return result;
}

// --------------------------------------------------------------- whole files

// query { formula }
void Parser::query_block(Document& target) {
  take();
  if (!at(TokenKind::left_brace)) fail("syntax-error", span(peek()), "expected '{' after 'query', " + found());
  const std::uint32_t begin = peek().end;
  skip_balanced(TokenKind::left_brace, TokenKind::right_brace);
  Parser inner(context_, block_, TextKind::query, begin, last_end_ - 1);
  try {
    if (Query* made = inner.query()) {
      made->index = static_cast<std::uint32_t>(target.queries.size() + 1);
      target.queries.push_back(made);
    }
  } catch (const SyntaxError&) {
  }
}

void Parser::xta(Document& target) {
  std::vector<Decl*> since_process;  // declarations after the last process so far
  while (!at_end() && !at_keyword(Word::system)) {
    recover([&] {
      if (accept(TokenKind::semicolon)) return;
      if (at(TokenKind::right_brace)) {
        const Token stray = take();
        fail("syntax-error", span(stray), "this '}' closes nothing");
      }
      if (!at_keyword(Word::process)) {
        since_process.push_back(declaration(Place::global));
        return;
      }
      // Declarations before this process are visible in it, so they are global; instances wait for the end.
      for (Decl* decl : since_process) {
        (decl->kind == DeclKind::instantiation ? target.system : target.declarations).push_back(decl);
      }
      since_process.clear();
      target.templates.push_back(process());
    });
  }
  if (target.templates.empty()) {
    for (Decl* decl : since_process) {
      (decl->kind == DeclKind::instantiation ? target.system : target.declarations).push_back(decl);
    }
  } else {
    target.system.insert(target.system.end(), since_process.begin(), since_process.end());
  }
  const std::vector<Decl*> rest = system_section();
  target.system.insert(target.system.end(), rest.begin(), rest.end());
  while (!at_end()) {
    if (!at(Word::query)) fail_expected("'query' or the end of the file");
    query_block(target);
  }
}

}  // namespace internal

namespace {

// Parses into the document's arena, but into separate lists.
bool parse_into(GrammarContext& context, std::uint32_t block, Document& lists) {
  const std::size_t before = context.diagnostics.error_count();
  internal::Parser parser(context, block, internal::text_kind(context.syntax));
  try {
    parser.xta(lists);
  } catch (const internal::SyntaxError&) {
  } catch (const internal::AbandonBlock&) {
  }
  return context.diagnostics.error_count() == before;
}

void append(Document& document, const Document& lists) {
  const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  add(document.declarations, lists.declarations);
  add(document.templates, lists.templates);
  add(document.system, lists.system);
  add(document.queries, lists.queries);
}

}  // namespace

void parse_xta(GrammarContext& context, std::uint32_t block) {
  Document lists;
  parse_into(context, block, lists);
  append(context.document, lists);
  context.document.syntax = context.syntax;
}

Syntax parse_xta_any(GrammarContext& context, std::uint32_t block) {
  Diagnostics modern_problems, old_problems;
  Document modern_lists, old_lists;
  GrammarContext modern{context.document, modern_problems, Syntax::v4, context.max_depth, context.max_height};
  const bool modern_ok = parse_into(modern, block, modern_lists);
  bool use_old = false;
  if (!modern_ok) {
    GrammarContext old{context.document, old_problems, Syntax::v3, context.max_depth, context.max_height};
    use_old = parse_into(old, block, old_lists);
  }
  for (const Diagnostic& item : (use_old ? old_problems : modern_problems).items()) context.diagnostics.add(item);
  if (use_old) {
    context.diagnostics.note("old-syntax", {block, 0, 0}, "read as the old 3.x syntax",
                             "as 4.x text it is wrong: " + modern_problems.items().front().message);
  }
  append(context.document, use_old ? old_lists : modern_lists);
  context.syntax = context.document.syntax = use_old ? Syntax::v3 : Syntax::v4;
  if (!use_old) context.declared_words |= modern.declared_words;
  return context.syntax;
}

}  // namespace orbita
