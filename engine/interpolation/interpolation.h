// Reachability by learning why subtrees are safe, and covering by renamed reasons.
//
// A tree of concrete states, depth first. Every node has a label: a conjunction of atoms (terms.h) that holds at the
// node and is enough for its whole subtree to be safe. A new node is covered by an expanded one whose label holds at it
// after an exchange of processes, provided its zone is covered too (Chu and Jaffar, "A Complete Method for Symmetry
// Reduction in Safety Verification", CAV 2012; docs/interpolation.md has what had to be changed, and the proof).
//
// What holds for every node n with values v, zone Z and label A whenever nothing is left to do:
//  W1. A implies that the goal is not reached, for the clocks of Z;
//  W2. a transition that n does not have is disabled by A, or by the zone and clock constraints that A fixes;
//  W3. for a transition to m: A and the guard imply the label of m after the update;
//  W4. if n is covered by k through an exchange: A implies the exchanged label of k, and Z lies in the simulation
//      closure of k's exchanged zone; k is expanded itself.
// Every label holds at its own node.
//
// The bounds of the closure are part of the label where that is possible: a node begins without any, and learns those
// that keep transitions disabled, as LazyExplorer does (clock_labels.cpp has the conditions). Where it is not (goals
// about clocks, priorities, differences of clocks), they are static: the largest of all processes of a role, so that
// exchanges do not change them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/chunked.h"
#include "engine/base/limits.h"
#include "engine/interpolation/gate.h"
#include "engine/interpolation/matching.h"
#include "engine/interpolation/moves.h"
#include "engine/interpolation/precondition.h"
#include "engine/search/coverage.h"
#include "engine/search/explorer.h"
#include "engine/space/zone_graph.h"

namespace orbita {

struct InterpolationOptions {
  std::size_t cap = 150;               // longest label; beyond it, exact values
  std::uint64_t budget = 200;          // processes tried in one search for an exchange
  bool learn_bounds = true;            // of clocks, where that is possible; else static ones
  std::vector<std::uint32_t> parts{};  // by process: who may trade places; empty: whom the gate lets
};

// One goal about the states of an unreduced graph whose clocks are all active and whose variables are all kept, without
// stopwatches and extrapolation.
class InterpolationExplorer : public Explorer {
 public:
  // `goal` is reached where it holds (or, `negated`, does not); all must outlive the explorer.
  InterpolationExplorer(ZoneGraph& graph, GoalTester& tester, const BoundsAnalysis& bounds, const Coverage& coverage,
                        const Predicate& predicate, const Expr& goal, bool negated, InterpolationOptions options);

  SearchOutcome run(Goals& goals, const Limits& limits) override;
  Path path_to(const Hit& hit) override;
  StateSpace& space_of(const Hit&) override { return graph_; }
  Statistics statistics() const override;
  void for_each_state(const Visit& visit) const override;
  void for_each_space(const std::function<void(StateSpace&)>& visit) const override { visit(graph_); }

  using AtomId = interpolation::AtomId;
  using Exchange = interpolation::Exchange;
  // By clock; empty: none at all, and any zone is covered.
  struct Bounds {
    std::vector<std::int32_t> lower, upper;
    bool are_trivial() const { return lower.empty(); }
  };
  enum class Status : std::uint8_t { fresh, open, done, covered, waiting };
  struct Node {
    SymbolicState state;
    std::vector<std::int32_t> row;  // the values of its discrete state
    NodeId parent = none;
    interpolation::StepId step = none;
    OpId op = none;
    Status status = Status::fresh;
    bool exact = false;       // its label has reached the cap
    std::uint32_t added = 0;  // atoms that were ever added to it
    NodeId cover = none;
    Exchange exchange;  // from the cover to this node
    std::vector<AtomId> label;
    std::optional<interpolation::Matching::Plan> plan;  // of the label, while it stays the same
    Bounds bounds;                                      // that are learned
    std::vector<NodeId> clients;                        // nodes it covers
    std::vector<NodeId> children;  // one for each transition, in the order of UnreducedSpace::steps()
  };
  // For LabelCheck and tests.
  const Chunked<Node, 6>& nodes() const { return nodes_; }
  interpolation::Terms& terms() { return terms_; }
  interpolation::Cast& cast() { return cast_; }
  ZoneGraph& graph() { return graph_; }
  const interpolation::Matching& matching() const { return matching_; }
  bool covers(ConstMatrix big, ConstMatrix small, const Shape& shape) const {
    return coverage_.covers(big, small, shape);
  }
  bool learns_bounds() const { return learns_bounds_; }
  bool compares_by_simulation() const { return coverage_.kind() == Subsumption::simulation; }
  // Zones this large are claimed by the node, with its processes exchanged: `small` lies in the simulation closure of
  // `big`, under the node's bounds.
  bool claims_zone(NodeId node, const Exchange& exchange, ConstMatrix small);
  std::vector<std::string> label_text(NodeId node) const;

 protected:
  using Row = interpolation::Row;
  struct Demand {
    NodeId node;
    AtomId atom;
    bool is_apart = false;  // no atom of the label implies it, and it implies none
  };
  Row row(NodeId node) const { return at(node).row; }

