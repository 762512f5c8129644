#include "engine/interpolation/label_check.h"

#include <algorithm>
#include <numeric>

#include "parser/work_limits.h"

namespace orbita {

using Status = InterpolationExplorer::Status;

LabelCheck::LabelCheck(InterpolationExplorer& explorer, const Predicate& predicate, bool negated, std::uint64_t seed,
                       std::uint32_t states_per_node)
    : explorer_(explorer),
      graph_(explorer.graph()),
      network_(explorer.graph().network()),
      predicate_(predicate),
      negated_(negated),
      states_per_node_(states_per_node),
      evaluator_(network_, graph_),
      random_(seed) {}

std::string LabelCheck::problem() {
  for (std::uint32_t n = 0; n < explorer_.nodes().size(); ++n) {
    poll_limits();
    const Status status = explorer_.nodes()[n].status;
    if (status == Status::done) {
      if (const std::string found = check_node(NodeId{n}); !found.empty()) return found;
    } else if (status != Status::covered) {
      return said(NodeId{n}, "was left unfinished");
    } else if (explorer_.nodes()[explorer_.nodes()[n].cover.value].status != Status::done) {
      return said(NodeId{n}, "is covered by a node that is not expanded (W4)");
    }
  }
  return "";
}

std::string LabelCheck::said(NodeId node, const std::string& what) const {
  std::string text = "labels are wrong: node " + std::to_string(node.value) + " " + what + "; its label:";
  for (const std::string& atom : explorer_.label_text(node)) text += " " + atom + ";";
  return text;
}

bool LabelCheck::claims(NodeId node, Row row, const Exchange& exchange) {
  return std::ranges::all_of(explorer_.nodes()[node.value].label,
                             [&](interpolation::AtomId atom) { return explorer_.terms().holds(atom, row, exchange); });
}

LabelCheck::Exchange LabelCheck::random_exchange() {
  const std::vector<std::uint32_t>& part = explorer_.matching().part();
  Exchange exchange(part.size());
  std::iota(exchange.begin(), exchange.end(), 0u);
  for (std::uint32_t p = 0; p + 1 < part.size(); ++p) {
    std::vector<std::uint32_t> same;
    for (std::uint32_t q = p; q < part.size(); ++q) {
      if (part[q] == part[p]) same.push_back(q);
    }
    std::swap(exchange[p], exchange[same[random_() % same.size()]]);
  }
  return exchange;
}

// The node's own values under other names, some of them changed.
std::vector<std::int32_t> LabelCheck::random_row(NodeId node, const Exchange& exchange) {
  std::vector<std::int32_t> values(graph_.row_size());
  graph_.values(explorer_.nodes()[node.value].state.discrete, values);
  std::vector<std::int32_t> row = values;
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p) row[exchange[p]] = values[p];
  for (std::uint32_t slot = 0; slot < network_.slots.size(); ++slot) {
    const Slot& s = network_.slots[slot];
    if (s.process == none) continue;
    for (std::uint32_t other = 0; other < network_.slots.size(); ++other) {
      const Slot& o = network_.slots[other];
      if (o.process.value == exchange[s.process.value] && o.symbol == s.symbol && o.cell == s.cell) {
        row[network_.slot_value(other)] = values[network_.slot_value(slot)];
      }
    }
  }
  const std::size_t changes = network_.slots.empty() ? 0 : random_() % (network_.slots.size() + 2);
  for (std::size_t i = 0; i < changes; ++i) {
    const auto slot = static_cast<std::uint32_t>(random_() % network_.slots.size());
    const Slot& s = network_.slots[slot];
    // Near the bounds and near the present value most happens.
    const std::int64_t width = std::int64_t{s.high} - s.low + 1;
    std::int64_t value = s.low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(width));
    if (width > 8 && random_() % 2 == 0)
      value = row[network_.slot_value(slot)] + static_cast<std::int64_t>(random_() % 5) - 2;
    row[network_.slot_value(slot)] = static_cast<std::int32_t>(std::clamp<std::int64_t>(value, s.low, s.high));
  }
  return row;
}

std::string LabelCheck::check_node(NodeId node) {
  std::vector<std::int32_t> own(graph_.row_size());
  const SymbolicState state = explorer_.nodes()[node.value].state;
  graph_.values(state.discrete, own);
  moves_.clear();
  Exchange identity(network_.processes.size());
  std::iota(identity.begin(), identity.end(), 0u);
  for (const UnreducedStep& step : graph_.unreduced().steps(own, state.zone)) {
    if (graph_.zones().apply(state.zone, step.op) != Zones::empty) moves_.push_back(move_of(step.transition, identity));
  }
  if (moves_.size() != explorer_.nodes()[node.value].children.size()) return said(node, "lacks a child (W2)");
  if (!claims(node, own, identity)) return said(node, "has a label that does not hold at it");
  if (std::string found = check_state(node, identity, own); !found.empty()) return found;
  for (std::uint32_t i = 0; i < states_per_node_; ++i) {
    const Exchange exchange = random_exchange();
    const std::vector<std::int32_t> row = random_row(node, exchange);
    // No state has values that an invariant forbids.
    const StateFacts facts = graph_.unreduced().facts(row);
    if (!facts.possible || facts.failure || !claims(node, row, exchange)) continue;
    if (std::string found = check_state(node, exchange, row); !found.empty()) return found;
  }
  return "";
}

