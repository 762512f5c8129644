// E<> and A[] by counting elements (engine/counted/), where that is possible.
#include <algorithm>

#include "engine/counted/conditions.h"
#include "engine/counted/counted_search.h"
#include "engine/verify/decide.h"

namespace orbita {

namespace {

std::vector<std::int32_t> set_sizes(const Model& model) {
  std::vector<std::int32_t> sizes;
  for (const ScalarSet* set : model.scalar_sets) sizes.push_back(set->count);
  return sizes;
}

// "S_10 on pid_t"
std::string group_of(const Model& model) {
  std::string text;
  for (const ScalarSet* set : model.scalar_sets) {
    if (set->count < 2) continue;
    text += (text.empty() ? "" : " x ") + ("S_" + std::to_string(set->count)) + " on " + std::string(set->name);
  }
  return text;
}

// What the options ask for that only other explorers do.
std::string other_explorer(const VerifyOptions& options) {
  if (options.trace != TraceKind::off) return "a trace is asked for";
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

}  // namespace

std::string why_not_counted(const VerifyContext& context, const Members& members) {
  std::string why = other_explorer(context.options);
  if (!why.empty()) return why;
  std::vector<const Query*> queries;
  for (const std::size_t i : members) queries.push_back(context.queries[i]);
  const CountingConditions conditions = counting_conditions(context.model, *context.symmetry, queries);
  return conditions.problems.empty() ? "" : located(context.model, conditions.problems.front());
}

// One search; returns the members that are still to be decided.
static Members count_states(VerifyContext& context, const Members& members, BoundsMode bounds, std::uint32_t cap,
                            Results& results) {
  CountedQuestions questions;
  questions.bounds = bounds;
  std::vector<CountedGoal> goals;
  for (const std::size_t i : members) {
    goals.push_back({questions.queries.size(), context.queries[i]->kind == QueryKind::invariantly});
    questions.queries.push_back(context.queries[i]);
  }
  SmallModels models(context.model, std::move(questions));
  Patterns patterns(models, cap);
  CountedSteps steps(patterns);
  CountedSearch search(steps, patterns);
  Limits limits = context.limits_for(&members);
  for (const std::size_t i : members) limits.seconds = std::min(limits.seconds, context.deadline[i]);
  const CountedOutcome outcome = search.run(set_sizes(context.model), goals, limits);
  Members undecided;
  for (std::size_t k = 0; k < members.size(); ++k) {
    QueryResult& result = results[members[k]];
    result = result_for(*context.queries[members[k]], Verdict::unknown, "");
    // What only some of the elements cannot do, all of them together may.
    const bool deadlock = goals[k].hit && search.mentions_deadlock(goals[k]);
    if (goals[k].undecided || deadlock) {
      undecided.push_back(members[k]);
      continue;
    }
    result.explored_with = members;
    result.statistics.stored = outcome.stored;
    result.statistics.explored = outcome.explored;
    result.statistics.transitions = outcome.transitions;
    result.statistics.discrete_states = outcome.buckets;
    result.statistics.zones = patterns.size();
    result.statistics.operations = steps.computed();
    result.statistics.bytes = search.memory();
    result.statistics.seconds = outcome.seconds;
    result.symmetry.group = group_of(context.model);
    result.symmetry.strategy = "counted";
    const bool existential = result.query->kind == QueryKind::reachable;
    if (goals[k].hit) result.verdict = existential ? Verdict::satisfied : Verdict::not_satisfied;
    else if (outcome.complete) result.verdict = existential ? Verdict::not_satisfied : Verdict::satisfied;
    else result.leave_open(outcome.stop);
  }
  return undecided;
}

Members decide_by_counting(VerifyContext& context, const Members& members, Results& results, std::string& why_not) {
  why_not = why_not_counted(context, members);
  if (!why_not.empty()) return members;
  std::vector<const Query*> queries;
  for (const std::size_t i : members) queries.push_back(context.queries[i]);
  const std::uint32_t cap = counting_conditions(context.model, *context.symmetry, queries).cap;
  try {
    Members left = count_states(context, members, BoundsMode::lower_upper, cap, results);
    if (!left.empty()) left = count_states(context, left, BoundsMode::maximum, cap, results);
    if (!left.empty()) why_not = "fewer elements than there are may be deadlocked";
    return left;
  } catch (const CannotCount& problem) {
    why_not = problem.what();
    return members;
  }
}

}  // namespace orbita
