// Walks code as it would run and notes every access to variables that outlive it, calls included.
//
// Functions are looked at once per way their parameters are bound (there is no recursion), each
// loop over a scalarset inside them is handed to a judge, and what the judge says sticks to every
// call of the function.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "symmetry/detect/access.h"
#include "symmetry/detect/binding.h"
#include "symmetry/detect/violations.h"

namespace orbita::violations {

// `for (variable : set) body`, with what one iteration does to variables declared outside of it.
struct LoopOverSet {
  const Stmt* loop = nullptr;
  const ScalarSet* set = nullptr;
  const Symbol* variable = nullptr;
  std::vector<Access> accesses;
  std::set<const Symbol*> inside;    // declared or bound in the body, and the loop variable
  std::vector<const Stmt*> returns;  // in the body itself
  const Frame* frame = nullptr;
};

// An order-sensitive loop (or imported function) somewhere below a call.
struct OrderProblem {
  const ScalarSet* set = nullptr;
  Span where;  // the loop
  friend auto operator<=>(const OrderProblem&, const OrderProblem&) = default;
};

// A call written in a label whose value or effect depends on the iteration order.
struct SensitiveCall {
  const Expr* call = nullptr;
  bool has_effect = false;
  std::set<OrderProblem> problems;
};

class Collector {
 public:
  explicit Collector(const Resolver& resolver);
  virtual ~Collector();
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  // Adds the accesses of a label in the scope of `entry`; evaluated for its value or its effect.
  void read(const Expr& expr, const Entry& entry);
  void run(const Expr& update, const Entry& entry);
  // The bounds and sizes written in a type.
  void read(const TypeExpr& type, const Entry& entry);

  std::vector<Access> take_accesses();
  std::vector<SensitiveCall> take_sensitive_calls();
  // Code too large to look at was skipped: nothing is proven.
  bool gave_up() const { return steps_ > max_steps; }

 protected:
  // Says whether the order of iterations can be observed.
  virtual bool is_order_sensitive(const LoopOverSet& loop) = 0;
  // A quantifier over a scalarset that stops at the first element that decides it.
  virtual void quantifier(const Expr&, const Frame&) {}

 private:
  struct Summary;
  static constexpr std::uint64_t max_steps = 3'000'000;

  void value(const Expr& expr);
  void effect(const Expr& expr);
  void indices_of(const Expr& place);
  void assignment(const Expr& expr, bool value_used);
  void increment(const Expr& expr, bool value_used);
  void call(const Expr& expr);
  void external_call(const Expr& expr);
  void statement(const Stmt& stmt);
  void declarations(const Stmt& block);
  void loop_over_set(const Stmt& stmt, const ScalarSet& set);
  bool bounded_choice(const Stmt& stmt);
  const Summary& summary(const Expr& call, const Frame& inside);
  std::string key(const Frame& frame) const;

  void note_read(const Expr& place);
  void note_write(const Expr& place, Access how);
  bool is_pure(const Expr& expr);

  // How the assignment combines with others, and what of its value is read besides the target.
  struct Classified {
    Access how;
    std::vector<const Expr*> operands;
  };
  Classified classify(const Expr& assignment);
  bool classify_compound(const Expr& assignment, Classified& result);
  bool classify_sum(const Expr& assignment, Classified& result);
  bool classify_operation(const Expr& assignment, Classified& result);
  bool classify_bound(const Expr& assignment, Classified& result);
  void add_sign(const Expr& summand, bool negative, Access& how);

  const Resolver& resolver_;
  Frame frame_;
  std::vector<Access> accesses_;
  std::set<OrderProblem> problems_;
  std::vector<SensitiveCall> sensitive_calls_;
  const Expr* statement_ = nullptr;
  const Expr* assignment_ = nullptr;  // whose right-hand side is being read
  const Stmt* choice_ = nullptr;
  std::map<std::string, std::unique_ptr<Summary>> summaries_;
  std::uint64_t steps_ = 0;
};

// One access each of two runs for different elements, to cells that may be the same: the order of
// the two does not matter. `is_stable` tells which symbols have the same value in both runs.
bool commute(const Access& a, const Access& b, const std::function<bool(const Symbol&)>& is_stable);

// `if (condition) place = value;` keeps the larger (smaller) one: maximum (minimum), else plain.
WriteClass kept_bound(const Expr& condition, const Expr& place, const Expr& value);

}  // namespace orbita::violations
