#include "engine/space/unreduced.h"

#include <cassert>

namespace orbita {

UnreducedSpace::UnreducedSpace(const Network& network, StateStore& states, Zones& zones, SuccessorLister& lister)
    : network_(network), states_(states), zones_(zones), lister_(lister) {}

std::optional<SymbolicState> UnreducedSpace::initial(bool with_delay) {
  const std::vector<std::int32_t> row = network_.initial_values();
  ZoneOp op;
  if (!lister_.list_initial(row, states_.shape_of_row(row), with_delay, op)) return std::nullopt;
  const StateId discrete = states_.normalised(row);
  const ZoneId no_clocks = zones_.intern(Zone::zero(1).view());
  const ZoneId zone = zones_.apply(no_clocks, zones_.intern_op(op));
  if (zone == Zones::empty) return std::nullopt;
  assert(zones_.dimension(zone) == states_.shape(discrete).dimension());
  return SymbolicState{discrete, zone};
}

std::vector<UnreducedStep> UnreducedSpace::steps(std::span<const std::int32_t> row, ZoneId zone) {
  const ConstMatrix valuations = zones_.load(zone, source_);
  assert(valuations.dimension == states_.shape(states_.shape_of_row(row)).dimension());
  const auto [drafts, transitions] = lister_.list(row, states_.shape_of_row(row), &valuations);
  std::vector<UnreducedStep> result;
  for (const Draft& draft : drafts) {
    const StateId target = draft.failure ? StateId{} : states_.intern(draft.row);
    result.push_back({transitions[draft.transition], target, zones_.intern_op(draft.op)});
  }
  return result;
}

}  // namespace orbita
