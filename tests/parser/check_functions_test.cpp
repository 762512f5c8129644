// Functions: signatures, statements, return paths, effects, constructs a zone cannot decide.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

TEST_CASE("a function returns values, not arrays, clocks or channels") {
  CHECK(problems_of("clock f() { return 0; }") ==
        "1:1 error bad-result: a function cannot return clock (pass a reference parameter instead)");
  CHECK(problems_of("chan f() { return 0; }") ==
        "1:1 error bad-result: a function cannot return chan (pass a reference parameter instead) | 1:19 error "
        "type-mismatch: 'f' returns chan, not int");
  CHECK(problems_of("typedef int A[2]; A f() { A a; return a; }") ==
        "1:19 error bad-result: a function cannot return int[2] (pass a reference parameter instead)");
  CHECK(problems_of("typedef struct { int a; } S; S f() { S s; return s; } bool g() { return 3; } void h() { }") == "");
  CHECK(problems_of("int f() { return; }") == "1:11 error bad-return: 'f' must return a value of type int");
  CHECK(problems_of("void f() { return 1; }") == "1:19 error bad-return: 'f' is void and returns nothing");
  CHECK(problems_of("void g() { } void f() { return g(); }") == "");
  CHECK(problems_of("bool f() { chan c; return c; }") ==
        "1:17 error bad-local: a local variable of a function cannot be a channel");
}

TEST_CASE("every path of a function with a result returns") {
  CHECK(problems_of("int f(int a) { if (a) return 1; }") ==
        "1:5 error missing-return: not every path of 'f' returns a value");
  CHECK(problems_of("int f(int a) { if (a) return 1; else { return 2; } }") == "");
  CHECK(problems_of("int f(int a) { while (a) return 1; }") ==
        "1:5 error missing-return: not every path of 'f' returns a value");
  CHECK(problems_of("int f(int a) { for (i : int[0,3]) return i; }") ==
        "1:5 error missing-return: not every path of 'f' returns a value");
  CHECK(problems_of("int f(int a) { { return 1; } }") == "");
  CHECK(problems_of("int f() { }") == "1:5 error missing-return: not every path of 'f' returns a value");
}

TEST_CASE("recursion is not possible") {
  CHECK(problems_of("int f(int n) { return n > 0 ? f(n - 1) : 0; }") ==
        "1:31 error recursion: 'f' calls itself; recursion is not possible");
  CHECK(problems_of("int f(int n) { return g(n); } int g(int n) { return f(n); }") ==
        "1:23 error unknown-name: unknown name 'g'");
}

TEST_CASE("statements are typed") {
  CHECK(problems_of("int f(int n) { int i; int s = 0; for (i = 0; i < n; i++) s += i; do { s--; } while (s > n); ; { "
                    "int k = s; s = k; } return s; }") == "");
  CHECK(problems_of("void f() { clock x; }") ==
        "1:18 error bad-local: a local variable of a function cannot be a clock");
  CHECK(problems_of("void f() { chan c; }") ==
        "1:17 error bad-local: a local variable of a function cannot be a channel");
  CHECK(problems_of("void f(int n) { int a[n]; }") ==
        "1:23 error not-constant: an array size must be known at compile time, but 'n' is not constant");
  CHECK(problems_of("void f() { const int n = 3; int a[n]; }") ==
        "1:35 error not-constant: an array size must be known at compile time, but 'n' is not constant");
  CHECK(problems_of("void f() { typedef int[0,3] T; T t = 3; t = 2; }") == "");
  CHECK(problems_of("void f() { for (i : int) ; }") == "");
  CHECK(problems_of("void f() { for (i : bool) ; }") ==
        "1:21 error bad-binder: 'i' needs a bounded integer or a scalar type, not bool");
  CHECK(problems_of("chan c; void f() { while (c) ; }") ==
        "1:27 error type-mismatch: a condition must be an integer, not chan");
  CHECK(problems_of("int a; void f() { a; }") == "1:19 warning no-effect: this expression has no effect");
  CHECK(problems_of("int a; void f() { a == 1; }") ==
        "1:19 warning no-effect: this expression has no effect (an assignment is written '=')");
  CHECK(problems_of("void f() { assert 1 < 2; }") == "");
  CHECK(problems_of("int a; void f() { assert a++; }") ==
        "1:26 error side-effect: an assertion must not modify variables, but this changes 'a'");
  CHECK(problems_of("int a; void f() { int b = a++; }") ==
        "1:27 error side-effect: an initialiser must not modify variables");
  CHECK(problems_of("int a; void f() { int b = a + 1; b = 2; }") == "");
  CHECK(problems_of("int a; void g() { a = 1; } void f() { g(); }") == "");
}

