// Paths through joined nodes.
//
// A node that was made of two others has two ways back. Which one a run comes from depends on the
// valuations it ends in, so the path is found backwards: the valuations to be reached are pulled back through
// each transition, and of two joined zones the one that meets it is taken.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/search/passed.h"
#include "engine/trace/lift.h"

namespace orbita {

struct PathStep {
  OpId op = none;           // the operation on zones …
  StateId discrete = none;  // … and the discrete state it leads to
};

// The transitions from the initial state into `inside`, which lies in the node's zone. For graphs
// without symmetry and without extrapolation. nullopt would be our mistake.
std::optional<std::vector<PathStep>> path_into(ZoneGraph& graph, const Passed& passed, NodeId node, Zone inside);

// The run that takes exactly these transitions.
std::optional<SymbolicRun> follow(UnreducedSpace& space, const std::vector<PathStep>& path);

}  // namespace orbita
