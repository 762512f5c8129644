// One exploration for one or several queries: what it is set up with, and what it says.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/adaptive/adaptive_space.h"
#include "engine/exchange/edge_partitions.h"
#include "engine/search/explorer.h"
#include "engine/search/maximal_runs.h"
#include "engine/space/symmetry_check.h"
#include "engine/space/zone_graph.h"
#include "engine/trace/lift.h"
#include "engine/verify/abstraction_plan.h"
#include "engine/verify/context.h"
#include "symmetry/orbits/canonical.h"

namespace orbita {

struct RankedStates;  // engine/certificate/certificate_writer.h

// What an exploration is for.
struct ExplorationRequest {
  bool deadlocks = false;             // aM instead of aLU
  bool proves_deadlock_free = false;  // aLU also for predicates with deadlocks (Features)
  bool runs = false;                  // runs are looked for, not states
  std::vector<ClockTest> observed{};  // clocks measured by sup/inf
  std::vector<SlotId> reads{};        // slots measured
  bool best_run = false;  // the verdict is known, the best run to one goal is looked for: past transitions that fail
  bool earliest = false;  // … the earliest states first
  bool no_symmetry = false;
  Approximation approximation = Approximation::exact;
  bool join = false;          // zones may be joined where their union is one
  unsigned threads = 1;       // that may share the exploration
  bool interpolates = false;  // Engine::interpolation; of one query about states
  // Sees every state as it is stored; then everything is explored.
  std::function<void(NodeId, const SymbolicState&)> visit{};
};

// Makes a space and an explorer for some queries, runs it, and explains what it found.
class Exploration {
 public:
  // `queries`: those explored together; nullptr: all.
  explicit Exploration(VerifyContext& context, ExplorationRequest request = {},
                       const std::vector<std::size_t>* queries = nullptr);

  SearchOutcome search(Goals& goals);
  // Every reachable state, where p --> q begins; explored when first asked for, then shared by all such queries.
  const SearchOutcome& reachable();
  // E[] p, A<> p, p --> q.
  MaximalRunOutcome search_runs(const Query& query, const std::pair<Predicate, Predicate>& predicates,
                                QueryResult& result);
  Statistics statistics(const SearchOutcome& outcome) const;
  SymmetrySummary symmetry_summary();
  void end_at(double seconds) { limits_.seconds = seconds; }  // since limits.since
  bool uses_symmetry() const { return symmetry_.active; }
  void explain_goal(const Goal& goal, QueryResult& result);
  void explain_error(const SearchOutcome& outcome, QueryResult& result);
  // The predicate of a goal fails in the state reached.
  void explain_failed_goal(const Goal& goal, QueryResult& result);

  // Hands over the certificate of a goal that was not found although everything was explored.
  void certify(std::size_t query, QueryResult& result);
  // The same for a query about runs of which there is none: `finished` are the states they were looked for in, each
  // after all that its steps lead to.
  void certify_runs(const Query& query, const std::pair<Predicate, Predicate>& predicates,
                    std::vector<SymbolicState> finished, QueryResult& result);

  ZoneGraph& graph() { return *graph_; }
  Explorer& explorer() { return *explorer_; }

