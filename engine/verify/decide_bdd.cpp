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
#include "engine/bdd/rotation.h"
#include "engine/bdd/runs.h"
#include "engine/replay/replay.h"
#include "engine/space/normaliser.h"
#include "engine/space/predicate_eval.h"
#include "engine/space/symmetry_plan.h"
#include "engine/space/zone_graph.h"
#include "engine/trace/lift.h"
#include "engine/verify/attach_trace.h"
#include "engine/verify/bdd_refusal.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

using Path = std::vector<std::vector<std::int32_t>>;  // states: values, then clocks

// What the members ask for: their predicates, and the sets whose elements they do not tell apart.
struct Asked {
  std::vector<const Predicate*> predicates;
  QueryReads reads;
  std::set<IdSetIndex> excluded;
  DetectedSymmetry::Use detected;  // what all of them leave of it: they are chosen so (by_symmetry in verify_call.cpp)
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
        plan_(make_plan()),
        dead_rules_(find_dead_rules()),
        ranges_(find_ranges()),
        library_(bdds::Encoding::bits_of(ranges_), context.options.limits.memory),
        encoding_(ranges_, bdds::order_of(network_)),
        steps_(network_, encoding_),
        predicates_(network_, steps_) {
    if (context.options.reduce) dead_.emplace(network_, encoding_, dead_rules_);
    begin_ = context.options.limits.passed();
  }

  void run();

 private:
  struct FoundRun {
    bdds::MaximalRuns runs;
    bdd starts = bddfalse;  // reached states with which one begins that explains the verdict; none: there is no run
  };
  struct Target {
    std::size_t query = 0;
    bool negated = false;
    bool is_open = true;  // not found, and no error
    Failure failure{};
    std::optional<FoundRun> run{};
  };

  SymmetryPlan make_plan();
  // Ids are dead only where the cells of their sets are used.
  auto dead_ids() const { return plan_.active && !plan_.rotations ? asked_.detected.dead : nullptr; }
  std::vector<DeadSlot> find_dead_rules() const;
  std::vector<bdds::CellRange> find_ranges() const;
  std::unique_ptr<bdds::Reduction> make_reduction();
  std::unique_ptr<bdds::Reduction> make_numbering();
  bdds::Trial try_out(bdds::Reduction& reduction);
  void within_limits(const std::function<void()>& step);
  bdd start() const { return encoding_.state(bdds::initial_state(network_, ranges_)); }
  bdds::Reach make_reach(bdds::Reduction* reduction) {
    return {network_, encoding_, steps_, dead_ ? &*dead_ : nullptr, reduction};
  }
  bdd targets_in(const Target& target, const bdd& states);
  bool find_targets(const bdd& fresh);
  void conclude(Target& target, const bdds::Reach& reach);
  void conclude_run(Target& target, const bdds::Reach& reach);
  FoundRun look_for_run(const Target& target, const bdd& reached);
  bdds::MaximalRuns runs_inside(const bdd& inside) {
    return bdds::maximal_runs(network_, steps_, dead_ ? &*dead_ : nullptr, inside);
  }
  void make_run_trace(const FoundRun& found, QueryResult& result);
  std::optional<Trace> run_trace(ZoneGraph& graph, const bdds::RunPath& run, QueryResult& result);
  void add_statistics(const bdds::Reach& reach);
  void explain(const Target& target);
  ZoneGraph make_graph(const BoundsAnalysis& bounds) const;
  void make_trace(const Target& target, QueryResult& result);
  std::optional<SymbolicRun> follow(ZoneGraph& graph, const Path& path);
  bool is_delay(const Path& path, std::size_t step);
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
  std::string links_;  // that numbering follows
  std::vector<Target> targets_;
  Stop stop_;          // a limit was met: the library may be left in the middle of an operation
  Failure run_error_;  // of the model, met on the way
  double begin_ = 0;
};

// Where no variable holds an element, sets of all states are as small as sets of representatives, and cost less: then,
// and for rings, only a strategy asked for is used.
SymmetryPlan BddDecision::make_plan() {
  const SymmetryChoice choice = asked_.runs ? SymmetryChoice::off : context_.options.symmetry;
  SymmetryPlan plan = plan_symmetry(network_, choice, asked_.excluded, false, false,
                                    without_sets_as_bits(network_, asked_.detected.cells));
  if (choice == SymmetryChoice::off || choice == SymmetryChoice::automatic) return plan;
  use_rotations(plan, network_, asked_.detected.rotations);
  if (!plan.rotations) return plan;
  for (const std::uint32_t value : plan.rotations->changed_contents())
    asked_.reads.slots.push_back(
        network_.slot_at(value));  // a dead variable gets a fixed value, which turns would change
  return plan;
}

