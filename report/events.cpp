#include "report/events.h"

#include "orbita_version.h"

namespace orbita {

Json start_event(const std::string& name, const Model* model, const std::vector<Query*>& queries) {
  Json formulas = Json::array();
  for (const Query* query : queries) formulas.push_back(query->text);
  return {{"event", "start"},
          {"orbita", version},
          {"model", name},
          {"model_hash", model != nullptr ? hash_of(*model) : ""},
          {"queries", formulas}};
}

Json warning_event(const std::string& model, const std::string& message) {
  return {{"event", "warning"}, {"model", model}, {"message", message}};
}

Json progress_event(const Progress& progress) {
  return {{"event", "progress"},         {"stored", progress.stored},           {"explored", progress.explored},
          {"waiting", progress.waiting}, {"transitions", progress.transitions}, {"bytes", progress.memory},
          {"seconds", progress.seconds}, {"orbit_mean", progress.orbit_mean}};
}

Json verdict_event(const std::string& model, std::size_t index, const QueryResult& result) {
  Json event{{"event", "verdict"}, {"model", model}, {"index", index + 1}};
  event.update(query_json(result));
  return event;
}

Json diagnostics_event(const VerifiedModel& model) {
  return {{"event", "diagnostics"}, {"model", model.model}, {"diagnostics", model.diagnostics}};
}

Json end_event(Standing whole, const std::vector<VerifiedModel>& models) {
  Json event{{"event", "end"}, {"exit_code", static_cast<int>(whole)}};
  event.update(verdict_counts(models));
  return event;
}

}  // namespace orbita
