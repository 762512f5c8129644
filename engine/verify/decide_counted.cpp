// E<>, A[], sup, inf and bounds by counting elements (engine/counted/), where that is possible.
#include <algorithm>

#include "engine/counted/conditions.h"
#include "engine/counted/counted_run.h"
#include "engine/counted/counted_search.h"
#include "engine/replay/replay.h"
#include "engine/trace/lift.h"
#include "engine/verify/attach_trace.h"
#include "engine/verify/decide.h"
#include "engine/verify/extremes.h"

namespace orbita {

namespace {

// Fewer elements are explored one by one in no time (docs/symmetry.md, "Counting ids").
constexpr std::int32_t worth_counting = 16;

std::vector<std::int32_t> set_sizes(const VerifyContext& context) {
  if (context.numbers) return {context.numbers->count};
  std::vector<std::int32_t> sizes;
  for (const ScalarSet* set : context.model.scalar_sets) sizes.push_back(set->count);
  return sizes;
}

// "S_10 on pid_t"
std::string group_of(const VerifyContext& context) {
  if (context.numbers) return "S_" + std::to_string(context.numbers->count) + " on " + context.numbers->name;
  std::string text;
  for (const ScalarSet* set : context.model.scalar_sets) {
    if (set->count < 2) continue;
    text += (text.empty() ? "" : " x ") + ("S_" + std::to_string(set->count)) + " on " + std::string(set->name);
  }
  return text;
}

// What the options ask for that only other explorers do.
std::string other_explorer(const VerifyOptions& options) {
  if (options.trace == TraceKind::shortest || options.trace == TraceKind::fastest)
    return "a shortest or fastest trace is asked for";
  if (options.certified || options.certify_against) return "a certificate is asked for";
  if (options.explored) return "the stored states are asked for";
  if (options.check_symmetry) return "symmetry is to be checked on the states met";
  if (options.approximation != Approximation::exact) return "an approximation is asked for";
  if (options.order != Order::breadth_first) return "another search order is asked for";
  if (options.lazy_bounds) return "lazy bounds are asked for";
  if (options.abstraction != Abstraction::automatic || options.subsumption != SubsumptionChoice::automatic)
    return "another abstraction or subsumption is asked for";
  if (!options.reduce) return "clocks and variables are not to be reduced";
  return "";
}

bool is_automatic(const VerifyContext& context) { return context.options.symmetry == SymmetryChoice::automatic; }

const NumberIds* numbers_of(const VerifyContext& context) { return context.numbers ? &*context.numbers : nullptr; }

// What a search has to do with models, patterns and steps that it refers to.
struct Counting {
  SmallModels models;
  Patterns patterns;
  CountedSteps steps;
  CountedSearch search;

  Counting(const VerifyContext& context, CountedQuestions questions, std::uint32_t cap)
      : models(context.model, std::move(questions)), patterns(models, cap), steps(patterns), search(steps, patterns) {
    if (is_automatic(context)) search.give_up_early();
  }

  CountedOutcome run(const VerifyContext& context, const Members& members, std::vector<CountedGoal>& goals) {
    Limits limits = context.limits_for(&members);
    for (const std::size_t i : members) limits.seconds = std::min(limits.seconds, context.deadline[i]);
    return search.run(set_sizes(context), goals, limits);
  }

  void describe(const VerifyContext& context, const CountedOutcome& outcome, QueryResult& result) const {
    result.statistics.stored = outcome.stored;
    result.statistics.explored = outcome.explored;
    result.statistics.transitions = outcome.transitions;
    result.statistics.discrete_states = outcome.buckets;
    result.statistics.zones = patterns.size();
    result.statistics.operations = steps.computed();
    result.statistics.bytes = search.memory();
    result.statistics.seconds = outcome.seconds;
    result.symmetry.group = group_of(context);
    result.symmetry.strategy = "counted";
    result.counted = {patterns.size(), search.most_blocks(), patterns.merges(), steps.computed(),
                      steps.looked_up() - steps.computed()};
  }

