#include "engine/compile/query_compiler.h"

#include <algorithm>

#include "engine/compile/condition.h"

namespace orbita {

using ir::Node;
using ir::Op;

namespace {

constexpr std::int64_t max_cases = 1'000'000;

// A predicate before its programs are emitted.
struct Draft {
  Predicate::Kind kind = Predicate::Kind::data;
  Node* data = nullptr;
  DraftAtom atom;
  std::vector<Draft> children;

  bool is_data() const { return kind == Predicate::Kind::data; }
};

class PredicateCompiler {
 public:
  PredicateCompiler(CompilerState& state) : state_(state), nodes_(state.nodes), lowering_(state, none) {}

  Predicate compile(const Expr& expr) {
    const Draft root = draft(expr);
    add(root);
    const ir::Effects effects = state_.effects.take();
    result_.reads = to_slots(state_.network, effects.reads);
    const auto processes = static_cast<std::uint32_t>(state_.network.processes.size());
    for (const std::uint32_t cell : effects.reads) {
      if (cell < processes) result_.location_reads.push_back(ProcessId{cell});
    }
    auto& clocks = result_.clocks;
    std::sort(clocks.begin(), clocks.end());
    clocks.erase(std::unique(clocks.begin(), clocks.end()), clocks.end());
    return std::move(result_);
  }

 private:
  static Draft data(Node* node) {
    Draft result;
    result.data = node;
    return result;
  }

  Draft negated(Draft draft) {
    if (draft.is_data()) return data(nodes_.logical_not(draft.data));
    if (draft.kind == Predicate::Kind::negation) return std::move(draft.children[0]);
    Draft result;
    result.kind = Predicate::Kind::negation;
    result.children.push_back(std::move(draft));
    return result;
  }

  // Flattens, drops what decides nothing, and joins neighbouring data into one program.
  Draft combined(Predicate::Kind kind, std::vector<Draft> parts) {
    const bool conjunction = kind == Predicate::Kind::conjunction;
    Draft result;
    result.kind = kind;
    const auto append = [&](Draft part) {
      if (part.is_data() && part.data->is_constant(conjunction)) return;
      auto& children = result.children;
      if (part.is_data() && !children.empty() && children.back().is_data()) {
        Node*& last = children.back().data;
        last = conjunction ? nodes_.logical_and(last, part.data) : nodes_.logical_or(last, part.data);
      } else if (children.empty() || !children.back().is_data() || !children.back().data->is_constant()) {
        children.push_back(std::move(part));
      }  // otherwise a constant has settled it already
    };
    for (Draft& part : parts) {
      if (part.kind != kind) append(std::move(part));
      else
        for (Draft& child : part.children) append(std::move(child));
    }
    if (result.children.empty()) return data(nodes_.constant(conjunction));
    if (result.children.size() == 1) {
      Draft only = std::move(result.children[0]);
      return only;
    }
    return result;
  }

  Draft comparison(const Expr& expr, ExprKind op) {
    const DraftComparison drafts = draft_comparison(lowering_, expr, op);
    if (drafts.data) return data(drafts.data);
    std::vector<Draft> parts;
    for (const DraftAtom& atom : drafts.atoms) {
      Draft part;
      part.kind = Predicate::Kind::atom;
      part.atom = atom;
      parts.push_back(std::move(part));
    }
    return combined(Predicate::Kind::conjunction, std::move(parts));
  }

  Draft unrolled(const Expr& expr) {
    const BinderRange over = lowering_.range(*expr.binder);
    if (!over.is_static()) refuse(expr.span, "refused", "the range of a quantifier over clocks must be constant");
    if (over.size() > max_cases)
      refuse(expr.span, "quantifier-too-large",
             "a quantifier over clocks has " + std::to_string(over.size()) + " cases");
    std::vector<Draft> parts;
    for (std::int64_t v = over.low->value; v <= over.high->value; ++v) {
      lowering_.bind(*expr.binder->symbol, static_cast<std::int32_t>(v));
      parts.push_back(draft(*expr.args[0]));
      lowering_.unbind();
    }
    return combined(expr.kind == ExprKind::forall ? Predicate::Kind::conjunction : Predicate::Kind::disjunction,
                    std::move(parts));
  }

  Draft pair(Predicate::Kind kind, Draft a, Draft b) {
    std::vector<Draft> parts;
    parts.push_back(std::move(a));
    parts.push_back(std::move(b));
    return combined(kind, std::move(parts));
  }

