#include "engine/verify.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>

#include "engine/compile/compile.h"
#include "engine/compile/query_compiler.h"
#include "engine/search/maximal_runs.h"
#include "engine/space/symmetry_check.h"
#include "engine/trace/lift.h"
#include "engine/verify/best_trace.h"
#include "engine/verify/endless.h"
#include "engine/verify/exploration.h"
#include "engine/verify/jobs.h"
#include "engine/verify/measure.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

QueryResult result_for(const Query& query, Verdict verdict, std::string reason) {
  QueryResult result;
  result.query = &query;
  result.verdict = verdict;
  result.reason = std::move(reason);
  return result;
}

// aLU merges states that differ in whether they are deadlocked. Most discrete states never are, whatever the
// clocks: then it is enough, and far smaller than aM (Fischer with 6 processes: 54 instead of 89 states).
bool can_watch_deadlocks(const Task& task) {
  const bool simulates = task.options.subsumption == SubsumptionChoice::automatic ||
                         task.options.subsumption == SubsumptionChoice::simulation;
  return task.options.abstraction == Abstraction::automatic && simulates &&
         task.options.approximation == Approximation::exact && !task.options.lazy_bounds &&
         !task.network.has_stopwatches && !task.network.has_channel_priority && !task.network.has_process_priority;
}

// E<> p, A[] p: one exploration for all of them. Returns those still to be decided.
std::vector<std::size_t> decide_reachability(Task& task, const std::vector<std::size_t>& members, bool watch_deadlocks,
                                             std::vector<QueryResult>& results) {
  const Approximation approximation = task.options.approximation;
  const bool hashed = approximation == Approximation::hash || approximation == Approximation::bits;
  ExplorationNeeds needs;
  needs.approximation = approximation;
  needs.join = true;
  needs.threads = task.threads;
  needs.no_symmetry = task.options.lazy_bounds;
  needs.watch_deadlocks = watch_deadlocks && std::any_of(members.begin(), members.end(), [&](std::size_t i) {
                            return task.predicates[i].first.has_deadlock;
                          });
  Exploration exploration(task, std::move(needs), &members);
  std::vector<std::size_t> undecided;
  std::vector<Goal> goals;
  for (const std::size_t i : members) {
    goals.push_back({&task.predicates[i].first, task.queries[i]->kind == QueryKind::invariantly});
  }
  // Bounds found on the way uncover states late, behind longer paths.
  const bool lazily = task.options.lazy_bounds && approximation == Approximation::exact &&
                      exploration.allows_lazy_bounds() && task.options.trace != TraceKind::shortest;
  SearchOutcome outcome;
  const double start = task.options.limits.passed();
  const Stop stop = limit_met_by([&] {
    outcome = hashed   ? exploration.search_hashed(goals)
              : lazily ? exploration.search_lazily(goals)
                       : exploration.search(goals);
  });
  if (!stop.empty()) {
    outcome.stop = stop;
    outcome.seconds = task.options.limits.passed() - start;
  }
  const SymmetrySummary symmetry = exploration.symmetry_summary();
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Query& query = *task.queries[members[k]];
    QueryResult& result = results[members[k]];
    result = result_for(query, Verdict::unknown, "");
    if (goals[k].undecided && !outcome.error_node) {
      undecided.push_back(members[k]);
      continue;
    }
    result.statistics = exploration.statistics(outcome);
    result.symmetry = symmetry;
    const bool existential = query.kind == QueryKind::reachable;
    const Verdict found = existential ? Verdict::satisfied : Verdict::not_satisfied;
    const Verdict absent = existential ? Verdict::not_satisfied : Verdict::satisfied;
    if (goals[k].reached && goals[k].failure) {
      exploration.explain_failed_goal(goals[k], k, result);
    } else if (goals[k].reached) {
      result.verdict = found;
      exploration.explain_goal(goals[k], k, result);
    } else if (outcome.error_node) {
      result.verdict = Verdict::error;
      exploration.explain_error(outcome, result);
    } else if (outcome.complete) {
      result.verdict = absent;
    } else {
      result.leave_open(outcome.stop);
      if (outcome.under_approximation) result.leaning = absent;
    }
    task.qualify(result, goals[k].reached.has_value());
  }
  return undecided;
}

