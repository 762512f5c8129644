// Templates and edges: labels, branchpoints, ignored and refused constructs.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

TEST_CASE("guards and invariants have no side effects") {
  CHECK(
      problems_of_edge("int i;", "guard i = 1;") ==
      "2:7 error side-effect: a guard must not modify variables, but this changes 'i' (a comparison is written '==')");
  CHECK(problems_of_edge("int i;", "guard i++ > 1;") ==
        "2:7 error side-effect: a guard must not modify variables, but this changes 'i'");
  CHECK(problems_of_invariant("int i;", "i++ > 1") ==
        "2:1 error side-effect: an invariant must not modify variables, but this changes 'i'");
}

TEST_CASE("synchronisation needs a channel") {
  CHECK(problems_of_edge("int i;", "sync i!;") ==
        "2:6 error type-mismatch: a synchronisation needs a channel, not int");
  CHECK(problems_of_edge("chan c[2];", "sync c!;") ==
        "2:6 error type-mismatch: a synchronisation needs a channel, not chan[2]");
  CHECK(problems_of_edge("chan c[2]; int i;", "sync c[i]!;") == "");
  CHECK(problems_of_edge("clock x;", "sync x?;") ==
        "2:6 error type-mismatch: a synchronisation needs a channel, not clock");
}

TEST_CASE("an update is a list of assignments and calls") {
  CHECK(problems_of_edge("int i; clock x; chan c;", "assign i = 1, x = 0, i++, i += 2;") == "");
  CHECK(problems_of_edge("int i;", "assign i == 1;") ==
        "2:8 warning no-effect: this expression has no effect (an assignment is written '=')");
  CHECK(problems_of_edge("int i;", "assign i + 1, i = 2;") == "2:8 warning no-effect: this expression has no effect");
  CHECK(problems_of_edge("clock x;", "assign x < 3;") ==
        "2:8 error type-mismatch: an update cannot be a clock constraint | 2:8 error refused: the value of a clock "
        "cannot be read in an update: a zone holds many values (test clocks in guards and invariants)");
  CHECK(problems_of_edge("int i; clock x;", "assign x = i, i = x;") ==
        "2:15 error type-mismatch: cannot assign clock to int");
}

TEST_CASE("select variables are read-only and their range is fixed") {
  CHECK(problems_of_edge("int k;", "select i : int[0,3]; assign i = 1;") ==
        "2:29 error read-only: 'i' is read-only: it is bound here");
  CHECK(problems_of_edge("int k;", "select i : int[0,k];") ==
        "2:18 error not-constant: a range bound must be known at compile time, but 'k' is not constant");
  CHECK(problems_of_edge("int k;", "select i : int[0,3], j : int[0,i];") ==
        "2:32 error not-constant: a range bound must be known at compile time, but 'i' is not constant");
  CHECK(problems_of_edge("int k;", "select i : bool;") ==
        "2:12 error bad-binder: 'i' needs a bounded integer or a scalar type, not bool");
  CHECK(problems_of_edge("int k;", "select i : int;") ==
        "2:12 error bad-binder: 'i' needs a bounded integer or a scalar type, not int");
  CHECK(problems_of_edge("int a[4];", "select i : int[0,3]; guard a[i] > 0; assign a[i] = i;") == "");
}

TEST_CASE("a location is urgent or committed, not both") {
  CHECK(problems_of_xta("process P() { state a; commit a; urgent a; init a; }\nsystem P;") ==
        "1:21 error urgent-committed: 'a' cannot be both urgent and committed");
}

