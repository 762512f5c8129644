#include "engine/verify/exploration.h"

#include <algorithm>
#include <limits>

#include "engine/adaptive/adaptive_explorer.h"
#include "engine/interpolation/interpolation.h"
#include "engine/interpolation/label_check.h"
#include "engine/search/dives.h"
#include "engine/search/hashed.h"
#include "engine/search/lazy.h"
#include "engine/search/reachability.h"
#include "engine/team/distributed.h"
#include "engine/verify/endless.h"
#include "engine/verify/passed_states.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// With a clock more, the last one, that is never reset.
std::unique_ptr<Network> with_time(const Network& network) {
  auto timed = std::make_unique<Network>(network);
  add_time_clock(*timed);
  return timed;
}

bool is_member(const std::vector<std::size_t>* queries, std::size_t query) {
  return queries == nullptr || std::find(queries->begin(), queries->end(), query) != queries->end();
}

// "the edge T -> C of P respects {0,1}{2} on id_t; …", the first few.
std::string describe_asymmetry(const exchange::EdgePartitions& known) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(known.asymmetric.size(), most); ++i) {
    const exchange::AsymmetricPart& part = known.asymmetric[i];
    text += (text.empty() ? "" : "; ") + part.what + " respects " +
            known.partitions.describe(known.ids.layout, part.respects);
  }
  if (known.asymmetric.size() > most) text += "; and " + std::to_string(known.asymmetric.size() - most) + " more";
  return text;
}

}  // namespace

// ------------------------------------------------------------------ preparing

Exploration::Exploration(VerifyContext& context, ExplorationRequest request, const std::vector<std::size_t>* queries)
    : context_(context),
      request_(std::move(request)),
      limits_(context.limits_for(queries)),
      timed_(request_.earliest ? with_time(context.network) : nullptr),
      network_(timed_ ? *timed_ : context.network),
      time_clock_(timed_ ? timed_->clocks.id_of(timed_->clocks.back()) : none) {
  during("preparing the search", [&] { prepare(queries); });
}

Features Exploration::features_of(const std::vector<std::size_t>* queries) const {
  Features features = network_features(network_);
  features.is_about_data = queries != nullptr;
  for (std::size_t i = 0; i < context_.predicates.size(); ++i) {
    if (!is_member(queries, i)) continue;
    const auto& [first, second] = context_.predicates[i];
    features.mentions_deadlock |= first.has_deadlock || second.has_deadlock;
    features.is_about_data &= !first.has_clocks && !first.has_deadlock;
  }
  features.differences = compared_differences(*bounds_);
  features.measures_clocks = !request_.observed.empty();
  features.needs_deadlocks = request_.deadlocks;
  features.proves_deadlock_free = request_.proves_deadlock_free;
  features.looks_for_runs = request_.runs;
  features.looks_for_best_run = request_.best_run;
  features.earliest_first = request_.earliest;
  features.may_join = request_.join;
  features.visits_states = static_cast<bool>(request_.visit);
  features.approximation = request_.approximation;
  features.threads = request_.threads;
  features.interpolates = request_.interpolates;
  return features;
}

// Gathers tests and reads of the queries. The result: sets of ids that must not be reduced.
std::set<IdSetIndex> Exploration::collect_queries(const std::vector<std::size_t>* queries, QueryTests& tests) {
  const bool trusted = context_.options.trust_symmetry;
  std::set<IdSetIndex> excluded;
  if (!trusted) excluded = context_.symmetry->blocked();
  reads_ = {request_.reads, request_.reads, {}};
  for (std::size_t i = 0; i < context_.predicates.size(); ++i) {
    if (!is_member(queries, i)) continue;
    use_detected(context_.query_uses[i]);
    for (const SymmetryViolation& v : context_.query_violations[i]) {
      errors_depend_on_names_ |= !blocks_reduction(v);
      if (trusted || !blocks_reduction(v)) continue;
      excluded.insert(v.set);
      symmetry_note_ = "the query is not symmetric: " + v.message;
    }
    for (const Predicate* predicate : {&context_.predicates[i].first, &context_.predicates[i].second}) {
      collect_tests(network_, *predicate, tests);
      reads_.slots.insert(reads_.slots.end(), predicate->reads.begin(), predicate->reads.end());
      reads_.predicates.push_back(predicate);
    }
  }
  return excluded;
}

