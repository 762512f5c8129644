// Syntax trees to nodes, in the scope of one process (or of none).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/compile/compiler_state.h"
#include "parser/operators.h"

namespace orbita {

// A variable, or a part of one: where its cells of one sort are.
struct NetPlace {
  Sort sort = Sort::data;
  const ConcreteType* type = nullptr;
  ir::Node* at = nullptr;               // address, clock number or channel number
  const ir::Extent* extent = nullptr;   // all it may be; nullptr for the frame
  const std::int32_t* cells = nullptr;  // constants as long as everything is static: then `at` is nullptr
};

// plus - minus + shift, as clock constraints are made of.
struct ClockSum {
  std::optional<NetPlace> plus, minus;
  ir::Node* shift = nullptr;
};

// The values of a quantifier, loop or select.
struct BinderRange {
  ir::Node* low = nullptr;
  ir::Node* high = nullptr;
  const ConcreteType* type = nullptr;
  bool is_static() const { return low->is_constant() && high->is_constant(); }
  std::int64_t size() const { return std::int64_t{high->value} - low->value + 1; }  // static ones
};

// Compares clocks, or asks for a rate or `deadlock`.
inline bool mentions_clocks(const Expr& expr) { return expr.constraint > ConstraintClass::integral; }
inline bool is_clock_type(const Type* type) {
  return type && (type->is(TypeKind::clock) || type->is(TypeKind::difference));
}
inline bool is_aggregate(const Type* type) {
  return type && (type->is(TypeKind::structure) || type->is(TypeKind::array));
}
// Of an operator of numbers that evaluates both operands; Op::nothing for all others.
constexpr ir::Op operation_of(ExprKind kind) {
  switch (kind) {
#define ORBITA_CASE(name, ...) \
  case ExprKind::name: return ir::Op::name;
    ORBITA_CHECKED_OPERATORS(ORBITA_CASE)
    ORBITA_EXTREMUM_OPERATORS(ORBITA_CASE)
    ORBITA_COMPARISONS(ORBITA_CASE)
    ORBITA_BIT_OPERATORS(ORBITA_CASE)
#undef ORBITA_CASE
    default: return ir::Op::nothing;
  }
}
std::size_t tree_size(const Expr& expr);
std::size_t tree_size(const Stmt& stmt);

class Lowering {
 public:
  Lowering(CompilerState& state, ProcessId process) : state_(state), nodes_(state.nodes), process_(process) {}

  // --- expressions (expressions.cpp)
  ir::Node* value(const Expr& expr);  // int, bool, scalar, string, double
  ir::Node* condition(const Expr& expr) { return nodes_.truth(value(expr)); }
  ir::Node* effect(const Expr& expr);  // for its effects only
  ClockSum clock_sum(const Expr& expr);

  // --- places (places.cpp)
  NetPlace place(const Expr& expr, Sort sort);
  ir::Node* load(const NetPlace& place);

  // --- binders
  BinderRange range(const Binder& binder);
  void bind(const Symbol& symbol, std::int32_t value);
  void bind_cell(const Symbol& symbol, std::uint32_t cell, const ConcreteType& type);
  void unbind() { bindings_.pop_back(); }

  CompilerState& state() { return state_; }
  ProcessId process() const { return process_; }

 private:
  struct Binding {
    const Symbol* symbol = nullptr;
    NetPlace place;
    bool is_value = false;
    std::int32_t value = 0;
  };
  // A function being compiled.
  struct Body {
    const Function* function = nullptr;
    const ConcreteType* result = nullptr;  // nullptr: void
    std::uint32_t result_cell = 0;
    std::int32_t low = INT32_MAX, high = INT32_MIN;  // of what is returned; no value: low > high
  };
  Lowering(CompilerState& state, ProcessId process, Body* body)
      : state_(state), nodes_(state.nodes), process_(process), body_(body) {}

  // expressions
  ir::Node* operation(const Expr& expr);
  ir::Node* comparison(const Expr& expr);
  ir::Node* compare_cells(const Expr& expr);
  ir::Node* quantifier(const Expr& expr);
  ir::Node* unrolled(const Expr& expr, const BinderRange& over);
  ir::Node* member_value(const Expr& expr);
  ir::Node* assignment_value(const Expr& expr);
  ir::Node* step_value(const Expr& expr);
  ir::Node* builtin(const Expr& expr);
  ir::Node* real(const Expr& expr) { return nodes_.to_real(value(expr)); }
  ir::Node* real_value(const Expr& expr);  // of an expression that is a double
  ir::Node* real_operation(const Expr& expr);
  bool unroll(const BinderRange& over, std::size_t size) const;

