#include "engine/verify/verify_call.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "engine/compile/query_compiler.h"
#include "engine/verify/abstraction_plan.h"
#include "engine/verify/best_trace.h"
#include "engine/verify/beyond_deciding.h"
#include "engine/verify/endless.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// Queries that look at the order of a set's elements are decided without reducing it, apart from the others.
std::vector<std::vector<std::size_t>> by_symmetry(const VerifyContext& context,
                                                  const std::vector<std::size_t>& members) {
  using Kept = std::pair<std::set<IdSetIndex>, DetectedSymmetry::Use>;
  std::vector<std::pair<Kept, std::vector<std::size_t>>> groups;
  for (const std::size_t i : members) {
    Kept blocked{blocked_sets(context.query_violations[i]), context.query_uses[i]};
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == blocked; });
    if (same != groups.end()) same->second.push_back(i);
    else groups.push_back({std::move(blocked), {i}});
  }
  std::vector<std::vector<std::size_t>> result;
  for (auto& group : groups) result.push_back(std::move(group.second));
  return result;
}

// False: what the query asks is beyond zones, and the result says what and where; the others can still be decided.
bool compile_query(VerifyContext& context, QueryCompiler& compiler, std::size_t i, QueryResult& result) {
  const Query& query = *context.queries[i];
  try {
    if (query.predicate != nullptr) context.predicates[i].first = compiler.predicate(*query.predicate);
    if (query.consequence != nullptr) context.predicates[i].second = compiler.predicate(*query.consequence);
    for (const Expr* expr : query.expressions) context.measures[i].push_back(compiler.measure(*expr));
    return true;
  } catch (const ModelError& error) {
    const Diagnostic& first = error.diagnostics().front();
    result = result_for(query, Verdict::error, first.message);
    result.error = locate_error(context.model, query, first.where);
    return false;
  }
}

std::shared_ptr<const SymmetryModel> symmetry_of(const Model& model, const VerifyOptions& options) {
  if (options.known_symmetry && options.known_symmetry->is_current(model)) return options.known_symmetry;
  return std::make_shared<const SymmetryModel>(model);
}

}  // namespace

VerifyCall::VerifyCall(const Model& model, const Network& network, const std::vector<Query*>& queries,
                       const VerifyOptions& options, std::shared_ptr<DetectedSymmetry> detected,
                       const ExplorationProgress& progress)
    : options_(options),
      shared_(options),
      context_{model, network, shared_, queries},
      related_(context_, options_, decidable_) {
  context_.detected = std::move(detected);
  if (!progress) return;
  context_.progress = [this, show = progress](const Progress& now, const Members& members) {
    const std::lock_guard guard(showing_progress_);
    show(now, members);
  };
}

void VerifyCall::compile_queries() {
  QueryCompiler compiler(context_.network);
  context_.programs = compiler.programs();
  for (std::size_t i = 0; i < context_.queries.size(); ++i) {
    const Query& query = *context_.queries[i];
    results_.push_back(query.checked ? result_for(query, Verdict::error, "") : skip(query, options_, ""));
    context_.predicates.emplace_back();
    context_.measures.emplace_back();
    context_.deadline.push_back(shared_.limits.seconds);
    decidable_.push_back(query.checked && compile_query(context_, compiler, i, results_[i]));
  }
}

void VerifyCall::find_violations() {
  for (std::size_t i = 0; i < context_.queries.size(); ++i) {
    context_.query_violations.emplace_back();
    context_.query_uses.emplace_back();
    if (!decidable_[i]) continue;
    context_.query_violations[i] = context_.symmetry->violations_of(*context_.queries[i]);
    if (context_.detected == nullptr) continue;
    std::vector<const Measure*> measures;
    for (const Measure& measure : context_.measures[i]) measures.push_back(&measure);
    const auto& [first, second] = context_.predicates[i];
    context_.query_uses[i] = context_.detected->use_for({&first, &second}, measures, options_.reduce);
  }
}

