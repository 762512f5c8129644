#include "tests/engine/replay_fixture.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("select values are chosen, checked and visible in all labels") {
  const std::string text = R"(
    int n; chan c[4];
    process P() { state A, B; init A; trans A -> B { select i : int[1,3], j : int[0,1]; guard i != 2; sync c[i]!; assign n = i * 10 + j; }; }
    process Q() { state A, B; init A; trans A -> B { select k : int[0,3]; sync c[k]?; assign n = n + k; }; }
    system P, Q;)";
  ACCEPTED(Run(text).step(0, {take("P", 0, {3, 1}), take("Q", 0, {3})}).has("n", 34));
  REFUSED(Run(text).step(0, {take("P", 0, {3, 1}), take("Q", 0, {1})}), 0, "receives on 'c[1]'");
  REFUSED(Run(text).step(0, {take("P", 0, {2, 1}), take("Q", 0, {2})}), 0, "guard");
  REFUSED(Run(text).step(0, {take("P", 0, {4, 1}), take("Q", 0, {4})}), 0, "4 is not a value of select 'i'");
  REFUSED(Run(text).step(0, {take("P", 0, {3}), take("Q", 0, {3})}), 0, "selects 2 values");
}

TEST_CASE("an edge through a branchpoint takes one branch, with both updates") {
  const std::string text = R"(
    int n = 1;
    process P() { state A, B, C; branchpoint X; init A;
      trans A -> X { assign n = n + 1; }, X -> B { assign n = n * 10; probability 1; }, X -> C { assign n = n * 100; probability 0; }, B -> A { }; }
    system P;)";
  ACCEPTED(Run(text).step(0, {take_branch("P", 0, 1)}).in("P", "B").has("n", 20));
  ACCEPTED(Run(text).step(0, {take_branch("P", 0, 2)}).in("P", "C").has("n", 200));
  REFUSED(Run(text).step(0, {take("P", 0)}), 0, "branch");
  REFUSED(Run(text).step(0, {take_branch("P", 0, 3)}), 0, "branch");
  REFUSED(Run(text).step(0, {take_branch("P", 0, 1)}).step(0, {take_branch("P", 3, 1)}), 1, "branch");
}

TEST_CASE("a branch may have a guard and synchronise: edge and branch are one transition") {
  const std::string text = R"(
    int n = 1; chan c, d; clock x;
    process P() { state A, B, C; branchpoint X; init A;
      trans A -> X { guard x >= 1; assign n = 2; }, X -> B { guard n == 1 && x < 3; sync c!; assign n = n * 10; }, X -> C { sync d!; }; }
    process Q() { state A, B; branchpoint Y; init A; trans A -> Y { assign n = n + 5; }, Y -> B { sync c?; assign n = n * 2; }; }
    system P, Q;)";
  // Both guards see the state before the updates, which run edge, branch, receiver.
  ACCEPTED(Run(text).step(2, {take_branch("P", 0, 1), take_branch("Q", 0, 1)}).in("P", "B").in("Q", "B").has("n", 50));
  REFUSED(Run(text).step(0, {take_branch("P", 0, 1), take_branch("Q", 0, 1)}), 0, "guard");
  REFUSED(Run(text).step(3, {take_branch("P", 0, 1), take_branch("Q", 0, 1)}), 0, "guard");
  REFUSED(Run(text).step(2, {take_branch("P", 0, 1)}), 0, "needs one sender and one receiver");
  REFUSED(Run(text).step(2, {take_branch("P", 0, 2), take_branch("Q", 0, 1)}), 0, "receives on 'c'");
  REFUSED(Run(text).step(2, {take_branch("Q", 0, 1)}), 0, "not a sender");
}

TEST_CASE("a broadcast takes along a receiver behind a branchpoint") {
  const std::string text = R"(
    int n; broadcast chan go;
    process S() { state A; init A; trans A -> A { sync go!; }; }
    process R() { state A, B; branchpoint Y; init A; trans A -> Y { }, Y -> B { guard n == 0; sync go?; assign n = 1; }; }
    system S, R;)";
  ACCEPTED(Run(text).step(0, {take("S", 0), take_branch("R", 0, 1)}).in("R", "B").step(0, {take("S", 0)}));
  REFUSED(Run(text).step(0, {take("S", 0)}), 0, "must take part");
}

TEST_CASE("clocks can be set to values and to other clocks") {
  const std::string text = R"(
    clock x, y; int k = 3;
    process P() { state A, B; init A; trans A -> B { assign y = x, x = k + 1; }, B -> A { assign x = y + 2; }; }
    system P;)";
  ACCEPTED(Run(text)
               .step(Rational(5, 2), {take("P", 0)})
               .clock("x", 4)
               .clock("y", Rational(5, 2))
               .step(1, {take("P", 1)})
               .clock("x", Rational(11, 2))
               .clock("y", Rational(7, 2)));
}

