// States that carry a partition of the ids: symmetry that is lost step by step, and only on paths that break it.
//
// The state (d, Z, P) stands for all π·(d, Z) with π in ⟨P⟩. A transition whose edges respect the partition Q
// (engine/exchange/edge_partitions.h) is taken from every member of the orbit that differs under R = P ∧ Q, and leads
// to states that carry R; edges that respect P need no unwinding. Bounds of clocks are the largest of their cell,
// because a process stands for all of its cell. Adapted from "Adaptive symmetry reduction" (seed experiments in
// docs/experiments.md); soundness: docs/theory/symmetry.md, "Adaptive partitions".
//
// Zones are exact. The zone graphs behind it reduce nothing; there is one ("lane") for each way to take maxima of
// bounds over cells, and a single one where the bounds respect every exchange.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dbm/dbm.h"
#include "engine/analysis/clock_bounds.h"
#include "engine/base/ids.h"
#include "engine/exchange/edge_partitions.h"
#include "engine/search/coverage.h"
#include "engine/space/zone_graph.h"
#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/element_partition.h"
#include "symmetry/orbits/mover.h"
#include "symmetry/orbits/twins.h"
#include "symmetry/orbits/unwinding.h"

namespace orbita {

struct AdaptiveState {
  std::uint32_t lane = 0;
  SymbolicState state;  // of the lane's graph
  PartitionId partition;
  friend bool operator==(const AdaptiveState&, const AdaptiveState&) = default;
  template <class Hash>
  friend Hash AbslHashValue(Hash hash, const AdaptiveState& s) {
    return Hash::combine(std::move(hash), s.lane, s.state, s.partition.value);
  }
};

using Places = std::vector<std::uint32_t>;  // a permutation of the ids: to[old place] = new place (Partitions)

struct AdaptiveTarget {
  AdaptiveState state;   // discrete `none`: a runtime error
  PartitionId respects;  // that of the step, before cells of twins became one
  Places moved;          // if asked for: where the ids of the source are in the target, or in the member that fails
};

// Makes a zone over `clocks` one over fewer of them; `room` is reused.
void project(Zone& zone, std::span<const std::uint32_t> clocks, std::span<const std::uint32_t> kept, Zone& room);

class AdaptiveSpace {
 public:
  // All arguments but the options must outlive the space. `bounds`: with names; `reads` as for a ZoneGraph.
  AdaptiveSpace(const Network& network, const BoundsAnalysis& bounds, const QueryReads& reads,
                const ZoneGraphOptions& options, const Coverage& coverage, exchange::EdgePartitions& known,
                const CanonicalOptions& canonical, const Limits& limits);
  ~AdaptiveSpace();

  Partitions& partitions() { return known_.partitions; }
  const StateLayout& layout() const { return known_.ids.layout; }
  ZoneGraph& graph(std::uint32_t lane) { return *lanes_[lane]->graph; }
  std::uint32_t lane_count() const { return static_cast<std::uint32_t>(lanes_.size()); }

  std::optional<AdaptiveState> initial();
  void expand(const AdaptiveState& state, bool with_moves, std::vector<AdaptiveTarget>& targets);

  // Calls visit(member, to) for the members of the orbit that differ under ⟨parts⟩, until it says no.
  using Member = std::function<bool(const SymbolicState&, std::span<const std::uint32_t>)>;
  void for_each_member(const AdaptiveState& state, PartitionId parts, const Member& visit);

  // A state as subsumption looks at it.
  struct Look {
    std::vector<std::int32_t> row;
    std::vector<std::uint32_t> active;
    Zone zone;
    std::vector<std::uint32_t> twin;   // by place
    std::vector<std::uint64_t> print;  // by place: a hash of what belongs to the id alone
  };
  Look look_at(const AdaptiveState& state);
  // The same for all members of all orbits that differ in names only, as far as discrete data goes.
  std::vector<std::int32_t> bucket_of(const Look& look);
  // Every member of small's orbit is simulated by a member of big's.
  bool covers(const AdaptiveState& big, const Look& big_look, const AdaptiveState& small, const Look& small_look);

