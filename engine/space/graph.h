// The zone graph, made on the fly.
//
// A node is a pair (discrete state, zone), both interned. For a discrete state
// the graph knows its successors as (discrete state, operation on zones); what a
// zone becomes is then a look-up in Zones. Reductions live here: dead variables,
// inactive clocks, priorities, and the representatives of symmetric states.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/analysis/clock_bounds.h"
#include "engine/analysis/dead_variables.h"
#include "engine/analysis/flagged_scalars.h"
#include "engine/base/ids.h"
#include "engine/base/limits.h"
#include "engine/base/phase_times.h"
#include "engine/semantics/expand.h"
#include "engine/semantics/shape.h"
#include "engine/space/discrete_store.h"
#include "engine/space/state_space.h"
#include "engine/space/successor_lists.h"
#include "engine/space/symmetry_plan.h"
#include "engine/space/twin_pruning.h"
#include "symmetry/orbits/match.h"
#include "symmetry/orbits/sort.h"

namespace orbita {

struct GraphOptions {
  BoundsMode bounds = BoundsMode::lower_upper;
  Extrapolation extrapolation = Extrapolation::off;
  bool reduce_clocks = true;     // inactive clocks leave the zone
  bool reduce_variables = true;  // dead variables are normalised
  bool simulation = false;       // states may be covered by simulation (aLU or aM as `bounds` says); no diagonals
  bool watch_deadlocks = false;  // expanding a discrete state also says whether it may deadlock at all
  std::uint32_t time_clock =
      none;  // a clock that is never reset or tested, and always active: only how early a state is counts
};

class Graph final : public TransitionSpace {
 public:
  // `bounds` and `symmetry` must outlive the graph.
  Graph(const Network& network, const BoundsAnalysis& bounds, const QueryReads& reads, const GraphOptions& options,
        const SymmetryPlan& symmetry);
  ~Graph() override;

  // Single steps that may take long, or much memory, end with LimitReached. The limits must outlive the graph.
  void respect(const Limits& limits) {
    limits_ = &limits;
    expander_.respect(limits);
  }

  const Network& network() const { return network_; }
  const SymmetryPlan& symmetry() const { return symmetry_; }
  const GraphOptions& options() const { return options_; }
  const DiscreteStore& states() const { return states_; }

  std::optional<SymbolicState> initial() override;

  using Successor = orbita::Successor;
  std::span<const Successor> successors(StateId discrete) override;
  std::span<const Successor> successors(const SymbolicState& node) override;
  // Unless discrete states have many zones, nothing but the targets is kept the first two times: most operations would
  // have no second use.
  void expand(const SymbolicState& node, std::vector<SymbolicState>& targets) override;
  // The target of a successor for one zone, or nothing when the zone does not allow it.
  std::optional<SymbolicState> target(const SymbolicState& source, const Successor& successor);
  SymbolicState representative(const Successor& successor, ZoneId zone) override;
  SymbolicState adopt(std::span<const std::int32_t> row, ConstMatrix zone) override;

  // --- real states: nothing permuted. For traces, and for checking the reductions.
  // A row of values with its dead variables normalised; not a representative.
  StateId intern_row(std::span<const std::int32_t> row);
  std::optional<SymbolicState> initial_entry(bool with_delay);
  SymbolicState representative(const SymbolicState& real) override;
  // Is the node one of the real state's names? Exact also where representatives are not unique.
  bool represents(const SymbolicState& node, const SymbolicState& real);
  // Do the values of the two differ in names only? Clocks are not looked at.
  bool same_orbit(StateId discrete, StateId other);
  struct RealStep {
    Transition transition;
    StateId discrete = none;  // intern_row of the target; none: a runtime error
    OpId op = none;           // from the zones of the source row to those of the target row
  };
  // Those that some valuation of the zone can take, and perhaps others.
  std::vector<RealStep> real_steps(std::span<const std::int32_t> row, ZoneId zone);

  std::size_t row_size() const override { return network_.value_count(); }
  std::uint32_t state_count() const override { return states_.size(); }
  void values(StateId discrete, std::span<std::int32_t> row) const override { states_.get(discrete, row); }
  Shape shape(StateId discrete) const override { return shapes_[shape_of_[discrete]]; }
  const StateFacts& facts(StateId discrete) override;
  StateFacts facts_of_row(std::span<const std::int32_t> row) { return expander_.facts(row); }

  Federation deadlocked(StateId discrete, ConstMatrix zone) override { return deadlocked(discrete, zone, SIZE_MAX); }
  bool proves_deadlock_freedom() const override { return options_.watch_deadlocks; }
  bool may_deadlock(StateId discrete) override;
  const TieClasses* matching_ties(StateId discrete) const override;
  void time_representatives(double* into) override { represent_time_ = into; }
  std::size_t memory() const override;
  std::uint64_t expansions() const { return expansions_; }
  const CanonicalStatistics* canonical_statistics() const;

