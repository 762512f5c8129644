#include "engine/replay/player.h"

#include <algorithm>

namespace orbita {

std::string describe(const Model& model, const EvaluationError& error) {
  const Sources& sources = model.sources();
  const Span where = error.where();
  const Position position = sources.locate(where);
  const std::string& file = sources[where.block].file;
  return (file.empty() ? ""
                       : file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + ": ") +
         error.what();
}

Reason not_repeatable(const Semantics& semantics, const ConcreteState& first, const ConcreteState& last,
                      const ClockUse& use) {
  for (std::uint32_t p = 0; p < first.locations.size(); ++p) {
    if (first.locations[p] == last.locations[p]) continue;
    return "the loop does not return to its first state: another location";
  }
  for (std::size_t c = 0; c < first.cells.size(); ++c) {
    if (first.cells[c] == last.cells[c]) continue;
    return "the loop does not return to its first state: " + semantics.layout().cells()[c].name + " = " +
           std::to_string(first.cells[c]) + " before and " + std::to_string(last.cells[c]) + " after it";
  }
  if (region_equivalent(first.clocks, last.clocks, use)) return {};
  std::string values;
  for (std::size_t x = 0; x < first.clocks.size(); ++x) {
    if (!use.read[x] || first.clocks[x] == last.clocks[x]) continue;
    values += (values.empty() ? "" : ", ") + semantics.layout().clocks()[x].name + " = " + to_text(first.clocks[x]) +
              " before and " + to_text(last.clocks[x]) + " after it";
  }
  return "the loop cannot be repeated for certain: " + values;
}

Reason Player::compare(const ConcreteState& state, const TraceState& expected) const {
  const auto differs = [](const std::string& name, const std::string& traced, const std::string& replayed) {
    return "the trace has " + name + " = " + traced + ", the model gives " + replayed;
  };
  for (const auto& [name, location] : expected.locations) {
    const auto process = semantics_.find_process(name);
    if (!process) return "there is no process '" + name + "'";
    const Location& here = semantics_.location(state, *process);
    if (here.name != location) return differs(name, location, std::string(here.name));
  }
  for (const auto& [name, value] : expected.variables) {
    const auto cell = semantics_.layout().find_cell(name);
    if (!cell) return "there is no variable '" + name + "'";
    if (state.cells[*cell] != value) return differs(name, std::to_string(value), std::to_string(state.cells[*cell]));
  }
  for (const auto& [name, value] : expected.clocks) {
    const auto clock = semantics_.layout().find_clock(name);
    if (!clock) return "there is no clock '" + name + "'";
    if (state.clocks[*clock] != value) return differs(name, to_text(value), to_text(state.clocks[*clock]));
  }
  return {};
}

Reason Player::start(ConcreteState& state) {
  state = semantics_.initial();
  if (const Reason reason = semantics_.violated_invariant(state); !reason.empty()) {
    return "there is no initial state: " + reason;
  }
  return compare(state, trace_.initial);
}

Reason Player::wait(ConcreteState& state, const Rational& delay) {
  if (!monitor_.watches_moments()) return semantics_.delay(state, delay);
  if (delay < Rational(0)) return "a delay cannot be negative";
  Reason seen;
  const auto passage = semantics_.pass_time(state, delay, [&](ConcreteState& here, const Rational& elapsed, bool open) {
    seen = monitor_.see(semantics_, here);
    if (!seen.empty()) seen += (open ? " right after a delay of " : " after a delay of ") + to_text(elapsed);
    return seen.empty();
  });
  if (!seen.empty()) return seen;
  if (passage.end == Semantics::DelayEnd::reached) return {};
  return "a delay of " + to_text(delay) + " is not possible: " + passage.reason;
}

Reason Player::play(ConcreteState& state, const TraceStep& step) {
  if (Reason reason = wait(state, step.delay); !reason.empty()) return reason;
  if (!step.edges.empty()) {
    Move move;
    if (Reason reason = semantics_.translate(step.edges, move); !reason.empty()) return reason;
    if (Reason reason = semantics_.take(state, move); !reason.empty()) return reason;
  }
  return compare(state, step.state);
}

Reason Player::finish(ConcreteState& state, const ConcreteState& loop_start, const ClockUse& use) {
  const bool liveness = monitor_.watches_moments();
  switch (trace_.end) {
    case TraceEnd::goal:
      if (Reason reason = wait(state, trace_.final_delay); !reason.empty()) return reason;
      return monitor_.judge_goal(semantics_, state);
    case TraceEnd::error: return finish_error(state);
    case TraceEnd::lasso: return liveness ? finish_lasso(state, loop_start, use) : "only liveness queries have lassos";
    case TraceEnd::waits:
      return liveness ? finish_waiting(state) : "only liveness queries are shown by waiting for ever";
    case TraceEnd::deadlock:
      return liveness ? finish_deadlock(state) : "only liveness queries are shown by ending in a deadlock";
  }
  return {};
}

Reason Player::finish_lasso(ConcreteState& state, const ConcreteState& loop_start, const ClockUse& use) {
  if (trace_.final_delay != Rational(0)) return "a lasso has no final delay";
  if (Reason reason = wait(state, 0); !reason.empty()) return reason;
  if (Reason reason = monitor_.missing(); !reason.empty()) return reason;
  const auto first =
      trace_.steps.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(trace_.loop_start, trace_.steps.size()));
  const bool acts = std::any_of(first, trace_.steps.end(), [](const TraceStep& step) { return !step.edges.empty(); });
  if (!acts) return "the loop has no action";
  return not_repeatable(semantics_, loop_start, state, use);
}

