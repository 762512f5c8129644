// Deciding queries on sets of states (engine/bdd/).
#include "engine/verify/decide.h"

#if ORBITA_HAS_BDD

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <set>

#include "engine/bdd/dead_data.h"
#include "engine/bdd/library.h"
#include "engine/bdd/predicates.h"
#include "engine/bdd/problem.h"
#include "engine/bdd/reach.h"
#include "engine/bdd/reduction.h"
#include "engine/bdd/runs.h"
#include "engine/replay/replay.h"
#include "engine/space/normaliser.h"
#include "engine/space/predicate_eval.h"
#include "engine/space/symmetry_plan.h"
#include "engine/space/zone_graph.h"
#include "engine/trace/lift.h"
#include "engine/verify/attach_trace.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

using Path = std::vector<std::vector<std::int32_t>>;  // states: values, then clocks

// What the members ask for: their predicates, and the sets whose elements they do not tell apart.
struct Asked {
  std::vector<const Predicate*> predicates;
  QueryReads reads;
  std::set<IdSetIndex> excluded;
  DetectedSymmetry::Use detected;  // what all of them leave of it: they are chosen so (by_symmetry in verify.cpp)
  bool runs = false;
};

Asked asked_by(const VerifyContext& context, const Members& members) {
  Asked asked;
  asked.excluded = context.symmetry->blocked();
  asked.detected = context.query_uses[members.front()];
  for (const std::size_t i : members) {
    asked.runs |= !is_reachability(*context.queries[i]);
    for (const SymmetryViolation& violation : context.query_violations[i]) {
      if (blocks_reduction(violation)) asked.excluded.insert(violation.set);
    }
    for (const Predicate* predicate : {&context.predicates[i].first, &context.predicates[i].second}) {
      asked.predicates.push_back(predicate);
      asked.reads.predicates.push_back(predicate);
      asked.reads.slots.insert(asked.reads.slots.end(), predicate->reads.begin(), predicate->reads.end());
    }
  }
  return asked;
}

// One decision: everything lives as long as the library.
class BddDecision {
 public:
  BddDecision(VerifyContext& context, const Members& members, Results& results)
      : context_(context),
        network_(context.network),
        members_(members),
        results_(results),
        asked_(asked_by(context, members)),
        plan_(plan_symmetry(network_, asked_.runs ? SymmetryChoice::off : context.options.symmetry, asked_.excluded,
                            false, false, without_sets_as_bits(network_, asked_.detected.cells))),
        dead_rules_(find_dead_rules()),
        ranges_(bdds::ranges_of(network_, asked_.predicates, dead_rules_)),
        library_(bdds::Encoding::bits_of(ranges_), context.options.limits.memory),
        encoding_(ranges_, bdds::order_of(network_)),
        steps_(network_, encoding_),
        predicates_(network_, steps_) {
    if (context.options.reduce) dead_.emplace(network_, encoding_, dead_rules_);
    if (plan_.active) reduction_ = make_reduction();
  }

  void run();

 private:
  struct Target {
    std::size_t query = 0;
    bool negated = false;
    bdd found = bddfalse;
    bool is_open = true;
  };

  std::vector<DeadSlot> find_dead_rules() const;
  std::unique_ptr<bdds::Reduction> make_reduction() const;
  bdd start() const { return encoding_.state(bdds::initial_state(network_, ranges_)); }
  bdds::Reach make_reach() { return {network_, encoding_, steps_, dead_ ? &*dead_ : nullptr, reduction_.get()}; }
  bdd targets_in(const Target& target, const bdd& states);
  bool find_targets(const bdd& fresh);
  void conclude(Target& target, const bdds::Reach& reach);
  void conclude_run(Target& target, const bdds::Reach& reach);
  struct FoundRun {
    bdds::MaximalRuns runs;
    bdd starts = bddfalse;  // reached states with which one begins that explains the verdict; none: there is no run
  };
  FoundRun look_for_run(const Target& target, const bdd& reached);
  bdds::MaximalRuns runs_inside(const bdd& inside) {
    return bdds::maximal_runs(network_, steps_, dead_ ? &*dead_ : nullptr, inside);
  }
  void make_run_trace(const FoundRun& found, QueryResult& result);
  std::optional<Trace> run_trace(ZoneGraph& graph, const bdds::RunPath& run, QueryResult& result);
  void add_statistics(QueryResult& result, const bdds::Reach& reach);
  void explain_error(QueryResult& result);
  void explain(QueryResult& result, const std::function<void()>& make);
  ZoneGraph make_graph(const BoundsAnalysis& bounds) const;
  void make_trace(const Target& target, QueryResult& result);
  std::optional<SymbolicRun> follow(ZoneGraph& graph, const Path& path) const;
  bool is_delay(const Path& path, std::size_t step) const;
  bool takes_clocks(const Transition& transition, const std::vector<std::int32_t>& from,
                    const std::vector<std::int32_t>& to) const;

