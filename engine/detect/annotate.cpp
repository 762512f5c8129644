#include "engine/detect/annotate.h"

#include <algorithm>
#include <set>
#include <utility>

namespace orbita::detection {

bool is_discrete(const std::vector<std::uint32_t>& cells) {
  return std::set<std::uint32_t>(cells.begin(), cells.end()).size() == cells.size();
}

void annotate(Network& network, const Placement& placement, const std::vector<std::vector<std::uint32_t>>& cells) {
  for (std::size_t k = 0; k < placement.sets.size(); ++k) {
    NetScalarSet added;
    added.name = placement.sets[k].name;
    added.count = placement.sets[k].count;
    added.code = scalar_code(added.count);
    added.cells = cells[k];
    added.detected = true;
    const SetId id{placement.first_set + static_cast<std::uint32_t>(k)};
    added.as_bits = std::ranges::any_of(placement.contents, [&](const auto& c) { return c.as_bits && c.set == id; }) ||
                    std::ranges::any_of(placement.channels, [&](const PlacedItem& channel) {
                      return std::ranges::any_of(channel.subsets, [&](const auto& index) { return index.set == id; });
                    });
    network.sets.push_back(std::move(added));
  }
  const auto move = [](auto& object, const PlacedItem& item) {
    object.family = item.family;
    object.position = item.position;
    object.indices = item.indices;
  };
  for (const ProcessId p : network.processes.ids()) move(network.processes[p], placement.processes[p.value]);
  for (const NetClockId x : network.clocks.ids()) move(network.clocks[x], placement.clocks[x.value]);
  for (const SlotId s : network.slots.ids()) {
    Slot& slot = network.slots[s];
    move(slot, placement.slots[s.value]);
    const PlacedContents& contents = placement.contents[s.value];
    if (contents.set == none || is_discrete(cells[contents.set.value - placement.first_set])) continue;
    if (contents.as_bits) {
      slot.bits_of = contents.set;
      slot.first_bit = contents.code.base;
    } else {
      slot.value_set = contents.set;
      slot.code = contents.code;
    }
  }
  network.family_count = placement.family_count;
}

}  // namespace orbita::detection
