#include "engine/analysis/dead_variables.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "parser/work_limits.h"

namespace orbita {

namespace {

using Slots = std::vector<SlotId>;  // sorted

Slots united(const Slots& a, const Slots& b) {
  Slots result;
  result.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

Slots without(const Slots& a, const Slots& b) {
  Slots result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

// live(q) = what the invariant reads, and for each edge what it reads first or leaves to its target.
IdVector<LocationId, Slots> solve(const Network& network, const NetProcess& process) {
  IdVector<LocationId, Slots> live(process.locations.size());
  for (const LocationId q : live.ids()) live[q] = process.locations[q].invariant.reads;
  for (bool changed = true; changed;) {
    changed = false;
    for (LocationId q = live.end_id(); q.value-- > 0;) {
      Slots next = live[q];
      for (const EdgeId e : process.locations[q].edges) {
        const NetEdge& edge = network.edges[e];
        check_limits();  // the sets may be large
        next = united(next, edge.reads_before_write);
        next = united(next, without(live[edge.target], edge.certain_writes));
      }
      if (next.size() != live[q].size()) {
        live[q] = std::move(next);
        changed = true;
      }
    }
  }
  return live;
}

}  // namespace

DeadVariables::DeadVariables(const Network& network, const std::vector<SlotId>& always_live, const CellOrbits& orbits)
    : network_(network) {
  std::vector<bool> excluded(network.slots.size(), false);
  for (const SlotId s : always_live) excluded[s.value] = true;
  for (const SlotId s : network.hook_reads) excluded[s.value] = true;
  for (const SlotId s : network.hook_writes) excluded[s.value] = true;
  mark_orbits(orbits, network.slot_value(SlotId{0}), excluded);
  candidate_of_.assign(network.slots.size(), none);
  for (const SlotId s : network.slots.ids()) {
    const Slot& slot = network.slots[s];
    if (excluded[s.value]) continue;
    candidate_of_[s] = static_cast<std::uint32_t>(candidates_.size());
    candidates_.push_back(s);
    dead_value_.push_back(slot.value_set != none ? slot.code.nobody : slot.low);
  }
  mark_.assign(candidates_.size(), 0);
  for (const NetProcess& process : network.processes) {
    first_.push_back(static_cast<std::uint32_t>(live_.size()));
    for (const Slots& slots : solve(network, process)) {
      std::vector<std::uint32_t> found;
      for (const SlotId s : slots) {
        if (candidate_of_[s] != none) found.push_back(candidate_of_[s]);
      }
      live_.push_back(std::move(found));
    }
  }
  if (!orbits.is_trivial()) forget_names(orbits);
}

// Fewer dead variables are as sound as many.
void DeadVariables::forget_names(const CellOrbits& orbits) {
  OrbitNumbers orbit(orbits);
  IdVector<ProcessId, std::vector<std::uint32_t>> orbit_of(network_.processes.size());  // … and by candidate
  for (const ProcessId p : network_.processes.ids()) {
    for (const SlotId s : candidates_)
      orbit_of[p].push_back(orbit.of({network_.slot_value(s), network_.location_value(p)}));
  }
  std::vector<std::set<LocationId>> locations(orbit.count());  // by orbit of (slot, process): where it is live
  for (const ProcessId p : network_.processes.ids()) {
    for (const LocationId q : network_.processes[p].locations.ids()) {
      std::vector<std::uint32_t>& live = live_[first_[p] + q.value];
      for (const std::uint32_t c : live) locations[orbit_of[p][c]].insert(q);
      live.clear();
    }
  }
  for (const ProcessId p : network_.processes.ids()) {
    for (std::uint32_t c = 0; c < candidates_.size(); ++c) {
      for (const LocationId q : locations[orbit_of[p][c]]) {
        assert(network_.processes[p].locations.contains(q) && "processes of one orbit have the same locations");
        live_[first_[p] + q.value].push_back(c);
      }
    }
  }
}

void DeadVariables::normalise(std::span<std::int32_t> values) const {
  if (candidates_.empty()) return;
  if (++round_ == 0) {
    std::fill(mark_.begin(), mark_.end(), 0);
    round_ = 1;
  }
  for (const ProcessId p : network_.processes.ids()) {
    for (const std::uint32_t c : live_[first_[p] + location_of(values, p).value]) mark_[c] = round_;
  }
  for (std::uint32_t c = 0; c < candidates_.size(); ++c) {
    if (mark_[c] != round_) values[network_.slot_value(candidates_[c])] = dead_value_[c];
  }
}

std::vector<DeadSlot> DeadVariables::rules() const {
  std::vector<DeadSlot> rules;
  for (std::uint32_t c = 0; c < candidates_.size(); ++c) rules.push_back({candidates_[c], dead_value_[c], none, 0, {}});
  for (const ProcessId p : network_.processes.ids()) {
    for (const LocationId l : network_.processes[p].locations.ids()) {
      for (const std::uint32_t c : live_[first_[p] + l.value]) rules[c].live_at.emplace_back(p, l);
    }
  }
  return rules;
}

}  // namespace orbita