// What the search for a run says about its query.
void conclude(Task& task, const MaximalRunOutcome& outcome, QueryResult& result) {
  if (result.verdict == Verdict::error) {
    // said already
  } else if (!outcome.complete) {
    result.leave_open(outcome.stop);
  } else if (outcome.found && outcome.end == MaximalRunOutcome::End::error) {
    result.verdict = Verdict::error;  // search_always has said why
  } else {
    const bool existential = result.query->kind == QueryKind::potentially_always;
    result.verdict = outcome.found == existential ? Verdict::satisfied : Verdict::not_satisfied;
  }
  task.qualify(result, outcome.found);
}

// Numbers that leave the range of zones, or memory that runs out, leave these queries open; what was
// decided before stays.
template <class Decide>
void guarded(const Limits& limits, const std::vector<std::size_t>& members, std::vector<QueryResult>& results,
             Decide decide) {
  Stop stop;
  std::string symmetry_problem;
  const double start = limits.passed();
  try {
    stop = limit_met_by(decide);
    if (stop.empty()) return;
  } catch (const SymmetryBroken& broken) {
    symmetry_problem = broken.what();
  }
  for (const std::size_t i : members) {
    results[i].leave_open(stop);
    if (!symmetry_problem.empty()) results[i].reason = symmetry_problem;
    results[i].error.reset();
    results[i].statistics.seconds = limits.passed() - start;
    results[i].symmetry_problem = symmetry_problem;
  }
}

// The pieces a predicate is cut into depend on the elements' numbers: such a query starts again without symmetry.
MaximalRunOutcome decide_without_symmetry(Task& task, std::size_t i, ExplorationNeeds needs, QueryResult& result) {
  needs.no_symmetry = true;
  const std::vector<std::size_t> only{i};
  result = result_for(*task.queries[i], Verdict::unknown, "");
  Exploration exploration(task, needs, &only);
  const MaximalRunOutcome outcome = exploration.search_always(*task.queries[i], task.predicates[i], result);
  result.symmetry = exploration.symmetry_summary();
  return outcome;
}

// E[] p, A<> p, p --> q: each has runs of its own to look for. Where p --> q can begin is explored once for all of
// them. Returns those still to be decided.
std::vector<std::size_t> decide_liveness(Task& task, const std::vector<std::size_t>& members, bool watch_deadlocks,
                                         std::vector<QueryResult>& results) {
  ExplorationNeeds needs;
  needs.deadlocks = !watch_deadlocks;
  needs.watch_deadlocks = watch_deadlocks;
  needs.liveness = true;
  needs.join = task.options.trace == TraceKind::off;  // runs are not found again through joined zones
  std::unique_ptr<Exploration> exploration;
  std::vector<std::size_t> undecided;
  const double end = task.until[members.front()];
  for (std::size_t k = 0; k < members.size(); ++k) {
    const std::size_t i = members[k];
    bool is_done = false;
    guarded(task.options.limits, {i}, results, [&] {
      if (!exploration) exploration = std::make_unique<Exploration>(task, needs, &members);
      results[i] = result_for(*task.queries[i], Verdict::unknown, "");
      exploration->end_at(end);
      if (task.queries[i]->kind == QueryKind::leads_to) exploration->reachable();
      const double now = task.options.limits.passed();
      exploration->end_at(now + (end - now) / static_cast<double>(members.size() - k));
      MaximalRunOutcome outcome = exploration->search_always(*task.queries[i], task.predicates[i], results[i]);
      results[i].symmetry = exploration->symmetry_summary();
      const bool again = outcome.split && exploration->uses_symmetry();
      if (again) outcome = decide_without_symmetry(task, i, needs, results[i]);
      if (outcome.undecided) undecided.push_back(i);
      else conclude(task, outcome, results[i]);
      is_done = true;
    });
    if (!is_done) exploration.reset();  // left in the middle of something
  }
  return undecided;
}