std::vector<DeadSlot> BddDecision::find_dead_rules() const {
  if (!context_.options.reduce) return {};
  return Normaliser(network_, asked_.reads, plan_.orbits, dead_ids()).rules();
}

std::vector<bdds::CellRange> BddDecision::find_ranges() const {
  std::vector<bdds::CellRange> ranges = bdds::ranges_of(network_, asked_.predicates, dead_rules_);
  if (plan_.rotations) bdds::widen_along(*plan_.rotations, network_, ranges);
  return ranges;
}

std::unique_ptr<bdds::Reduction> BddDecision::make_reduction() {
  if (!plan_.active) return nullptr;
  if (plan_.rotations) return bdds::make_turning(encoding_, network_, *plan_.rotations);
  const SymmetryChoice choice = context_.options.symmetry;
  if (choice == SymmetryChoice::sort || choice == SymmetryChoice::segment)
    return bdds::make_sorting(encoding_, plan_.layout);
  if (choice == SymmetryChoice::automatic && !bdds::has_names(plan_.layout)) return nullptr;
  return make_numbering();
}

std::unique_ptr<bdds::Reduction> BddDecision::make_numbering() {
  const auto number = [&](const std::vector<bdds::Link>& links) {
    return bdds::make_numbering(encoding_, plan_.layout, links);
  };
  const std::vector<bdds::Link> links = bdds::choose_links(
      bdds::links_of(plan_.layout), [&](const std::vector<bdds::Link>& some) { return try_out(*number(some)); });
  links_ = bdds::describe(links, network_);
  return number(links);
}

// On the first rounds, which have the same orbits whatever is followed.
bdds::Trial BddDecision::try_out(bdds::Reduction& reduction) {
  constexpr std::uint64_t most_rounds = 5;
  const std::uint64_t most_nodes = 2000 + 4 * bdds::Encoding::bits_of(ranges_);
  bdds::Reach reach = make_reach(&reduction);
  bdds::Trial trial;
  reach.breadth_first(start(), [&](const bdd&) {
    trial = {reach.rounds(), static_cast<std::uint64_t>(bdd_nodecount(reach.reached()))};
    return trial.rounds == most_rounds || trial.nodes > most_nodes;
  });
  if (reach.complete()) trial.rounds = most_rounds;
  steps_.take_failing();
  return trial;
}

// After a limit nothing more is asked of the library.
void BddDecision::within_limits(const std::function<void()>& step) {
  if (stop_.empty()) stop_ = limit_met_by(step);
}

bdd BddDecision::targets_in(const Target& target, const bdd& states) {
  const bdd holding = predicates_.satisfying(context_.predicates[target.query].first, states);
  const bdd result = target.negated ? states - holding : holding;
  return steps_.failing() ? result - steps_.failing()->states : result;
}

// True: nothing is left to look for.
bool BddDecision::find_targets(const bdd& fresh) {
  bool is_done = !asked_.runs;
  for (Target& target : targets_) {
    if (!is_reachability(*context_.queries[target.query]) || !target.is_open) continue;
    const bdd found = targets_in(target, fresh);
    if (const auto failing = steps_.take_failing()) target.failure = failing->failure;
    target.is_open = found == bddfalse && !target.failure;
    is_done = is_done && !target.is_open;
  }
  return is_done;
}

void BddDecision::run() {
  for (const std::size_t i : members_) {
    targets_.push_back({i, context_.queries[i]->kind == QueryKind::invariantly});
    results_[i] = result_for(*context_.queries[i], Verdict::unknown, "");
  }
  within_limits([&] { reduction_ = make_reduction(); });
  bdds::Reach reach = make_reach(reduction_.get());
  within_limits([&] {
    const auto at_new = [&](const bdd& fresh) { return find_targets(fresh); };
    if (context_.options.trace == TraceKind::shortest) reach.breadth_first(start(), at_new);
    else reach.chained(start(), at_new);
    if (const auto failing = steps_.take_failing()) run_error_ = failing->failure;
  });
  for (Target& target : targets_) {
    if (is_reachability(*context_.queries[target.query])) conclude(target, reach);
    else conclude_run(target, reach);
  }
  within_limits([&] { add_statistics(reach); });
  for (const Target& target : targets_) explain(target);
}

