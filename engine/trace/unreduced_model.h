// A model compiled for following it step by step: all clocks and variables stay as the user wrote them, zones are
// exact, and nothing is permuted. For the simulator and for runs given by names.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/analysis/clock_bounds.h"
#include "engine/network/network.h"
#include "engine/space/symmetry_plan.h"
#include "engine/space/unreduced.h"
#include "engine/space/zone_graph.h"
#include "parser/model.h"

namespace orbita {

class UnreducedModel {
 public:
  // Throws ModelError when the model cannot be explored symbolically. `with_time`: the network gets one more clock at
  // the end, `#time`, which is never reset.
  explicit UnreducedModel(const Model& model, bool with_time = false);

  const Network& network() const { return *network_; }
  ZoneGraph& graph() { return graph_; }  // for evaluating predicates
  UnreducedSpace& space() { return graph_.unreduced(); }
  Zones& zones() { return graph_.zones(); }

 private:
  std::unique_ptr<const Network> network_;
  BoundsAnalysis bounds_;
  SymmetryPlan no_symmetry_;
  ZoneGraph graph_;
};

}  // namespace orbita
