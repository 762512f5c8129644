#include "cli/events.h"

#include <ostream>

#include "cli/results.h"
#include "orbita_version.h"

namespace orbita::cli {

Json progress_json(const Progress& progress) {
  return {{"event", "progress"},        {"stored", progress.stored},           {"explored", progress.explored},
          {"waiting", progress.waiting}, {"transitions", progress.transitions}, {"bytes", progress.memory},
          {"seconds", progress.seconds}};
}

void EventWriter::write(const Json& event) {
  const std::lock_guard<std::mutex> lock(writing_);
  out_ << event.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

void EventWriter::start(const std::string& name, const Model& model, const std::vector<Query*>& queries) {
  Json formulas = Json::array();
  for (const Query* query : queries) formulas.push_back(query->text);
  write({{"event", "start"}, {"orbita", version}, {"model", name}, {"model_hash", hash_of(model)}, {"queries", formulas}});
}

void EventWriter::progress(const Progress& progress) {
  if (progress.seconds < last_) last_ = 0;  // the next exploration
  if (progress.seconds - last_ < 1) return;
  last_ = progress.seconds;
  write(progress_json(progress));
}

void EventWriter::verdict(std::size_t index, const QueryResult& result) {
  Json event{{"event", "verdict"}, {"index", index + 1}};
  event.update(query_json(result));
  write(event);
}

void EventWriter::diagnostics(const Sources& sources, const std::vector<Diagnostic>& diagnostics) {
  write({{"event", "diagnostics"}, {"diagnostics", to_json(sources, diagnostics)["diagnostics"]}});
}

void EventWriter::end(int exit_code, const std::vector<QueryResult>& results) {
  std::size_t counts[4] = {};
  for (const QueryResult& result : results) ++counts[static_cast<std::size_t>(result.verdict)];
  write({{"event", "end"},
         {"exit_code", exit_code},
         {"satisfied", counts[static_cast<std::size_t>(Verdict::satisfied)]},
         {"not_satisfied", counts[static_cast<std::size_t>(Verdict::not_satisfied)]},
         {"unknown", counts[static_cast<std::size_t>(Verdict::unknown)]},
         {"error", counts[static_cast<std::size_t>(Verdict::error)]}});
}

}  // namespace orbita::cli
