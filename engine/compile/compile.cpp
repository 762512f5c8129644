#include "engine/compile/compile.h"

#include <algorithm>
#include <cassert>

#include "engine/compile/compiler_state.h"

namespace orbita {

namespace {

constexpr int most_passes = 3;

std::unique_ptr<Network> compile_knowing(const Model& model, const IdSets& ids,
                                         std::vector<ir::ValueRange> value_ranges) {
  auto network = std::make_unique<Network>();
  network->model = &model;
  network->select_frame = network->programs.frame_size = count_selects(model);
  network->clocks.push_back({"0", 0, none, network->family_count++, 0, {}, nullptr, 0});
  const auto objects = std::make_shared<ObjectTable>(model, ids, *network);
  objects->add_globals();
  objects->add_processes();
  const auto state = std::make_shared<CompilerState>(model, *network, network->programs, objects);
  state->value_ranges = std::move(value_ranges);
  network->has_channel_priority = model.channel_priority.declared;
  network->default_priority = model.channel_priority.default_level;
  network->has_process_priority = model.has_process_priority;
  compile_processes(*state, *objects, *network);
  compile_hooks(*state, *network);
  network->compiler = state;
  return network;
}

// The values cells may hold: initial ones and all that are stored into them. Elements of scalar sets are left
// alone: which one a variable starts with means nothing.
std::vector<ir::ValueRange> values_met(const Network& network) {
  std::vector<ir::ValueRange> ranges = network.compiler->effects.stored();
  const std::vector<std::int32_t> initial = network.initial_values();
  ranges.resize(initial.size());
  const std::size_t first_slot = initial.size() - network.slots.size();
  for (std::uint32_t cell = 0; cell < initial.size(); ++cell) {
    ranges[cell].add(initial[cell], initial[cell]);
    const bool is_free = cell < first_slot || network.slots[network.slot_at(cell)].value_set != none;
    if (is_free) ranges[cell].add(INT32_MIN, INT32_MAX);
  }
  return ranges;
}

bool has_computed_bound(const Condition& condition) {
  return std::any_of(condition.atoms.begin(), condition.atoms.end(),
                     [](const ClockAtom& atom) { return atom.bound != no_code; });
}

bool has_computed_bounds(const Network& network) {
  const auto in_location = [](const NetLocation& location) { return has_computed_bound(location.invariant); };
  return std::any_of(network.edges.begin(), network.edges.end(),
                     [](const NetEdge& edge) { return has_computed_bound(edge.guard); }) ||
         std::any_of(network.processes.begin(), network.processes.end(), [&](const NetProcess& process) {
           return std::any_of(process.locations.begin(), process.locations.end(), in_location);
         });
}

// The same condition, compiled with and without knowing values. Where knowing them made one of its tests superfluous
// they no longer correspond.
void take_bounds(Condition& condition, const Condition& narrow) {
  if (condition.atoms.size() != narrow.atoms.size()) return;
  for (std::size_t i = 0; i < condition.atoms.size(); ++i) {
    condition.atoms[i].bound_low = std::max(condition.atoms[i].bound_low, narrow.atoms[i].bound_low);
    condition.atoms[i].bound_high = std::min(condition.atoms[i].bound_high, narrow.atoms[i].bound_high);
  }
}

void take_bounds(Network& network, const Network& narrow) {
  if (network.edges.size() != narrow.edges.size()) return;
  for (const EdgeId e : network.edges.ids()) take_bounds(network.edges[e].guard, narrow.edges[e].guard);
  for (const ProcessId p : network.processes.ids()) {
    auto& locations = network.processes[p].locations;
    for (const LocationId l : locations.ids())
      take_bounds(locations[l].invariant, narrow.processes[p].locations[l].invariant);
  }
}

// A plain `int` that only ever holds 5 or 7 may hold 32767 by its type, and zones would be told apart that far where a
// clock is compared with it. So the model is compiled again knowing what was seen being stored, for the bounds alone:
// programs keep to what types allow.
std::unique_ptr<Network> compile_with_bounds(const Model& model, const IdSets& ids) {
  std::unique_ptr<Network> network = compile_knowing(model, ids, {});
  if (!has_computed_bounds(*network)) return network;
  std::vector<ir::ValueRange> known = values_met(*network);
  std::unique_ptr<Network> narrow = compile_knowing(model, ids, known);
  for (int pass = 1; pass < most_passes; ++pass) {
    std::vector<ir::ValueRange> next = values_met(*narrow);
    if (next == known) break;
    known = std::move(next);
    narrow = compile_knowing(model, ids, known);
  }
  take_bounds(*network, *narrow);
  return network;
}

bool are_slots(const Network& network, const std::vector<SlotId>& slots) {
  return std::is_sorted(slots.begin(), slots.end()) && (slots.empty() || network.slots.contains(slots.back()));
}

bool are_clocks(const Network& network, const std::vector<NetClockId>& clocks) {
  return std::ranges::all_of(clocks, [&](NetClockId x) { return network.clocks.contains(x); });
}

bool fits(const Network& network, const Condition& condition) {
  return are_slots(network, condition.reads) && std::ranges::all_of(condition.atoms, [&](const ClockAtom& atom) {
           return !atom.x_candidates.empty() && !atom.y_candidates.empty() && are_clocks(network, atom.x_candidates) &&
                  are_clocks(network, atom.y_candidates) && atom.bound_low <= atom.bound_high;
         });
}

bool fits(const Network& network, const std::vector<ClockWrite>& writes) {
  return std::ranges::all_of(writes, [&](const ClockWrite& write) {
    return !write.targets.empty() && are_clocks(network, write.targets) && are_clocks(network, write.sources) &&
           std::ranges::count(write.targets, reference_net_clock) == 0 && write.low <= write.high;
  });
}

// Its edges leave it, and no others do.
bool fits(const Network& network, ProcessId process, LocationId location) {
  const NetLocation& at = network.processes[process].locations[location];
  return fits(network, at.invariant) && std::ranges::is_sorted(at.edges) &&
         std::ranges::all_of(at.edges, [&](EdgeId e) {
           return network.edges.contains(e) && network.edges[e].process == process &&
                  network.edges[e].source == location;
         });
}

// The invariants of a network that analyses and searches rely on.
[[maybe_unused]] bool is_well_formed(const Network& network) {
  const auto edge_fits = [&](const NetEdge& edge) {
    if (!network.processes.contains(edge.process)) return false;
    const auto& locations = network.processes[edge.process].locations;
    return locations.contains(edge.source) && locations.contains(edge.target) && are_slots(network, edge.reads) &&
           are_slots(network, edge.writes) && fits(network, edge.guard) && fits(network, edge.clock_writes) &&
           std::ranges::all_of(edge.channels(), [&](ChannelId c) { return network.channels.contains(c); }) &&
           std::includes(edge.reads.begin(), edge.reads.end(), edge.guard.reads.begin(), edge.guard.reads.end()) &&
           std::includes(edge.writes.begin(), edge.writes.end(), edge.certain_writes.begin(),
                         edge.certain_writes.end());
  };
  const auto slot_fits = [&](const Slot& slot) {
    return slot.low <= slot.initial && slot.initial <= slot.high && slot.family < network.family_count &&
           (slot.value_set == none || slot.value_set.value < network.sets.size());
  };
  const auto process_fits = [&](ProcessId p) {
    const NetProcess& process = network.processes[p];
    return process.locations.contains(process.initial) && process.family < network.family_count &&
           std::ranges::all_of(process.locations.ids(), [&](LocationId l) { return fits(network, p, l); });
  };
  const auto set_fits = [](const NetScalarSet& set) { return set.code.is_valid_for(set.count); };
  return !network.clocks.empty() && std::ranges::all_of(network.processes.ids(), process_fits) &&
         std::all_of(network.edges.begin(), network.edges.end(), edge_fits) &&
         std::all_of(network.slots.begin(), network.slots.end(), slot_fits) &&
         std::all_of(network.sets.begin(), network.sets.end(), set_fits);
}

}  // namespace

std::unique_ptr<Network> compile(const Model& model, const CompileOptions& options) {
  if (!model.refusals.empty()) throw ModelError(model.refusals);
  std::unique_ptr<Network> network = compile_with_bounds(model, options.ids != nullptr ? *options.ids : IdSets(model));
  if (options.time_clock) add_time_clock(*network);
  assert(is_well_formed(*network));
  return network;
}

}  // namespace orbita
