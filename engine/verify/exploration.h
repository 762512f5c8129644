// One exploration for one or several queries: what it is set up with, and what it says.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/search/dives.h"
#include "engine/search/hashed_search.h"
#include "engine/search/lazy_search.h"
#include "engine/search/maximal_runs.h"
#include "engine/search/search.h"
#include "engine/space/symmetry_check.h"
#include "engine/team/team_search.h"
#include "engine/trace/joined_path.h"
#include "engine/trace/lift.h"
#include "engine/verify.h"
#include "symmetry/detect/detect.h"
#include "symmetry/orbits/canonical.h"

namespace orbita {

inline bool is_measure(const Query& query) {
  return query.kind == QueryKind::sup || query.kind == QueryKind::inf || query.kind == QueryKind::bounds;
}

inline bool is_reachability(const Query& query) {
  return query.kind == QueryKind::reachable || query.kind == QueryKind::invariantly;
}

// All queries of a call, compiled.
struct Task {
  const Model& model;
  const Network& network;
  const VerifyOptions& options;
  const std::vector<Query*>& queries;
  std::vector<std::pair<Predicate, Predicate>> predicates;  // p, and q of p --> q; by query
  std::shared_ptr<const Programs> programs;                 // of all queries, and the network's
  std::shared_ptr<const SymmetryModel> symmetry;
  std::vector<std::vector<SymmetryViolation>> query_violations;  // by query
  std::vector<std::vector<Measure>> measures;                    // of sup, inf and bounds; by query
  std::vector<double> until;                                     // seconds since limits.since; by query
  unsigned threads = 1;                                          // for each exploration
  std::mutex showing_states{};                                   // one call of options.explored at a time

  // Stopwatches and hulls make zones larger than they are: a state found may not exist.
  bool over_approximates(const Query& query) const;
  void qualify(QueryResult& result, bool witness) const;
  // The verdict is `error`, with what fails and where.
  void fail(QueryResult& result, const Failure& failure) const;
};

struct ExplorationNeeds {
  bool deadlocks = false;  // aM instead of aLU
  bool watch_deadlocks =
      false;              // aLU also for predicates with deadlocks: Goal::undecided says where that is not enough
  bool liveness = false;  // runs are looked for, not states
  std::vector<ClockTest> observed;   // clocks measured by sup/inf
  std::vector<std::uint32_t> reads;  // slots measured
  bool best_run = false;  // the verdict is known, the best run to one goal is looked for: past transitions that fail
  bool earliest = false;  // … the earliest states first
  bool no_symmetry = false;
  Approximation approximation = Approximation::exact;
  bool join = false;     // zones may be joined where their union is one
  unsigned threads = 1;  // that may share the exploration
};

class Exploration {
 public:
  explicit Exploration(Task& task, ExplorationNeeds needs = {}, const std::vector<std::size_t>* members = nullptr);

  SearchOutcome search(std::vector<Goal>& goals, const std::function<void(NodeId)>& visit = nullptr);
  // The same with states remembered by hash; statistics() and explain_…() then speak of this search.
  SearchOutcome search_hashed(std::vector<Goal>& goals);
  // The same with clock bounds that are found on the way, for explorations that allow it.
  SearchOutcome search_lazily(std::vector<Goal>& goals);
  bool allows_lazy_bounds() const { return allows_lazy_; }
  // Every reachable state, where p --> q begins; explored when first asked for, then shared by all such queries.
  const SearchOutcome& reachable();
  // E[] p, A<> p, p --> q.
  MaximalRunOutcome search_always(const Query& query, const std::pair<Predicate, Predicate>& predicates,
                                  QueryResult& result);
  Statistics statistics(const SearchOutcome& outcome) const;
  SymmetrySummary symmetry_summary();
  void end_at(double seconds) { limits_.seconds = seconds; }  // since limits.since
  bool uses_symmetry() const { return symmetry_.active; }
  void explain_goal(const Goal& goal, std::size_t index, QueryResult& result);
  void explain_error(const SearchOutcome& outcome, QueryResult& result);
  // The predicate of a goal fails in the state reached.
  void explain_failed_goal(const Goal& goal, std::size_t index, QueryResult& result);

