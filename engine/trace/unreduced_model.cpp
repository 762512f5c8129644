#include "engine/trace/unreduced_model.h"

#include "engine/compile/compile.h"

namespace orbita {

namespace {

constexpr ZoneGraphOptions nothing_reduced{BoundsMode::exact, Extrapolation::off, false, false};

std::unique_ptr<Network> compile_with_time(Model& model, bool with_time) {
  std::unique_ptr<Network> network = compile(model);
  if (with_time) {
    Clock time;
    time.name = "#time";
    time.family = network->family_count++;
    network->clocks.push_back(time);
  }
  return network;
}

}  // namespace

UnreducedModel::UnreducedModel(Model& model, bool with_time)
    : network_(compile_with_time(model, with_time)),
      bounds_(*network_, {}),
      no_symmetry_(plan_symmetry(*network_, SymmetryChoice::off, {}, false, false)),
      graph_(*network_, bounds_, {}, nothing_reduced, no_symmetry_) {}

}  // namespace orbita
