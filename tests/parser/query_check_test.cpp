// Queries: names, process members, classes, deadlock, measures.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

namespace {

const char* const queried_model =
    R"(typedef scalar[3] S; typedef int[0,2] id; int g; clock x; hybrid clock h; double d; meta int m; chan c; S s; int ga[3]; bool X; const int N = 2;
void set() { g = 1; } int get() { return g; } int early() { return x < 2 ? 1 : 0; }
process A() { int v; clock y; const int k = 3; state idle, busy; init idle; trans idle -> busy { }; }
process B(const id i, int[1,2] j) { int w; clock z; bool ready(int n) { return w == n; } state idle; init idle; }
process C(const S i) { typedef scalar[2] L; L own; L other; state cs, location; init cs; }
process D(const S i) { state cs; init cs; }
A2 = A();
system A, A2, B, C;
)";

}  // namespace

TEST_CASE("queries name members of processes") {
  CHECK(problems_of_query(queried_model, "E<> A.busy") == "");
  CHECK(problems_of_query(queried_model, "A[] A.v >= 0 && A.y < 3 && A.k == 3") == "");
  CHECK(problems_of_query(queried_model, "E<> A.bsuy") ==
        "1:7 error unknown-member: template 'A' has no location or variable 'bsuy' (did you mean 'busy'?)");
  CHECK(problems_of_query(queried_model, "E<> A2.idle and A.idle") == "");
  CHECK(problems_of_query(queried_model, "E<> Z.idle") == "1:5 error unknown-name: unknown name 'Z'");
  CHECK(problems_of_query(queried_model, "E<> D.cs") ==
        "1:5 error not-a-process: 'D' is not a process: the system line does not list it (did you mean 'd'?)");
  CHECK(problems_of_query(queried_model, "E<> D(s).cs") ==
        "1:5 error not-a-process: 'D' is not a process: the system line does not list it");
  CHECK(problems_of_query(queried_model, "E<> A.location == 1") == "");
  CHECK(problems_of_query(queried_model, "E<> B(0,1).location == 0") == "");
  CHECK(problems_of_query(queried_model, "E<> C(s).location") == "");
  CHECK(problems_of_query(queried_model, "E<> A") ==
        "1:5 error type-mismatch: a query must be a condition, not process");
  CHECK(problems_of_query(queried_model, "E<> A.v.w") == "1:5 error not-a-struct: '.w' needs a struct, not int");
  CHECK(problems_of_query(queried_model, "E<> g.idle") == "1:5 error not-a-struct: '.idle' needs a struct, not int");
}

TEST_CASE("members of process sets are named with arguments") {
  CHECK(problems_of_query(queried_model, "E<> B(0,1).idle") == "");
  CHECK(problems_of_query(queried_model, "E<> B(g,g+1).w > 0") == "");
  CHECK(problems_of_query(queried_model, "E<> B.idle") ==
        "1:5 error process-set: 'B' is a set of processes (write B(…).idle)");
  CHECK(problems_of_query(queried_model, "E<> B(0).idle") ==
        "1:5 error argument-count: 'B' takes 2 arguments, but 1 is given");
  CHECK(problems_of_query(queried_model, "E<> B(0,0).idle") ==
        "1:9 error bad-index: 'B' has no process number 0: its range is [1,2]");
  CHECK(problems_of_query(queried_model, "E<> B(N,N).i == 2") == "");
  CHECK(problems_of_query(queried_model, "E<> B(3,1).idle") ==
        "1:7 error bad-index: 'B' has no process number 3: its range is [0,2]");
  CHECK(problems_of_query(queried_model, "E<> B(x,1).idle") ==
        "1:7 error bad-index: 'B' is indexed by an integer, not by clock");
  CHECK(problems_of_query(queried_model, "E<> A(1).idle") ==
        "1:5 error process-set: 'A' is a single process and takes no arguments");
  CHECK(problems_of_query(queried_model, "A[] forall (i : id) B(i,1).idle") == "");
  CHECK(problems_of_query(queried_model, "E<> B(0,1).ready(3)") == "");
  CHECK(problems_of_query(queried_model, "E<> B(0,1).ready()") ==
        "1:5 error argument-count: 'ready' takes 1 argument, but 0 are given");
  CHECK(problems_of_query(queried_model, "E<> B(0,1).idle()") == "1:5 error not-a-function: 'idle' is not a function");
  CHECK(problems_of_query(queried_model, "E<> A.f()") ==
        "1:7 error unknown-member: template 'A' has no location or variable 'f'");
  CHECK(problems_of_query(queried_model, "E<> (sum (i : id) B(i,1).idle) <= 1") == "");
}