  // assignments (assignments.cpp)
  // The store as a node; `target` is where it went. With `again` the place can be used once more.
  ir::Node* assign(const Expr& expr, NetPlace& target, bool again);
  ir::Node* assign_leaf(const Expr& expr, NetPlace& target, bool again);
  ir::Node* assign_cells(const Expr& expr, const NetPlace& target);
  ir::Node* assign_clock(const NetPlace& target, const Expr& value, Span span);
  ir::Node* real_compound(const Expr& expr, const NetPlace& target, ir::Node* right);
  ir::Node* assign_step(const Expr& expr, NetPlace& target, bool again);
  ir::Node* converted(ir::Node* value, const ConcreteType& leaf, Span span);  // as stored: truth, range check
  ir::Node* store(const NetPlace& target, ir::Node* converted_value);
  ir::Node* copy(const NetPlace& target, const NetPlace& source, Span span);
  ir::Node* copy_clocks(const NetPlace& target, const NetPlace& source, Span span);
  ir::Node* initialise(const NetPlace& target, const Expr* init);
  ir::Node* initialise_list(const NetPlace& target, const Expr& list);
  ir::Node* set_default(const NetPlace& target);
  // Evaluates a computed address once: into a frame cell, by a node added to `before`.
  void settle(NetPlace& place, std::vector<ir::Node*>& before);

  // places
  NetPlace name_place(const Symbol& symbol, ProcessId owner, Sort sort, Span span);
  NetPlace object_place(const NetObject& object, Sort sort);
  NetPlace index_place(const Expr& expr, Sort sort);
  NetPlace element_place(const NetPlace& array, ir::Node* index, Span span);
  NetPlace field_place(const NetPlace& whole, std::uint32_t field);
  NetPlace member_place(const Expr& expr, Sort sort);
  NetPlace process_member(const Expr& expr, Sort sort);
  NetPlace conditional_place(const Expr& expr, Sort sort);
  NetPlace temporary(const ConcreteType& type);
  void materialise(NetPlace& place);
  void require_frame(const NetPlace& place);
  ir::Node* process_number(const Expr& process);  // position in the set; constant for a single process
  ir::Node* table(const std::vector<std::int32_t>& entries, ir::Node* position);
  // Nodes that must run before the place just lowered can be used (calls, assignments used as places).
  std::vector<ir::Node*> before_;
  ir::Node* with_before(std::size_t mark, ir::Node* node);

  // functions and statements (functions.cpp)
  ir::Node* call(const Expr& expr, std::optional<NetPlace>& result);
  ir::Node* call_in(const Expr& expr, ProcessId owner, std::optional<NetPlace>& result);
  const ir::FunctionCode* function(const Function& function, ProcessId owner,
                                   const std::vector<std::optional<NetPlace>>& references);
  void compile_function(const Function& function, const std::vector<std::optional<NetPlace>>& references,
                        ir::FunctionCode& into);
  void bind_parameter(const Symbol& symbol, const std::optional<NetPlace>& reference, ir::FunctionCode& into);
  ir::Node* argument(const Expr& expr, const Symbol& parameter, ProcessId owner);
  ir::Node* statement(const Stmt& stmt);
  ir::Node* block(const Stmt& stmt);
  ir::Node* for_range(const Stmt& stmt);
  ir::Node* return_statement(const Stmt& stmt);
  std::optional<std::int32_t> constant_call(const ir::Node& call);

  const ConcreteType* concrete(const Type& type) {
    return elaborate_type(state_.model, type, state_.process_tree(process_));
  }
  std::uint32_t frame_cells(std::uint32_t count) {
    return body_ ? state_.new_frame_cells(count) : state_.scratch_cells(count);
  }
  const Binding* find(const Symbol& symbol) const;

  CompilerState& state_;
  ir::Builder& nodes_;
  ProcessId process_;
  Body* body_ = nullptr;
  std::vector<Binding> bindings_;
  std::size_t copies_ = 1;  // how often the code being made is repeated by unrolling
};

}  // namespace orbita