 private:
  // A transition of a row, before symmetry: the normalised target row and what happens to zones.
  struct Raw {
    std::vector<std::int32_t> row;
    StateId discrete = none;  // the row's number, where the row itself is the target
    ShapeId shape = none;
    ZoneOp op;
    std::size_t move = 0;
    bool failure = false;
    std::uint32_t twins = none;
  };
  // Which transitions may be left out because a twin's are enough: none; those of twins in every zone (and
  // others get a condition on the zone); those of twins in the zone at hand.
  enum class Prune : std::uint8_t { nothing, by_data, by_zone };
  // Fills raw_. With `zone` (of the row's shape) transitions its valuations cannot take are left out.
  std::span<const Transition> make_raw(std::span<const std::int32_t> row, ShapeId source_shape, Prune prune,
                                       const ConstMatrix* zone = nullptr);
  Zone invariant_zone(StateId discrete);
  Zone invariant_zone(const Shape& shape, const StateFacts& facts) const;
  bool always_enabled(const ZoneOp& op, ConstMatrix invariant) const;
  void watch_deadlocks(StateId discrete);
  enum class Deadlocks : std::uint8_t { unknown, free, possible };
  Deadlocks& deadlocks_of(StateId discrete);
  Federation cut_out(Zone zone, const std::vector<std::vector<Constraint>>& removed, std::size_t steps) const;
  // Gives up, with parts left that may not be deadlocked, when it takes as long as that many parts would.
  Federation deadlocked(StateId discrete, ConstMatrix zone, std::size_t most_parts);
  Raw& next_raw();
  void apply_priorities(std::span<const Transition> moves, const Zone& invariant, const ConstMatrix* zone);
  void cut_into_cells(const ConstMatrix* zone);
  void add_cells(const Raw& raw, std::size_t next, const Zone& guard, const ConstMatrix* zone,
                 std::vector<Raw>& kept) const;
  bool make_op(const Shape& source, const Transition& move, const Shape& target, ZoneOp& op);
  bool make_guard(const Shape& source, const Transition& move, ZoneOp& op);
  Successor represent(Raw& raw);
  Successor represent_discrete(Raw& raw);
  StateId intern(std::span<const std::int32_t> row);
  void normalise(std::span<std::int32_t> row) const;  // dead data
  TiesId intern_ties(const TieClasses& ties);
  void keep_matching_ties(StateId discrete, TiesId ties);
  ZoneId sort_zone(ZoneId zone, TiesId ties);
  SymbolicState canonicalise(StateId discrete, ZoneId zone);
  Canonicaliser& exact();
  bool keeps_operations(StateId discrete) const;
  bool is_asked_often(StateId discrete) const;
  void keep_successors(StateId discrete);

  const Network& network_;
  GraphOptions options_;
  const SymmetryPlan& symmetry_;
  const Limits* limits_ = nullptr;
  DeadVariables liveness_;
  std::unique_ptr<FlaggedScalars> stale_;
  Expander expander_;
  DiscreteStore states_;
  Shapes shapes_;
  ById<StateId, ShapeId> shape_of_;       // by discrete state
  ById<StateId, std::uint8_t> asked_;     // by discrete state: how often successors were asked for; has_list
  ById<StateId, std::uint32_t> list_at_;  // by discrete state, as far as needed: place in lists_
  SuccessorLists lists_;
  std::vector<std::int32_t> row_;
  std::vector<Raw> raw_;
  std::size_t raw_count_ = 0;
  std::vector<Successor> result_;
  std::uint64_t expansions_ = 0;
  std::uint64_t expanded_ = 0;  // nodes
  // While an operation is made: what each clock is a copy of.
  std::vector<ZoneOp::Transfer> clock_value_;
  std::vector<std::uint32_t> written_;
  StateFacts facts_;
  StateId facts_of_ = none;
  ById<StateId, Deadlocks> deadlocks_;  // by discrete state, as far as needed
  std::vector<Diagonal> differences_;   // along which zones are cut: those compared, where zones are extrapolated
  bool split_broadcasts_ = false;       // clock guards decide who hears a broadcast
  // Symmetry.
  std::unique_ptr<ValueSorter> sorter_;  // two-phase sorting …
  ZoneSorter zone_sorter_;
  struct Ties {
    TieClasses classes;
    bool need_matching = false;
  };
  std::vector<Ties> ties_;
  absl::flat_hash_map<TieClasses, TiesId> tie_index_;
  std::size_t tie_bytes_ = 0;
  absl::flat_hash_map<StateId, TiesId> matching_ties_;                // by discrete state
  absl::flat_hash_map<std::pair<ZoneId, TiesId>, ZoneId> sorted_;     // (zone, ties) -> zone
  std::unique_ptr<Canonicaliser> canonicaliser_;                      // … or any other strategy
  absl::flat_hash_map<SymbolicState, SymbolicState> representative_;  // (discrete, zone) -> node
  std::unique_ptr<Canonicaliser> exact_;                              // for comparing orbits; made when needed
  std::unique_ptr<TwinPruning> twins_;
  double* represent_time_ = nullptr;
  std::vector<std::uint32_t> active_;
  Zone scratch_zone_, twin_zone_, expand_source_, expand_scratch_, expand_target_;
};

}  // namespace orbita
