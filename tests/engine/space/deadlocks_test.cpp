// The oracle against the replay semantics, on states of random runs.
#include "engine/space/deadlocks.h"

#include <random>

#include "tests/engine/region_models.h"
#include "tests/engine/space/concrete_states.h"
#include "tests/engine/space/space_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Verdicts {
  std::size_t deadlocked = 0, alive = 0, proved = 0;
};

void compare_deadlocks(std::uint32_t seed, const std::string& text, Verdicts& met) {
  INFO("seed " << seed << "\n" << text);
  const SpaceInput input(text);
  StateStore states = input.store(false);
  SuccessorLister lister(input.network, states, {});
  DeadlockOracle oracle(states, lister, nullptr), learning(states, lister, nullptr);
  Semantics semantics(*input.model.model);
  ConcreteState state = semantics.initial();
  if (!semantics.violated_invariant(state).empty()) return;
  std::mt19937 random(seed);
  for (int step = 0; step < 20; ++step) {
    delay_somewhat(semantics, state, random);
    const TraceState shown = semantics.trace_state(state);
    const std::vector<std::int32_t> row = row_of(input.network, shown);
    const Valuation v = valuation_of(input.network, shown);
    const StateId id = states.intern(row);
    const bool is_deadlocked = semantics.deadlocked(state);
    const Federation stuck = oracle.deadlocked(id, lister.invariant(id).view());
    const auto& parts = stuck.parts();
    REQUIRE(std::any_of(parts.begin(), parts.end(), [&](const Zone& z) { return contains(z, v); }) == is_deadlocked);
    if (is_deadlocked) REQUIRE(oracle.may_deadlock(id));
    // What is learnt from drafts must agree.
    learning.prove_deadlock_free(id, lister.list(row, states.shape_id(id)).drafts);
    if (is_deadlocked) REQUIRE(learning.may_deadlock(id));
    met.proved += !oracle.may_deadlock(id);
    ++(is_deadlocked ? met.deadlocked : met.alive);
    const std::vector<Move> moves = semantics.moves(state);
    if (moves.empty()) continue;
    REQUIRE(semantics.take(state, moves[random() % moves.size()]).empty());
  }
}

}  // namespace

TEST_CASE("deadlocked valuations are those of the replay semantics") {
  const std::uint32_t first = first_seed();
  Verdicts met;
  for (std::uint32_t seed = first; seed < first + 300; ++seed) {
    compare_deadlocks(seed, TimedModelMaker(seed).make().text, met);
  }
  CHECK(met.deadlocked > 200);
  CHECK(met.alive > 500);
  CHECK(met.proved > 100);
}

TEST_CASE("a transition that is always possible proves freedom from deadlocks") {
  const SpaceInput input(one_process("clock x;", {"guard x >= 2;", "assign x = 0;"}));
  StateStore states = input.store(false);
  SuccessorLister lister(input.network, states, {});
  DeadlockOracle oracle(states, lister, nullptr);
  const std::vector<std::int32_t> row = input.network.initial_values();
  const StateId id = states.intern(row);
  CHECK_FALSE(oracle.may_deadlock(id));
}

TEST_CASE("a guard that passes by leaves a deadlock behind") {
  const SpaceInput input(one_process("clock x;", {"guard x <= 2;"}));
  StateStore states = input.store(false);
  SuccessorLister lister(input.network, states, {});
  DeadlockOracle oracle(states, lister, nullptr);
  const StateId id = states.intern(input.network.initial_values());
  CHECK(oracle.may_deadlock(id));
  const Federation stuck = oracle.deadlocked(id, Zone::universal(2).view());
  REQUIRE(stuck.parts().size() == 1);
  CHECK(contains(stuck.parts()[0], {0, 3}));
  CHECK_FALSE(contains(stuck.parts()[0], {0, 2}));
}
