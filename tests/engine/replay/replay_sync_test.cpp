#include "tests/engine/replay_fixture.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("an internal edge is taken alone") {
  const std::string text = R"(
    process P() { state A, B; init A; trans A -> B { }, B -> A { }; }
    process Q() { state A, B; init A; trans A -> B { }; }
    system P, Q;)";
  ACCEPTED(Run(text).step(0, {take("P", 0)}).in("P", "B").in("Q", "A"));
  REFUSED(Run(text).step(0, {take("P", 0), take("Q", 0)}), 0, "internal");
  REFUSED(Run(text).step(0, {take("P", 1)}), 0, "leaves B, but P is in A");
  REFUSED(Run(text).step(0, {take("P", 7)}), 0, "no edge number 7");
  REFUSED(Run(text).step(0, {take("X", 0)}), 0, "no process 'X'");
  REFUSED(Run(text).step(0, {take("P", 0, {1})}), 0, "selects 0 values");
}

TEST_CASE("a handshake needs one sender and one receiver on the same channel") {
  const std::string text = R"(
    chan c[2];
    process S() { state A, B; init A; trans A -> B { sync c[0]!; }, A -> B { sync c[1]!; }; }
    process R(const int i) { state A, B; init A; trans A -> B { sync c[i]?; }; }
    R0 = R(0); R1 = R(1); Q0 = R(0);
    system S, R0, R1, Q0;)";
  ACCEPTED(Run(text).step(0, {take("S", 0), take("R0", 0)}).in("R0", "B"));
  ACCEPTED(Run(text).step(0, {take("S", 0), take("Q0", 0)}));
  ACCEPTED(Run(text).step(0, {take("S", 1), take("R1", 0)}));
  REFUSED(Run(text).step(0, {take("S", 0), take("R1", 0)}), 0, "receives on 'c[1]', but the sender sends on 'c[0]'");
  REFUSED(Run(text).step(0, {take("S", 0)}), 0, "needs one sender and one receiver");
  REFUSED(Run(text).step(0, {take("S", 0), take("R0", 0), take("Q0", 0)}), 0, "needs one sender and one receiver");
  REFUSED(Run(text).step(0, {take("R0", 0), take("S", 0)}), 0, "not a sender");
  REFUSED(Run(text).step(0, {take("R0", 0)}), 0, "not a sender");
}

TEST_CASE("a process does not synchronise with itself") {
  const std::string text = R"(
    chan c;
    process P() { state A, B; init A; trans A -> B { sync c!; }, A -> B { sync c?; }; }
    system P;)";
  REFUSED(Run(text).step(0, {take("P", 0), take("P", 1)}), 0, "two edges at once");
  ACCEPTED(Run(text, "E<> deadlock"));
}

TEST_CASE("both guards of a handshake are evaluated before any update") {
  const std::string text = R"(
    chan c; int n;
    process S() { state A, B; init A; trans A -> B { sync c!; assign n = 1; }; }
    process R() { state A, B; init A; trans A -> B { guard n == 1; sync c?; }, A -> B { guard n == 0; sync c?; assign n = n + 5; }; }
    system S, R;)";
  ACCEPTED(Run(text).step(0, {take("S", 0), take("R", 1)}).has("n", 6));
  REFUSED(Run(text).step(0, {take("S", 0), take("R", 0)}), 0,
          "the guard of R: A -> B, n == 1, c? does not hold (n = 0)");
}

TEST_CASE("a broadcast is received by exactly the processes that can") {
  const std::string text = R"(
    broadcast chan c; int n;
    process S() { state A, B; init A; trans A -> B { sync c!; }; }
    process R(const int i) { state A, B, C; init A; trans A -> B { guard n >= i; sync c?; }, A -> C { guard n >= i; sync c?; }; }
    process T() { state A, B; init A; trans A -> B { assign n = 1; }; }
    R0 = R(0); R1 = R(1); R2 = R(2);
    system R1, S, R0, R2, T;)";
  const TraceEdge set = take("T", 0), send = take("S", 0);
  ACCEPTED(Run(text).step(0, {send, take("R0", 0)}));
  ACCEPTED(Run(text).step(0, {send, take("R0", 1)}).in("R0", "C"));
  ACCEPTED(Run(text).step(0, {set}).step(0, {send, take("R1", 1), take("R0", 0)}));
  REFUSED(Run(text).step(0, {send}), 0, "R0 can receive broadcast 'c' and must take part");
  REFUSED(Run(text).step(0, {set}).step(0, {send, take("R0", 0)}), 1, "R1 can receive");
  REFUSED(Run(text).step(0, {send, take("R1", 0), take("R0", 0)}), 0, "the guard of R1");
  REFUSED(Run(text).step(0, {set}).step(0, {send, take("R0", 0), take("R1", 0)}), 1,
          "not in the order of the system line");
  REFUSED(Run(text).step(0, {send, take("R0", 0), take("R0", 1)}), 0, "two edges at once");
}

TEST_CASE("a broadcast does not wait for receivers") {
  const std::string text = R"(
    broadcast chan c;
    process S() { state A, B; init A; trans A -> B { sync c!; }; }
    system S;)";
  ACCEPTED(Run(text).step(1, {take("S", 0)}));
}

TEST_CASE("clock guards of receivers decide at the moment of the broadcast") {
  const std::string text = R"(
    broadcast chan c; clock x;
    process S() { state A, B; init A; trans A -> B { sync c!; }; }
    process R() { state A, B; init A; trans A -> B { guard x > 2; sync c?; }; }
    system S, R;)";
  ACCEPTED(Run(text).step(2, {take("S", 0)}));
  ACCEPTED(Run(text).step(Rational(17, 8), {take("S", 0), take("R", 0)}));
  REFUSED(Run(text).step(Rational(17, 8), {take("S", 0)}), 0, "must take part");
  REFUSED(Run(text).step(2, {take("S", 0), take("R", 0)}), 0, "guard");
}