void BddDecision::add_statistics(const bdds::Reach& reach) {
  const bdds::BigCount states = encoding_.count(reach.reached());
  const double most = static_cast<double>(std::numeric_limits<std::uint64_t>::max());
  const auto stored = states.approximate() < most ? static_cast<std::uint64_t>(states.approximate())
                                                  : std::numeric_limits<std::uint64_t>::max();
  BddSummary summary;
  summary.states = states.text();
  summary.nodes = static_cast<std::uint64_t>(bdd_nodecount(reach.reached()));
  summary.live_nodes = library_.live_nodes();
  summary.peak_nodes = library_.peak_nodes();
  summary.rounds = reach.rounds();
  summary.chained = context_.options.trace != TraceKind::shortest;
  summary.representing = reach.representing();
  summary.links = links_;
  for (const Target& target : targets_) {
    QueryResult& result = results_[target.query];
    result.statistics.stored = result.statistics.discrete_states = result.statistics.explored = stored;
    result.statistics.bytes = library_.bytes();
    result.statistics.seconds = context_.options.limits.passed() - begin_;
    result.bdd = summary;
    if (!reduction_) continue;
    result.symmetry.group = plan_.group;
    result.symmetry.strategy = reduction_->name();
    result.symmetry.canonical = reduction_->is_canonical();
  }
}

void BddDecision::conclude(Target& target, const bdds::Reach& reach) {
  QueryResult& result = results_[target.query];
  const bool existential = result.query->kind == QueryKind::reachable;
  if (target.failure) return context_.fail(result, target.failure);
  if (!target.is_open) result.verdict = existential ? Verdict::satisfied : Verdict::not_satisfied;
  else if (!stop_.empty()) result.leave_open(stop_);
  else if (run_error_) context_.fail(result, run_error_);
  else if (reach.complete()) result.verdict = existential ? Verdict::not_satisfied : Verdict::satisfied;
}

// E[] p, A<> p, p --> q.
void BddDecision::conclude_run(Target& target, const bdds::Reach& reach) {
  QueryResult& result = results_[target.query];
  if (run_error_ && stop_.empty()) return context_.fail(result, run_error_);
  FoundRun run;
  within_limits([&] {
    run = look_for_run(target, reach.reached());
    if (const auto failing = steps_.take_failing()) target.failure = failing->failure;
  });
  if (!stop_.empty()) return result.leave_open(stop_);
  if (target.failure) return context_.fail(result, target.failure);
  const bool existential = result.query->kind == QueryKind::potentially_always, found = run.starts != bddfalse;
  result.verdict = found == existential ? Verdict::satisfied : Verdict::not_satisfied;
  if (found) target.run = std::move(run);
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

// What ends the search for a trace leaves the verdict as it is. Verdicts come first: a trace may meet a limit.
void BddDecision::explain(const Target& target) {
  const bool has_trace = target.run || (is_reachability(*context_.queries[target.query]) && !target.is_open);
  if (context_.options.trace == TraceKind::off || !has_trace || target.failure) return;
  QueryResult& result = results_[target.query];
  within_limits([&] {
    if (target.run) make_run_trace(*target.run, result);
    else make_trace(target, result);
  });
  if (!stop_.empty() && !result.trace) result.reason = "no trace: " + stop_.text();
}

ZoneGraph BddDecision::make_graph(const BoundsAnalysis& bounds) const {
  ZoneGraphOptions options{BoundsMode::exact, Extrapolation::off, false, context_.options.reduce};
  options.dead_ids = dead_ids();
  return {network_, bounds, asked_.reads, options, plan_};
}

// To a state with which the run begins, and the run.
void BddDecision::make_run_trace(const FoundRun& found, QueryResult& result) {
  bdds::Reach reach = make_reach(reduction_.get());
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
  const bool timed = steps_.has_clocks();
  bdds::Reach reach = make_reach(timed ? nullptr : reduction_.get());
  reach.pass_errors();
  bdd reached = bddfalse;
  reach.breadth_first(start(), [&](const bdd& fresh) {
    steps_.take_failing();
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

bool BddDecision::is_delay(const Path& path, std::size_t step) {
  return steps_.has_clocks() &&
         (steps_.after_delay(encoding_.state(path[step])) & encoding_.state(path[step + 1])) != bddfalse;
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
std::optional<SymbolicRun> BddDecision::follow(ZoneGraph& graph, const Path& path) {
  std::vector<std::size_t> steps;
  std::vector<StateId> wanted;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (is_delay(path, i)) continue;
    steps.push_back(i);
    wanted.push_back(graph.unreduced().intern({path[i + 1].data(), network_.value_count()}));
  }
  const bool timed = steps_.has_clocks();
  return walk(graph.unreduced(), steps.size(), [&](std::size_t i, const UnreducedStep& step, ZoneId) {
    if (step.discrete == none) return false;
    if (timed) return step.discrete == wanted[i] && takes_clocks(step.transition, path[steps[i]], path[steps[i] + 1]);
    return step.discrete == wanted[i] || (reduction_ && graph.same_orbit(step.discrete, wanted[i]));
  });
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
