// Guards, invariants and query predicates: what is data, what is about clocks.
#pragma once

#include <vector>

#include "engine/compile/lowering.h"
#include "engine/network/predicate.h"

namespace orbita {

// x - y <= bound (or <) when `condition` (nullptr: always) holds; an absent term is the reference clock.
struct DraftAtom {
  ir::Node* condition = nullptr;
  std::optional<NetPlace> x, y;
  bool strict = false;
  ir::Node* bound = nullptr;
  Span span;
};

// The atoms of a comparison `a op b` of clock terms: one, or two for ==. `op` is not !=.
// A difference of a clock with itself is returned as data instead.
struct DraftComparison {
  std::vector<DraftAtom> atoms;
  ir::Node* data = nullptr;
};
DraftComparison draft_comparison(Lowering& lowering, const Expr& expr, ExprKind op);

ClockAtom finish_atom(CompilerState& state, const DraftAtom& draft);

// Splits a conjunction.
class ConditionDraft {
 public:
  explicit ConditionDraft(Lowering& lowering) : lowering_(lowering), nodes_(lowering.state().nodes) {}

  void add(const Expr& expr) { split(expr, nullptr); }
  bool is_false() const { return data_ && data_->is_constant(0); }
  Condition finish();
  std::vector<RateAtom> take_rates() { return std::move(rates_); }

 private:
  void split(const Expr& expr, ir::Node* condition);
  void add_data(ir::Node* node, ir::Node* condition);
  void add_comparison(const Expr& expr, ir::Node* condition);
  void add_rate(const Expr& expr, ir::Node* condition);
  void unroll(const Expr& expr, ir::Node* condition);
  ir::Node* both(ir::Node* a, ir::Node* b) { return a ? nodes_.logical_and(a, b) : b; }

  Lowering& lowering_;
  ir::Builder& nodes_;
  ir::Node* data_ = nullptr;
  std::vector<DraftAtom> atoms_;
  std::vector<RateAtom> rates_;
  std::vector<const ir::Node*> rate_nodes_;
};

}  // namespace orbita