TEST_CASE("scalar sets are not indexed by numbers") {
  CHECK(problems_of_query(queried_model, "E<> C(s).cs") == "");
  CHECK(problems_of_query(queried_model, "A[] forall (i : S) C(i).cs") == "");
  CHECK(problems_of_query(queried_model, "E<> C(0).cs") ==
        "1:7 error bad-index: an element of scalar set 'S' cannot be named by a number (quantify over S instead)");
  CHECK(problems_of_query(queried_model, "E<> exists (i : id) C(i).cs") ==
        "1:23 error bad-index: an element of scalar set 'S' cannot be named by a number (quantify over S instead)");
  CHECK(problems_of_query(queried_model, "A[] (sum (i : S) C(i).cs) <= 1") == "");
  CHECK(problems_of_query(queried_model, "E<> s == 0") ==
        "1:5 error type-mismatch: '==' cannot compare S with int (elements of a scalar set have no order and no "
        "number; only =, ==, != and indexing are possible)");
  CHECK(problems_of_query(queried_model, "E<> C(s).own == C(s).other") == "");
  CHECK(problems_of_query(queried_model, "E<> exists (i : S) exists (j : S) C(i).own == C(j).own") ==
        "1:35 error scalar-sets: 'C(i).own' and 'C(j).own' belong to different scalar sets (each process has its own "
        "copy of L)");
}

TEST_CASE("a query is a condition without effects") {
  CHECK(problems_of_query(queried_model, "E<> !(x < 3) || x != 4 && A.y - x > 2") == "");
  CHECK(problems_of_query(queried_model, "E<> x") == "1:5 error type-mismatch: a query must be a condition, not clock");
  CHECK(problems_of_query(queried_model, "E<> c") == "1:5 error type-mismatch: a query must be a condition, not chan");
  CHECK(problems_of_query(queried_model, "E<> g") == "");
  CHECK(
      problems_of_query(queried_model, "E<> g = 1") ==
      "1:5 error side-effect: a query must not modify variables, but this changes 'g' (a comparison is written '==')");
  CHECK(problems_of_query(queried_model, "E<> g++ > 0") ==
        "1:5 error side-effect: a query must not modify variables, but this changes 'g'");
  CHECK(problems_of_query(queried_model, "E<> set()") ==
        "1:5 error side-effect: a query must not modify variables, but this changes 'g'");
  CHECK(problems_of_query(queried_model, "E<> get() == 1") == "");
  CHECK(problems_of_query(queried_model, "E<> early() == 1") ==
        "1:5 error refused: 'early' cannot be used in a query: the value of a clock cannot be read in a function: a "
        "zone holds many values");
  CHECK(problems_of_query(queried_model, "E<> d > 1") ==
        "not symbolic: a query that refers to double or hybrid clock variables");
  CHECK(problems_of_query(queried_model, "E<> h > 1") ==
        "not symbolic: a query that refers to double or hybrid clock variables");
  CHECK(problems_of_query(queried_model, "E<> x > 2.5") ==
        "1:9 error refused: a clock bound must be an integer in a symbolic model (scale all clock bounds so that they "
        "are integers)");
  CHECK(problems_of_query(queried_model, "E<> x' == 1") == "1:5 error bad-rate: rates of clocks belong in invariants");
  CHECK(problems_of_query(queried_model, "E<> m == 0") ==
        "1:5 warning meta-in-query: 'm' is a meta variable: other tools do not tell states apart by its value");
  CHECK(problems_of_query(queried_model, "E<> ga == ga") == "");
  CHECK(problems_of_query(queried_model, "E<> forall (b : bool) b") ==
        "1:17 error bad-binder: 'b' needs a bounded integer or a scalar type, not bool");
  CHECK(problems_of_query(queried_model, "E<> X xor g > 1") == "");
  CHECK(problems_of_query(queried_model, "E<> gg") == "1:5 error unknown-name: unknown name 'gg' (did you mean 'ga'?)");
  CHECK(problems_of_query(queried_model, "A[] x < 3 --> g") ==
        "1:11 error syntax-error: '-->' can only be used once, between two state predicates");
}

