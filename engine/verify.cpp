#include "engine/verify.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "engine/compile/compile.h"
#include "engine/compile/query_compiler.h"
#include "engine/semantics/expand.h"
#include "engine/verify/abstraction_plan.h"
#include "engine/verify/best_trace.h"
#include "engine/verify/decide.h"
#include "engine/verify/endless.h"
#include "engine/verify/jobs.h"
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
  for (const ProcessId p : network.processes.ids()) {
    const NetLocation& at = network.location(row, p);
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

// One call of verify(), step by step.
class VerifyCall {
 public:
  VerifyCall(const Model& model, const Network& network, const std::vector<Query*>& queries,
             const VerifyOptions& options, std::shared_ptr<DetectedSymmetry> detected,
             const ExplorationProgress& progress)
      : options_(options), shared_(options), context_{model, network, shared_, queries} {
    context_.detected = std::move(detected);
    if (!progress) return;
    context_.progress = [this, show = progress](const Progress& now, const Members& members) {
      const std::lock_guard guard(showing_progress_);
      show(now, members);
    };
  }

  // Limits reached before there is anything to explore are thrown; from then on they are verdicts.
  void prepare();
  // Before prepare(): only what can be decided by counting these ids …
  void count_only(NumberIds ids) { context_.numbers = std::move(ids); }
  bool counts_only() const { return context_.numbers.has_value(); }
  // … and afterwards the queries that are left; here they are not counted.
  const std::map<std::size_t, std::string>& not_counted() const { return context_.not_counted; }
  void do_not_count(std::map<std::size_t, std::string> why) { context_.not_counted = std::move(why); }
  std::vector<QueryResult> run();

 private:
  void compile_queries();
  void find_violations();
  void find_initial_problem();
  void tell(std::size_t query) const {
    if (options_.decided) options_.decided(query, results_[query]);
  }
  void find_images();
  Members take_over_from_images();
  void rewrite_queries();
  Members decide_rewritten(const Members& members);
  std::vector<Job> verdict_jobs(const Members& members);
  std::vector<Job> bdd_jobs(const Members& members);
  std::vector<Job> best_trace_jobs();
  Job job(Members members, std::function<void(const Members&)> decide);
  template <class Decide>
  Members within_deadline(const Members& members, double deadline, Decide decide);
  template <class IsFinal>
  void run_all(const std::vector<Job>& jobs, IsFinal is_final);

  const VerifyOptions& options_;
  VerifyOptions shared_;  // what the explorations of this call have in common
  VerifyContext context_;
  std::vector<bool> decidable_;  // by query
  struct Image {
    std::size_t of = 0;     // another query, with the same verdict
    std::string exchanged;  // "P(0) and P(1)"
  };
  std::vector<std::optional<Image>> images_;  // by query
  struct AsAsked {                            // a query that is decided in another form
    Predicate predicate;
    DetectedSymmetry::Use use;
  };
  std::vector<std::optional<AsAsked>> as_asked_;  // by query
  bool has_initial_state_ = true;
  std::string endless_;  // why the search may not end
  std::mutex showing_progress_;
  Results results_;
};

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

// Queries that are other ones with two elements exchanged: those are decided, and these have the same verdict.
void VerifyCall::find_images() {
  images_.assign(context_.queries.size(), std::nullopt);
  if (context_.detected == nullptr || options_.approximation != Approximation::exact || options_.certified ||
      options_.explored)
    return;
  const auto of = [&](std::size_t i) {
    return DetectedSymmetry::Asked{{&context_.predicates[i].first, &context_.predicates[i].second},
                                   context_.query_uses[i].cells};
  };
  for (std::size_t j = 1; j < context_.queries.size(); ++j) {
    if (!decidable_[j] || is_measure(*context_.queries[j])) continue;
    for (std::size_t i = 0; i < j && !images_[j]; ++i) {
      // Queries with the same stabiliser are decided by one exploration anyway.
      if (!decidable_[i] || images_[i] || context_.queries[i]->kind != context_.queries[j]->kind ||
          context_.query_uses[i] == context_.query_uses[j] ||
          context_.predicates[i].first.nodes.size() != context_.predicates[j].first.nodes.size() ||
          context_.predicates[i].second.nodes.size() != context_.predicates[j].second.nodes.size())
        continue;
      const std::string exchanged = context_.detected->exchanged_in(of(i), of(j));
      if (!exchanged.empty()) images_[j] = Image{i, exchanged};
    }
  }
}

// Gives images the verdict of the query they are an image of. Returns those that have to be decided after all: with
// a trace, which names elements.
Members VerifyCall::take_over_from_images() {
  Members left;
  for (std::size_t j = 0; j < images_.size(); ++j) {
    if (!images_[j]) continue;
    const QueryResult& original = results_[images_[j]->of];
    if (original.trace || original.error || wants_best_trace(context_, images_[j]->of, original)) {
      left.push_back(j);
      continue;
    }
    const Query* query = results_[j].query;
    results_[j] = original;
    results_[j].query = query;
    const std::string why =
        "as for query " + std::to_string(images_[j]->of + 1) + ", with " + images_[j]->exchanged + " exchanged";
    results_[j].reason += results_[j].reason.empty() ? why : "; " + why;
    tell(j);
  }
  return left;
}

// E<> and A[] about some elements become queries about all that these can be exchanged with, where that leaves more
// symmetry. A trace would be one of some image: such queries are asked again for theirs.
void VerifyCall::rewrite_queries() {
  as_asked_.resize(context_.queries.size());
  context_.rewritten.assign(context_.queries.size(), false);
  if (context_.detected == nullptr || options_.engine == Engine::bdd ||
      options_.approximation != Approximation::exact || options_.certified || options_.explored)
    return;
  for (std::size_t i = 0; i < context_.queries.size(); ++i) {
    auto& [predicate, unused] = context_.predicates[i];
    if (!decidable_[i] || images_[i] || !is_reachability(*context_.queries[i])) continue;
    DetectedSymmetry::Use& use = context_.query_uses[i];
    if (!context_.detected->tells_apart(use)) continue;
    std::optional<Predicate> all = context_.detected->over_cells(
        predicate, context_.queries[i]->kind == QueryKind::invariantly, *context_.programs);
    if (!all) continue;
    DetectedSymmetry::Use wider = context_.detected->use_for({&*all, &unused}, {}, options_.reduce);
    if (!DetectedSymmetry::is_finer(use, wider)) continue;
    as_asked_[i] = AsAsked{std::move(predicate), std::move(use)};
    predicate = std::move(*all);
    use = std::move(wider);
    context_.rewritten[i] = true;
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
    context_.predicates[i].first = std::move(as_asked_[i]->predicate);
    context_.query_uses[i] = std::move(as_asked_[i]->use);
    context_.rewritten[i] = false;
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
  during("looking for symmetry", [&] { find_images(); });
  during("looking for symmetry", [&] { rewrite_queries(); });
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
    const LimitScope unlimited{WorkLimits{}};
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
    if (!decidable_[i] || images_[i]) continue;
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
  if (const Members left = take_over_from_images(); !left.empty()) run_all(verdict_jobs(left), is_final);
  run_all(best_trace_jobs(), [](std::size_t) { return true; });  // only when all verdicts are there
  return std::move(results_);
}

// A limit was reached before anything could be explored.
std::vector<QueryResult> leave_open(const std::vector<Query*>& queries, const VerifyOptions& options,
                                    const Stop& stop) {
  std::vector<QueryResult> results;
  for (const Query* query : queries) {
    results.push_back(query->checked ? result_for(*query, Verdict::unknown, "") : skip(*query, options, ""));
    if (query->checked) results.back().leave_open(stop);
    if (options.decided) options.decided(results.size() - 1, results.back());
  }
  return results;
}

struct Call {
  std::vector<QueryResult> results;
  std::map<std::size_t, std::string> left;  // by query: why it could not be decided by counting
};

// Queries of a call in the order of another one, which tells of them by its own positions.
struct Subset {
  std::vector<Query*> queries;
  std::vector<std::size_t> at;

  std::vector<std::size_t> outer(const std::vector<std::size_t>& members) const {
    std::vector<std::size_t> result;
    for (const std::size_t i : members) result.push_back(at[i]);
    return result;
  }
};

Call decide_all(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                const ExplorationProgress& progress, std::optional<NumberIds> numbers,
                std::map<std::size_t, std::string> not_counted) {
  IdSets ids;
  std::unique_ptr<Network> network;
  std::shared_ptr<DetectedSymmetry> detected;
  std::unique_ptr<VerifyCall> call;
  try {
    ids = IdSets(model);
    network = during("compiling the model", [&] { return compile(model, {.ids = &ids}); });
    const bool detects = !numbers && options.detect_symmetry && options.symmetry != SymmetryChoice::off &&
                         options.symmetry != SymmetryChoice::declared && options.symmetry != SymmetryChoice::adaptive &&
                         options.engine != Engine::interpolation;
    if (detects) detected = during("looking for symmetry", [&] { return DetectedSymmetry::find(*network); });
    call = std::make_unique<VerifyCall>(model, *network, queries, options, std::move(detected), progress);
    if (numbers) call->count_only(std::move(*numbers));
    call->do_not_count(std::move(not_counted));
    call->prepare();
  } catch (const LimitReached& limit) {
    return {leave_open(queries, options, limit.stop()), {}};
  }
  const bool counts = call->counts_only();
  std::vector<QueryResult> results = call->run();
  return {std::move(results), counts ? call->not_counted() : std::map<std::size_t, std::string>()};
}

// What counting has left, with whatever symmetry is found.
void decide_rest(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                 const ExplorationProgress& progress, Call& call) {
  Subset rest;
  std::map<std::size_t, std::string> not_counted;
  for (const auto& [query, why] : call.left) {
    not_counted[rest.at.size()] = why;
    rest.at.push_back(query);
    rest.queries.push_back(queries[query]);
  }
  VerifyOptions inner = options;
  if (options.decided) inner.decided = [&](std::size_t i, const QueryResult& r) { options.decided(rest.at[i], r); };
  ExplorationProgress shown;
  if (progress) shown = [&](const Progress& now, const Members& members) { progress(now, rest.outer(members)); };
  std::vector<QueryResult> results =
      decide_all(model, rest.queries, inner, shown, std::nullopt, std::move(not_counted)).results;
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].explored_with = rest.outer(results[i].explored_with);
    call.results[rest.at[i]] = std::move(results[i]);
  }
}

}  // namespace

std::vector<QueryResult> verify(const Model& model, const std::vector<Query*>& queries, const VerifyOptions& options,
                                const ExplorationProgress& progress) {
  VerifyOptions timed = options;
  if (!timed.limits.since) timed.limits.since = std::chrono::steady_clock::now();
  const LimitScope scope(timed.limits.work());
  if (!model.refusals.empty()) return skip_all(model, queries, timed);
  Call call = decide_all(model, queries, timed, progress, numbers_to_count(model, timed), {});
  if (!call.left.empty()) decide_rest(model, queries, timed, progress, call);
  return std::move(call.results);
}

}  // namespace orbita
