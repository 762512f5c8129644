// Transitions through branchpoints whose branches have guards and synchronise.
#include <catch2/catch.hpp>

#include "parser/parser.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// The verdict, with the trace (if any) replayed.
Verdict verdict(const std::string& xta, const std::string& formula) {
  CAPTURE(formula);
  const std::unique_ptr<Model> model = model_from(xta);
  VerifyOptions options;
  options.trace = TraceKind::some;
  const QueryResult result = decide(*model, formula, options);
  CHECK(result.trace_problem == "");
  CHECK(result.reason == "");
  return result.verdict;
}

bool satisfies(const std::string& xta, const std::string& formula) {
  return verdict(xta, formula) == Verdict::satisfied;
}

}  // namespace

TEST_CASE("a branch that synchronises waits for its partner") {
  const std::string text = R"(
    chan c, d; int n; clock x;
    process P() { state A, B, C; branchpoint X; init A;
      trans A -> X { guard x > 2; assign n = 1; }, X -> B { sync c!; assign n = n * 10; }, X -> C { sync d!; }; }
    process Q() { state A, B; init A; trans A -> B { guard x < 5; sync c?; assign n = n + 1; }; }
    system P, Q;)";
  CHECK(satisfies(text, "E<> P.B && Q.B"));
  CHECK(satisfies(text, "A[] P.B imply n == 11 && x > 2"));
  CHECK_FALSE(satisfies(text, "E<> P.C"));     // d has no receiver: the branch cannot be taken …
  CHECK_FALSE(satisfies(text, "E<> n == 1"));  // … and neither can its edge
  CHECK_FALSE(satisfies(text, "A[] not deadlock"));
  CHECK(satisfies(text, "A[] deadlock imply x > 2"));
}

TEST_CASE("guards of edge and branch are both tested before the updates") {
  const std::string text = R"(
    int n; clock x, y;
    process P() { state A, B, C; branchpoint X; init A;
      trans A -> X { guard x >= 1 && n == 0; assign n = 1, x = 0; },
            X -> B { guard x <= 2 && n == 0; assign y = 0; }, X -> C { guard n == 1; }; }
    system P;)";
  CHECK(satisfies(text, "E<> P.B"));
  CHECK_FALSE(satisfies(text, "E<> P.C"));
  CHECK(satisfies(text, "E<> P.B && x == 0 && y == 0"));
  CHECK(satisfies(text, "A[] P.B imply x - y <= 0"));
  CHECK(satisfies(text, "A[] deadlock imply P.B || x > 2"));
}

TEST_CASE("a broadcast receiver behind a branchpoint takes part when its guards hold") {
  const std::string text = R"(
    broadcast chan go; int n; clock x;
    process S() { state A, B; init A; trans A -> B { sync go!; }; }
    process R() { state A, B, C; branchpoint Y; init A;
      trans A -> Y { guard x > 3; }, Y -> B { sync go?; assign n = 1; }, Y -> C { guard x < 5; sync go?; assign n = 2; }; }
    system S, R;)";
  CHECK(satisfies(text, "E<> R.B"));
  CHECK(satisfies(text, "E<> R.C"));
  CHECK(satisfies(text, "A[] S.B && R.A imply n == 0"));
  CHECK(satisfies(text, "E<> S.B && R.A && x == 3"));
  // A location reached too late for C: the receiver can only go to B.
  CHECK(satisfies(text, "A[] (R.B or R.C) imply S.B"));
}
