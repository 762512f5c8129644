// verify/: queries decided by jobs.
#include "gui-bridge/workspace/job_options.h"
#include "gui-bridge/workspace/jobs.h"
#include "gui-bridge/workspace/methods.h"
#include "gui-bridge/workspace/verify_job.h"

namespace orbita::bridge {

namespace {

constexpr std::size_t most_queries = 10'000;

std::vector<VerifyJob::Wanted> wanted_in(ModelVersion& version, const Params& params) {
  std::vector<VerifyJob::Wanted> wanted;
  const bool numbers = params.has("queries"), formulas = params.has("formulas");
  const std::vector<std::int64_t> chosen = params.numbers("queries", 1, INT32_MAX);
  std::vector<bool> found(chosen.size());
  if (numbers || !formulas) {
    version.model();  // throws where it has errors
    for (const Query* query : version.loaded().queries) {
      bool asked = !numbers;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i] == query->index) asked = found[i] = true;
      }
      if (asked) wanted.push_back({query->index, std::string(query->text)});
    }
  }
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!found[i]) throw RpcError(ErrorCode::not_found, "the model has no query " + std::to_string(chosen[i]));
  }
  for (const std::string& formula : params.texts("formulas")) wanted.push_back({std::nullopt, formula});
  if (wanted.empty()) throw RpcError(ErrorCode::impossible, "there is no query to decide");
  if (wanted.size() > most_queries) throw RpcError(ErrorCode::limit, "too many queries for one job");
  return wanted;
}

Json start_job(Workspace& workspace, const Params& params) {
  OpenModel& model = workspace.model(params);
  const std::shared_ptr<ModelVersion> version = workspace.version(model);
  const std::vector<VerifyJob::Wanted> wanted = wanted_in(*version, params);
  const VerifyOptions options = job_options(workspace, params.object("options"));
  const std::string id = workspace.jobs->next_id("v");
  Json queries = Json::array();
  for (const VerifyJob::Wanted& one : wanted)
    queries.push_back({{"query", one.query ? Json(*one.query) : Json(nullptr)}, {"formula", one.formula}});
  auto job = std::make_shared<VerifyJob>(id, workspace, version, wanted, options);
  workspace.jobs->add(job);
  // Its events come after the answer that names it.
  workspace.after_reply.push_back([&jobs = *workspace.jobs, job = std::move(job)] { jobs.start(job); });
  return {{"job", id}, {"model", version->id}, {"version", version->version}, {"queries", std::move(queries)}};
}

Json job_status(Workspace& workspace, const Params& params) {
  return workspace.jobs->find(params.text("job"), "v")->status();
}

Json cancel_job(Workspace& workspace, const Params& params) {
  workspace.jobs->cancel(params.text("job"), "v");
  return nullptr;
}

}  // namespace

std::vector<Method> verify_methods() {
  return {{"verify/start", start_job}, {"verify/status", job_status, true}, {"verify/cancel", cancel_job, true}};
}

}  // namespace orbita::bridge
