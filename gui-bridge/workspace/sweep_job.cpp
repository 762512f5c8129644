#include "gui-bridge/workspace/sweep_job.h"

namespace orbita::bridge {

SweepJob::SweepJob(std::string id, Workspace& workspace, SweepOptions options)
    : Job(std::move(id)), workspace_(workspace), options_(std::move(options)) {}

void SweepJob::run() {
  {
    const std::lock_guard<std::mutex> lock(lock_);
    state_ = JobState::running;
  }
  options_.verify.limits.stop = &stop();
  Diagnostics diagnostics;
  try {
    run_sweep(
        options_,
        [this](const SweepResult& result, const SweepRow& row) {
          add(result, row);
          if (cancelled()) throw LimitReached(StopReason::interrupted);
        },
        diagnostics);
    finish(cancelled() ? JobState::cancelled : JobState::done, "");
  } catch (const ModelError& error) {
    finish(JobState::failed, error.what());
  } catch (...) {
    const RpcError error = current_error();
    finish(error.code() == ErrorCode::cancelled ? JobState::cancelled : JobState::failed,
           error.code() == ErrorCode::cancelled ? "" : error.what());
  }
}

void SweepJob::add(const SweepResult& result, const SweepRow& row) {
  Json set = Json::object(), varied = Json::object();
  for (std::size_t i = 0; i < row.values.size(); ++i)
    (result.swept[i].is_option ? varied : set)[result.swept[i].name] = row.values[i];
  Json json{{"job", id()},
            {"set", set},
            {"options", varied},
            {"query", row.query},
            {"formula", row.formula},
            {"verdict", row.verdict},
            {"reason", row.reason},
            {"stored", row.stored},
            {"explored", row.explored},
            {"seconds", row.seconds},
            {"peak_bytes", row.bytes}};
  {
    const std::lock_guard<std::mutex> lock(lock_);
    points_.push_back(json);
  }
  workspace_.notify("symmetry/point", json);
}

void SweepJob::finish(JobState state, const std::string& message) {
  {
    const std::lock_guard<std::mutex> lock(lock_);
    state_ = state;
  }
  Json params{{"job", id()}, {"state", to_text(state)}};
  if (!message.empty()) params["message"] = message;
  workspace_.notify("symmetry/end", params);
}

Json SweepJob::status() const {
  const std::lock_guard<std::mutex> lock(lock_);
  return {{"job", id()}, {"state", to_text(state_)}, {"points", points_}};
}

}  // namespace orbita::bridge
