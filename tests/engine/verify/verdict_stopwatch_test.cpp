// Stopwatches: zones over-approximate the reachable valuations, so only some verdicts are certain.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// x is stopped in A. B is reachable, but only with a clock that was stopped; C fails if y - x can exceed 5; D needs x
// to run where it is stopped.
constexpr const char* stopwatch_model = R"(clock x, y; int[0,3] n;
process P() {
  state A { x' == 0 }, B, C, D, E;
  init A;
  trans A -> B { guard y >= 2 && x <= 0; },
        B -> C { guard y - x > 5; assign n = 4; },
        A -> D { guard x > y; },
        A -> E { guard y >= 1; };
}
system P;)";

QueryResult decide_with(const std::string& formula, TraceKind trace,
                        Approximation approximation = Approximation::exact) {
  static const std::unique_ptr<Model> model = model_from(stopwatch_model);
  VerifyOptions options;
  options.trace = trace;
  options.approximation = approximation;
  return decide(*model, formula, options);
}

}  // namespace

TEST_CASE("a state the larger zones do not reach is not reachable") {
  const auto model = model_from(R"(clock x, y;
process P() {
  state A { x' == 0 }, B, D;
  init A;
  trans A -> B { guard y >= 2 && x <= 0; }, A -> D { guard x > y; };
}
system P;)");
  for (const TraceKind trace : {TraceKind::off, TraceKind::some}) {
    VerifyOptions options;
    options.trace = trace;
    CHECK(decide(*model, "E<> P.D", options).verdict == Verdict::not_satisfied);
    CHECK(decide(*model, "A[] !P.D", options).verdict == Verdict::satisfied);
  }
  const QueryResult highest = decide(*model, "sup{P.A}: x");
  CHECK(highest.verdict == Verdict::unknown);
  CHECK(highest.reason.rfind("over-approximation: the values met lie within", 0) == 0);
}

TEST_CASE("an error found in larger zones may be spurious") {
  const QueryResult safe = decide_with("A[] !P.D", TraceKind::some);
  CHECK(safe.verdict == Verdict::unknown);
  CHECK(safe.reason == "over-approximation: may fail: value 4 is outside [0,3]");
}

TEST_CASE("a state found in larger zones may not exist, and a run without a timing is not an engine error") {
  for (const TraceKind trace : {TraceKind::off, TraceKind::some, TraceKind::shortest, TraceKind::fastest}) {
    const QueryResult found = decide_with("E<> P.B", trace);
    CHECK(found.verdict == Verdict::unknown);
    CHECK(found.leaning == Verdict::satisfied);
    CHECK(found.reason == "over-approximation: may be satisfied");
    CHECK(found.trace_problem.empty());
    CHECK_FALSE(found.trace);
  }
}

TEST_CASE("verdicts are the same with and without traces, and a run that replays is shown") {
  for (const TraceKind trace : {TraceKind::off, TraceKind::some, TraceKind::shortest, TraceKind::fastest}) {
    const QueryResult found = decide_with("E<> P.E", trace);
    CHECK(found.reason == "over-approximation: may be satisfied");
    CHECK(found.trace.has_value() == (trace != TraceKind::off));
    CHECK(decide_with("E[] !P.B", trace).leaning == Verdict::satisfied);
    CHECK(decide_with("A<> P.B", trace).leaning == Verdict::not_satisfied);
  }
}

TEST_CASE("an error in larger zones is not certain for any kind of query") {
  for (const char* formula : {"A[] !P.D", "P.B --> P.D", "sup: y"}) {
    CAPTURE(formula);
    const QueryResult found = decide_with(formula, TraceKind::off);
    CHECK(found.verdict == Verdict::unknown);
    CHECK(found.reason.rfind("over-approximation: may fail", 0) == 0);
  }
  CHECK(decide_with("A[] !P.D", TraceKind::off, Approximation::hull).reason.rfind("over-approximation: may fail", 0) ==
        0);
}
