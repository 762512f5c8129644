// Priorities and what may be forgotten about clocks.
#include <catch2/catch.hpp>

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
  for (const Abstraction abstraction :
       {Abstraction::automatic, Abstraction::exact, Abstraction::m, Abstraction::m_plus, Abstraction::lu,
        Abstraction::lu_plus, Abstraction::am, Abstraction::alu}) {
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

// What the transition of higher priority leaves of y > 3 are two zones; search and trace must agree on them.
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

}  // namespace
