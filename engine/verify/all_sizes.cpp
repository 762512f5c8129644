#include "engine/verify/all_sizes.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "engine/counted/conditions.h"
#include "engine/counted/counted_search.h"
#include "engine/counted/step_names.h"
#include "engine/verify/decide.h"
#include "parser/parser.h"
#include "symmetry/detect/detect.h"

namespace orbita {

namespace {

constexpr std::int32_t largest_size_tried = 8;
// After an alarm, for each size that might have the violation, and for each attempt with larger limits: so that what
// cannot be decided is left open in seconds. The first proof and the sizes it needs have no limits but the user's.
constexpr std::uint64_t most_explored_after_alarm = 30'000;

const ScalarSet& find_set(const Model& model, const std::string& name) {
  const ScalarSet* found = nullptr;
  for (const ScalarSet* set : model.scalar_sets) {
    if (set->owner != nullptr || (!name.empty() && set->name != name)) continue;
    if (found != nullptr) throw std::invalid_argument("the model has several scalar sets: name one of them");
    found = set;
  }
  if (found == nullptr)
    throw std::invalid_argument(name.empty() ? "the model has no scalar set" : "the model has no scalar set " + name);
  return *found;
}

// One query, for every size of one set.
class AllSizes {
 public:
  AllSizes(const Model& model, const Query& query, const ScalarSet& set, const VerifyOptions& options)
      : model_(model), query_(query), set_(set), options_(options), result_(result_for(query, Verdict::unknown, "")) {
    for (const ScalarSet* one : model.scalar_sets) sizes_.push_back(one->count);
  }

  QueryResult decide() {
    if (!query_.checked || !is_reachability(query_)) return open("only E<> and A[] can be decided for every size");
    const CountingConditions conditions = counting_conditions(model_, SymmetryModel(model_), {&query_});
    std::vector<CountingProblem> problems = conditions.problems;
    for (CountingProblem& problem : size_problems(model_, set_, {&query_})) problems.push_back(std::move(problem));
    if (!problems.empty()) {
      std::string why;
      for (const CountingProblem& problem : problems) why += (why.empty() ? "" : "; ") + located(model_, problem);
      return open(why);
    }
    try {
      return search(conditions.cap);
    } catch (const CannotCount& problem) {
      return open(problem.what());
    } catch (const ModelError& error) {
      return open("with other numbers of elements the model is not in order: " + error.diagnostics().front().message);
    }
  }

 private:
  enum class Proof : std::uint8_t { holds, alarm, open };
  bool existential() const { return query_.kind == QueryKind::reachable; }
  std::string of_set() const { return " of " + std::string(set_.name); }

  QueryResult open(const std::string& why) {
    result_.verdict = Verdict::unknown;
    result_.reason = why;
    return result_;
  }

  // Whether no counted state for `many` elements or more satisfies the goal.
  Proof prove(std::uint32_t many, std::uint32_t blocks, BoundsMode bounds) {
    CountedQuestions questions;
    questions.bounds = bounds;
    questions.queries.push_back(&query_);
    SmallModels models(model_, questions);
    Patterns patterns(models, many, blocks);
    CountedSteps steps(patterns, {set_.id, many});
    CountedSearch search(steps, patterns);
    std::vector<CountedGoal> goals{{0, query_.kind == QueryKind::invariantly}};
    std::vector<std::int32_t> counts = sizes_;
    counts[set_.id] = static_cast<std::int32_t>(many);
    const CountedOutcome outcome = search.run(counts, goals, alarm_.empty() ? options_.limits : limits_after_alarm());
    result_.statistics.stored = outcome.stored;
    result_.statistics.explored = outcome.explored;
    result_.statistics.transitions = outcome.transitions;
    result_.statistics.discrete_states = outcome.buckets;
    result_.statistics.zones = patterns.size();
    result_.statistics.bytes = search.memory();
    result_.statistics.seconds += outcome.seconds;
    result_.symmetry.group = "every size" + of_set();
    result_.symmetry.strategy = "counted";
    if (goals[0].undecided && bounds == BoundsMode::maximum) {
      alarm_ = "deadlocks may be hidden";
      return Proof::alarm;
    }
    if (goals[0].undecided) return prove(many, blocks, BoundsMode::maximum);
    if (goals[0].hit) {
      alarm_ = tell_steps(search, steps, patterns, *goals[0].hit);
      if (alarm_.empty()) alarm_ = "the initial state";
      return Proof::alarm;
    }
    if (outcome.complete) return Proof::holds;
    result_.stop = outcome.stop;
    return Proof::open;
  }

