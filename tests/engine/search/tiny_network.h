// A compiled network and its graph, for tests of searches that look inside a step.
#pragma once

#include <memory>
#include <string>

#include "engine/search/goals.h"
#include "engine/space/zone_graph.h"
#include "tests/engine/compile_support.h"

namespace orbita::test {

struct TinyNetwork {
  TinyNetwork(const std::string& text, const std::string& formula, const ZoneGraphOptions& options = {})
      : compiled(text), predicate(compiled.predicate(formula)) {
    QueryTests tests;
    collect_tests(*compiled, predicate, tests);
    bounds = std::make_unique<BoundsAnalysis>(*compiled, tests);
    graph = std::make_unique<ZoneGraph>(*compiled, *bounds, QueryReads{predicate.reads, {}, {&predicate}}, options,
                                        symmetry);
    tester = std::make_unique<PredicateTester>(*compiled, *graph);
  }

  Compiled compiled;
  Predicate predicate;
  SymmetryPlan symmetry;
  std::unique_ptr<BoundsAnalysis> bounds;
  std::unique_ptr<ZoneGraph> graph;
  std::unique_ptr<PredicateTester> tester;
};

}  // namespace orbita::test