LabelCheck::Move LabelCheck::move_of(const Transition& transition, const Exchange& exchange) const {
  std::vector<Move> parts;
  for (const Participant& participant : transition.participants) {
    const NetEdge& edge = network_.edges[participant.edge];
    Move part{exchange[edge.process.value], reinterpret_cast<std::uintptr_t>(edge.tree),
              reinterpret_cast<std::uintptr_t>(edge.branch)};
    for (const std::int32_t value : participant.selects) part.push_back(static_cast<std::uint32_t>(value));
    parts.push_back(std::move(part));
  }
  std::sort(parts.begin() + 1, parts.end());
  Move move;
  for (const Move& part : parts) move.insert(move.end(), part.begin(), part.end());
  return move;
}

Zone LabelCheck::exchanged(ZoneId zone, const Exchange& exchange) {
  std::vector<ClockIndex> to;
  for (const std::uint32_t clock : explorer_.cast().renamed_clocks(exchange)) to.push_back(ClockIndex{clock});
  return graph_.zones().zone(zone).permuted(to);
}

std::string LabelCheck::check_state(NodeId node, const Exchange& exchange, const std::vector<std::int32_t>& row) {
  ++tried_;
  const auto& tree = explorer_.nodes();
  const StateId discrete = graph_.unreduced().intern(row);
  const Zone zone = exchanged(tree[node.value].state.zone, exchange);
  if (!evaluator_.satisfying(predicate_, negated_, discrete, zone.view()).is_empty()) {
    return said(node, "claims a state in which the goal is reached (W1)");
  }
  if (evaluator_.failure()) {
    evaluator_.clear_failure();
    return said(node, "claims a state in which the query cannot be evaluated (W1)");
  }
  // The moves of the state, in the names of the node.
  Exchange back(exchange.size());
  for (std::uint32_t p = 0; p < exchange.size(); ++p) back[exchange[p]] = p;
  const ZoneId from = graph_.zones().intern(zone.view());
  for (const UnreducedStep& step : graph_.unreduced().steps(row, from)) {
    const ZoneId target = graph_.zones().apply(from, step.op);
    if (target == Zones::empty) continue;
    if (step.discrete == none) return said(node, "claims a state that fails at run time (W2)");
    const Move move = move_of(step.transition, back);
    std::vector<std::int32_t> next(graph_.row_size());
    graph_.values(step.discrete, next);
    std::string found = said(node, "claims a state with one more transition (W2)");
    for (std::size_t i = 0; i < moves_.size() && !found.empty(); ++i) {
      if (moves_[i] == move) found = check_child(tree[node.value].children[i], exchange, next, target);
    }
    if (!found.empty()) return found;
  }
  return "";
}

std::string LabelCheck::check_child(NodeId child, const Exchange& exchange, Row row, ZoneId zone) {
  const InterpolationExplorer::Node& node = explorer_.nodes()[child.value];
  if (!exchanged(node.state.zone, exchange).includes(graph_.zones().zone(zone).view())) {
    return said(child, "is not where the clocks are (W3)");
  }
  if (!claims(child, row, exchange)) return said(child, "does not claim the state its parent leads to (W3)");
  if (node.status != Status::covered) return "";
  Exchange through(exchange.size());
  for (std::uint32_t p = 0; p < exchange.size(); ++p) through[p] = exchange[node.exchange[p]];
  const InterpolationExplorer::Node& cover = explorer_.nodes()[node.cover.value];
  std::vector<std::int32_t> values(graph_.row_size());
  graph_.values(cover.state.discrete, values);
  for (std::uint32_t p = 0; p < exchange.size(); ++p) {
    if (values[p] != row[through[p]]) return said(child, "is covered in other locations (W4)");
  }
  if (!claims(node.cover, row, through)) return said(child, "is covered by a label that does not claim it (W4)");
  // With the bounds that the real processes have in these places.
  const Shape shape = graph_.shape(graph_.unreduced().intern(row));
  const Zone big = exchanged(cover.state.zone, through), small = exchanged(node.state.zone, exchange);
  if (!explorer_.covers(big.view(), small.view(), shape)) return said(child, "is covered by a smaller zone (W4)");
  return "";
}

}  // namespace orbita
