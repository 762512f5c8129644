#include "symmetry/orbits/unwinding.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace orbita {

Unwinding::Unwinding(const Partitions::Cells& whole, const Partitions::Cells& parts,
                     std::span<const std::uint32_t> twin)
    : to_(whole.size()) {
  std::iota(to_.begin(), to_.end(), 0u);
  for (std::uint32_t first = 0; first < whole.size(); ++first) {
    if (whole[first] != first) continue;
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_part, by_kind;
    for (std::uint32_t p = first; p < whole.size(); ++p) {
      if (whole[p] != first) continue;
      by_part[parts[p]].push_back(p);
      by_kind[twin[p]].push_back(p);
    }
    if (by_part.size() < 2) continue;
    Cut& cut = cuts_.emplace_back();
    for (auto& [part, places] : by_part) cut.parts.push_back(std::move(places));
    for (auto& [kind, places] : by_kind) {
      cut.left.push_back(static_cast<std::uint32_t>(places.size()));
      cut.kinds.push_back(std::move(places));
    }
  }
}

bool Unwinding::for_each(const Visit& visit) {
  if (cuts_.empty()) return visit(to_);
  return distribute(0, 0, 0, static_cast<std::uint32_t>(cuts_[0].parts[0].size()), visit);
}

// `room`: places of the part that are still free.
bool Unwinding::distribute(std::size_t c, std::size_t part, std::size_t kind, std::uint32_t room, const Visit& visit) {
  Cut& cut = cuts_[c];
  if (room == 0) {
    if (part + 1 < cut.parts.size())
      return distribute(c, part + 1, 0, static_cast<std::uint32_t>(cut.parts[part + 1].size()), visit);
    if (c + 1 < cuts_.size())
      return distribute(c + 1, 0, 0, static_cast<std::uint32_t>(cuts_[c + 1].parts[0].size()), visit);
    return visit(to_);
  }
  if (kind == cut.kinds.size()) return true;  // too few left: no such distribution
  const std::uint32_t most = std::min(room, cut.left[kind]);
  const std::uint32_t later =
      std::accumulate(cut.left.begin() + static_cast<std::ptrdiff_t>(kind) + 1, cut.left.end(), 0u);
  const bool is_last = part + 1 == cut.parts.size();  // then all that are left go here
  const std::uint32_t least = is_last ? most : room > later ? room - later : 0;
  const std::vector<std::uint32_t>&places = cut.parts[part], &members = cut.kinds[kind];
  for (std::uint32_t count = least; count <= most; ++count) {
    for (std::uint32_t k = 0; k < count; ++k) to_[members[cut.left[kind] - 1 - k]] = places[places.size() - room + k];
    cut.left[kind] -= count;
    const bool goes_on = distribute(c, part, kind + 1, room - count, visit);
    cut.left[kind] += count;
    if (!goes_on) return false;
  }
  return true;
}

}  // namespace orbita