TEST_CASE("branches have guards and synchronise, unless the edge into the branchpoint does") {
  CHECK(problems_of_xta("int i; chan c; process P() { state a; branchpoint b; init a; trans a -> b { guard i < 3; "
                        "},\nb -> a { guard i > 0; sync c!; },\nb -> a { sync c?; }; }\nsystem P;") == "");
  CHECK(problems_of_xta("int i; chan c; process P() { state a; branchpoint b; init a; trans a -> b { sync c?; },\nb -> "
                        "a { guard i > 0; },\nb -> a { sync c!; }; }\nsystem P;") ==
        "3:15 error refused: the edge into the branchpoint synchronises already, a branch of it cannot");
  CHECK(
      problems_of_xta(
          "process P() { state a; branchpoint b, d; init a; trans a -> b { },\nb -> d { }, d -> a { }; }\nsystem P;") ==
      "2:1 error refused: an edge cannot lead from one branchpoint to another");
  CHECK(problems_of_xta("chan c; process P() { state a; branchpoint b; init a; trans a -> b { sync c?; },\nb -> a { "
                        "sync c!; }; }\nprocess R() { state a; init a; }\nsystem R;") ==
        "2:15 warning unused-refused: the edge into the branchpoint synchronises already, a branch of it cannot (not "
        "used by any process)");
  CHECK(problems_of_xta("process P() { state a; branchpoint b; init a; trans a -> b { },\nb -> a { guard i > 0; }, b "
                        "-> a { sync a!; }; }\nsystem P;") ==
        "2:16 error unknown-name: unknown name 'i' | 2:40 error not-a-value: 'a' is a location; locations can be named "
        "in queries only");
}

TEST_CASE("weights of branches are ignored") {
  CHECK(problems_of_xta("process P() { state a; branchpoint b; init a; trans a -> b { },\nb -> a { probability 3; }, b "
                        "-> a { probability 0.5; }; }\nsystem P;") ==
        "2:22 note ignored-weight: weights of branches are ignored: every branch is possible in symbolic checking "
        "(template 'P')");
}

TEST_CASE("a clock guard on one side of a branchpoint meets an urgent channel on the other") {
  const auto problems = [](const std::string& edge, const std::string& branch) {
    return problems_of_xta(
        "urgent chan u; chan c; urgent broadcast chan ub; clock x; process P() { state a; branchpoint b; init a; trans "
        "a -> b {\n" +
        edge + " },\nb -> a {\n" + branch + " }; }\nsystem P;");
  };
  const std::string refused = "error refused: an edge with the urgent channel 'u' cannot have a guard on clocks";
  CHECK(problems("guard x > 1;", "sync u!;") == "2:7 " + refused);
  CHECK(problems("sync u!;", "guard x > 1;") == "4:7 " + refused);
  CHECK(problems("", "guard x > 1; sync u?;") == "4:7 " + refused);
  CHECK(problems("guard x > 1;", "sync c!;") == "");
  CHECK(problems("guard x > 1;", "sync ub?;") == "");
}

TEST_CASE("exponential rates are ignored") {
  CHECK(problems_of_xta("process P() { state a { ; 3 }, b { ; 1 : 2 }; init a; }\nsystem P;") ==
        "1:27 note ignored-rate: exponential rates are ignored in symbolic checking (template 'P')");
}

