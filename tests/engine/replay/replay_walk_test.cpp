#include <map>
#include <random>
#include <set>

#include "tests/engine/replay_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

std::string fischer_with_test(const std::string& test) {
  return R"(
    typedef int[1,3] id_t; int[0,3] id;
    process P(const id_t pid) { clock x; state A, req { x <= 2 }, wait, cs; init A;
      trans A -> req { guard id == 0; assign x = 0; }, req -> wait { guard x <= 2; assign x = 0, id = pid; },
            wait -> req { guard id == 0; assign x = 0; }, wait -> cs { guard )" +
         test + R"( && id == pid; },
            cs -> A { assign id = 0; }; }
    system P;)";
}

const std::string mixed = R"(
  broadcast chan tick; urgent chan hurry; chan go[2]; int[0,5] n; meta int m; clock z;
  process Clock() { clock x; state run { x <= 3 }; init run; trans run -> run { guard x > 1; sync tick!; assign x = 0, m = n; }; }
  process Count(const int k) { clock y; state a, b, c; commit c; init a;
    trans a -> b { guard y >= k; sync tick?; assign n = n < 5 ? n + 1 : 0; }, b -> c { select i : int[0,1]; guard i != k; sync go[i]!; }, c -> a { assign y = 0; }, b -> a { sync tick?; }; }
  process Server() { state idle, full { z <= 2 }; init idle; trans idle -> full { select i : int[0,1]; sync go[i]?; assign z = 0; }, full -> idle { sync hurry?; }; }
  process Rush() { state r; init r; trans r -> r { guard n % 2 == 0; sync hurry!; }, r -> r { guard z > 1; assign n = 0; }; }
  C0 = Count(0); C1 = Count(1);
  system Clock, C0, C1, Server, Rush;)";

std::size_t in_critical_section(Semantics& semantics, const ConcreteState& state) {
  std::size_t count = 0;
  for (std::uint32_t p = 0; p < state.locations.size(); ++p) count += semantics.location(state, p).name == "cs";
  return count;
}

// A random run as a trace, made of the possible moves of each moment.
Trace random_trace(Model& model, unsigned seed, std::size_t length) {
  Semantics semantics(model);
  std::mt19937 random(seed);
  ConcreteState state = semantics.initial();
  Trace trace;
  trace.initial = semantics.trace_state(state);
  while (trace.steps.size() < length) {
    const Rational delay(random() % 3 == 0 ? 0 : random() % 12, 4);
    ConcreteState later = state;
    if (!semantics.delay(later, delay).empty()) {
      if (semantics.deadlocked(state)) break;
      continue;
    }
    state = later;
    TraceStep step{delay, {}, {}};
    const std::vector<Move> moves = semantics.moves(state);
    if (!moves.empty()) {
      const Move& move = moves[random() % moves.size()];
      for (const EdgeChoice& choice : move.edges) step.edges.push_back(semantics.trace_edge(choice));
      REQUIRE(semantics.take(state, move).empty());
    }
    step.state = semantics.trace_state(state);
    trace.steps.push_back(step);
  }
  return trace;
}

}  // namespace

TEST_CASE("random walks respect mutual exclusion where the model does") {
  const auto model = model_from(fischer_with_test("x > 2"));
  std::set<std::vector<std::uint32_t>> seen;
  std::size_t most = 0;
  const WalkResult result = random_walk(*model, 1, 5000, [&](Semantics& semantics, const ConcreteState& state) {
    most = std::max(most, in_critical_section(semantics, state));
    seen.insert(state.locations);
    return true;
  });
  CHECK(result.error.empty());
  CHECK(result.steps == 5000);
  CHECK(most == 1);
  CHECK(seen.size() > 20);
}

TEST_CASE("random walks find the mistake of a weak test") {
  const auto model = model_from(fischer_with_test("x >= 1"));
  bool broken = false;
  random_walk(*model, 1, 5000, [&](Semantics& semantics, const ConcreteState& state) {
    broken = in_critical_section(semantics, state) > 1;
    return !broken;
  });
  CHECK(broken);
}

