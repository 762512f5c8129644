// All joint transitions of a discrete state, each with the operation it performs on zones.
//
// A Draft is a transition before symmetry: the normalised row it leads to, and the ZoneOp from zones of the source's
// shape to zones of the target's. Priorities are applied, and where zones are extrapolated every target lies in one
// cell of the compared differences. The lister knows no symmetry and remembers nothing between calls that its results
// depend on; it writes to the StateStore.
//
//   SuccessorLister lister(network, states, {});
//   for (const Draft& draft : lister.list(row, states.shape_id(id)).drafts) …
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/analysis/clock_bounds.h"
#include "engine/base/ids.h"
#include "engine/base/limits.h"
#include "engine/semantics/expand.h"
#include "engine/semantics/move_filter.h"
#include "engine/semantics/shape.h"
#include "engine/semantics/zone_op.h"
#include "engine/space/state_store.h"

namespace orbita {

struct Draft {
  std::vector<std::int32_t> row;  // the target, normalised; unspecified for a failure
  StateId discrete = none;        // its number, unless ListerOptions::stores_targets is off
  ShapeId shape = none;           // of the target
  ZoneOp op;
  std::size_t transition = 0;      // which of Listing::transitions
  bool failure = false;            // a runtime error, from the valuations that satisfy op.guard
  std::uint32_t condition = none;  // of the MoveFilter: not needed from zones it applies to
};

struct ListerOptions {
  Extrapolation extrapolation = Extrapolation::off;
  std::vector<Diagonal> differences;  // that targets are cut along: those compared, where zones are extrapolated
  NetClockId time_clock = none;       // open above in every target (ZoneOp::open_above)
  bool stores_targets = true;         // off: a reducer will change the rows, which are not worth storing
};

class SuccessorLister {
 public:
  // Network and states must outlive the lister.
  SuccessorLister(const Network& network, StateStore& states, ListerOptions options);

  // Long listings end with LimitReached. The limits must outlive the lister.
  void respect(const Limits& limits);

  struct Listing {
    std::span<Draft> drafts;
    std::span<const Transition> transitions;
  };
  // Valid until the next call of any function but facts(). With `zone`, of the given shape, transitions that none of
  // its valuations can take are left out, as far as that is easy to tell. `filter` must be prepared for the row.
  Listing list(std::span<const std::int32_t> row, ShapeId shape, const ConstMatrix* zone = nullptr,
               MoveFilter* filter = nullptr);

  // The draft of one transition of a row of this shape, without priorities; false when no valuation can take it.
  [[nodiscard]] bool draft(ShapeId shape, const Transition& transition, Draft& result);

  // The operation from the zone of no clocks to the entry into a row, in which `with_delay` time may pass.
  // False when its invariant excludes the initial values of the clocks, or cannot be evaluated.
  [[nodiscard]] bool list_initial(std::span<const std::int32_t> row, ShapeId shape, bool with_delay, ZoneOp& op);

  StateFacts facts(std::span<const std::int32_t> row) { return expander_.facts(row); }
  const StateFacts& facts(StateId state);  // valid until the next call
  Zone invariant(StateId state);

  bool has_priorities() const { return has_priorities_; }
  // Clock guards decide which processes hear a broadcast: of a dozen receivers there may be millions of transitions, so
  // listing them for a zone is much cheaper than for all zones.
  bool splits_broadcasts() const { return splits_broadcasts_; }

 private:
  Draft& next_draft();
  void list_all(std::span<const Transition> transitions, ShapeId source, const ConstMatrix* zone, MoveFilter* filter);
  void drop_filtered(std::span<const Transition> transitions, MoveFilter& filter);
  void apply_priorities(std::span<const Transition> transitions, const Zone& invariant, const ConstMatrix* zone);
  void cut_into_cells(const ConstMatrix* zone);
  void add_cells(const Draft& draft, std::size_t next, const Zone& guard, const ConstMatrix* zone,
                 std::vector<Draft>& kept) const;
  bool make_guard(const Shape& source, const Transition& transition, ZoneOp& op) const;
  bool make_op(const Shape& source, const Transition& transition, const Shape& target, ZoneOp& op);

  const Network& network_;
  StateStore& states_;
  const ListerOptions options_;
  const bool has_priorities_, splits_broadcasts_;
  const Limits* limits_ = nullptr;
  Expander expander_;
  std::vector<Draft> drafts_;  // reused; the first draft_count_ of them count
  std::size_t draft_count_ = 0;
  struct ClockValue {
    NetClockId source = reference_net_clock;
    std::int32_t shift = 0;
  };
  // While an operation is made: the written clocks, and the source clock each clock is a copy of.
  std::vector<NetClockId> written_;
  IdVector<NetClockId, ClockValue> clock_value_;
  StateFacts facts_;  // of the state asked for last
  StateId facts_of_ = none;
  std::vector<std::int32_t> facts_row_;
};

}  // namespace orbita