TEST_CASE("floating-point numbers are refused where they matter") {
  CHECK(problems_of_edge("double d;", "guard d < 1;") ==
        "2:7 error refused: floating-point numbers cannot be used in a symbolic model");
  CHECK(problems_of_edge("double d;", "assign d = 2;") ==
        "2:8 error refused: the double variable 'd' cannot be part of a symbolic state");
  CHECK(problems_of_edge("int i;", "guard i < 2.5;") ==
        "2:11 error refused: floating-point numbers cannot be used in a symbolic model");
  CHECK(problems_of_edge("int i;", "guard i < fint(2.5);") ==
        "2:16 error refused: floating-point numbers cannot be used in a symbolic model");
  CHECK(problems_of_edge("int i;", "assign i = fint(random(3));") ==
        "2:17 error refused: random numbers ('random') cannot be used in a symbolic model");
  CHECK(problems_of("double d = 2.5; int f() { d = 3; return 1; }") ==
        "1:27 warning unused-refused: the double variable 'd' cannot be part of a symbolic state (not used by any "
        "process)");
  CHECK(problems_of_xta("process P(double p) { int i; state a; init a; trans a -> a { assign\ni = fint(p); }; } Q = "
                        "P(1.5); system Q;") ==
        "2:10 error refused: the double variable 'p' cannot be part of a symbolic state");
  CHECK(
      problems_of_edge("clock x; int f() { double d = x; return 1; }", "assign f();").find("a clock cannot be read") !=
      std::string::npos);
  CHECK(problems_of_edge("clock x; int f() { return fint(sqrt(x)); }", "assign f();").find("a clock cannot be read") !=
        std::string::npos);
  CHECK(problems_of_edge("int f() { return fint(log(2.0)); }", "guard f() == 1;") ==
        "1:23 error refused: the function 'log' cannot be used in a symbolic model");
  CHECK(problems_of_edge("int f() { double a[2]; return 1; }", "guard f() == 1;") ==
        "1:18 error refused: an array or struct with doubles cannot be used in a symbolic model");
  CHECK(problems_of_edge("const double t[2] = {1.5, 2.5}; int f(int i) { return fint(t[i]); }", "guard f(1) == 1;") ==
        "1:60 error refused: doubles in arrays and structs cannot be used in a symbolic model");
  CHECK(problems_of_edge("typedef struct { int a; double b; } S; S s, t; bool f() { return s == t; }", "guard f();") ==
        "1:66 error refused: an array or struct with doubles cannot be used in a symbolic model");
  CHECK(problems_of_edge("struct { int a; double b; } s;", "guard s.a == 1;") == "");
  CHECK(problems_of_edge("struct { int a; double b; } s;", "guard s.b == 1;") ==
        "2:7 error refused: floating-point numbers cannot be used in a symbolic model");
  CHECK(problems_of_edge("int f(double d) { return fint(d ** 2); }", "guard f(1) == 1;") ==
        "1:31 error refused: '**' cannot be used on doubles in a symbolic model: write pow(a, b)");
  CHECK(problems_of_body("", "return fint(sum (i : int[0,1]) 0.5);").find("doubles cannot be summed up") !=
        std::string::npos);
  CHECK(problems_of_edge("hybrid clock h;", "assign h = 2.5;") ==
        "2:8 note ignored-hybrid: the assignment to a hybrid clock is ignored");
  CHECK(problems_of_edge("clock x;", "assign x = 2.5;") ==
        "2:12 error refused: a clock that is set to a double cannot be used in a symbolic model");
  CHECK(problems_of_edge("clock x;", "assign x = fint(2.5);") == "");
}

TEST_CASE("doubles are computed in functions, updates and constants") {
  CHECK(problems_of_edge("int i;", "assign i = fint(2.5);") == "");
  CHECK(problems_of_edge("int f() { double d = 1.5; return 1; }", "guard f() == 1;") == "");
  CHECK(problems_of_edge("int f(double d) { return 1; }", "guard f(1) == 1;") == "");
  CHECK(problems_of_edge("const double a = 1.5, b = 2 * a; const int n = fint(b); int x[n]; int i;",
                         "assign i = fint(a * x[0]);") == "");
  CHECK(problems_of_edge("double half(const double& d, double e) { d == e; return d / 2 <? e; } bool b;",
                         "assign b = half(1, 2.5) < 3;") ==
        "1:42 warning no-effect: this expression has no effect (an assignment is written '=')");
  CHECK(problems_of_xta("process P(const double p) { const int k = fint(p * 2); int[0,k] i; state a; init a; trans a "
                        "-> a { assign i = fint(p); }; }\n"
                        "Q = P(1.5); R = P(2); system Q, R;") == "");
  CHECK(problems_of_body("", "int i = 1.5; return i;") == "2:9 error type-mismatch: cannot initialise int with double");
  CHECK(problems_of_body("", "return 1.5;") == "2:8 error type-mismatch: 'f' returns int, not double");
  CHECK(problems_of_body("", "return fint(2.5 % 2);") == "2:13 error type-mismatch: '%' needs integers, not double");
  CHECK(problems_of_body("", "double d; d <<= 2; return 0;") ==
        "2:11 error type-mismatch: '<<=' needs an integer variable, not double");
  CHECK(problems_of("const double z = 0; const double d = 1 / z, r = random(2); double s[2] = { random(1), 2 };") ==
        "");
  CHECK(problems_of("const double z = 0; const double d = 1 / z; const int n = fint(d);") ==
        "1:64 error bad-value: the value of 'd' is not known here");
  CHECK(problems_of_edge("const double r = random(2); int f() { return fint(r); }", "assign f();")
            .find("1:51 error refused: the value of the constant 'r' cannot be worked out") == 0);
}

