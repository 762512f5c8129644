// Zone graphs of small models, and their parts alone. Random tests begin with seed ORBITA_SPACE_SEED (1).
#pragma once

#include <catch2/catch.hpp>
#include <deque>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/space/zone_graph.h"
#include "symmetry/orbits/canonical.h"
#include "tests/engine/compile_support.h"
#include "tests/sample.h"

namespace orbita::test {

// A compiled model with bounds and a symmetry plan: what a ZoneGraph is made of.
struct SpaceInput {
  explicit SpaceInput(const std::string& text, SymmetryChoice symmetry = SymmetryChoice::off)
      : model(text),
        network(*model.network),
        bounds(network, {}),
        plan(plan_symmetry(network, symmetry, {}, network.resets_to_zero_only && !network.has_stopwatches, false)) {
    if (plan.active) bounds.forget_names(network, plan.orbits);
  }

  std::unique_ptr<ZoneGraph> graph(const ZoneGraphOptions& options = {}, const CachePolicy& caching = {}) const {
    return std::make_unique<ZoneGraph>(network, bounds, QueryReads{}, options, plan, caching);
  }
  StateStore store(bool reduces) const {
    return {network, bounds, reduces ? BoundsMode::lower_upper : BoundsMode::exact, !reduces,
            reduces ? Normaliser(network, {}, plan.orbits) : Normaliser()};
  }

  Compiled model;
  const Network& network;
  BoundsAnalysis bounds;
  SymmetryPlan plan;
};

// All states reachable by unreduced steps, or the first `most` of them.
inline std::vector<SymbolicState> unreduced_states(ZoneGraph& graph, std::size_t most) {
  UnreducedSpace& space = graph.unreduced();
  std::vector<SymbolicState> states;
  const auto add = [&](const SymbolicState& state) {
    if (states.size() < most && std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
  };
  if (const std::optional<SymbolicState> initial = space.initial(true)) add(*initial);
  std::vector<std::int32_t> row(graph.row_size());
  for (std::size_t n = 0; n < states.size(); ++n) {
    space.values(states[n].discrete, row);
    for (const UnreducedStep& step : space.steps(row, states[n].zone)) {
      const ZoneId zone = step.discrete == none ? Zones::empty : space.zones().apply(states[n].zone, step.op);
      if (zone != Zones::empty) add({step.discrete, zone});
    }
  }
  return states;
}

// A state by its contents: comparable between graphs. {none, none} is empty.
using Contents = std::vector<std::int32_t>;
inline Contents contents(ZoneGraph& graph, const SymbolicState& state) {
  if (state.discrete == none) return {};
  Contents result(graph.row_size());
  graph.values(state.discrete, result);
  const Zone zone = graph.zones().zone(state.zone);
  for (std::uint32_t x = 0; x < zone.dimension(); ++x) {
    result.insert(result.end(), zone.view().row(x), zone.view().row(x) + zone.dimension());
  }
  return result;
}

// The first seed of a random test, 1 unless the environment says otherwise.
inline std::uint32_t first_seed() { return static_cast<std::uint32_t>(number_from("ORBITA_SPACE_SEED", 1)); }

// A permutation within the cells of the sets that are reduced.
inline Permutation random_permutation(const StateLayout& layout, std::mt19937& random) {
  Permutation g(layout);
  for (std::uint32_t s = 0; s < layout.sets.size(); ++s) {
    if (!layout.sets[s].reduced) continue;
    std::vector<std::int32_t> to(static_cast<std::size_t>(layout.sets[s].count));
    for (std::size_t e = 0; e < to.size(); ++e) to[e] = static_cast<std::int32_t>(e);
    std::shuffle(to.begin(), to.end(), random);
    for (std::size_t e = 0; e < to.size(); ++e) g.set(SetId{s}, static_cast<std::int32_t>(e), to[e]);
  }
  return g;
}

// The state with its elements exchanged.
inline SymbolicState permuted(ZoneGraph& graph, const SymbolicState& state, const Permutation& g) {
  const StateLayout& layout = graph.symmetry().layout;
  std::vector<std::int32_t> row(graph.row_size());
  graph.values(state.discrete, row);
  std::vector<std::uint32_t> active = graph.shape(state.discrete).clock_list();
  Zone zone = graph.zones().zone(state.zone);
  apply(layout, g, row);
  apply(layout, g, active, zone);
  return {graph.unreduced().intern(row), graph.zones().intern(zone.view())};
}

inline const std::string symmetric_fischer = R"(
  typedef scalar[3] S; S id; int[0,1] taken;
  process P(const S me) { clock x; state A, req { x <= 2 }, wait, cs; init A;
    trans A -> req { guard taken == 0; assign x = 0; }, req -> wait { guard x <= 2; assign x = 0, id = me, taken = 1; },
          wait -> req { guard taken == 0; assign x = 0; }, wait -> cs { guard x > 2 && taken == 1 && id == me; },
          cs -> A { assign taken = 0; }; }
  system P;)";

inline const std::string symmetric_two_clocks = R"(
  typedef scalar[3] S; broadcast chan b;
  process P(const S me) { clock x, y; state A { x <= 3 }, B; init A;
    trans A -> B { guard x >= 1; assign y = 0; }, B -> A { guard y >= 2; assign x = 0; },
          A -> A { sync b?; }, B -> A { guard x > 3; sync b!; assign x = 0; }; }
  system P;)";

// Elements point to elements: sorting is not enough.
inline const std::string symmetric_references = R"(
  typedef scalar[3] S; S next[S]; bool set[S];
  process P(const S me) { clock x; state A, B { x <= 2 }; init A;
    trans A -> B { select other : S; guard !set[me]; assign next[me] = other, set[me] = true, x = 0; },
          B -> A { guard x >= 1 && set[next[me]]; assign set[me] = false; }; }
  system P;)";

}  // namespace orbita::test
