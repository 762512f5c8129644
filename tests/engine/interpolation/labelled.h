// A tree of labels of its own, with a look inside.
#pragma once

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/interpolation/label_check.h"
#include "tests/engine/compile_support.h"
#include "tests/engine/interpolation/faulty_explorer.h"

namespace orbita::test {

struct Labelled {
  Labelled(const std::string& xta, const std::string& formula, const InterpolationOptions& options = {},
           std::uint64_t most_explored = 20'000, InterpolationFault fault = InterpolationFault::absent)
      : compiled(xta) {
    query = read_formula(*compiled.document, formula, compiled.diagnostics);
    if (!check_query(*compiled.model, *query, compiled.diagnostics)) throw ModelError(compiled.diagnostics.sorted());
    predicate = QueryCompiler(*compiled.network).predicate(*query->predicate);
    collect_tests(*compiled.network, predicate, tests);
    bounds = std::make_unique<BoundsAnalysis>(*compiled.network, tests);
    ZoneGraphOptions graph_options;
    graph_options.reduce_clocks = graph_options.reduce_variables = false;
    reads = {predicate.reads, predicate.reads, {&predicate}};
    graph = std::make_unique<ZoneGraph>(*compiled.network, *bounds, reads, graph_options, symmetry);
    tester = std::make_unique<PredicateTester>(*compiled.network, *graph);
    coverage = std::make_unique<Coverage>(Subsumption::simulation, bounds->diagonals());
    negated = query->kind == QueryKind::invariantly;
    if (fault == InterpolationFault::absent) {
      explorer = std::make_unique<InterpolationExplorer>(*graph, *tester, *bounds, *coverage, predicate,
                                                         *query->predicate, negated, options);
    } else {
      explorer = std::make_unique<FaultyExplorer>(fault, *graph, *tester, *bounds, *coverage, predicate,
                                                  *query->predicate, negated, options);
    }
    goals = Goals({{&predicate, negated}});
    Limits limits;
    limits.explored = most_explored;
    outcome = explorer->run(goals, limits);
  }

  bool is_safe() const { return outcome.complete && goals.open() > 0; }
  std::string label_problem(std::uint64_t seed) {
    return LabelCheck(*explorer, predicate, negated, seed, 25).problem();
  }

  // The first of the reachable states (`most` symbolic ones are looked at) with a region of clocks, at random, that no
  // label claims, by trying all exchanges; "" if there is none.
  std::string unclaimed(std::size_t most, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    std::vector<SymbolicState> queue;
    const auto add = [&](const SymbolicState& state) {
      if (!seen.insert({state.discrete.value, state.zone.value}).second) return true;
      queue.push_back(state);
      std::vector<std::int32_t> row(graph->row_size());
      graph->values(state.discrete, row);
      return is_claimed(row, random_region(graph->zones().zone(state.zone), 4, random));
    };
    if (!add(*graph->unreduced().initial(true))) return "the initial state";
    for (std::size_t i = 0; i < queue.size() && seen.size() < most; ++i) {
      std::vector<std::int32_t> row(graph->row_size());
      graph->values(queue[i].discrete, row);
      for (const UnreducedStep& step : graph->unreduced().steps(row, queue[i].zone)) {
        const ZoneId zone = graph->zones().apply(queue[i].zone, step.op);
        if (zone != Zones::empty && step.discrete != none && !add({step.discrete, zone})) return "a reachable state";
      }
    }
    return "";
  }

  bool is_claimed(const std::vector<std::int32_t>& row, const Zone& region) {
    LabelCheck check(*explorer, predicate, negated, 1, 1);
    const auto& part = explorer->matching().part();
    interpolation::Exchange exchange(part.size());
    std::iota(exchange.begin(), exchange.end(), 0u);
    do {
      bool allowed = true;
      for (std::uint32_t p = 0; p < part.size(); ++p) allowed &= part[p] == part[exchange[p]];
      if (allowed && claims(check, row, region, exchange)) return true;
    } while (std::next_permutation(exchange.begin(), exchange.end()));
    return false;
  }

  bool claims(LabelCheck& check, const std::vector<std::int32_t>& row, const Zone& region,
              const interpolation::Exchange& exchange) {
    for (std::uint32_t n = 0; n < explorer->nodes().size(); ++n) {
      if (explorer->nodes()[n].status != InterpolationExplorer::Status::done) continue;
      if (check.claims(NodeId{n}, row, exchange, region.view())) return true;
    }
    return false;
  }

  Compiled compiled;
  Query* query = nullptr;
  Predicate predicate;
  QueryTests tests;
  std::unique_ptr<BoundsAnalysis> bounds;
  QueryReads reads;
  SymmetryPlan symmetry;
  std::unique_ptr<ZoneGraph> graph;
  std::unique_ptr<PredicateTester> tester;
  std::unique_ptr<Coverage> coverage;
  bool negated = false;
  std::unique_ptr<InterpolationExplorer> explorer;
  Goals goals;
  SearchOutcome outcome;
};

}  // namespace orbita::test
