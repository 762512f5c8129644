#include "engine/space/unreduced.h"

#include <random>

#include "tests/engine/region_models.h"
#include "tests/engine/space/concrete_states.h"
#include "tests/engine/space/space_fixture.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("time passes in the initial state only where it is asked for") {
  const SpaceInput input(one_process("clock x;", {"guard x >= 1;"}, "", "x <= 5"));
  const auto graph = input.graph({BoundsMode::exact, Extrapolation::off, false, false});
  UnreducedSpace& space = graph->unreduced();
  const SymbolicState entered = space.initial(false).value(), later = space.initial(true).value();
  CHECK(entered.discrete == later.discrete);
  CHECK(space.zones().zone(entered.zone) == Zone::zero(2));
  const Zone zone = space.zones().zone(later.zone);
  CHECK(contains(zone, {0, 5}));
  CHECK_FALSE(contains(zone, {0, 6}));
}

TEST_CASE("there is no initial state where its invariant is violated") {
  const SpaceInput input(one_process("int n = 1;", {}, "", "n == 0"));
  CHECK_FALSE(input.graph()->unreduced().initial(true).has_value());
}

TEST_CASE("without symmetry unreduced steps lead to the targets of expand()") {
  const std::uint32_t first = first_seed();
  std::size_t compared = 0;
  for (std::uint32_t seed = first; seed < first + 150; ++seed) {
    const std::string text = TimedModelMaker(seed).make().text;
    INFO("seed " << seed << "\n" << text);
    const SpaceInput input(text);
    const auto graph = input.graph();
    std::vector<SymbolicState> targets;
    std::vector<std::int32_t> row(graph->row_size());
    for (const SymbolicState& state : unreduced_states(*graph, 40)) {
      graph->expand(state, targets);
      std::multiset<Contents> expanded, stepped;
      for (const SymbolicState& target : targets) expanded.insert(contents(*graph, target));
      graph->values(state.discrete, row);
      for (const UnreducedStep& step : graph->unreduced().steps(row, state.zone)) {
        const ZoneId zone = graph->zones().apply(state.zone, step.op);
        if (zone != Zones::empty)
          stepped.insert(step.discrete == none ? Contents{} : contents(*graph, {step.discrete, zone}));
      }
      REQUIRE(expanded == stepped);
      ++compared;
    }
  }
  CHECK(compared > 400);
}

TEST_CASE("steps name the edges a symmetric search leaves out") {
  const SpaceInput input(symmetric_fischer, SymmetryChoice::automatic);
  const auto graph = input.graph();
  const SymbolicState initial = graph->unreduced().initial(true).value();
  const std::vector<std::int32_t> row = input.network.initial_values();
  CHECK(graph->unreduced().steps(row, initial.zone).size() == 3);
  std::vector<SymbolicState> targets;
  graph->expand(graph->initial().value(), targets);
  CHECK(targets.size() == 1);
}
