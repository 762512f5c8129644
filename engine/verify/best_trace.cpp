#include "engine/verify/best_trace.h"

namespace orbita {

namespace {

// What the earliest node of the goal says.
LeastTime least_time_of(const Goal& goal) {
  const Bound minus_time{goal.earliest};
  return {-std::int64_t{minus_time.value()}, minus_time.is_weak()};
}

// The infimum of a path's zones and the times its run was given are found independently of each other.
std::string problem_with(const Trace& trace, const LeastTime& least) {
  const Rational time = duration(trace), infimum(least.time);
  const bool right = least.attained ? time == infimum : time > infimum && time < infimum + Rational(1, 100);
  return right ? "" : "it takes " + to_text(time) + ", which does not fit the least time " + std::to_string(least.time);
}

bool is_better(const Trace& trace, const std::optional<Trace>& other, bool fastest) {
  if (!other) return true;
  return fastest ? duration(trace) < duration(*other) : trace.steps.size() < other->steps.size();
}

}  // namespace

bool wants_best_trace(const VerifyContext& context, std::size_t query, const QueryResult& result) {
  const Approximation approximation = context.options.approximation;
  const bool hashed = approximation == Approximation::hash || approximation == Approximation::bits;
  const bool in_no_order = hashed || context.options.engine == Engine::interpolation;
  const bool improves =
      context.options.trace == TraceKind::fastest || (context.options.trace == TraceKind::shortest && in_no_order);
  if (!improves || approximation == Approximation::hull || !is_reachability(*context.queries[query])) return false;
  const Verdict found =
      context.queries[query]->kind == QueryKind::reachable ? Verdict::satisfied : Verdict::not_satisfied;
  return result.verdict == found || result.leaning == found;
}

bool find_best_trace(VerifyContext& context, std::size_t query, QueryResult& result) {
  const bool fastest = context.options.trace == TraceKind::fastest;
  const std::vector<std::size_t> only{query};
  QueryResult best;
  best.query = result.query;
  Goals goals({{&context.predicates[query].first, context.queries[query]->kind == QueryKind::invariantly}});
  SearchOutcome outcome;
  Stop stop = limit_met_by([&] {
    ExplorationRequest request;
    request.best_run = true;
    request.earliest = fastest;
    Exploration exploration(context, std::move(request), &only);
    outcome = exploration.search(goals);
    if (goals[0].hit && !goals[0].failure) exploration.explain_goal(goals[0], best);
  });
  if (stop.empty()) stop = outcome.stop;
  if (!best.trace_problem.empty()) result.trace_problem = best.trace_problem;
  if (best.trace && is_better(*best.trace, result.trace, fastest)) result.trace = best.trace;
  if (context.network.has_stopwatches) return true;  // zones are too large: nothing is proved by them
  if (best.trace && stop.empty()) {
    result.reason.clear();
    if (!fastest) return true;
    result.least_time = least_time_of(goals[0]);
    if (result.trace_problem.empty()) result.trace_problem = problem_with(*best.trace, *result.least_time);
    if (!result.least_time->attained) {
      result.reason = "the least time " + std::to_string(result.least_time->time) +
                      " is not attained: runs come as close to it as one likes";
    }
    return true;
  }
  const std::string why = !stop.empty()         ? stop.text()
                          : best.reason.empty() ? "the run was not found again"
                                                : best.reason;
  result.reason = std::string(fastest ? "not proved fastest: " : "not proved shortest: ") + why;
  const std::int64_t least = fastest ? -std::int64_t{Bound{outcome.earliest_open}.value()} : 0;
  if (least > 0) result.reason += "; every run takes at least " + std::to_string(least) + " time units";
  return stop.reason != StopReason::time;
}

}  // namespace orbita
