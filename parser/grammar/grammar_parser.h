// The recursive-descent parser behind grammar.h.
//
// One object reads one range of a text block. A problem is reported where it is found and then thrown as SyntaxError;
// loops over declarations, statements and edges catch it, skip to the next safe position and continue. AbandonBlock
// gives up the whole block (too deep, too many errors).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "parser/grammar/grammar.h"
#include "parser/grammar/lexer.h"
#include "parser/operators.h"

namespace orbita::internal {

struct SyntaxError {};
struct AbandonBlock {};

// A process of an XTA file while its names are still unresolved.
struct EdgeDraft;

class Parser {
 public:
  Parser(GrammarContext& context, std::uint32_t block, TextKind kind);
  Parser(GrammarContext& context, std::uint32_t block, TextKind kind, std::uint32_t begin, std::uint32_t end);

  // ---- tokens (grammar.cpp)
  const Token& peek(unsigned ahead = 0);
  Token take();
  bool at(TokenKind kind, unsigned ahead = 0) { return peek(ahead).kind == kind; }
  bool at(Word word, unsigned ahead = 0) { return peek(ahead).word == word; }
  bool at_end() { return at(TokenKind::end); }
  bool at_keyword(Word word) { return at(word) && at(TokenKind::keyword); }
  bool accept(TokenKind kind);
  bool accept(Word word);
  Token expect(TokenKind kind, const std::string& where);  // "expected ';' <where>, found …"
  void expect_end(const std::string& what);                // nothing may follow `what`
  std::string_view text(const Token& token) const { return lexer_.text(token); }
  Span span(const Token& token) const { return lexer_.span(token); }
  Span since(std::uint32_t begin) const { return {block_, begin, std::max(begin, last_end_)}; }
  std::string found();  // "found 'x'" in words

