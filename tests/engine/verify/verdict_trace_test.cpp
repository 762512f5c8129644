// Regressions: runs that were once explained wrongly, found by random models.
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

void refuted_with_trace(const std::string& text, const std::string& formula) {
  CAPTURE(formula);
  const auto model = model_from(text);
  VerifyOptions options;
  options.trace = TraceKind::some;
  const QueryResult result = decide(*model, formula, options);
  CHECK(result.verdict == Verdict::not_satisfied);
  CHECK(result.trace_problem == "");
  REQUIRE(result.trace);
  const ReplayResult replayed = replay(*model, *result.trace);
  CHECK(replayed.message == "");
}

}  // namespace

TEST_CASE("a run that refutes p --> q begins strictly inside p and not q") {
  const std::string idle = "process P() { clock x; state A, B; init A; trans A -> B { guard x == 3; }; } system P;";
  refuted_with_trace(idle, "true --> P.x <= 1");
  refuted_with_trace(idle, "P.x > 1 --> P.x > 2 && P.x < 2");
  refuted_with_trace(idle, "P.x > 1 && P.x < 2 --> P.B");
}

TEST_CASE("a loop whose zones grow is unrolled until its clock values repeat") {
  refuted_with_trace(R"(broadcast chan b;  chan a; clock z;
    process P() { clock x; state L0 { x <= 2 }, L1 { x <= 3 }; init L0;
      trans L1 -> L0 { guard x > 2; sync b!; assign x = 0; }, L0 -> L0 { sync b?; assign x = 0; }, L1 -> L0 { },
            L0 -> L0 { sync b!; assign x = 0; }, L0 -> L0 { guard x >= 1; sync a!; assign x = 0; }; }
    process Q() { state L0, L1, L2 { z <= 3 }; init L0;
      trans L2 -> L2 { guard z >= 3; assign z = 0; }, L1 -> L2 { guard z > 2; }, L0 -> L2 { guard z >= 1; }; }
    system P, Q;)",
                     "A<> P.L1 && Q.L2");
}