TEST_CASE("a walk is determined by its seed") {
  const auto model = model_from(mixed);
  const auto walk = [&](std::uint64_t seed) {
    std::vector<std::vector<std::int32_t>> cells;
    random_walk(*model, seed, 200, [&](Semantics&, const ConcreteState& state) {
      cells.push_back(state.cells);
      return true;
    });
    return cells;
  };
  CHECK(walk(3) == walk(3));
  CHECK(walk(3) != walk(4));
}

TEST_CASE("walks see only states whose invariants hold") {
  const auto model = model_from(mixed);
  std::size_t violations = 0, states = 0;
  const WalkResult result = random_walk(*model, 5, 1500, [&](Semantics& semantics, const ConcreteState& state) {
    ConcreteState copy = state;
    violations += !semantics.violated_invariant(copy).empty();
    ++states;
    return true;
  });
  CHECK(result.error.empty());
  CHECK(violations == 0);
  CHECK(states >= 3000);
}

TEST_CASE("a walk ends with a run-time error of the model") {
  const auto model = model_from("int[0,9] n; process P() { state A; init A; trans A -> A { assign n++; }; } system P;");
  const WalkResult result = random_walk(*model, 1, 100, [](Semantics&, const ConcreteState&) { return true; });
  CHECK(result.steps == 9);
  CHECK_THAT(result.error, Catch::Contains("outside [0,9]"));
}

TEST_CASE("deadlocks start a walk again") {
  const auto model =
      model_from("process P() { clock x; state A, B; init A; trans A -> B { guard x > 2; }; } system P;");
  const WalkResult result = random_walk(*model, 1, 10, [](Semantics&, const ConcreteState&) { return true; });
  CHECK(result.steps == 10);
  CHECK(result.deadlocks >= 9);
}

TEST_CASE("possible runs replay, and changed ones do not") {
  for (const std::string& text : {mixed, fischer_with_test("x > 2")}) {
    const auto model = model_from(text);
    for (unsigned seed = 0; seed < 30; ++seed) {
      CAPTURE(seed);
      const Trace trace = random_trace(*model, seed, 25);
      const ReplayResult good = replay(*model, trace);
      INFO(good.message);
      REQUIRE(good.ok);
      CHECK(load_trace(save_trace(trace)) == trace);
      if (trace.steps.empty()) continue;

      std::mt19937 random(seed);
      const std::size_t at = random() % trace.steps.size();
      Trace changed = trace;
      changed.steps[at].state.variables[0].second += 1;
      CHECK(replay(*model, changed).step == at);
      CHECK_FALSE(replay(*model, changed).ok);

      changed = trace;
      changed.steps[at].delay += Rational(1, 7);  // every state records its clocks
      CHECK_FALSE(replay(*model, changed).ok);
      CHECK(replay(*model, changed).step == at);

      changed = trace;
      if (changed.steps[at].edges.size() < 2) continue;
      changed.steps[at].edges.pop_back();
      CHECK_FALSE(replay(*model, changed).ok);
      CHECK(replay(*model, changed).step == at);
    }
  }
}

TEST_CASE("a walk leaves absorbing parts of the model and finds time locks") {
  const auto model = model_from(R"(
    process P() { clock x; state A, trap, other { x <= 3 }, B; init A;
      trans A -> trap { }, trap -> trap { }, A -> other { assign x = 0; }, other -> B { guard x < 1; }; }
    system P;)");
  std::map<std::string, std::size_t> visits;
  const WalkResult result = random_walk(*model, 2, 20000, [&](Semantics& semantics, const ConcreteState& state) {
    ++visits[std::string(semantics.location(state, 0).name)];
    return true;
  });
  CHECK(result.steps == 20000);
  CHECK(result.restarts > 20);
  CHECK(result.deadlocks > 5);
  CHECK(visits["B"] > 0);
  CHECK(visits["other"] > 0);
}
