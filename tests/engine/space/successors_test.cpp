// The lister's drafts against the transitions of the replay semantics, on states of random runs.
#include "engine/space/successors.h"

#include <random>
#include <set>

#include "tests/engine/region_models.h"
#include "tests/engine/space/concrete_states.h"
#include "tests/engine/space/space_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// A transition: its edges as (process, edge, branch, selects …), sorted.
using Edges = std::multiset<std::vector<std::int64_t>>;

Edges edges_of(const Network& network, const Transition& transition) {
  Edges result;
  for (const Participant& participant : transition.participants) {
    const NetEdge& edge = network.edges[participant.edge];
    const Edge* first = network.processes[edge.process].origin->templ->edges.data();
    std::vector<std::int64_t> one{edge.process.value, edge.tree - first,
                                  edge.branch == nullptr ? -1 : edge.branch - first};
    one.insert(one.end(), participant.selects.begin(), participant.selects.end());
    result.insert(std::move(one));
  }
  return result;
}

Edges edges_of(const Move& move) {
  Edges result;
  for (const EdgeChoice& choice : move.edges) {
    std::vector<std::int64_t> one{choice.process, choice.edge,
                                  choice.branch == no_branch ? -1 : std::int64_t{choice.branch}};
    one.insert(one.end(), choice.selects.begin(), choice.selects.end());
    result.insert(std::move(one));
  }
  return result;
}

// The transitions that a valuation can take, with the rows they lead to.
using Possible = std::set<std::pair<Edges, std::vector<std::int32_t>>>;

Possible listed(const Network& network, const SuccessorLister::Listing& listing, const Valuation& v) {
  Possible result;
  for (const Draft& draft : listing.drafts) {
    if (!is_enabled(draft.op, v)) continue;
    REQUIRE_FALSE(draft.failure);
    result.emplace(edges_of(network, listing.transitions[draft.transition]), draft.row);
  }
  return result;
}

Possible expected(const Network& network, Semantics& semantics, ConcreteState& state) {
  Possible result;
  for (const Move& move : semantics.moves(state)) {
    ConcreteState target = state;
    REQUIRE(semantics.take(target, move).empty());
    result.emplace(edges_of(move), row_of(network, semantics.trace_state(target)));
  }
  return result;
}

struct Met {
  std::size_t states = 0, transitions = 0;
};

void compare_along_run(std::uint32_t seed, const std::string& text, Met& met) {
  INFO("seed " << seed << "\n" << text);
  const SpaceInput input(text);
  StateStore states = input.store(false);
  SuccessorLister lister(input.network, states, {});
  Semantics semantics(*input.model.model);
  ConcreteState state = semantics.initial();
  if (!semantics.violated_invariant(state).empty()) return;
  std::mt19937 random(seed);
  for (int step = 0; step < 25; ++step) {
    delay_somewhat(semantics, state, random);
    const TraceState shown = semantics.trace_state(state);
    const std::vector<std::int32_t> row = row_of(input.network, shown);
    const Valuation v = valuation_of(input.network, shown);
    const Possible possible = expected(input.network, semantics, state);
    const ShapeId shape = states.shape_of_row(row);
    REQUIRE(listed(input.network, lister.list(row, shape), v) == possible);
    // With a zone around the valuation nothing that it can take is left out.
    const Zone around = lister.invariant(states.intern(row));
    REQUIRE(contains(around, v));
    const ConstMatrix zone = around.view();
    REQUIRE(listed(input.network, lister.list(row, shape, &zone), v) == possible);
    ++met.states;
    met.transitions += possible.size();
    const std::vector<Move> moves = semantics.moves(state);
    if (moves.empty()) continue;
    REQUIRE(semantics.take(state, moves[random() % moves.size()]).empty());
  }
}

}  // namespace

TEST_CASE("the drafts of a row are the transitions of the replay semantics") {
  const std::uint32_t first = first_seed();
  Met met;
  for (std::uint32_t seed = first; seed < first + 300; ++seed) {
    compare_along_run(seed, TimedModelMaker(seed).make().text, met);
  }
  CHECK(met.states > 2000);
  CHECK(met.transitions > 1000);
}

TEST_CASE("of a split broadcast a zone keeps the parts it can take") {
  const SpaceInput input(R"(
    broadcast chan b; clock z;
    process S() { state A; init A; trans A -> A { sync b!; }; }
    process R(const int[0,3] i) { clock x; state A; init A; trans A -> A { guard x >= 2; sync b?; assign x = 0; }; }
    system S, R;)");
  StateStore states = input.store(false);
  SuccessorLister lister(input.network, states, {});
  REQUIRE(lister.splits_broadcasts());
  const std::vector<std::int32_t> row = input.network.initial_values();
  CHECK(lister.list(row, states.shape_of_row(row)).drafts.size() == 16);
  const Zone start = Zone::zero(static_cast<std::uint32_t>(input.network.clocks.size()));
  const ConstMatrix zone = start.view();
  CHECK(lister.list(row, states.shape_of_row(row), &zone).drafts.size() == 1);
}

TEST_CASE("a filter drops drafts it judges, and marks those with a condition") {
  class Odd final : public MoveFilter {
   public:
    void prepare(std::span<const std::int32_t>, const Shape&, const ConstMatrix*) override {}
    const IdVector<ProcessId, ProcessId>& substitutes() const override { return nobody_; }
    Verdict judge(const Transition& t) override {
      return t.participants.front().edge.value % 2 == 1 ? Verdict{true, none} : Verdict{false, 5};
    }
    bool applies(ConstMatrix, const Shape&, std::uint32_t) const override { return false; }

   private:
    IdVector<ProcessId, ProcessId> nobody_;
  };
  const SpaceInput input(one_process("int n;", {"assign n = 1;", "assign n = 2;", "assign n = 3;"}));
  StateStore states = input.store(false);
  SuccessorLister lister(input.network, states, {});
  const std::vector<std::int32_t> row = input.network.initial_values();
  Odd filter;
  const SuccessorLister::Listing listing = lister.list(row, states.shape_of_row(row), nullptr, &filter);
  REQUIRE(listing.drafts.size() == 2);
  for (const Draft& draft : listing.drafts) {
    CHECK(draft.condition == 5);
    CHECK(listing.transitions[draft.transition].participants.front().edge.value % 2 == 0);
  }
}
