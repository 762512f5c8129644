// Names: their meaning per scope, and unknown names.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

TEST_CASE("a name is declared once per scope") {
  CHECK(problems_of("int a; int a;") ==
        "1:12 error duplicate-name: 'a' is already declared (first declared in line 1)");
  CHECK(problems_of("int a; typedef int a;") ==
        "1:20 error duplicate-name: 'a' is already declared (first declared in line 1)");
  CHECK(problems_of("int f() { return 1; } int f;") ==
        "1:27 error duplicate-name: 'f' is already declared (first declared in line 1)");
  CHECK(problems_of("struct { int a; bool a; } s;") == "1:22 error duplicate-name: the struct has two fields 'a'");
  CHECK(problems_of_xta("process P() { state a; init a; }\nprocess P() { state a; init a; }\nsystem P;") ==
        "2:9 error duplicate-name: 'P' is already declared (first declared in line 1)");
  CHECK(problems_of("int f(int a, int a) { return a; }") ==
        "1:18 error duplicate-name: 'a' is already declared (first declared in line 1)");
  CHECK(problems_of("void f(int a) { int a; }") ==
        "1:21 error duplicate-name: 'a' is already declared (first declared in line 1)");
  CHECK(problems_of("void f() { int a; int a; }") ==
        "1:23 error duplicate-name: 'a' is already declared (first declared in line 1)");
}

TEST_CASE("inner scopes hide outer names") {
  CHECK(problems_of("int a; void f(int a) { { bool a; a = true; } a = 1; }") == "");
  CHECK(problems_of_xta("int x; process P() { clock x; state a { x <= 3 }; init a; }\nsystem P;") == "");
  CHECK(problems_of_edge("bool i;", "guard forall (i : int[0,3]) i < 4;") == "");
}

TEST_CASE("parameters, locals and locations of a template share one name space") {
  CHECK(problems_of_xta("process P(const int n) {\nint n; state a; init a; }\nP1 = P(3); system P1;") ==
        "2:5 error duplicate-name: 'n' is already declared (first declared in line 1)");
  CHECK(problems_of_xta("process P() { int a;\nstate a; init a; }\nsystem P;") ==
        "2:7 error duplicate-name: 'a' is already declared (first declared in line 1)");
  CHECK(problems_of_xta("process P(int[0,1] a) {\nstate a; init a; }\nsystem P;") ==
        "2:7 error duplicate-name: 'a' is already declared (first declared in line 1)");
}

TEST_CASE("everything is declared before use") {
  CHECK(problems_of("int b = a; const int a = 1;") == "1:9 error unknown-name: unknown name 'a'");
  CHECK(problems_of("int f() { return g(); } int g() { return 1; }") == "1:18 error unknown-name: unknown name 'g'");
  CHECK(problems_of("S s; typedef struct { int a; } S;") == "1:1 error unknown-name: unknown name 'S'");
  CHECK(problems_of("int a = a;") == "1:9 error unknown-name: unknown name 'a'");
}

TEST_CASE("unknown names come with a suggestion") {
  CHECK(problems_of("const int limit = 3; int a[limt];") ==
        "1:28 error unknown-name: unknown name 'limt' (did you mean 'limit'?)");
  CHECK(problems_of_edge("int counter;", "guard coutner > 0;") ==
        "2:7 error unknown-name: unknown name 'coutner' (did you mean 'counter'?)");
  CHECK(problems_of_edge("", "guard zzz;") == "2:7 error unknown-name: unknown name 'zzz'");
  CHECK(problems_of("int f() { return break; }") == "1:18 error unknown-name: unknown name 'break'");
  CHECK(problems_of("unknown_t x;") == "1:1 error unknown-name: unknown name 'unknown_t'");
}

TEST_CASE("declarations of the system section are invisible to templates") {
  CHECK(problems_of_xta("process P() { state a; init a; trans a -> a {\nguard k > 0; }; }\nint k;\nsystem P;") ==
        "2:7 error unknown-name: unknown name 'k'");
}

TEST_CASE("predeclared names can be hidden silently") {
  CHECK(problems_of("typedef int[-2147483648,2147483647] int32_t; int32_t x;") == "");
  CHECK(problems_of("const int INT8_MAX = 3; int a[INT8_MAX] = {1,2,3};") == "");
  CHECK(problems_of("int abs(int x) { return x; } int b = abs(-3);") == "");
  CHECK(value_of("const int c = INT8_MAX + UINT16_MAX;", "c") == 65662);
  CHECK(value_of("int32_t v = INT32_MIN;", "v") == -2147483648);
  CHECK(value_of("const int c = abs(-5);", "c") == 5);
}

TEST_CASE("a select variable that hides something is warned about") {
  CHECK(problems_of_edge("int i;", "select i : int[0,3]; guard i > 1;") ==
        "2:8 warning shadowed-name: the select variable 'i' hides another declaration (declared in line 1)");
  CHECK(problems_of_edge("int i;", "select j : int[0,3]; guard j > 1;") == "");
  CHECK(problems_of_edge("", "select i : int[0,3], i : int[0,4];") ==
        "2:22 error duplicate-name: 'i' is already declared (first declared in line 2)");
}

TEST_CASE("names of the wrong kind are distinguished") {
  CHECK(problems_of("int a; a b;") == "1:8 error not-a-type: 'a' is not a type");
  CHECK(problems_of("typedef int t; int a = t;") == "1:24 error not-a-value: 't' is a type, not a value");
  CHECK(problems_of("int f() { return 1; } int a = f;") ==
        "1:31 error not-a-value: 'f' is a function; call it as f(…)");
  CHECK(problems_of("int a; int b = a();") == "1:16 error not-a-function: 'a' is not a function");
  CHECK(problems_of_xta("process P() { state a; init a; trans a -> a {\nguard a; }; }\nsystem P;") ==
        "2:7 error not-a-value: 'a' is a location; locations can be named in queries only");
  CHECK(problems_of_xta("process P() { state a; init a; }\nprocess R() { state a; init a; trans a -> a {\nguard P; }; "
                        "}\nsystem P;") == "3:7 error not-a-value: 'P' is not a value");
  CHECK(problems_of_edge("bool deadlock;", "guard deadlock;") == "");
}

TEST_CASE("a declaration between two processes is visible only after it") {
  const std::string q = "process Q() { state a; init a; trans a -> a { guard late == 1; }; }\n";
  CHECK(problems_of_xta("process P() { state a; init a; }\nint late;\n" + q + "system P, Q;\n") == "");
  CHECK(problems_of_xta(q + "int late;\nprocess P() { state a; init a; }\nsystem P, Q;\n") ==
        "1:53 error unknown-name: 'late' is declared behind the process that uses it (declared in line 2; move it up)");
  // A local name hides the later one.
  CHECK(problems_of_xta("process Q() { int late; state a; init a; trans a -> a { guard late == 1; }; }\nbool late;\n"
                        "process P() { state a; init a; }\nsystem P, Q;\n") == "");
}
