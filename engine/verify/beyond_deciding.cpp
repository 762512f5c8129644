#include "engine/verify/beyond_deciding.h"

#include <algorithm>

#include "engine/semantics/expand.h"
#include "engine/verify/decide.h"

namespace orbita {

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

QueryResult skip(const Query& query, const VerifyOptions& options, const std::string& model_problem) {
  if (query.kind != QueryKind::unsupported && !query.checked) {
    return result_for(query, Verdict::error, query.reason.empty() ? "the query has errors" : std::string(query.reason));
  }
  const bool refused = options.unsupported == Unsupported::error;
  const std::string reason =
      query.kind == QueryKind::unsupported ? "not a symbolic query: " + std::string(query.reason) : model_problem;
  return result_for(query, refused ? Verdict::error : Verdict::skipped, reason);
}

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

}  // namespace orbita
