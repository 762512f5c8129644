#include "engine/bdd/dead_data.h"

namespace orbita::bdds {

DeadData::DeadData(const Network& network, const Encoding& encoding, std::span<const DeadSlot> rules) {
  for (const DeadSlot& rule : rules) {
    const std::uint32_t cell = network.slot_value(rule.slot);
    const bdd& fixed = encoding.equals(cell, rule.dead_value);
    bdd dead = bddtrue - fixed;
    if (rule.flag != none) dead &= encoding.equals(network.slot_value(rule.flag), rule.flag_value);
    for (const auto& [process, location] : rule.live_at)
      dead -= encoding.equals(process.value, static_cast<std::int32_t>(location.value));
    if (dead == bddfalse) continue;
    const bool same_slot = !rules_.empty() && rules_.back().cell == cell && rules_.back().value == fixed;
    if (same_slot) rules_.back().dead |= dead;  // neither changes what the other asks for
    else rules_.push_back({cell, dead, encoding.variables(cell), fixed});
  }
}

bdd DeadData::normalised(const bdd& states) const {
  bdd result = states;
  for (const Rule& rule : rules_) {
    const bdd changed = result & rule.dead;
    if (changed != bddfalse) result = (result - changed) | (bdd_exist(changed, rule.variables) & rule.value);
  }
  return result;
}

bdd DeadData::unnormalised(const bdd& states) const {
  bdd result = states;
  for (std::size_t i = rules_.size(); i-- > 0;) {
    const Rule& rule = rules_[i];
    result = (result - rule.dead) | (bdd_exist(result & rule.value, rule.variables) & rule.dead);
  }
  return result;
}

}  // namespace orbita::bdds
