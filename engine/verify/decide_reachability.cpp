#include <algorithm>
#include <string>

#include "engine/verify/decide.h"
#include "engine/verify/exploration.h"

namespace orbita {

namespace {

ExplorationRequest request_for(const VerifyContext& context, const Members& members, bool proves_deadlock_free) {
  ExplorationRequest request;
  request.approximation = context.options.approximation;
  request.join = true;
  request.threads = context.threads;
  request.no_symmetry = context.options.lazy_bounds;
  request.proves_deadlock_free = proves_deadlock_free && std::ranges::any_of(members, [&](std::size_t i) {
                                   return context.predicates[i].first.has_deadlock;
                                 });
  return request;
}

void conclude_reachability(const VerifyContext& context, Exploration& exploration, const SearchOutcome& outcome,
                           const Goal& goal, QueryResult& result) {
  const bool existential = result.query->kind == QueryKind::reachable;
  const Verdict found = existential ? Verdict::satisfied : Verdict::not_satisfied;
  const Verdict absent = existential ? Verdict::not_satisfied : Verdict::satisfied;
  if (goal.hit && goal.failure) {
    exploration.explain_failed_goal(goal, result);
  } else if (goal.hit) {
    result.verdict = found;
    exploration.explain_goal(goal, result);
  } else if (outcome.error) {
    result.verdict = Verdict::error;
    exploration.explain_error(outcome, result);
  } else if (outcome.complete) {
    result.verdict = absent;
  } else {
    result.leave_open(outcome.stop);
    if (outcome.under_approximation) result.leaning = absent;
  }
  context.qualify(result, goal.hit.has_value());
}

// Returns the members that are still to be decided.
Members explore_states(VerifyContext& context, const Members& members, bool proves_deadlock_free, Results& results,
                       bool interpolates = false) {
  ExplorationRequest request = request_for(context, members, proves_deadlock_free);
  request.interpolates = interpolates;
  Exploration exploration(context, std::move(request), &members);
  std::vector<Goal> wanted;
  for (const std::size_t i : members) {
    wanted.push_back({&context.predicates[i].first, context.queries[i]->kind == QueryKind::invariantly});
  }
  Goals goals(std::move(wanted));
  SearchOutcome outcome;
  const double start = context.options.limits.passed();
  const Stop stop = limit_met_by([&] { outcome = exploration.search(goals); });
  if (!stop.empty()) {
    outcome.stop = stop;
    outcome.seconds = context.options.limits.passed() - start;
  }
  const SymmetrySummary symmetry = exploration.symmetry_summary();
  Members undecided;
  for (std::size_t k = 0; k < members.size(); ++k) {
    QueryResult& result = results[members[k]];
    result = result_for(*context.queries[members[k]], Verdict::unknown, "");
    if (goals[k].undecided && !outcome.error) {
      undecided.push_back(members[k]);
      continue;
    }
    result.explored_with = members;
    result.statistics = exploration.statistics(outcome);
    result.symmetry = symmetry;
    conclude_reachability(context, exploration, outcome, goals[k], result);
    const bool absent = outcome.complete && !goals[k].hit && !outcome.error;
    if (context.options.certified && absent) exploration.certify(members[k], result);
  }
  return undecided;
}

void decide_uncounted(VerifyContext& context, const Members& members, Results& results) {
  const bool prove = can_prove_deadlock_free(network_features(context.network), context.options);
  const Members undecided = explore_states(context, members, prove, results);
  if (undecided.empty()) return;
  decide_guarded(context, undecided, results, [&] { explore_states(context, undecided, false, results); });
}

// Why a query is left to zones although interpolation was asked for; "" where it is not.
std::string left_to_zones(const VerifyContext& context, std::size_t query) {
  if (context.predicates[query].first.has_deadlock) return "the query asks for deadlocks";
  if (context.network.has_stopwatches) return "the model has stopwatches";
  if (context.options.approximation != Approximation::exact) return "an approximation was asked for";
  return "";
}

// One exploration for each query: a label says why one goal is not reached.
void interpolate(VerifyContext& context, const Members& members, Results& results) {
  Members rest;
  for (const std::size_t i : members) {
    const std::string why = left_to_zones(context, i);
    if (why.empty()) decide_guarded(context, {i}, results, [&] { explore_states(context, {i}, false, results, true); });
    else rest.push_back(i);
  }
  if (rest.empty()) return;
  decide_uncounted(context, rest, results);
  for (const std::size_t i : rest) {
    if (results[i].reason.empty()) results[i].reason = "decided by zones: " + left_to_zones(context, i);
  }
}

}  // namespace

void decide_reachability(VerifyContext& context, const Members& members, Results& results) {
  if (context.options.engine == Engine::interpolation) return interpolate(context, members, results);
  if (!may_count(context)) return decide_uncounted(context, members, results);
  Members left, as_asked;  // counting compiles queries again, for fewer elements
  for (const std::size_t i : members) (context.rewritten[i] ? left : as_asked).push_back(i);
  WhyNot why_not;
  if (!as_asked.empty()) why_not = decide_by_counting(context, as_asked, results);
  if (why_not.empty() && left.empty()) return;
  if (context.numbers) {
    for (const auto& [member, why] : why_not) context.leave(member, why);
    return;
  }
  for (const auto& [member, why] : why_not) left.push_back(member);
  decide_guarded(context, left, results, [&] { decide_uncounted(context, left, results); });
  for (const auto& [member, why] : why_not) note_not_counted(context, why, results[member]);
}

}  // namespace orbita
