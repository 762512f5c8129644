// Verifies the labels of a finished tree again, by trying them out on the real network.
//
// Shares with the explorer only the tree, the evaluation of atoms and the comparison of zones. For every expanded node
// it makes states at random that the label, with processes exchanged at random, claims to be safe: values, and
// valuations of clocks from the simulation closure of the node's zone. It lets time pass in them, asks the engine for
// their transitions, and looks whether the goal is away (W1), every transition is one of the node's (W2) and leads to
// states that the child's label claims (W3), and that the cover of a covered child claims them too (W4). A wrong gate
// (W0) shows here as well, since it is the real network that is asked.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "engine/interpolation/interpolation.h"
#include "engine/space/predicate_eval.h"

namespace orbita {

// A region of the zone at random: in it no test of a clock, or of a difference of clocks, with a number up to `largest`
// and those in the zone tells valuations apart.
Zone random_region(const Zone& zone, std::int32_t largest, std::mt19937_64& random);

class LabelCheck {
 public:
  LabelCheck(InterpolationExplorer& explorer, const Predicate& predicate, bool negated, std::uint64_t seed,
             std::uint32_t states_per_node);

  // What is wrong, or "". The tree must be complete: nothing waits, no goal was reached.
  std::string problem();
  std::uint64_t states_tried() const { return tried_; }

  using Row = interpolation::Row;
  using Exchange = interpolation::Exchange;
  // Whether the expanded node says that all these states are safe, with its processes exchanged.
  bool claims(NodeId node, Row row, const Exchange& exchange, ConstMatrix zone);

 private:
  using Move = std::vector<std::uint64_t>;  // sender, then the others in order: process, edge, branch, selects

  std::string check_node(NodeId node);
  std::string check_state(NodeId node, const Exchange& exchange, const std::vector<std::int32_t>& row,
                          const Zone& zone);
  std::string check_child(NodeId child, const Exchange& exchange, Row row, ZoneId zone);
  std::vector<std::int32_t> random_row(NodeId node, const Exchange& exchange);
  Exchange random_exchange();
  bool claims(NodeId node, Row row, const Exchange& exchange);
  Move move_of(const Transition& transition, const Exchange& exchange) const;
  Zone exchanged(ZoneId zone, const Exchange& exchange);
  Zone random_valuations(NodeId node, const Exchange& exchange, Row row, const StateFacts& facts);
  bool claims_zone(NodeId node, const Exchange& exchange, Row row, ConstMatrix zone);
  std::string said(NodeId node, const std::string& what) const;

  InterpolationExplorer& explorer_;
  ZoneGraph& graph_;
  const Network& network_;
  const Predicate& predicate_;
  const bool negated_;
  const std::uint32_t states_per_node_;
  PredicateEvaluator evaluator_;
  std::mt19937_64 random_;
  std::uint64_t tried_ = 0;
  std::map<std::tuple<const Symbol*, std::uint32_t, std::uint32_t>, SlotId> slots_;  // object, process and cell
  std::vector<Move> moves_;  // of the node being checked, in the order of its children
};

}  // namespace orbita
