// The stored states of a search, as callers of verify() see them.
#pragma once

#include <vector>

#include "engine/search/explorer.h"
#include "engine/space/zone_graph.h"
#include "engine/stored_states.h"

namespace orbita {

// `graph`: the only space of the explorer.
class PassedStates final : public StoredStates {
 public:
  PassedStates(ZoneGraph& graph, const Explorer& explorer) : graph_(graph), explorer_(explorer) {}

  void for_each(const Visit& visit) const override;
  void for_each_discrete(const Visit& visit) const override;

 private:
  ZoneGraph& graph_;
  const Explorer& explorer_;
};

}  // namespace orbita
