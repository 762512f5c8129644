// Nobody: the value of an id variable that is dead (dead_ids.h), one above its range.
//
// Programs never look at it: a dead variable may be copied to another dead one, and that is all. In diagrams it is a
// value like others, but what a program computes from it is `failure`: indices are not checked where types say that
// they fit, and nobody does not.
#pragma once

#include <cstdint>
#include <map>

#include "engine/detect/diagram.h"
#include "engine/network/network.h"

namespace orbita::detection {

// Does the domain of the slot include nobody?
inline bool has_nobody(const Network& network, const std::vector<Interval>& domains, SlotId slot) {
  return domains[network.slot_value(slot)].high == std::int64_t{network.slots[slot].high} + 1;
}

// What the positions of the row hold before a program runs: themselves, but `failure` for nobody.
inline std::map<std::uint32_t, DiagramId> without_nobody(Diagrams& diagrams, const Network& network,
                                                         const std::vector<Interval>& domains) {
  std::map<std::uint32_t, DiagramId> result;
  for (const SlotId s : network.slots.ids()) {
    if (!has_nobody(network, domains, s)) continue;
    const std::uint32_t position = network.slot_value(s);
    const DiagramId held = diagrams.variable(position);
    const DiagramId is_nobody = diagrams.apply(Opcode::equal, held, diagrams.number(domains[position].high));
    result.emplace(position, diagrams.choose(is_nobody, diagrams.failure(), held));
  }
  return result;
}

}  // namespace orbita::detection