TEST_CASE("deadlock stands under E<> and A[] only") {
  CHECK(problems_of_query(queried_model, "A[] not deadlock") == "");
  CHECK(problems_of_query(queried_model, "E<> deadlock && g == 1") == "");
  CHECK(problems_of_query(queried_model, "A[] (deadlock imply A.busy)") == "");
  CHECK(problems_of_query(queried_model, "A<> deadlock") ==
        "1:5 error bad-deadlock: deadlock can only be used with E<> and A[]");
  CHECK(problems_of_query(queried_model, "E[] deadlock") ==
        "1:5 error bad-deadlock: deadlock can only be used with E<> and A[]");
  CHECK(problems_of_query(queried_model, "g == 1 --> deadlock") ==
        "1:12 error bad-deadlock: deadlock can only be used with E<> and A[]");
  CHECK(problems_of_query(queried_model, "deadlock --> g == 1") ==
        "1:1 error bad-deadlock: deadlock can only be used with E<> and A[]");
  CHECK(problems_of_query(queried_model, "sup{deadlock}: g") ==
        "1:5 error bad-deadlock: deadlock can only be used with E<> and A[]");
  CHECK(problems_of_query("chan a, b; chan priority a < b; process P() { state a; init a; }\nsystem P;",
                          "A[] not deadlock") ==
        "1:5 error bad-deadlock: deadlock is not available for models with priorities");
  CHECK(problems_of_query("process P() { state a; init a; }\nR = P(); system P < R;", "A[] not deadlock") ==
        "1:5 error bad-deadlock: deadlock is not available for models with priorities");
  CHECK(problems_of_query("broadcast chan c; clock x; process P() { state a; init a; trans a -> a { guard x > 2; sync "
                          "c?; }; } system P;",
                          "A[] not deadlock") ==
        "1:5 error bad-deadlock: deadlock is not available for models with clock-guarded broadcast receivers");
  CHECK(
      problems_of_query(
          "broadcast chan c; int x; process P() { state a; init a; trans a -> a { guard x > 2; sync c?; }; } system P;",
          "A[] not deadlock") == "");
}

TEST_CASE("only integers and clocks are measured") {
  CHECK(problems_of_query(queried_model, "sup: g, x, x + 2, A.y") == "");
  CHECK(problems_of_query(queried_model, "inf{g > 0 && x < 3}: g") == "");
  CHECK(problems_of_query(queried_model, "bounds: g") == "");
  CHECK(problems_of_query(queried_model, "sup: x - A.y") ==
        "1:6 error type-mismatch: only integers and clocks can be measured, not clock difference");
  CHECK(problems_of_query(queried_model, "sup: s") ==
        "1:6 error type-mismatch: only integers and clocks can be measured, not S (elements of a scalar set have no "
        "order and no number)");
  CHECK(problems_of_query(queried_model, "sup: d") ==
        "not symbolic: a query that refers to double or hybrid clock variables");
  CHECK(problems_of_query(queried_model, "sup: h") ==
        "not symbolic: a query that refers to double or hybrid clock variables");
  CHECK(problems_of_query(queried_model, "sup: c") ==
        "1:6 error type-mismatch: only integers and clocks can be measured, not chan");
  CHECK(problems_of_query(queried_model, "sup: g++") ==
        "1:6 error side-effect: a query must not modify variables, but this changes 'g'");
  CHECK(problems_of_query(queried_model, "sup: A.busy") == "");
}

TEST_CASE("liveness queries take clock constraints") {
  CHECK(problems_of_query(queried_model, "A<> A.busy") == "");
  CHECK(problems_of_query(queried_model, "E[] A.idle") == "");
  CHECK(problems_of_query(queried_model, "A.idle --> A.busy && x > 2") == "");
}

TEST_CASE("queries of other kinds are neither checked nor errors") {
  CHECK(problems_of_query(queried_model, "Pr[<=10](<> A.busy)") == "");
  CHECK(problems_of_query(queried_model, "control: A[] A.idle") == "");
}
