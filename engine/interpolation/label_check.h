// Verifies the labels of a finished tree again, by trying them out on the real network.
//
// Shares with the explorer only the tree and the evaluation of atoms. For every expanded node it makes states at random
// that the label, with processes exchanged at random, claims to be safe; it asks the engine for their transitions, and
// looks whether the goal is away (W1), every transition is one of the node's (W2) and leads to a state that the
// child's label claims (W3), and that the cover of a covered child claims it too (W4). A wrong gate (W0) shows here as
// well, since it is the real network that is asked.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "engine/interpolation/interpolation.h"
#include "engine/space/predicate_eval.h"

namespace orbita {

class LabelCheck {
 public:
  LabelCheck(InterpolationExplorer& explorer, const Predicate& predicate, bool negated, std::uint64_t seed,
             std::uint32_t states_per_node);

  // What is wrong, or "". The tree must be complete: nothing waits, no goal was reached.
  std::string problem();
  std::uint64_t states_tried() const { return tried_; }

 private:
  using Row = interpolation::Row;
  using Exchange = interpolation::Exchange;
  using Move = std::vector<std::uint64_t>;  // sender, then the others in order: process, edge, branch, selects

  std::string check_node(NodeId node);
  std::string check_state(NodeId node, const Exchange& exchange, const std::vector<std::int32_t>& row);
  std::string check_child(NodeId child, const Exchange& exchange, Row row, ZoneId zone);
  std::vector<std::int32_t> random_row(NodeId node, const Exchange& exchange);
  Exchange random_exchange();
  bool claims(NodeId node, Row row, const Exchange& exchange);
  Move move_of(const Transition& transition, const Exchange& exchange) const;
  Zone exchanged(ZoneId zone, const Exchange& exchange);
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
  std::vector<Move> moves_;  // of the node being checked, in the order of its children
};

}  // namespace orbita
