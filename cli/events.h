// --format ndjson: one JSON object a line, as things happen (docs/schema/events.json).
//
//   start        a model and its queries
//   progress     now and then while an exploration runs
//   verdict      a query is decided, or given up
//   diagnostics  a model could not be verified, and why
//   end          always last: the exit code and how many verdicts of each kind
#pragma once

#include <iosfwd>
#include <mutex>
#include <string>
#include <vector>

#include "cli/results.h"

namespace orbita::cli {

class EventWriter {
 public:
  explicit EventWriter(std::ostream& out) : out_(out) {}

  void start(const std::string& name, const Model* model, const std::vector<Query*>& queries);
  void warning(const std::string& model, const std::string& message);
  void progress(const Progress& progress);  // at most once a second
  void verdict(const std::string& model, std::size_t index, const QueryResult& result);
  void diagnostics(const VerifiedModel& model);
  void end(int exit_code, const std::vector<VerifiedModel>& models);

 private:
  void write(const Json& event);

  std::ostream& out_;
  std::mutex writing_;  // explorations may run in several threads
  double last_ = 0;
};

Json progress_json(const Progress& progress);

}  // namespace orbita::cli