Reason Player::finish_waiting(ConcreteState& state) {
  if (Reason reason = wait(state, trace_.final_delay); !reason.empty()) return reason;
  monitor_.enter_final_part();
  Reason seen;
  const auto passage =
      semantics_.pass_time(state, std::nullopt, [&](ConcreteState& here, const Rational& elapsed, bool) {
        seen = monitor_.see(semantics_, here);
        if (!seen.empty()) seen += " after waiting " + to_text(elapsed);
        return seen.empty();
      });
  if (!seen.empty()) return seen;
  if (passage.end != Semantics::DelayEnd::for_ever) return "time cannot pass for ever: " + passage.reason;
  return monitor_.missing();
}

Reason Player::finish_deadlock(ConcreteState& state) {
  if (Reason reason = wait(state, trace_.final_delay); !reason.empty()) return reason;
  monitor_.enter_final_part();
  Reason seen;
  semantics_.pass_time(state, std::nullopt, [&](ConcreteState& here, const Rational& elapsed, bool) {
    seen = monitor_.see(semantics_, here);
    const std::vector<Move> moves = semantics_.moves(here, 1);
    if (!moves.empty()) seen = "there is no deadlock: " + semantics_.describe(moves.front()) + " is possible";
    if (!seen.empty()) seen += " after waiting " + to_text(elapsed);
    return seen.empty();
  });
  return seen.empty() ? monitor_.missing() : seen;
}

// The caller expects and catches an EvaluationError from one of these calls.
Reason Player::finish_error(ConcreteState& state) {
  if (Reason reason = semantics_.delay(state, trace_.final_delay); !reason.empty()) return reason;
  if (!trace_.failing.empty()) {
    Move move;
    if (Reason reason = semantics_.translate(trace_.failing, move); !reason.empty()) return reason;
    const Reason reason = semantics_.take(state, move);
    return "there is no run-time error" + (reason.empty() ? "" : ": " + reason);
  }
  semantics_.moves(state);
  semantics_.blocked_time(state);
  (void)monitor_.see(semantics_, state);
  if (!monitor_.watches_moments()) (void)monitor_.judge_goal(semantics_, state);
  return "there is no run-time error";
}

}  // namespace orbita