  VerifyContext& context_;
  const Network& network_;
  const Members& members_;
  Results& results_;
  Asked asked_;
  SymmetryPlan plan_;
  std::vector<DeadSlot> dead_rules_;
  std::vector<bdds::CellRange> ranges_;
  bdds::Library library_;
  bdds::Encoding encoding_;
  bdds::Steps steps_;
  bdds::Predicates predicates_;
  std::optional<bdds::DeadData> dead_;
  std::unique_ptr<bdds::Reduction> reduction_;
  std::vector<Target> targets_;
  double begin_ = 0;
};

// Ids are dead only where the cells of their sets are used.
std::vector<DeadSlot> BddDecision::find_dead_rules() const {
  if (!context_.options.reduce) return {};
  return Normaliser(network_, asked_.reads, plan_.orbits, plan_.active ? asked_.detected.dead : nullptr).rules();
}

// Where elements do not refer to each other, sets of all states are as small as sets of representatives, and cost less:
// then only a strategy asked for is used.
std::unique_ptr<bdds::Reduction> BddDecision::make_reduction() const {
  const SymmetryChoice choice = context_.options.symmetry;
  if (choice == SymmetryChoice::sort || choice == SymmetryChoice::segment)
    return bdds::make_sorting(encoding_, plan_.layout);
  if (choice == SymmetryChoice::automatic && !bdds::has_references(plan_.layout)) return nullptr;
  return bdds::make_numbering(encoding_, plan_.layout);
}

bdd BddDecision::targets_in(const Target& target, const bdd& states) {
  const bdd holding = predicates_.satisfying(context_.predicates[target.query].first, states);
  return target.negated ? states - holding : holding;
}

// True: nothing is left to look for.
bool BddDecision::find_targets(const bdd& fresh) {
  bool is_done = !asked_.runs;
  for (Target& target : targets_) {
    if (!is_reachability(*context_.queries[target.query]) || !target.is_open) continue;
    target.found = targets_in(target, fresh);
    if (steps_.failing()) {
      target.found = bddfalse;
      return true;
    }
    target.is_open = target.found == bddfalse;
    is_done = is_done && !target.is_open;
  }
  return is_done;
}

void BddDecision::run() {
  begin_ = context_.options.limits.passed();
  for (const std::size_t i : members_) {
    targets_.push_back({i, context_.queries[i]->kind == QueryKind::invariantly});
    results_[i] = result_for(*context_.queries[i], Verdict::unknown, "");
  }
  bdds::Reach reach = make_reach();
  const Stop stop = limit_met_by([&] {
    const auto at_new = [&](const bdd& fresh) { return find_targets(fresh); };
    if (context_.options.trace == TraceKind::shortest) reach.breadth_first(start(), at_new);
    else reach.chained(start(), at_new);
  });
  for (Target& target : targets_) {
    QueryResult& result = results_[target.query];
    if (stop.empty()) add_statistics(result, reach);
    if (!stop.empty() && target.is_open) result.leave_open(stop);
    else if (is_reachability(*result.query)) conclude(target, reach);
    else conclude_run(target, reach);
  }
}

void BddDecision::add_statistics(QueryResult& result, const bdds::Reach& reach) {
  const bdds::BigCount states = encoding_.count(reach.reached());
  const double most = static_cast<double>(std::numeric_limits<std::uint64_t>::max());
  result.statistics.stored = states.approximate() < most ? static_cast<std::uint64_t>(states.approximate())
                                                         : std::numeric_limits<std::uint64_t>::max();
  result.statistics.discrete_states = result.statistics.stored;
  result.statistics.explored = result.statistics.stored;
  result.statistics.bytes = library_.bytes();
  result.statistics.seconds = context_.options.limits.passed() - begin_;
  result.bdd = BddSummary{states.text(), static_cast<std::uint64_t>(bdd_nodecount(reach.reached())),
                          library_.peak_nodes(), reach.rounds()};
  if (!reduction_) return;
  result.symmetry.group = plan_.group;
  result.symmetry.strategy = reduction_->name();
  result.symmetry.canonical = reduction_->is_canonical();
}

void BddDecision::conclude(Target& target, const bdds::Reach& reach) {
  QueryResult& result = results_[target.query];
  const bool existential = result.query->kind == QueryKind::reachable;
  if (!target.is_open) {
    result.verdict = existential ? Verdict::satisfied : Verdict::not_satisfied;
    explain(result, [&] { make_trace(target, result); });
  } else if (steps_.failing()) {
    explain_error(result);
  } else if (reach.complete()) {
    result.verdict = existential ? Verdict::not_satisfied : Verdict::satisfied;
  }
}