  // The steps that a proof depends on. Tests make mistakes in them, which the checks have to notice.
  virtual void look_at(Row row, std::span<const Transition* const> taken, interpolation::Obligations& moves,
                       interpolation::Obligations& goal);
  virtual bool is_zone_covered(NodeId node, NodeId by, const Exchange& exchange);
  virtual void require_one(const Demand& demand, std::vector<Demand>& work);
  virtual void tell_clients(NodeId node, AtomId atom, std::vector<Demand>& work);
  virtual void tell_parent(NodeId node, AtomId atom, std::vector<Demand>& work);
  virtual void explore_later(NodeId node) { waiting_.push_back(node); }
  // An atom of a cover's label, as the node covered through this exchange has to satisfy it.
  virtual AtomId from_cover(AtomId atom, const Exchange& exchange) { return terms_.renamed(atom, exchange); }
  // clock_labels.cpp
  virtual bool keep_disabled_by_clocks(NodeId node, const ZoneOp& op);
  virtual bool pull_back_bounds(NodeId child);
  virtual void tell_bounds(NodeId node, std::vector<NodeId>& raised);

 private:
  struct Child {
    SymbolicState state;
    interpolation::StepId step;
    OpId op;
  };
  struct Frame {
    NodeId node;
    std::vector<Child> children;
    std::size_t next = 0;
    std::vector<interpolation::Formula> reasons;
  };

  NodeId add(const Child& child, NodeId parent, Goals& goals);
  void begin(NodeId node, SearchOutcome& outcome);
  void advance(Goals& goals, SearchOutcome& outcome);
  void finish(const Frame& frame);
  bool try_cover(NodeId node);
  void keep_disabled(NodeId node, const std::vector<interpolation::Formula>& reasons);
  std::optional<interpolation::Formula> lasting_goal(Row row);
  void keep_away(Row row, interpolation::Obligations& into);

  void require(const Demand& demand);
  void uncover(NodeId node);
  bool implied(const std::vector<AtomId>& label, AtomId atom);
  interpolation::Cost cost_given(NodeId node, const std::vector<AtomId>& more);

  // clock_labels.cpp
  bool may_learn_bounds(const BoundsAnalysis& bounds) const;
  struct Raiser {  // learned_bounds.h
    InterpolationExplorer& explorer;
    NodeId node;
    bool raise(const Constraint& test) { return explorer.raise(node, test); }
    bool raise_lower(ClockIndex clock, std::int32_t value) { return explorer.raise_lower(node, clock, value); }
    bool raise_upper(ClockIndex clock, std::int32_t value) { return explorer.raise_upper(node, clock, value); }
  };
  bool raise(NodeId node, const Constraint& test);
  bool raise_lower(NodeId node, ClockIndex clock, std::int32_t value);
  bool raise_upper(NodeId node, ClockIndex clock, std::int32_t value);
  void begin_bounds(NodeId node);
  bool raise_like(NodeId node, const Bounds& bounds, const Exchange& exchange);
  void bounds_rose(NodeId node);

  void make_bounds(const BoundsAnalysis& bounds);
  void static_bounds_at(Row row);
  void use_bounds_of(NodeId node, const Exchange& exchange);  // into lower_ and upper_
  std::vector<std::uint64_t> places(Row row) const;
  Node& at(NodeId id) { return nodes_[id.value]; }
  const Node& at(NodeId id) const { return nodes_[id.value]; }
  std::uint64_t stored() const { return nodes_.size() - covered_; }
  std::size_t memory() const;
  LabelStatistics label_statistics() const;

  ZoneGraph& graph_;
  const Network& network_;
  const Coverage& coverage_;
  const Predicate& predicate_;
  const Expr& goal_;
  const bool negated_;
  const InterpolationOptions options_;
  const bool has_clocks_, learns_bounds_;
  GoalCheck check_;
  mutable interpolation::Cast cast_;
  mutable interpolation::Terms terms_;
  interpolation::Moves moves_;
  interpolation::Precondition precondition_;
  interpolation::Matching matching_;
  std::optional<interpolation::Formula> lasting_goal_;
  Chunked<Node, 6> nodes_;
  ZoneId any_valuation_ = Zones::empty;  // with learns_bounds_
  std::vector<NodeId> waiting_;
  std::vector<Frame> stack_;
  std::map<std::vector<std::uint64_t>, std::vector<NodeId>> expanded_;  // by the locations of the parts
  // Tests by role and location: position of the clock in its process, or the global clock behind those.
  struct RoleTest {
    bool is_global = false;
    std::uint32_t clock = 0;
    std::int32_t lower = 0, upper = 0;
  };
  std::vector<std::vector<std::vector<RoleTest>>> tests_;
  std::vector<RoleTest> everywhere_;  // global clocks; those of processes are in tests_
  std::vector<std::int32_t> lower_, upper_;
  std::vector<std::uint32_t> clock_list_;
  std::vector<Demand> work_;  // of require()
  Zone zone_, cover_zone_;
  std::uint64_t covered_ = 0, reopened_ = 0, capped_ = 0, tries_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace orbita
