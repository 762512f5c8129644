#include "engine/replay/gantt.h"

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>

#include "engine/replay/semantics.h"
#include "parser/print/printer.h"

namespace orbita {

namespace {

using Binding = std::vector<std::pair<const Symbol*, std::int32_t>>;

class BoundVariables {
 public:
  BoundVariables(Interpreter& scope, const Binding& binding) : scope_(scope), binding_(binding) {
    for (const auto& [symbol, value] : binding_) scope_.bind(*symbol, value);
  }
  ~BoundVariables() {
    for (auto one = binding_.rbegin(); one != binding_.rend(); ++one) scope_.unbind(*one->first);
  }
  BoundVariables(const BoundVariables&) = delete;
  BoundVariables& operator=(const BoundVariables&) = delete;

 private:
  Interpreter& scope_;
  const Binding& binding_;
};

// All values of the binders, the first one slowest. A range may depend on earlier variables.
void for_each_binding(Interpreter& scope, std::span<const Binder> binders, Binding& binding,
                      const std::function<void()>& visit) {
  if (binders.empty()) return visit();
  const Symbol& symbol = *binders.front().symbol;
  std::int64_t low = 0, high = 0;
  {
    const BoundVariables bound(scope, binding);
    const ConcreteType& range = *scope.concrete(*symbol.type);
    low = range.low;
    high = range.high;
  }
  for (std::int64_t value = low; value <= high; ++value) {
    binding.emplace_back(&symbol, static_cast<std::int32_t>(value));
    for_each_binding(scope, binders.subspan(1), binding, visit);
    binding.pop_back();
  }
}

std::string bar_label(const Expr& condition) {
  return condition.kind == ExprKind::member ? std::string(condition.name) : print(condition);
}

std::string lane_name(const GanttLine& line, const Binding& binding) {
  std::string values;
  for (const auto& one : binding) values += (values.empty() ? "" : ",") + std::to_string(one.second);
  return std::string(line.name) + (values.empty() ? "" : "(" + values + ")");
}

class GanttWatch {
 public:
  GanttWatch(Semantics& semantics, ConcreteState& start, const std::vector<GanttLine>& lines) : semantics_(semantics) {
    for (const GanttLine& line : lines) {
      Binding binding;
      Interpreter& scope = semantics.global_scope(start);
      for_each_binding(scope, line.binders, binding, [&] {
        lanes_.push_back({lane_name(line, binding), {}});
        for (const GanttEntry& entry : line.entries) {
          for_each_binding(scope, entry.binders, binding, [&] {
            watched_.push_back({lanes_.size() - 1, &entry, binding, {}, {}});
          });
        }
      });
    }
  }

  // The state at this moment, or right after it.
  void see(ConcreteState& state, const Rational& time) {
    Interpreter& scope = semantics_.global_scope(state);
    for (Watched& one : watched_) {
      const std::optional<std::int32_t> colour = colour_of(scope, one);
      if (colour == one.colour) continue;
      end(one, time, false);
      one.colour = colour;
      one.from = time;
    }
  }

  std::vector<GanttLane> finish(const Rational& time) {
    for (Watched& one : watched_) end(one, time, true);
    return std::move(lanes_);
  }

 private:
  struct Watched {
    std::size_t lane = 0;
    const GanttEntry* entry = nullptr;
    Binding binding;
    std::optional<std::int32_t> colour;  // while the condition holds
    Rational from;
  };

  static std::optional<std::int32_t> colour_of(Interpreter& scope, const Watched& one) {
    try {
      const BoundVariables bound(scope, one.binding);
      if (!scope.holds(*one.entry->when)) return std::nullopt;
      return scope.evaluate(*one.entry->colour);
    } catch (const EvaluationError&) {
      return std::nullopt;
    }
  }

  void end(const Watched& one, const Rational& time, bool lasts) {
    if (one.colour) lanes_[one.lane].bars.push_back({bar_label(*one.entry->when), *one.colour, one.from, time, lasts});
  }

  Semantics& semantics_;
  std::vector<Watched> watched_;
  std::vector<GanttLane> lanes_;
};

}  // namespace

std::vector<GanttLane> gantt_lanes(const Model& model, const Trace& trace, const std::vector<GanttLine>& lines) {
  Semantics semantics(model);
  ConcreteState state = semantics.initial();
  GanttWatch watch(semantics, state, lines);
  Rational time;
  const auto wait = [&](const Rational& delay) {
    const Semantics::Passage passage =
        semantics.pass_time(state, delay, [&](ConcreteState& here, const Rational& elapsed, bool) {
          watch.see(here, time + elapsed);
          return true;
        });
    time += delay;
    return passage.end == Semantics::DelayEnd::reached;
  };
  for (const TraceStep& step : trace.steps) {
    Move move;
    const bool possible =
        wait(step.delay) &&
        (step.edges.empty() || (semantics.translate(step.edges, move).empty() && semantics.take(state, move).empty()));
    if (!possible) throw std::invalid_argument("the trace is not a run of the model");
  }
  wait(trace.final_delay);
  return watch.finish(time);
}

}  // namespace orbita
