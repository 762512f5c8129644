#include "engine/verify.h"

#include <map>
#include <optional>

#include "engine/compile/compile.h"
#include "engine/verify/beyond_deciding.h"
#include "engine/verify/verify_call.h"
#include "parser/work_limits.h"

namespace orbita {

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::satisfied: return "satisfied";
    case Verdict::not_satisfied: return "not-satisfied";
    case Verdict::unknown: return "unknown";
    case Verdict::error: return "error";
    case Verdict::skipped: return "skipped";
  }
  return "";
}

namespace {

struct Call {
  std::vector<QueryResult> results;
  std::map<std::size_t, std::string> left;  // by query: why it could not be decided by counting
};

// Queries of a call in the order of another one, which tells of them by its own positions.
struct Subset {
  std::vector<Query*> queries;
  std::vector<std::size_t> at;

  std::vector<std::size_t> outer(const std::vector<std::size_t>& members) const {
    std::vector<std::size_t> result;
    for (const std::size_t i : members) result.push_back(at[i]);
    return result;
  }
};

Call decide_all(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                const ExplorationProgress& progress, std::optional<NumberIds> numbers,
                std::map<std::size_t, std::string> not_counted) {
  IdSets ids;
  std::unique_ptr<Network> network;
  std::shared_ptr<DetectedSymmetry> detected;
  std::unique_ptr<VerifyCall> call;
  try {
    ids = IdSets(model);
    network = during("compiling the model", [&] { return compile(model, {.ids = &ids}); });
    const bool detects = !numbers && options.detect_symmetry && options.symmetry != SymmetryChoice::off &&
                         options.symmetry != SymmetryChoice::declared && options.symmetry != SymmetryChoice::adaptive &&
                         options.engine != Engine::interpolation;
    if (detects) detected = during("looking for symmetry", [&] { return DetectedSymmetry::find(*network); });
    call = std::make_unique<VerifyCall>(model, *network, queries, options, std::move(detected), progress);
    if (numbers) call->count_only(std::move(*numbers));
    call->do_not_count(std::move(not_counted));
    call->prepare();
  } catch (const LimitReached& limit) {
    return {leave_open(queries, options, limit.stop()), {}};
  }
  const bool counts = call->counts_only();
  std::vector<QueryResult> results = call->run();
  return {std::move(results), counts ? call->not_counted() : std::map<std::size_t, std::string>()};
}

// What counting has left, with whatever symmetry is found.
void decide_rest(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                 const ExplorationProgress& progress, Call& call) {
  Subset rest;
  std::map<std::size_t, std::string> not_counted;
  for (const auto& [query, why] : call.left) {
    not_counted[rest.at.size()] = why;
    rest.at.push_back(query);
    rest.queries.push_back(queries[query]);
  }
  VerifyOptions inner = options;
  if (options.decided) inner.decided = [&](std::size_t i, const QueryResult& r) { options.decided(rest.at[i], r); };
  ExplorationProgress shown;
  if (progress) shown = [&](const Progress& now, const Members& members) { progress(now, rest.outer(members)); };
  std::vector<QueryResult> results =
      decide_all(model, rest.queries, inner, shown, std::nullopt, std::move(not_counted)).results;
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].explored_with = rest.outer(results[i].explored_with);
    call.results[rest.at[i]] = std::move(results[i]);
  }
}

}  // namespace

std::vector<QueryResult> verify(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                                const ExplorationProgress& progress) {
  VerifyOptions timed = options;
  if (!timed.limits.since) timed.limits.since = std::chrono::steady_clock::now();
  const LimitScope scope(timed.limits.work());
  if (!model.refusals.empty()) return skip_all(model, queries, timed);
  Call call = decide_all(model, queries, timed, progress, numbers_to_count(model, timed), {});
  if (!call.left.empty()) decide_rest(model, queries, timed, progress, call);
  return std::move(call.results);
}

}  // namespace orbita
