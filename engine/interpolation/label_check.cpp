#include "engine/interpolation/label_check.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "parser/work_limits.h"

namespace orbita {

using Status = InterpolationExplorer::Status;

Zone random_region(const Zone& zone, std::int32_t largest, std::mt19937_64& random) {
  Zone region = zone;
  const std::uint32_t size = region.dimension();
  for (std::uint32_t y = 0; y < size; ++y) {
    for (std::uint32_t x = y + 1; x < size; ++x) {
      const ClockIndex a{x}, b{y};
      const Bound below = region(b, a), above = region(a, b);  // of b - a, a - b
      const std::int32_t low = below.is_infinite() ? -largest - 2 : -below.value();
      const std::int32_t high = above.is_infinite() ? std::max(low, largest) + 2 : above.value();
      // One value, or the values between two.
      const std::int32_t at = low + static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(high - low + 1));
      Zone next = region;
      const bool one = random() % 2 == 0 && next.constrain({{a, b, Bound::weak(at)}, {b, a, Bound::weak(-at)}});
      if (!one) {
        next = region;
        if (!next.constrain({{a, b, Bound::strict(at + 1)}, {b, a, Bound::strict(-at)}})) {
          next = region;
          if (!next.constrain({{a, b, Bound::weak(low)}, {b, a, Bound::weak(-low)}})) {
            next = region;
            if (!next.constrain({{a, b, Bound::strict(low + 1)}, {b, a, Bound::strict(-low)}})) continue;
          }
        }
      }
      region = next;
    }
  }
  return region;
}

LabelCheck::LabelCheck(InterpolationExplorer& explorer, const Predicate& predicate, bool negated, std::uint64_t seed,
                       std::uint32_t states_per_node)
    : explorer_(explorer),
      graph_(explorer.graph()),
      network_(explorer.graph().network()),
      predicate_(predicate),
      negated_(negated),
      states_per_node_(states_per_node),
      evaluator_(network_, graph_),
      random_(seed) {
  for (const SlotId slot : network_.slots.ids()) {
    const Slot& s = network_.slots[slot];
    slots_[{s.symbol, s.process.value, s.cell}] = slot;
  }
}

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

