#include "engine/interpolation/cast.h"

#include <algorithm>
#include <set>

namespace orbita::interpolation {

namespace {

bool same_arguments(const Process& p, const Process& q) {
  return std::equal(p.arguments.begin(), p.arguments.end(), q.arguments.begin(), q.arguments.end(),
                    [](const Argument& a, const Argument& b) {
                      if (a.parameter != b.parameter || a.is_reference != b.is_reference) return false;
                      if (!a.is_reference) return a.value.size() == b.value.size();
                      return a.reference.object == b.reference.object && a.reference.offset == b.reference.offset;
                    });
}

bool same_slot(const Slot& a, const Slot& b) {
  return a.symbol == b.symbol && a.cell == b.cell && a.low == b.low && a.high == b.high;
}

bool same_clock(const Clock& a, const Clock& b) { return a.symbol == b.symbol && a.cell == b.cell; }

}  // namespace

Cast::Cast(const Network& network) : network_(network) {
  const std::size_t count = network.processes.size();
  slots_.resize(count);
  clocks_.resize(count);
  clock_position_.assign(network.clocks.size(), none);
  for (const SlotId s : network.slots.ids()) {
    if (network.slots[s].process != none) slots_[network.slots[s].process.value].push_back(s);
  }
  for (const NetClockId c : network.proper_clocks()) {
    const ProcessId owner = network.clocks[c].process;
    if (owner == none) continue;
    clock_position_[c] = static_cast<std::uint32_t>(clocks_[owner.value].size());
    clocks_[owner.value].push_back(c);
  }
  for (std::uint32_t p = 0; p < count; ++p) {
    std::vector<std::int32_t> values;
    for (const Argument& argument : model().processes[p].arguments) {
      values.push_back(argument.value.empty() ? 0 : argument.value.front());
    }
    parameters_.push_back(std::move(values));
  }
  for (std::uint32_t p = 0; p < count; ++p) {
    const auto same = std::find_if(members_.begin(), members_.end(),
                                   [&](const std::vector<std::uint32_t>& role) { return same_text(role.front(), p); });
    role_.push_back(static_cast<std::uint32_t>(same - members_.begin()));
    if (same == members_.end()) members_.push_back({p});
    else same->push_back(p);
  }
  for (const std::vector<std::uint32_t>& members : members_) {
    std::vector<std::pair<std::int32_t, std::int32_t>> ranges(parameters_[members.front()].size(),
                                                              {INT32_MAX, INT32_MIN});
    for (const std::uint32_t p : members) {
      for (std::size_t k = 0; k < ranges.size(); ++k) {
        ranges[k] = {std::min(ranges[k].first, parameters_[p][k]), std::max(ranges[k].second, parameters_[p][k])};
      }
    }
    parameter_ranges_.push_back(std::move(ranges));
  }
}

bool Cast::same_text(std::uint32_t p, std::uint32_t q) const {
  const Process& a = model().processes[p];
  const Process& b = model().processes[q];
  const auto slots_alike = [&](SlotId s, SlotId t) { return same_slot(network_.slots[s], network_.slots[t]); };
  const auto clocks_alike = [&](NetClockId x, NetClockId y) {
    return same_clock(network_.clocks[x], network_.clocks[y]);
  };
  return a.templ == b.templ && a.priority == b.priority && same_arguments(a, b) &&
         std::equal(slots_[p].begin(), slots_[p].end(), slots_[q].begin(), slots_[q].end(), slots_alike) &&
         std::equal(clocks_[p].begin(), clocks_[p].end(), clocks_[q].begin(), clocks_[q].end(), clocks_alike);
}

bool Cast::is_constant_parameter(std::uint32_t process, std::uint32_t position) const {
  const Argument& argument = model().processes[process].arguments[position];
  return !argument.is_reference && argument.parameter->is_const && argument.value.size() == 1;
}

bool Cast::tells_apart(std::uint32_t role, std::uint32_t position) const {
  std::set<std::int32_t> values;
  for (const std::uint32_t p : members_[role]) values.insert(parameters_[p][position]);
  return values.size() == members_[role].size();
}

std::uint32_t Cast::variable(const Symbol& symbol, std::uint32_t process) {
  const auto [known, added] = numbers_.try_emplace({&symbol, process}, none);
  if (!added) return known->second;
  const auto place = network_.places.find(Network::place_key(symbol, ProcessId{process}));
  if (place == network_.places.end() || place->second.slot_count == 0) return none;
  Variable result;
  result.symbol = &symbol;
  result.process = process;
  const std::uint32_t cells = place->second.slot_count + place->second.clock_count;
  result.lowest = INT32_MAX;
  result.highest = INT32_MIN;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const SlotId slot = network_.find_slot(symbol, ProcessId{process}, cell);
    result.is_data &= slot != none;
    result.values.push_back(slot == none ? none : network_.slot_value(slot));
    result.low.push_back(slot == none ? 0 : network_.slots[slot].low);
    result.high.push_back(slot == none ? 0 : network_.slots[slot].high);
    if (slot == none) continue;
    result.lowest = std::min(result.lowest, result.low.back());
    result.highest = std::max(result.highest, result.high.back());
  }
  known->second = static_cast<std::uint32_t>(variables_.size());
  variables_.push_back(std::move(result));
  return known->second;
}

std::pair<std::uint32_t, std::uint32_t> Cast::cell_of(SlotId slot) {
  const Slot& s = network_.slots[slot];
  const ObjectPlace& place = network_.places.at(Network::place_key(*s.symbol, s.process));
  return {variable(*s.symbol, s.process.value), s.cell - place.first_cell};
}

std::uint32_t Cast::renamed(std::uint32_t number, const Exchange& exchange) {
  const std::uint32_t owner = variables_[number].process;
  if (owner == none || exchange.empty() || exchange[owner] == owner) return number;
  if (images_.size() <= number) images_.resize(number + 1);
  std::vector<std::uint32_t>& known = images_[number];
  if (known.empty()) known.assign(role_.size(), none);
  std::uint32_t& image = known[exchange[owner]];
  if (image == none) image = variable(*variables_[number].symbol, exchange[owner]);
  return image;
}

IdVector<NetClockId, NetClockId> Cast::renamed_clocks(const Exchange& exchange) const {
  IdVector<NetClockId, NetClockId> to(network_.clocks.size());
  for (const NetClockId c : to.ids()) {
    const ProcessId owner = network_.clocks[c].process;
    to[c] = owner == none ? c : clocks_[image(exchange, owner.value)][clock_position_[c]];
  }
  return to;
}

}  // namespace orbita::interpolation