  // ---- problems
  [[noreturn]] void fail(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  [[noreturn]] void fail_expected(const std::string& what, std::string hint = "");
  void report(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  void explain_odd_symbol();  // fails if the next token has a message of its own
  // Skips past the next ';' or up to the '}' that closes the enclosing block. `level` is the number of braces open at
  // the start of the broken text.
  void skip_statement(int level);
  void skip_balanced(TokenKind open, TokenKind close);  // at `open`; to one past its partner
  template <class Work>
  void recover(Work&& work) {  // runs work; after an error skips to the next statement
    const std::uint32_t begin = peek().begin;
    const int level = braces_;
    try {
      work();
    } catch (const SyntaxError&) {
      skip_statement(level);
      if (peek().begin == begin && !at(TokenKind::right_brace)) take();  // guarantees progress
    }
  }

  // ---- names
  struct Name {
    std::string_view text;
    Span span;
  };
  bool at_name(unsigned ahead = 0) { return at(TokenKind::identifier, ahead); }
  Name declared_name(const std::string& what);  // a new name; warns about words reserved in later versions
  Name used_name(const std::string& what);      // a name declared elsewhere
  // The word has its special meaning: it is not declared as a name in this model.
  bool is_special(Word word, unsigned ahead = 0);

  // ---- expressions (expressions.cpp)
  Expr* expression();  // one expression; no comma
  Expr* comma_list();  // e, e, …
  Expr* condition();   // 4.x: an expression; 3.x: comma list meaning "and"
  Expr* postfix_expression();
  Expr* initialiser();

  // ---- types and declarations (declarations.cpp)
  bool at_type_keyword(unsigned ahead = 0);
  bool at_declaration();  // of a variable or type, inside a block
  TypeExpr* type();
  std::vector<ArrayDim> dimensions();
  std::vector<Parameter> parameter_list(TokenKind close);
  std::vector<Parameter> parenthesised_parameters();
  enum class Place { global, local, block };
  Decl* variables_or_function(Place place);
  Decl* typedefs();
  Decl* declaration(Place place);
  std::vector<Decl*> declarations(Place place);
  std::vector<Decl*> system_section();
  Decl* system_line();
  std::vector<Binder> binders();
  Binder* binder();

  // ---- statements (statements.cpp)
  Stmt* block();
  Stmt* statement();

  // ---- processes (templates.cpp)
  void xta(Document& target);
  SyncLabel sync_label();
  RateLabel rate_label();

  // ---- queries (queries.cpp)
  Query* query();

  GrammarContext& context() { return context_; }
  bool old_syntax() const { return kind_ == TextKind::old_model; }
  bool in_query() const { return kind_ == TextKind::query; }
  // The text to be parsed, without leading whitespace.
  Span whole() const;

 private:
  friend class DepthGuard;

  // expressions
  Expr* assignment();
  void report_old_operator(const Token& token);
  Expr* binary(Level lowest);
  Expr* unary();
  Expr* primary();
  Expr* postfix(Expr* base);
  Expr* integer_literal(bool negative, std::uint32_t begin);
  Expr* floating_literal();
  Expr* quantifier(ExprKind kind);
  void explain_bare_quantifier();  // fails if `forall i : T` or similar follows
  Expr* name_expression();
  Expr* special_word();  // spawn, exit, numOf, foreach, deadlock; nullptr for a plain name
  bool at_quantifier(unsigned ahead = 0);
  Expr* call(Expr* callee);
  Expr* leaf(ExprKind kind, const Token& token);
  Expr* unary_node(ExprKind kind, Span where, Expr* operand);
  Expr* binary_node(ExprKind kind, Expr* left, Expr* right);
  Expr* node(ExprKind kind, Span where, std::span<Expr*> args);
  void raise_height(Expr* parent, const Expr* child);

  // declarations
  TypeExpr* base_type(TypeExpr* result);
  void type_prefixes(TypeExpr* result);
  std::span<Field> struct_fields();
  Declarator declarator(const std::string& what);
  std::span<Declarator> declarator_list(Declarator first, bool with_init);
  Decl* old_constants();
  Decl* function(TypeExpr* result, Name name, std::uint32_t begin);
  Decl* instantiation();
  Decl* channel_priority();
  Decl* update_hook(DeclKind kind);
  Decl* import_block();
  Function* imported_function();
  Decl* dynamic_template();
  Decl* progress();
  Decl* gantt();
  void refuse_io();
  void parameter_group(std::vector<Parameter>& result, TokenKind close);
  Decl* new_decl(DeclKind kind, std::uint32_t begin);

  // statements
  Stmt* new_stmt(StmtKind kind, std::uint32_t begin);
  Stmt* if_statement();
  Stmt* for_statement();
  void for_header(Stmt& loop);
  Stmt* while_statement();
  Stmt* do_statement();
  Stmt* return_statement();
  Stmt* expression_statement();
  bool at_assert();
  void block_items(std::vector<Decl*>& decls, std::vector<Stmt*>& statements);

  // processes
  Template* process();
  void process_body(Template& result);
  void states(std::vector<Location>& locations);
  Location state();
  std::vector<Name> name_list(const std::string& what);
  void edges(std::vector<EdgeDraft>& drafts);
  EdgeDraft edge(const EdgeDraft* previous);
  void edge_labels(Edge& edge);
  void edge_label(Edge& edge, Word word);
  void query_block(Document& target);

  // queries
  Query* unsupported(std::string reason);
  bool detect_unsupported(std::string& reason);
  void path_query(Query& query);
  [[noreturn]] void fail_without_path(const Token& first, const Expr* predicate);
  void bounds_query(Query& query);
  bool fix_spaced_operator(TokenKind& kind);
  std::string statistical_expectation();

  GrammarContext& context_;
  std::uint32_t block_;
  TextKind kind_;
  Lexer lexer_;
  Lexer start_;  // kept at the start of the text: for unbounded lookahead
  std::array<Token, 8> ahead_{};
  unsigned first_ = 0, count_ = 0;  // ring of tokens read but not taken
  std::uint32_t last_end_ = 0;      // end of the last token taken
  Token last_{};                    // the last token taken
  int braces_ = 0, parens_ = 0;     // opened and not yet closed by the tokens taken
  unsigned depth_ = 0;
  unsigned errors_ = 0;
  std::string unsupported_;  // a construct met in a query that makes it unsupported
};

// Counts nesting; exceeding the limit is an error, not a stack overflow.
class DepthGuard {
 public:
  explicit DepthGuard(Parser& parser);
  ~DepthGuard() { --parser_.depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  Parser& parser_;
};

struct EdgeDraft {
  Parser::Name source, target;
  Edge edge;
};

// The kind of text for the lexer.
inline TextKind text_kind(Syntax syntax) { return syntax == Syntax::v3 ? TextKind::old_model : TextKind::model; }

// A name in quotes for messages, cut when very long.
std::string quoted(std::string_view text);

// The single query of the parser's text: of kind `invalid` if it has errors (already reported); nullptr if there are
// only whitespace and comments.
Query* read_query(Parser& parser, const GrammarContext& context);

}  // namespace orbita::internal