void decide_liveness(Task& task, const std::vector<std::size_t>& members, std::vector<QueryResult>& results) {
  const bool about_deadlocks = std::any_of(members.begin(), members.end(), [&](std::size_t i) {
    return task.predicates[i].first.has_deadlock || task.predicates[i].second.has_deadlock;
  });
  const bool watch = can_watch_deadlocks(task) && !about_deadlocks;
  const std::vector<std::size_t> undecided = decide_liveness(task, members, watch, results);
  if (!undecided.empty()) decide_liveness(task, undecided, false, results);
}

// Queries that look at the order of a set's elements are decided without reducing it, apart from the others.
std::vector<std::vector<std::size_t>> by_symmetry(const Task& task, const std::vector<std::size_t>& members) {
  std::vector<std::pair<std::set<IdSetIndex>, std::vector<std::size_t>>> groups;
  for (const std::size_t i : members) {
    std::set<IdSetIndex> blocked = blocked_sets(task.query_violations[i]);
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == blocked; });
    if (same != groups.end()) same->second.push_back(i);
    else groups.push_back({std::move(blocked), {i}});
  }
  std::vector<std::vector<std::size_t>> result;
  for (auto& group : groups) result.push_back(std::move(group.second));
  return result;
}

// Why there is no initial state: an error, or an invariant that does not hold in it, named with its location.
struct InitialProblem {
  std::string reason;  // "" : there is one
  Failure failure{};
};

InitialProblem initial_problem(const Network& network) {
  const std::vector<std::int32_t> row = network.initial_values();
  Expander expander(network);
  const StateFacts facts = expander.facts(row);
  if (facts.failure) return {"in the initial state: " + describe(network.programs, facts.failure), facts.failure};
  const auto violated = [&](const StateFacts& f) {
    if (!f.possible) return true;
    return std::any_of(f.invariant.begin(), f.invariant.end(), [&](const ClockBound& b) {
      const std::int64_t difference = std::int64_t{network.clocks[b.x].initial} - network.clocks[b.y].initial;
      const Bound bound{b.raw};
      return difference > bound.value() || (difference == bound.value() && !bound.is_weak());
    });
  };
  if (!violated(facts)) return {};
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const NetLocation& at = network.processes[p].locations[static_cast<std::size_t>(row[p])];
    if (violated(expander.location_facts(row, p))) {
      return {"the initial state violates the invariant of location " + at.name + " of process " +
              network.processes[p].name};
    }
  }
  return {"the initial state violates the invariants"};
}

// A query that is beyond a symbolic engine, or one about a model that is.
QueryResult skip(const Query& query, const VerifyOptions& options, const std::string& model_problem) {
  if (query.kind != QueryKind::unsupported && !query.checked) {
    return result_for(query, Verdict::error, query.reason.empty() ? "the query has errors" : std::string(query.reason));
  }
  const bool refused = options.unsupported == Unsupported::error;
  const std::string reason =
      query.kind == QueryKind::unsupported ? "not a symbolic query: " + std::string(query.reason) : model_problem;
  return result_for(query, refused ? Verdict::error : Verdict::skipped, reason);
}

// The model has constructs that no symbolic query can be asked about.
std::vector<QueryResult> skip_all(const Model& model, const std::vector<Query*>& queries,
                                  const VerifyOptions& options) {
  const Diagnostic& first = model.refusals.front();
  const Position at = model.sources().locate(first.where);
  const std::string problem = "the model is not symbolic: " + model.sources()[first.where.block].file + ':' +
                              std::to_string(at.line) + ':' + std::to_string(at.column) + ": " + first.message;
  std::vector<QueryResult> results;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    results.push_back(skip(*queries[i], options, problem));
    if (options.decided) options.decided(i, results[i]);
  }
  return results;
}

