// Chooses representatives of symmetric states.
//
// A reducer works in two halves, so that the second can be memoised or done in place: row() changes a draft to lead to
// the discrete half of a representative, zone() finishes it once the zone is known. Where the discrete half depends
// on the zone (canonical_reducer.h), zone() does all the work.
//
// Contract, for states q and permutations g of the group:
//  - representative(q) is some g·q;
//  - while is_canonical() holds, representative(g·q) == representative(q): one representative per orbit;
//  - represents(name, q) is exact: it holds for a representative `name` iff name == g·q for some g, whether or not
//    representatives are unique (up to the budget of refinement, symmetry/orbits/canonical.h).
// A reducer is a workspace of one state space: not for several threads. A reduction that changes what the zone of a
// state is about (counted blocks of processes instead of processes) is a StateSpace of its own, not a reducer.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "dbm/dbm.h"
#include "engine/base/ids.h"
#include "engine/semantics/zone_op.h"
#include "engine/space/state_store.h"
#include "engine/space/successors.h"
#include "engine/space/symmetry_plan.h"
#include "engine/space/zones.h"
#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/sort.h"

namespace orbita {

class Reducer {
 public:
  // The discrete half of a target. `ties`: the reducer's note for zone(), `none` if there is nothing left to do there.
  struct Target {
    StateId discrete = none;
    TiesId ties = none;
  };

  Reducer() = default;
  Reducer(const Reducer&) = delete;
  Reducer& operator=(const Reducer&) = delete;
  virtual ~Reducer() = default;

  // Does row() change rows? Then the unreduced rows of targets need not be stored.
  virtual bool changes_rows() const = 0;
  virtual bool is_canonical() const = 0;  // all representatives found so far are unique

  // Changes the draft's row and operation to lead to the target. Not for failures.
  virtual Target row(Draft& draft) = 0;
  // The representative of (target.discrete, zone). The first kind may change the zone it is given, and interns only
  // the result; the second is for zones that are interned already.
  virtual SymbolicState zone(const Target& target, Zone& zone) = 0;
  virtual SymbolicState zone(const Target& target, ZoneId zone) = 0;

  virtual SymbolicState representative(const SymbolicState& state) = 0;
  virtual bool represents(const SymbolicState& name, const SymbolicState& unreduced) = 0;
  // Do the values of two discrete states differ in names only? Clocks are not compared. Without symmetry, and where
  // representatives are unique and both are representatives: are the two the same?
  virtual bool same_orbit(StateId first, StateId second) = 0;

  // A representative that another space has found: its row was interned here as a new state.
  virtual void adopt(StateId) {}
  // The alike elements of a representative, where sorting them may hide that one zone covers another; else nullptr.
  virtual const TieClasses* matching_ties(StateId) const { return nullptr; }
  virtual const CanonicalStatistics* statistics() const { return nullptr; }
  virtual std::size_t memory() const { return 0; }  // bytes

  // Where the time spent in row() and zone() is added, until told otherwise; nullptr: nowhere.
  void time_into(double* seconds) { seconds_ = seconds; }

 protected:
  double* seconds_ = nullptr;
};

// The reducer that the plan asks for. All arguments must outlive it.
std::unique_ptr<Reducer> make_reducer(const SymmetryPlan& plan, StateStore& states, Zones& zones);

}  // namespace orbita
