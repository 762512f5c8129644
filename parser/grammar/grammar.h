// Recursive descent over tokens: text blocks in, syntax trees out.
//
// One function per start symbol, as the XML format needs them. Syntax errors go to `diagnostics`; parsing resumes at
// the next ';' or ',' so that one run can report several. Nesting is bounded: input nested deeper than `max_depth` is
// an error, never a stack overflow.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "parser/document.h"

namespace orbita {

struct GrammarContext {
  Document& document;
  Diagnostics& diagnostics;
  Syntax syntax = Syntax::v4;
  unsigned max_depth = 1000;   // of nested parentheses, blocks, types
  unsigned max_height = 5000;  // of one expression tree: `a + a + …` may have this many terms
  // Words that became keywords in later versions and that this model has declared as names (bit = Word): from their
  // declaration on they are names everywhere. Keep one context for all blocks of a model.
  std::uint64_t declared_words = 0;
};

// Blocks of an XML model. `block` is a number given by document.sources.add().
std::vector<Decl*> parse_declarations(GrammarContext& context, std::uint32_t block);        // global
std::vector<Decl*> parse_local_declarations(GrammarContext& context, std::uint32_t block);  // template
std::vector<Decl*> parse_system(GrammarContext& context, std::uint32_t block);
std::vector<Parameter> parse_parameters(GrammarContext& context, std::uint32_t block);
Expr* parse_guard(GrammarContext& context, std::uint32_t block);  // also invariants
Expr* parse_update(GrammarContext& context, std::uint32_t block);
Expr* parse_expression(GrammarContext& context, std::uint32_t block);  // one expression spanning the whole block
std::vector<Binder> parse_select(GrammarContext& context, std::uint32_t block);
struct SyncLabel {
  Expr* channel = nullptr;
  SyncDirection direction = SyncDirection::none;
};
SyncLabel parse_sync(GrammarContext& context, std::uint32_t block);
struct RateLabel {
  Expr* first = nullptr;
  Expr* second = nullptr;
};
RateLabel parse_rate(GrammarContext& context, std::uint32_t block);

// The name of a template or location: one identifier, surrounding whitespace ignored. Empty after an error. Words that
// became keywords only with 4.0 (`while`) are allowed here, as in UPPAAL.
struct NameLabel {
  std::string_view name;
  Span span;
};
NameLabel parse_name(GrammarContext& context, std::uint32_t block);

// A whole XTA/TA file: fills declarations, templates, system and queries of the document.
// Declarations after the last process belong to the system section.
void parse_xta(GrammarContext& context, std::uint32_t block);
// The same for a file of unknown age: 4.x first; if that fails, 3.x; if both fail, the errors of 4.x. Sets
// context.syntax and document.syntax to the syntax found and returns it.
Syntax parse_xta_any(GrammarContext& context, std::uint32_t block);

// One query (the whole block; newlines are whitespace), of kind `invalid` after an error. nullptr if there are only
// whitespace and comments.
Query* parse_query(GrammarContext& context, std::uint32_t block);
// The query of kind `invalid` for a text with errors.
Query* invalid_query(Document& document, Span where, std::string_view reason);
// A .q file: all its queries; queries with errors are of kind `invalid`. One query per line, comments, continuation
// lines, EXPECT comments.
std::vector<Query*> parse_query_file(GrammarContext& context, std::uint32_t block);

}  // namespace orbita
