#include "engine/detect/id_groups.h"

#include <algorithm>
#include <optional>

namespace orbita::detection {

bool merge(Group& into, const Group& other, const CoordinatePairs& pairs) {
  std::map<std::uint32_t, std::uint32_t> image;  // element of other -> element of into
  std::set<std::uint32_t> used;
  for (const auto& [a, b] : pairs) {
    const std::uint32_t mine = into.element_of.at(a), theirs = other.element_of.at(b);
    const auto [known, added] = image.try_emplace(theirs, mine);
    if (known->second != mine || (added && !used.insert(mine).second)) return false;
  }
  for (const auto& [coordinate, element] : other.element_of) {
    const auto [known, added] = image.try_emplace(element, into.count);
    if (added) ++into.count;
    into.element_of[coordinate] = known->second;
  }
  into.axes.insert(into.axes.end(), other.axes.begin(), other.axes.end());
  return true;
}

void number_elements(Group& group, const std::set<std::uint32_t>& value_axes) {
  std::optional<std::uint32_t> main;
  for (const std::uint32_t axis : group.axes) {
    if (value_axes.contains(axis) && (!main || axis < *main)) main = axis;
  }
  if (!main) return;
  std::map<std::int64_t, std::uint32_t> order;  // coordinate -> old element
  for (const auto& [coordinate, element] : group.element_of) {
    if (coordinate.axis == *main) order[coordinate.at] = element;
  }
  const std::int64_t span = order.rbegin()->first - order.begin()->first + 1;
  const bool fill = span <= 4 * static_cast<std::int64_t>(order.size()) + 16;
  std::map<std::uint32_t, std::uint32_t> renumbered;
  std::uint32_t next = 0;
  for (const auto& [at, element] : order) {
    renumbered[element] = fill ? static_cast<std::uint32_t>(at - order.begin()->first) : next++;
  }
  next = fill ? static_cast<std::uint32_t>(span) : next;
  for (auto& [coordinate, element] : group.element_of) {
    const auto [known, added] = renumbered.try_emplace(element, next);
    if (added) ++next;
    element = known->second;
  }
  group.count = next;
}

}  // namespace orbita::detection