void Exploration::prepare(const std::vector<std::size_t>* queries) {
  check_limits();
  options_ = context_.options;
  if (request_.interpolates) {  // exact zones over all clocks, and every value as it is
    options_.abstraction = Abstraction::automatic;
    options_.subsumption = SubsumptionChoice::automatic;
    options_.lazy_bounds = options_.reduce = false;
  }
  const VerifyOptions& options = options_;
  if (queries != nullptr && queries->size() == 1) query_ = queries->front();
  if (queries != nullptr) {
    for (const std::size_t i : *queries) limits_.seconds = std::min(limits_.seconds, context_.deadline[i]);
  }
  QueryTests tests{request_.observed, {}, {}};
  // An earlier state covers a later one, never the other way round (ZoneGraphOptions::time_clock).
  if (time_clock_ != none) tests.everywhere.push_back({time_clock_, no_bound, unlimited});
  const std::set<IdSetIndex> excluded = collect_queries(queries, tests);
  bounds_ = std::make_unique<BoundsAnalysis>(network_, tests);
  features_ = features_of(queries);
  abstraction_ = plan_abstraction(features_, options);
  const SymmetryChoice choice = request_.no_symmetry || request_.interpolates ? SymmetryChoice::off : options.symmetry;
  SetCells cells = detected_ ? detected_->cells : SetCells();
  if (options.certified) cells = without_sets_as_bits(network_, std::move(cells));
  symmetry_ = plan_symmetry(network_, choice, excluded, abstraction_.is_exact, options.literal_sort, cells);
  if (detected_ && choice != SymmetryChoice::off && may_turn_rings(queries))
    use_rotations(symmetry_, network_, detected_->rotations);
  if (symmetry_.rotations) keep_alive_for_rotations();
  if (choice == SymmetryChoice::adaptive) {
    const std::string problem = why_not_adaptive();
    if (problem.empty()) prepare_adaptive();
    else symmetry_note_ = "partitions are not adapted: " + problem;
  }
  if (symmetry_.active || exchanges_) bounds_->forget_names(network_, symmetry_.orbits);
  plan_ = plan_explorer(features_, options, abstraction_, symmetry_.active);
  graph_options_ = {abstraction_.bounds, abstraction_.extrapolation, options.reduce, options.reduce};
  graph_options_.prove_deadlock_free = features_.proves_deadlock_free;
  graph_options_.time_clock = time_clock_;
  if (detected_ && symmetry_.active && !symmetry_.rotations) graph_options_.dead_ids = detected_->dead;
  graph_options_.simulation = abstraction_.prunes_by_simulation && !request_.interpolates;
  const bool both_ways = abstraction_.bounds == BoundsMode::maximum;
  coverage_ = std::make_unique<Coverage>(abstraction_.subsumption,
                                         both_ways ? bounds_->diagonals_both_ways() : bounds_->diagonals());
  graph_ = make_graph();
  if (exchanges_) {
    CanonicalOptions canonical;
    canonical.diagonal_property = abstraction_.is_exact;
    adaptive_ = std::make_unique<AdaptiveSpace>(network_, *named_bounds_, reads_, graph_options_, *coverage_,
                                                *exchanges_, canonical, limits_);
  }
  tester_ = std::make_unique<PredicateTester>(network_, *graph_);
  if (plan_.checks_symmetry) {
    std::vector<const Predicate*> predicates = reads_.predicates;
    std::erase_if(predicates, [](const Predicate* p) { return p->nodes.empty(); });
    check_ = std::make_unique<SymmetryCheck>(*graph_, std::move(predicates), options.seed,
                                             errors_depend_on_names_ || context_.symmetry->errors_depend_on_names());
  }
}

std::unique_ptr<ZoneGraph> Exploration::make_graph() const {
  auto graph = std::make_unique<ZoneGraph>(network_, *bounds_, reads_, graph_options_, symmetry_);
  graph->respect(limits_);
  return graph;
}

TestedSpace Exploration::make_space() const {
  std::unique_ptr<ZoneGraph> graph = make_graph();
  auto tester = std::make_unique<PredicateTester>(network_, *graph);
  return {std::move(graph), std::move(tester)};
}

