// From a path through the zone graph to a concrete run a user can follow.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/search/maximal_runs.h"
#include "engine/space/unreduced.h"
#include "engine/space/zone_graph.h"
#include "engine/trace/timing.h"
#include "engine/trace/trace.h"

namespace orbita {

// A sequence of transitions on unreduced states: nothing normalised, nothing permuted.
struct SymbolicRun {
  struct Step {
    std::optional<Transition> transition;  // none: time passes from one piece of a predicate into another
    std::vector<std::int32_t> row;         // the values afterwards
    std::vector<ClockBound> inside;        // clock constraints that hold while staying there (a predicate's piece)
    // The moment at which a run inside a predicate begins, not a crossing between pieces: what holds then.
    std::optional<std::vector<ClockBound>> begins = std::nullopt;
    std::optional<Rational> delay = std::nullopt;  // exactly this long after the step before; nullopt: any time
  };
  std::vector<std::int32_t> initial;
  std::vector<ClockBound> initial_inside;
  std::vector<Step> steps;
  SymbolicState last;  // the unreduced state it ends in
};

// The guard of a step from a state with the values `row`: of a split broadcast, or where priorities block, it is
// narrower than its edges say.
std::vector<ClockBound> guard_of(UnreducedSpace& space, const UnreducedStep& step, std::span<const std::int32_t> row);

// Adds a step to the run, whose values so far are `row`.
void take(UnreducedSpace& space, const UnreducedStep& step, std::vector<std::int32_t>& row, SymbolicRun& run,
          std::vector<ClockBound> inside);

// Walks `length` steps along unreduced states, each time with the first transition that is wanted: asked with the
// number of the step, the transition, and the zone after it. nullopt when there is none.
using IsWanted = std::function<bool(std::size_t, const UnreducedStep&, ZoneId)>;
std::optional<SymbolicRun> walk(UnreducedSpace& space, std::size_t length, const IsWanted& is_wanted);

// The run behind a path of nodes; nullopt would mean that the graph cannot repeat itself: our mistake.
std::optional<SymbolicRun> follow(ZoneGraph& graph, const std::vector<SymbolicState>& path);
// The same for a run inside a predicate. It begins in a part of the last node of `prefix` (empty: at
// the very start); `start` is the representative of that part. From position `again` on the path repeats
// a loop, with zones that may be larger.
std::optional<SymbolicRun> follow(ZoneGraph& graph, MaximalRunSearch& search, const std::vector<SymbolicState>& prefix,
                                  const SymbolicState& start, const std::vector<AlwaysState>& path, std::size_t again);

// Gives the run times: the earliest ones that reach `goal` (constraints on the clocks in the last
// state, over network clocks), as solve_timing() finds them. nullopt when there is none.
std::optional<Trace> make_trace(UnreducedSpace& space, const SymbolicRun& run, const std::vector<ClockBound>& goal,
                                std::int64_t finer = 1);
// The same where only the invariants, urgency and rates of rows are known.
using FactsOf = std::function<StateFacts(std::span<const std::int32_t>)>;
std::optional<Trace> make_trace(const Network& network, const FactsOf& facts, const SymbolicRun& run,
                                const std::vector<ClockBound>& goal, std::int64_t finer = 1);

// The delays before one more step, in all runs of a kind that go on with it. What the run is like is found out once,
// however many steps are asked about.
class NextDelays {
 public:
  NextDelays(UnreducedSpace& space, const SymbolicRun& run);
  // nullopt: there is no such run.
  std::optional<DelayRange> before(const UnreducedStep& step);

 private:
  UnreducedSpace& space_;
  std::vector<std::int32_t> row_;  // the values before the step
  TimedRun timed_;
};

// The constraints of a zone, by network clocks.
std::vector<ClockBound> bounds_of(const Shape& shape, ConstMatrix zone);

// Locations and variables of a row of values, by name.
TraceState named_values(const Network& network, const std::vector<std::int32_t>& row);

// One edge of a transition from the state `row`, as traces speak of it.
TraceEdge trace_edge(const Network& network, const Participant& participant, const std::vector<std::int32_t>& row);

}  // namespace orbita
