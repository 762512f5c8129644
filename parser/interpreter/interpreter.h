// A plain tree-walking interpreter for the modelling language.
//
// Slow and obvious. Used where independence matters more than speed: constants at load time, and the replay of traces
// (which must not share code with the compiled engine).
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "parser/interpreter/elaborate.h"
#include "parser/model.h"

namespace orbita {

// Division by zero, index or range violation, step limit, …: a run-time error of the model.
class EvaluationError : public std::runtime_error {
 public:
  EvaluationError(Span where, const std::string& message) : std::runtime_error(message), where_(where) {}
  Span where() const { return where_; }

 private:
  Span where_;
};

// A modifiable (or constant) object: its type and the address of its cells.
struct Place {
  const ConcreteType* type = nullptr;
  std::int32_t* cells = nullptr;
};

// Storage of a state's variables. Asked for mutable objects only: the interpreter itself knows constants, constant
// parameters, reference parameters (it asks for the object referred to and adds the offset), bound variables and the
// locals of functions.
class Environment {
 public:
  virtual ~Environment() = default;
  // The object of a variable or mutable parameter: of the global scope (process == nullptr) or of one process. A Place
  // with cells == nullptr if it has none: an EvaluationError for the caller.
  virtual Place place(const Symbol& symbol, const Process* process) = 0;
  // Queries and replay; the defaults throw EvaluationError: not available at compile time.
  virtual bool in_location(std::uint32_t process, std::uint32_t location, Span where);
  virtual std::int32_t current_location(std::uint32_t process, Span where);
  // A clock cell is written (x = e; x = y + shift). The content of clock cells belongs to the environment: the
  // interpreter never reads it.
  virtual void assign_clock(std::int32_t* cell, std::int32_t value, Span where);
  virtual void copy_clock(std::int32_t* target, std::int32_t* source, std::int32_t shift, Span where);
  // A comparison of clock terms: clock `cell` (nullptr: zero) minus clock `other` (nullptr: zero)
  // plus `shift` compared with 0; `comparison` is one of less … not_equal.
  virtual bool compare_clocks(const std::int32_t* cell, const std::int32_t* other, std::int64_t shift,
                              ExprKind comparison, Span where);
  virtual bool deadlocked(Span where);
};

// An environment without variables: for constants.
class ConstantEnvironment final : public Environment {
 public:
  Place place(const Symbol&, const Process*) override { return {}; }
};

// Evaluates checked trees in the scope of `process` (nullptr: global scope). Every evaluation step counts towards
// max_steps, over the interpreter's whole lifetime. Throws EvaluationError.
//
// Order: operands left to right; && || imply ?: forall exists short-circuit; ranges and scalarsets ascend. Intermediate
// results are 32-bit; overflow is an error, and so is a store out of range.
// A rate condition (x' == e) holds trivially; clocks can be compared but not read.
class Interpreter {
 public:
  Interpreter(const Model& model, Environment& environment, const Process* process, std::uint64_t max_steps);
  ~Interpreter();

  std::int32_t evaluate(const Expr& expr);                     // int, bool or scalar valued
  std::vector<std::int32_t> evaluate_cells(const Expr& expr);  // any data type; not initialiser lists
  // The same as cells of this type: an integer may be converted to double.
  std::vector<std::int32_t> evaluate_cells(const Expr& expr, const ConcreteType& type);
  bool holds(const Expr& predicate);
  void execute(const Expr& update);  // assignments, calls, comma lists
  Place place(const Expr& expr);     // an l-value (also channels, clocks)
  // The cells of a variable of this type declared with this initialiser (an expression, a list, or
  // nullptr for the default), every leaf checked against its range.
  std::vector<std::int32_t> initial_value(const ConcreteType& type, const Expr* init);
  // The type with evaluated bounds and sizes in this scope.
  const ConcreteType* concrete(const Type& type);
  // Number of the process that args[0] of a process member denotes (queries).
  std::uint32_t process_number(const Expr& process);
  // Values of bound variables (selects): visible to subsequent evaluations.
  void bind(const Symbol& variable, std::int32_t value);
  void unbind(const Symbol& variable);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orbita