std::unique_ptr<Explorer> Exploration::make_stored_explorer(const ExplorerPlan& plan, Companion* companion) {
  if (plan.kind == ExplorerKind::distributed) {
    const TeamOptions team{context_.options.team_round, plan.past_errors, plan.joining};
    return std::make_unique<DistributedExplorer>(
        plan.members, *graph_, *tester_, [this] { return make_space(); }, *coverage_, team, companion);
  }
  ReachabilityOptions options;
  options.order = plan.order;
  options.seed = context_.options.seed;
  options.time_clock = time_clock_;
  options.strict = plan.strict;
  options.past_errors = plan.past_errors;
  options.explore_all = plan.shows_states;
  options.joining = plan.joining;
  if (check_) options.before_expansion = [this](const SymbolicState& state) { check_->test(state); };
  options.visit = request_.visit;
  return std::make_unique<ReachabilityExplorer>(*graph_, *tester_, *coverage_, options, companion);
}

// What adapting partitions does not apply to; "" if nothing.
std::string Exploration::why_not_adaptive() const {
  if (request_.runs || request_.visit || !request_.observed.empty() || !request_.reads.empty())
    return "only E<> and A[] are decided by reachability alone";
  if (features_.mentions_deadlock) return "what is deadlocked depends on every edge";
  if (request_.best_run || request_.earliest) return "the best run is looked for";
  if (features_.approximation != Approximation::exact) return "states are approximated";
  if (features_.has_stopwatches) return "clocks may stand still";
  if (features_.differences != ComparedDifferences::absent) return "differences of clocks are compared";
  if (abstraction_.extrapolation != Extrapolation::off) return "zones are extrapolated";
  if (context_.options.explored) return "the states are shown";
  return "";
}

void Exploration::prepare_adaptive() {
  try {
    exchange::IdClasses ids = exchange::find_id_classes(network_);
    if (ids.empty()) return;
    exchanges_ = exchange::prove_exchanges(network_, ids);
    symmetry_ = {};
    symmetry_.orbits = CellOrbits(exchanges_->ids.layout);
    symmetry_.strategy = "adaptive";
    for (const LayoutSet& set : exchanges_->ids.layout.sets) {
      if (!set.reduced || set.count < 2) continue;
      symmetry_.group += (symmetry_.group.empty() ? "S_" : " x S_") + std::to_string(set.count) + " on " + set.name;
    }
    named_bounds_ = std::make_unique<BoundsAnalysis>(*bounds_);
  } catch (const symmetry::LayoutError& error) {
    exchanges_.reset();
    symmetry_note_ = std::string("partitions are not adapted: ") + error.what();
  }
}

std::unique_ptr<Explorer> Exploration::make_interpolation() const {
  const Query& query = *context_.queries[query_];
  return std::make_unique<InterpolationExplorer>(*graph_, *tester_, *bounds_, *coverage_,
                                                 context_.predicates[query_].first, *query.predicate,
                                                 query.kind == QueryKind::invariantly, InterpolationOptions{});
}

std::unique_ptr<Explorer> Exploration::make_explorer(const ExplorerPlan& plan) {
  if (adaptive_) {
    const auto respected_by = [this](const Predicate& p) {
      return exchange::prove_predicate(network_, *exchanges_, p);
    };
    return std::make_unique<AdaptiveExplorer>(network_, *adaptive_, *graph_, respected_by,
                                              AdaptiveExplorer::Options{plan.strict, plan.shows_states});
  }
  if (plan.kind == ExplorerKind::interpolation) return make_interpolation();
  const auto space = [this] { return make_space(); };
  if (plan.kind == ExplorerKind::lazy)
    return std::make_unique<LazyExplorer>(*graph_, *tester_, plan.order != Order::breadth_first);
  if (plan.kind == ExplorerKind::hashed) {
    const bool bits = features_.approximation == Approximation::bits;
    tester_.reset();  // the explorer makes spaces of its own
    graph_.reset();
    return std::make_unique<HashedExplorer>(space, bits ? context_.options.log2_bits : 0);
  }
  if (!plan.dives) return make_stored_explorer(plan, nullptr);
  ReachabilityOptions options;
  options.seed = context_.options.seed;
  options.past_errors = plan.past_errors;
  options.joining = plan.joining;
  auto dives = std::make_unique<Dives>(space, *coverage_, options, context_.options.dive_after);
  std::unique_ptr<Explorer> main = make_stored_explorer(plan, dives.get());
  return std::make_unique<DivingExplorer>(std::move(dives), std::move(main));
}

