#include "engine/analysis/query_clock_locations.h"

#include <cassert>

#include "engine/network/valuations.h"

namespace orbita {

namespace {

constexpr int most_runs_of_one = 400;        // of one program; then it may be anything
constexpr std::size_t most_pairs = 100'000;  // of processes and nodes, for clocks without an owner

}  // namespace

QueryClockLocations::QueryClockLocations(const Network& network, const Predicate& predicate)
    : network_(network), predicate_(predicate), machine_(network) {
  if (predicate.programs) machine_.load(*predicate.programs);
  parent_.assign(predicate.nodes.size(), none);
  data_.resize(predicate.nodes.size());
  for (std::uint32_t n = 0; n < predicate.nodes.size(); ++n) {
    for (const std::uint32_t child : predicate.nodes[n].children) {
      assert(child > n && parent_[child] == none && "a tree, parents first");
      parent_[child] = n;
      const Predicate::Node& node = predicate.nodes[child];
      if (node.kind == Predicate::Kind::data && node.data != no_code) data_[n].push_back(child);
    }
  }
}

std::optional<QueryClockLocations::Places> QueryClockLocations::of(std::uint32_t node, NetClockId clock) {
  std::optional<Places> found;
  const ProcessId owner = network_.clocks[clock].process;
  if (owner == none && network_.processes.size() * predicate_.nodes.size() > most_pairs) return std::nullopt;
  for (const ProcessId p : network_.processes.ids()) {
    if (owner != none && p != owner) continue;
    Places places{p, {}};
    const auto& locations = network_.processes[p].locations;
    for (const LocationId l : locations.ids()) {
      if (matters(node, p, l)) places.locations.push_back(l);
    }
    if (places.locations.size() == locations.size()) continue;
    if (found) return std::nullopt;
    found = std::move(places);
  }
  return found;
}

// Beside a part that is false a conjunct decides nothing, beside one that is true no disjunct does.
bool QueryClockLocations::matters(std::uint32_t node, ProcessId process, LocationId location) {
  for (std::uint32_t n = node; parent_[n] != none; n = parent_[n]) {
    const bool conjunction = predicate_.nodes[parent_[n]].kind == Predicate::Kind::conjunction;
    for (const std::uint32_t sibling : data_[parent_[n]]) {
      if (truth(predicate_.nodes[sibling].data, process, location) == (conjunction ? Truth::no : Truth::yes))
        return false;
    }
  }
  return true;
}

QueryClockLocations::Truth QueryClockLocations::truth(CodeRef code, ProcessId process, LocationId location) {
  const auto [it, is_new] = known_.try_emplace({code, process, location}, Truth::open);
  if (is_new) it->second = tried_out(code, process, location);
  return it->second;
}

QueryClockLocations::Truth QueryClockLocations::tried_out(CodeRef code, ProcessId process, LocationId location) {
  Valuations valuations(network_);
  valuations.row[network_.location_value(process)] = static_cast<std::int32_t>(location.value);
  std::optional<bool> value;
  std::vector<ClockAction> actions;
  AccessLog log;
  int runs = 0;
  do {
    std::int32_t result = 0;
    log.clear(valuations.row.size());
    machine_.clear_failure();
    const bool good = machine_.record(code, valuations.row, actions, log, result);
    machine_.clear_failure();
    const bool is_new = value && *value != (result != 0);
    if (!good || log.outside || is_new || ++runs > most_runs_of_one) return Truth::open;
    value = result != 0;
    if (!valuations.ask(log.reads, [&](std::uint32_t v) { return v == network_.location_value(process); }))
      return Truth::open;
  } while (valuations.advance());
  return *value ? Truth::yes : Truth::no;
}

}  // namespace orbita
