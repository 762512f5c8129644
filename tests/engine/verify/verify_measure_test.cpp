// sup, inf and bounds: offsets added to a clock, and clocks that extrapolation must not change.
#include <catch2/catch.hpp>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// B is entered with x == 2 or x == 7, and no test of x ever distinguishes the two.
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

TEST_CASE("an offset subtracted from a clock does not hide its supremum") {
  CHECK(measured(two_ways, "sup{P.B}: x").value == 7);
  CHECK(measured(two_ways, "sup{P.B}: x - 13").value == -6);
  CHECK(measured(two_ways, "bounds{P.B}: x - 9").value == -2);
  CHECK(measured(two_ways, "inf{P.B}: x - 13").value == -11);
  CHECK(measured(two_ways, "inf{P.B}: x + 1").value == 3);
  CHECK(measured(two_ways, "inf{P.B}: x - 9 * n").value == -2);
}

TEST_CASE("extrapolation does not change measured clocks") {
  for (const Abstraction abstraction : {Abstraction::exact, Abstraction::m, Abstraction::m_plus, Abstraction::lu,
                                        Abstraction::lu_plus, Abstraction::am, Abstraction::alu}) {
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

// Bounds of clocks come from the values a function returns, not from its type: x would be tracked up to 32767.
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

// ---- clocks that grow for ever

namespace {

// A process that repeats `loops` for ever, and perhaps another one, Q; `x` is the clock to measure.
std::string looping(const std::string& invariant, const std::string& loops, const std::string& other = "") {
  return "clock x, y, z; int[0,9] n;\n" + other + "process P() { state A { " + invariant + " }; init A; trans " +
         loops + "; }\nsystem P" + (other.empty() ? "" : ", Q") + ";\n";
}

constexpr const char* each_second = "A -> A { guard y == 1; assign y = 0; }";

}  // namespace

TEST_CASE("a clock that grows for ever has no upper limit") {
  const auto grows = [](const std::string& text, const std::string& formula = "sup: x") {
    CAPTURE(text, formula);
    const MeasuredValue value = measured(text.c_str(), formula);
    CHECK(value.infinite);
  };
  grows(looping("y <= 1", each_second));
  grows(looping("y <= 1", each_second), "sup: x - 7");
  grows(looping("y <= 1", each_second), "bounds: x");
  grows(looping("y <= 1", each_second), "sup{P.A}: x");
  grows(looping("y <= 2", "A -> A { guard y >= 1; assign y = 0; }"));
  grows(looping("y < 2", "A -> A { guard y > 1; assign y = 0; }"));
  grows(looping("y <= 5", "A -> A { assign y = 0; }"));
  grows(looping("y <= 5", "A -> A { assign y = 0; }, A -> A { guard x == 40; assign x = 0; }"));
  grows(looping("y <= 3",
                "A -> A { guard y == 3 && n < 9; assign y = 0, n = n + 1; }, A -> A { guard n == 9; assign n = 0; }"));
  grows(looping("y <= 3", "A -> A { guard y == 3; assign y = 0; }",
                "process Q() { state A { z <= 5 }; init A; trans A -> A { guard z >= 4; assign z = 0; }; }\n"));
  // Tests that are over do not matter, nor do resets that no longer happen.
  grows(looping("y <= 1", std::string(each_second) + ", A -> A { guard x == 5 && n == 0; assign n = 1, x = 0; }"));
}

TEST_CASE("a clock that does not grow for ever has its upper limit, however late this shows") {
  const auto limit = [](const std::string& text, std::int64_t expected, const std::string& formula = "sup: x") {
    CAPTURE(text, formula);
    const MeasuredValue value = measured(text.c_str(), formula);
    CHECK(!value.infinite);
    CHECK(value.value == expected);
  };
  limit(looping("y <= 1", "A -> A { guard y == 1 && x <= 50; assign y = 0; }"), 51);
  limit(looping("y <= 1", "A -> A { guard y == 1 && x - y <= 50; assign y = 0; }"), 52);
  limit(looping("y <= 1", "A -> A { guard y == 1 && x - z <= 50; assign y = 0, z = 200; }"), 252);
  limit(looping("y <= 1 && z <= 50", "A -> A { guard y == 1; assign y = 0, z = x; }"), 50);
  limit(looping("y <= 1 && z - x <= 0 && z - x >= -50", "A -> A { guard y == 1; assign y = 0, z = 0; }"), 51);
  limit(looping("y <= 1", "A -> A { guard y == 1 && n < 9; assign y = 0, n = n + 1; }"), 10);
  limit(looping("y <= 1",
                "A -> A { guard y == 1; assign y = 0, x = 60; }, A -> A { guard y == 1; assign y = 0, x = 61; }"),
        62);
  limit(looping("y <= 1", each_second), 50, "sup{x <= 50}: x");
  limit(R"(clock x, y, z;
    process P() { state A { y <= 1 }, B; commit B; init A;
      trans A -> B { guard y == 1; assign y = 0, z = x; }, B -> A { guard z <= 50; }; }
    system P;)",
        51);
  // A is entered three seconds after x was reset: its second zone is the first one shifted by three seconds.
  limit(R"(clock x, y;
    process P() { state A { y <= 1 }, B { y <= 3 }; init A;
      trans A -> B { guard y == 1; assign x = 0, y = 0; }, B -> A { guard y == 3; assign y = 0; }; }
    system P;)",
        4);
}