// ------------------------------------------------------------------- exploring

SearchOutcome Exploration::search(Goals& goals) {
  const LimitScope scope(limits_.work());
  const Limits limits = limits_with_orbits();
  explorer_ = make_explorer(plan_);
  SearchOutcome outcome = explorer_->run(goals, limits);
  if (outcome.must_run_alone) {
    explorer_.reset();
    features_.threads = 1;
    plan_ = plan_explorer(features_, context_.options, abstraction_, symmetry_.active);
    explorer_ = make_explorer(plan_);
    outcome = explorer_->run(goals, limits);
  }
  if (context_.options.check_labels && plan_.kind == ExplorerKind::interpolation && outcome.complete &&
      goals.open() > 0) {
    auto& explorer = static_cast<InterpolationExplorer&>(*explorer_);
    constexpr std::uint32_t states_per_node = 25;
    LabelCheck check(explorer, *goals[0].predicate, goals[0].negated, context_.options.seed, states_per_node);
    if (const std::string problem = check.problem(); !problem.empty()) throw SymmetryBroken(problem);
  }
  if (plan_.shows_states) {
    const std::lock_guard lock(context_.showing_states);
    tell([&] { context_.options.explored(PassedStates(*graph_, *explorer_)); });
  }
  return outcome;
}

// Progress also tells the mean size of orbits.
Limits Exploration::limits_with_orbits() {
  Limits limits = limits_;
  if (!limits.progress || !symmetry_.active) return limits;
  limits.progress = [this](Progress now) {
    try {
      now.orbit_mean = estimated_orbit();
    } catch (const LimitReached&) {  // the search is about to notice
    }
    limits_.progress(now);
  };
  return limits;
}

Stop Exploration::tell(const std::function<void()>& work) {
  constexpr double grace = 0.5;
  const Limits before = limits_;
  limits_.seconds =
      context_.options.limits.seconds + grace;  // of all explorations: what is found is told with the others' time
  if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) {
    if (!stop_seen_) stop_seen_ = limits_.passed();
    limits_.seconds = std::min(limits_.seconds, *stop_seen_ + grace);
    limits_.stop = nullptr;
  }
  if (limits_.resident != std::numeric_limits<std::size_t>::max()) limits_.resident += limits_.resident / 20;
  const LimitScope scope(limits_.work());
  Stop stop = limit_met_by(work);
  limits_ = before;
  return stop;
}

// ------------------------------------------------------------------ statistics

Statistics Exploration::statistics(const SearchOutcome& outcome) const {
  Statistics s = explorer_ ? explorer_->statistics() : Statistics{};
  s.explored = outcome.explored;
  s.transitions = outcome.transitions;
  s.seconds = outcome.seconds;
  return s;
}

SymmetrySummary Exploration::symmetry_summary() {
  // Counting an orbit may cost as much as finding its representative; beyond this many states it is left out.
  constexpr std::uint64_t most_counted = 200'000;
  SymmetrySummary summary;
  summary.group = symmetry_.group;
  summary.strategy = symmetry_.strategy;
  summary.note = symmetry_note_.empty() ? symmetry_.note : symmetry_note_;
  if (adaptive_ && explorer_) {
    summary.partitions = static_cast<const AdaptiveExplorer&>(*explorer_).partitions_met();
    summary.asymmetric = describe_asymmetry(*exchanges_);
  }
  if (!symmetry_.active) return summary;
  const auto add = [&](const StateSpace& space) {
    const CanonicalStatistics* s = static_cast<const ZoneGraph&>(space).reducer().statistics();
    if (s != nullptr) summary.not_canonical += s->non_canonical;
  };
  if (explorer_) explorer_->for_each_space(add);
  else add(*graph_);
  summary.canonical = summary.not_canonical == 0;
  if (!explorer_ || explorer_->statistics().stored > most_counted) return summary;
  const Stop stop = tell([&] {
    OrbitCounter count(symmetry_.layout);
    explorer_->for_each_state([&](StateSpace& space, const SymbolicState& state, const Hit&) {
      poll_limits();
      summary.orbit_sum += orbit_of(space, state, count);
    });
  });
  if (!stop.empty()) summary.orbit_sum = 0;
  return summary;
}

