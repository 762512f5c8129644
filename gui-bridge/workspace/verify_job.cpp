#include "gui-bridge/workspace/verify_job.h"

#include <algorithm>
#include <chrono>

#include "gui-bridge/model/query_file.h"
#include "gui-bridge/workspace/traces.h"
#include "parser/parser.h"
#include "report/events.h"
#include "report/result_details.h"
#include "report/standing.h"

namespace orbita::bridge {

VerifyJob::VerifyJob(std::string id, Workspace& workspace, std::shared_ptr<ModelVersion> version,
                     std::vector<Wanted> wanted, VerifyOptions options)
    : Job(std::move(id)),
      workspace_(workspace),
      version_(std::move(version)),
      wanted_(std::move(wanted)),
      options_(std::move(options)) {}

void VerifyJob::run() {
  {
    const std::lock_guard<std::mutex> lock(lock_);
    state_ = JobState::running;
  }
  options_.limits.stop = &stop();
  options_.warned = [this](const std::string& message) { warned(message); };
  options_.decided = [this](std::size_t position, const QueryResult& result) { decided(position, result); };
  try {
    explore();
  } catch (...) {
    finish(JobState::failed, current_error().what(), nullptr);
  }
}

// A copy of its own: the session goes on with the other one.
void VerifyJob::explore() {
  Loaded loaded = load_within(options_.limits, version_->arguments(), true, true);
  if (!loaded.limit.empty()) {
    const std::vector<QueryResult> open = unknown_results(loaded);
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      QueryResult result = open.front();
      decided(i, result);
    }
    return finish(cancelled() ? JobState::cancelled : JobState::done, "", nullptr);
  }
  if (loaded.model == nullptr)
    return fail(*loaded.diagnostics.sources(), loaded.diagnostics.sorted(), "the model has errors");
  const std::vector<Query*> queries = queries_of(loaded);
  options_.known_symmetry =
      loaded.symmetry != nullptr && loaded.symmetry->is_current(*loaded.model) ? loaded.symmetry : nullptr;
  options_.limits.since = std::chrono::steady_clock::now();
  try {
    verify(*loaded.model, queries, options_,
           [this](const Progress& now, const Positions& explored) { progress(now, explored); });
  } catch (const ModelError& error) {
    return fail(loaded.document->sources, error.diagnostics(), "the model cannot be explored");
  }
  finish(cancelled() ? JobState::cancelled : JobState::done, "", nullptr);
}

std::vector<Query*> VerifyJob::queries_of(Loaded& loaded) const {
  std::vector<Query*> queries;
  for (const Wanted& wanted : wanted_) {
    if (wanted.query) {
      const auto found = std::find_if(loaded.queries.begin(), loaded.queries.end(),
                                      [&](const Query* query) { return query->index == *wanted.query; });
      if (found != loaded.queries.end()) {
        queries.push_back(*found);
        continue;
      }
    }
    Diagnostics problems;
    Query* const read = read_formula(*loaded.document, wanted.formula, problems);
    if (read->kind != QueryKind::unsupported) check_query(*loaded.model, *read, problems);
    queries.push_back(read);
  }
  return queries;
}

void VerifyJob::decided(std::size_t position, const QueryResult& result) {
  Json json{{"job", id()},
            {"position", position},
            {"query", wanted_[position].query ? Json(*wanted_[position].query) : Json(nullptr)}};
  json.update(query_json(result, false));
  json["formula"] = wanted_[position].formula;
  json["reason"] = located_reason(result);
  const std::optional<Trace>* trace = &result.trace;
  if (!result.trace && result.error) trace = &result.error->run;
  if (*trace) {
    auto entry = std::make_shared<TraceEntry>();
    entry->model = version_;
    entry->trace = **trace;
    json["steps"] = (*trace)->steps.size();
    try {
      json["trace"] = workspace_.traces.add(std::move(entry));
    } catch (const RpcError&) {  // too many: the verdict counts all the same
      json["trace"] = nullptr;
    }
  } else {
    json["steps"] = nullptr;
  }
  json["explored_with"] = result.explored_with.empty() ? Json::array({position}) : Json(result.explored_with);
  json["expected"] = expectation_json(result.query->expected);
  json["as_expected"] = standing_of(result) == Standing::as_expected;
  if (!result.trace_problem.empty()) json["trace_problem"] = result.trace_problem;
  {
    const std::lock_guard<std::mutex> lock(lock_);
    verdicts_.push_back(json);
  }
  workspace_.notify("verify/verdict", json);
}

// Compared with about a second ago, in the same exploration.
const char* VerifyJob::trend_of(const Progress& now, const Positions& explored) {
  constexpr double window = 1;
  Trend& trend = trends_[explored.front()];
  if (now.seconds < trend.seconds || now.seconds > trend.seconds + window) {
    const auto before = static_cast<double>(trend.waiting), after = static_cast<double>(now.waiting);
    trend.word = after > 1.02 * before ? "growing" : after < 0.98 * before ? "shrinking" : "steady";
    trend.waiting = now.waiting;
    trend.seconds = now.seconds;
  }
  return trend.word;
}

void VerifyJob::progress(const Progress& now, Positions explored) {
  if (explored.empty()) {
    for (std::size_t i = 0; i < wanted_.size(); ++i) explored.push_back(i);
  }
  Json json = progress_event(now);
  json.erase("event");
  json["states_per_second"] = now.seconds > 0 ? static_cast<double>(now.explored) / now.seconds : 0.0;
  json["memory_bytes"] = options_.limits.memory;
  json["queries"] = explored;
  {
    const std::lock_guard<std::mutex> lock(lock_);
    json["trend"] = trend_of(now, explored);
    progress_ = json;
  }
  Json params{{"job", id()}};
  params.update(json);
  workspace_.notify("verify/progress", params);
}

void VerifyJob::warned(const std::string& message) {
  {
    const std::lock_guard<std::mutex> lock(lock_);
    warnings_.push_back(message);
  }
  workspace_.notify("verify/warning", {{"job", id()}, {"message", message}});
}

void VerifyJob::fail(const Sources& sources, const std::vector<Diagnostic>& found, const std::string& message) {
  finish(JobState::failed, message, model_error(sources, found, message).data()["diagnostics"]);
}

void VerifyJob::finish(JobState state, const std::string& message, Json diagnostics) {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
  Json params{{"job", id()}, {"state", to_text(state)}, {"seconds", passed.count()}};
  if (!message.empty()) params["message"] = message;
  if (!diagnostics.is_null()) params["diagnostics"] = std::move(diagnostics);
  {
    const std::lock_guard<std::mutex> lock(lock_);
    state_ = state;
  }
  workspace_.notify("verify/end", params);
}

Json VerifyJob::status() const {
  const std::lock_guard<std::mutex> lock(lock_);
  return {{"job", id()},
          {"state", to_text(state_)},
          {"progress", progress_},
          {"verdicts", verdicts_},
          {"warnings", warnings_}};
}

}  // namespace orbita::bridge
