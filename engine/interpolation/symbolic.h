// Evaluates the text of a model at a row of values, and records what the result depends on.
//
// An ordinary interpreter in which every number is also a sum of terms (terms.h) over the values before the step. Where
// a number has to be known (a branch, a product of two variables, the index of a local array), its value at the row is
// used, and `conditions` gets the atom that fixes it. So what comes out holds for every row, and every exchange of
// processes, that satisfies the conditions.
//
//   symbolic.begin(row, process);
//   const Formula guard = symbolic.truth(*edge.guard);
//   symbolic.execute(*edge.update);
//   symbolic.conditions(), symbolic.writes()
//
// Evaluation is free of run-time errors wherever the conditions hold. Text that is beyond this class throws
// NotExpressible: the caller falls back on exact values.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/interpolation/formula.h"
#include "engine/interpolation/lift.h"
#include "engine/interpolation/terms.h"

namespace orbita::interpolation {

class NotExpressible {};

// variable[address] := value, in terms of the values before the step; a later write wins.
struct Write {
  std::uint32_t variable = 0;
  SumId address{}, value{};
};

// A channel: an object, global or of a process, and the cell of it.
struct ChannelPlace {
  const Symbol* object = nullptr;
  std::uint32_t owner = none;
  SumId address{};
};

class Symbolic {
 public:
  explicit Symbolic(Terms& terms) : terms_(terms), cast_(terms.cast()), model_(terms.cast().model()) {}

  void begin(Row row, std::uint32_t process);  // forgets conditions, writes and bound variables
  // From here to the next begin(), tests of locations stay in what truth() says.
  void leave_locations_open() { open_locations_ = true; }
  void act_as(std::uint32_t process) { process_ = process; }
  // Nothing but the selects of an edge is bound, to these values.
  void bind_selects(const Edge& edge, const Edge* branch, std::span<const std::int32_t> values);
  void bind_nothing() { bound_.clear(); }

  Formula truth(const Expr& expr);
  SumId number(const Expr& expr);
  void execute(const Expr& update);
  ChannelPlace channel(const Expr& expr);
  // Adds exact values of all constant parameters of the process to the conditions.
  void pin(std::uint32_t process);

  const std::vector<AtomId>& conditions() const { return conditions_; }
  // Whether another row may give another result: there are conditions, or locations were read, or a reason was left
  // out.
  bool depends_on_row() const { return depends_ || !conditions_.empty(); }
  const std::vector<Write>& writes() const { return writes_; }

 private:
  struct Local {
    const ConcreteType* type = nullptr;
    std::vector<SumId> cells;
  };
  // A variable, channel or clock of the model (symbol), a local of a function, or constants.
  struct Place {
    const Symbol* symbol = nullptr;
    std::uint32_t owner = none;
    Local* local = nullptr;
    const std::int32_t* fixed = nullptr;
    std::uint32_t fixed_count = 0;
    SumId address{};
    const ConcreteType* type = nullptr;
  };
  struct Bound {
    const Symbol* symbol = nullptr;
    SumId value{};
  };
  // A parameter in place of a bound variable; `inside` is false where it is outside of the variable's range.
  struct Instance {
    SumId value{};
    Formula inside;
  };
  struct Frame {
    const Function* function = nullptr;
    std::vector<std::pair<const Symbol*, Place>> places;
    std::deque<Local> locals;
    std::optional<Local> result;
  };
  enum class Flow : std::uint8_t { next, returned };

  void step();
  std::int64_t value_of(SumId sum) const { return terms_.value(sum, row_, {}); }
  std::int64_t known(SumId sum);  // its value, from now on a condition
  void need(const Test& test);    // it holds at the row; becomes a condition
  bool decide(const Formula& formula);
  SumId fitting(SumId sum) const;

  // symbolic.cpp
  SumId operation(const Expr& expr, SumId a, SumId b);
  SumId quantified_sum(const Expr& expr);
  SumId assigned(const Expr& expr);
  Formula comparison(const Expr& expr);
  Formula compare_cells(const Expr& expr);
  Formula shortcut(const Formula& first, bool stop, const Expr& second);
  bool cannot_fail(const Expr& expr);
  Formula quantifier(const Expr& expr);
  const std::optional<std::vector<Instance>>& lifted(const Expr& quantifier);
  template <class Visit>
  void for_each_instance(const Expr& expr, Visit visit);
  void fix_clocks(const Expr& expr);
  Formula location_test(const Expr& expr);
  std::uint32_t process_number(const Expr& expr);

  // symbolic_places.cpp
  Place place(const Expr& expr);
  const Bound* bound_to(const Symbol& symbol) const;
  Place place_of(const Symbol& symbol, std::uint32_t owner);
  Place parameter_place(const Symbol& symbol, std::uint32_t owner);
  Place constant_place(const Symbol& symbol, std::uint32_t owner);
  const ConcreteType* type_of(const Symbol& symbol, std::uint32_t owner);
  const ConcreteType* concrete(const Type& type);
  Place element(const Place& array, SumId index);
  Place part(const Place& whole, std::uint32_t offset, const ConcreteType* type);
  SumId read(const Place& place);
  SumId read_variable(std::uint32_t variable, SumId address);
  void store(const Place& place, SumId value);
  void assign(const Place& target, const Expr& value, ExprKind kind);
  Local copied(const Place& source);
  void store_all(const Place& target, const Local& source);

  // symbolic_statements.cpp
  Local call(const Expr& expr);
  void bind_argument(Frame& frame, const Parameter& parameter, const Expr& argument);
  Flow run(const Stmt& stmt);
  Flow run_block(const Stmt& stmt);
  void declare(const Decl& declaration);
  void initialise(const Place& target, const Expr* init);

  Terms& terms_;
  Cast& cast_;
  const Model& model_;
  Row row_;
  std::uint32_t process_ = none;
  std::uint32_t steps_ = 0;
  bool depends_ = false, open_locations_ = false;
  std::vector<AtomId> conditions_;
  std::vector<Write> writes_;
  std::vector<Bound> bound_;
  std::deque<Frame> frames_;
  std::deque<Local> values_;                        // bound variables and parameters that are read as places
  std::unordered_map<const Expr*, bool> harmless_;  // cannot_fail()
  std::map<std::pair<const Expr*, std::uint32_t>, std::optional<std::vector<Instance>>> lifted_;  // by quantifier, role
  std::map<std::tuple<const ProcessSet*, std::uint32_t, std::uint32_t>, bool> names_itself_;
};

}  // namespace orbita::interpolation
