// Options of a job (docs/gui-bridge.md, verify/start).
#pragma once

#include "engine/options.h"
#include "gui-bridge/workspace/workspace.h"

namespace orbita::bridge {

// With the limits of the session. Throws RpcError(invalid_params).
VerifyOptions job_options(const Workspace& workspace, const Params& options);

}  // namespace orbita::bridge
