// Broadcasts to receivers with clock guards: the participants depend on the zone, with very many combinations.
#include <catch2/catch.hpp>

#include "parser/parser.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Each of nine receivers has two edges with clock guards, so 3^9 sets of them could participate in a broadcast; all
// clocks are equal, so only one does.
const std::string nine_receivers = R"(
  broadcast chan go; clock t;
  process S() { state A { t <= 2 }, B; init A; trans A -> B { guard t >= 1; sync go!; }, B -> A { assign t = 0; }; }
  process R(const int[0, 8] i) { clock x; state A, B, C; init A;
    trans A -> B { guard x <= 2; sync go?; }, A -> C { guard x > 4; sync go?; },
          B -> A { guard t == 0; assign x = 0; }, C -> A { guard t == 0; assign x = 0; }; }
  system S, R;)";

}  // namespace

TEST_CASE("a search for runs lists only the receivers that the zone allows") {
  const std::unique_ptr<Model> model = model_from(nine_receivers);
  CHECK(decide(*model, "E[] !R(0).B").verdict == Verdict::not_satisfied);
  const QueryResult result = decide(*model, "A<> R(0).B");
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(result.statistics.operations < 500);
}

TEST_CASE("a trace leads through a broadcast of many receivers") {
  const std::unique_ptr<Model> model = model_from(nine_receivers);
  VerifyOptions options;
  options.trace = TraceKind::some;
  const QueryResult result = decide(*model, "E<> R(0).B && R(8).B", options);
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(result.trace_problem == "");
}

TEST_CASE("3^30 ways to receive a broadcast respect the limits, and earlier verdicts are kept") {
  const std::unique_ptr<Model> model = model_from(R"(
    broadcast chan c;
    process P() { state A, B, C; init A; trans A -> B { }, B -> C { sync c!; }; }
    process R(const int[1, 30] i) { state A, B, C, D; init A; trans A -> B { sync c?; }, A -> C { sync c?; }, A -> D { sync c?; }; }
    system P, R;)");
  VerifyOptions options;
  options.limits.memory = std::size_t{16} << 20;
  const std::vector<QueryResult> results = decide(*model, queries_of(*model, {"E<> P.B", "E<> P.B && P.C"}), options);
  CHECK(results[0].verdict == Verdict::satisfied);
  CHECK(results[1].verdict == Verdict::unknown);
  CHECK(results[1].reason == "memory limit");
  CHECK(results[1].statistics.stored == 2);
}
