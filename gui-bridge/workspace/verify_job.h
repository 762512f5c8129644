// A job that decides queries of one version of a model.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify.h"
#include "gui-bridge/workspace/jobs.h"
#include "gui-bridge/workspace/workspace.h"

namespace orbita::bridge {

class VerifyJob final : public Job {
 public:
  // One query: of the model by its number, or a formula.
  struct Wanted {
    std::optional<std::uint32_t> query;
    std::string formula;
  };

  VerifyJob(std::string id, Workspace& workspace, std::shared_ptr<ModelVersion> version, std::vector<Wanted> wanted,
            VerifyOptions options);

  void run() override;
  void skip() override { finish(JobState::cancelled, "", nullptr); }
  Json status() const override;

 private:
  void explore();
  std::vector<Query*> queries_of(Loaded& loaded) const;
  void decided(std::size_t position, const QueryResult& result);
  using Positions = std::vector<std::size_t>;  // of queries in the job
  void progress(const Progress& now, Positions explored);
  void warned(const std::string& message);
  void finish(JobState state, const std::string& message, Json diagnostics);
  void fail(const Sources& sources, const std::vector<Diagnostic>& found, const std::string& message);

  struct Trend {
    std::uint64_t waiting = 0;
    double seconds = 0;
    const char* word = "steady";
  };
  const char* trend_of(const Progress& now, const Positions& explored);

  // The workspace ends its jobs before it ends itself.
  Workspace& workspace_;
  const std::shared_ptr<ModelVersion> version_;
  const std::vector<Wanted> wanted_;
  VerifyOptions options_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();  // waiting included
  mutable std::mutex lock_;                                                               // for all below
  JobState state_ = JobState::queued;
  Json progress_;
  std::vector<Json> verdicts_;
  std::vector<std::string> warnings_;
  std::map<std::size_t, Trend> trends_;  // by the first query of the exploration
};

}  // namespace orbita::bridge
