// What a search may ask of the states it explores.
//
// StateSpace is enough for reachability: an explorer sees symbolic states, their targets, and rows and zones to keep or
// send. TransitionSpace adds the operations behind the targets, for searches that look inside a step (lazy bounds,
// maximal runs). Tests implement StateSpace in a dozen lines (tests/engine/search/fake_space.h).
//
// Contract of every space:
//  - States are interned: equal numbers mean equal states, and a number stays valid as long as the space.
//  - expand() is deterministic: a state has the same targets, in the same order, whenever it is asked for.
//  - The zone of a state has the dimension of shape(state.discrete).
//  - Virtual calls are made once or twice per state; zones, which inner loops use, are a plain member.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/base/ids.h"
#include "engine/semantics/expand.h"
#include "engine/semantics/shape.h"
#include "engine/space/successor_lists.h"
#include "engine/space/zones.h"
#include "symmetry/orbits/match.h"

namespace orbita {

class StateSpace {
 public:
  StateSpace() = default;
  StateSpace(const StateSpace&) = delete;
  StateSpace& operator=(const StateSpace&) = delete;
  virtual ~StateSpace() = default;

  Zones& zones() { return zones_; }
  const Zones& zones() const { return zones_; }

  // The initial state; nullopt when it violates an invariant or cannot be evaluated.
  virtual std::optional<SymbolicState> initial() = 0;
  // Replaces `targets` by all targets of a state; {none, none} stands for a runtime error.
  virtual void expand(const SymbolicState& state, std::vector<SymbolicState>& targets) = 0;
  // A state of another space of the same exploration, given by its values and its zone.
  virtual SymbolicState adopt(std::span<const std::int32_t> row, ConstMatrix zone) = 0;

  virtual std::size_t row_size() const = 0;       // values of a discrete state
  virtual std::uint32_t state_count() const = 0;  // discrete states interned so far
  virtual void values(StateId discrete, std::span<std::int32_t> row) const = 0;
  virtual Shape shape(StateId discrete) const = 0;
  // The alike elements of a discrete state, where sorting them may hide that one zone covers another; else nullptr.
  virtual const TieClasses* matching_ties(StateId) const { return nullptr; }

  // Whether expanding a state also says if its discrete state may deadlock at all.
  virtual bool proves_deadlock_freedom() const { return false; }
  // Is some valuation that the invariant allows deadlocked, reachable or not? May say yes when it is hard
  // to tell. Where it says no, abstractions that do not respect deadlocks cannot hide one.
  virtual bool may_deadlock(StateId discrete) = 0;

  // Where the time spent on representatives is added, until told otherwise; nullptr: nowhere.
  virtual void time_representatives(double*) {}
  virtual std::size_t memory() const = 0;  // bytes

 protected:
  Zones zones_;
};

// A state space whose steps can be taken apart into operations on zones.
class TransitionSpace : public StateSpace {
 public:
  // Invariant, and whether time may pass. Valid until the next call.
  virtual const StateFacts& facts(StateId discrete) = 0;
  // Valid until the next call.
  virtual std::span<const Successor> successors(StateId discrete) = 0;
  // Where clocks decide which processes hear a broadcast, only those that some valuation of the state can take: of a
  // dozen receivers there may be millions.
  virtual std::span<const Successor> successors(const SymbolicState& state) = 0;
  // The representative of (successor.discrete, zone).
  virtual SymbolicState representative(const Successor& successor, ZoneId zone) = 0;
  // The representative of a state that is none.
  virtual SymbolicState representative(const SymbolicState& unreduced) = 0;
  // Is `name` a representative of the unreduced state? Exact also where representatives are not unique.
  virtual bool represents(const SymbolicState& name, const SymbolicState& unreduced) = 0;
  // Do the values of the two differ in names only? Clocks are not looked at.
  virtual bool same_orbit(StateId first, StateId second) = 0;
  // Valuations of the zone that no delay takes to any transition (docs/theory/zones.md, "Deadlock").
  virtual Federation deadlocked(StateId discrete, ConstMatrix zone) = 0;
};

}  // namespace orbita
