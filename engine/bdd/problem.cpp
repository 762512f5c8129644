#include "engine/bdd/problem.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "engine/bdd/steps.h"

namespace orbita::bdds {

namespace {

// Calls visit(atom) for all clock tests of guards and invariants.
void for_each_atom(const Network& network, const std::function<void(const ClockAtom&)>& visit) {
  for (const NetEdge& edge : network.edges) std::ranges::for_each(edge.guard.atoms, visit);
  for (const NetProcess& process : network.processes) {
    for (const NetLocation& location : process.locations) std::ranges::for_each(location.invariant.atoms, visit);
  }
}

bool is_reference(const ClockTerm& term) { return term.code == no_code && term.clock == reference_net_clock; }

bool is_difference(const ClockAtom& atom) { return !is_reference(atom.x) && !is_reference(atom.y); }

// `0 < 0`, for a data test to the right of a clock test.
bool is_data_test(const ClockAtom& atom) { return is_reference(atom.x) && is_reference(atom.y); }

std::int32_t ceiling_of(const ClockAtom& atom) {
  const auto size = [](std::int32_t bound) { return std::min(std::abs(std::int64_t{bound}), std::int64_t{1} << 30); };
  return static_cast<std::int32_t>(std::max(size(atom.bound_low), size(atom.bound_high)) + 1);
}

// Steps of one unit of time are exact only where bounds belong to the intervals they end.
std::optional<Refusal> refuse_atom(const ClockAtom& atom, bool negated) {
  if (is_data_test(atom)) return std::nullopt;
  if (is_difference(atom)) return Refusal{atom.span, "a difference of two clocks"};
  if (atom.strict != negated)
    return Refusal{atom.span, negated ? "a clock test whose negation is strict" : "a strict comparison of a clock"};
  if (ceiling_of(atom) > largest_bound + 1)
    return Refusal{atom.span, "a clock that is compared with more than " + std::to_string(largest_bound)};
  return std::nullopt;
}

Span span_of(const NetEdge& edge) {
  const Edge* const part = edge.branch != nullptr && edge.branch->update != nullptr ? edge.branch : edge.tree;
  return part == nullptr ? Span{} : part->span;
}

std::optional<Refusal> refuse_edge(const Network& network, const NetEdge& edge) {
  if (std::ranges::any_of(edge.clock_writes, [](const ClockWrite& write) { return write.from_clock; }))
    return Refusal{span_of(edge), "a clock that is set to the value of another clock"};
  const bool hears = edge.direction == SyncDirection::receive && network.channels[edge.channel].broadcast;
  if (hears && !std::ranges::all_of(edge.guard.atoms, is_data_test))
    return Refusal{span_of(edge), "an edge that hears a broadcast and tests a clock"};
  return std::nullopt;
}

void raise(IdVector<NetClockId, std::int32_t>& ceilings, const ClockAtom& atom) {
  if (is_data_test(atom)) return;
  for (const auto* candidates : {&atom.x_candidates, &atom.y_candidates}) {
    for (const NetClockId x : *candidates) ceilings[x] = std::max(ceilings[x], ceiling_of(atom));
  }
}

std::optional<Refusal> refuse_node(const Network& network, const Predicate& predicate, std::uint32_t index,
                                   bool negated, Span query) {
  const Predicate::Node& node = predicate.nodes[index];
  if (node.kind == Predicate::Kind::deadlock && network.clocks.size() > 1)
    return Refusal{query, "'deadlock' in a model with clocks"};
  if (node.kind == Predicate::Kind::atom) return refuse_atom(node.atom, negated);
  const bool inside = negated != (node.kind == Predicate::Kind::negation);
  for (const std::uint32_t child : node.children) {
    if (auto refusal = refuse_node(network, predicate, child, inside, query)) return refusal;
  }
  return std::nullopt;
}

// Named where the variable with the most bits is declared.
std::optional<Refusal> refuse_size(const Network& network) {
  const std::size_t bits = Encoding::bits_of(ranges_of(network, {}));
  if (bits <= most_bits) return std::nullopt;
  std::map<const Symbol*, std::size_t> bits_of;
  for (const Slot& slot : network.slots)
    bits_of[slot.symbol] += Encoding::bits_of(std::vector<CellRange>{{slot.low, slot.high}});
  const auto widest = std::ranges::max_element(bits_of, {}, [](const auto& entry) { return entry.second; });
  const bool has_place = widest != bits_of.end() && widest->first != nullptr;
  return Refusal{has_place ? widest->first->span : Span{},
                 "states of " + std::to_string(bits) + " bits (the limit is " + std::to_string(most_bits) + ")"};
}

}  // namespace

std::optional<Refusal> find_refusal(const Network& network) {
  if (network.has_stopwatches) {
    for (const NetProcess& process : network.processes) {
      for (const NetLocation& location : process.locations) {
        if (!location.rates.empty()) return Refusal{location.rates.front().span, "a clock that stands still"};
      }
    }
  }
  std::optional<Refusal> result;
  for_each_atom(network, [&](const ClockAtom& atom) {
    if (!result) result = refuse_atom(atom, false);
  });
  for (const NetEdge& edge : network.edges) {
    if (!result) result = refuse_edge(network, edge);
  }
  return result ? result : refuse_size(network);
}

std::optional<Refusal> find_refusal(const Network& network, const Predicate& predicate, bool negated, Span query) {
  return predicate.nodes.empty() ? std::nullopt : refuse_node(network, predicate, 0, negated, query);
}

std::vector<CellRange> ranges_of(const Network& network, const std::vector<const Predicate*>& predicates,
                                 std::span<const DeadSlot> dead) {
  std::vector<CellRange> ranges;
  std::map<std::uint32_t, CellRange> by_family;  // cells that exchanges of elements bring together have one range
  const auto widen = [&](std::uint32_t family, std::int32_t low, std::int32_t high) {
    CellRange& range = by_family.try_emplace(family, CellRange{low, high}).first->second;
    range = {std::min(range.low, low), std::max(range.high, high)};
  };
  for (const NetProcess& process : network.processes)
    widen(process.family, 0, static_cast<std::int32_t>(process.locations.size()) - 1);
  for (const NetProcess& process : network.processes) ranges.push_back(by_family.at(process.family));
  by_family.clear();
  for (const DeadSlot& rule : dead) widen(network.slots[rule.slot].family, rule.dead_value, rule.dead_value);
  for (const Slot& slot : network.slots) {
    const std::int32_t high = slot.value_set == none ? slot.high : slot.high + 1;  // dead scalars are nobody
    widen(slot.family, std::min(slot.low, slot.initial), std::max(high, slot.initial));
  }
  for (const Slot& slot : network.slots) ranges.push_back(by_family.at(slot.family));
  IdVector<NetClockId, std::int32_t> ceilings(network.clocks.size(), 1);
  for_each_atom(network, [&](const ClockAtom& atom) { raise(ceilings, atom); });
  for (const Predicate* predicate : predicates) {
    for (const Predicate::Node& node : predicate->nodes) {
      if (node.kind == Predicate::Kind::atom) raise(ceilings, node.atom);
    }
  }
  by_family.clear();
  for (const NetClockId x : network.proper_clocks()) widen(network.clocks[x].family, 0, ceilings[x]);
  for (const NetClockId x : network.proper_clocks()) ranges.push_back(by_family.at(network.clocks[x].family));
  return ranges;
}

std::vector<std::uint32_t> order_of(const Network& network) {
  // (block, set, element or process, kind, cell): sorted, this is the order.
  std::vector<std::array<std::uint32_t, 5>> keys;
  const auto add = [&](std::uint32_t cell, ProcessId process, const std::vector<ScalarIndex>& indices,
                       std::uint32_t kind) {
    if (!indices.empty())
      keys.push_back({1, indices.front().set.value, static_cast<std::uint32_t>(indices.front().element), kind, cell});
    else if (process != none) keys.push_back({2, 0, process.value, kind, cell});
    else keys.push_back({0, 0, 0, kind, cell});
  };
  for (const ProcessId p : network.processes.ids()) add(network.location_value(p), p, network.processes[p].indices, 1);
  for (const SlotId s : network.slots.ids()) {
    const Slot& slot = network.slots[s];
    add(network.slot_value(s), slot.process, slot.indices, slot.value_set == none ? 2 : 0);
  }
  for (const NetClockId x : network.proper_clocks())
    add(Steps::clock_cell(network, x), network.clocks[x].process, network.clocks[x].indices, 3);
  std::ranges::sort(keys);
  std::vector<std::uint32_t> order;
  for (const auto& key : keys) order.push_back(key.back());
  return order;
}

std::vector<std::int32_t> initial_state(const Network& network, const std::vector<CellRange>& ranges) {
  std::vector<std::int32_t> state = network.initial_values();
  for (const NetClockId x : network.proper_clocks())
    state.push_back(std::min(network.clocks[x].initial, ranges[Steps::clock_cell(network, x)].high));
  return state;
}

}  // namespace orbita::bdds
