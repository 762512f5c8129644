// Checks traces against the model: is this run possible, and does it show what it claims?
//
//   const ReplayResult result = replay(model, trace);
//   if (!result.ok) std::cerr << "step " << result.step << ": " << result.message;
//
// Written from the specification on concrete clock values; shares nothing with the compiled network, the zones or the
// search (semantics.h has the rules).
//
// Accepted evidence, by query:
//   E<> p, A[] p           the run ends (after final_delay) in a state with p, without p
//   E[] p, A<> p           p (not p) holds at every moment of the run, and the run is maximal:
//                          a lasso, time passing for ever, or a deadlock (p is also asked of
//                          everything that can still be reached by waiting)
//   p --> q                the same for not q, from some moment on at which p holds
//   sup, inf, bounds       the run ends in a state with the predicate, if there is one
//   any, with end `error`  a run-time error happens where the trace says
//
// A lasso is accepted if the loop contains an action, ends in the discrete state it began with, and the clock
// valuations of both ends are region equivalent for all clock comparisons of the loop (ClockUse): then it can be
// repeated for ever, though perhaps with different delays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/replay/semantics.h"
#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

struct ReplayResult {
  bool ok = false;
  std::string message;   // why not; empty if ok
  std::size_t step = 0;  // index of the offending step; steps.size(): the end of the trace
};

// `query` is checked against `model`; the first form reads and checks trace.formula itself, which adds to the model
// (no formula: the run only has to be possible). Problems of the trace never throw.
ReplayResult replay(Model& model, const Trace& trace);
ReplayResult replay(const Model& model, const Trace& trace, const Query* query);

// Adds facts known from the model: labels and channels of edges, the clocks they test (with a query, checked against
// `model`, also those it tests at the end), and missing clock values, locations and variables of the states. Stops at
// the first step that is not possible.
void complete(const Model& model, Trace& trace, const Query* query = nullptr);

// Searches for a stretch of the run that can be repeated for ever, cuts the trace after it and makes it a lasso. For
// traces of unrolled loops, whose delays repeat only after some rounds. Returns false, with the trace unchanged, if
// there is none.
bool close_lasso(const Model& model, Trace& trace, const Query* query);

// ---- random runs

struct WalkResult {
  std::uint64_t steps = 0;      // transitions taken
  std::uint64_t restarts = 0;   // from the initial state, at random
  std::uint64_t deadlocks = 0;  // each restarts the walk
  // Also restart the walk: transitions are possible, but only at moments with large denominators or far away.
  std::uint64_t abandoned = 0;
  std::string error;  // a run-time error of the model, or an invalid initial state; ends the walk
};

// Takes `steps` random transitions after random delays (multiples of 1/8, and the moments at which the set of possible
// transitions changes), sometimes only waits, and restarts at random. `visit` sees every state: the initial one, each
// before a transition is taken (delayed), and each after it. It returns false to end the walk.
using WalkVisit = std::function<bool(Semantics& semantics, const ConcreteState& state)>;
WalkResult random_walk(const Model& model, std::uint64_t seed, std::uint64_t steps, const WalkVisit& visit);

}  // namespace orbita
