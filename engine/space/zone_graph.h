// The zone graph, made on the fly: the state space of a network of timed automata.
//
// A state is a pair (discrete state, zone), both interned. Expanding one lists the drafts of its transitions
// (successors.h), gives each target its representative (reducer.h) and applies its operation to the zone. The parts
// know nothing of each other; the graph puts them together:
//
//   row --lister--> drafts --reducer.row--> operation --apply--> zone --reducer.zone--> target
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/analysis/clock_bounds.h"
#include "engine/analysis/dead_variables.h"
#include "engine/base/ids.h"
#include "engine/base/limits.h"
#include "engine/semantics/move_filter.h"
#include "engine/semantics/shape.h"
#include "engine/space/deadlocks.h"
#include "engine/space/reducer.h"
#include "engine/space/state_space.h"
#include "engine/space/state_store.h"
#include "engine/space/successor_cache.h"
#include "engine/space/successors.h"
#include "engine/space/symmetry_plan.h"
#include "engine/space/unreduced.h"
#include "engine/space/zones.h"

namespace orbita {

struct ZoneGraphOptions {
  BoundsMode bounds = BoundsMode::lower_upper;
  Extrapolation extrapolation = Extrapolation::off;
  bool reduce_clocks = true;         // inactive clocks leave the zone
  bool reduce_variables = true;      // dead variables are normalised
  bool simulation = false;           // states may be covered by simulation (aLU or aM as `bounds` says); no diagonals
  bool prove_deadlock_free = false;  // expanding a discrete state also says whether it may deadlock at all
  // A clock that is never reset or tested, and always active: only how early a state is counts.
  NetClockId time_clock = none;
  std::shared_ptr<const detection::DeadIds> dead_ids{};  // with reduce_variables: normalised too
};

class ZoneGraph final : public TransitionSpace {
 public:
  using Successor = orbita::Successor;
  // `bounds` and `symmetry` must outlive the graph.
  ZoneGraph(const Network& network, const BoundsAnalysis& bounds, const QueryReads& reads,
            const ZoneGraphOptions& options, const SymmetryPlan& symmetry, const CachePolicy& caching = {});

  // Single steps that may take long, or much memory, end with LimitReached. The limits must outlive the graph.
  void respect(const Limits& limits);

  const Network& network() const { return network_; }
  const SymmetryPlan& symmetry() const { return symmetry_; }
  const ZoneGraphOptions& options() const { return options_; }
  const StateStore& states() const { return states_; }
  StateStore& states() { return states_; }
  UnreducedSpace& unreduced() { return unreduced_; }
  Reducer& reducer() { return *reducer_; }
  const Reducer& reducer() const { return *reducer_; }

  std::optional<SymbolicState> initial() override;
  // Unless discrete states have many zones, nothing but the targets is kept the first two times: most operations would
  // have no second use (successor_cache.h).
  void expand(const SymbolicState& state, std::vector<SymbolicState>& targets) override;
  std::span<const Successor> successors(StateId discrete) override;
  std::span<const Successor> successors(const SymbolicState& state) override;
  SymbolicState adopt(std::span<const std::int32_t> row, ConstMatrix zone) override;
  StateId intern(std::span<const std::int32_t> row) { return states_.intern(row); }  // a normal row
  // The transitions of a state before symmetry, without those that the filter leaves out; valid until the next call.
  SuccessorLister::Listing list_unreduced(std::span<const std::int32_t> row, ConstMatrix zone, MoveFilter* filter) {
    return lister_.list(row, states_.shape_of_row(row), &zone, filter);
  }

  std::size_t row_size() const override { return states_.row_size(); }
  std::uint32_t state_count() const override { return states_.size(); }
  void values(StateId discrete, std::span<std::int32_t> row) const override { states_.values(discrete, row); }
  Shape shape(StateId discrete) const override { return states_.shape(discrete); }
  const StateFacts& facts(StateId discrete) override { return lister_.facts(discrete); }

  SymbolicState representative(const Successor& successor, ZoneId zone) override;
  SymbolicState representative(const SymbolicState& unreduced) override { return reducer_->representative(unreduced); }
  bool represents(const SymbolicState& name, const SymbolicState& unreduced) override {
    return reducer_->represents(name, unreduced);
  }
  bool same_orbit(StateId first, StateId second) override { return reducer_->same_orbit(first, second); }
  const TieClasses* matching_ties(StateId discrete) const override { return reducer_->matching_ties(discrete); }
  void time_representatives(double* into) override { reducer_->time_into(into); }

  Federation deadlocked(StateId discrete, ConstMatrix zone) override { return deadlocks_.deadlocked(discrete, zone); }
  bool proves_deadlock_freedom() const override { return options_.prove_deadlock_free; }
  bool may_deadlock(StateId discrete) override { return deadlocks_.may_deadlock(discrete); }

  std::size_t memory() const override;

 private:
  using Listing = SuccessorLister::Listing;
  // The drafts of a discrete state. With a zone, those that its valuations can take; `by_zone`: and of these, those
  // that no other draft stands for in this zone.
  Listing list(StateId discrete, const ConstMatrix* zone, bool by_zone);
  void collect_successors(const Listing& listing);
  void expand_from_list(const SymbolicState& state, std::vector<SymbolicState>& targets);
  void expand_drafts(const SymbolicState& state, std::vector<SymbolicState>& targets);
  void keep(const SymbolicState& target, std::vector<SymbolicState>& targets);

  const Network& network_;
  const ZoneGraphOptions options_;
  const SymmetryPlan& symmetry_;
  StateStore states_;
  std::unique_ptr<Reducer> reducer_;
  std::unique_ptr<MoveFilter> filter_;  // nullptr: every transition is followed
  SuccessorLister lister_;
  UnreducedSpace unreduced_;
  DeadlockOracle deadlocks_;
  SuccessorCache cache_;
  // Buffers, reused between calls.
  std::vector<std::int32_t> row_;
  std::vector<Successor> successors_;
  Zone source_, scratch_, target_;
};

}  // namespace orbita
