// The working parts of the interpreter; interpreter.h has the contract.
#pragma once

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "parser/interpreter/interpreter.h"

namespace orbita {

struct Interpreter::State {
  // A running function: its parameters and locals.
  struct Frame {
    const Function* function = nullptr;
    std::vector<std::pair<const Symbol*, Place>> places;
    std::deque<std::vector<std::int32_t>> storage;
    std::vector<std::int32_t> result;
  };
  struct Bound {
    const Symbol* symbol = nullptr;
    std::int32_t value = 0;
  };
  enum class Flow { next, returned };
  // positive - negative + shift, where the two are clock cells or absent.
  struct ClockTerm {
    std::int32_t* positive = nullptr;
    std::int32_t* negative = nullptr;
    std::int64_t shift = 0;
  };

  State(const Model& m, Environment& e, const Process* p, std::uint64_t steps)
      : model(m), environment(e), process(p), steps_left(steps), max_steps(steps) {}

  const Model& model;
  Environment& environment;
  const Process* process;
  std::uint64_t steps_left;
  std::uint64_t max_steps;
  std::uint32_t depth = 0;
  std::deque<Frame> frames;
  std::deque<Bound> bound;
  std::map<std::pair<const Process*, const Type*>, const ConcreteType*> types;  // parametric types

  // Runs `work`; an EvaluationError restores the interpreter's previous state.
  template <class Work>
  auto guarded(Work&& work) {
    const std::size_t open_frames = frames.size(), open_bound = bound.size();
    const std::uint32_t level = depth;
    const Process* const here = process;
    try {
      return work();
    } catch (...) {
      while (frames.size() > open_frames) frames.pop_back();
      while (bound.size() > open_bound) bound.pop_back();
      depth = level;
      process = here;
      throw;
    }
  }

  // interpreter.cpp
  void step(Span where);
  void enter(Span where);  // one level deeper
  std::int32_t evaluate(const Expr& expr);
  std::vector<std::int32_t> cells(const Expr& expr);
  std::vector<std::int32_t> cells_as(const ConcreteType& type, const Expr& expr);
  double real(const Expr& expr);  // reals.cpp; also of integers
  const ConcreteType* concrete(const Type& type);

  // places.cpp
  Place place(const Expr& expr);
  Place place_of(const Symbol& symbol, const Process* owner, Span where);
  std::uint32_t process_number(const Expr& expr);
  void store(const Place& target, const std::int32_t* values, Span where);
  void store_leaf(const ConcreteType& type, std::int32_t* cell, std::int32_t value, Span where);
  Place assign(const Expr& expr);  // the place assigned to
  void assign_clock_value(const Place& target, const Expr& value, Span where);
  ClockTerm clock_term(const Expr& expr);
  bool compare_clocks(const Expr& expr);
  std::vector<std::int32_t> initial(const ConcreteType& type, const Expr* init);

  // statements.cpp
  void call(const Expr& expr);  // leaves the result in last_result
  std::vector<std::int32_t> last_result;
  Flow execute(const Stmt& stmt);

  // Runs visit(value) for each value of the binder's type, ascending, until it returns false.
  template <class Visit>
  void for_each(const Binder& binder, Visit&& visit);

 private:
  std::int32_t evaluate_node(const Expr& expr);
  std::int32_t evaluate_comparison(const Expr& expr);
  std::int32_t evaluate_quantifier(const Expr& expr);
  std::int32_t evaluate_member(const Expr& expr);
  std::int32_t evaluate_step(const Expr& expr);
  std::int32_t evaluate_builtin(const Expr& expr);
  double real_node(const Expr& expr);
  double real_builtin(const Expr& expr);
  double apply_real(ExprKind op, double a, double b, Span where);
  std::int32_t compare_reals(const Expr& expr);
  Place parameter_place(const Symbol& symbol, const Process* owner, Span where);
  Place constant_place(const Symbol& symbol, const Process* owner, Span where);
  Place index_place(const Expr& expr);
  Place reference_place(const Reference& reference, Span where);
  void fill(const ConcreteType& type, const Expr* init, std::int32_t* cells);
  void fill_list(const ConcreteType& type, const Expr& list, std::int32_t* cells);
  void bind_argument(Frame& frame, const Parameter& parameter, const Expr& argument);
  void declare_locals(const Stmt& block);
  Flow execute_block(const Stmt& stmt);
  Flow execute_for_range(const Stmt& stmt);
};

template <class Visit>
void Interpreter::State::for_each(const Binder& binder, Visit&& visit) {
  const Type& type = *binder.symbol->type;
  std::int64_t low = 0, high = 0;
  if (type.dynamic) {
    low = evaluate(*type.low);
    high = evaluate(*type.high);
  } else {
    const ConcreteType* range = concrete(type);
    low = range->low;
    high = range->high;
  }
  bound.push_back({binder.symbol, 0});
  for (std::int64_t value = low; value <= high; ++value) {
    step(binder.span);
    bound.back().value = static_cast<std::int32_t>(value);
    if (!visit()) break;
  }
  bound.pop_back();
}

}  // namespace orbita
