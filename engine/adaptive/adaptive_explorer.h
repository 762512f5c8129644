// Breadth first through an AdaptiveSpace: the reachability algorithm of adaptive symmetry reduction.
//
// A state is stored unless the orbit of a stored one covers its own; states that it covers are not expanded any more.
// Goals that respect the partition of a state are tested on the state itself, others on every member of its orbit that
// they may tell apart. Paths are made real backwards: the permutation that takes the last state to the goal, taken
// back through every step, says which member of each orbit the run goes through.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/adaptive/adaptive_space.h"
#include "engine/search/explorer.h"

namespace orbita {

class AdaptiveExplorer final : public Explorer {
 public:
  struct Options {
    bool strict = false;       // the first path found is a shortest one
    bool explore_all = false;  // also when every goal is closed
  };
  // `real`: an unreduced graph, in whose states paths are told; with all clocks that any lane has. All arguments must
  // outlive the explorer.
  AdaptiveExplorer(const Network& network, AdaptiveSpace& space, ZoneGraph& real,
                   std::function<PartitionId(const Predicate&)> respected_by, const Options& options);
  ~AdaptiveExplorer() override;

  SearchOutcome run(Goals& goals, const Limits& limits) override;
  // Every state is the member of the stored orbit that a real run goes through. Empty if there is no such run: then
  // the space contradicts itself.
  Path path_to(const Hit& hit) override;
  StateSpace& space_of(const Hit&) override { return real_; }
  Statistics statistics() const override;
  void for_each_state(const Visit& visit) const override;
  void for_each_space(const std::function<void(StateSpace&)>& visit) const override { visit(real_); }

  std::uint64_t partitions_met() const;  // of stored states

 private:
  struct Node {
    AdaptiveState state;
    NodeId parent;
    bool covered = false;
    AdaptiveSpace::Look look;
  };
  void add(const AdaptiveState& state, NodeId parent, Goals& goals);
  void test(Goals& goals, NodeId node);
  GoalTester& tester(std::uint32_t lane);
  Places failing_member(NodeId node);
  std::optional<std::vector<Places>> members_on(const std::vector<NodeId>& path, Places last);
  std::optional<SymbolicState> real_step(const SymbolicState& from, const AdaptiveState& target,
                                         std::span<const std::uint32_t> to);
  std::size_t memory() const;

  const Network& network_;
  AdaptiveSpace& space_;
  ZoneGraph& real_;
  std::function<PartitionId(const Predicate&)> respected_by_;
  const Options options_;
  std::vector<PartitionId> goal_partition_;
  std::vector<std::unique_ptr<GoalTester>> testers_;  // by lane
  std::vector<Node> nodes_;
  absl::flat_hash_set<AdaptiveState> met_;
  absl::flat_hash_map<std::vector<std::int32_t>, std::vector<NodeId>> buckets_;
  std::vector<AdaptiveTarget> targets_;
  std::uint64_t covered_ = 0;
  std::vector<Places> aims_;  // by Hit::member: the member of the node's orbit in which the goal, or the error, is
};

}  // namespace orbita
