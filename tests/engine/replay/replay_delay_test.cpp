#include "tests/engine/replay_fixture.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("time passes as far as the invariants allow") {
  const std::string text = R"(
    process P() { clock x; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 2; }; }
    system P;)";
  ACCEPTED(Run(text).step(2, {take("P", 0)}).in("P", "B").clock("P.x", 2));
  ACCEPTED(Run(text).step(Rational(7, 3), {take("P", 0)}).clock("P.x", Rational(7, 3)));
  ACCEPTED(Run(text).step(5, {take("P", 0)}).wait(1000));
  REFUSED(Run(text).step(Rational(51, 10), {take("P", 0)}), 0, "right after 5, the invariant 'x <= 5' of P.A");
  REFUSED(Run(text).wait(6), 0, "a delay of 6 is not possible");
  REFUSED(Run(text).step(1, {take("P", 0)}), 0, "guard");
  REFUSED(Run(text).step(1, {take("P", 0)}), 0, "x = 1");
  REFUSED(Run(text).step(-1, {take("P", 0)}), 0, "negative");
  REFUSED(Run(text).wait(2).step(4, {take("P", 0)}), 1, "right after 3, the invariant");
}

TEST_CASE("a strict invariant excludes its bound") {
  const std::string text = R"(
    process P() { clock x; state A { x < 5 }, B; init A; trans A -> B { guard x > 4; }; }
    system P;)";
  ACCEPTED(Run(text).step(Rational(9, 2), {take("P", 0)}));
  REFUSED(Run(text).step(5, {take("P", 0)}), 0, "after 5, the invariant 'x < 5'");
  REFUSED(Run(text).step(4, {take("P", 0)}), 0, "guard");
}

TEST_CASE("invariants hold at the moments in between, also with data and differences") {
  // The invariant is false for x in (2, 3) only when b is set.
  const std::string text = R"(
    bool b; clock y;
    process P() { clock x; state A { !b || x - y <= 1 }, B; init A;
      trans A -> A { assign b = 1; }, A -> A { assign y = 0; }, A -> B { guard x == 4; }; }
    system P;)";
  ACCEPTED(Run(text).step(3, {take("P", 1)}).step(1, {take("P", 2)}));
  ACCEPTED(Run(text).step(1, {take("P", 0)}).step(0, {take("P", 1)}).step(3, {take("P", 2)}).clock("y", 3));
  REFUSED(Run(text).step(0, {take("P", 0)}).step(3, {take("P", 1)}), 1, "invariant");
}

TEST_CASE("no time passes in urgent and committed locations") {
  const std::string text = R"(
    process P() { state A, B, C; commit B; urgent A; init A; trans A -> B { }, B -> C { }; }
    system P;)";
  ACCEPTED(Run(text).step(0, {take("P", 0)}).step(0, {take("P", 1)}).wait(3));
  REFUSED(Run(text).step(1, {take("P", 0)}), 0, "P.A is urgent");
  REFUSED(Run(text).step(0, {take("P", 0)}).step(Rational(1, 100), {take("P", 1)}), 1, "P.B is committed");
}

TEST_CASE("an enabled urgent synchronisation stops time, half of one does not") {
  const std::string text = R"(
    urgent chan go; int n;
    process S() { state A, B; init A; trans A -> B { sync go!; }; }
    process R() { state A, B; init A; trans A -> B { guard n == 1; sync go?; }; }
    process T() { clock x; state A, B; init A; trans A -> B { assign n = 1; }; }
    system S, R, T;)";
  ACCEPTED(Run(text).step(3, {take("T", 0)}).step(0, {take("S", 0), take("R", 0)}).wait(1));
  REFUSED(Run(text).step(3, {take("T", 0)}).step(1, {take("S", 0), take("R", 0)}), 1, "urgent synchronisation on 'go'");
  REFUSED(Run(text).step(3, {take("T", 0)}).wait(Rational(1, 8)), 1, "no time may pass");
}

TEST_CASE("an urgent broadcast needs only its sender") {
  const std::string text = R"(
    urgent broadcast chan go;
    process S() { state A, B; init A; trans A -> B { sync go!; }; }
    system S;)";
  ACCEPTED(Run(text).step(0, {take("S", 0)}).wait(1));
  REFUSED(Run(text).step(1, {take("S", 0)}), 0, "urgent synchronisation");
}

TEST_CASE("urgency considers guards only, so it can lock time") {
  const std::string text = R"(
    urgent chan go; clock x;
    process S() { state A, B { x >= 1 }; init A; trans A -> B { sync go!; }; }
    process R() { state A, B; init A; trans A -> B { sync go?; }; }
    system S, R;)";
  REFUSED(Run(text).step(0, {take("S", 0), take("R", 0)}), 0, "the invariant 'x >= 1' of S.B");
  REFUSED(Run(text).wait(1), 0, "urgent synchronisation");
  ACCEPTED(Run(text, "E<> deadlock"));
}

TEST_CASE("stopwatches are stopped where their rate is 0") {
  const std::string text = R"(
    bool slow;
    process P() { clock x, y; state A { x' == 0 && y <= 4 }, B { x' == slow }; init A;
      trans A -> B { assign slow = 1; }, A -> B { guard y >= 3; assign slow = 0; }; }
    system P;)";
  ACCEPTED(Run(text).step(2, {take("P", 0)}).clock("P.x", 0).clock("P.y", 2).wait(3).clock("P.x", 3).clock("P.y", 5));
  ACCEPTED(Run(text).step(3, {take("P", 1)}).wait(3).clock("P.x", 0).clock("P.y", 6));
  REFUSED(Run(text).wait(1).clock("P.x", 1), 0, "the trace has P.x = 1, the model gives 0");
}

TEST_CASE("two different rates for one clock are an error") {
  const std::string text = R"(
    clock x;
    process P(const int r) { state A { x' == r }; init A; }
    P0 = P(0); P1 = P(1);
    system P0, P1;)";
  REFUSED(Run(text).wait(1), 0, "conflicting rates");
}

TEST_CASE("the initial state must satisfy its invariants") {
  const std::string text = R"(
    process P() { clock x = 3; state A { x <= 2 }; init A; }
    system P;)";
  REFUSED(Run(text), 0, "there is no initial state: the invariant 'x <= 2' of P.A");
}

TEST_CASE("initial values of clocks count") {
  const std::string text = R"(
    process P() { clock x = 3; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 4; }; }
    system P;)";
  ACCEPTED(Run(text).step(1, {take("P", 0)}).clock("P.x", 4));
  REFUSED(Run(text).step(3, {take("P", 0)}), 0, "right after 2");
}