 private:
  void prepare(const std::vector<std::size_t>* queries);
  Features features_of(const std::vector<std::size_t>* queries) const;
  void use_detected(const DetectedSymmetry::Use& use);
  bool may_turn_rings(const std::vector<std::size_t>* queries) const;
  void keep_alive_for_rotations();
  std::set<IdSetIndex> collect_queries(const std::vector<std::size_t>* queries, QueryTests& tests);
  std::string why_not_adaptive() const;
  void prepare_adaptive();
  std::unique_ptr<Explorer> make_explorer(const ExplorerPlan& plan);
  std::unique_ptr<Explorer> make_interpolation() const;
  std::unique_ptr<Explorer> make_stored_explorer(const ExplorerPlan& plan, Companion* companion);
  TestedSpace make_space() const;
  std::unique_ptr<ZoneGraph> make_graph() const;
  Limits limits_with_orbits();
  struct Start {  // of a run: a state, and the stored state it is part of
    SymbolicState state;
    Hit hit;
  };
  std::vector<Start> starts_in(const Predicate& p, PredicateEvaluator& evaluator);
  std::optional<std::vector<Start>> list_starts(const Query& query, const Predicate& p, QueryResult& result,
                                                MaximalRunOutcome& unfinished);
  void add_statistics(const MaximalRunOutcome& outcome, QueryResult& result) const;
  ZoneGraph& graph_of(const Hit& hit);
  std::vector<Zone> satisfying(ZoneGraph& graph, const Goal& goal, const SymbolicState& node) const;
  std::vector<Zone> failing(ZoneGraph& graph, const SymbolicState& state) const;
  std::optional<SymbolicRun> run_to(const Hit& hit,
                                    const std::function<std::vector<Zone>(const SymbolicState&)>& inside);
  std::optional<SymbolicRun> run_to_goal(const Goal& goal);
  std::optional<SymbolicRun> run_to_error(const Hit& error);
  double orbit_of(StateSpace& space, const SymbolicState& state, OrbitCounter& count) const;
  double estimated_orbit() const;
  // Does what makes a trace of a path. The verdict is known by then: whatever ends it costs the trace only.
  void explain(QueryResult& result, const std::function<void()>& make);
  void make_goal_trace(const Goal& goal, QueryResult& result);
  void make_error_trace(const SearchOutcome& outcome, QueryResult& result);
  void finish_trace(std::optional<Trace> trace, QueryResult& result);
  void finish_error(std::optional<Trace> trace, bool certain, QueryResult& result);
  bool explain_failing_step(ZoneGraph& graph, const SymbolicRun& run, bool certain, QueryResult& result);
  void explain_failed_run(MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                          const std::vector<SymbolicState>& prefix, const SymbolicState& start, QueryResult& result);
  // Tells something about what was found, also when the limits have just been reached: then there is half a second, and
  // 5 % more memory, for it. Says which limit ended that too, if one did.
  Stop tell(const std::function<void()>& work);
  void make_run_trace(const Query& query, MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                      const std::vector<SymbolicState>& prefix, const SymbolicState& start, QueryResult& result);
  void hand_over_certificate(std::size_t query, const RankedStates* ranked, bool with_reachable, QueryResult& result);
  void explain_run(const Query& query, MaximalRunSearch& search, const MaximalRunOutcome& outcome,
                   const std::vector<SymbolicState>& prefix, const SymbolicState& start, QueryResult& result);

  VerifyContext& context_;
  ExplorationRequest request_;
  Limits limits_;
  std::unique_ptr<Network> timed_;     // the network with one more clock, for the earliest states first
  const Network& network_;             // that one, or the context's
  std::optional<double> stop_seen_{};  // seconds since limits_.since when the user's wish to end was first noticed
  NetClockId time_clock_;
  std::unique_ptr<BoundsAnalysis> bounds_;
  std::optional<DetectedSymmetry::Use> detected_;  // what the queries leave of it
  SymmetryPlan symmetry_;
  std::string symmetry_note_;
  bool errors_depend_on_names_ = false;
  QueryReads reads_;
  Features features_;
  AbstractionPlan abstraction_;
  ExplorerPlan plan_;
  std::size_t query_ = 0;  // where there is only one
  VerifyOptions options_;  // the context's, as far as the engine knows them
  ZoneGraphOptions graph_options_;
  std::unique_ptr<Coverage> coverage_;
  // Where partitions are adapted: what edges respect, bounds of clocks with names, and the states.
  std::optional<exchange::EdgePartitions> exchanges_;
  std::unique_ptr<BoundsAnalysis> named_bounds_;
  std::unique_ptr<AdaptiveSpace> adaptive_;
  std::unique_ptr<ZoneGraph> graph_;
  std::unique_ptr<PredicateTester> tester_;  // of graph_
  std::unique_ptr<SymmetryCheck> check_;
  std::unique_ptr<Explorer> explorer_;
  std::optional<SearchOutcome> reachable_;
};

}  // namespace orbita
