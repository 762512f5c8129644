#include "engine/verify/exploration.h"

#include <algorithm>
#include <limits>
#include <new>
#include <stdexcept>

#include "engine/verify/endless.h"
#include "engine/verify/passed_states.h"
#include "engine/verify/zone_setting.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

void collect_reads(const Predicate& predicate, std::vector<std::uint32_t>& reads) {
  reads.insert(reads.end(), predicate.reads.begin(), predicate.reads.end());
}

// With a clock more, the last one, that is never reset.
std::unique_ptr<Network> with_time(const Network& network) {
  auto timed = std::make_unique<Network>(network);
  add_time_clock(*timed);
  return timed;
}

}  // namespace

bool Task::over_approximates(const Query& query) const {
  return network.has_stopwatches || (options.approximation == Approximation::hull && is_reachability(query));
}

void Task::qualify(QueryResult& result, bool witness) const {
  if (!over_approximates(*result.query) || result.verdict == Verdict::unknown) return;
  if (result.verdict == Verdict::error) {
    result.reason = "over-approximation: may fail: " + result.reason;
    result.verdict = Verdict::unknown;
    return;
  }
  if (is_reachability(*result.query) && !witness) return;  // what the larger zones do not reach is not reachable
  if (is_measure(*result.query)) {
    result.reason = "over-approximation: the values met lie within those given, which may not be met themselves";
  } else {
    result.reason = result.verdict == Verdict::satisfied ? "over-approximation: may be satisfied"
                                                         : "over-approximation: may not be satisfied";
  }
  result.leaning = result.verdict;
  result.verdict = Verdict::unknown;
}

void Task::fail(QueryResult& result, const Failure& failure) const {
  result.verdict = Verdict::error;
  result.reason = describe(*programs, failure);
  result.error = locate_error(model, *result.query, programs->error_sites[failure.site].span);
}

Exploration::Exploration(Task& task, ExplorationNeeds needs, const std::vector<std::size_t>* members)
    : task_(task),
      limits_(task.options.limits),
      timed_(needs.earliest ? with_time(task.network) : nullptr),
      network_(timed_ ? *timed_ : task.network),
      time_clock_(timed_ ? static_cast<std::uint32_t>(timed_->clocks.size() - 1) : none),
      best_run_(needs.best_run) {
  during("preparing the search", [&] { prepare(std::move(needs), members); });
}

