#include <algorithm>
#include <memory>

#include "engine/verify/decide.h"
#include "engine/verify/exploration.h"

namespace orbita {

namespace {

// What the search for a run says about its query.
void conclude_run(const VerifyContext& context, const MaximalRunOutcome& outcome, QueryResult& result) {
  if (result.verdict == Verdict::error) {
    // said already
  } else if (!outcome.complete) {
    result.leave_open(outcome.stop);
  } else if (outcome.found && outcome.end == MaximalRunOutcome::End::error) {
    result.verdict = Verdict::error;  // search_runs has said why
  } else {
    const bool existential = result.query->kind == QueryKind::potentially_always;
    result.verdict = outcome.found == existential ? Verdict::satisfied : Verdict::not_satisfied;
  }
  context.qualify(result, outcome.found);
}

// The pieces a predicate is cut into depend on the elements' numbers: such a query starts again without symmetry.
MaximalRunOutcome look_without_symmetry(VerifyContext& context, std::size_t i, ExplorationRequest request,
                                        QueryResult& result) {
  request.no_symmetry = true;
  const Members only{i};
  result = result_for(*context.queries[i], Verdict::unknown, "");
  Exploration exploration(context, std::move(request), &only);
  const MaximalRunOutcome outcome = exploration.search_runs(*context.queries[i], context.predicates[i], result);
  result.symmetry = exploration.symmetry_summary();
  return outcome;
}

// Decides the members one after the other; each has its share of the time. Returns those still to be decided.
class RunQueries {
 public:
  RunQueries(VerifyContext& context, const Members& members, bool proves_deadlock_free, Results& results)
      : context_(context), members_(members), results_(results), end_(context.deadline[members.front()]) {
    request_.deadlocks = !proves_deadlock_free;
    request_.proves_deadlock_free = proves_deadlock_free;
    request_.runs = true;
    request_.join = context.options.trace == TraceKind::off;  // runs are not found again through joined zones
  }

  Members decide_all() {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      bool is_done = false;
      decide_guarded(context_, {members_[k]}, results_, [&] {
        decide(k);
        is_done = true;
      });
      if (!is_done) exploration_.reset();  // left in the middle of something
    }
    return undecided_;
  }

 private:
  void decide(std::size_t k) {
    const std::size_t i = members_[k];
    const Query& query = *context_.queries[i];
    if (!exploration_) exploration_ = std::make_unique<Exploration>(context_, request_, &members_);
    results_[i] = result_for(query, Verdict::unknown, "");
    exploration_->end_at(end_);
    if (query.kind == QueryKind::leads_to) exploration_->reachable();
    const double now = context_.options.limits.passed();
    exploration_->end_at(now + (end_ - now) / static_cast<double>(members_.size() - k));
    MaximalRunOutcome outcome = exploration_->search_runs(query, context_.predicates[i], results_[i]);
    results_[i].symmetry = exploration_->symmetry_summary();
    if (outcome.split && exploration_->uses_symmetry())
      outcome = look_without_symmetry(context_, i, request_, results_[i]);
    if (outcome.undecided) undecided_.push_back(i);
    else conclude_run(context_, outcome, results_[i]);
  }

  VerifyContext& context_;
  const Members& members_;
  Results& results_;
  const double end_;
  ExplorationRequest request_;
  std::unique_ptr<Exploration> exploration_;
  Members undecided_;
};

}  // namespace

void decide_runs(VerifyContext& context, const Members& members, Results& results) {
  const bool about_deadlocks = std::ranges::any_of(members, [&](std::size_t i) {
    return context.predicates[i].first.has_deadlock || context.predicates[i].second.has_deadlock;
  });
  const bool prove = can_prove_deadlock_free(network_features(context.network), context.options) && !about_deadlocks;
  const Members undecided = RunQueries(context, members, prove, results).decide_all();
  if (!undecided.empty()) RunQueries(context, undecided, false, results).decide_all();
}

}  // namespace orbita
