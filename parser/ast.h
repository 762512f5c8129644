// The syntax tree of a model and of its queries, as written.
//
// Grammar functions build it (grammar/grammar.h), the XML reader assembles the pieces (xml/xml_reader.h), the checker
// (check/check.h) fills in the fields marked [checked]: names get their Symbol, expressions their Type. All nodes live
// in the Document's arena; string_views point into its Sources or its arena.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "parser/source.h"

namespace orbita {

struct Type;    // type.h
struct Symbol;  // symbol.h
struct Expr;
struct TypeExpr;
struct Stmt;
struct Function;  // a function's signature and body; below

// ---------------------------------------------------------------- expressions

enum class ExprKind : std::uint8_t {
  // leaves
  integer,   // value
  boolean,   // value 0 or 1 (true/false)
  floating,  // number
  string,    // name = text between the quotes; value = its number in Model::strings [checked]
  name,      // name
  deadlock,  // queries only
  // places
  member,  // args[0].name
  index,   // args[0][args[1]]
  call,    // args[0] is the callee (a name, possibly a process set), args[1..] the arguments
  rate,    // args[0]'
  // unary
  plus,
  minus,
  logical_not,
  pre_increment,
  pre_decrement,
  post_increment,
  post_decrement,
  // binary
  power,
  multiply,
  divide,
  modulo,
  add,
  subtract,
  shift_left,
  shift_right,
  minimum,
  maximum,
  less,
  less_equal,
  greater_equal,
  greater,
  equal,
  not_equal,
  bit_and,
  bit_xor,
  bit_or,
  logical_and,
  logical_or,
  logical_xor,
  imply,
  // assignments: args[0] the place, args[1] the value
  assign,
  assign_add,
  assign_subtract,
  assign_multiply,
  assign_divide,
  assign_modulo,
  assign_and,
  assign_or,
  assign_xor,
  assign_shift_left,
  assign_shift_right,
  // others
  conditional,  // args[0] ? args[1] : args[2]
  forall,
  exists,
  sum,    // binder; args[0] is the body
  comma,  // args[0], args[1] (left associative)
  list,   // initialiser {a, b: c}; field_names parallel to args ("" where not given)
  // Dynamic templates: parsed, refused later. spawn has args as call; num_of has the template's name;
  // foreach_dynamic is built like forall.
  spawn,
  exit_,
  num_of,
  foreach_dynamic,
};

// Contexts a boolean expression is allowed in; each class contains the classes before it, except invariant_rate, which
// is allowed in invariants only.
enum class ConstraintClass : std::uint8_t { none, integral, invariant, invariant_rate, guard, constraint, formula };

// `name : type` of a quantifier, a select or a for loop over a range.
struct Binder {
  std::string_view name;
  Span span;  // of the name
  TypeExpr* type = nullptr;
  Symbol* symbol = nullptr;  // [checked]
};

struct Expr {
  ExprKind kind = ExprKind::integer;
  ConstraintClass constraint = ConstraintClass::none;  // [checked]
  // Height of the tree rooted here; a leaf has 1. The grammar bounds it (GrammarContext::max_height), so recursive
  // passes cannot run out of stack. Synthesised trees need not set it.
  std::uint16_t height = 1;
  Span span;
  std::span<Expr*> args;
  std::string_view name;
  std::int64_t value = 0;
  double number = 0;
  Binder* binder = nullptr;
  std::span<std::string_view> field_names;
  const Type* type = nullptr;  // [checked]
  // [checked] For `name`: the symbol it refers to. For `call`: the function, or the process set in a query. For
  // `member`: the struct field is found by field_index; for a process member in a query it is the member's symbol, and
  // args[0] denotes the process (name or call).
  Symbol* symbol = nullptr;
  std::uint32_t field_index = 0;  // [checked] for `member` on a struct
};

// ---------------------------------------------------------------------- types

enum class TypeSyntax : std::uint8_t {
  named,
  integer,
  boolean,
  clock,
  channel,
  scalar,
  structure,
  floating,
  string,
  void_
};

struct ArrayDim {
  Expr* size = nullptr;            // [e]
  TypeExpr* index_type = nullptr;  // [T]; exactly one of the two. `[name]` is parsed as a size;
                                   // the checker turns it into an index type when the name is a type.
};

struct Declarator {
  std::string_view name;
  Span span;
  std::span<ArrayDim> dims;
  Expr* init = nullptr;
  bool by_reference = false;  // parameters only
  Symbol* symbol = nullptr;   // [checked]
};

struct Field {
  TypeExpr* type = nullptr;
  Declarator declarator;
};

struct TypeExpr {
  TypeSyntax kind = TypeSyntax::integer;
  Span span;
  bool is_const = false, is_meta = false, is_urgent = false, is_broadcast = false, is_hybrid = false;
  std::string_view name;  // named
  Expr* low = nullptr;    // int[low, high]
  Expr* high = nullptr;
  Expr* size = nullptr;        // scalar[size]
  std::span<Field> fields;     // struct
  const Type* type = nullptr;  // [checked] without array dimensions of declarators
};

// --------------------------------------------------------------- declarations

enum class DeclKind : std::uint8_t {
  variables,
  typedefs,
  function,
  channel_priority,
  before_update,
  after_update,
  import_,
  instantiation,
  dynamic_template,
  system_line,
  progress,
  gantt
};

struct Parameter {
  TypeExpr* type = nullptr;
  Declarator declarator;
};

struct Decl;

// A function; only its signature if imported.
struct Function {
  std::string_view name;
  Span span;  // of the name
  TypeExpr* result = nullptr;
  std::span<Parameter> params;
  Stmt* body = nullptr;            // nullptr: external
  std::string_view external_name;  // import `name = type external_name(…)`; empty: the same name
  Symbol* symbol = nullptr;        // [checked]
};

// One entry of `chan priority a, b[0] < default < c;`
struct PriorityEntry {
  Expr* channel = nullptr;  // nullptr: default
  Span span;
  std::int32_t level = 0;  // 0 for the leftmost group, +1 at each '<'
};

struct SystemEntry {
  std::string_view name;
  Span span;
  std::int32_t level = 0;    // +1 at each '<'
  Symbol* symbol = nullptr;  // [checked]
};

struct ProgressEntry {
  Expr* guard = nullptr;
  Expr* measure = nullptr;
};

struct Decl {
  DeclKind kind = DeclKind::variables;
  Span span;
  TypeExpr* type = nullptr;             // variables, typedefs
  std::span<Declarator> declarators;    // variables, typedefs
  Function* function = nullptr;         // function
  std::span<Function*> functions;       // import_
  std::string_view library;             // import_
  std::span<PriorityEntry> priorities;  // channel_priority
  Expr* update = nullptr;               // before_update, after_update
  // instantiation: name(params) = target(args);  dynamic_template: name(params)
  std::string_view name;
  Span name_span;
  std::string_view target;
  Span target_span;
  std::span<Parameter> params;
  std::span<Expr*> args;
  Symbol* symbol = nullptr;           // [checked] instantiation
  std::span<SystemEntry> system;      // system_line
  std::span<ProgressEntry> progress;  // progress
  std::string_view raw;               // gantt: the text between its braces, as written
};

// ----------------------------------------------------------------- statements

enum class StmtKind : std::uint8_t {
  block,
  empty,
  expression,
  if_,
  for_,
  for_range,
  while_,
  do_while,
  return_,
  assert_
};

struct Stmt {
  StmtKind kind = StmtKind::empty;
  Span span;
  std::span<Decl*> decls;     // block: variables and typedefs at its start
  std::span<Stmt*> body;      // block: its statements; if_: then[, else]; loops: the single body
  Expr* init = nullptr;       // for_
  Expr* condition = nullptr;  // if_, for_, while_, do_while; return_, expression, assert_: the expression
  Expr* step = nullptr;       // for_
  Binder* binder = nullptr;   // for_range
};

// ------------------------------------------------------------------ templates

struct Location {
  std::string_view name;  // "_id7" for anonymous locations
  bool anonymous = false;
  Span span;
  Expr* invariant = nullptr;
  Expr* exponential_rate = nullptr;
  Expr* exponential_rate2 = nullptr;  // the second part of e:e
  bool urgent = false, committed = false;
  Symbol* symbol = nullptr;  // [checked]
  std::int32_t layout = -1;  // index of the element in Document::xml; -1 if there is none
};

struct Branchpoint {
  std::string_view name;
  Span span;
  std::int32_t layout = -1;
};

enum class SyncDirection : std::uint8_t { none, send, receive, csp };

struct Edge {
  // Locations come first, then branchpoints: index i >= locations.size() is branchpoint i - size.
  std::uint32_t source = 0, target = 0;
  Span span;
  bool controllable = true;
  std::span<Binder> selects;
  Expr* guard = nullptr;
  Expr* sync = nullptr;  // the channel expression
  SyncDirection direction = SyncDirection::none;
  Expr* update = nullptr;  // comma list
  Expr* probability = nullptr;
  std::int32_t layout = -1;
};

struct Template {
  std::string_view name;
  Span span;  // of the name
  std::span<Parameter> params;
  std::span<Decl*> decls;
  std::span<Location> locations;
  std::span<Branchpoint> branchpoints;
  std::uint32_t init = 0;
  bool has_init = false;
  std::span<Edge> edges;
  bool is_lsc = false;       // a live sequence chart: kept for its name only, refused when instantiated
  Symbol* symbol = nullptr;  // [checked]
  std::int32_t layout = -1;
};

// -------------------------------------------------------------------- queries

enum class QueryKind : std::uint8_t {
  reachable,           // E<> p
  invariantly,         // A[] p
  potentially_always,  // E[] p
  eventually,          // A<> p
  leads_to,            // p --> q
  sup,
  inf,
  bounds,       // sup{p}: e, …
  unsupported,  // recognised, but not a symbolic query: `reason` names the kind
  invalid       // has a syntax error, which is in the diagnostics and in `reason`; listed, never verified
};

enum class Expectation : std::uint8_t { none, satisfied, not_satisfied, maybe_satisfied, maybe_not_satisfied, error };

struct QueryOption {
  std::string_view key, value;
};

struct Query {
  QueryKind kind = QueryKind::unsupported;
  std::string_view text;  // as written, surrounding whitespace removed
  Span span;
  Expr* predicate = nullptr;     // p; for sup/inf/bounds the predicate in braces or nullptr
  Expr* consequence = nullptr;   // q of p --> q
  std::span<Expr*> expressions;  // sup/inf/bounds
  std::string_view reason;       // unsupported: "statistical query (Pr)"; not checked: the first error
  std::string_view comment;
  std::span<QueryOption> options;
  Expectation expected = Expectation::none;
  std::uint32_t index = 0;  // 1-based: k of /nta/queries/query[k], or counting queries of a file
  bool checked = false;     // [checked] typed without error: may be verified
};

}  // namespace orbita
