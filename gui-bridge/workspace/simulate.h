// What methods about simulations share.
#pragma once

#include <memory>

#include "gui-bridge/workspace/workspace.h"

namespace orbita::bridge {

// A state by its number; throws RpcError(not_found).
TreeState state_in(const Simulation& simulation, const Params& params, const char* member);
// Adds a simulation of this version; the result of simulate/start.
Json started(Workspace& workspace, std::shared_ptr<ModelVersion> version);

}  // namespace orbita::bridge
