// E[] p: is there a maximal run on which p always holds?
//
// Maximal as in UPPAAL (docs/theory/queries.md, "Maximal runs"): infinitely many transitions, or
// waiting for ever inside the invariant and p, or ending where no transition is
// possible any more. A<> p is "not E[] not p"; p --> q asks for a maximal run of
// "not q" from any reachable state with p.
//
// Depth-first search on zones cut down to p. Where p is not
// convex in a discrete state, its zone is cut into convex pieces and time may
// pass from one piece into an adjacent one.
//
// No Explorer: it answers with a run, not with states that hit goals, and keeps states cut to p that are none of the
// space's own. It shares the space, antichains and covering with the explorers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/limits.h"
#include "engine/search/antichain.h"
#include "engine/search/coverage.h"
#include "engine/space/predicate_eval.h"
#include "engine/space/state_space.h"
#include "engine/space/symmetry_check.h"
#include "engine/space/unreduced.h"

namespace orbita {

// One state of a run inside p.
struct AlwaysState {
  StateId discrete = none;
  std::uint32_t piece = 0;  // which convex piece of p
  ZoneId zone = none;
  OpId via = none;  // operation of the transition that led here; none: start, or time passed into another piece
};

struct MaximalRunOutcome {
  enum class End : std::uint8_t { lasso, waits, deadlock, error };
  bool complete = false;   // decided
  Stop stop;               // why not
  bool found = false;      // there is such a run
  bool undecided = false;  // none was found, but one that ends in a deadlock may have been hidden (see below)
  End end = End::lasso;
  std::vector<AlwaysState> path;  // of the run found, first to last
  std::size_t loop_start = 0;     // lasso: path[loop_start] is simulated by the last state
  std::uint32_t start = 0;        // which of the starts it begins with
  Failure failure;                // End::error
  bool split = false;             // p was not convex in some state: it was cut into several pieces
  std::uint64_t explored = 0, stored = 0, transitions = 0;
  double seconds = 0;
};

class MaximalRunSearch {
 public:
  // aLU cannot tell a deadlocked state from others that simulate it. Most discrete states are never deadlocked, and
  // where only those are met it is enough; in a space that proves deadlock freedom the search ends, undecided, in
  // the first other one. Without, the space's bounds must be BoundsMode::maximum (or exact). `condition` is p of p -->
  // q: starts are cut to it. nullptr: there is none. `check` sees every state.
  MaximalRunSearch(const Network& network, TransitionSpace& space, const Coverage& coverage, const Predicate& predicate,
                   bool negated, const Predicate* condition, SymmetryCheck* check = nullptr);

  // From the states in `starts` (each: a discrete state and the zone to begin with, not yet
  // cut to p). Stops at the first run found. What was explored is remembered between calls.
  MaximalRunOutcome run(const std::vector<SymbolicState>& starts, const Limits& limits);

  // States that are done with are appended here, each after all that its steps lead to.
  void keep_finished(std::vector<SymbolicState>& kept) { kept_ = &kept; }

  // The convex pieces of p in a discrete state, as zones of its shape.
  const std::vector<Zone>& pieces(StateId discrete);
  // Valuations of a state in which a run can end without ever leaving p.
  Federation stuck(const AlwaysState& state);

  // --- for traces: the same steps on unreduced states, not representatives.
  struct LiftedStep {
    std::optional<UnreducedStep> transition;  // none: time passed into another piece
    AlwaysState state;
  };
  // A step from an unreduced state (with these unnormalised values) to one whose representative is `next`.
  // `again`: in a further round of a loop, where zones may be larger than in the first.
  std::optional<LiftedStep> lifted_step(UnreducedSpace& unreduced, const AlwaysState& real,
                                        std::span<const std::int32_t> row, const AlwaysState& next, bool again);
  // The unreduced state, inside the unreduced node, that the search began `first` with, and the valuations in
  // which it may begin.
  struct LiftedStart {
    AlwaysState state;
    Zone moment;
  };
  std::optional<LiftedStart> lifted_start(const SymbolicState& real, const SymbolicState& start,
                                          const AlwaysState& first);

 private:
  struct Frame {
    AlwaysState state;
    std::vector<AlwaysState> next;  // successors still to be tried
    std::size_t position = 0;
  };
  // A run from a start, on top of the ones that wait for it to be done with.
  struct Root {
    std::size_t position = 0;  // of its first state on the stack
    std::uint32_t start = 0;
  };
  void list_pending(const std::vector<SymbolicState>& starts);
  std::uint32_t pending_cover(const AlwaysState& state);
  void push(const AlwaysState& state, MaximalRunOutcome& outcome);
  bool closes_loop(const AlwaysState& state, MaximalRunOutcome& outcome);
  void found_run(MaximalRunOutcome& outcome);
  bool is_finished(const AlwaysState& state);  // the probe is prepared for it
  void begin(std::uint32_t start, const AlwaysState& state, MaximalRunOutcome& outcome);
  void advance(const std::vector<SymbolicState>& starts, MaximalRunOutcome& outcome);
  bool ends_here(const AlwaysState& state, MaximalRunOutcome& outcome);
  void pop();
  // Appends the states of `discrete` entered with these valuations; not yet representatives.
  void enter(StateId discrete, const Zone& entry, OpId via, std::vector<AlwaysState>& result);
  AlwaysState represented(const AlwaysState& state, const SymbolicState& node);
  void list_successors(const AlwaysState& state, std::vector<AlwaysState>& result, MaximalRunOutcome& outcome);
  void delay_into_other_pieces(const AlwaysState& state, std::vector<AlwaysState>& result);
  const Zone& invariant(StateId discrete);
  std::size_t memory() const;

  TransitionSpace& space_;
  CoverProbe probe_;
  const Predicate& predicate_;
  bool negated_;
  const Predicate* condition_;
  SymmetryCheck* check_;
  PredicateEvaluator evaluator_;
  std::unordered_map<StateId, std::vector<Zone>> pieces_;  // by discrete state
  std::unordered_map<StateId, Zone> invariant_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> on_stack_;  // (discrete, piece) -> positions in stack_
  std::unordered_map<std::uint64_t, Antichain> finished_;                   // (discrete, piece) -> zones
  std::vector<Frame> stack_;
  std::vector<Root> roots_;
  std::unordered_map<StateId, Antichain> pending_;  // by discrete state: starts that may be taken for states they cover
  std::vector<bool> is_begun_;                      // by start
  std::uint64_t finished_count_ = 0;
  std::vector<SymbolicState>* kept_ = nullptr;
  Zone scratch_, target_;
};

}  // namespace orbita
