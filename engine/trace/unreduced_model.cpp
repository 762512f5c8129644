#include "engine/trace/unreduced_model.h"

#include "engine/compile/compile.h"

namespace orbita {

namespace {

const ZoneGraphOptions nothing_reduced{BoundsMode::exact, Extrapolation::off, false, false};

}  // namespace

UnreducedModel::UnreducedModel(const Model& model, bool with_time)
    : network_(compile(model, {.time_clock = with_time})),
      bounds_(*network_, {}),
      no_symmetry_(plan_symmetry(*network_, SymmetryChoice::off, {}, false, false)),
      graph_(*network_, bounds_, {}, nothing_reduced, no_symmetry_) {}

}  // namespace orbita