void Exploration::prepare(ExplorationNeeds needs, const std::vector<std::size_t>* members) {
  check_limits();
  Task& task = task_;
  if (members != nullptr) {
    for (const std::size_t i : *members) limits_.seconds = std::min(limits_.seconds, task.until[i]);
  }
  threads_ = needs.threads;
  const bool measured = !needs.observed.empty();
  QueryTests tests{std::move(needs.observed), {}, {}};
  approximation_ = needs.approximation;
  const bool hashed = approximation_ == Approximation::hash || approximation_ == Approximation::bits;
  // An earlier state covers a later one, never the other way round (GraphOptions::time_clock).
  if (time_clock_ != none) tests.everywhere.push_back({time_clock_, no_bound, unlimited});
  reads_ = {needs.reads, needs.reads, {}};
  // Where priorities block, a transition is taken where another one's guard and invariant do *not* hold:
  // every test counts as its opposite too, which is what the M bounds say.
  bool deadlocks = needs.deadlocks || network_.has_channel_priority || network_.has_process_priority;
  std::set<IdSetIndex> excluded;
  if (!task.options.trust_symmetry) excluded = task.symmetry->blocked();
  bool errors_depend_on_names = false;
  for (std::size_t i = 0; i < task.predicates.size(); ++i) {
    if (members != nullptr && std::find(members->begin(), members->end(), i) == members->end()) continue;
    for (const SymmetryViolation& v : task.query_violations[i]) {
      errors_depend_on_names |= !blocks_reduction(v);
      if (task.options.trust_symmetry || !blocks_reduction(v)) continue;
      excluded.insert(v.set);
      symmetry_note_ = "the query is not symmetric: " + v.message;
    }
    for (const Predicate* predicate : {&task.predicates[i].first, &task.predicates[i].second}) {
      collect_tests(network_, *predicate, tests);
      collect_reads(*predicate, reads_.slots);
      reads_.predicates.push_back(predicate);
      deadlocks |= predicate->has_deadlock && !needs.watch_deadlocks;
    }
  }
  const auto is_about_data = [&](std::size_t i) {
    return !task.predicates[i].first.has_clocks && !task.predicates[i].first.has_deadlock;
  };
  const bool data_only = members != nullptr && std::all_of(members->begin(), members->end(), is_about_data);
  bounds_ = std::make_unique<BoundsAnalysis>(network_, tests);
  const ZoneSetting setting = zone_setting(task.options.abstraction, task.options.subsumption,
                                           {deadlocks, hashed, measured, compared_differences(*bounds_)});
  const bool extrapolates = setting.extrapolation != Extrapolation::off;
  graph_options_ = {setting.bounds, setting.extrapolation, task.options.reduce, task.options.reduce};
  graph_options_.watch_deadlocks = needs.watch_deadlocks;
  graph_options_.time_clock = time_clock_;
  graph_options_.simulation = setting.subsumption == Subsumption::simulation && bounds_->diagonals().empty() &&
                              !extrapolates && !needs.liveness;
  const bool exact = approximation_ != Approximation::hull && !extrapolates && network_.resets_to_zero_only &&
                     !network_.has_stopwatches;
  const SymmetryChoice choice = needs.no_symmetry ? SymmetryChoice::off : task.options.symmetry;
  symmetry_ = plan_symmetry(network_, choice, excluded, exact, task.options.literal_sort);
  if (symmetry_.active) bounds_->forget_names(network_, symmetry_.orbits);
  // Joined zones keep neither the order of clocks that sorting needs nor the shortest or fastest path.
  join_ = needs.join && task.options.join != Passed::Joining::off && approximation_ == Approximation::exact &&
          !symmetry_.active && !network_.has_stopwatches && !extrapolates &&
          setting.subsumption == Subsumption::simulation && time_clock_ == none &&
          task.options.trace != TraceKind::shortest && !task.options.explored;
  allows_lazy_ = data_only && !deadlocks && !symmetry_.active && !network_.has_stopwatches &&
                 bounds_->diagonals_known() && bounds_->diagonals().empty() && !extrapolates;
  graph_ = make_graph();
  if (task.options.check_symmetry && symmetry_.active && !best_run_) {
    std::vector<const Predicate*> predicates = reads_.predicates;
    std::erase_if(predicates, [](const Predicate* p) { return p->nodes.empty(); });
    errors_depend_on_names |= task.symmetry->errors_depend_on_names();
    check_ = std::make_unique<SymmetryCheck>(*graph_, std::move(predicates), task.options.seed, errors_depend_on_names);
  }
  const bool both_ways = setting.bounds == BoundsMode::maximum;
  coverage_ = std::make_unique<Coverage>(setting.subsumption,
                                         both_ways ? bounds_->diagonals_both_ways() : bounds_->diagonals());
}

std::unique_ptr<Graph> Exploration::make_graph() const {
  auto graph = std::make_unique<Graph>(network_, *bounds_, reads_, graph_options_, symmetry_);
  graph->respect(limits_);
  return graph;
}

SearchOptions Exploration::search_options() const {
  Order order = task_.options.order;
  if (task_.options.trace == TraceKind::shortest) order = Order::breadth_first;
  if (time_clock_ != none) order = Order::earliest;
  const Passed::Joining joining = approximation_ == Approximation::hull ? Passed::Joining::hull
                                  : join_                               ? task_.options.join
                                                                        : Passed::Joining::off;
  SearchOptions result;
  result.order = order;
  result.seed = task_.options.seed;
  result.time_clock = time_clock_;
  result.strict = task_.options.trace == TraceKind::shortest && approximation_ != Approximation::hull;
  result.past_errors = best_run_;
  result.joining = joining;
  result.check = check_.get();
  return result;
}

SearchOutcome Exploration::search(std::vector<Goal>& goals, const std::function<void(NodeId)>& visit) {
  const LimitScope scope(limits_.work());
  const bool shows_states = task_.options.explored && !best_run_;
  SearchOptions search_with = search_options();
  const bool in_any_order = search_with.order == Order::breadth_first && !search_with.strict && !visit &&
                            !shows_states && approximation_ == Approximation::exact;
  if (threads_ > 1 && in_any_order && !check_) {
    // Paths through joined zones are looked for backwards, in one store.
    if (task_.options.trace != TraceKind::off) search_with.joining = Passed::Joining::off;
    search_with.team_round = task_.options.team_round;
    team_ = std::make_unique<TeamSearch>(
        std::min(threads_, Team::most_members), goals.size(), *graph_, [this] { return make_graph(); }, *coverage_,
        search_with);
    search_with.team = &team_->first();
  }
  if (in_any_order) {
    dives_ =
        std::make_unique<Dives>([this] { return make_graph(); }, *coverage_, search_with, task_.options.dive_after);
    search_with.dives = dives_.get();
  }
  search_ = std::make_unique<Search>(*graph_, *coverage_, search_with);
  // Everything is explored where states are shown, also what comes after the goals.
  const std::function<void(NodeId)> nothing = [](NodeId) {};
  Limits limits = limits_;
  if (limits.progress && symmetry_.active) {
    limits.progress = [this](Progress now) {
      try {
        now.orbit_mean = estimated_orbit();
      } catch (const LimitReached&) {  // the search is about to notice
      }
      limits_.progress(now);
    };
  }
  if (team_) {
    std::vector<Goal> shared = goals;
    const SearchOutcome outcome = team_->run(*search_, shared, limits);
    const bool failed =
        outcome.error_node || std::ranges::any_of(shared, [](const Goal& goal) { return bool{goal.failure}; });
    if (!failed) {
      goals = std::move(shared);
      return outcome;
    }
    search_.reset();
    team_.reset();
    threads_ = 1;
    return search(goals, visit);
  }
  const SearchOutcome outcome = search_->run(goals, limits, visit ? visit : shows_states ? nothing : nullptr);
  if (shows_states) show_states();
  return outcome;
}

