// sup, inf and bounds: the extreme values of expressions over all reachable states.
#include "engine/verify/decide.h"

#include <algorithm>

#include "engine/verify/exploration.h"
#include "engine/verify/extremes.h"
#include "engine/verify/growth.h"

namespace orbita {

namespace {

class Measuring {
 public:
  Measuring(VerifyContext& context, std::size_t query)
      : context_(context),
        index_(query),
        query_(*context.queries[query]),
        measures_(context.measures[query]),
        extremes_(query_) {}

  QueryResult run() {
    QueryResult result;
    result.query = &query_;
    for (;;) {
      const SearchOutcome outcome = explore(result);
      if (result.verdict == Verdict::error) {
        context_.qualify(result, true);
        return result;
      }
      if (!outcome.complete) {
        result.leave_open(outcome.stop);
        break;
      }
      const std::int64_t beyond = extremes_.beyond_observed();
      if (beyond <= extremes_.observed()) {
        result.verdict = Verdict::satisfied;
        break;
      }
      if (beyond > largest_observed) {
        result.verdict = Verdict::unknown;
        result.reason = "a measured clock exceeds " + std::to_string(largest_observed);
        break;
      }
      extremes_.observe(beyond * 2);
    }
    extremes_.report(result);
    context_.qualify(result, true);
    return result;
  }

 private:
  SearchOutcome explore(QueryResult& result) {
    ExplorationRequest request;
    for (const Measure& m : measures_) {
      request.reads.insert(request.reads.end(), m.reads.begin(), m.reads.end());
      for (const NetClockId x : m.clock_candidates)
        request.observed.push_back({x, extremes_.observed(), extremes_.observed()});
    }
    std::unique_ptr<PredicateEvaluator> evaluator;
    std::unique_ptr<Exploration> exploration;
    request.visit = [&](NodeId node, const SymbolicState& state) {
      look(exploration->graph(), *evaluator, node, state);
    };
    const std::vector<std::size_t> only{index_};
    exploration = std::make_unique<Exploration>(context_, std::move(request), &only);
    evaluator = std::make_unique<PredicateEvaluator>(context_.network, exploration->graph());
    extremes_.restart();
    failure_ = {};
    Goals no_goals;
    const SearchOutcome outcome = exploration->search(no_goals);
    result.statistics = exploration->statistics(outcome);
    result.symmetry = exploration->symmetry_summary();
    if (failure_) {
      context_.fail(result, failure_);
    } else if (outcome.error) {
      result.verdict = Verdict::error;
      exploration->explain_error(outcome, result);
    }
    if (outcome.complete) find_growth(*exploration);
    return outcome;
  }

  void look(ZoneGraph& graph, PredicateEvaluator& evaluator, NodeId node, const SymbolicState& state) {
    const Zone stored = graph.zones().zone(state.zone);
    const ConstMatrix zone = stored.view();
    Federation where{Zone(zone)};
    if (query_.predicate != nullptr)
      where = evaluator.satisfying(context_.predicates[index_].first, false, state.discrete, zone);
    for (const Zone& part : where.parts()) {
      for (std::size_t i = 0; i < measures_.size(); ++i)
        measure_part(graph, evaluator, {node, state.discrete}, part, i);
    }
    if (evaluator.failure() && !failure_) failure_ = evaluator.failure();
    evaluator.clear_failure();
  }

  struct Place {
    NodeId node;
    StateId discrete;
  };
  void measure_part(const ZoneGraph& graph, PredicateEvaluator& evaluator, const Place& place, const Zone& part,
                    std::size_t i) {
    const StateId discrete = place.discrete;
    const Measure& m = measures_[i];
    const std::int64_t data = evaluator.data_of(m, discrete);
    if (!m.is_clock) return extremes_.add(i, data);
    const ClockIndex at = zone_position(graph.shape(discrete), evaluator.clock_of(m, discrete));
    extremes_.add(i, data, part(at, reference_clock), part(reference_clock, at), place.node);
  }

  // Clocks that went beyond what is observed may go on for ever; where that is certain they need not be followed.
  void find_growth(Exploration& exploration) {
    if (context_.predicates[index_].first.has_clocks) return;  // might hold for some of their values only
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const Measure& m = measures_[i];
      if (!m.is_clock || m.clock_candidates.size() != 1 || extremes_.is_infinite(i) ||
          extremes_.highest(i) <= extremes_.observed()) {
        continue;
      }
      const std::vector<SymbolicState> path = exploration.explorer().path_to({extremes_.highest_at(i)});
      if (grows_for_ever(exploration.graph(), path, m.clock_candidates.front())) extremes_.set_infinite(i);
    }
  }

  VerifyContext& context_;
  std::size_t index_;
  const Query& query_;
  const std::vector<Measure>& measures_;
  Extremes extremes_;
  Failure failure_;
};

}  // namespace

QueryResult decide_measures(VerifyContext& context, std::size_t query) {
  if (!may_count(context)) return Measuring(context, query).run();
  std::string why_not;
  if (std::optional<QueryResult> counted = measure_by_counting(context, query, why_not)) return *counted;
  if (context.numbers) {
    context.leave(query, why_not);
    return result_for(*context.queries[query], Verdict::unknown, why_not);
  }
  QueryResult result = Measuring(context, query).run();
  note_not_counted(context, why_not, result);
  return result;
}

}  // namespace orbita
