// Reachability with bounds that are found on the way ("disabling").
//
// Static bounds count every guard that may follow. Most never matter: here a node begins with no
// bounds at all, which makes it cover every zone of its discrete state, and learns only what keeps
// its disabled transitions disabled. Bounds travel to the parent, through the transition, and from a
// covering node to the nodes it covers; a node that is no longer covered is explored after all
// (Herbreteau, Srivathsan and Walukiewicz, CAV 2013; docs/theory/zones.md, "Lazy bounds").
//
// What must hold for a node n with zone Z and bounds LU, and does whenever the queue is empty:
//  1. a transition that Z does not enable is not enabled in aLU(Z) either;
//  2. for a transition to n': what it makes of aLU(Z) lies in aL'U'(Z');
//  3. if n is covered by m: Z lies in aLU(m)(Z(m)), and LU(n) is at least LU(m).
// For 2 it is enough that LU has no bounds if L'U' has none (then aL'U' is everything), and otherwise
// the guard's, and those of L'U' for clocks that are not written. Bounds of the invariant belong to
// LU as soon as it has any, since time passes inside it.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/base/limits.h"
#include "engine/search/explorer.h"

namespace orbita {

// For spaces without symmetry, extrapolation, priorities, stopwatches and differences of clocks, and
// for goals about data alone.
class LazyExplorer final : public Explorer {
 public:
  LazyExplorer(TransitionSpace& space, GoalTester& tester, bool depth_first)
      : space_(space), check_(space, tester), depth_first_(depth_first) {}

  SearchOutcome run(Goals& goals, const Limits& limits) override;
  Path path_to(const Hit& hit) override;
  StateSpace& space_of(const Hit&) override { return space_; }
  Statistics statistics() const override;
  void for_each_state(const Visit& visit) const override;
  void for_each_space(const std::function<void(StateSpace&)>& visit) const override { visit(space_); }

 private:
  // Per clock of the zone, the reference clock included; negative: none.
  struct Bounds {
    std::vector<std::int32_t> lower, upper;
    bool is_trivial = true;
  };
  struct Node {
    SymbolicState state;
    NodeId parent = none;  // how it was reached
    OpId op = none;
    NodeId cover = none;  // the node that covers it
    std::vector<NodeId> covers;
    Bounds bounds;
  };

  void add(const SymbolicState& state, NodeId parent, OpId op, Goals& goals);
  void visit(NodeId node, Goals& goals, SearchOutcome& outcome);
  bool find_cover(NodeId node);
  void expand(NodeId node, Goals& goals, SearchOutcome& outcome);
  bool is_covered_by(NodeId node, NodeId cover);

  // Bounds that keep the transition disabled, raised in `node`.
  bool disable(NodeId node, const ZoneOp& op);
  struct Raiser {  // learned_bounds.h
    LazyExplorer& explorer;
    NodeId node;
    bool raise(const Constraint& test) { return explorer.raise(node, test); }
    bool raise_lower(ClockIndex clock, std::int32_t value) { return explorer.raise_lower(node, clock, value); }
    bool raise_upper(ClockIndex clock, std::int32_t value) { return explorer.raise_upper(node, clock, value); }
  };
  bool raise(NodeId node, const Constraint& test);
  bool raise_lower(NodeId node, ClockIndex clock, std::int32_t value);
  bool raise_upper(NodeId node, ClockIndex clock, std::int32_t value);
  void begin_bounds(NodeId node);
  bool raise_like(NodeId node, const Bounds& bounds);
  // What the child's bounds ask of its parent.
  bool pull_back_bounds(NodeId child);
  void propagate(NodeId node);

  std::uint64_t stored() const { return nodes_.size() - covered_; }
  std::size_t memory() const { return space_.memory() + bytes_; }

  TransitionSpace& space_;
  GoalCheck check_;
  const bool depth_first_;
  std::deque<Node> nodes_;
  std::deque<NodeId> queue_;
  std::vector<std::vector<NodeId>> open_;  // by discrete state: nodes that are expanded
  std::uint64_t covered_ = 0;
  std::size_t bytes_ = 0;
  Zone big_, small_, source_;
};

}  // namespace orbita