TEST_CASE("parameters: references share, mutable values are per process") {
  const std::string text = R"(
    int a[2]; clock x;
    process P(int &r, int v, const int c) { state A, B; init A; trans A -> B { guard x >= c; assign v = v + 1, r = v * 10 + c; }; }
    P0 = P(a[0], 4, 1); P1 = P(a[1], 6, 2);
    system P0, P1;)";
  ACCEPTED(Run(text)
               .step(2, {take("P1", 0)})
               .has("a[1]", 72)
               .has("a[0]", 0)
               .has("P1.v", 7)
               .has("P0.v", 4)
               .step(0, {take("P0", 0)})
               .has("a[0]", 51));
  REFUSED(Run(text).step(1, {take("P1", 0)}), 0, "guard");
}

TEST_CASE("process sets and local variables have the names of queries") {
  const std::string text = R"(
    typedef int[0,2] id_t; struct { int a; int b[2]; } s;
    process P(const id_t i) { int list[id_t]; clock x; state A, B; init A; trans A -> B { assign list[i] = 5, s.b[1] = i, x = 1; }; }
    system P;)";
  ACCEPTED(Run(text, "E<> P(2).B && P(2).list[2] == 5")
               .step(1, {take("P(2)", 0)})
               .in("P(2)", "B")
               .in("P(0)", "A")
               .has("P(2).list[2]", 5)
               .has("s.b[1]", 2)
               .clock("P(2).x", 1)
               .clock("P(1).x", 1));
  REFUSED(Run(text).step(1, {take("P(2)", 0)}).has("P(2).nothing", 5), 0, "no variable");
  REFUSED(Run(text).step(1, {take("P(2)", 0)}).in("P(0)", "B"), 0, "the trace has P(0) = B, the model gives A");
}

TEST_CASE("a run-time error is not a step") {
  const std::string text = R"(
    int[0,3] n = 3; int d; int a[2]; chan c[2];
    process P() { state A, B; init A; trans A -> B { assign n = n + 1; }, A -> B { guard 1 / d == 1; },
      A -> B { assign a[n] = 1; }, A -> B { sync c[n]!; }, A -> B { assign n = n + 1 - 1; }; }
    system P;)";
  REFUSED(Run(text).step(0, {take("P", 0)}), 0, "value 4 is outside [0,3]");
  REFUSED(Run(text).step(0, {take("P", 0)}), 0, "test.xta:3:");
  REFUSED(Run(text).step(0, {take("P", 1)}), 0, "zero");
  REFUSED(Run(text).step(0, {take("P", 2)}), 0, "index 3");
  REFUSED(Run(text).step(0, {take("P", 3)}), 0, "index 3");
  ACCEPTED(Run(text).step(0, {take("P", 4)}).has("n", 3));

  ACCEPTED(Run(text).fails({take("P", 0)}));
  ACCEPTED(Run(text).fails({take("P", 1)}, 2));
  ACCEPTED(Run(text).fails({}));  // the guard fails when it is evaluated
  REFUSED(Run(text).fails({take("P", 4)}), 0u, "no run-time error");
  REFUSED(Run(text).step(0, {take("P", 0)}).fails({}), 0, "run-time error");
  REFUSED(Run(text).step(0, {take("P", 4)}).fails({}), 1, "no run-time error");
}

TEST_CASE("a clock cannot become negative") {
  const std::string text = R"(
    clock x; int n = -1;
    process P() { state A, B; init A; trans A -> B { assign x = n; }, A -> B { assign x = x - 2; }; }
    system P;)";
  REFUSED(Run(text).step(5, {take("P", 0)}), 0, "negative");
  REFUSED(Run(text).step(1, {take("P", 1)}), 0, "negative");
  ACCEPTED(Run(text).step(2, {take("P", 1)}).clock("x", 0));
}

TEST_CASE("a trace belongs to its model and its constants") {
  const std::string text = R"(
    const int N = 2;
    process P() { state A, B; init A; trans A -> B { }; }
    system P;)";
  Run run(text);
  run.step(0, {take("P", 0)});
  run.trace().model_hash = hash_of(run.model());
  ACCEPTED(run);
  Run other(text.substr(0, text.find("= 2")) + "= 3" + text.substr(text.find("= 2") + 3));
  other.trace() = run.trace();
  REFUSED(other, 0, "another model");

  Diagnostics diagnostics;
  CheckOptions options;
  options.overrides = {{"N", "3"}};
  const auto changed = check(read_model_text("test.xta", text, diagnostics), diagnostics, options);
  CHECK(hash_of(*changed) != hash_of(run.model()));
}
