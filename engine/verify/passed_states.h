// The stored states of a search, as callers of verify() see them.
#pragma once

#include <vector>

#include "engine/search/explorer.h"
#include "engine/space/graph.h"
#include "engine/stored_states.h"

namespace orbita {

// `graph`: the only space of the explorer.
class PassedStates final : public StoredStates {
 public:
  PassedStates(Graph& graph, const Explorer& explorer) : graph_(graph), explorer_(explorer) {}

  void for_each(const Visit& visit) const override;
  void for_each_discrete(const Visit& visit) const override;

 private:
  Graph& graph_;
  const Explorer& explorer_;
};

}  // namespace orbita