void Exploration::show_states() {
  const std::lock_guard lock(task_.showing_states);
  tell([&] { task_.options.explored(PassedStates(*graph_, search_->passed())); });
}

Stop Exploration::tell(const std::function<void()>& work) {
  constexpr double grace = 0.5;
  const Limits before = limits_;
  limits_.seconds =
      task_.options.limits.seconds + grace;  // of all explorations: what is found is told with the others' time
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

SearchOutcome Exploration::search_lazily(std::vector<Goal>& goals) {
  const LimitScope scope(limits_.work());
  lazy_ = std::make_unique<LazySearch>(*graph_, task_.options.order != Order::breadth_first);
  return lazy_->run(goals, limits_);
}

SearchOutcome Exploration::search_hashed(std::vector<Goal>& goals) {
  const LimitScope scope(limits_.work());
  const unsigned log2_bits = approximation_ == Approximation::bits ? task_.options.log2_bits : 0;
  hashed_ = std::make_unique<HashedSearch>([this] { return make_graph(); }, log2_bits);
  graph_.reset();  // the search has its own
  return hashed_->run(goals, limits_);
}

Statistics Exploration::statistics(const SearchOutcome& outcome) const {
  Statistics s;
  s.explored = outcome.explored;
  s.transitions = outcome.transitions;
  s.seconds = outcome.seconds;
  if (hashed_) {
    s.stored = hashed_->stored();
    s.discrete_states = hashed_->graph().states().size();
    s.zones = hashed_->graph().zones().size();
    s.bytes = hashed_->peak_memory();
    return s;
  }
  const auto add_graph = [&s](Graph& graph) {
    s.discrete_states += graph.states().size();
    s.zones += graph.zones().size();
    s.operations += graph.zones().op_count();
    s.zone_lookups += graph.zones().lookups();
    s.zone_hits += graph.zones().hits();
  };
  if (lazy_) {
    s.stored = lazy_->stored();
    s.bytes = lazy_->memory();
    add_graph(*graph_);
    return s;
  }
  for_each_search([&](const Search& search, Graph& graph) {
    s.stored += search.passed().stored();
    s.bytes += search.memory();
    s.times += search.times();
    add_graph(graph);
  });
  if (team_) s.discrete_states = team_->discrete_states();
  return s;
}

void Exploration::for_each_search(const std::function<void(const Search&, Graph&)>& visit) const {
  if (team_) team_->for_each(visit);
  else if (search_) visit(*search_, *graph_);
}

SymmetrySummary Exploration::symmetry_summary() {
  // Counting an orbit may cost as much as finding its representative; beyond this many states it is left out.
  constexpr std::uint64_t most_counted = 200'000;
  SymmetrySummary summary;
  summary.group = symmetry_.group;
  summary.strategy = symmetry_.strategy;
  summary.note = symmetry_note_.empty() ? symmetry_.note : symmetry_note_;
  if (!symmetry_.active) return summary;
  const Graph& graph = hashed_ ? hashed_->graph() : *graph_;
  if (hashed_ || lazy_ || !search_) {
    if (const CanonicalStatistics* s = graph.canonical_statistics()) summary.not_canonical = s->non_canonical;
    summary.canonical = summary.not_canonical == 0;
    return summary;
  }
  std::uint64_t stored = 0;
  for_each_search([&](const Search& search, const Graph& searched) {
    if (const CanonicalStatistics* s = searched.canonical_statistics()) summary.not_canonical += s->non_canonical;
    stored += search.passed().stored();
  });
  summary.canonical = summary.not_canonical == 0;
  if (stored > most_counted) return summary;
  const Stop stop = tell([&] {
    OrbitCounter count(symmetry_.layout);
    for_each_search([&](const Search& search, Graph& searched) {
      search.passed().for_each([&](NodeId n) {
        poll_limits();
        summary.orbit_sum += orbit_of(search, searched, n, count);
      });
    });
  });
  if (!stop.empty()) summary.orbit_sum = 0;
  return summary;
}

double Exploration::orbit_of(const Search& search, Graph& graph, NodeId node, OrbitCounter& count) const {
  const Passed::Node& at = search.passed()[node];
  std::vector<std::int32_t> row(network_.value_count());
  graph.values(at.discrete, row);
  return count(row, graph.shape(at.discrete).clocks, graph.zones().zone(at.zone));
}

// The mean over a few states spread over the store: progress is told often, so this has to be quick.
double Exploration::estimated_orbit() const {
  constexpr std::uint64_t samples = 24;
  const Passed& passed = search_->passed();
  OrbitCounter count(symmetry_.layout);
  double sum = 0, counted = 0;
  for (std::uint64_t k = 0; k < samples; ++k) {
    const NodeId n{static_cast<std::uint32_t>(passed.size() * (2 * k + 1) / (2 * samples))};
    if (n >= passed.end() || passed.is_covered(n)) continue;
    sum += orbit_of(*search_, *graph_, n, count);
    ++counted;
  }
  return counted > 0 ? sum / counted : 0;
}

// -------------------------------------------------------------------- liveness

const SearchOutcome& Exploration::reachable() {
  std::vector<Goal> no_goals;
  if (!reachable_) reachable_ = search(no_goals);
  return *reachable_;
}

// The reachable states with p, cut to p, and the nodes they are part of.
std::vector<Exploration::Start> Exploration::starts_in(const Predicate& p) {
  std::vector<Start> starts;
  search_->passed().for_each([&](NodeId n) {
    check_limits();
    const Passed::Node& node = search_->passed()[n];
    const Federation where = search_->evaluator().satisfying(p, false, node.discrete, graph_->zones().zone(node.zone));
    for (const Zone& part : where.parts()) starts.push_back({{node.discrete, graph_->zones().intern(part.view())}, n});
  });
  return starts;
}

MaximalRunOutcome Exploration::search_always(const Query& query, const std::pair<Predicate, Predicate>& predicates,
                                             QueryResult& result) {
  const LimitScope scope(limits_.work());
  std::vector<Start> starts;
  if (query.kind == QueryKind::leads_to) {
    result.statistics = statistics(reachable());
    if (reachable().error_node) {
      result.verdict = Verdict::error;
      explain_error(reachable(), result);
      return {};
    }
    if (!reachable().complete) {
      MaximalRunOutcome unfinished;
      unfinished.stop = reachable().stop;
      return unfinished;
    }
    starts = starts_in(predicates.first);
    if (search_->evaluator().failure()) {
      task_.fail(result, search_->evaluator().failure());
      search_->evaluator().clear_failure();
      return {};
    }
  } else if (const std::optional<SymbolicState> initial = graph_->initial_entry(false)) {
    starts.push_back({*initial, none});
  }
  const bool leads_to = query.kind == QueryKind::leads_to;
  const bool negated = query.kind != QueryKind::potentially_always;
  MaximalRunSearch always(*graph_, *coverage_, leads_to ? predicates.second : predicates.first, negated,
                          leads_to ? &predicates.first : nullptr, check_.get());
  std::vector<SymbolicState> nodes;
  for (const Start& start : starts) nodes.push_back(start.state);
  MaximalRunOutcome outcome = always.run(nodes, limits_);
  result.statistics.stored += outcome.stored;
  result.statistics.explored += outcome.explored;
  result.statistics.transitions += outcome.transitions;
  result.statistics.seconds += outcome.seconds;
  result.statistics.discrete_states = graph_->states().size();
  result.statistics.zones = graph_->zones().size();
  result.statistics.operations = graph_->zones().op_count();
  result.statistics.bytes = std::max(result.statistics.bytes, graph_->memory());
  const bool failed = outcome.end == MaximalRunOutcome::End::error;
  if (outcome.found && (failed || task_.options.trace != TraceKind::off)) {
    std::vector<SymbolicState> prefix;
    if (leads_to) prefix = search_->passed().path_to(starts[outcome.start].node);
    if (failed && leads_to && join_)
      task_.fail(result, outcome.failure);  // paths through joined zones are not found again
    else if (failed)
      explain(result, [&] { explain_failed_run(always, outcome, prefix, starts[outcome.start].state, result); });
    else explain(result, [&] { explain_run(query, always, outcome, prefix, starts[outcome.start].state, result); });
  }
  return outcome;
}

}  // namespace orbita