// ------------------------------------------------------------------------ runs

const SearchOutcome& Exploration::reachable() {
  Goals no_goals;
  if (!reachable_) reachable_ = search(no_goals);
  return *reachable_;
}

// The reachable states with p, cut to p, and the stored states they are part of.
std::vector<Exploration::Start> Exploration::starts_in(const Predicate& p, PredicateEvaluator& evaluator) {
  std::vector<Start> starts;
  explorer_->for_each_state([&](StateSpace& space, const SymbolicState& state, const Hit& hit) {
    check_limits();
    const Federation where = evaluator.satisfying(p, false, state.discrete, space.zones().zone(state.zone));
    for (const Zone& part : where.parts()) starts.push_back({{state.discrete, space.zones().intern(part.view())}, hit});
  });
  return starts;
}

// Where runs begin; nullopt: that is not known, as the result or the unfinished outcome says.
std::optional<std::vector<Exploration::Start>> Exploration::list_starts(const Query& query, const Predicate& p,
                                                                        QueryResult& result,
                                                                        MaximalRunOutcome& unfinished) {
  if (query.kind != QueryKind::leads_to) {
    const std::optional<SymbolicState> initial = graph_->unreduced().initial(false);
    return initial ? std::vector<Start>{{*initial, {none}}} : std::vector<Start>();
  }
  result.statistics = statistics(reachable());
  if (reachable().error) {
    result.verdict = Verdict::error;
    explain_error(reachable(), result);
    return std::nullopt;
  }
  if (!reachable().complete) {
    unfinished.stop = reachable().stop;
    return std::nullopt;
  }
  PredicateEvaluator evaluator(network_, *graph_);
  std::vector<Start> starts = starts_in(p, evaluator);
  if (!evaluator.failure()) return starts;
  context_.fail(result, evaluator.failure());
  return std::nullopt;
}

MaximalRunOutcome Exploration::search_runs(const Query& query, const std::pair<Predicate, Predicate>& predicates,
                                           QueryResult& result) {
  const LimitScope scope(limits_.work());
  MaximalRunOutcome unfinished;
  const std::optional<std::vector<Start>> starts = list_starts(query, predicates.first, result, unfinished);
  if (!starts) return unfinished;
  const bool leads_to = query.kind == QueryKind::leads_to;
  const bool negated = query.kind != QueryKind::potentially_always;
  MaximalRunSearch runs(network_, *graph_, *coverage_, leads_to ? predicates.second : predicates.first, negated,
                        leads_to ? &predicates.first : nullptr, check_.get());
  std::vector<SymbolicState> states;
  for (const Start& start : *starts) states.push_back(start.state);
  std::vector<SymbolicState> finished;
  if (context_.options.certified) runs.keep_finished(finished);
  MaximalRunOutcome outcome = runs.run(states, limits_);
  add_statistics(outcome, result);
  if (context_.options.certified && outcome.complete && !outcome.found)
    certify_runs(query, predicates, std::move(finished), result);
  const bool failed = outcome.end == MaximalRunOutcome::End::error;
  if (!outcome.found || (!failed && context_.options.trace == TraceKind::off)) return outcome;
  const Start& start = (*starts)[outcome.start];
  std::vector<SymbolicState> prefix;
  if (leads_to) prefix = explorer_->path_to(start.hit);
  if (failed && leads_to && plan_.joining != Joining::off)
    context_.fail(result, outcome.failure);  // paths through joined zones are not found again
  else if (failed) explain(result, [&] { explain_failed_run(runs, outcome, prefix, start.state, result); });
  else explain(result, [&] { explain_run(query, runs, outcome, prefix, start.state, result); });
  return outcome;
}

void Exploration::add_statistics(const MaximalRunOutcome& outcome, QueryResult& result) const {
  Statistics& statistics = result.statistics;
  statistics.stored += outcome.stored;
  statistics.explored += outcome.explored;
  statistics.transitions += outcome.transitions;
  statistics.seconds += outcome.seconds;
  statistics.discrete_states = graph_->state_count();
  statistics.zones = graph_->zones().size();
  statistics.operations = graph_->zones().op_count();
  statistics.bytes = std::max(statistics.bytes, graph_->memory());
}

}  // namespace orbita
