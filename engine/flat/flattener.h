// Private parts of flat.h: expressions, conditions and updates of one process written out.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/flat/flat.h"
#include "parser/interpreter/interpreter.h"

namespace orbita {

[[noreturn]] void refuse_flat(Span where, const std::string& construct);

// A variable or a part of one. Indices that are known are part of the offset, the others are kept.
struct FlatPlace {
  const ConcreteType* type = nullptr;
  std::uint32_t first = 0;                               // layout cell of the object
  const std::vector<std::int32_t>* constants = nullptr;  // the cells of a constant, instead
  std::uint32_t offset = 0;
  bool failed = false;  // a known index is outside the array: evaluating it is an error
  struct Dimension {
    FlatJson index;
    std::int32_t low = 0;
    std::uint32_t count = 0, stride = 0;
    std::int32_t set = -1;
  };
  std::vector<Dimension> dimensions;
};

// plus - minus + shift; clocks as the document writes them.
struct FlatClockSum {
  std::optional<FlatJson> plus, minus;
  FlatJson shift = 0;
};

// What all processes share while the document is made.
struct FlatTables {
  const Model& model;
  FlatModel& flat;
  std::map<std::string, std::uint32_t> arrays{};  // by content: position in the document's arrays
  std::vector<std::uint32_t> clock_of_cell{};     // numbers from 1
  std::vector<std::uint32_t> channel_of_cell{};
  std::deque<std::vector<std::int32_t>> kept_constants{};  // of processes, as long as they are needed
  bool is_outline = false;                                 // expressions are left out

  // -1: elements of a set declared in a template are plain numbers, which travel with their process.
  std::int32_t set_number(const ScalarSet& set, std::int32_t count);
};

class Flattener {
 public:
  Flattener(FlatTables& tables, std::uint32_t process);  // no_process: the global scope

  FlatJson value(const Expr& expr);                // flat_values.cpp
  void condition(const Expr& expr, FlatJson& to);  // appends conjuncts; flat_conditions.cpp
  FlatJson predicate(const Expr& expr);            // of a query
  void update(const Expr& expr, FlatJson& to);     // appends statements; flat_updates.cpp
  FlatJson channel(const Expr& expr);
  // Calls visit(value) for the values of a binder, bound.
  template <class Visit>
  void for_each_value(const Binder& binder, Visit&& visit);
  void bind(const Symbol& symbol, std::int32_t value);
  void unbind(const Symbol& symbol);
  const ConcreteType& concrete(const Type& type) { return *interpreter_.concrete(type); }

 private:
  struct Bound {
    const Symbol* symbol = nullptr;
    FlatJson value;
  };
  FlatPlace place(const Expr& expr);  // flat_places.cpp
  FlatPlace symbol_place(const Symbol& symbol, std::uint32_t process, Span where);
  FlatPlace process_member(const Expr& expr);
  void index(FlatPlace& place, const Expr& index);
  std::optional<FlatPlace> constant_place(const Symbol& symbol, std::uint32_t process);
  FlatJson load(const FlatPlace& place);  // one leaf
  FlatJson cell_reference(const FlatPlace& place, char sort);
  FlatJson array_of(const FlatPlace& place, char sort, const FlatJson& cells);
  FlatJson leaf_constant(const FlatPlace& place, std::int32_t value);
  std::int32_t index_set(const ConcreteType& array);

  FlatJson name(const Expr& expr);
  FlatJson element(std::int32_t value, const Type& type);
  FlatJson quantifier(const Expr& expr, FlatJson (Flattener::*body)(const Expr&));
  FlatJson binary(const Expr& expr);
  FlatJson call(const Expr& expr);
  FlatJson compare_objects(const Expr& expr);
  FlatJson comparison(const Expr& expr);  // of clocks, as a predicate
  FlatJson clock_atom(const Expr& expr, const FlatJson& condition);
  FlatClockSum clock_sum(const Expr& expr);
  void split(const Expr& expr, const FlatJson& condition, FlatJson& to);
  void rate(const Expr& expr, const FlatJson& condition);

  void assign(const Expr& expr, FlatJson& to);
  void assign_leaf(const FlatPlace& target, FlatJson value, FlatJson& to);
  void assign_clock(const Expr& expr, FlatJson& to);

  FlatTables& tables_;
  const Model& model_;
  const std::uint32_t process_;
  ConstantEnvironment environment_;
  Interpreter interpreter_;
  std::vector<Bound> bound_;
  std::vector<LocalObject> locals_;  // of process locals_of_
  std::uint32_t locals_of_ = no_process;
};

template <class Visit>
void Flattener::for_each_value(const Binder& binder, Visit&& visit) {
  const ConcreteType& range = concrete(*binder.symbol->type);
  for (std::int64_t v = range.low; v <= range.high; ++v) {
    poll_limits();
    bind(*binder.symbol, static_cast<std::int32_t>(v));
    visit(static_cast<std::int32_t>(v));
    unbind(*binder.symbol);
  }
}

// Smart constructors: constants are folded, so that known conditions disappear.
FlatJson flat_not(const FlatJson& a);
FlatJson flat_and(const std::vector<FlatJson>& parts);
FlatJson flat_or(const std::vector<FlatJson>& parts);
bool is_flat_constant(const FlatJson& a);  // a plain number

}  // namespace orbita
