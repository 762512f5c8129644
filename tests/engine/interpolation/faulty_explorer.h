// The search by labels with one mistake, which the checks have to notice.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/interpolation/interpolation.h"

namespace orbita::test {

enum class InterpolationFault : std::uint8_t {
  absent,
  silent_alias,         // that two cells are, or are not, the same is no part of the reason
  no_parameters,        // nothing about parameters is
  deaf_clients,         // nodes are not told when the label of their cover grows
  no_disabled,          // W2: what is disabled is not kept so
  mute_covered,         // the label of a covered node does not reach its parent
  no_gate,              // the property is not asked who may trade places
  no_conditions,        // what an evaluation depended on is no part of the reason
  no_goal,              // W1: that the goal is not reached is no part of it
  any_zone,             // zones are not compared
  zones_not_exchanged,  // … or with the clocks in their old places
  forgotten,            // nodes that are no longer covered are not explored
  wrong_way,            // labels are renamed in the wrong direction
  no_clock_reasons,     // what clocks disable is not kept disabled
  mute_bounds,          // bounds do not reach the parent
  deaf_bounds           // nodes are not told when the bounds of their cover rise
};

class FaultyExplorer final : public InterpolationExplorer {
 public:
  using Fault = InterpolationFault;

  FaultyExplorer(Fault fault, ZoneGraph& graph, GoalTester& tester, const BoundsAnalysis& bounds,
                 const Coverage& coverage, const Predicate& predicate, const Expr& goal, bool negated,
                 InterpolationOptions options)
      : InterpolationExplorer(graph, tester, bounds, coverage, predicate, goal, negated,
                              with_parts(fault, graph, std::move(options))),
        fault_(fault) {}

 private:
  // Without the gate, everybody of a role may trade places.
  static InterpolationOptions with_parts(Fault fault, ZoneGraph& graph, InterpolationOptions options) {
    if (fault != Fault::no_gate) return options;
    const interpolation::Cast cast(graph.network());
    for (std::uint32_t p = 0; p < cast.size(); ++p) options.parts.push_back(cast.members(cast.role(p)).front());
    return options;
  }

  void look_at(Row row, std::span<const Transition* const> taken, interpolation::Obligations& moves,
               interpolation::Obligations& goal) override {
    InterpolationExplorer::look_at(row, taken, moves, goal);
    if (fault_ == Fault::no_conditions) moves.needed.clear();
    if (fault_ == Fault::no_disabled) moves.reasons.clear();
    if (fault_ == Fault::no_goal) goal = {};
  }
  bool is_zone_covered(NodeId node, NodeId by, const Exchange& exchange) override {
    if (fault_ == Fault::any_zone) return true;
    return InterpolationExplorer::is_zone_covered(node, by,
                                                  fault_ == Fault::zones_not_exchanged ? Exchange() : exchange);
  }
  void require_one(const Demand& demand, std::vector<Demand>& work) override {
    if (fault_ == Fault::no_parameters && terms().is_about_parameters(demand.atom)) return;
    if (fault_ == Fault::wrong_way && !terms().holds(demand.atom, row(demand.node), {})) return;
    InterpolationExplorer::require_one(demand, work);
  }
  void tell_clients(NodeId node, AtomId atom, std::vector<Demand>& work) override {
    if (fault_ != Fault::deaf_clients) InterpolationExplorer::tell_clients(node, atom, work);
  }
  void tell_parent(NodeId node, AtomId atom, std::vector<Demand>& work) override {
    if (fault_ == Fault::mute_covered && nodes()[node.value].status == Status::covered) return;
    std::vector<Demand> told;
    InterpolationExplorer::tell_parent(node, atom, told);
    for (const Demand& demand : told) {
      if (fault_ != Fault::silent_alias || !terms().is_about_parameters(demand.atom)) work.push_back(demand);
    }
  }
  void explore_later(NodeId node) override {
    if (fault_ != Fault::forgotten) InterpolationExplorer::explore_later(node);
  }
  AtomId from_cover(AtomId atom, const Exchange& exchange) override {
    if (fault_ != Fault::wrong_way) return InterpolationExplorer::from_cover(atom, exchange);
    Exchange back(exchange.size());
    for (std::uint32_t p = 0; p < exchange.size(); ++p) back[exchange[p]] = p;
    return InterpolationExplorer::from_cover(atom, back);
  }
  bool keep_disabled_by_clocks(NodeId node, const ZoneOp& op) override {
    return fault_ != Fault::no_clock_reasons && InterpolationExplorer::keep_disabled_by_clocks(node, op);
  }
  bool pull_back_bounds(NodeId child) override {
    return fault_ != Fault::mute_bounds && InterpolationExplorer::pull_back_bounds(child);
  }
  void tell_bounds(NodeId node, std::vector<NodeId>& raised) override {
    if (fault_ != Fault::deaf_bounds) InterpolationExplorer::tell_bounds(node, raised);
  }

  Fault fault_;
};

}  // namespace orbita::test
