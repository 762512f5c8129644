// The checker behind check.h: one pass over the trees in declaration order.
//
// One class because all parts share the scopes and the current position; its parts live in check/*.cpp, one file per
// topic. A problem is reported where it is found and the expression gets the error type, which is silently compatible
// with every type, so that one mistake is reported once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "parser/check/accesses.h"
#include "parser/check/check.h"
#include "parser/check/scopes.h"
#include "parser/interpreter/interpreter.h"

namespace orbita {

struct GanttLine;

// A name as shown in messages.
inline std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

// The kind of text an expression occurs in; decides which constructs it may contain.
enum class Label : std::uint8_t {
  declaration,
  function,
  guard,
  invariant,
  sync,
  update,
  ignored,
  instantiation,
  query
};

// The purpose a name is needed for; decides which names are suggested for an unknown one.
enum class NameUse : std::uint8_t { value, channel, type, function, process };

class Checker {
 public:
  Checker(Model& model, Diagnostics& diagnostics, const CheckOptions& options);

  void check_document();
  bool check_query(Query& query);
  void check_gantt(GanttLine& line);

 private:
  // A resolved type with the prefixes that belong to the declared name.
  struct Resolved {
    const Type* type = nullptr;
    bool is_const = false, is_meta = false;
  };
  // The inputs a compile-time expression depends on.
  enum class Dependence : std::uint8_t { closed, parametric, dynamic };
  struct LabelScope;  // sets label_ and the floating-point bookkeeping for one expression

  // ---- check.cpp: order of the passes
  void predeclare();
  void check_global(Decl& decl);
  void check_hook(Decl& decl);

