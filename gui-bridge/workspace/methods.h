// The one table of methods, for all transports.
#pragma once

#include <string>
#include <vector>

#include "gui-bridge/protocol/rpc.h"
#include "gui-bridge/workspace/workspace.h"

namespace orbita::bridge {

struct Method {
  const char* name;
  Json (*run)(Workspace&, const Params&);
  bool overtakes = false;  // runs at once, in the thread that has read the request
};

const std::vector<Method>& methods();
const Method& find_method(const std::string& name);  // throws RpcError(no_method)

// By area; methods() joins them.
std::vector<Method> general_methods();
std::vector<Method> model_methods();
std::vector<Method> simulate_methods();
std::vector<Method> inspect_methods();
std::vector<Method> verify_methods();
std::vector<Method> trace_methods();
std::vector<Method> export_methods();
std::vector<Method> symmetry_methods();

}  // namespace orbita::bridge
