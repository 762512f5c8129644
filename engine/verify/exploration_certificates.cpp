#include "engine/certificate/certificate_writer.h"
#include "engine/verify/exploration.h"
#include "parser/work_limits.h"

namespace orbita {

void Exploration::hand_over_certificate(std::size_t query, const RankedStates* ranked, bool with_reachable,
                                        QueryResult& result) {
  const detection::Placement* placement = context_.detected ? &context_.detected->placement() : nullptr;
  const CertificateSource source{*context_.options.certify_against,
                                 *graph_,
                                 with_reachable ? explorer_.get() : nullptr,
                                 *coverage_,
                                 *bounds_,
                                 placement,
                                 ranked};
  result.certificate_note = certificate_obstacle(source);
  if (!result.certificate_note.empty()) return;
  try {
    const Stop stop = tell([&] {
      const Certificate certificate = write_certificate(source);
      const std::lock_guard lock(context_.showing_states);
      context_.options.certified(query, certificate, result);
    });
    if (!stop.empty()) result.certificate_note = stop.text();
  } catch (const CertificateError& error) {
    result.certificate_problem = error.what();
  }
}

void Exploration::certify(std::size_t query, QueryResult& result) {
  hand_over_certificate(query, nullptr, true, result);
}

void Exploration::certify_runs(const Query& query, const std::pair<Predicate, Predicate>& predicates,
                               std::vector<SymbolicState> finished, QueryResult& result) {
  const auto is_data = [](const Predicate& p) { return !p.has_clocks && !p.has_deadlock; };
  const bool leads_to = query.kind == QueryKind::leads_to;
  if (!is_data(predicates.first) || (leads_to && !is_data(predicates.second))) {
    result.certificate_note = "the query speaks of clocks or deadlock";
    return;
  }
  PredicateEvaluator evaluator(network_, *graph_);
  const bool negated = query.kind != QueryKind::potentially_always;
  RankedStates ranked{
      std::move(finished),
      [&](StateId discrete) {
        const Predicate& goal = leads_to ? predicates.second : predicates.first;
        return !evaluator.region(goal, negated, discrete).is_empty();
      },
      [&](StateId discrete) { return !evaluator.region(predicates.first, false, discrete).is_empty(); }};
  const auto at = std::ranges::find(context_.queries, &query);
  hand_over_certificate(static_cast<std::size_t>(at - context_.queries.begin()), &ranked, leads_to, result);
}

}  // namespace orbita
