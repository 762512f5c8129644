#include "report/results.h"

#include <cmath>

#include "engine/trace/trace_json.h"
#include "orbita_version.h"

namespace orbita {

namespace {

Json verified_json(const VerifiedModel& model) {
  Json queries = Json::array();
  for (const QueryResult& result : model.results) queries.push_back(query_json(result));
  Json json{{"model", model.model}, {"queries", queries}};
  if (!model.warnings.empty()) json["warnings"] = model.warnings;
  if (model.failed || !model.diagnostics.empty()) json["diagnostics"] = model.diagnostics;
  return json;
}

// States that a stored one stands for, on average; 0: not known.
double orbit_mean(const QueryResult& result) {
  const auto stored = static_cast<double>(result.statistics.stored);
  return stored > 0 ? static_cast<double>(result.symmetry.orbit_sum) / stored : 0;
}

Json labels_json(const LabelStatistics& s) {
  return {{"visited", s.visited},
          {"covered", s.covered},
          {"reopened", s.reopened},
          {"longest_label", s.longest_label},
          {"capped", s.capped},
          {"cover_tries", s.cover_tries},
          {"exchange_steps", s.exchange_steps},
          {"exchange_budget_hits", s.exchange_budget_hits},
          {"interchangeable", s.interchangeable},
          {"exact_edges", s.exact_edges},
          {"root_label", s.root_label}};
}

Json shares_json(const PhaseTimes& times) {
  const double sum = times.sum() > 0 ? times.sum() : 1;
  return {{"successors", times.successors / sum},
          {"representatives", times.representatives / sum},
          {"store", times.store / sum}};
}

Json trace_json(const QueryResult& result) {
  if (result.trace) return json_of(*result.trace);
  return result.error && result.error->run ? json_of(*result.error->run) : Json(nullptr);
}

Json error_json(const RunTimeError& error) {
  return {{"file", error.file}, {"line", error.line}, {"column", error.column}, {"part", error.part}};
}

Json least_time_json(const QueryResult& result) {
  if (!result.least_time) return nullptr;
  return {{"time", result.least_time->time}, {"attained", result.least_time->attained}};
}

}  // namespace

void Totals::add(const VerifiedModel& model) {
  for (const QueryResult& one : model.results) {
    ++verdicts[static_cast<std::size_t>(one.verdict)];
    states = std::max(states, one.statistics.stored);
  }
  seconds += model.seconds;
  standing = worse(standing, model.standing);
}

Totals totals_of(const std::vector<VerifiedModel>& models) {
  Totals totals;
  for (const VerifiedModel& model : models) totals.add(model);
  return totals;
}

double states_per_second(const Statistics& s) {
  return s.seconds > 0 ? static_cast<double>(s.explored) / s.seconds : 0;
}

Json query_json(const QueryResult& result, bool with_trace) {
  const Statistics& s = result.statistics;
  Json values = Json::array();
  for (const MeasuredValue& v : result.values) {
    values.push_back({{"expression", v.expression},
                      {"reached", v.reached},
                      {"infinite", v.infinite},
                      {"strict", v.strict},
                      {"value", v.value}});
  }
  Json json{{"formula", result.query->text},
            {"verdict", to_text(result.verdict)},
            {"reason", result.reason},
            {"stored", s.stored},
            {"explored", s.explored},
            {"transitions", s.transitions},
            {"seconds", s.seconds},
            {"states_per_second", states_per_second(s)},
            {"time_shares", shares_json(s.times)},
            {"peak_bytes", s.bytes},
            {"discrete_states", s.discrete_states},
            {"zones", s.zones},
            {"symmetry",
             {{"group", result.symmetry.group},
              {"strategy", result.symmetry.strategy},
              {"canonical", result.symmetry.canonical},
              {"not_canonical", result.symmetry.not_canonical},
              {"note", result.symmetry.note},
              {"partitions", result.symmetry.partitions},
              {"asymmetric", result.symmetry.asymmetric},
              {"orbit_sum", std::round(result.symmetry.orbit_sum)},
              {"orbit_mean", orbit_mean(result)}}},
            {"values", values},
            {"least_time", least_time_json(result)},
            {"trace", with_trace ? trace_json(result) : Json(nullptr)}};
  if (result.counted) {
    json["counted"] = {{"patterns", result.counted->patterns},
                       {"most_blocks", result.counted->most_blocks},
                       {"merges", result.counted->merges},
                       {"computed", result.counted->computed},
                       {"remembered", result.counted->remembered}};
  }
  if (result.bdd) {
    json["bdd"] = {{"states", result.bdd->states},
                   {"nodes", result.bdd->nodes},
                   {"live_nodes", result.bdd->live_nodes},
                   {"peak_nodes", result.bdd->peak_nodes},
                   {"rounds", result.bdd->rounds},
                   {"chained", result.bdd->chained},
                   {"representing", result.bdd->representing}};
    if (!result.bdd->links.empty()) json["bdd"]["links"] = result.bdd->links;
  }
  if (s.labels) json["labels"] = labels_json(*s.labels);
  if (result.error && !result.error->file.empty()) json["error_place"] = error_json(*result.error);
  if (!result.certified_by.empty()) json["certified_by"] = result.certified_by;
  const std::string& missing =
      result.certificate_problem.empty() ? result.certificate_note : result.certificate_problem;
  if (!missing.empty()) json["no_certificate"] = missing;
  return json;
}

Json verdict_counts(const std::vector<VerifiedModel>& models) {
  const Totals totals = totals_of(models);
  return {{"satisfied", totals[Verdict::satisfied]},
          {"not_satisfied", totals[Verdict::not_satisfied]},
          {"unknown", totals[Verdict::unknown]},
          {"error", totals[Verdict::error]},
          {"skipped", totals[Verdict::skipped]}};
}

Json to_json(const VerifiedModel& model) {
  Json document{{"orbita", version}};
  document.update(verified_json(model));
  return document;
}

Json to_json(const std::vector<VerifiedModel>& models, Standing whole) {
  Json list = Json::array();
  for (const VerifiedModel& model : models) {
    list.push_back(verified_json(model));
    list.back()["exit_code"] = static_cast<int>(model.standing);
  }
  Json summary{{"models", models.size()}};
  summary.update(verdict_counts(models));
  summary["exit_code"] = static_cast<int>(whole);
  return {{"orbita", version}, {"models", list}, {"summary", summary}};
}

}  // namespace orbita