  // Renames the ids of a state.
  void move(std::span<const std::uint32_t> to, std::vector<std::int32_t>& row, std::vector<std::uint32_t>& active,
            Zone& zone);

  std::uint64_t unwound() const { return unwound_; }  // members that transitions were listed for
  std::size_t memory() const;

 private:
  struct Lane {
    StateLayout layout;
    SymmetryPlan plan;  // reduces nothing
    std::unique_ptr<BoundsAnalysis> bounds;
    std::unique_ptr<ZoneGraph> graph;
    std::unique_ptr<SuccessorLister> lister;
  };
  struct Work;  // of one partition
  // What processes of a family offer in a location.
  struct Offer {
    SyncDirection direction = SyncDirection::none;
    std::uint32_t channels = none;  // family
    bool broadcast = false;
    PartitionId respects;
    friend auto operator<=>(const Offer&, const Offer&) = default;
  };
  class Substitutes;

  void make_offers();
  void find_bound_classes();
  std::uint32_t lane_of(PartitionId partition);
  std::uint32_t make_lane(const Partitions::Cells& labels);
  Work& work_of(PartitionId partition);
  std::vector<PartitionId> labels_in(std::span<const std::int32_t> row);
  PartitionId label_of(const Transition& transition, PartitionId occupied);
  PartitionId occupied_in(std::span<const std::int32_t> row);
  void find_twins(std::span<const std::int32_t> row, std::span<const std::uint32_t> active, const Zone& zone,
                  std::vector<std::uint32_t>& twin);
  void find_substitutes(const Look& source, std::span<const std::uint32_t> to, PartitionId parts);
  bool may_move(PartitionId label, PartitionId occupied);
  void fire(const Look& source, std::span<const std::uint32_t> to, PartitionId parts, PartitionId label,
            bool with_moves, std::vector<AdaptiveTarget>& targets);
  AdaptiveTarget finish(Draft& draft, Zone& zone, std::uint32_t lane, PartitionId parts, bool with_moves,
                        std::span<const std::uint32_t> to);
  AdaptiveState merged(const AdaptiveState& state);
  bool may_replace(const AdaptiveState& big, const AdaptiveState& small, const Look& small_look) const;

  const Network& network_;
  const BoundsAnalysis& bounds_;
  const QueryReads& reads_;
  const ZoneGraphOptions options_;
  const Coverage& coverage_;
  exchange::EdgePartitions& known_;
  const CanonicalOptions canonical_;
  const Limits& limits_;
  symmetry::MovedCells plan_;
  symmetry::Mover mover_;
  TwinFinder twins_;
  CellOrbits orbits_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::map<Partitions::Cells, std::uint32_t> lane_index_;
  PartitionId bound_classes_;
  std::vector<std::unique_ptr<Work>> works_;                      // by partition
  std::vector<IdVector<LocationId, std::vector<Offer>>> offers_;  // by process family
  IdVector<EdgeId, PartitionId> edge_label_;                      // with where it leads, and who hears it
  bool locations_respect_all_ = true;
  std::vector<ProcessId> process_at_;                                            // by place: its only process, or none
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> own_cells_;  // by place: value and kind
  std::unique_ptr<Substitutes> substitutes_;
  Machine machine_;
  absl::flat_hash_map<AdaptiveState, AdaptiveState> merged_;
  symmetry::VertexMap vertex_map_;
  std::vector<ClockIndex> clocks_to_;
  std::uint64_t unwound_ = 0;
  // Buffers.
  std::vector<std::int32_t> row_;
  std::vector<std::uint32_t> active_, from_;
  std::vector<std::vector<std::pair<std::uint32_t, ProcessId>>> earlier_;
  Zone zone_, scratch_, target_;
};

}  // namespace orbita
