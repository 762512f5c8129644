#include "gui-bridge/workspace/workspace.h"

#include "gui-bridge/model/utf16.h"
#include "gui-bridge/workspace/jobs.h"
#include "gui-bridge/workspace/traces.h"
#include "report/diagnostics.h"

namespace orbita::bridge {

namespace {

constexpr std::size_t most_traces = 2000;

// Diagnostics about an element as a whole have its start tag for a text.
bool is_about_tag(const TextBlock& block) { return !block.xpath.empty() && block.text.rfind('<', 0) == 0; }

Json diagnostic_json(const Sources& sources, const Diagnostic& diagnostic) {
  Json json = to_json(sources, diagnostic);
  const TextBlock& block = sources[diagnostic.where.block];
  const bool whole = is_about_tag(block);
  json["from"] = whole ? 0 : utf16_length(block.text, diagnostic.where.begin);
  json["to"] = whole ? 0 : utf16_length(block.text, diagnostic.where.end);
  return json;
}

Json diagnostics_list(const Sources& sources, const std::vector<Diagnostic>& all) {
  Json list = Json::array();
  for (const Diagnostic& d : all) list.push_back(diagnostic_json(sources, d));
  return list;
}

[[noreturn]] void no_such(const char* what, const std::string& id) {
  throw RpcError(ErrorCode::not_found, std::string("no ") + what + " '" + id + "'");
}

}  // namespace

// ---- a version of a model

ModelArguments ModelVersion::arguments() const {
  ModelArguments result;
  result.model = name;
  result.text = text;
  for (const auto& [constant, value] : set) result.set.push_back(constant + "=" + value);
  return result;
}

Loaded& ModelVersion::loaded() {
  if (!loaded_) {
    auto fresh = std::make_unique<Loaded>(load(arguments(), true, true));
    if (!fresh->limit.empty()) throw LimitReached(fresh->limit);
    loaded_ = std::move(fresh);
  }
  return *loaded_;
}

Model& ModelVersion::model() {
  Loaded& all = loaded();
  if (all.model != nullptr) return *all.model;
  const std::vector<Diagnostic> found = all.diagnostics.sorted();
  throw RpcError(ErrorCode::model_error, "the model has errors",
                 {{"diagnostics", diagnostics_list(*all.diagnostics.sources(), found)}});
}

StateTree& ModelVersion::tree() {
  if (!tree_) tree_ = make_tree(*this);
  return *tree_;
}

Json ModelVersion::diagnostics() {
  Loaded& all = loaded();
  const std::vector<Diagnostic> found = all.diagnostics.sorted();
  return {{"ok", all.model != nullptr && !all.diagnostics.has_errors()},
          {"diagnostics", diagnostics_list(*all.diagnostics.sources(), found)}};
}

std::unique_ptr<StateTree> make_tree(ModelVersion& version) {
  Model& model = version.model();
  try {
    return std::make_unique<StateTree>(model);
  } catch (const ModelError& error) {
    throw RpcError(ErrorCode::model_error, "the model cannot be explored",
                   {{"diagnostics", diagnostics_list(model.document->sources, error.diagnostics())}});
  }
}

RpcError model_error(const Sources& sources, const std::vector<Diagnostic>& all, const std::string& message) {
  return RpcError(ErrorCode::model_error, message, {{"diagnostics", diagnostics_list(sources, all)}});
}

// ---- traces

std::string Traces::add(std::shared_ptr<TraceEntry> entry) {
  const std::lock_guard<std::mutex> lock(lock_);
  if (entries_.size() >= most_traces) throw RpcError(ErrorCode::limit, "too many traces are open");
  const std::string id = "t" + std::to_string(++count_);
  entry->id = id;
  entries_.emplace(id, std::move(entry));
  return id;
}

std::shared_ptr<TraceEntry> Traces::find(const std::string& id) const {
  const std::lock_guard<std::mutex> lock(lock_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) no_such("trace", id);
  return found->second;
}

void Traces::close(const std::string& id) {
  const std::lock_guard<std::mutex> lock(lock_);
  if (entries_.erase(id) == 0) no_such("trace", id);
}

// ---- the workspace

Workspace::Workspace(const Settings& settings_, const ServedFolder& folder_, std::string session_, Notify notify_)
    : settings(settings_),
      folder(folder_),
      session(std::move(session_)),
      notify(std::move(notify_)),
      jobs(std::make_unique<Jobs>(settings_.jobs, settings_.remembered_jobs)) {}

Workspace::~Workspace() = default;

OpenModel& Workspace::model(const Params& params) {
  const std::string id = params.text("model");
  const auto found = models.find(id);
  if (found == models.end()) no_such("model", id);
  return found->second;
}

Simulation& Workspace::simulation(const Params& params) {
  const std::string id = params.text("simulation");
  const auto found = simulations.find(id);
  if (found == simulations.end()) no_such("simulation", id);
  return found->second;
}

std::shared_ptr<ModelVersion> Workspace::version(OpenModel& model) { return model.current; }

void Workspace::changed(OpenModel& model) {
  const std::string id = model.current->id;
  model.current = std::make_shared<ModelVersion>(id, model.version, model.name, model.text.text(), model.set);
  model.checked = false;
}

bool Workspace::check_one() {
  for (auto& [id, model] : models) {
    if (model.checked) continue;
    model.checked = true;
    Json params{{"model", id}, {"version", model.version}};
    params.update(model.current->diagnostics());
    if (model.current->loaded().model != nullptr) model.usable = model.current;
    notify("model/diagnostics", params);
    return true;
  }
  return false;
}

}  // namespace orbita::bridge
