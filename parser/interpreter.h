// A plain tree-walking interpreter for the modelling language.
//
// Slow and obvious. Used where speed does not matter and independence does:
// constants at load time, and the replay of traces (which must not share code
// with the compiled engine).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "parser/elaborate.h"
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

// A modifiable (or constant) object: its type and where its cells are.
struct Place {
  const ConcreteType* type = nullptr;
  std::int32_t* cells = nullptr;
};

// Where names of one scope live. The interpreter asks the innermost environment
// first. Functions' own locals are kept by the interpreter itself.
class Environment {
 public:
  virtual ~Environment() = default;
  // The object a variable or parameter stands for, or a Place with cells == nullptr if unknown here.
  virtual Place place(const Symbol& symbol) = 0;
  // Queries and replay: is this process (of the model) in this location?
  virtual bool in_location(std::uint32_t process, std::uint32_t location) = 0;
  // Queries: an environment for members of that process (P.x).
  virtual Environment& process(std::uint32_t process) = 0;
  // A clock cell is written (x = e). Clocks' cells hold whatever the environment put there.
  virtual void assign_clock(std::int32_t* cell, std::int32_t value, Span where) = 0;
  virtual void copy_clock(std::int32_t* target, std::int32_t* source, std::int32_t shift, Span where) = 0;
  // A comparison that involves clocks, with the integer parts evaluated by the interpreter
  // through evaluate(); only replay supports it.
  virtual bool clock_comparison(const Expr& comparison) = 0;
  virtual bool deadlocked(Span where) = 0;
};

class Interpreter {
 public:
  Interpreter(Model& model, Environment& environment, const Process* process, std::uint64_t max_steps);

  std::int32_t evaluate(const Expr& expr);                   // int, bool or scalar valued
  std::vector<std::int32_t> evaluate_cells(const Expr& expr);  // any data type
  bool holds(const Expr& predicate);
  void execute(const Expr& update);                          // assignments, calls, comma lists
  Place place(const Expr& expr);                             // an l-value (also channels, clocks)
  // Values of bound variables (selects): visible to what is evaluated next.
  void bind(const Symbol& variable, std::int32_t value);
  void unbind(const Symbol& variable);
};

}  // namespace orbita