// Those that have a trace, which must be one of the query as it was asked; the verdicts of the others are final.
Members VerifyCall::decide_rewritten(const Members& members) {
  shared_.trace = TraceKind::off;
  const auto has_trace = [&](std::size_t i) {
    const Verdict found =
        context_.queries[i]->kind == QueryKind::reachable ? Verdict::satisfied : Verdict::not_satisfied;
    return results_[i].verdict == found || results_[i].verdict == Verdict::error || results_[i].error;
  };
  run_all(verdict_jobs(members), [&](std::size_t i) { return !has_trace(i); });
  shared_.trace = options_.trace;
  Members left;
  for (const std::size_t i : members) {
    if (!has_trace(i)) continue;
    related_.ask_as_asked(i);
    left.push_back(i);
  }
  return left;
}

// Without an initial state no query can be decided.
void VerifyCall::find_initial_problem() {
  const InitialProblem problem = initial_problem(context_.network);
  has_initial_state_ = problem.reason.empty();
  if (has_initial_state_) return;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!decidable_[i]) continue;
    if (problem.failure) context_.fail(results_[i], problem.failure);
    results_[i].reason = problem.reason;
  }
}

void VerifyCall::prepare() {
  during("looking for broken symmetry", [&] { context_.symmetry = symmetry_of(context_.model, options_); });
  during("compiling the queries", [&] { compile_queries(); });
  during("looking for broken symmetry", [&] { find_violations(); });
  during("looking for symmetry", [&] { related_.find_images(); });
  during("looking for symmetry", [&] { related_.rewrite(); });
  during("looking at the initial state", [&] { find_initial_problem(); });
  if (has_initial_state_) during("preparing the search", [&] { endless_ = endless_because(context_); });
}

// Decides, and returns the queries that ran out of time.
template <class Decide>
Members VerifyCall::within_deadline(const Members& members, double deadline, Decide decide) {
  for (const std::size_t i : members) context_.deadline[i] = deadline;
  Limits limits = shared_.limits;
  limits.seconds = deadline;
  const LimitScope scope(limits.work());
  return decide();
}

Job VerifyCall::job(Members members, std::function<void(const Members&)> decide) {
  return {std::move(members), [this, decide = std::move(decide)](const Members& some, double deadline) {
            return within_deadline(some, deadline, [&] {
              decide_guarded(context_, some, results_, [&] { decide(some); });
              Members slow;
              std::ranges::copy_if(some, std::back_inserter(slow), [&](std::size_t i) {
                return results_[i].verdict == Verdict::unknown && results_[i].stop.reason == StopReason::time;
              });
              return slow;
            });
          }};
}

std::vector<Job> VerifyCall::verdict_jobs(const Members& members) {
  if (options_.engine == Engine::bdd) return bdd_jobs(members);
  // Deadlocks are decided apart from the rest where they need other bounds, or keep partitions from being adapted.
  const bool deadlocks_too = can_prove_deadlock_free(network_features(context_.network), shared_) &&
                             options_.symmetry != SymmetryChoice::adaptive;
  Members plain, with_deadlock, leads_to;
  std::vector<Job> single;
  for (const std::size_t i : members) {
    const Query& query = *context_.queries[i];
    if (is_reachability(query)) {
      (context_.predicates[i].first.has_deadlock && !deadlocks_too ? with_deadlock : plain).push_back(i);
    } else if (query.kind == QueryKind::leads_to) {
      leads_to.push_back(i);
    } else if (is_measure(query)) {
      single.push_back(job({i}, [this, i](const Members&) { results_[i] = decide_measures(context_, i); }));
    } else {
      single.push_back(job({i}, [this](const Members& some) { decide_runs(context_, some, results_); }));
    }
  }
  std::vector<Job> jobs;
  for (const Members& together : {plain, with_deadlock}) {
    for (Members& group : by_symmetry(context_, together)) {
      jobs.push_back(
          job(std::move(group), [this](const Members& some) { decide_reachability(context_, some, results_); }));
    }
  }
  std::ranges::move(single, std::back_inserter(jobs));
  for (Members& group : by_symmetry(context_, leads_to)) {
    jobs.push_back(job(std::move(group), [this](const Members& some) { decide_runs(context_, some, results_); }));
  }
  return jobs;
}