  Draft draft(const Expr& expr) {
    constexpr auto conjunction = Predicate::Kind::conjunction, disjunction = Predicate::Kind::disjunction;
    if (expr.kind == ExprKind::deadlock) {
      Draft result;
      result.kind = Predicate::Kind::deadlock;
      return result;
    }
    if (!mentions_clocks(expr)) return data(lowering_.condition(expr));
    const auto part = [&](int i) { return draft(*expr.args[static_cast<std::size_t>(i)]); };
    switch (expr.kind) {
      case ExprKind::plus: return part(0);
      case ExprKind::logical_not: return negated(part(0));
      case ExprKind::logical_and: return pair(conjunction, part(0), part(1));
      case ExprKind::logical_or: return pair(disjunction, part(0), part(1));
      case ExprKind::imply: return pair(disjunction, negated(part(0)), part(1));
      case ExprKind::conditional:
        return pair(disjunction, pair(conjunction, part(0), part(1)), pair(conjunction, negated(part(0)), part(2)));
      case ExprKind::logical_xor:
        return pair(disjunction, pair(conjunction, part(0), negated(part(1))),
                    pair(conjunction, negated(part(0)), part(1)));
      case ExprKind::forall:
      case ExprKind::exists: return unrolled(expr);
      case ExprKind::equal:
      case ExprKind::less:
      case ExprKind::less_equal:
      case ExprKind::greater:
      case ExprKind::greater_equal:
        if (is_clock_type(expr.args[0]->type) || is_clock_type(expr.args[1]->type)) return comparison(expr, expr.kind);
        break;
      case ExprKind::not_equal:
        if (is_clock_type(expr.args[0]->type) || is_clock_type(expr.args[1]->type)) {
          return negated(comparison(expr, ExprKind::equal));
        }
        break;
      default: break;
    }
    refuse(expr.span, "refused", "clock constraints can only be combined with and, or, not and imply here");
  }

  std::uint32_t add(const Draft& draft) {
    const auto at = static_cast<std::uint32_t>(result_.nodes.size());
    result_.nodes.emplace_back();
    result_.nodes[at].kind = draft.kind;
    switch (draft.kind) {
      case Predicate::Kind::data:
        state_.effects.walk(*draft.data);
        if (!draft.data->is_constant(1)) result_.nodes[at].data = state_.emitter.expression(*draft.data);
        break;
      case Predicate::Kind::atom: add_atom(draft.atom, result_.nodes[at]); break;
      case Predicate::Kind::deadlock: result_.has_deadlock = true; break;
      default:
        for (const Draft& child : draft.children) {
          const std::uint32_t number = add(child);
          result_.nodes[at].children.push_back(number);
        }
    }
    return at;
  }

  void add_atom(const DraftAtom& draft, Predicate::Node& node) {
    for (const auto* term : {&draft.x, &draft.y}) {
      if (*term) state_.effects.walk(*(*term)->at);
    }
    state_.effects.walk(*draft.bound);
    node.atom = finish_atom(state_, draft);
    result_.has_clocks = true;
    for (const auto* candidates : {&node.atom.x_candidates, &node.atom.y_candidates}) {
      for (const NetClockId clock : *candidates) {
        if (clock != reference_net_clock) result_.clocks.push_back(clock);
      }
    }
  }

  CompilerState& state_;
  ir::Builder& nodes_;
  Lowering lowering_;
  Predicate result_;
};

}  // namespace

QueryCompiler::QueryCompiler(const Network& network)
    : programs_(std::make_shared<Programs>(network.programs)),
      state_(std::make_unique<CompilerState>(*network.compiler, *programs_)) {}

QueryCompiler::~QueryCompiler() = default;

Predicate QueryCompiler::predicate(const Expr& expr) {
  state_->begin_program();
  Predicate result = PredicateCompiler(*state_).compile(expr);
  result.programs = programs_;
  return result;
}

Measure QueryCompiler::measure(const Expr& expr) {
  CompilerState& state = *state_;
  state.begin_program();
  Lowering lowering(state, none);
  Measure result;
  result.programs = programs_;
  const Node* number = nullptr;
  if (is_clock_type(expr.type)) {
    const ClockSum sum = lowering.clock_sum(expr);
    if (!sum.plus || sum.minus) refuse(expr.span, "refused", "only a clock, plus or minus an integer, can be measured");
    result.is_clock = true;
    for_each_cell(*sum.plus->extent, [&](std::uint32_t clock) { result.clock_candidates.push_back({clock}); });
    std::sort(result.clock_candidates.begin(), result.clock_candidates.end());
    result.clock.clock = result.clock_candidates.front();
    state.effects.walk(*sum.plus->at);
    if (!sum.plus->at->is_constant()) result.clock.code = state.emitter.expression(*sum.plus->at);
    number = sum.shift;
  } else {
    number = lowering.value(expr);
  }
  state.effects.walk(*number);
  if (!result.is_clock || !number->is_constant(0)) result.data = state.emitter.expression(*number);
  result.reads = to_slots(state.network, state.effects.take().reads);
  return result;
}

}  // namespace orbita