  // The run to the state that was found, with times; nullopt: it cannot be told here.
  std::optional<Trace> trace_to(const VerifyContext& context, const CountedGoal& goal) {
    // Of the whole model, with nothing in it that detection has found.
    const IdSets ids(context.model);
    const std::unique_ptr<Network> network = network_to_count(context.model, ids, context.numbers.has_value());
    const std::optional<CountedRun> named = name_run(search, steps, patterns, *network, set_sizes(context), goal);
    if (!named) return std::nullopt;
    SymbolicRun run;
    run.initial = named->initial;
    for (const Transition& step : named->steps) run.steps.push_back({step, step.target, {}});
    Expander expander(*network);
    const FactsOf facts = [&](std::span<const std::int32_t> row) { return expander.facts(row); };
    return make_trace(*network, facts, run, named->goal);
  }
};

bool replays(const Model& model, Trace trace, const Query& query) {
  trace.formula = std::string(query.text);
  return replay(model, trace, &query).ok;
}

// What a search leaves open.
struct Left {
  Members undecided;  // under LU bounds; others may decide
  WhyNot to_others;   // for ordinary exploration
};

// A state was found that decides the query. False: another search has to confirm it.
bool conclude_hit(const VerifyContext& context, Counting& counting, const CountedGoal& goal, QueryResult& result,
                  std::string& why) {
  const bool existential = result.query->kind == QueryKind::reachable;
  result.verdict = existential ? Verdict::satisfied : Verdict::not_satisfied;
  const bool wanted = context.options.trace != TraceKind::off;
  if (!wanted && !goal.of_part) return true;
  std::optional<Trace> trace;
  const Stop stop = limit_met_by([&] { trace = counting.trace_to(context, goal); });
  // A deadlock of some elements is one of all of them if a run of all of them says so.
  if (goal.of_part && (!trace || !replays(context.model, *trace, *result.query))) {
    why = "fewer elements than there are may be deadlocked";
    return false;
  }
  if (!wanted) return true;
  if (!stop.empty()) {
    result.reason = "no trace: " + stop.text();
    return true;
  }
  if (!trace || !replays(context.model, *trace, *result.query)) {
    why = "the run found cannot be told";
    return false;
  }
  attach_trace(context.model, std::move(trace), result);
  return true;
}

// One search for all of them.
Left count_states(VerifyContext& context, const Members& members, BoundsMode bounds, std::uint32_t cap,
                  Results& results) {
  CountedQuestions questions;
  questions.bounds = bounds;
  questions.numbers = numbers_of(context);
  std::vector<CountedGoal> goals;
  for (const std::size_t i : members) {
    goals.push_back({questions.queries.size(), context.queries[i]->kind == QueryKind::invariantly});
    questions.queries.push_back(context.queries[i]);
  }
  Counting counting(context, std::move(questions), cap);
  const CountedOutcome outcome = counting.run(context, members, goals);
  Left left;
  for (std::size_t k = 0; k < members.size(); ++k) {
    QueryResult& result = results[members[k]];
    result = result_for(*context.queries[members[k]], Verdict::unknown, "");
    if (goals[k].undecided) {
      left.undecided.push_back(members[k]);
      continue;
    }
    counting.describe(context, outcome, result);
    result.explored_with = members;
    if (goals[k].hit) {
      std::string why;
      if (!conclude_hit(context, counting, goals[k], result, why)) left.to_others[members[k]] = why;
    } else if (outcome.complete) {
      result.verdict = result.query->kind == QueryKind::reachable ? Verdict::not_satisfied : Verdict::satisfied;
    } else if (!outcome.pays) {
      left.to_others[members[k]] = "hardly two steps are the same";
    } else {
      result.leave_open(outcome.stop);
    }
  }
  return left;
}

}  // namespace

namespace {

bool may_count_under(const VerifyOptions& options) {
  if (options.symmetry == SymmetryChoice::counted) return true;
  return options.symmetry == SymmetryChoice::automatic && !options.literal_sort &&
         (options.engine == Engine::automatic || options.engine == Engine::zones);
}

}  // namespace

bool may_count(const VerifyContext& context) { return may_count_under(context.options); }

std::optional<NumberIds> numbers_to_count(const Model& model, const VerifyOptions& options) {
  if (!options.detect_symmetry || !may_count_under(options) || !other_explorer(options).empty()) return std::nullopt;
  std::optional<NumberIds> ids = find_number_ids(model, {});
  const bool worth = ids && (options.symmetry == SymmetryChoice::counted || ids->count >= worth_counting);
  if (!worth || !ids->problems.empty()) return std::nullopt;
  return ids;
}

void note_not_counted(const VerifyContext& context, const std::string& why_not, QueryResult& result) {
  if (is_automatic(context)) return;
  std::string& note = result.symmetry.note;
  note = "not counted: " + why_not + (note.empty() ? "" : "; " + note);
}

namespace {

// Why the query cannot be decided by counting; raises the cap to what it needs.
std::string why_not_counted(const VerifyContext& context, std::size_t query, std::uint32_t& cap) {
  if (const auto tried = context.not_counted.find(query); tried != context.not_counted.end()) return tried->second;
  std::string why = other_explorer(context.options);
  if (!why.empty()) return why;
  const std::vector<std::int32_t> sizes = set_sizes(context);
  if (is_automatic(context) && std::ranges::none_of(sizes, [](std::int32_t n) { return n >= worth_counting; }))
    return "the sets are small";
  std::optional<NumberIds> numbers;
  if (context.model.scalar_sets.empty()) numbers = find_number_ids(context.model, {context.queries[query]});
  const CountingConditions conditions =
      counting_conditions(context.model, *context.symmetry, {context.queries[query]}, numbers ? &*numbers : nullptr);
  if (!conditions.problems.empty()) return located(context.model, conditions.problems.front());
  if (numbers && !context.numbers) return "only declared symmetry is asked for";
  cap = std::max(cap, conditions.cap);
  return "";
}

}  // namespace

WhyNot decide_by_counting(VerifyContext& context, const Members& members, Results& results) {
  WhyNot left;
  Members counted;
  std::uint32_t cap = 0;
  for (const std::size_t i : members) {
    const std::string why = why_not_counted(context, i, cap);
    if (why.empty()) counted.push_back(i);
    else left[i] = why;
  }
  if (counted.empty()) return left;
  try {
    Left first = count_states(context, counted, BoundsMode::lower_upper, cap, results);
    left.merge(first.to_others);
    if (first.undecided.empty()) return left;
    counted = first.undecided;
    Left second = count_states(context, counted, BoundsMode::maximum, cap, results);
    left.merge(second.to_others);
    for (const std::size_t i : second.undecided) left[i] = "deadlocks may be hidden";
  } catch (const CannotCount& problem) {
    for (const std::size_t i : counted) left[i] = problem.what();
  }
  return left;
}

// ---------------------------------------------------------------------------------------------------------- measures

namespace {

// Explored again with more of the measured clocks told apart, at most so often.
constexpr int most_explorations = 6;

void measure_pattern(Counting& counting, const Query& query, const CountedState& state, NodeId node,
                     Extremes& extremes) {
  const Pattern& pattern = counting.patterns[state.pattern];
  const std::vector<Part> parts = list_copies(pattern.zone, counting.patterns.cap());
  const Arrangement at = counting.patterns.arrange(pattern, parts);
  SmallModel& model = counting.models.with(at.sizes);
  PredicateEvaluator& evaluator = model.evaluator();
  const StateId row = model.graph().unreduced().intern(at.row);
  const Shape shape = model.graph().shape(row);
  const Zone zone = counting.patterns.zone_of(pattern, parts, at, model.layout(), shape);
  Federation where{zone};
  if (query.predicate != nullptr) where = evaluator.satisfying(model.predicate(0), false, row, zone.view());
  for (const Zone& part : where.parts()) {
    for (std::size_t i = 0; i < model.measures(0).size(); ++i) {
      const Measure& measure = model.measures(0)[i];
      const std::int64_t data = evaluator.data_of(measure, row);
      if (!measure.is_clock) {
        extremes.add(i, data);
        continue;
      }
      const ClockIndex place = zone_position(shape, evaluator.clock_of(measure, row));
      extremes.add(i, data, part(place, reference_clock), part(reference_clock, place), node);
    }
  }
  if (!evaluator.failure()) return;
  evaluator.clear_failure();
  throw CannotCount("a query cannot be evaluated in some state");
}

}  // namespace

std::optional<QueryResult> measure_by_counting(VerifyContext& context, std::size_t index, std::string& why_not) {
  const Query& query = *context.queries[index];
  std::uint32_t cap = 0;
  why_not = why_not_counted(context, index, cap);
  if (!why_not.empty()) return std::nullopt;
  Extremes extremes(query);
  try {
    for (int round = 0; round < most_explorations; ++round) {
      CountedQuestions questions;
      questions.queries = {&query};
      questions.observed = extremes.observed();
      questions.numbers = numbers_of(context);
      Counting counting(context, std::move(questions), cap);
      extremes.restart();
      counting.search.on_pattern(
          [&](NodeId node, const CountedState& state) { measure_pattern(counting, query, state, node, extremes); });
      std::vector<CountedGoal> no_goals;
      const CountedOutcome outcome = counting.run(context, {index}, no_goals);
      if (!outcome.pays) break;
      QueryResult result = result_for(query, Verdict::satisfied, "");
      counting.describe(context, outcome, result);
      if (!outcome.complete) result.leave_open(outcome.stop);
      const std::int64_t beyond = extremes.beyond_observed();
      if (outcome.complete && beyond > extremes.observed()) {
        if (beyond > largest_observed) break;
        extremes.observe(beyond * 2);
        continue;
      }
      extremes.report(result);
      return result;
    }
    why_not = "a measured clock goes on for long, or hardly two steps are the same";
  } catch (const CannotCount& problem) {
    why_not = problem.what();
  }
  return std::nullopt;
}

}  // namespace orbita
