#include "engine/replay/replay.h"

#include <stdexcept>

#include "engine/replay/player.h"
#include "parser/parser.h"

namespace orbita {

namespace {

ReplayResult failure(std::size_t step, std::string message) { return {false, std::move(message), step}; }

// All steps of a trace in order. An error trace must fail at its end, and nowhere else.
class Replay {
 public:
  Replay(const Model& model, const Trace& trace, const Query* query)
      : model_(model),
        trace_(trace),
        semantics_(model),
        use_(semantics_.layout().clocks().size()),
        player_(semantics_, trace, query) {}

  ReplayResult run() {
    try {
      return steps();
    } catch (const EvaluationError& error) {
      if (at_end_ && trace_.end == TraceEnd::error) return {true, "", trace_.steps.size()};
      return failure(step_, "run-time error: " + describe(model_, error));
    } catch (const std::overflow_error& error) {
      return failure(step_, error.what());
    }
  }

 private:
  ReplayResult steps() {
    ConcreteState state, loop_start;
    // Without steps the error may be in the initial state itself.
    at_end_ = trace_.steps.empty() && trace_.failing.empty();
    if (const Reason reason = player_.start(state); !reason.empty()) return failure(0, reason);
    if (trace_.end == TraceEnd::lasso && trace_.loop_start >= trace_.steps.size()) {
      return failure(trace_.steps.size(), "the loop has no steps");
    }
    for (; step_ < trace_.steps.size(); ++step_) {
      if (trace_.end == TraceEnd::lasso && step_ == trace_.loop_start) {
        loop_start = state;
        semantics_.set_use(&use_);
        player_.monitor().enter_final_part();
      }
      const Reason reason = player_.play(state, trace_.steps[step_]);
      if (!reason.empty()) return failure(step_, reason);
    }
    at_end_ = true;
    const Reason reason = player_.finish(state, loop_start, use_);
    if (!reason.empty()) return failure(trace_.steps.size(), reason);
    return {true, "", trace_.steps.size()};
  }

  const Model& model_;
  const Trace& trace_;
  Semantics semantics_;
  ClockUse use_;
  Player player_;
  std::size_t step_ = 0;
  bool at_end_ = false;
};

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.sorted()) {
    if (diagnostic.severity == Severity::error) return diagnostic.message;
  }
  return "unknown problem";
}

}  // namespace

ReplayResult replay(const Model& model, const Trace& trace, const Query* query) {
  return Replay(model, trace, query).run();
}

ReplayResult replay(Model& model, const Trace& trace) {
  if (!trace.model_hash.empty() && trace.model_hash != hash_of(model)) {
    return failure(0, "the trace belongs to another model (or other constants): its hash is " + trace.model_hash +
                          ", the model's is " + hash_of(model));
  }
  if (trace.formula.empty()) return replay(model, trace, nullptr);
  Diagnostics diagnostics;
  try {
    Query* query = read_formula(*model.document, trace.formula, diagnostics);
    if (query && !diagnostics.has_errors() && check_query(model, *query, diagnostics))
      return replay(model, trace, query);
  } catch (const ModelError& error) {
    return failure(0, "the formula '" + trace.formula + "' of the trace is not usable: " + error.what());
  }
  return failure(0, "the formula '" + trace.formula + "' of the trace is not usable: " + first_error(diagnostics));
}

void complete(const Model& model, Trace& trace, const Query* query) {
  Semantics semantics(model);
  const auto fill = [&](TraceState& state, const ConcreteState& concrete) {
    TraceState full = semantics.trace_state(concrete);
    if (state.locations.empty()) state.locations = std::move(full.locations);
    if (state.variables.empty()) state.variables = std::move(full.variables);
    if (state.clocks.empty()) state.clocks = std::move(full.clocks);
  };
  const auto label = [&](TraceStep& step, ConcreteState& before, const Move& move) {
    for (std::size_t i = 0; i < step.edges.size(); ++i) step.edges[i] = semantics.trace_edge(before, move.edges[i]);
    step.tested = semantics.tested(before, move);
  };
  try {
    ConcreteState state = semantics.initial();
    fill(trace.initial, state);
    for (TraceStep& step : trace.steps) {
      Move move;
      if (!semantics.delay(state, step.delay).empty()) return;
      if (!step.edges.empty()) {
        ConcreteState before = state;
        if (!semantics.translate(step.edges, move).empty() || !semantics.take(state, move).empty()) return;
        label(step, before, move);
      }
      fill(step.state, state);
    }
    if (!query || !query->predicate || trace.end != TraceEnd::goal ||
        !semantics.delay(state, trace.final_delay).empty())
      return;
    trace.tested = semantics.tested(state, *query->predicate);
  } catch (const EvaluationError&) {
    return;  // replay() will report it
  }
}

}  // namespace orbita
