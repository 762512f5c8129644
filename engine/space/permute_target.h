// Renaming the clocks of the target of an operation on zones.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "engine/semantics/zone_constraints.h"
#include "engine/semantics/zone_op.h"

namespace orbita {

// Target clock k moves to place map[k].
inline void permute_target(ZoneOp& op, std::span<const ClockIndex> map) {
  const std::vector<ZoneOp::Transfer> transfer = op.transfer;
  for (std::uint32_t k = 0; k < transfer.size(); ++k) op.transfer[map[k + 1].value - 1] = transfer[k];
  for (std::vector<Constraint>* list : {&op.invariant, &op.cell}) {
    for (Constraint& c : *list) c = {map[c.x.value], map[c.y.value], c.bound};
    sort_constraints(*list);
  }
  for (ClockIndex& x : op.stopped) x = map[x.value];
  std::sort(op.stopped.begin(), op.stopped.end());
}

}  // namespace orbita
