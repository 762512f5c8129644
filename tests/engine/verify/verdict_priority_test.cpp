// Priorities and the abstraction of clocks.
#include <catch2/catch.hpp>

#include "engine/replay/semantics.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// A transition of lower priority is taken where the guard of a higher one does not hold, so an upper
// bound of the higher one (here the invariant z <= 0) is a lower bound for the lower one. With LU bounds
// that knew only the tests as written, n == 1 looked reachable outside L0.
constexpr const char* priority_model = R"(
clock z; int[0,2] n; chan a; broadcast chan b;
chan priority default < b;
process P() { clock x; state L0 { z <= 0 }, L1; init L0;
  trans L0 -> L0 { sync b!; assign x = 0; },
        L0 -> L1 { assign x = 0, n = (n + 1) % 3; }; }
process Q() { state L0 { z <= 2 }, L1 { z <= 0 }; init L0;
  trans L0 -> L1 { guard z < 2 && n >= 1; sync a!; assign z = 3; },
        L1 -> L0 { guard z > 2 && n == 0; assign n = (n + 1) % 3; }; }
system P < Q;
)";

TEST_CASE("a transition blocked by a higher priority stays blocked under every abstraction") {
  for (const Abstraction abstraction : {Abstraction::automatic, Abstraction::exact, Abstraction::m, Abstraction::m_plus,
                                        Abstraction::lu, Abstraction::lu_plus, Abstraction::am, Abstraction::alu}) {
    for (const SubsumptionChoice subsumption : {SubsumptionChoice::automatic, SubsumptionChoice::equality}) {
      for (const Order order : {Order::breadth_first, Order::depth_first}) {
        CAPTURE(static_cast<int>(abstraction), static_cast<int>(subsumption), static_cast<int>(order));
        const auto model = model_from(priority_model);
        VerifyOptions options;
        options.abstraction = abstraction;
        options.subsumption = subsumption;
        options.order = order;
        CHECK(decide(*model, "E<> !P.L0 && n == 1", options).verdict == Verdict::not_satisfied);
      }
    }
  }
}

// The transition of higher priority splits y > 3 into two zones; search and trace must agree on them.
TEST_CASE("a trace follows a transition cut by one of higher priority") {
  const auto model = model_from(R"(
    chan h, low;
    chan priority low < default;
    clock x, y;
    process P() { state A, B, C; init A;
      trans A -> B { guard y > 3; assign x = 0; }, B -> C { sync low!; }, B -> B { guard x <= 3 && y <= 3; sync h!; }; }
    process Q() { state A; init A; trans A -> A { sync low?; }, A -> A { sync h?; }; }
    system P, Q;)");
  VerifyOptions options;
  options.trace = TraceKind::some;
  for (const char* formula : {"E<> P.C", "E<> P.C && x > 2", "E<> P.C && x < 2 && y > 7"}) {
    CAPTURE(formula);
    const QueryResult result = decide(*model, formula, options);
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.trace_problem == "");
    CHECK(result.trace.has_value());
  }
}

// The moves of the initial state after a delay, as the independent semantics sees them.
std::size_t moves_after(Model& model, const Rational& delay) {
  Semantics semantics(model);
  ConcreteState state = semantics.initial();
  REQUIRE(semantics.delay(state, delay).empty());
  return semantics.moves(state, 10).size();
}

// The target of the edge over h has the invariant z <= 2: for z > 2 this transition does not exist, and low is not
// blocked.
TEST_CASE("a transition of higher priority whose target violates an invariant blocks nothing") {
  const auto model = model_from(R"(
    chan low, h; chan priority low < default; clock z;
    process P() { state A, H { z <= 2 }, L; init A; trans A -> H { sync h!; }, A -> L { sync low!; }; }
    process Q() { state A; init A; trans A -> A { sync low?; }, A -> A { sync h?; }; }
    system P, Q;)");
  VerifyOptions options;
  options.trace = TraceKind::some;
  const auto decided = [&](const char* formula) {
    const QueryResult result = decide(*model, formula, options);
    CAPTURE(formula);
    CHECK(result.trace_problem == "");
    return result.verdict;
  };
  CHECK(decided("E<> P.L") == Verdict::satisfied);
  CHECK(decided("E<> P.L && z <= 2") == Verdict::not_satisfied);
  CHECK(decided("A[] P.L imply z > 2") == Verdict::satisfied);
  CHECK(decided("E<> P.H") == Verdict::satisfied);
  Semantics semantics(*model);
  for (const auto& [delay, edge] : {std::pair(Rational(2), 0u), {Rational(5, 2), 1u}}) {
    ConcreteState state = semantics.initial();
    REQUIRE(semantics.delay(state, delay).empty());
    const std::vector<Move> moves = semantics.moves(state, 10);
    REQUIRE(moves.size() == 1);
    CHECK(moves[0].edges.front().edge == edge);
  }
}

// The same with an invariant about data, and with priorities of processes.
TEST_CASE("a transition of higher priority whose target violates a data invariant blocks nothing") {
  for (const char* full : {"1", "0"}) {
    CAPTURE(full);
    const auto model = model_from(std::string("const int full = ") + full + R"(;
      int n;
      process P() { state A, L; init A; trans A -> L { }; }
      process Q() { state A, H { n < 1 }; init A; trans A -> H { assign n = full; }; }
      system P < Q;)");
    const bool is_free = full[0] == '1';
    CHECK(decide(*model, "E<> P.L && Q.A").verdict == (is_free ? Verdict::satisfied : Verdict::not_satisfied));
    CHECK(decide(*model, "E<> Q.H").verdict == (is_free ? Verdict::not_satisfied : Verdict::satisfied));
    CHECK(moves_after(*model, Rational(0)) == 1);
  }
}

// A blocked transition does not happen, so its updates cannot fail either.
TEST_CASE("a transition that fails is not an error if a higher priority blocks it") {
  const std::string text = R"(
    broadcast chan low, h; chan priority low < default; clock z; int a[2], i = 2;
    process P() { state A { z <= 3 }, H, L; init A; trans A -> H { guard z GUARD; sync h!; }, A -> L { guard z >= 1; sync low!; assign a[i] = 1; }; }
    system P;)";
  const auto with = [&](const std::string& guard) {
    std::string changed = text;
    return model_from(changed.replace(changed.find("GUARD"), 5, guard));
  };
  VerifyOptions options;
  options.trace = TraceKind::some;
  const auto blocked = with(">= 1");
  const QueryResult none_fails = decide(*blocked, "A[] !P.L", options);
  CHECK(none_fails.verdict == Verdict::satisfied);
  CHECK(moves_after(*blocked, Rational(1)) == 1);
  const auto free = with("<= 1");
  const QueryResult fails = decide(*free, "A[] !P.L", options);
  CHECK(fails.verdict == Verdict::error);
  CHECK(fails.trace_problem == "");
  CHECK(moves_after(*free, Rational(1)) == 1);
  CHECK_THROWS_AS(moves_after(*free, Rational(3, 2)), EvaluationError);
}

}  // namespace
