// E[], A<> and -->: several queries per call, and states that simulation must not hide.
#include <catch2/catch.hpp>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// B is left at once while x <= 3. It is reached first with x = 0, then with x = 5, which can do no more than x = 0: aLU
// covers it. But x = 5 is a deadlock.
constexpr const char* late_entry = R"(
  clock x;
  process P() { state A { x <= 6 }, B, C; urgent B; init A;
    trans A -> B { guard x <= 0; }, A -> B { guard x >= 5; }, B -> C { guard x <= 3; }; }
  system P;)";

}  // namespace

TEST_CASE("a run that ends in a deadlock is not hidden by one that goes on") {
  for (const Order order : {Order::breadth_first, Order::depth_first}) {
    for (const TraceKind trace : {TraceKind::off, TraceKind::some}) {
      const auto model = model_from(late_entry);
      VerifyOptions options;
      options.order = order;
      options.trace = trace;
      for (const char* formula : {"A<> P.C", "P.A --> P.C", "P.B --> P.C"}) {
        CAPTURE(formula, trace == TraceKind::some);
        const QueryResult result = decide(*model, formula, options);
        CHECK(result.verdict == Verdict::not_satisfied);
        CHECK(result.trace_problem.empty());
        CHECK(result.trace.has_value() == (trace == TraceKind::some));
      }
      CHECK(decide(*model, "E[] not P.C", options).verdict == Verdict::satisfied);
    }
  }
}

TEST_CASE("leads-to queries of one call get the verdicts they get alone") {
  const auto model = model_from(late_entry);
  const std::vector<std::string> formulas{"P.A --> P.C",           "P.B --> P.B",    "P.C --> P.C",
                                          "P.B --> P.C || x >= 5", "x >= 1 --> P.B", "P.C --> P.A"};
  const std::vector<QueryResult> together = decide(*model, queries_of(*model, formulas));
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    CAPTURE(formulas[i]);
    CHECK(together[i].verdict == decide(*model, formulas[i]).verdict);
  }
  CHECK(together[0].verdict == Verdict::not_satisfied);
  CHECK(together[2].verdict == Verdict::satisfied);
  CHECK(together[3].verdict == Verdict::satisfied);
  CHECK(together[5].verdict == Verdict::not_satisfied);
}

// A round trip A -> B -> A takes time, and time is bounded. The first B covers the one reached from A, and its
// successors are all of A: no loop, since not all of B is reachable from A.
TEST_CASE("a start merged with a state it covers closes no loop with that state's predecessors") {
  const auto text = [](const std::string& guard) {
    return "clock t, x; process P() { state I, A { t <= 10 }, B { t <= 10 }, Done; commit I; init I;\n"
           "trans I -> A { }, I -> B { }, A -> B { " +
           guard +
           " }, B -> A { assign x = 0; },\n"
           "A -> Done { guard t == 10; }, B -> Done { guard t == 10; }; }\nsystem P;";
  };
  VerifyOptions options;
  options.trace = TraceKind::some;
  const std::unique_ptr<Model> slow = model_from(text("guard x >= 1;")), quick = model_from(text(""));
  CHECK(decide(*slow, "(P.A || P.B) --> P.Done").verdict == Verdict::satisfied);
  CHECK(decide(*slow, "(P.A || P.B) --> P.Done", options).verdict == Verdict::satisfied);
  const QueryResult endless = decide(*quick, "(P.A || P.B) --> P.Done", options);
  CHECK(endless.verdict == Verdict::not_satisfied);
  REQUIRE(endless.trace.has_value());
  CHECK(endless.trace_problem == "");
}
