#include "gui-bridge/workspace/methods.h"

#include <algorithm>

#include "orbita_version.h"

namespace orbita::bridge {

namespace {

Json initialize(Workspace& workspace, const Params& params) {
  params.text("client", "");
  params.number("protocol", 1, 1, 1);
  const Settings& settings = workspace.settings;
  Json names = Json::array();
  for (const Method& method : methods()) names.push_back(method.name);
  return {{"orbita", version},
          {"protocol", 1},
          {"session", workspace.session},
          {"folder", workspace.folder.name()},
          {"file", settings.file ? Json(*settings.file) : Json(nullptr)},
          {"read_only", settings.read_only},
          {"limits",
           {{"message_bytes", settings.message_bytes},
            {"file_bytes", settings.file_bytes},
            {"memory_bytes", settings.memory_bytes},
            {"request_seconds", settings.request_seconds},
            {"job_seconds", settings.job_seconds},
            {"jobs", settings.jobs}}},
          {"methods", std::move(names)}};
}

}  // namespace

std::vector<Method> general_methods() { return {{"initialize", initialize}}; }

const std::vector<Method>& methods() {
  static const std::vector<Method> all = [] {
    std::vector<Method> list;
    for (const auto& area : {general_methods, model_methods, simulate_methods, inspect_methods, verify_methods,
                             trace_methods, export_methods, symmetry_methods}) {
      const std::vector<Method> some = area();
      list.insert(list.end(), some.begin(), some.end());
    }
    return list;
  }();
  return all;
}

const Method& find_method(const std::string& name) {
  for (const Method& method : methods()) {
    if (method.name == name) return method;
  }
  throw RpcError(ErrorCode::no_method, "no method '" + name.substr(0, 100) + "'");
}

}  // namespace orbita::bridge