// False: what the query asks is beyond zones, and the result says what and where; the others can still be decided.
bool compile_query(Task& task, QueryCompiler& compiler, std::size_t i, QueryResult& result) {
  const Query& query = *task.queries[i];
  try {
    if (query.predicate != nullptr) task.predicates[i].first = compiler.predicate(*query.predicate);
    if (query.consequence != nullptr) task.predicates[i].second = compiler.predicate(*query.consequence);
    for (const Expr* expr : query.expressions) task.measures[i].push_back(compiler.measure(*expr));
    return true;
  } catch (const ModelError& error) {
    const Diagnostic& first = error.diagnostics().front();
    result = result_for(query, Verdict::error, first.message);
    result.error = locate_error(task.model, query, first.where);
    return false;
  }
}

}  // namespace

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

std::shared_ptr<const SymmetryModel> symmetry_of(const Model& model, const VerifyOptions& options) {
  if (options.known_symmetry && options.known_symmetry->is_current(model)) return options.known_symmetry;
  return std::make_shared<const SymmetryModel>(model);
}

// Limits reached before there is anything to explore are thrown; from then on they are verdicts.
std::vector<QueryResult> verify_within_limits(const Model& model, const std::vector<Query*>& queries,
                                              const VerifyOptions& options, bool& is_prepared) {
  if (!model.refusals.empty()) return skip_all(model, queries, options);
  const IdSets ids(model);
  const std::unique_ptr<const Network> network =
      during("compiling the model", [&] { return compile(model, {.ids = &ids}); });
  VerifyOptions shared = options;  // what the explorations of this call have in common
  QueryCompiler compiler(*network);
  Task task{model, *network, shared, queries, {}, compiler.programs(), {}, {}, {}, {}, 1, {}};
  during("looking for broken symmetry", [&] { task.symmetry = symmetry_of(model, options); });
  std::vector<QueryResult> results;
  std::vector<std::size_t> plain, with_deadlock, leads_to;
  std::vector<bool> decidable(queries.size(), false);
  const bool watch = can_watch_deadlocks(task);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& query = *queries[i];
    results.push_back(query.checked ? result_for(query, Verdict::error, "") : skip(query, options, ""));
    task.predicates.emplace_back();
    task.measures.emplace_back();
    task.until.push_back(shared.limits.seconds);
    if (!query.checked ||
        !during("compiling the queries", [&] { return compile_query(task, compiler, i, results[i]); }))
      continue;
    decidable[i] = true;
    if (is_reachability(query)) (task.predicates[i].first.has_deadlock && !watch ? with_deadlock : plain).push_back(i);
    if (query.kind == QueryKind::leads_to) leads_to.push_back(i);
  }
  during("looking for broken symmetry", [&] {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      task.query_violations.emplace_back();
      if (decidable[i]) task.query_violations[i] = task.symmetry->violations_of(*queries[i]);
    }
  });
  std::vector<std::vector<std::size_t>> together = by_symmetry(task, plain);
  for (std::vector<std::size_t>& members : by_symmetry(task, with_deadlock)) together.push_back(std::move(members));
  std::vector<std::vector<std::size_t>> leads_to_groups = by_symmetry(task, leads_to);
  const InitialProblem problem = during("looking at the initial state", [&] { return initial_problem(*network); });
  const std::string endless =
      problem.reason.empty() ? during("preparing the search", [&] { return endless_because(task); }) : "";
  is_prepared = true;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (decidable[i] && problem.reason.empty()) continue;
    if (decidable[i] && problem.failure) task.fail(results[i], problem.failure);
    if (decidable[i]) results[i].reason = problem.reason;
    if (options.decided) options.decided(i, results[i]);
  }
  if (!problem.reason.empty()) return results;
  if (!endless.empty() && options.warned) options.warned(endless);
  // Sets the deadline, decides, and says which queries ran out of time.
  const auto job = [&](const auto& decide) {
    return [&, decide](const std::vector<std::size_t>& members, double until) {
      for (const std::size_t i : members) task.until[i] = until;
      Limits limits = shared.limits;
      limits.seconds = until;
      const LimitScope scope(limits.work());
      guarded(shared.limits, members, results, [&] { decide(members); });
      std::vector<std::size_t> slow;
      std::copy_if(members.begin(), members.end(), std::back_inserter(slow), [&](std::size_t i) {
        return results[i].verdict == Verdict::unknown && results[i].stop.reason == StopReason::time;
      });
      return slow;
    };
  };
  std::vector<Job> jobs;
  for (std::vector<std::size_t>& group : together) {
    jobs.push_back({std::move(group), job([&](const std::vector<std::size_t>& members) {
                      const std::vector<std::size_t> undecided = decide_reachability(task, members, watch, results);
                      if (!undecided.empty())
                        guarded(shared.limits, undecided, results,
                                [&] { decide_reachability(task, undecided, false, results); });
                    })});
  }
  const auto add_liveness = [&](std::vector<std::size_t> group) {
    jobs.push_back({std::move(group),
                    job([&](const std::vector<std::size_t>& members) { decide_liveness(task, members, results); })});
  };
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (!decidable[i] || is_reachability(*queries[i]) || queries[i]->kind == QueryKind::leads_to) continue;
    if (is_measure(*queries[i])) jobs.push_back({{i}, job([&, i](const auto&) { results[i] = measure(task, i); })});
    else add_liveness({i});
  }
  for (std::vector<std::size_t>& group : leads_to_groups) add_liveness(std::move(group));
  std::mutex showing;
  if (options.threads > 1 && options.limits.progress) {
    shared.limits.progress = [&](const Progress& progress) {
      const std::lock_guard guard(showing);
      options.limits.progress(progress);
    };
  }
  const auto run_all = [&](const std::vector<Job>& all, const auto& is_final) {
    const unsigned threads = std::min(options.threads, static_cast<unsigned>(all.size()));
    if (threads > 0) task.threads = options.threads / threads;
    const bool limited = options.limits.memory != std::numeric_limits<std::size_t>::max();
    shared.limits.memory = limited && threads > 1 ? options.limits.memory / threads : options.limits.memory;
    run_jobs(all, threads, shared.limits, [&](const std::vector<std::size_t>& members) {
      const LimitScope unlimited{WorkLimits{}};
      for (const std::size_t i : members) {
        if (options.decided && is_final(i)) options.decided(i, results[i]);
      }
    });
  };
  run_all(jobs, [&](std::size_t i) { return !wants_best_trace(task, i, results[i]); });
  std::vector<Job> better;  // only when all verdicts are there
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (!queries[i]->checked || !wants_best_trace(task, i, results[i])) continue;
    better.push_back({{i}, [&, i](const std::vector<std::size_t>& members, double until) {
                        task.until[i] = until;
                        Limits limits = shared.limits;
                        limits.seconds = until;
                        const LimitScope scope(limits.work());
                        return find_best_trace(task, i, results[i]) ? std::vector<std::size_t>() : members;
                      }});
  }
  run_all(better, [](std::size_t) { return true; });
  return results;
}

}  // namespace

std::vector<QueryResult> verify(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options) {
  VerifyOptions timed = options;
  if (!timed.limits.since) timed.limits.since = std::chrono::steady_clock::now();
  const LimitScope scope(timed.limits.work());
  bool is_prepared = false;
  try {
    return verify_within_limits(model, queries, timed, is_prepared);
  } catch (const LimitReached& limit) {
    if (is_prepared) throw;
    std::vector<QueryResult> results;
    for (const Query* query : queries) {
      results.push_back(query->checked ? result_for(*query, Verdict::unknown, "") : skip(*query, options, ""));
      if (query->checked) results.back().leave_open(limit.stop());
      if (options.decided) options.decided(results.size() - 1, results.back());
    }
    return results;
  }
}

}  // namespace orbita
