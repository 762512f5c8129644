// The zone graph, made on the fly.
//
// A node is a pair (discrete state, zone), both interned. For a discrete state
// the graph knows its successors as (discrete state, operation on zones); what a
// zone becomes is then a look-up in Zones. Reductions live here: dead variables,
// inactive clocks, priorities, and the representatives of symmetric states.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/bounds.h"
#include "engine/discrete_store.h"
#include "engine/expand.h"
#include "engine/liveness.h"
#include "engine/shape.h"
#include "engine/zones.h"

namespace orbita {

struct GraphOptions {
  BoundsMode bounds = BoundsMode::lower_upper;
  Extrapolation extrapolation = Extrapolation::off;
  bool reduce_clocks = true;      // inactive clocks leave the zone
  bool reduce_variables = true;   // dead variables are normalised
};

struct GraphNode {
  std::uint32_t discrete = none, zone = none;
  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};

class Graph {
 public:
  // `bounds` and `live` must outlive the graph.
  Graph(const Network& network, const BoundsAnalysis& bounds, const std::vector<std::uint32_t>& always_live,
        const GraphOptions& options);

  const Network& network() const { return network_; }
  Zones& zones() { return zones_; }
  const DiscreteStore& states() const { return states_; }

  // The initial node; nullopt when the initial state violates an invariant or
  // cannot be evaluated: the network's initial facts tell.
  std::optional<GraphNode> initial();
  // The same before any time has passed.
  std::optional<GraphNode> initial_entry();

  // One way on from a discrete state. `discrete` is `none` for a runtime error, which happens for
  // the valuations the operation does not empty; failure_of() has the details.
  struct Successor {
    std::uint32_t discrete = none;
    std::uint32_t op = none;
  };
  // Valid until the next call.
  std::span<const Successor> successors(std::uint32_t discrete);
  // The target of a successor for one zone, or nothing when the zone does not allow it.
  std::optional<GraphNode> target(std::uint32_t zone, const Successor& successor);

  // The transitions behind successors(discrete), one for each, in the same order: for traces.
  struct Step {
    Transition transition;
    Successor successor;
  };
  std::vector<Step> steps(std::uint32_t discrete);

  // All transitions of any row of values, whether it is a state of the graph or not.
  std::span<const Transition> transitions(std::span<const std::int32_t> row) { return expander_.expand(row); }
  StateFacts facts_of_row(std::span<const std::int32_t> row) { return expander_.facts(row); }

  void values(std::uint32_t discrete, std::span<std::int32_t> row) const { states_.get(discrete, row); }
  const Shape& shape(std::uint32_t discrete) const { return shapes_[shape_of_[discrete]]; }
  bool delay_allowed(std::uint32_t discrete);
  const StateFacts& facts(std::uint32_t discrete);

  // Valuations of the zone that no delay takes to any transition (zones.md section 8).
  Federation deadlocked(std::uint32_t discrete, ConstMatrix zone);

  std::size_t memory() const;
  std::uint64_t expansions() const { return expansions_; }

 private:
  struct Built {
    Successor successor;
    std::size_t move;
  };
  std::optional<GraphNode> make_initial(bool with_delay);
  std::uint32_t intern_target(std::vector<std::int32_t>& row);
  bool make_op(const Shape& source, const Transition& move, const Shape& target, ZoneOp& op);
  bool make_guard(const Shape& source, const Transition& move, ZoneOp& op);
  std::span<const Transition> build(std::uint32_t discrete);  // fills built_
  void apply_priorities(std::span<const Transition> moves);

  const Network& network_;
  GraphOptions options_;
  LivenessAnalysis liveness_;
  Expander expander_;
  DiscreteStore states_;
  Shapes shapes_;
  Zones zones_;
  std::vector<std::uint32_t> shape_of_;       // by discrete state
  std::vector<std::uint32_t> cached_;         // by discrete state: place in cache_ plus one, or a small mark
  std::vector<std::vector<Successor>> cache_;
  std::size_t cache_bytes_ = 0;
  std::vector<std::int32_t> row_;
  std::vector<Built> built_;
  std::vector<Successor> result_;
  std::uint64_t expansions_ = 0;
  // While an operation is made: what each clock is a copy of.
  std::vector<ZoneOp::Transfer> clock_value_;
  std::vector<std::uint32_t> written_;
  StateFacts facts_;
  std::uint32_t facts_of_ = none;
  std::vector<Zone> enabling_;                // of the last discrete state asked for deadlocks
  std::uint32_t enabling_of_ = none;
};

}  // namespace orbita
