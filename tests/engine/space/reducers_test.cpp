// Every reducer against brute force: all permutations of small symmetric models.
#include "engine/space/reducer.h"

#include <random>

#include "tests/engine/space/space_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

const std::pair<const char*, const std::string*> models[] = {
    {"fischer", &symmetric_fischer}, {"two clocks", &symmetric_two_clocks}, {"references", &symmetric_references}};
const SymmetryChoice choices[] = {SymmetryChoice::automatic, SymmetryChoice::sort,      SymmetryChoice::segment,
                                  SymmetryChoice::refine,    SymmetryChoice::canonical, SymmetryChoice::enumerate};

// The least image of a state: the same for all states of an orbit.
Contents least_image(ZoneGraph& graph, Canonicaliser& enumerate, const SymbolicState& state) {
  std::vector<std::int32_t> row(graph.row_size());
  graph.values(state.discrete, row);
  std::vector<std::uint32_t> active = graph.shape(state.discrete).clock_list();
  Zone zone = graph.zones().zone(state.zone);
  enumerate.canonicalise(row, active, zone);
  row.insert(row.end(), active.begin(), active.end());
  for (std::uint32_t x = 0; x < zone.dimension(); ++x) {
    row.insert(row.end(), zone.view().row(x), zone.view().row(x) + zone.dimension());
  }
  return row;
}

}  // namespace

TEST_CASE("representatives lie in the orbit, and represents() is exact") {
  const std::uint32_t seed = first_seed();
  for (const auto& [name, text] : models) {
    for (const SymmetryChoice choice : choices) {
      CAPTURE(seed, name, static_cast<int>(choice));
      const SpaceInput input(*text, choice);
      REQUIRE(input.plan.active);
      const auto graph = input.graph();
      Reducer& reducer = graph->reducer();
      CanonicalOptions brute = input.plan.options;
      brute.strategy = Strategy::enumerate;
      const auto enumerate = make_canonicaliser(input.plan.layout, brute);
      std::mt19937 random(seed);
      const std::vector<SymbolicState> states = unreduced_states(*graph, 150);
      REQUIRE(states.size() > 30);
      std::size_t apart = 0;
      for (const SymbolicState& state : states) {
        const SymbolicState image = permuted(*graph, state, random_permutation(input.plan.layout, random));
        const SymbolicState representative = reducer.representative(state);
        const Contents orbit = least_image(*graph, *enumerate, state);
        REQUIRE(least_image(*graph, *enumerate, representative) == orbit);
        REQUIRE(least_image(*graph, *enumerate, image) == orbit);
        REQUIRE(reducer.represents(representative, state));
        REQUIRE(reducer.represents(representative, image));
        REQUIRE(reducer.represents(reducer.representative(image), state));
        if (reducer.is_canonical()) {
          REQUIRE(reducer.representative(representative) == representative);
          REQUIRE(reducer.representative(image) == representative);
          REQUIRE(reducer.same_orbit(representative.discrete, reducer.representative(image).discrete));
        }
        const SymbolicState& other = states[random() % states.size()];
        const bool same = least_image(*graph, *enumerate, other) == orbit;
        REQUIRE(reducer.represents(representative, other) == same);
        apart += !same;
      }
      CHECK(apart > 20);
    }
  }
}

TEST_CASE("the two halves of a reducer give the representative of the whole") {
  for (const auto& [name, text] : models) {
    for (const SymmetryChoice choice : choices) {
      CAPTURE(name, static_cast<int>(choice));
      const SpaceInput input(*text, choice);
      const auto graph = input.graph();
      const auto reducer = graph->reducer().is_canonical() ? &graph->reducer() : nullptr;
      std::vector<std::int32_t> row(graph->row_size());
      std::size_t met = 0;
      for (const SymbolicState& state : unreduced_states(*graph, 40)) {
        graph->values(state.discrete, row);
        std::multiset<Contents> whole, halves;
        for (const UnreducedStep& step : graph->unreduced().steps(row, state.zone)) {
          const ZoneId zone = graph->zones().apply(state.zone, step.op);
          if (zone != Zones::empty) whole.insert(contents(*graph, graph->representative({step.discrete, zone})));
        }
        std::set<Contents> distinct;
        for (const Successor& successor : graph->successors(state.discrete)) {
          const ZoneId zone = graph->zones().apply(state.zone, successor.op);
          if (zone == Zones::empty) continue;
          distinct.insert(contents(*graph, graph->representative(successor, zone)));
        }
        if (reducer == nullptr || !reducer->is_canonical()) continue;
        // Twins are left out of the list, so only the distinct ones can be compared.
        REQUIRE(distinct == std::set<Contents>(whole.begin(), whole.end()));
        ++met;
      }
      CHECK((met > 20 || !graph->reducer().is_canonical()));
    }
  }
}

TEST_CASE("an adopted state has the matching ties of the space it comes from") {
  const SpaceInput input(symmetric_two_clocks, SymmetryChoice::automatic);
  REQUIRE(input.plan.sorting);
  const auto from = input.graph(), to = input.graph();
  std::vector<SymbolicState> waiting{from->initial().value()}, targets;
  std::size_t with_ties = 0;
  for (std::size_t n = 0; n < waiting.size() && n < 100; ++n) {
    from->expand(waiting[n], targets);
    for (const SymbolicState& target : targets) {
      if (std::find(waiting.begin(), waiting.end(), target) == waiting.end()) waiting.push_back(target);
      std::vector<std::int32_t> row(from->row_size());
      from->values(target.discrete, row);
      const SymbolicState adopted = to->adopt(row, from->zones().zone(target.zone).view());
      REQUIRE(contents(*to, adopted) == contents(*from, target));
      const TieClasses* ties = from->matching_ties(target.discrete);
      REQUIRE((ties == nullptr) == (to->matching_ties(adopted.discrete) == nullptr));
      if (ties == nullptr) continue;
      REQUIRE(*ties == *to->matching_ties(adopted.discrete));
      ++with_ties;
    }
  }
  CHECK(with_ties > 0);
}

TEST_CASE("without symmetry every state is its own representative") {
  const SpaceInput input(symmetric_fischer, SymmetryChoice::off);
  const auto graph = input.graph();
  Reducer& reducer = graph->reducer();
  CHECK(reducer.is_canonical());
  const std::vector<SymbolicState> states = unreduced_states(*graph, 50);
  for (const SymbolicState& state : states) {
    CHECK(reducer.representative(state) == state);
    CHECK(reducer.represents(state, state));
  }
  CHECK_FALSE(reducer.represents(states[0], states[1]));
  CHECK(reducer.memory() == 0);
}