void BddDecision::explain_error(QueryResult& result) { context_.fail(result, steps_.failing()->failure); }

// E[] p, A<> p, p --> q.
void BddDecision::conclude_run(Target& target, const bdds::Reach& reach) {
  QueryResult& result = results_[target.query];
  if (steps_.failing()) return explain_error(result);
  FoundRun run;
  const Stop stop = limit_met_by([&] { run = look_for_run(target, reach.reached()); });
  if (!stop.empty()) return result.leave_open(stop);
  if (steps_.failing()) return explain_error(result);
  const bool existential = result.query->kind == QueryKind::potentially_always, found = run.starts != bddfalse;
  result.verdict = found == existential ? Verdict::satisfied : Verdict::not_satisfied;
  if (found) explain(result, [&] { make_run_trace(run, result); });
}

BddDecision::FoundRun BddDecision::look_for_run(const Target& target, const bdd& reached) {
  const auto& [p, q] = context_.predicates[target.query];
  const bdd with_p = predicates_.satisfying(p, reached);
  const bdd first = dead_ ? dead_->normalised(start()) : start();
  FoundRun found;
  switch (context_.queries[target.query]->kind) {
    case QueryKind::potentially_always:
      found.runs = runs_inside(with_p);
      found.starts = found.runs.staying & first;
      return found;
    case QueryKind::eventually:
      found.runs = runs_inside(reached - with_p);
      found.starts = found.runs.staying & first;
      return found;
    default:
      found.runs = runs_inside(reached - predicates_.satisfying(q, reached));
      found.starts = found.runs.staying & with_p;
      return found;
  }
}

// ----------------------------------------------------------------- traces

// What ends the search for a trace leaves the verdict as it is.
void BddDecision::explain(QueryResult& result, const std::function<void()>& make) {
  if (context_.options.trace == TraceKind::off) return;
  const Stop stop = limit_met_by(make);
  if (!stop.empty()) result.reason = "no trace: " + stop.text();
}

ZoneGraph BddDecision::make_graph(const BoundsAnalysis& bounds) const {
  ZoneGraphOptions options{BoundsMode::exact, Extrapolation::off, false, context_.options.reduce};
  if (plan_.active) options.dead_ids = asked_.detected.dead;
  return {network_, bounds, asked_.reads, options, plan_};
}

// To a state with which the run begins, and the run.
void BddDecision::make_run_trace(const FoundRun& found, QueryResult& result) {
  bdds::Reach reach = make_reach();
  reach.breadth_first(start(), [&](const bdd& fresh) { return (fresh & found.starts) != bddfalse; });
  bdds::RunPath run{reach.path_to(found.starts), std::nullopt};
  const std::size_t before = run.states.size() - 1;
  const bdds::RunPath rest = bdds::run_from(run.states.back(), found.runs, encoding_, reach);
  run.states.insert(run.states.end(), rest.states.begin() + 1, rest.states.end());
  if (rest.loop_start) run.loop_start = before + *rest.loop_start;
  const BoundsAnalysis bounds(network_, {});
  ZoneGraph graph = make_graph(bounds);
  attach_trace(context_.model, run_trace(graph, run, result), result);
}

// Data that was dead may differ when a loop closes: after some more rounds it does not.
std::optional<Trace> BddDecision::run_trace(ZoneGraph& graph, const bdds::RunPath& run, QueryResult& result) {
  constexpr int most_rounds = 8;
  Path path = run.states;
  for (int round = 1; round <= most_rounds; ++round) {
    const std::optional<SymbolicRun> steps = follow(graph, path);
    std::optional<Trace> trace = steps ? orbita::make_trace(graph.unreduced(), *steps, {}) : std::nullopt;
    if (!trace) return trace;
    trace->formula = std::string(result.query->text);
    if (!run.loop_start) {
      const bool waits = steps_.may_wait(encoding_.state(path.back())) != bddfalse;
      trace->end = waits ? TraceEnd::waits : TraceEnd::deadlock;
      return trace;
    }
    if (close_lasso(context_.model, *trace, result.query)) return trace;
    path.insert(path.end(), run.states.begin() + static_cast<std::ptrdiff_t>(*run.loop_start) + 1, run.states.end());
  }
  return std::nullopt;
}

