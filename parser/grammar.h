// Recursive descent over tokens: text blocks in, syntax trees out.
//
// One function per start symbol, as the XML format needs them (xml-format.md
// section 5). Syntax errors go to `diagnostics`; parsing resumes at the next
// ';' or ',' so that one run reports more than one. Nesting is bounded: input
// nested deeper than `max_depth` is an error, never a stack overflow.
#pragma once

#include <cstdint>
#include <vector>

#include "parser/document.h"

namespace orbita {

struct GrammarContext {
  Document& document;
  Diagnostics& diagnostics;
  Syntax syntax = Syntax::v4;
  unsigned max_depth = 1000;
};

// Blocks of an XML model. `block` is a number given by document.sources.add().
std::vector<Decl*> parse_declarations(GrammarContext& context, std::uint32_t block);        // global
std::vector<Decl*> parse_local_declarations(GrammarContext& context, std::uint32_t block);  // template
std::vector<Decl*> parse_system(GrammarContext& context, std::uint32_t block);
std::vector<Parameter> parse_parameters(GrammarContext& context, std::uint32_t block);
Expr* parse_guard(GrammarContext& context, std::uint32_t block);       // also invariants
Expr* parse_update(GrammarContext& context, std::uint32_t block);
Expr* parse_expression(GrammarContext& context, std::uint32_t block);  // one expression, all of the block
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

// A whole XTA/TA file: fills declarations, templates, system and queries of the document.
void parse_xta(GrammarContext& context, std::uint32_t block);

// One query (all of the block; newlines are blanks).
Query* parse_query(GrammarContext& context, std::uint32_t block);
// A .q file: one query per line, comments, continuation lines, EXPECT comments (queries.md section 4).
std::vector<Query*> parse_query_file(GrammarContext& context, std::uint32_t block);

}  // namespace orbita
