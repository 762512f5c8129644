// sup, inf and bounds: the extreme values of expressions over all reachable states.
#include "engine/verify/decide.h"

#include <algorithm>

#include "engine/verify/exploration.h"
#include "engine/verify/growth.h"
#include "parser/print/printer.h"

namespace orbita {

namespace {

constexpr std::int32_t largest_observed = 1 << 24;  // beyond it a supremum is reported as a lower limit

// The largest value found so far; inf keeps that of the negated expression.
struct Extreme {
  bool reached = false;
  bool infinite = false;
  std::int64_t value = 0;
  bool strict = false;

  void raise(std::int64_t candidate, bool is_strict) {
    if (!reached || candidate > value || (candidate == value && strict && !is_strict)) {
      value = candidate;
      strict = is_strict;
    }
    reached = true;
  }
};

// What is known of a clock (plus data) beyond the value up to which valuations are told apart: the clock itself
// decides, whatever is added to it.
struct Beyond {
  std::int64_t highest = 0;       // finite upper bound of the clock …
  NodeId highest_at = none;       // … and the node with it
  std::int64_t least_hidden = 0;  // where the clock lies beyond: no such valuation measures less
  std::int64_t lowest = 0;        // and the clock's lower bound there
  bool hides = false;

  void hide(std::int64_t value, std::int64_t clock) {
    if (hides && least_hidden <= value) return;
    hides = true;
    least_hidden = value;
    lowest = clock;
  }
};

class Measuring {
 public:
  Measuring(VerifyContext& context, std::size_t query)
      : context_(context), index_(query), query_(*context.queries[query]), measures_(context.measures[query]) {}

  QueryResult run() {
    grows_.assign(measures_.size(), false);
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
      const std::int64_t beyond = beyond_observed();
      if (beyond <= observed_) {
        result.verdict = Verdict::satisfied;
        break;
      }
      if (beyond > largest_observed) {
        result.verdict = Verdict::unknown;
        result.reason = "a measured clock exceeds " + std::to_string(largest_observed);
        break;
      }
      observed_ = static_cast<std::int32_t>(beyond * 2);
    }
    report(result);
    context_.qualify(result, true);
    return result;
  }

 private:
  SearchOutcome explore(QueryResult& result) {
    ExplorationRequest request;
    for (const Measure& m : measures_) {
      request.reads.insert(request.reads.end(), m.reads.begin(), m.reads.end());
      for (const std::uint32_t x : m.clock_candidates) request.observed.push_back({x, observed_, observed_});
    }
    std::unique_ptr<PredicateEvaluator> evaluator;
    std::unique_ptr<Exploration> exploration;
    request.visit = [&](NodeId node, const SymbolicState& state) {
      look(exploration->graph(), *evaluator, node, state);
    };
    const std::vector<std::size_t> only{index_};
    exploration = std::make_unique<Exploration>(context_, std::move(request), &only);
    evaluator = std::make_unique<PredicateEvaluator>(context_.network, exploration->graph());
    upper_.assign(measures_.size(), {});
    for (std::size_t i = 0; i < measures_.size(); ++i) upper_[i].infinite = grows_[i];
    lower_.assign(measures_.size(), {});
    beyond_.assign(measures_.size(), {});
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
    if (!m.is_clock) {
      upper_[i].raise(data, false);
      lower_[i].raise(-data, false);
      return;
    }
    const std::uint32_t at = zone_position(graph.shape(discrete), evaluator.clock_of(m, discrete));
    const Bound high = part(ClockIndex{at}, reference_clock), low = part(reference_clock, ClockIndex{at});
    lower_[i].raise(low.value() - data, !low.is_weak());
    if (-low.value() > observed_) beyond_[i].hide(observed_ + data, -low.value());
    if (high.is_infinite()) {
      upper_[i].reached = upper_[i].infinite = true;
      return;
    }
    upper_[i].raise(high.value() + data, !high.is_weak());
    if (beyond_[i].highest_at != none && beyond_[i].highest >= high.value()) return;
    beyond_[i].highest = high.value();
    beyond_[i].highest_at = place.node;
  }

  // Clocks that went beyond `observed_` may go on for ever; where that is certain nobody need follow them.
  void find_growth(Exploration& exploration) {
    if (context_.predicates[index_].first.has_clocks) return;  // might hold for some of their values only
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const Measure& m = measures_[i];
      if (!m.is_clock || m.clock_candidates.size() != 1 || upper_[i].infinite || beyond_[i].highest <= observed_)
        continue;
      const std::vector<SymbolicState> path = exploration.explorer().path_to({beyond_[i].highest_at});
      grows_[i] = upper_[i].infinite = grows_for_ever(exploration.graph(), path, m.clock_candidates.front());
    }
  }

  // How far a clock was seen to go beyond `observed_`, up to which alone the abstraction is exact, where that may
  // change the result.
  std::int64_t beyond_observed() const {
    std::int64_t largest = observed_;
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      if (query_.kind != QueryKind::inf && !upper_[i].infinite) largest = std::max(largest, beyond_[i].highest);
      const bool hidden = beyond_[i].hides && beyond_[i].least_hidden < -lower_[i].value;
      if (query_.kind != QueryKind::sup && hidden) largest = std::max(largest, beyond_[i].lowest);
    }
    return largest;
  }

  void report(QueryResult& result) const {
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const std::string text = print(*query_.expressions[i]);
      const auto add = [&](const Extreme& extreme, bool negate, const std::string& name) {
        result.values.push_back({name, extreme.reached, extreme.infinite, extreme.strict && !extreme.infinite,
                                 negate ? -extreme.value : extreme.value});
      };
      if (query_.kind == QueryKind::sup) add(upper_[i], false, text);
      if (query_.kind == QueryKind::inf) add(lower_[i], true, text);
      if (query_.kind == QueryKind::bounds) {
        add(lower_[i], true, "inf " + text);
        add(upper_[i], false, "sup " + text);
      }
    }
  }

  VerifyContext& context_;
  std::size_t index_;
  const Query& query_;
  const std::vector<Measure>& measures_;
  std::int32_t observed_ = 0;  // how far the measured clocks are told apart
  std::vector<Extreme> upper_, lower_;
  std::vector<Beyond> beyond_;
  std::vector<bool> grows_;  // known to have no upper limit, from an exploration before
  Failure failure_;
};

}  // namespace

QueryResult decide_measures(VerifyContext& context, std::size_t query) { return Measuring(context, query).run(); }

}  // namespace orbita