// Chained sets have no rings: the target is looked for once more, breadth first. With clocks all states are kept,
// because permuted clocks are not found again.
void BddDecision::make_trace(const Target& target, QueryResult& result) {
  const bool timed = network_.clocks.size() > 1;
  bdds::Reach reach(network_, encoding_, steps_, dead_ ? &*dead_ : nullptr, timed ? nullptr : reduction_.get());
  bdd reached = bddfalse;
  reach.breadth_first(start(), [&](const bdd& fresh) {
    reached = targets_in(target, fresh);
    return reached != bddfalse;
  });
  if (reached == bddfalse) {
    result.trace_problem = "the state found is not found again";
    return;
  }
  const BoundsAnalysis bounds(network_, {});
  ZoneGraph graph = make_graph(bounds);
  const std::optional<SymbolicRun> run = follow(graph, reach.path_to(reached));
  if (!run) {
    result.trace_problem = "the path found cannot be followed";
    return;
  }
  PredicateEvaluator evaluator(network_, graph);
  const Federation goal = evaluator.satisfying(context_.predicates[target.query].first, target.negated,
                                               run->last.discrete, graph.zones().zone(run->last.zone));
  std::optional<Trace> trace;
  for (const Zone& part : goal.parts()) {
    if (!trace)
      trace = orbita::make_trace(graph.unreduced(), *run, bounds_of(graph.shape(run->last.discrete), part.view()));
  }
  attach_trace(context_.model, std::move(trace), result);
}

// A step of time changes no value, and moves every clock that is not at its ceiling.
bool BddDecision::is_delay(const Path& path, std::size_t step) const {
  if (network_.clocks.size() == 1) return false;
  for (std::uint32_t c = 0; c < encoding_.cell_count(); ++c) {
    const std::int32_t before = path[step][c];
    const bool is_clock = c >= network_.value_count();
    if (path[step + 1][c] != (is_clock ? std::min(before + 1, encoding_.range(c).high) : before)) return false;
  }
  return true;
}

bool BddDecision::takes_clocks(const Transition& transition, const std::vector<std::int32_t>& from,
                               const std::vector<std::int32_t>& to) const {
  std::vector<std::int32_t> clocks = from;
  for (const ClockAction& action : transition.actions) {
    const std::uint32_t cell = bdds::Steps::clock_cell(network_, action.clock);
    clocks[cell] = std::min(action.value, encoding_.range(cell).high);
  }
  return std::equal(clocks.begin() + network_.value_count(), clocks.end(), to.begin() + network_.value_count());
}

// The transitions between the states of a path of representatives, on unreduced states.
std::optional<SymbolicRun> BddDecision::follow(ZoneGraph& graph, const Path& path) const {
  std::vector<std::size_t> steps;
  std::vector<StateId> wanted;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (is_delay(path, i)) continue;
    steps.push_back(i);
    wanted.push_back(graph.unreduced().intern({path[i + 1].data(), network_.value_count()}));
  }
  const bool timed = network_.clocks.size() > 1;
  return walk(graph.unreduced(), steps.size(), [&](std::size_t i, const UnreducedStep& step, ZoneId) {
    if (step.discrete == none) return false;
    if (timed) return step.discrete == wanted[i] && takes_clocks(step.transition, path[steps[i]], path[steps[i] + 1]);
    return step.discrete == wanted[i] || (reduction_ && graph.same_orbit(step.discrete, wanted[i]));
  });
}

std::optional<bdds::Refusal> refusal_of(const VerifyContext& context, std::size_t i) {
  const Query& query = *context.queries[i];
  const Network& network = context.network;
  if (auto refusal = bdds::find_refusal(network)) return refusal;
  if (is_measure(query)) return bdds::Refusal{query.span, "sup, inf and bounds"};
  if (!is_reachability(query) && network.clocks.size() > 1)
    return bdds::Refusal{query.span, "runs of a model with clocks"};
  return bdds::find_refusal(network, context.predicates[i].first, query.kind == QueryKind::invariantly, query.span);
}

}  // namespace

bool has_bdd_engine() { return true; }

void decide_with_bdds(VerifyContext& context, const Members& members, Results& results) {
  Members accepted;
  for (const std::size_t i : members) {
    const std::optional<bdds::Refusal> refusal = refusal_of(context, i);
    if (!refusal) {
      accepted.push_back(i);
      continue;
    }
    results[i] = result_for(*context.queries[i], Verdict::error,
                            "--engine bdd cannot decide " + refusal->message + "; --engine zones can");
    results[i].error = locate_error(context.model, *context.queries[i], refusal->where);
  }
  if (!accepted.empty()) BddDecision(context, accepted, results).run();
}

}  // namespace orbita

#else

namespace orbita {

bool has_bdd_engine() { return false; }

void decide_with_bdds(VerifyContext& context, const Members& members, Results& results) {
  for (const std::size_t i : members)
    results[i] = result_for(*context.queries[i], Verdict::error,
                            "this program was built without the BDD engine (Debian package libbdd-dev)");
}

}  // namespace orbita

#endif
