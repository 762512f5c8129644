#include "engine/replay/goal_parts.h"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/replay/semantics.h"
#include "parser/interpreter/interpreter.h"
#include "parser/print/printer.h"

namespace orbita {

namespace {

constexpr std::size_t most_parts = 64;

ExprKind opposite_of(ExprKind kind) {
  switch (kind) {
    case ExprKind::less: return ExprKind::greater_equal;
    case ExprKind::less_equal: return ExprKind::greater;
    case ExprKind::greater_equal: return ExprKind::less;
    case ExprKind::greater: return ExprKind::less_equal;
    case ExprKind::equal: return ExprKind::not_equal;
    case ExprKind::not_equal: return ExprKind::equal;
    default: return kind;
  }
}

class GoalReader {
 public:
  GoalReader(const Model& model, Interpreter& scope) : model_(model), scope_(scope) {}

  // What makes `expr` have this value.
  void explain(const Expr& expr, bool wanted) {
    if (parts_.size() >= most_parts) return;
    switch (expr.kind) {
      case ExprKind::logical_not: return explain(*expr.args[0], !wanted);
      case ExprKind::logical_and: return join(expr, wanted, true);
      case ExprKind::logical_or: return join(expr, wanted, false);
      case ExprKind::imply:
        if (!wanted || !scope_.holds(*expr.args[0])) explain(*expr.args[0], !wanted);
        if (!wanted || scope_.holds(*expr.args[1])) explain(*expr.args[1], wanted);
        return;
      case ExprKind::forall: return wanted ? leaf(expr, wanted) : instances(expr, false);
      case ExprKind::exists: return wanted ? instances(expr, true) : leaf(expr, wanted);
      default: return leaf(expr, wanted);
    }
  }

  std::vector<GoalPart> take() { return std::move(parts_); }

 private:
  // Both operands count where both are needed, otherwise those that suffice.
  void join(const Expr& expr, bool wanted, bool conjunction) {
    for (const Expr* operand : expr.args) {
      if (wanted == conjunction || scope_.holds(*operand) == wanted) explain(*operand, wanted);
    }
  }

  void instances(const Expr& expr, bool wanted) {
    const Symbol& variable = *expr.binder->symbol;
    const ConcreteType* const type = scope_.concrete(*variable.type);
    for (std::int64_t value = type->low; value <= type->high; ++value) {
      scope_.bind(variable, static_cast<std::int32_t>(value));
      bound_[&variable] = value;
      if (scope_.holds(*expr.args[0]) == wanted) explain(*expr.args[0], wanted);
      bound_.erase(&variable);
      scope_.unbind(variable);
    }
  }

  void leaf(const Expr& expr, bool wanted) {
    GoalPart part;
    Expr* const shown = instantiated(expr);
    if (!wanted && opposite_of(expr.kind) != expr.kind) shown->kind = opposite_of(expr.kind);
    part.text = print(*shown);
    if (!wanted && opposite_of(expr.kind) == expr.kind) {
      const bool is_name = expr.kind == ExprKind::member || expr.kind == ExprKind::name || expr.kind == ExprKind::call;
      part.text = is_name ? "!" + part.text : "!(" + part.text + ")";
    }
    part.holds = scope_.holds(expr) == wanted;
    collect(expr, part);
    const auto same = [&](const GoalPart& other) { return other.text == part.text; };
    if (std::none_of(parts_.begin(), parts_.end(), same)) parts_.push_back(std::move(part));
  }

  // A copy with the values of bound variables.
  Expr* instantiated(const Expr& expr) {
    Expr* const copy = arena_.make<Expr>(expr);
    const auto found = expr.kind == ExprKind::name ? bound_.find(expr.symbol) : bound_.end();
    if (found != bound_.end()) {
      copy->kind = ExprKind::integer;
      copy->value = found->second;
      return copy;
    }
    std::vector<Expr*> args;
    for (const Expr* arg : expr.args) args.push_back(instantiated(*arg));
    copy->args = arena_.copy(args);
    return copy;
  }

  template <class T>
  static void add(std::vector<T>& list, T item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(std::move(item));
  }

  void collect(const Expr& expr, GoalPart& part) {
    if (expr.kind == ExprKind::member && is_process(*expr.args[0])) {
      if (const std::optional<std::uint32_t> process = process_of(*expr.args[0])) {
        add(part.processes, *process);
        const bool data = expr.symbol != nullptr && expr.symbol->kind != SymbolKind::location;
        if (data) add(part.variables, model_.processes[*process].name + "." + std::string(expr.name));
      }
      return;
    }
    const bool variable = expr.kind == ExprKind::name && expr.symbol != nullptr &&
                          expr.symbol->kind == SymbolKind::variable && !expr.symbol->is_const;
    if (variable) add(part.variables, std::string(expr.symbol->name));
    for (const Expr* arg : expr.args) collect(*arg, part);
  }

  static bool is_process(const Expr& expr) {
    const Expr& name = expr.kind == ExprKind::call ? *expr.args[0] : expr;
    return name.symbol != nullptr && name.symbol->kind == SymbolKind::process;
  }

  // nullopt inside a quantifier that is not instantiated.
  std::optional<std::uint32_t> process_of(const Expr& expr) {
    try {
      return scope_.process_number(expr);
    } catch (const EvaluationError&) {
      return std::nullopt;
    }
  }

  const Model& model_;
  Interpreter& scope_;
  Arena arena_;
  std::map<const Symbol*, std::int64_t> bound_;
  std::vector<GoalPart> parts_;
};

// The moment that decides; nullopt when the trace is not a run.
std::optional<ConcreteState> last_state(Semantics& semantics, const Trace& trace) {
  ConcreteState state = semantics.initial();
  for (const TraceStep& step : trace.steps) {
    Move move;
    if (!semantics.delay(state, step.delay).empty()) return std::nullopt;
    if (step.edges.empty()) continue;
    if (!semantics.translate(step.edges, move).empty() || !semantics.take(state, move).empty()) return std::nullopt;
  }
  if (!semantics.delay(state, trace.final_delay).empty()) return std::nullopt;
  return state;
}

}  // namespace

std::vector<GoalPart> goal_parts(const Model& model, const Trace& trace, const Query& query) {
  const bool reaches = query.kind == QueryKind::reachable, avoids = query.kind == QueryKind::invariantly;
  if ((!reaches && !avoids) || query.predicate == nullptr || trace.end != TraceEnd::goal) return {};
  Semantics semantics(model);
  try {
    std::optional<ConcreteState> state = last_state(semantics, trace);
    if (!state) return {};
    GoalReader reader(model, semantics.global_scope(*state));
    reader.explain(*query.predicate, reaches);
    return reader.take();
  } catch (const EvaluationError&) {
    return {};
  }
}

}  // namespace orbita
