#include "engine/verify.h"

#include <algorithm>

#include "engine/always.h"
#include "engine/compile.h"
#include "engine/explain.h"
#include "engine/internal/exploration.h"
#include "engine/internal/measure.h"

namespace orbita {

namespace {

bool is_reachability(const Query& query) {
  return query.kind == QueryKind::reachable || query.kind == QueryKind::invariantly;
}

QueryResult result_for(const Query& query, Verdict verdict, std::string reason) {
  QueryResult result;
  result.query = &query;
  result.verdict = verdict;
  result.reason = std::move(reason);
  return result;
}

// E<> p, A[] p: one exploration for all of them.
void decide_reachability(Task& task, const std::vector<std::size_t>& members, std::vector<QueryResult>& results) {
  Exploration exploration(task, {}, &members);
  std::vector<Goal> goals;
  for (const std::size_t i : members) {
    goals.push_back({&task.predicates[i].first, task.queries[i]->kind == QueryKind::invariantly, {}, {}});
  }
  const SearchOutcome outcome = exploration.search(goals);
  for (std::size_t k = 0; k < members.size(); ++k) {
    const Query& query = *task.queries[members[k]];
    QueryResult& result = results[members[k]];
    result = result_for(query, Verdict::unknown, "");
    result.statistics = exploration.statistics(outcome);
    const bool existential = query.kind == QueryKind::reachable;
    const Verdict found = existential ? Verdict::satisfied : Verdict::not_satisfied;
    const Verdict absent = existential ? Verdict::not_satisfied : Verdict::satisfied;
    if (goals[k].reached && goals[k].failure) {
      result.verdict = Verdict::error;
      result.reason = describe(task.network, goals[k].failure);
    } else if (goals[k].reached) {
      result.verdict = found;
      exploration.explain_goal(goals[k], result);
    } else if (outcome.error_node) {
      result.verdict = Verdict::error;
      exploration.explain_error(outcome, result);
    } else if (outcome.complete) {
      result.verdict = absent;
    } else {
      result.reason = outcome.reason;
    }
    task.qualify(result, goals[k].reached.has_value());
  }
}

// E[] p, A<> p, p --> q.
void decide_liveness(Task& task, std::size_t i, QueryResult& result) {
  const Query& query = *task.queries[i];
  result = result_for(query, Verdict::unknown, "");
  const std::vector<std::size_t> only{i};
  ExplorationNeeds needs;
  needs.deadlocks = true;
  Exploration exploration(task, std::move(needs), &only);
  const AlwaysOutcome outcome = exploration.search_always(query, task.predicates[i], result);
  if (result.verdict == Verdict::error) return;
  if (!outcome.complete) {
    result.reason = outcome.reason;
    return;
  }
  if (outcome.found && outcome.end == AlwaysOutcome::End::error) {
    result.verdict = Verdict::error;
    result.reason = outcome.failure ? describe(task.network, outcome.failure) : "runtime error in the model";
    return;
  }
  const bool existential = query.kind == QueryKind::potentially_always;
  result.verdict = outcome.found == existential ? Verdict::satisfied : Verdict::not_satisfied;
  task.qualify(result, outcome.found);
}

}  // namespace

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::satisfied: return "satisfied";
    case Verdict::not_satisfied: return "not-satisfied";
    case Verdict::unknown: return "unknown";
    case Verdict::error: return "error";
  }
  return "";
}

std::vector<QueryResult> verify(Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                                Diagnostics& diagnostics) {
  const std::unique_ptr<Network> network = compile(model, diagnostics);
  Task task{model, *network, options, queries, {}, {}};
  for (const ScalarSet* set : blocked_sets(find_violations(model))) task.broken_sets.push_back(set);
  std::vector<QueryResult> results;
  std::vector<std::size_t> plain, with_deadlock;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& query = *queries[i];
    results.push_back(result_for(query, Verdict::error, "the query has errors"));
    task.predicates.emplace_back();
    if (query.kind == QueryKind::unsupported) {
      results[i].reason = "not a symbolic query: " + std::string(query.reason);
      continue;
    }
    if (!query.checked) continue;
    if (query.predicate != nullptr) task.predicates[i].first = compile_predicate(*network, model, *query.predicate);
    if (query.consequence != nullptr) task.predicates[i].second = compile_predicate(*network, model, *query.consequence);
    if (is_reachability(query)) (task.predicates[i].first.has_deadlock ? with_deadlock : plain).push_back(i);
  }
  if (!plain.empty()) decide_reachability(task, plain, results);
  if (!with_deadlock.empty()) decide_reachability(task, with_deadlock, results);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& query = *queries[i];
    if (!query.checked || is_reachability(query)) continue;
    switch (query.kind) {
      case QueryKind::potentially_always:
      case QueryKind::eventually:
      case QueryKind::leads_to: decide_liveness(task, i, results[i]); break;
      case QueryKind::sup:
      case QueryKind::inf:
      case QueryKind::bounds: results[i] = measure(task, i); break;
      default: break;
    }
  }
  return results;
}

}  // namespace orbita