TEST_CASE("a receiver whose target invariant fails blocks the whole broadcast") {
  const std::string text = R"(
    broadcast chan c; clock x;
    process S() { state A, B; init A; trans A -> B { sync c!; }; }
    process R() { state A, B { x <= 1 }; init A; trans A -> B { sync c?; }; }
    system S, R;)";
  ACCEPTED(Run(text).step(1, {take("S", 0), take("R", 0)}));
  REFUSED(Run(text).step(2, {take("S", 0), take("R", 0)}), 0, "the invariant 'x <= 1' of R.B is violated");
  REFUSED(Run(text).step(2, {take("S", 0)}), 0, "must take part");
}

TEST_CASE("updates run in order: before_update, sender, receivers, after_update") {
  const std::string text = R"(
    broadcast chan c; int n = 1, seen;
    before_update { n = n * 2 }
    after_update { n = n + 100, seen = n }
    process S() { state A, B; init A; trans A -> B { sync c!; assign n = n + 3, n = n * 2; }; }
    process R(const int k) { state A, B; init A; trans A -> B { sync c?; assign n = n * 3 + k; }; }
    R1 = R(1); R2 = R(2);
    system R1, S, R2;)";
  // ((1*2 + 3) * 2) = 10, R1: 31, R2: 95, after: 195
  ACCEPTED(Run(text).step(0, {take("S", 0), take("R1", 0), take("R2", 0)}).has("n", 195).has("seen", 195));
  REFUSED(Run(text).step(0, {take("S", 0), take("R1", 0), take("R2", 0)}).has("n", 196), 0,
          "the trace has n = 196, the model gives 195");
  REFUSED(Run(text).step(0, {take("S", 0), take("R2", 0), take("R1", 0)}), 0, "order of the system line");
}

TEST_CASE("the last writer of a variable wins") {
  const std::string text = R"(
    chan c; int n; clock x;
    process S() { state A, B; init A; trans A -> B { sync c!; assign n = 1, x = 5; }; }
    process R() { state A, B; init A; trans A -> B { sync c?; assign n = 2, x = 1; }; }
    system R, S;)";
  ACCEPTED(Run(text).step(0, {take("S", 0), take("R", 0)}).has("n", 2).clock("x", 1));
}

TEST_CASE("meta variables keep their values") {
  const std::string text = R"(
    chan c; meta int m = 7; int n;
    process S() { state A, B; init A; trans A -> B { sync c!; assign m = 3; }, B -> B { assign n = m; }; }
    process R() { state A, B; init A; trans A -> B { sync c?; assign n = m; }; }
    system S, R;)";
  ACCEPTED(Run(text).step(0, {take("S", 0), take("R", 0)}).has("n", 3).step(0, {take("S", 1)}).has("n", 3));
}

TEST_CASE("while a process is committed one edge must leave a committed location") {
  const std::string text = R"(
    chan c; broadcast chan b;
    process P() { state A, B, C; commit A; init A; trans A -> B { sync c!; }, A -> C { sync b?; }, A -> C { }; }
    process Q() { state A, B; init A; trans A -> B { sync c?; }, A -> B { }, A -> B { sync b!; }; }
    system P, Q;)";
  ACCEPTED(Run(text).step(0, {take("P", 2)}));
  ACCEPTED(Run(text).step(0, {take("P", 0), take("Q", 0)}));
  ACCEPTED(Run(text).step(0, {take("Q", 2), take("P", 1)}));  // the receiver is committed
  ACCEPTED(Run(text).step(0, {take("P", 2)}).step(1, {take("Q", 1)}));
  REFUSED(Run(text).step(0, {take("Q", 1)}), 0, "committed");
}

TEST_CASE("higher channel priority blocks, delays are not blocked") {
  const std::string text = R"(
    chan low, high; clock x;
    chan priority low < default < high;
    process S() { state A, B; init A; trans A -> B { sync low!; }, A -> B { guard x >= 2; sync high!; }, A -> B { }; }
    process R() { state A, B; init A; trans A -> B { sync low?; }, A -> B { sync high?; }; }
    system S, R;)";
  REFUSED(Run(text).step(0, {take("S", 0), take("R", 0)}), 0, "blocked by a transition of higher priority: S: A -> B");
  ACCEPTED(Run(text).step(1, {take("S", 2)}));
  ACCEPTED(Run(text).step(3, {take("S", 1), take("R", 1)}));
  REFUSED(Run(text).step(2, {take("S", 2)}), 0, "higher priority");
}

TEST_CASE("process priority compares the highest participant") {
  const std::string text = R"(
    chan c;
    process P() { state A, B; init A; trans A -> B { }, A -> B { sync c!; }; }
    process Q() { state A, B; init A; trans A -> B { sync c?; }; }
    process R() { state A, B { x <= 0 }; clock x; init A; trans A -> B { guard x >= 1; }; }
    system P < Q;)";
  REFUSED(Run(text).step(0, {take("P", 0)}), 0, "higher priority");
  ACCEPTED(Run(text).step(0, {take("P", 1), take("Q", 0)}));
}

TEST_CASE("a transition that does not exist does not block others") {
  const std::string text = R"(
    clock x;
    process P() { state A, B; init A; trans A -> B { }; }
    process Q() { state A, B { x <= 0 }; init A; trans A -> B { }; }
    system P < Q;)";
  REFUSED(Run(text).step(0, {take("P", 0)}), 0, "higher priority");
  ACCEPTED(Run(text).step(1, {take("P", 0)}));
}
