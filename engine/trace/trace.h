// A run of the model that explains a verdict.
//
// Refers to the model as the user wrote it (processes, template edges, names), not to the compiled network, so it can
// be saved, shown and replayed on its own: replay/replay.h checks a trace against the model, trace_text.h prints it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/rational.h"

namespace orbita {

struct Model;

inline constexpr std::uint32_t no_branch = 0xffffffffu;

// One edge taken by one process.
struct TraceEdge {
  std::string process;                // "P(0)"
  std::uint32_t edge = 0;             // position in Template::edges
  std::uint32_t branch = no_branch;   // position of the edge leaving the branchpoint, if it goes through one
  std::vector<std::int32_t> selects;  // values of the edge's selects, then of the branch's, in order
  std::string label;                  // "wait -> cs, x > 2, go[1]?": for display; may be empty
  std::string channel = {};           // "go[1]", indices evaluated: for display; empty: internal, or unknown
  friend bool operator==(const TraceEdge&, const TraceEdge&) = default;
};

// Partial description of a state. All listed parts are compared in replay, all others are free: an empty TraceState
// matches every state. Names are those of queries ("P(0).x", "list[2]").
struct TraceState {
  std::vector<std::pair<std::string, std::string>> locations;  // process, location
  std::vector<std::pair<std::string, std::int32_t>> variables;
  std::vector<std::pair<std::string, Rational>> clocks;  // when the state is entered
  std::string zone;                                      // symbolic, for display; not compared
  friend bool operator==(const TraceState&, const TraceState&) = default;
};

using ClockReading = std::vector<std::pair<std::string, Rational>>;  // names and values at one moment

struct TraceStep {
  Rational delay;                // before the edges are taken
  std::vector<TraceEdge> edges;  // sender first, then receivers in process order; none: only a delay
  TraceState state;              // after the edges
  // The clocks compared by the guards of the edges and the invariants of the locations they leave, at the moment the
  // edges are taken and before their updates: for display; not compared.
  ClockReading tested = {};
  friend bool operator==(const TraceStep&, const TraceStep&) = default;
};

// How the run ends, and hence why it explains the verdict.
enum class TraceEnd : std::uint8_t {
  goal,      // in a state that decides the query: p of E<> p, not p of A[] p
  lasso,     // steps[loop_start..] can be repeated for ever
  waits,     // time passes for ever in the last state
  deadlock,  // no transition is ever possible again (time may be able to pass, or be locked)
  error      // evaluating or taking `failing` is a run-time error of the model
};

struct Trace {
  std::string formula;     // the query; empty: a run without a query
  std::string model_hash;  // hash_of(model); empty: not compared
  TraceState initial;
  std::vector<TraceStep> steps;
  Rational final_delay;  // from the last step to the moment that matters (goal, error)
  TraceEnd end = TraceEnd::goal;
  std::uint32_t loop_start = 0;    // lasso: the first step that repeats
  std::vector<TraceEdge> failing;  // error: the edges that fail; none: some guard, invariant or the query
  std::string error;               // error: the message, for display
  ClockReading tested = {};        // the clocks the query compares at the end, for display
  friend bool operator==(const Trace&, const Trace&) = default;
};

std::string_view to_text(TraceEnd end);
// Total time from the start to the end, the final delay included.
Rational duration(const Trace& trace);

// Identifies a model by the parts that affect traces: its text (as print_xta prints it) and the values of its global
// constants, which the command line may have changed.
std::string hash_of(const Model& model);

// JSON text, one document. load_trace throws std::invalid_argument with the position of the problem.
std::string save_trace(const Trace& trace);
Trace load_trace(std::string_view json);

}  // namespace orbita