  Limits limits_after_alarm() const {
    Limits limits = options_.limits;
    limits.explored = std::min(limits.explored, most_explored_after_alarm);
    return limits;
  }

  // The ordinary verdict for one size.
  QueryResult verdict_for(std::int32_t size, const Limits& limits) const {
    std::vector<std::int32_t> sizes = sizes_;
    sizes[set_.id] = size;
    const std::unique_ptr<Model> model = with_sizes(model_, sizes);
    Diagnostics ignored;
    Query* query = read_formula(*model->document, std::string(query_.text), ignored);
    if (!check_query(*model, *query, ignored)) throw CannotCount("the query depends on the number of elements");
    VerifyOptions options = options_;
    options.known_symmetry.reset();
    options.decided = nullptr;
    options.warned = nullptr;
    options.explored = nullptr;
    options.limits = limits;
    QueryResult result = verify(*model, {query}, options).at(0);
    result.query = &query_;
    return result;
  }

  // Sizes from 1 to `last`; the first one that satisfies the goal, or cannot be decided and has to be.
  std::optional<QueryResult> try_sizes(std::int32_t last, bool all) {
    const Verdict reached = existential() ? Verdict::satisfied : Verdict::not_satisfied;
    for (std::int32_t size = 1; size <= last; ++size) {
      QueryResult result = verdict_for(size, all ? options_.limits : limits_after_alarm());
      const std::string with = "with " + std::to_string(size) + (size == 1 ? " element" : " elements") + of_set();
      if (result.verdict == reached) {
        if (existential()) {
          result.verdict = Verdict::unknown;
          result.reason = "satisfied " + with + "; whether with every number is not known";
        } else {
          result.reason = with;
        }
        return result;
      }
      if (result.verdict == Verdict::satisfied || result.verdict == Verdict::not_satisfied) {
        largest_tried_ = std::max(largest_tried_, size);
        continue;
      }
      if (!all && result.stop.reason == StopReason::states) return std::nullopt;
      result.verdict = Verdict::unknown;
      result.reason = with + ": " + result.reason;
      return result;
    }
    return std::nullopt;
  }

  QueryResult search(std::uint32_t cap) {
    const std::pair<std::uint32_t, std::uint32_t> attempts[] = {{cap, 2}, {cap, 3}, {cap + 1, 3}, {cap + 2, 4}};
    bool tried = false;
    for (const auto& [many, blocks] : attempts) {
      const Proof proof = prove(many, blocks, BoundsMode::lower_upper);
      if (proof == Proof::holds) {
        if (std::optional<QueryResult> found = try_sizes(static_cast<std::int32_t>(many) - 1, true)) return *found;
        result_.verdict = existential() ? Verdict::not_satisfied : Verdict::satisfied;
        result_.reason = "for every number of elements" + of_set() + ": proved from " + std::to_string(many) +
                         " on, smaller numbers were tried";
        return result_;
      }
      if (proof == Proof::open) {
        if (tried && result_.stop.reason == StopReason::states) break;
        result_.leave_open(result_.stop);
        return result_;
      }
      if (!tried) {
        if (std::optional<QueryResult> found = try_sizes(largest_size_tried, false)) return *found;
        tried = true;
      }
    }
    const std::string sizes = largest_tried_ > 0 ? " up to " + std::to_string(largest_tried_) : " tried";
    return open("no number of elements" + of_set() + sizes +
                " decides it, and the proof for every number finds a run that may exist for none: " + alarm_);
  }

  const Model& model_;
  const Query& query_;
  const ScalarSet& set_;
  const VerifyOptions& options_;
  std::vector<std::int32_t> sizes_;
  std::int32_t largest_tried_ = 0;
  std::string alarm_{};  // the steps to the last state found that satisfies the goal
  QueryResult result_;
};

}  // namespace

std::vector<QueryResult> verify_all_sizes(const Model& model, const std::vector<Query*>& queries,
                                          const std::string& set, const VerifyOptions& options) {
  const ScalarSet& chosen = find_set(model, set);
  VerifyOptions timed = options;
  if (!timed.limits.since) timed.limits.since = std::chrono::steady_clock::now();
  const LimitScope scope(timed.limits.work());
  std::vector<QueryResult> results;
  for (const Query* query : queries) {
    QueryResult result;
    const Stop stop = limit_met_by([&] { result = AllSizes(model, *query, chosen, timed).decide(); });
    if (!stop.empty()) {
      result = result_for(*query, Verdict::unknown, "");
      result.leave_open(stop);
    }
    results.push_back(std::move(result));
    if (options.decided) options.decided(results.size() - 1, results.back());
  }
  return results;
}

}  // namespace orbita
