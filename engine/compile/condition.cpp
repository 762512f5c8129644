#include "engine/compile/condition.h"

#include <algorithm>

namespace orbita {

using ir::Node;
using ir::Op;

namespace {

// Constants of clock constraints stay within what zones can add up (dbm/bound.h).
constexpr std::int32_t max_bound = 1 << 28;

bool same_clock(const std::optional<NetPlace>& x, const std::optional<NetPlace>& y) {
  if (!x || !y) return !x && !y;
  return x->at->is_constant() && y->at->is_constant() && x->at->value == y->at->value;
}

Op comparison_op(ExprKind kind) {
  switch (kind) {
    case ExprKind::less: return Op::less;
    case ExprKind::less_equal: return Op::less_equal;
    case ExprKind::greater: return Op::greater;
    case ExprKind::greater_equal: return Op::greater_equal;
    default: return Op::equal;
  }
}

ClockTerm finish_term(CompilerState& state, const std::optional<NetPlace>& place, std::vector<NetClockId>& candidates) {
  if (!place) {
    candidates = {reference_net_clock};
    return {};
  }
  if (place->at->is_constant()) {
    const NetClockId clock = clock_numbered(place->at->value);
    candidates = {clock};
    return {clock, no_code};
  }
  for_each_cell(*place->extent, [&](std::uint32_t clock) { candidates.push_back({clock}); });
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  return {candidates.front(), state.emitter.expression(*place->at)};
}

void walk_atom(CompilerState& state, const DraftAtom& draft) {
  if (draft.condition) state.effects.walk(*draft.condition);
  for (const auto* term : {&draft.x, &draft.y}) {
    if (*term) state.effects.walk(*(*term)->at);
  }
  state.effects.walk(*draft.bound);
}

}  // namespace

DraftComparison draft_comparison(Lowering& lowering, const Expr& expr, ExprKind op) {
  ir::Builder& nodes = lowering.state().nodes;
  const ClockSum left = lowering.clock_sum(*expr.args[0]);
  const ClockSum right = lowering.clock_sum(*expr.args[1]);
  if ((left.plus && right.minus) || (left.minus && right.plus)) {
    refuse(expr.span, "refused", "only differences of two clocks can be compared");
  }
  // plus - minus op bound
  const std::optional<NetPlace> plus = left.plus ? left.plus : right.minus;
  const std::optional<NetPlace> minus = left.minus ? left.minus : right.plus;
  Node* bound = nodes.binary(Op::subtract, right.shift, left.shift, expr.span);
  DraftComparison result;
  if (same_clock(plus, minus)) {
    result.data = nodes.binary(comparison_op(op), nodes.constant(0), bound, expr.span);
    return result;
  }
  if (bound->is_constant() && (bound->value > max_bound || bound->value < -max_bound)) {
    refuse(
        expr.span, "bound-too-large",
        "a clock is compared with " + std::to_string(bound->value) + ", which is more than zones can represent (2^28)");
  }
  bound = nodes.check(bound, -max_bound, max_bound, expr.span);
  const bool strict = op == ExprKind::less || op == ExprKind::greater;
  if (op != ExprKind::greater && op != ExprKind::greater_equal) {
    result.atoms.push_back({nullptr, plus, minus, strict, bound, expr.span});
  }
  if (op != ExprKind::less && op != ExprKind::less_equal) {
    result.atoms.push_back({nullptr, minus, plus, strict, nodes.negate(bound, expr.span), expr.span});
  }
  return result;
}

ClockAtom finish_atom(CompilerState& state, const DraftAtom& draft) {
  ClockAtom atom;
  if (draft.condition && !draft.condition->is_constant()) atom.condition = state.emitter.expression(*draft.condition);
  atom.x = finish_term(state, draft.x, atom.x_candidates);
  atom.y = finish_term(state, draft.y, atom.y_candidates);
  atom.strict = draft.strict;
  if (draft.bound->is_constant()) atom.constant = draft.bound->value;
  else atom.bound = state.emitter.expression(*draft.bound);
  atom.bound_low = draft.bound->low;
  atom.bound_high = draft.bound->high;
  atom.span = draft.span;
  return atom;
}

void ConditionDraft::add_data(Node* node, Node* condition) {
  node = nodes_.truth(node);
  if (condition) node = nodes_.logical_or(nodes_.logical_not(condition), node);
  if (node->is_constant(1)) return;
  if (node->fails && !atoms_.empty()) {
    // Right of a clock test, and may fail: must not be evaluated before that test is applied.
    DraftAtom atom;
    atom.condition = nodes_.logical_not(node);
    atom.strict = true;
    atom.bound = nodes_.constant(0);
    atom.span = node->span;
    atoms_.push_back(atom);
    return;
  }
  data_ = data_ ? nodes_.logical_and(data_, node) : node;
}

void ConditionDraft::add_comparison(const Expr& expr, Node* condition) {
  const DraftComparison drafts = draft_comparison(lowering_, expr, expr.kind);
  if (drafts.data) return add_data(drafts.data, condition);
  for (DraftAtom atom : drafts.atoms) {
    atom.condition = condition;
    atoms_.push_back(atom);
  }
}

void ConditionDraft::add_rate(const Expr& expr, Node* condition) {
  const bool left = expr.args[0]->kind == ExprKind::rate;
  const Expr& rate = *expr.args[left ? 0 : 1];
  const Expr& value = *expr.args[left ? 1 : 0];
  if (rate.args[0]->type && rate.args[0]->type->hybrid) return;  // plays no part in symbolic analysis
  if (condition)
    refuse(expr.span, "refused", "a rate cannot depend on a condition",
           "write the rate as an integer expression: x' == (b ? 0 : 1)");
  const NetPlace clock = lowering_.place(*rate.args[0], Sort::clock);
  if (!clock.at->is_constant())
    refuse(rate.span, "refused", "the clock of a rate must be known when the model is loaded");
  Node* node = lowering_.value(value);
  if (node->is_constant(1)) return;
  if (node->is_constant() && node->value != 0) {
    refuse(expr.span, "bad-rate", "rate " + std::to_string(node->value) + " of a clock is neither 0 nor 1");
  }
  rates_.push_back({clock_numbered(clock.at->value), lowering_.state().emitter.expression(*node), expr.span});
  rate_nodes_.push_back(node);
}

void ConditionDraft::unroll(const Expr& expr, Node* condition) {
  const BinderRange over = lowering_.range(*expr.binder);
  if (!over.is_static())
    refuse(expr.span, "refused", "the range of a quantifier over clocks must be known when the model is loaded");
  if (over.size() > 100'000)
    refuse(expr.span, "quantifier-too-large", "a quantifier over clocks has " + std::to_string(over.size()) + " cases");
  for (std::int64_t v = over.low->value; v <= over.high->value; ++v) {
    lowering_.bind(*expr.binder->symbol, static_cast<std::int32_t>(v));
    split(*expr.args[0], condition);
    lowering_.unbind();
  }
}

void ConditionDraft::split(const Expr& expr, Node* condition) {
  if (condition && condition->is_constant(0)) return;
  if (condition && condition->is_constant()) condition = nullptr;
  if (!mentions_clocks(expr)) return add_data(lowering_.value(expr), condition);
  switch (expr.kind) {
    case ExprKind::logical_and:
    case ExprKind::comma:  // conjunction in 3.x models
      split(*expr.args[0], condition);
      return split(*expr.args[1], condition);
    case ExprKind::logical_or:
      if (!mentions_clocks(*expr.args[0])) {
        return split(*expr.args[1], both(condition, nodes_.logical_not(lowering_.value(*expr.args[0]))));
      }
      if (!mentions_clocks(*expr.args[1])) {
        return split(*expr.args[0], both(condition, nodes_.logical_not(lowering_.value(*expr.args[1]))));
      }
      break;
    case ExprKind::imply:
      if (mentions_clocks(*expr.args[0])) break;
      return split(*expr.args[1], both(condition, lowering_.condition(*expr.args[0])));
    case ExprKind::conditional: {
      if (mentions_clocks(*expr.args[0])) break;
      Node* choice = lowering_.condition(*expr.args[0]);
      split(*expr.args[1], both(condition, choice));
      return split(*expr.args[2], both(condition, nodes_.logical_not(choice)));
    }
    case ExprKind::forall: return unroll(expr, condition);
    case ExprKind::equal:
      if (expr.args[0]->kind == ExprKind::rate || expr.args[1]->kind == ExprKind::rate)
        return add_rate(expr, condition);
      return add_comparison(expr, condition);
    case ExprKind::less:
    case ExprKind::less_equal:
    case ExprKind::greater:
    case ExprKind::greater_equal: return add_comparison(expr, condition);
    default: break;
  }
  refuse(expr.span, "refused", "a guard or invariant is a conjunction of clock constraints",
         "disjunctions of clock constraints need several edges");
}

Condition ConditionDraft::finish() {
  CompilerState& state = lowering_.state();
  Condition result;
  if (data_) {
    state.effects.walk(*data_);
    result.data = state.emitter.expression(*data_);
  }
  for (const Node* node : rate_nodes_) state.effects.walk(*node);
  for (const DraftAtom& atom : atoms_) {
    walk_atom(state, atom);
    result.atoms.push_back(finish_atom(state, atom));
  }
  result.reads = to_slots(state.network, state.effects.take().reads);
  return result;
}

}  // namespace orbita
