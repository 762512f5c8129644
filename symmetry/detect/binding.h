// What names stand for in one process and inside one function call: reference parameters are
// followed to the variables behind them, so that two names of one variable are one root.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "parser/model.h"
#include "symmetry/detect/access.h"

namespace orbita::violations {

// A parameter: a known unchangeable value, or the cells it refers to (either may be unknown).
struct Binding {
  Term term;
  std::vector<Path> places;  // empty: the parameter is a variable of its own
};
using Bindings = std::unordered_map<const Symbol*, Binding>;

// One entry of the system line: a process, or all processes of a set. Without symbol: global scope.
struct Entry {
  const Symbol* symbol = nullptr;
  const Template* templ = nullptr;
  const ProcessSet* set = nullptr;
  Bindings bindings;  // of the template's parameters
};

// Where an expression stands.
struct Frame {
  const Entry* entry = nullptr;
  const Function* function = nullptr;  // nullptr: a label
  Bindings bindings;                   // of the function's parameters
};

class Resolver {
 public:
  explicit Resolver(const Model& model) : model_(model) {}
  const Model& model() const { return model_; }

  // The entries of the system line in order, each once.
  std::vector<Entry> entries() const;
  // Of the process named in a query (args[0] of a member or the name of a process set).
  Entry entry_of(const Symbol& process) const;

  // The cells an l-value may stand for; empty for values that are no place.
  std::vector<Path> places(const Expr& expr, const Frame& frame) const;
  Term term(const Expr& expr, const Frame& frame) const;
  std::optional<std::int64_t> number(const Expr& expr, const Frame& frame) const;  // compile-time value
  // The values an integer expression can have, judged by the declared ranges; 32-bit at most.
  struct Range {
    std::int64_t low = INT32_MIN, high = INT32_MAX;
  };
  Range range(const Expr& expr, const Frame& frame) const;

  // The scope inside a called function.
  Frame enter(const Expr& call, const Frame& frame) const;

  // The parameter is never assigned nor passed on by reference.
  bool is_unchanged(const Symbol& parameter) const;

 private:
  void bind_instance(const Symbol& listed, Bindings bindings, Entry& entry) const;
  const Binding* lookup(const Symbol& symbol, const Frame& frame) const;

  const Model& model_;
  mutable std::unordered_map<const Symbol*, bool> unchanged_;
};

}  // namespace orbita::violations
