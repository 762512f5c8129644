// Runs a trace step by step and monitors the query.
#pragma once

#include <string>

#include "engine/replay/semantics.h"
#include "engine/trace/trace.h"

namespace orbita {

// Requirements of a query on the moments of a run.
class Monitor {
 public:
  explicit Monitor(const Query* query) : query_(query) {}

  bool watches_moments() const;  // liveness: every moment counts
  // Called for every moment in order; returns a reason if this moment disqualifies the run as evidence.
  Reason see(Semantics& semantics, ConcreteState& state);
  // From here on the run repeats or lasts for ever.
  void enter_final_part() { final_ = true; }
  // After the end of the run: the reason why it is not yet evidence.
  Reason missing() const;
  // For E<>, A[], sup, inf, bounds: judges the last moment.
  Reason judge_goal(Semantics& semantics, ConcreteState& state) const;

 private:
  const Query* query_;
  bool pending_ = false;  // p --> q: p has held, and q has not held since
  bool final_ = false;
};

class Player {
 public:
  Player(Semantics& semantics, const Trace& trace, const Query* query)
      : semantics_(semantics), trace_(trace), monitor_(query) {}

  Reason start(ConcreteState& state);  // the initial state
  Reason play(ConcreteState& state, const TraceStep& step);
  Reason finish(ConcreteState& state, const ConcreteState& loop_start, const ClockUse& use);
  Monitor& monitor() { return monitor_; }

 private:
  Reason wait(ConcreteState& state, const Rational& delay);
  Reason compare(const ConcreteState& state, const TraceState& expected) const;
  Reason finish_lasso(ConcreteState& state, const ConcreteState& loop_start, const ClockUse& use);
  Reason finish_waiting(ConcreteState& state);
  Reason finish_deadlock(ConcreteState& state);
  Reason finish_error(ConcreteState& state);

  Semantics& semantics_;
  const Trace& trace_;
  Monitor monitor_;
};

// Empty if the loop from `first` to `last` (states of the same run) can be repeated for ever.
Reason not_repeatable(const Semantics& semantics, const ConcreteState& first, const ConcreteState& last,
                      const ClockUse& use);

// "model.xta:12:3: division by zero"
std::string describe(const Model& model, const EvaluationError& error);

}  // namespace orbita
