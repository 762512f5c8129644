// Options of a job (docs/gui-bridge.md, verify/start).
#pragma once

#include "engine/options.h"
#include "gui-bridge/workspace/workspace.h"

namespace orbita::bridge {

// Sets one by the name that the verb `verify` has for it, within what a session may use.
SetOption job_option_setter(const Settings& settings);

// With the limits of the session, and otherwise as the verb does by default. Throws RpcError(invalid_params).
VerifyOptions job_options(const Workspace& workspace, const Params& options);

}  // namespace orbita::bridge
