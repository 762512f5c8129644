#include "engine/exchange/edge_conflicts.h"

#include <algorithm>
#include <cstdint>
#include <set>

namespace orbita::exchange {

namespace {

bool touch(const NetEdge& writer, const NetEdge& other) {
  const auto uses = [&](SlotId slot) {
    return std::binary_search(other.reads.begin(), other.reads.end(), slot) ||
           std::binary_search(other.writes.begin(), other.writes.end(), slot);
  };
  return std::any_of(writer.writes.begin(), writer.writes.end(), uses);
}

bool share_clocks(const NetEdge& a, const NetEdge& b) {
  std::set<std::uint32_t> written, used;
  const auto add = [](const NetEdge& edge, std::set<std::uint32_t>& targets, std::set<std::uint32_t>& all) {
    for (const ClockWrite& write : edge.clock_writes) {
      targets.insert(write.targets.begin(), write.targets.end());
      all.insert(write.targets.begin(), write.targets.end());
      all.insert(write.sources.begin(), write.sources.end());
    }
  };
  std::set<std::uint32_t> written_b, used_b;
  add(a, written, used);
  add(b, written_b, used_b);
  const auto meets = [](const std::set<std::uint32_t>& x, const std::set<std::uint32_t>& y) {
    return std::any_of(x.begin(), x.end(), [&](std::uint32_t clock) { return y.contains(clock); });
  };
  return meets(written, used_b) || meets(written_b, used);
}

}  // namespace

bool may_disturb(const NetEdge& a, const NetEdge& b) { return touch(a, b) || touch(b, a) || share_clocks(a, b); }

}  // namespace orbita::exchange