bool LabelCheck::claims(NodeId node, Row row, const Exchange& exchange, ConstMatrix zone) {
  std::vector<std::int32_t> own(graph_.row_size());
  graph_.values(explorer_.nodes()[node.value].state.discrete, own);
  for (std::uint32_t p = 0; p < exchange.size(); ++p) {
    if (own[p] != row[exchange[p]]) return false;
  }
  return claims(node, row, exchange) && claims_zone(node, exchange, row, zone);
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
  for (const SlotId slot : network_.slots.ids()) {
    const Slot& s = network_.slots[slot];
    if (s.process == none || exchange[s.process.value] == s.process.value) continue;
    const SlotId other = slots_.at({s.symbol, exchange[s.process.value], s.cell});
    row[network_.slot_value(other)] = values[network_.slot_value(slot)];
  }
  const std::size_t changes = network_.slots.empty() ? 0 : random_() % (network_.slots.size() + 2);
  for (std::size_t i = 0; i < changes; ++i) {
    const SlotId slot{static_cast<std::uint32_t>(random_() % network_.slots.size())};
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
  const Zone whole = graph_.zones().zone(state.zone);
  if (std::string found = check_state(node, identity, own, whole); !found.empty()) return found;
  for (std::uint32_t i = 0; i < states_per_node_; ++i) {
    poll_limits();
    const Exchange exchange = random_exchange();
    const std::vector<std::int32_t> row = random_row(node, exchange);
    // No state has values that an invariant forbids.
    const StateFacts facts = graph_.unreduced().facts(row);
    if (!facts.possible || facts.failure || !claims(node, row, exchange)) continue;
    const Zone zone = random_valuations(node, exchange, row, facts);
    if (std::string found = check_state(node, exchange, row, zone); !found.empty()) return found;
  }
  return "";
}

// All valuations of the node, or a region of the closure outside of them, under other names.
Zone LabelCheck::random_valuations(NodeId node, const Exchange& exchange, Row row, const StateFacts& facts) {
  const Zone own = exchanged(explorer_.nodes()[node.value].state.zone, exchange);
  if (own.dimension() == 1) return own;
  std::int32_t largest = 0;
  for (std::uint32_t x = 0; x < own.dimension(); ++x) {
    for (std::uint32_t y = 0; y < own.dimension(); ++y) {
      const Bound bound = own(ClockIndex{x}, ClockIndex{y});
      if (!bound.is_infinite()) largest = std::max(largest, std::abs(bound.value()));
    }
  }
  for (int tries = 0; tries < 4 && random_() % 4 != 0; ++tries) {
    Zone free = own;
    for (std::uint32_t x = 1; x < free.dimension(); ++x) {
      if (random_() % 2 == 0) free.free(ClockIndex{x});
    }
    bool possible = true;
    for (const ClockBound& bound : facts.invariant) {
      possible = possible && free.constrain(place_among_all(bound.x), place_among_all(bound.y), Bound{bound.raw});
    }
    if (!possible) continue;
    const Zone region = random_region(free, largest, random_);
    if (claims_zone(node, exchange, row, region.view())) return region;
  }
  return own;
}

// Static bounds are those of the real processes in these places: the explorer's are larger, and need not be those of a
// simulation.
bool LabelCheck::claims_zone(NodeId node, const Exchange& exchange, Row row, ConstMatrix zone) {
  const Zone own = exchanged(explorer_.nodes()[node.value].state.zone, exchange);
  if (own.includes(zone)) return true;
  if (!explorer_.compares_by_simulation()) return false;
  if (explorer_.learns_bounds()) return explorer_.claims_zone(node, exchange, zone);
  return explorer_.covers(own.view(), zone, graph_.shape(graph_.unreduced().intern(row)));
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
  for (const NetClockId clock : explorer_.cast().renamed_clocks(exchange)) to.push_back(place_among_all(clock));
  return graph_.zones().zone(zone).permuted(to);
}

std::string LabelCheck::check_state(NodeId node, const Exchange& exchange, const std::vector<std::int32_t>& row,
                                    const Zone& valuations) {
  ++tried_;
  const auto& tree = explorer_.nodes();
  const StateId discrete = graph_.unreduced().intern(row);
  const StateFacts facts = graph_.unreduced().facts(row);
  Zone zone = valuations;
  if (facts.delay) {
    zone.delay();
    for (const ClockBound& bound : facts.invariant) {
      if (!zone.constrain(place_among_all(bound.x), place_among_all(bound.y), Bound{bound.raw})) return "";
    }
  }
  if (!claims_zone(node, exchange, row, zone.view())) return said(node, "does not claim what time leads to (W2)");
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
    bool known = false, claimed = false;
    std::string found;
    for (std::size_t i = 0; i < moves_.size() && !claimed; ++i) {
      if (moves_[i] != move) continue;
      known = true;
      found = check_child(tree[node.value].children[i], exchange, next, target);
      claimed = found.empty();
    }
    if (!known) return said(node, "claims a state with one more transition (W2)");
    if (!claimed) return found;
  }
  return "";
}

std::string LabelCheck::check_child(NodeId child, const Exchange& exchange, Row row, ZoneId zone) {
  const InterpolationExplorer::Node& node = explorer_.nodes()[child.value];
  const Zone valuations = graph_.zones().zone(zone);
  if (!claims_zone(child, exchange, row, valuations.view())) return said(child, "is not where the clocks are (W3)");
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
  if (!claims_zone(node.cover, through, row, valuations.view()))
    return said(child, "is covered by a smaller zone (W4)");
  return "";
}

}  // namespace orbita
