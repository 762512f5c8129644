// Which clocks are tracked, and up to which bound.
#include <catch2/catch.hpp>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

// x >= 1 after the copy, so `x <= 0` does not concern z; but x is active then, and is copied from z. This crashed once.
TEST_CASE("a clock copied with a shift beyond all tests is still copied") {
  const auto model = model_from(R"(
    clock x, z;
    process P() { state A, B, C; init A; trans A -> B { assign x = z + 1; }, B -> C { guard x <= 0; }; }
    system P;)");
  CHECK(decide(*model, "E<> P.C").verdict == Verdict::not_satisfied);
  CHECK(decide(*model, "E<> P.B && x < 1").verdict == Verdict::not_satisfied);
  CHECK(decide(*model, "E<> P.B && x - z >= 1 && x <= 1").verdict == Verdict::satisfied);
}

// y grows for ever; it is compared with a plain int, which could hold 32767.
TEST_CASE("an int bounds a clock by the values stored in it") {
  for (const char* limit : {"D", "E + 1", "T[s]", "limit(s)", "(s > 0 ? D : E)"}) {
    CAPTURE(limit);
    const auto model = model_from(std::string(R"(
      clock x, y; int D = 5; int E = 3; int T[2] = { 3, 4 }; int s;
      int limit(int i) { return i > 0 ? T[1] : D; }
      process P() { state A { x <= 1 }, B; init A;
        trans A -> A { guard x == 1; assign x = 0; }, A -> A { guard s == 0; assign E = 4, s = 1; }, A -> B { guard y >= )") +
                                  limit + " && y <= " + limit + R"( + 1; }; }
      system P;)");
    const QueryResult result = decide(*model, "P.A --> P.B");
    CHECK(result.verdict == Verdict::not_satisfied);
    CHECK(result.statistics.explored < 200);
  }
}

TEST_CASE("an int that is counted up bounds a clock by its type") {
  const auto model = model_from(R"(
    clock x, y; int[0,9] n; int[0,9] m;
    process P() { state A { x <= 1 }, B; init A;
      trans A -> A { guard x == 1 && n < 8; assign x = 0, n++, m = n; }, A -> B { guard y >= m && m == 8 && y <= m; }; }
    system P;)");
  CHECK(decide(*model, "E<> P.B && n == 8").verdict == Verdict::satisfied);
  CHECK(decide(*model, "E<> P.B && n < 8").verdict == Verdict::not_satisfied);
}
