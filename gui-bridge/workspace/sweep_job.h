// A job that decides queries for many values of constants and options.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "gui-bridge/workspace/jobs.h"
#include "gui-bridge/workspace/workspace.h"
#include "report/sweep.h"

namespace orbita::bridge {

class SweepJob final : public Job {
 public:
  SweepJob(std::string id, Workspace& workspace, SweepOptions options);

  void run() override;
  void skip() override { finish(JobState::cancelled, ""); }
  Json status() const override;

 private:
  void add(const SweepResult& result, const SweepRow& row);
  void finish(JobState state, const std::string& message);

  Workspace& workspace_;
  SweepOptions options_;
  mutable std::mutex lock_;  // for all below
  JobState state_ = JobState::queued;
  std::vector<Json> points_;
};

}  // namespace orbita::bridge
