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
  std::set<NetClockId> written, used;
  const auto add = [](const NetEdge& edge, std::set<NetClockId>& targets, std::set<NetClockId>& all) {
    for (const ClockWrite& write : edge.clock_writes) {
      targets.insert(write.targets.begin(), write.targets.end());
      all.insert(write.targets.begin(), write.targets.end());
      all.insert(write.sources.begin(), write.sources.end());
    }
  };
  std::set<NetClockId> written_b, used_b;
  add(a, written, used);
  add(b, written_b, used_b);
  const auto meets = [](const std::set<NetClockId>& x, const std::set<NetClockId>& y) {
    return std::any_of(x.begin(), x.end(), [&](NetClockId clock) { return y.contains(clock); });
  };
  return meets(written, used_b) || meets(written_b, used);
}

}  // namespace

bool may_disturb(const NetEdge& a, const NetEdge& b) { return touch(a, b) || touch(b, a) || share_clocks(a, b); }

}  // namespace orbita::exchange
