// What all explorations of one call of verify() have in common.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/counted/number_ids.h"
#include "engine/detect/detected.h"
#include "engine/network/predicate.h"
#include "engine/verify.h"
#include "symmetry/detect/detect.h"

namespace orbita {

inline bool is_measure(const Query& query) {
  return query.kind == QueryKind::sup || query.kind == QueryKind::inf || query.kind == QueryKind::bounds;
}

inline bool is_reachability(const Query& query) {
  return query.kind == QueryKind::reachable || query.kind == QueryKind::invariantly;
}

// All queries of a call, compiled. Fixed when the first exploration begins, but for deadlines.
struct VerifyContext {
  const Model& model;
  const Network& network;
  const VerifyOptions& options;
  const std::vector<Query*>& queries;
  std::vector<std::pair<Predicate, Predicate>> predicates{};  // p, and q of p --> q; by query
  std::shared_ptr<const Programs> programs{};                 // of all queries, and the network's
  std::shared_ptr<const SymmetryModel> symmetry{};
  std::vector<std::vector<SymmetryViolation>> query_violations{};  // by query
  std::shared_ptr<DetectedSymmetry> detected{};                    // nullptr: not asked for
  std::vector<DetectedSymmetry::Use> query_uses{};                 // by query: what it leaves of detected sets
  std::vector<bool> rewritten{};                                   // by query: asks about whole cells
  std::vector<std::vector<Measure>> measures{};                    // of sup, inf and bounds; by query
  // Integers that are ids, where counting them comes before looking for symmetry nobody declared. Then queries that
  // cannot be decided by it are left to another call, and this says why.
  std::optional<NumberIds> numbers{};
  std::map<std::size_t, std::string> not_counted{};  // by query; in that other call: why it need not be tried again
  std::mutex leaving{};                              // one change of not_counted at a time
  std::vector<double> deadline{};                    // seconds since limits.since; by query
  unsigned threads = 1;                              // for each exploration
  ExplorationProgress progress{};                    // instead of options.limits.progress
  std::mutex showing_states{};                       // one call of options.explored at a time

  void leave(std::size_t query, const std::string& why) {
    const std::lock_guard guard(leaving);
    not_counted[query] = why;
  }
  // The limits of an exploration for these queries (nullptr: all), whose progress says so.
  Limits limits_for(const std::vector<std::size_t>* members) const;
  // Stopwatches and hulls make zones larger than they are: a state found may not exist.
  bool over_approximates(const Query& query) const;
  void qualify(QueryResult& result, bool witness) const;
  // The verdict is `error`, with the failure and its place.
  void fail(QueryResult& result, const Failure& failure) const;
};

}  // namespace orbita
