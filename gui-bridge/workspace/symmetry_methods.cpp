// symmetry/: what is interchangeable, and what that saves.
#include "gui-bridge/workspace/job_options.h"
#include "gui-bridge/workspace/jobs.h"
#include "gui-bridge/workspace/methods.h"
#include "gui-bridge/workspace/sweep_job.h"
#include "report/explain.h"

namespace orbita::bridge {

namespace {

constexpr std::size_t most_points = 10'000;

// The model with its symmetry, for a document made of both.
template <class Make>
Json explained(ModelVersion& version, Make make) {
  Model& model = version.model();
  try {
    return make(model, *version.loaded().symmetry, model.document->sources);
  } catch (const ModelError& error) {
    throw model_error(model.document->sources, error.diagnostics(), "the model cannot be explored");
  }
}

Json report(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  Json result{{"version", model.version}};
  result.update(explained(*workspace.version(model), symmetry_json));
  return result;
}

Json summary(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  ModelVersion& version = *workspace.version(model);
  Json constants = Json::array();
  for (const GlobalObject& object : version.model().globals) {
    const Symbol& symbol = *object.symbol;
    const bool whole = symbol.is_const && symbol.scope == Scope::global && object.type->kind == TypeKind::integer;
    if (whole) constants.push_back({{"name", symbol.name}, {"value", object.value.front()}});
  }
  Json result{{"constants", std::move(constants)}};
  result.update(explained(version, explain_json));
  return result;
}

Json sweep_model(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  const std::shared_ptr<ModelVersion> version = workspace.version(model);
  SweepOptions options;
  options.model = version->arguments();
  options.set_option = job_option_setter(workspace.settings);
  options.verify = job_options(workspace, params.object("options"));
  options.verify.trace = TraceKind::off;
  options.vary = params.texts("vary");
  options.model.formulas = params.texts("formulas");
  std::size_t points = 1;
  try {
    for (const std::string& text : params.texts("set")) {
      const SweptName swept = parse_swept(text);
      std::erase_if(options.model.set, [&](const std::string& one) { return one.rfind(swept.name + "=", 0) == 0; });
      options.model.set.push_back(text);
      points *= swept.values.size();
    }
    for (const std::string& text : options.vary) points *= parse_varied(text, options.set_option).values.size();
  } catch (const std::invalid_argument& error) {
    throw RpcError(ErrorCode::invalid_params, error.what());
  }
  if (points > most_points)
    throw RpcError(ErrorCode::limit, "a sweep has at most " + std::to_string(most_points) + " points");
  const std::string id = workspace.jobs->next_id("w");
  auto job = std::make_shared<SweepJob>(id, workspace, std::move(options));
  workspace.jobs->add(job);
  workspace.after_reply.push_back([&jobs = *workspace.jobs, job = std::move(job)] { jobs.start(job); });
  return {{"job", id}, {"points", points}};
}

Json sweep_status(Workspace& workspace, const Params& params) {
  return workspace.jobs->find(params.text("job"), "w")->status();
}

Json cancel_sweep(Workspace& workspace, const Params& params) {
  workspace.jobs->cancel(params.text("job"), "w");
  return nullptr;
}

}  // namespace

std::vector<Method> symmetry_methods() {
  return {{"symmetry/report", report},
          {"model/summary", summary},
          {"symmetry/sweep", sweep_model},
          {"symmetry/status", sweep_status, true},
          {"symmetry/cancel", cancel_sweep, true}};
}

}  // namespace orbita::bridge
