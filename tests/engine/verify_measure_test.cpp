// sup, inf and bounds: what is added to a clock, and what extrapolation may not touch.
#include <catch2/catch.hpp>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// B is entered with x == 2 or x == 7, and no test of x ever tells the two apart.
constexpr const char* two_ways = R"(
  clock x, y; int[0,1] n;
  process P() { state A { y <= 2 }, B, C { y <= 5 }; commit B; init A;
    trans A -> B { guard y == 2; }, A -> C { guard y == 2; assign y = 0; }, C -> B { guard y == 5; assign n = 1; }; }
  system P;)";

MeasuredValue measured(const char* model_text, const std::string& formula, const VerifyOptions& options = {}) {
  const auto model = model_from(model_text);
  const QueryResult result = decide(*model, formula, options);
  REQUIRE(result.verdict == Verdict::satisfied);
  return result.values.back();
}

}  // namespace

TEST_CASE("what is subtracted from a clock does not hide how far it goes") {
  CHECK(measured(two_ways, "sup{P.B}: x").value == 7);
  CHECK(measured(two_ways, "sup{P.B}: x - 13").value == -6);
  CHECK(measured(two_ways, "bounds{P.B}: x - 9").value == -2);
  CHECK(measured(two_ways, "inf{P.B}: x - 13").value == -11);
  CHECK(measured(two_ways, "inf{P.B}: x + 1").value == 3);
  CHECK(measured(two_ways, "inf{P.B}: x - 9 * n").value == -2);
}

TEST_CASE("extrapolation does not change measured clocks") {
  for (const Abstraction abstraction : {Abstraction::exact, Abstraction::m, Abstraction::m_plus, Abstraction::lu, Abstraction::lu_plus,
                                        Abstraction::am, Abstraction::alu}) {
    CAPTURE(static_cast<int>(abstraction));
    VerifyOptions options;
    options.abstraction = abstraction;
    const MeasuredValue high = measured(two_ways, "sup{P.B}: x", options);
    CHECK(!high.infinite);
    CHECK(high.value == 7);
    const MeasuredValue low = measured(two_ways, "inf{P.B}: x", options);
    CHECK(low.value == 2);
    CHECK(!low.strict);
  }
}

// Bounds of clocks come from what a function returns, not from what its type could hold: x would be followed to 32767.
TEST_CASE("a function that returns constants bounds a clock by them") {
  const auto model = model_from(R"(
    clock x, y; int[0,1] m; const int K[2] = { 3, 5 };
    int limit(int i) { if (i > 7) return 4; return K[i]; }
    process P() { state A { y <= 1 }, B; init A;
      trans A -> A { guard y == 1; assign y = 0; }, A -> A { assign m = 1 - m; }, A -> B { guard x >= limit(m) && x <= limit(m); }; }
    system P;)");
  const QueryResult result = decide(*model, "P.A --> P.B");
  CHECK(result.verdict == Verdict::not_satisfied);
  CHECK(result.statistics.explored < 100);
}