  // ---- support.cpp: problems, names, values
  void error(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  void warning(DiagnosticCode code, Span where, std::string message, std::string hint = "");
  // A construct a symbolic engine cannot handle: an error only if the place is used by a process.
  void refuse(Span where, std::string message, std::string hint = "");
  void refuse(DiagnosticCode code, Span where, std::string message, std::string hint);
  // The same for constructs that statistical queries may have. A query containing one is not symbolic.
  void refuse_statistical(Span where, std::string message, std::string hint = "");
  std::string place_text(Span where) const;  // "line 3"
  // "'f' takes 2 arguments, but 1 is given"
  void wrong_count(Span where, std::string_view name, std::size_t takes, std::size_t given);
  Symbol* new_symbol(SymbolKind kind, std::string_view name, Span span, const Type* type);
  void declare(Symbol* symbol);
  Type* new_type(TypeKind kind);
  const Type* type_of(const Expr& expr) const { return expr.type ? expr.type : error_; }
  Expr* number(std::int64_t value, Span where);
  std::optional<std::int32_t> evaluate(const Expr& expr);
  // Runs `work`, turning an EvaluationError into a diagnostic; false if there was one.
  template <class Work>
  bool evaluating(Work&& work) {
    try {
      work();
      return true;
    } catch (const EvaluationError& problem) {
      error("bad-value", problem.where(), problem.what());
      return false;
    }
  }
  // Nothing it reads or calls is broken, so it can be evaluated.
  bool is_sound(const Expr& expr) const;

  // ---- names.cpp: unknown names
  Symbol* look_up(std::string_view name, Span where, NameUse use = NameUse::value);  // reports unknown names
  void report_unknown(std::string_view name, Span where, NameUse use);
  // A name not declared here, but predeclared in a dialect: reported once per model.
  bool refuse_dialect(std::string_view name, Span where);
  std::string suggestion(std::string_view name, NameUse use);
  std::string owner_hint(std::string_view name) const;  // the name belongs to another template
  Span member_span(const Expr& member) const;           // of the name after the dot

  // ---- types.cpp
  Resolved resolve(TypeExpr& syntax);
  const Type* resolve_dims(const Type* element, std::span<ArrayDim> dims);
  const Type* resolve_range(TypeExpr& syntax, bool is_const);
  const Type* resolve_scalar(TypeExpr& syntax);
  const Type* resolve_structure(TypeExpr& syntax);
  const Type* resolve_named(TypeExpr& syntax, Resolved& result);
  const Type* resolve_dim(const Type* element, ArrayDim& dim);
  const Type* range_type(Expr* low, Expr* high, Span where);
  bool check_extent(const Type& type, Span where);
  bool check_prefixes(const TypeExpr& syntax, const Type& type);
  bool check_field_type(const Type& type, Span where, std::string_view name);
  // An int expression known at compile time; nullopt if it is not (already reported).
  std::optional<Dependence> constant_int(Expr& expr, const char* what);
  std::optional<Dependence> compile_time(const Expr& expr, const char* what);
  void note_size_dependence(const Expr& expr);
  void note_size_dependence(const Type& type);
  Symbol* bind(Binder& binder, bool quantifier, bool default_range_allowed);

  // ---- declarations.cpp
  void check_variables(Decl& decl, Scope scope);
  void check_variable(Declarator& declarator, const Resolved& base, const TypeExpr& syntax, Scope scope);
  void check_typedefs(Decl& decl, Scope scope);
  bool check_variable_type(const Declarator& declarator, const Type& type, const Resolved& base, Scope scope);
  void check_initialiser(Declarator& declarator, Symbol& symbol, Scope scope);
  void refuse_clock_start(Span where);
  bool check_init_against(Expr& init, const Type& type);
  bool check_list(Expr& list, const Type& type);
  void settle_value(Symbol& symbol, Scope scope, bool sound);
  bool is_known(const GlobalObject& object, const Symbol& symbol);
  Symbol* declare_parameter(Parameter& parameter, std::uint32_t index);
  void apply_overrides(const Symbol& symbol, GlobalObject& object);
  void report_unused_overrides();

  // ---- expressions.cpp: leaves and places
  const Type* check(Expr& expr);
  const Type* check_node(Expr& expr);
  const Type* check_whole(Expr& expr);  // of a member or element
  void note_floating(const Expr& expr, const Type& type);
  void blame_floating(Span where, std::string why);
  const Type* check_name(Expr& expr);
  const Type* check_member(Expr& expr);
  const Type* check_process_member(Expr& expr, const Type& process);
  const Type* check_index(Expr& expr);
  void warn_about_index(const Expr& position, const Type& index);
  const Type* check_call(Expr& expr);
  const Type* check_member_call(Expr& expr, bool sound);
  const Type* check_function_call(Expr& expr, Symbol& symbol);
  const Type* check_builtin_call(Expr& expr, Symbol& symbol);
  void note_function(const Expr& expr, std::string_view name);
  const Type* check_process_call(Expr& expr, Symbol& symbol);
  bool check_argument(Expr& argument, const Symbol& parameter);
  const Type* check_quantifier(Expr& expr);
  const Type* check_conditional(Expr& expr);
  const Type* check_rate(Expr& expr);
  const Type* refuse_dynamic(Expr& expr);
  bool is_place(const Expr& expr) const;
  bool is_modifiable(const Expr& expr, bool report);

  // ---- operators.cpp
  const Type* check_operator(Expr& expr);
  const Type* check_unary(Expr& expr);
  const Type* check_arithmetic(Expr& expr);
  const Type* check_clock_arithmetic(Expr& expr, const Type& left, const Type& right);
  const Type* check_comparison(Expr& expr);
  const Type* check_equality(Expr& expr);
  const Type* check_clock_comparison(Expr& expr);
  const Type* check_rate_comparison(Expr& expr);
  const Type* check_logical(Expr& expr);
  const Type* check_assignment(Expr& expr);
  const Type* check_step(Expr& expr);
  bool assignable(const Type& target, const Expr& value, std::string& why);
  bool is_value(const Expr& expr) const;      // int or bool, free of clocks
  bool is_condition(const Expr& expr) const;  // int, bool or clock constraint
  const Type* mismatch(Expr& expr, const Expr& operand, const std::string& needs);
  const Type* boolean(Expr& expr, ConstraintClass constraint);
  const Type* integer(Expr& expr);
  const Type* fail(Expr& expr);  // the error type, reported already

  // ---- labels.cpp: complete expressions in their context
  bool check_condition(Expr& expr, Label label);
  bool check_side_effects(const Expr& expr, const char* what);  // false: it has side effects, reported
  bool check_update(Expr& expr, Label label);
  void check_update_item(Expr& expr);
  bool has_effect(const Expr& expr) const;
  void check_invariant_shape(const Expr& expr);
  void note_calls(const Expr& expr);

  // ---- functions.cpp
  void check_function(Function& function, Scope scope);
  void check_result_type(const Function& function);
  void refuse_aggregate_of_doubles(const Type& type, Span where);
  void check_statement(Stmt& stmt);
  void check_block(Stmt& stmt);
  void check_statement_condition(Expr& expr);
  void check_return(Stmt& stmt);
  void check_expression_statement(Expr& expr);
  static bool always_returns(const Stmt& stmt);
  void record_effects(Function& function);

  // ---- templates.cpp
  void declare_template(Template& templ);
  void check_template(Template& templ);
  void check_locations(Template& templ);
  void check_edge(Template& templ, Edge& edge);
  void check_transitions(const Template& templ);
  void check_branch(const Edge& edge, const Edge& branch);
  void check_sync(Edge& edge);
  void check_selects(Edge& edge);
  void ignore_expression(Expr& expr, DiagnosticCode code, const std::string& what, bool& noted);

  // ---- system.cpp: instances and the system line
  void check_system();
  void check_instantiation(Decl& decl);
  void check_instance_argument(Expr& argument, const Symbol& formal);
  void check_system_line(Decl& decl);
  void check_channel_priority(Decl& decl);
  void check_progress(Decl& decl);
  std::span<Parameter> formals(const Symbol& symbol) const;
  const Template* template_of(const Symbol& symbol) const;
  bool check_free_parameters(const Symbol& symbol, Span where);
  // The parameters of a template or instance that sizes inside the template depend on.
  std::unordered_set<const Symbol*> size_parameters(const Symbol& symbol) const;

  // ---- processes.cpp: expansion
  void expand(SystemEntry& entry, Symbol& process);
  bool free_ranges(const Symbol& listed, ProcessSet& set, Span where);
  void make_process(const Symbol& listed, const std::vector<Argument>& free, Process& process);
  std::vector<Argument> pass_arguments(const Symbol& instance, const std::vector<Argument>& outer, Process& process);
  Argument pass_argument(const Expr& expr, const Symbol& formal, const std::vector<Argument>& outer,
                         Interpreter& caller, Interpreter& callee);
  Reference resolve_place(const Expr& place, const std::vector<Argument>& outer, Interpreter& interpreter);
  void check_processes();
  void check_process_values(const Process& process);
  void check_timed_syncs(const Process& process);
  void settle_refusals();

  // ---- queries.cpp
  bool check_predicate(Expr& expr);
  void check_colour(Expr& expr);
  bool check_measure(Expr& expr);
  bool mentions_deadlock(const Expr& expr) const;
  void check_deadlock(const Query& query);
  void check_query_reads(const Expr& expr);
  void refuse_called(const Expr& expr);

  Model& model_;
  Diagnostics& diagnostics_;
  const CheckOptions& options_;
  Names& names_;
  Scopes scopes_;
  ConstantEnvironment environment_;
  Interpreter interpreter_;

  // Types without components.
  const Type *error_, *void_, *int_, *bool_, *clock_, *difference_, *rate_, *floating_, *string_, *function_type_;

  // The current position.
  Template* template_ = nullptr;
  Function* function_ = nullptr;
  Label label_ = Label::declaration;
  Unit* unit_ = nullptr;  // the unit that refusals are recorded for
  // The first floating-point value of the current label that a symbolic engine cannot handle there, and why.
  Span floating_seen_{};
  std::string floating_why_;
  bool has_floating_ = false;
  bool part_wanted_ = false;  // the next checked expression is the aggregate around the part in use
  unsigned depth_ = 0;
  unsigned suggestions_ = 0;
  const Expr* channel_name_ = nullptr;  // the name in the synchronisation being checked that must be a channel

  // Facts about templates, valid during check().
  struct TemplateFacts {
    Unit unit;
    std::unordered_set<const Symbol*> size_parameters;  // parameters that sizes depend on
    std::unordered_set<const Edge*> timed_guards;       // edges with clocks in the guard
    // Edges with a sync, and the guard on clocks of the transition: of the edge, or of the other edge at a branchpoint.
    std::vector<std::pair<const Edge*, const Expr*>> timed_syncs;
    bool has_rates = false;
    bool parametric_locals = false;
    std::uint64_t cells = 0;
    std::vector<const Type*> parametric_types;  // of selects, and scalarsets
    bool exponential_noted = false, weights_noted = false;
  };
  std::unordered_map<const Template*, TemplateFacts> facts_;
  std::unordered_map<const Symbol*, std::unordered_set<const Symbol*>> depends_on_;  // constants -> parameters
  Unit hooks_;
  std::unordered_map<std::string, bool> override_used_;
  std::unordered_set<const Symbol*> broken_;              // constants whose value could not be computed
  std::unordered_set<const Symbol*> unknown_;             // the same for doubles that nothing depends on
  std::unordered_set<const Function*> broken_functions_;  // functions with errors, or calling one with errors
  std::unordered_set<std::string> reported_values_;
  bool system_scope_ = false;
  std::uint64_t total_cells_ = 0;
  // Through calls, n functions can have n^2 effects.
  static constexpr std::uint64_t max_effects = 10'000'000;
  std::uint64_t total_effects_ = 0;
  bool told_effects_ = false;
  std::string query_kind_;  // of the query being checked: why it is not a symbolic one
  std::unordered_set<const Symbol*> broken_instances_;
};

}  // namespace orbita
