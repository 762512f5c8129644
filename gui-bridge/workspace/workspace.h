// What one session has: open models, simulations, traces, jobs. Ends with the session.
//
// All methods run in the session's own thread, one after the other, except those that overtake (methods.h) and the
// jobs, which have threads of their own: they touch only what is marked as shared.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/state_tree.h"
#include "gui-bridge/files/served_folder.h"
#include "gui-bridge/model/model_text.h"
#include "gui-bridge/protocol/rpc.h"
#include "gui-bridge/workspace/settings.h"
#include "session/load.h"

namespace orbita::bridge {

// One version of a model, which never changes. What is made of it is made when it is asked for.
class ModelVersion {
 public:
  ModelVersion(std::string id_, std::uint64_t version_, std::string name_, std::string text_,
               std::map<std::string, std::string> set_)
      : id(std::move(id_)), version(version_), name(std::move(name_)), text(std::move(text_)), set(std::move(set_)) {}

  const std::string id;
  const std::uint64_t version;
  const std::string name, text;
  const std::map<std::string, std::string> set;

  ModelArguments arguments() const;  // for load()
  // Read and checked, with its symmetry; not shared with other threads.
  Loaded& loaded();
  // The checked model; throws RpcError(model_error) with the diagnostics.
  Model& model();
  // For names and types of what a state has; throws likewise.
  StateTree& tree();
  Json diagnostics();  // {"ok": …, "diagnostics": […]}

 private:
  std::unique_ptr<Loaded> loaded_;
  std::unique_ptr<StateTree> tree_;
};

// Both throw, or are, RpcError(model_error) with the diagnostics.
std::unique_ptr<StateTree> make_tree(ModelVersion& version);
RpcError model_error(const Sources& sources, const std::vector<Diagnostic>& all, const std::string& message);

struct OpenModel {
  OpenModel(std::string name_, std::string bytes) : name(std::move(name_)), text(name, std::move(bytes)) {}

  std::string name;                 // as diagnostics call it
  std::optional<std::string> file;  // nullopt: not on disk
  FileStamp stamp;                  // of the file, as last read or written
  ModelText text;
  std::string saved;  // the text as on disk
  std::map<std::string, std::string> set;
  std::uint64_t version = 0;
  std::shared_ptr<ModelVersion> current;
  std::shared_ptr<ModelVersion> usable;  // the last version without errors that was asked for; nullptr: none
  bool checked = false;                  // its diagnostics have been sent
};

struct Simulation {
  std::shared_ptr<ModelVersion> model;
  std::unique_ptr<StateTree> tree;
};

struct TraceEntry;  // traces.h
class Jobs;         // jobs.h

// Ids of traces come from jobs too, hence the lock. Shared.
class Traces {
 public:
  std::string add(std::shared_ptr<TraceEntry> entry);
  std::shared_ptr<TraceEntry> find(const std::string& id) const;  // throws RpcError(not_found)
  void close(const std::string& id);

 private:
  mutable std::mutex lock_;
  std::map<std::string, std::shared_ptr<TraceEntry>> entries_;
  std::size_t count_ = 0;
};

using Notify = std::function<void(const std::string& method, const Json& params)>;  // from any thread

class Workspace {
 public:
  Workspace(const Settings& settings, const ServedFolder& folder, std::string session, Notify notify);
  ~Workspace();  // ends the jobs

  OpenModel& model(const Params& params);  // by the member `model`; throws RpcError(not_found)
  Simulation& simulation(const Params& params);
  // The current version, for reading.
  std::shared_ptr<ModelVersion> version(OpenModel& model);
  // To be called after text or constants have changed.
  void changed(OpenModel& model);
  // Sends the diagnostics of models that have changed; true if there was one.
  bool check_one();

  const Settings& settings;
  const ServedFolder& folder;
  const std::string session;
  const Notify notify;

  std::map<std::string, OpenModel> models;
  std::map<std::string, Simulation> simulations;
  std::size_t model_count = 0, simulation_count = 0;
  Traces traces;               // shared
  std::unique_ptr<Jobs> jobs;  // shared
  // Done when the answer to the request at hand has been sent.
  std::vector<std::function<void()>> after_reply;
};

}  // namespace orbita::bridge