// One after the other in one job: the library works for one decision at a time. Runs are looked for without symmetry.
std::vector<Job> VerifyCall::bdd_jobs(const Members& members) {
  if (members.empty()) return {};
  return {job(members, [this](const Members& some) {
    Members states, runs;
    for (const std::size_t i : some) (is_reachability(*context_.queries[i]) ? states : runs).push_back(i);
    for (const Members& group : by_symmetry(context_, states)) decide_with_bdds(context_, group, results_);
    if (!runs.empty()) decide_with_bdds(context_, runs, results_);
  })};
}

std::vector<Job> VerifyCall::best_trace_jobs() {
  if (options_.engine == Engine::bdd) return {};
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < context_.queries.size(); ++i) {
    if (!context_.queries[i]->checked || !wants_best_trace(context_, i, results_[i])) continue;
    jobs.push_back({{i}, [this, i](const Members& members, double deadline) {
                      return within_deadline(members, deadline, [&] {
                        return find_best_trace(context_, i, results_[i]) ? Members() : members;
                      });
                    }});
  }
  return jobs;
}

template <class IsFinal>
void VerifyCall::run_all(const std::vector<Job>& jobs, IsFinal is_final) {
  const unsigned threads = std::min(options_.threads, static_cast<unsigned>(jobs.size()));
  if (threads > 0) context_.threads = options_.threads / threads;
  const bool limited = options_.limits.memory != std::numeric_limits<std::size_t>::max();
  shared_.limits.memory = limited && threads > 1 ? options_.limits.memory / threads : options_.limits.memory;
  run_jobs(jobs, threads, shared_.limits, [&](const Members& members) {
    const LimitScope no_limits{WorkLimits{}};
    for (const std::size_t i : members) {
      if (is_final(i)) tell(i);
    }
  });
}

std::vector<QueryResult> VerifyCall::run() {
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!decidable_[i] || !has_initial_state_) tell(i);
  }
  if (!has_initial_state_) return std::move(results_);
  if (!endless_.empty() && options_.warned) options_.warned(endless_);
  if (options_.threads > 1 && options_.limits.progress) {
    shared_.limits.progress = [this](const Progress& progress) {
      const std::lock_guard guard(showing_progress_);
      options_.limits.progress(progress);
    };
  }
  Members originals;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!decidable_[i] || related_.is_image(i)) continue;
    const Query& query = *context_.queries[i];
    if (!context_.numbers || is_reachability(query) || is_measure(query)) originals.push_back(i);
    else context_.leave(i, "the query asks for runs");
  }
  const auto is_final = [&](std::size_t i) {
    return !wants_best_trace(context_, i, results_[i]) && (!context_.numbers || !context_.not_counted.contains(i));
  };
  if (options_.trace != TraceKind::off) {
    Members rewritten;
    std::ranges::copy_if(originals, std::back_inserter(rewritten),
                         [&](std::size_t i) { return context_.rewritten[i]; });
    std::erase_if(originals, [&](std::size_t i) { return context_.rewritten[i]; });
    if (!rewritten.empty()) std::ranges::move(decide_rewritten(rewritten), std::back_inserter(originals));
  }
  run_all(verdict_jobs(originals), is_final);
  Members as_others;
  const Members left = related_.take_over_from_images(results_, as_others);
  for (const std::size_t i : as_others) tell(i);
  if (!left.empty()) run_all(verdict_jobs(left), is_final);
  run_all(best_trace_jobs(), [](std::size_t) { return true; });  // only when all verdicts are there
  return std::move(results_);
}

}  // namespace orbita
