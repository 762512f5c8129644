#include "engine/bdd/links.h"

#include <algorithm>

namespace orbita::bdds {

std::vector<Link> links_of(const StateLayout& layout) {
  std::vector<Link> links;
  for (const bool forward : {true, false}) {
    for (const Cell& cell : layout.values) {
      const bool refers = cell.value_set != no_set && layout.set(cell.value_set).reduced && cell.indices.size() == 1 &&
                          cell.indices.front().set == cell.value_set;
      const Link link{cell.family, cell.position, cell.value_set, forward};
      if (refers && std::ranges::find(links, link) == links.end()) links.push_back(link);
    }
  }
  return links;
}

std::string describe(const std::vector<Link>& links, const Network& network) {
  std::string text;
  for (const Link& link : links) {
    const auto slot = std::ranges::find_if(
        network.slots, [&](const Slot& s) { return s.family == link.family && s.position == link.position; });
    std::string name = slot == network.slots.end() ? "?" : slot->name;
    if (slot != network.slots.end() && slot->symbol != nullptr) name = slot->symbol->name;
    text += (text.empty() ? "" : ", ") + name + (link.forward ? "" : " backwards");
  }
  return text;
}

std::vector<Link> choose_links(const std::vector<Link>& all,
                               const std::function<Trial(const std::vector<Link>&)>& try_out) {
  std::vector<Link> backwards_first = all;
  std::ranges::stable_partition(backwards_first, [](const Link& link) { return !link.forward; });
  if (all.empty()) return all;
  const Trial first = try_out(all), second = try_out(backwards_first);
  return second.is_better_than(first) ? backwards_first : all;
}

}  // namespace orbita::bdds
