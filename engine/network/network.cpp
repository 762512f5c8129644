#include "engine/network/network.h"

#include <algorithm>
#include <cassert>

namespace orbita {

std::vector<std::int32_t> Network::initial_values() const {
  std::vector<std::int32_t> values;
  values.reserve(value_count());
  for (const NetProcess& process : processes) values.push_back(static_cast<std::int32_t>(process.initial.value));
  for (const Slot& slot : slots) values.push_back(slot.initial);
  assert(values.size() == value_count());
  return values;
}

void add_time_clock(Network& network) {
  Clock time;
  time.name = "#time";
  time.family = network.family_count++;
  network.clocks.push_back(std::move(time));
}

std::uint64_t Network::place_key(const Symbol& symbol, ProcessId process) {
  return (std::uint64_t{symbol.id} << 32) | process.value;
}

namespace {

// The entry of [first, first + count) with this cell; entries are in cell order.
template <class Entries>
std::uint32_t find_cell(const Entries& entries, std::uint32_t first, std::uint32_t count, std::uint32_t cell) {
  if (first == none) return none;
  assert(std::size_t{first} + count <= entries.size());
  const auto begin = entries.begin() + first, end = begin + count;
  assert(std::is_sorted(begin, end, [](const auto& a, const auto& b) { return a.cell < b.cell; }));
  const auto found = std::lower_bound(begin, end, cell, [](const auto& e, std::uint32_t c) { return e.cell < c; });
  return found != end && found->cell == cell ? static_cast<std::uint32_t>(found - entries.begin()) : none;
}

}  // namespace

SlotId Network::find_slot(const Symbol& symbol, ProcessId process, std::uint32_t cell) const {
  const auto place = places.find(place_key(symbol, process));
  if (place == places.end()) return none;
  const ObjectPlace& at = place->second;
  return SlotId{find_cell(slots, at.slot.value, at.slot_count, at.first_cell + cell)};
}

NetClockId Network::find_clock(const Symbol& symbol, ProcessId process, std::uint32_t cell) const {
  const auto place = places.find(place_key(symbol, process));
  if (place == places.end()) return none;
  const ObjectPlace& at = place->second;
  return NetClockId{find_cell(clocks, at.clock.value, at.clock_count, at.first_cell + cell)};
}

bool selects_elements(const NetEdge& edge) {
  return std::any_of(edge.selects.begin(), edge.selects.end(), [](const SelectRange& s) { return s.set != none; });
}

}  // namespace orbita