TEST_CASE("clocks and channels are parameters by reference only") {
  CHECK(
      problems_of("void f(clock x) { }") ==
      "1:14 error bad-parameter: 'x' must be a reference: clock cannot be passed by value (write '&' before the name)");
  CHECK(
      problems_of("void f(chan c) { }") ==
      "1:13 error bad-parameter: 'c' must be a reference: chan cannot be passed by value (write '&' before the name)");
  CHECK(problems_of("void f(void v) { }") == "1:13 error bad-type: a parameter cannot be of type void");
  CHECK(problems_of("void f(clock &x, chan &c, const int n, int &r, int a[3]) { r = n; x = 0; }") == "");
  CHECK(problems_of("void f(const int n) { n = 1; }") == "1:23 error read-only: 'n' is constant");
}

TEST_CASE("effects are found through calls and references") {
  CHECK(problems_of_edge("int k; void set() { k = 1; } int get() { set(); return k; }", "guard get() == 1;") ==
        "2:7 error side-effect: a guard must not modify variables, but this changes 'k'");
  CHECK(problems_of_edge("int k; int inc(int &r) { r++; return r; }", "guard inc(k) == 1;") ==
        "2:11 error side-effect: a guard must not modify variables, but this changes 'k'");
  CHECK(problems_of_edge("int k; int inc(int r) { r++; return r; }", "guard inc(k) == 1;") == "");
  CHECK(problems_of_edge("int k[2]; int inc(int &r) { r++; return r; } int twice(int &r) { return inc(r) + inc(r); }",
                         "guard twice(k[1]) == 1;") ==
        "2:13 error side-effect: a guard must not modify variables, but this changes 'k'");
  CHECK(problems_of_invariant("int k; bool f() { return k++ > 0; }", "f()") ==
        "2:1 error side-effect: an invariant must not modify variables, but this changes 'k'");
  CHECK(problems_of_edge("chan c[2]; int k;", "sync c[k++]!;") ==
        "2:8 error side-effect: a synchronisation must not modify variables, but this changes 'k'");
}

TEST_CASE("the value of a clock cannot be read in functions and updates") {
  CHECK(problems_of_edge("clock x; int f() { return x < 3 ? 1 : 0; }", "guard f() == 1;") ==
        "1:27 error refused: the value of a clock cannot be read in a function: a zone holds many values (test clocks "
        "in guards and invariants)");
  CHECK(problems_of_edge("clock x; int f() { if (x < 3) return 1; return 0; }", "assign f();") ==
        "1:24 error refused: the value of a clock cannot be read in a function: a zone holds many values (test clocks "
        "in guards and invariants) | 2:8 warning no-effect: this expression has no effect");
  CHECK(problems_of_edge("clock x; int i;", "assign i = (x < 3 ? 1 : 0);") ==
        "2:13 error refused: the value of a clock cannot be read in an update: a zone holds many values (test clocks "
        "in guards and invariants)");
  CHECK(problems_of("clock x; int f() { if (x < 3) return 1; return 0; }") ==
        "1:24 warning unused-refused: the value of a clock cannot be read in a function: a zone holds many values (not "
        "used by any process) (test clocks in guards and invariants)");
  CHECK(problems_of_edge("clock x; void f() { x = 0; }", "assign f();") == "");
  CHECK(problems_of_edge("clock x, y;", "assign x = y;") == "");
}

TEST_CASE("imported functions can be declared, not called") {
  CHECK(problems_of("import \"lib.so\" { int g(int x); };") ==
        "1:23 warning unused-refused: the imported function 'g' cannot be called by a symbolic engine (not used by any "
        "process)");
  CHECK(problems_of_edge("import \"lib.so\" { int g(int x); };", "guard g(3) == 1;") ==
        "1:23 error refused: the imported function 'g' cannot be called by a symbolic engine");
}

TEST_CASE("a clock constraint is no value to return") {
  CHECK(problems_of("clock x; bool f() { return x > 3; }")
            .find("1:28 error type-mismatch: 'f' returns bool, not a clock constraint") == 0);
}

TEST_CASE("effects through calls are bounded", "[slow]") {
  std::string text;
  for (int i = 0; i < 4600; ++i) {
    const std::string n = std::to_string(i);
    text += "int v" + n + "; void f" + n + "() { v" + n + " = 1; " + (i ? "f" + std::to_string(i - 1) + "();" : "") +
            " }\n";
  }
  const std::string problems = problems_of(text);
  CHECK(
      problems.find("error too-large: the functions of the model together access more than 10000000 variables, counted "
                    "through calls") != std::string::npos);
}