  Graph& graph() { return hashed_ ? hashed_->graph() : *graph_; }
  Search& last_search() { return *search_; }

 private:
  void prepare(ExplorationNeeds needs, const std::vector<std::size_t>* members);
  struct Start {  // of a run: a state, and the node it is part of
    SymbolicState state;
    NodeId node = none;
  };
  std::vector<Start> starts_in(const Predicate& p);
  SearchOptions search_options() const;
  Graph& graph_of(const Goal& goal) { return goal.dive ? *dives_->found(*goal.dive).graph : graph(); }
  std::vector<Zone> satisfying(Graph& graph, const Goal& goal, const SymbolicState& node) const;
  std::vector<Zone> failing(NodeId node);
  std::optional<SymbolicRun> run_to_goal(const Goal& goal, std::size_t index);
  std::optional<SymbolicRun> run_to_error(NodeId node);
  std::optional<SymbolicRun> run_to(Graph& graph, const Passed& passed, NodeId node,
                                    const std::vector<Zone>& inside) const;
  std::unique_ptr<Graph> make_graph() const;
  // Calls visit(search, graph) for every member of a team, or the only one.
  void for_each_search(const std::function<void(const Search&, Graph&)>& visit) const;
  double orbit_of(const Search& search, Graph& graph, NodeId node, OrbitCounter& count) const;
  double estimated_orbit() const;
  // Does what makes a trace of a path. The verdict is known by then: whatever ends it costs the trace only.
  void explain(QueryResult& result, const std::function<void()>& make);
  void make_goal_trace(const Goal& goal, std::size_t index, QueryResult& result);
  void make_error_trace(const SearchOutcome& outcome, QueryResult& result);
  void finish_trace(std::optional<Trace> trace, QueryResult& result);
  void finish_error(std::optional<Trace> trace, bool certain, QueryResult& result);
  bool explain_failing_step(Graph& graph, const SymbolicRun& run, bool certain, QueryResult& result);
  void explain_failed_run(MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                          const std::vector<SymbolicState>& prefix, const SymbolicState& start, QueryResult& result);
  // Tells something about what was found, also when the limits have just been reached: then there is half a second, and
  // 5 % more memory, for it. Says which limit ended that too, if one did.
  Stop tell(const std::function<void()>& work);
  void show_states();
  void make_run_trace(const Query& query, MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                      const std::vector<SymbolicState>& prefix, const SymbolicState& start, QueryResult& result);
  void explain_run(const Query& query, MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                   const std::vector<SymbolicState>& prefix, const SymbolicState& start, QueryResult& result);

  Task& task_;
  Limits limits_;
  std::unique_ptr<Network> timed_;     // the network with one more clock, for the earliest states first
  const Network& network_;             // that one, or the task's
  std::optional<double> stop_seen_{};  // seconds since limits_.since when the user's wish to end was first noticed
  std::uint32_t time_clock_ = none;
  std::unique_ptr<BoundsAnalysis> bounds_;
  SymmetryPlan symmetry_;
  QueryReads reads_;
  GraphOptions graph_options_;
  Approximation approximation_ = Approximation::exact;
  bool best_run_ = false;
  bool join_ = false;
  bool allows_lazy_ = false;
  unsigned threads_ = 1;
  std::unique_ptr<Graph> graph_;
  std::unique_ptr<Coverage> coverage_;
  std::unique_ptr<TeamSearch> team_;  // whose first member search_ is
  std::unique_ptr<Search> search_;
  std::optional<SearchOutcome> reachable_;
  std::unique_ptr<Dives> dives_;
  std::unique_ptr<SymmetryCheck> check_;
  std::string symmetry_note_;
  std::unique_ptr<HashedSearch> hashed_;
  std::unique_ptr<LazySearch> lazy_;
};

}  // namespace orbita
