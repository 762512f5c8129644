#include "engine/detect/exchange.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace orbita::detection {

namespace {

using Address =
    std::tuple<std::uint32_t, std::uint32_t, std::vector<std::pair<SetId, std::int32_t>>, std::vector<std::int32_t>>;

}  // namespace

Exchange::Exchange(const Network& network, const Placement& placement, SetId set, std::int32_t a, std::int32_t b)
    : Exchange(
          network, placement,
          [&](const ScalarIndex& index) { return index.element == a   ? b
                                                 : index.element == b ? a
                                                                      : index.element; },
          [&](const ScalarIndex& index) { return index.set == set && (index.element == a || index.element == b); }) {
  for (std::uint32_t s = 0; s < placement.slots.size(); ++s) {
    const PlacedContents& contents = placement.contents[s];
    if (contents.set != set) continue;
    held_[network.slot_value(SlotId{s})] = {contents.code.value_of(a), contents.code.value_of(b), contents.as_bits};
  }
}

Exchange::Exchange(const Network& network, const Placement& placement, const ElementImage& image,
                   const std::function<bool(const ScalarIndex&)>& moves) {
  const auto address = [&](const PlacedItem& item, bool exchanged) {
    Address result{item.family, item.position, {}, {}};
    const auto image_of = [&](const ScalarIndex& i) { return exchanged && moves(i) ? image(i) : i.element; };
    for (const ScalarIndex& index : item.indices) std::get<2>(result).emplace_back(index.set, image_of(index));
    for (const SubsetIndex& subset : item.subsets) {
      std::get<3>(result).push_back(with_bits_renamed(subset.value, subset.first_bit,
                                                      placement.sets[subset.set.value - placement.first_set].count,
                                                      [&](std::int32_t e) {
                                                        return image_of({subset.set, e});
                                                      }));
    }
    return result;
  };
  const auto images = [&](const std::vector<PlacedItem>& items, auto&& name) {
    std::vector<std::uint32_t> result(items.size());
    std::map<Address, std::uint32_t> at;
    for (std::uint32_t k = 0; k < items.size(); ++k) {
      result[k] = k;
      if (std::ranges::any_of(items[k].indices, moves) || !items[k].subsets.empty())
        at.emplace(address(items[k], false), k);
    }
    for (const auto& [from, k] : at) {
      const auto found = at.find(address(items[k], true));
      if (found != at.end()) result[k] = found->second;
      else if (problem_.empty()) problem_ = "there is no partner for " + name(k);
    }
    return result;
  };
  process_ = images(placement.processes, [&](std::uint32_t p) { return network.processes[ProcessId{p}].name; });
  clock_ = images(placement.clocks, [&](std::uint32_t x) { return "clock " + network.clocks[NetClockId{x}].name; });
  channel_ =
      images(placement.channels, [&](std::uint32_t c) { return "channel " + network.channels[ChannelId{c}].name; });
  const auto slots = images(placement.slots, [&](std::uint32_t s) { return network.slots[SlotId{s}].name; });
  value_ = process_;
  held_.resize(network.value_count());
  for (std::uint32_t s = 0; s < slots.size(); ++s) value_.push_back(network.slot_value(SlotId{slots[s]}));
}

bool Exchange::moves_anything() const {
  for (std::uint32_t p = 0; p < process_.size(); ++p) {
    if (process_[p] != p) return true;
  }
  return false;
}

}  // namespace orbita::detection
