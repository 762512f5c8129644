// One way to explore a state space.
//
// An explorer is run once. During and after the run it can say which states it keeps, and after the run how they are
// reached. Numbers of states (Hit, NodeId) are the explorer's own; symbolic states belong to a space: path_to(hit)
// gives states of space_of(hit), for_each_state() names the space with each state.
//
//   ReachabilityExplorer  the passed/waiting loop, in any order
//   DivingExplorer        another explorer with short random searches on the side
//   DistributedExplorer   breadth first, shared by several members (engine/team/)
//   LazyExplorer          clock bounds found on the way
//   HashedExplorer        states remembered by hash only
//
// MaximalRunSearch answers questions about runs, not states, and is no Explorer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/limits.h"
#include "engine/base/statistics.h"
#include "engine/search/goals.h"
#include "engine/search/passed.h"
#include "engine/space/state_space.h"

namespace orbita {

struct SearchOutcome {
  bool complete = false;             // everything was explored (or every goal reached)
  Stop stop;                         // why not
  bool under_approximation = false;  // explored fully, but hash collisions may have hidden states
  std::optional<Hit> error;          // a runtime error happens from this state
  bool must_run_alone = false;       // DistributedExplorer: an error or a failure, which only a single search can place
  std::int32_t earliest_open = 0;    // Order::earliest: raw bound on minus the time of all that is not explored
  std::uint64_t explored = 0, transitions = 0;
  double seconds = 0;
};

// A step that a limit ends also ends the run, and leaves what was found before it. False when the run ends.
template <class Step>
bool within_limits(SearchOutcome& outcome, Step step) {
  bool goes_on = false;
  outcome.stop = limit_met_by([&] { goes_on = step(); });
  return goes_on;
}

class Explorer {
 public:
  using Path = std::vector<SymbolicState>;
  using Visit = std::function<void(StateSpace&, const SymbolicState&, const Hit&)>;
  virtual ~Explorer() = default;

  // Explores until every goal is closed, everything is explored, or a limit is reached.
  virtual SearchOutcome run(Goals& goals, const Limits& limits) = 0;
  // The states on the way to a hit, from the initial state on.
  virtual Path path_to(const Hit& hit) = 0;
  virtual StateSpace& space_of(const Hit& hit) = 0;
  // The store in which the hit is a node; nullptr where path_to() is all there is. Only where zones were joined more
  // than the path has to be known (engine/trace/joined_path.h).
  virtual const Passed* store_of(const Hit&) const { return nullptr; }

  // Everything but the numbers of the outcome: explored, transitions, seconds.
  virtual Statistics statistics() const = 0;
  // Every state that is kept and not covered by another one.
  virtual void for_each_state(const Visit& visit) const = 0;
  // At most `count` of them, spread over the store; may be called during the run, from Limits::progress.
  virtual void for_some_states(std::uint64_t, const Visit&) const {}
  virtual void for_each_space(const std::function<void(StateSpace&)>& visit) const = 0;
};

// Looks for goals beside an explorer, on its thread: called after every expansion.
class Companion {
 public:
  virtual ~Companion() = default;
  virtual void step(const Progress& progress, Goals& goals, const Limits& limits) = 0;
};

// Adds what a space says about itself.
void add_space(Statistics& statistics, const StateSpace& space);

}  // namespace orbita