TEST_CASE("unused templates only cause warnings") {
  CHECK(problems_of_xta("clock x; process P() { state a; init a; trans a -> a { guard\nx < 2.5; }; }\nprocess R() { "
                        "state a; init a; }\nsystem R;") ==
        "2:5 warning unused-refused: a clock bound must be an integer in a symbolic model (not used by any process) "
        "(scale all clock bounds so that they are integers)");
  CHECK(problems_of_xta("clock x; process P() { state a; init a; trans a -> a { guard\nz < 2; }; }\nprocess R() { "
                        "state a; init a; }\nsystem R;") == "2:1 error unknown-name: unknown name 'z'");
}

TEST_CASE("clock guards on urgent edges are refused, by the actual channel") {
  CHECK(problems_of_edge("urgent chan c; clock x;", "guard x > 2; sync c!;") ==
        "2:7 error refused: an edge with the urgent channel 'c' cannot have a guard on clocks");
  CHECK(problems_of_edge("urgent chan c; int x;", "guard x > 2; sync c!;") == "");
  CHECK(problems_of_edge("urgent broadcast chan c; clock x;", "guard x > 2; sync c?;") == "");
  CHECK(problems_of_edge("urgent broadcast chan c; clock x;", "guard x > 2; sync c!;") ==
        "2:7 error refused: an edge with the urgent channel 'c' cannot have a guard on clocks");
  CHECK(problems_of_edge("broadcast chan c; clock x;", "guard x > 2; sync c?;") == "");
  CHECK(problems_of_xta("urgent chan u; chan c; clock x; process P(chan &d) { state a; init a; trans a -> a { guard\nx "
                        "> 2; sync d!; }; }\nP1 = P(c); P2 = P(u); system P1, P2;") ==
        "2:1 error refused: an edge with the urgent channel 'd' cannot have a guard on clocks");
  CHECK(problems_of_xta("urgent chan u; chan c; clock x; process P(chan &d) { state a; init a; trans a -> a { guard\nx "
                        "> 2; sync d!; }; }\nP1 = P(c); system P1;") == "");
}

TEST_CASE("hooks are updates of the whole system") {
  CHECK(
      problems_of_xta(
          "int i; before_update { i = 1, i++ }\nafter_update { i = 0 }\nprocess P() { state a; init a; }\nsystem P;") ==
      "");
  CHECK(
      problems_of_xta("clock x; int i; before_update {\ni = (x < 2) }\nprocess P() { state a; init a; }\nsystem P;") ==
      "2:1 error type-mismatch: cannot assign bool to int: a clock constraint is not a value | 2:5 error refused: the "
      "value of a clock cannot be read in an update: a zone holds many values (test clocks in guards and invariants)");
  CHECK(problems_of_xta("double d; before_update {\nd = 2 }\nprocess P() { state a; init a; }\nsystem P;") ==
        "2:1 error refused: the double variable 'd' cannot be part of a symbolic state");
}

TEST_CASE("a synchronisation has a direction") {
  CHECK(problems_of_edge("chan c;", "sync c;") ==
        "2:6 error sync-without-direction: this synchronisation has neither '!' nor '?' (write 'c!' to send and 'c?' "
        "to receive)");
}
