#include "cli/events.h"

#include <ostream>

#include "orbita_version.h"

namespace orbita::cli {

Json progress_json(const Progress& progress) {
  return {{"event", "progress"},         {"stored", progress.stored},           {"explored", progress.explored},
          {"waiting", progress.waiting}, {"transitions", progress.transitions}, {"bytes", progress.memory},
          {"seconds", progress.seconds}, {"orbit_mean", progress.orbit_mean}};
}

void EventWriter::write(const Json& event) {
  const std::lock_guard<std::mutex> lock(writing_);
  out_ << event.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

void EventWriter::start(const std::string& name, const Model* model, const std::vector<Query*>& queries) {
  Json formulas = Json::array();
  for (const Query* query : queries) formulas.push_back(query->text);
  write({{"event", "start"},
         {"orbita", version},
         {"model", name},
         {"model_hash", model != nullptr ? hash_of(*model) : ""},
         {"queries", formulas}});
}

void EventWriter::warning(const std::string& model, const std::string& message) {
  write({{"event", "warning"}, {"model", model}, {"message", message}});
}

void EventWriter::progress(const Progress& progress) {
  if (progress.seconds < last_) last_ = 0;  // the next exploration
  if (progress.seconds - last_ < 1) return;
  last_ = progress.seconds;
  write(progress_json(progress));
}

void EventWriter::verdict(const std::string& model, std::size_t index, const QueryResult& result) {
  Json event{{"event", "verdict"}, {"model", model}, {"index", index + 1}};
  event.update(query_json(result));
  write(event);
}

void EventWriter::diagnostics(const VerifiedModel& model) {
  write({{"event", "diagnostics"}, {"model", model.model}, {"diagnostics", model.diagnostics}});
}

void EventWriter::end(int exit_code, const std::vector<VerifiedModel>& models) {
  Json event{{"event", "end"}, {"exit_code", exit_code}};
  event.update(verdict_counts(models));
  write(event);
}

}  // namespace orbita::cli
