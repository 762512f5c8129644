// The stored states of a search, as callers of verify() see them.
#pragma once

#include <vector>

#include "engine/search/passed.h"
#include "engine/space/graph.h"
#include "engine/stored_states.h"

namespace orbita {

class PassedStates final : public StoredStates {
 public:
  PassedStates(Graph& graph, const Passed& passed) : graph_(graph), passed_(passed) {}

  void for_each(const Visit& visit) const override;
  void for_each_discrete(const Visit& visit) const override;

 private:
  Graph& graph_;
  const Passed& passed_;
};

}  // namespace orbita
