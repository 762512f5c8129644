// The paths an exploration has found, as traces with times, replayed.
#include <cassert>

#include "engine/replay/replay.h"
#include "engine/trace/joined_path.h"
#include "engine/verify/attach_trace.h"
#include "engine/verify/exploration.h"

namespace orbita {

namespace {

// Unrolling a loop this often is enough for its clock values to repeat in every example we met;
// beyond it the trace is given without a closed loop and says so.
constexpr std::size_t most_rounds = 64;

// Where a fastest run has to wait a little longer than the least time: all of its waits together less than 1/100.
constexpr std::int64_t finer = 100;

}  // namespace

void Exploration::explain(QueryResult& result, const std::function<void()>& make) {
  const Stop stop = tell(make);
  if (!stop.empty()) result.reason += (result.reason.empty() ? "no trace: " : "; no trace: ") + stop.text();
}

void Exploration::finish_trace(std::optional<Trace> trace, QueryResult& result) {
  if (!network_.has_stopwatches) return attach_trace(context_.model, std::move(trace), result);
  // Where clocks stand still the path may exist, or have other times, or not exist at all: shown only if it does.
  if (!trace) return;
  trace->formula = std::string(result.query->text);
  trace->model_hash = hash_of(context_.model);
  if (!replay(context_.model, *trace, result.query).ok) return;
  complete(context_.model, *trace, result.query);
  result.trace = std::move(trace);
}

// All spaces of an exploration were made by make_graph().
ZoneGraph& Exploration::graph_of(const Hit& hit) {
  assert(dynamic_cast<ZoneGraph*>(&explorer_->space_of(hit)) != nullptr);
  return static_cast<ZoneGraph&>(explorer_->space_of(hit));
}

// The run to some valuation of the state that lies in one of the zones that `inside` names. Where zones were joined,
// which of them the path leads through is decided backwards, from the valuations it has to reach.
std::optional<SymbolicRun> Exploration::run_to(const Hit& hit,
                                               const std::function<std::vector<Zone>(const SymbolicState&)>& inside) {
  ZoneGraph& graph = graph_of(hit);
  const Passed* store = explorer_->store_of(hit);
  if (plan_.joining == Joining::off || plan_.joining == Joining::hull || store == nullptr) {
    const Explorer::Path path = explorer_->path_to(hit);
    return path.empty() ? std::nullopt : follow(graph, path);
  }
  for (const Zone& zone : inside({(*store)[hit.node].discrete, (*store)[hit.node].zone})) {
    const std::optional<std::vector<PathStep>> path = path_into(graph, *store, hit.node, zone);
    if (!path) continue;
    if (std::optional<SymbolicRun> run = follow(graph.unreduced(), *path)) return run;
  }
  return std::nullopt;
}

std::optional<SymbolicRun> Exploration::run_to_goal(const Goal& goal) {
  return run_to(*goal.hit, [&](const SymbolicState& reached) {
    ZoneGraph& graph = graph_of(*goal.hit);
    if (goal.failure) return std::vector<Zone>{graph.zones().zone(reached.zone)};  // any of the valuations may fail
    return satisfying(graph, goal, reached);
  });
}

std::optional<SymbolicRun> Exploration::run_to_error(const Hit& error) {
  return run_to(error, [&](const SymbolicState& state) { return failing(graph_of(error), state); });
}

std::vector<Zone> Exploration::satisfying(ZoneGraph& graph, const Goal& goal, const SymbolicState& node) const {
  PredicateEvaluator evaluator(network_, graph);
  return evaluator.satisfying(*goal.predicate, goal.negated, node.discrete, graph.zones().zone(node.zone)).parts();
}

// What ends the search for a trace leaves the verdict as it is.
void Exploration::explain_goal(const Goal& goal, QueryResult& result) {
  if (context_.options.trace == TraceKind::off) return;
  if (features_.approximation == Approximation::hull)
    return;  // the hulls on the way may be larger than what is reachable
  explain(result, [&] { make_goal_trace(goal, result); });
}

void Exploration::make_goal_trace(const Goal& goal, QueryResult& result) {
  const std::optional<SymbolicRun> run = run_to_goal(goal);
  if (!run) {
    result.trace_problem = "the path found cannot be followed";
    return;
  }
  ZoneGraph& graph = graph_of(*goal.hit);
  const SymbolicState last = run->last;
  std::optional<Trace> trace;
  for (const Zone& part : satisfying(graph, goal, last)) {
    std::vector<ClockBound> inside = bounds_of(graph.shape(last.discrete), part.view());
    // Times are found as if no clock ever stood still, so where one does the clocks say nothing. Replaying will tell.
    if (network_.has_stopwatches) inside.clear();
    std::optional<Trace> candidate =
        make_trace(graph.unreduced(), *run, inside, context_.options.trace == TraceKind::fastest ? finer : 1);
    if (candidate && (!trace || duration(*candidate) < duration(*trace))) trace = std::move(candidate);
  }
  finish_trace(std::move(trace), result);
}

// Where transitions of the state fail.
std::vector<Zone> Exploration::failing(ZoneGraph& graph, const SymbolicState& state) const {
  std::vector<Zone> result;
  std::vector<std::int32_t> row(graph.row_size());
  graph.values(state.discrete, row);
  for (const UnreducedStep& step : graph.unreduced().steps(row, state.zone)) {
    Zone zone = graph.zones().zone(state.zone);
    if (step.discrete == none && zone.constrain(graph.zones().op(step.op).guard)) result.push_back(std::move(zone));
  }
  return result;
}

// The run to the node, and one transition more that fails.
void Exploration::explain_error(const SearchOutcome& outcome, QueryResult& result) {
  result.reason = "a runtime error in the model";
  if (features_.approximation != Approximation::hull) explain(result, [&] { make_error_trace(outcome, result); });
}

void Exploration::make_error_trace(const SearchOutcome& outcome, QueryResult& result) {
  const std::optional<SymbolicRun> run = run_to_error(*outcome.error);
  if (!run) {
    result.trace_problem = "the path found cannot be followed";
    return;
  }
  if (!explain_failing_step(graph_of(*outcome.error), *run, true, result))
    result.trace_problem = "the error found does not happen again";
}

// A run to an error is shown whether or not traces are asked for. `certain`: it must replay. Otherwise it is shown only
// if it does: where a predicate fails the moment is not known exactly.
void Exploration::finish_error(std::optional<Trace> trace, bool certain, QueryResult& result) {
  const bool asked = context_.options.trace != TraceKind::off;
  if (trace) {
    trace->end = TraceEnd::error;
    trace->error = result.reason;
  }
  if (asked && certain) return finish_trace(std::move(trace), result);
  if (!trace) return;
  trace->formula = std::string(result.query->text);
  trace->model_hash = hash_of(context_.model);
  if (!replay(context_.model, *trace, result.query).ok) return;
  (asked ? result.trace : result.error->run) = std::move(trace);
}

// The run, and one transition more that fails; false: none does.
bool Exploration::explain_failing_step(ZoneGraph& graph, const SymbolicRun& run, bool certain, QueryResult& result) {
  const std::vector<std::int32_t>& row = run.steps.empty() ? run.initial : run.steps.back().row;
  for (const UnreducedStep& step : graph.unreduced().steps(row, run.last.zone)) {
    if (step.discrete != none || graph.zones().apply(run.last.zone, step.op) == Zones::empty) continue;
    context_.fail(result, step.transition.failure);
    std::optional<Trace> trace = make_trace(graph.unreduced(), run, guard_of(graph.unreduced(), step, row));
    if (trace) {
      for (const Participant& p : step.transition.participants) trace->failing.push_back(trace_edge(network_, p, row));
    }
    finish_error(std::move(trace), certain, result);
    return true;
  }
  return false;
}

void Exploration::explain_failed_goal(const Goal& goal, QueryResult& result) {
  context_.fail(result, goal.failure);
  if (features_.approximation == Approximation::hull) return;
  explain(result, [&] {
    const std::optional<SymbolicRun> run = run_to_goal(goal);
    if (run) finish_error(make_trace(graph_of(*goal.hit).unreduced(), *run, {}), false, result);
  });
}

// The run inside a predicate ends with a transition that fails, or in a state in which the predicate does.
void Exploration::explain_failed_run(MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                                     const std::vector<SymbolicState>& prefix, const SymbolicState& start,
                                     QueryResult& result) {
  result.reason = "a runtime error in the model";
  if (outcome.failure) context_.fail(result, outcome.failure);
  if (outcome.path.empty()) return;
  tell([&] {  // ended by a limit: the error is told without a run
    const std::optional<SymbolicRun> run = follow(*graph_, search, prefix, start, outcome.path, outcome.path.size());
    if (!run || (!outcome.failure && explain_failing_step(*graph_, *run, false, result))) return;
    if (outcome.failure) finish_error(make_trace(graph_->unreduced(), *run, {}), false, result);
  });
}

void Exploration::explain_run(const Query& query, MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                              const std::vector<SymbolicState>& prefix, const SymbolicState& start,
                              QueryResult& result) {
  explain(result, [&] { make_run_trace(query, search, outcome, prefix, start, result); });
}

void Exploration::make_run_trace(const Query& query, MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                                 const std::vector<SymbolicState>& prefix, const SymbolicState& start,
                                 QueryResult& result) {
  // A loop may have to be gone round several times before its clock values repeat.
  const bool lasso = outcome.end == MaximalRunOutcome::End::lasso;
  for (std::size_t rounds = 1; rounds <= most_rounds; rounds *= 2) {
    std::vector<AlwaysState> path = outcome.path;
    if (lasso) {
      for (std::size_t r = 1; r < rounds; ++r) {
        path.insert(path.end(), outcome.path.begin() + static_cast<std::ptrdiff_t>(outcome.loop_start) + 1,
                    outcome.path.end());
      }
    }
    const std::optional<SymbolicRun> run = follow(*graph_, search, prefix, start, path, outcome.path.size());
    std::optional<Trace> trace;
    if (run && outcome.end == MaximalRunOutcome::End::deadlock) {
      const Federation stuck = search.stuck({run->last.discrete, 0, run->last.zone, none});
      for (const Zone& part : stuck.parts()) {
        trace = make_trace(graph_->unreduced(), *run, bounds_of(graph_->shape(run->last.discrete), part.view()));
        if (trace) break;
      }
    } else if (run) {
      trace = make_trace(graph_->unreduced(), *run, {});
    }
    if (!trace) break;
    trace->formula = std::string(query.text);
    trace->end = lasso                                          ? TraceEnd::lasso
                 : outcome.end == MaximalRunOutcome::End::waits ? TraceEnd::waits
                                                                : TraceEnd::deadlock;
    if (!lasso) {
      finish_trace(std::move(trace), result);
      return;
    }
    const bool closed = close_lasso(context_.model, *trace, &query) && replay(context_.model, *trace, &query).ok;
    if (closed) {
      finish_trace(std::move(trace), result);
      return;
    }
  }
  // A loop of zones can be repeated for ever, but not always with clock values that repeat after few rounds.
  if (lasso)
    result.reason = "no trace: the loop's clock values do not repeat within " + std::to_string(most_rounds) + " rounds";
  else finish_trace(std::nullopt, result);
}

}  // namespace orbita
