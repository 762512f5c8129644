// One call of verify() on a compiled network: its queries prepared, decided in jobs, and told as they become final.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/verify/context.h"
#include "engine/verify/decide.h"
#include "engine/verify/jobs.h"
#include "engine/verify/related_queries.h"

namespace orbita {

class VerifyCall {
 public:
  VerifyCall(const Model& model, const Network& network, const std::vector<Query*>& queries,
             const VerifyOptions& options, std::shared_ptr<DetectedSymmetry> detected,
             const ExplorationProgress& progress);

  // Limits reached before there is anything to explore are thrown; from then on they are verdicts.
  void prepare();
  // Before prepare(): only what can be decided by counting these ids …
  void count_only(NumberIds ids) { context_.numbers = std::move(ids); }
  bool counts_only() const { return context_.numbers.has_value(); }
  // … and afterwards the queries that are left; here they are not counted.
  const std::map<std::size_t, std::string>& not_counted() const { return context_.not_counted; }
  void do_not_count(std::map<std::size_t, std::string> why) { context_.not_counted = std::move(why); }
  std::vector<QueryResult> run();

 private:
  void compile_queries();
  void find_violations();
  void find_initial_problem();
  void tell(std::size_t query) const {
    if (options_.decided) options_.decided(query, results_[query]);
  }
  Members decide_rewritten(const Members& members);
  std::vector<Job> verdict_jobs(const Members& members);
  std::vector<Job> bdd_jobs(const Members& members);
  std::vector<Job> best_trace_jobs();
  Job job(Members members, std::function<void(const Members&)> decide);
  template <class Decide>
  Members within_deadline(const Members& members, double deadline, Decide decide);
  template <class IsFinal>
  void run_all(const std::vector<Job>& jobs, IsFinal is_final);

  const VerifyOptions& options_;
  VerifyOptions shared_;  // what the explorations of this call have in common
  VerifyContext context_;
  std::vector<bool> decidable_;  // by query
  RelatedQueries related_;
  bool has_initial_state_ = true;
  std::string endless_;  // why the search may not end
  std::mutex showing_progress_;
  Results results_;
};

}  // namespace orbita
