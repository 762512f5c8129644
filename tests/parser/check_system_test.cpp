// Instances, the system line, free parameters, priorities.
#include <catch2/catch.hpp>

#include "tests/parser/check_support.h"

using namespace orbita;
using namespace orbita::check_test;

TEST_CASE("arguments of instances fit the parameters") {
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(3, v);\nsystem P1;") == "");
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(3);\nsystem P1;") ==
        "2:6 error argument-count: 'P' takes 2 arguments, but 1 is given");
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(v, v);\nsystem P1;") ==
        "2:8 error not-constant: an argument of an instance must be known at compile time, but 'v' is not constant");
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(3, 4);\nsystem P1;") ==
        "2:11 error not-a-place: the reference parameter 'v' needs a variable");
  CHECK(problems_of_xta("const int v = 1; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = "
                        "n; }; }\nP1 = P(3, v);\nsystem P1;") == "2:11 error read-only: 'v' is constant");
  CHECK(problems_of_xta("int[0,3] v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(3, v);\nsystem P1;") == "");
  CHECK(problems_of_xta("bool v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(3, v);\nsystem P1;") ==
        "2:11 error type-mismatch: the parameter 'v' is of type int, but the argument is of type bool");
  CHECK(problems_of_xta("int v[3]; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(3, v[1]); P2 = P(4, v[2]);\nsystem P1, P2;") == "");
  CHECK(problems_of_xta("int v[3]; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nP1 = P(3, v[3]);\nsystem P1;") == "2:13 error bad-value: array index 3 is outside [0,2]");
  CHECK(problems_of_xta("int v[3]; int i; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = "
                        "n; }; }\nP1 = P(3, v[i]);\nsystem P1;") ==
        "2:13 error not-constant: an index in a reference argument must be known at compile time, but 'i' is not "
        "constant");
  CHECK(problems_of_xta("chan c; process P(chan d) { state a; init a; }\nP1 = P(c);\nsystem P1;") ==
        "2:8 error bad-parameter: the parameter 'd' must be a reference: chan cannot be passed by value (write '&' "
        "before the parameter's name in the template)");
  CHECK(problems_of_xta("process P(int[0,3] n) { state a; init a; }\nP1 = P(4);\nsystem P1;") ==
        "2:8 error bad-value: the value 4 of parameter 'n' is outside [0,3]");
  CHECK(
      problems_of_xta("typedef scalar[3] S; S s; process P(const S i) { state a; init a; }\nP1 = P(s);\nsystem P1;") ==
      "2:8 error not-constant: an argument of an instance must be known at compile time, but 's' is not constant");
  CHECK(problems_of_xta("typedef scalar[3] S; process P(const S i) { state a; init a; }\nP1 = P(0);\nsystem P1;") ==
        "2:8 error type-mismatch: the parameter 'i' is of type S, but the argument is of type int: elements of a "
        "scalar set have no number");
  CHECK(problems_of_xta("int a;\nprocess P() { state a; init a; }\nP1 = a();\nsystem P;") ==
        "3:6 error not-a-template: 'a' is not a template");
  CHECK(problems_of_xta("process P() { state a; init a; }\nP1 = Q();\nsystem P;") ==
        "2:6 error unknown-name: unknown name 'Q'");
}

TEST_CASE("parameters pass through partial instances") {
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nQ(const int[0,3] i) = P(i * 2, v);\nsystem Q;") == "");
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nQ(int[0,3] i) = P(i * 2, v);\nsystem Q;") ==
        "2:19 error not-constant: an argument of an instance must be known at compile time, but 'i' is not constant "
        "(declare the parameter 'const')");
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nQ(int &w) = P(2, w); R = Q(v);\nsystem R;") == "");
  CHECK(problems_of_xta("int v; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; "
                        "}\nQ(const int[0,3] w) = P(2, w);\nsystem Q;") == "2:28 error read-only: 'w' is constant");
  CHECK(problems_of_xta(
            "int v[2][3]; process P(const int n, int &v) { state a; init a; trans a -> a { assign v = n; }; }\nQ(int "
            "&w[3], const int[0,2] i) = P(i, w[i]); R(const int[0,2] k) = Q(v[1], k);\nsystem R;") == "");
}

TEST_CASE("the system line names each process once") {
  CHECK(problems_of_xta("process P() { state a; init a; }\n") ==
        "2:1 error missing-system: there is no system line (end with 'system P1, P2;' naming the processes)");
  CHECK(problems_of_xta("process P() { state a; init a; }\nsystem P, P;") ==
        "2:11 error listed-twice: 'P' is listed twice");
  CHECK(problems_of_xta("process P() { state a; init a; }\nsystem Q;") == "2:8 error unknown-name: unknown name 'Q'");
  CHECK(problems_of_xta("int v;\nprocess P() { state a; init a; }\nsystem v;") ==
        "3:8 error not-a-template: 'v' is not a template or an instance of one");
  CHECK(problems_of_xta("process P() { state a; init a; }\nsystem P, R;\nprocess R() { state a; init a; }") ==
        "3:1 error syntax-error: expected nothing after the system line but 'progress' and 'gantt', found the keyword "
        "'process'");
  CHECK(problems_of_xta("process P() { state a; init a; }\nR = P(); Q = R();\nsystem P < R, Q;") == "");
}

TEST_CASE("free parameters are bounded integers or scalars") {
  CHECK(problems_of_xta("process P(int n) { state a; init a; }\nsystem P;") ==
        "2:8 error free-parameter: 'P' cannot be listed with its parameter 'n' free: it must be a bounded integer or a "
        "scalar, not int (give it a value: P1 = P(…);)");
  CHECK(problems_of_xta("process P(bool n) { state a; init a; }\nsystem P;") ==
        "2:8 error free-parameter: 'P' cannot be listed with its parameter 'n' free: it must be a bounded integer or a "
        "scalar, not bool (give it a value: P1 = P(…);)");
  CHECK(problems_of_xta("process P(int[0,3] &n) { state a; init a; }\nsystem P;") ==
        "2:8 error free-parameter: 'P' cannot be listed with its parameter 'n' free: it must be a bounded integer or a "
        "scalar, not a reference to int[0,3] (give it a value: P1 = P(…);)");
  CHECK(problems_of_xta("typedef scalar[3] S; process P(const S i, int[2,4] k, S j) { state a; init a; }\nsystem P;") ==
        "");
  CHECK(problems_of_xta("process P(const int[0,3] n, const int[0,n] k) { state a; init a; }\nsystem P;") ==
        "2:8 error free-parameter: the range of the free parameter 'k' must not depend on other parameters");
  CHECK(problems_of_xta(
            "process P(const int[2,1] n) { state a; init a; }\nprocess R() { state a; init a; }\nsystem P, R;") ==
        "1:21 warning empty-range: empty range [2,1]");
}

TEST_CASE("free parameters must not decide sizes") {
  CHECK(problems_of_xta("process P(const int[1,3] n) { int v[n]; state a; init a; }\nsystem P;") ==
        "2:8 error free-size: the free parameter 'n' of 'P' must not decide the size of an array or scalar set");
  CHECK(problems_of_xta("process P(const int[1,3] n) { const int m = n + 1; typedef int[0,m] T; int v[T]; state a; "
                        "init a; }\nsystem P;") ==
        "2:8 error free-size: the free parameter 'n' of 'P' must not decide the size of an array or scalar set");
  CHECK(problems_of_xta("process P(const int[1,3] n) { typedef scalar[n] T; state a; init a; }\nsystem P;") ==
        "2:8 error free-size: the free parameter 'n' of 'P' must not decide the size of an array or scalar set");
  CHECK(problems_of_xta("process P(const int[1,3] n) { int[0,n] v = n; state a; init a; }\nsystem P;") == "");
  CHECK(problems_of_xta(
            "process P(const int[1,3] n) { int v[n]; state a; init a; }\nP1 = P(2); P2 = P(3); system P1, P2;") == "");
  CHECK(problems_of_xta(
            "process P(const int[1,3] n) { int v[n]; state a; init a; }\nQ(const int[1,2] k) = P(k + 1); system Q;") ==
        "2:40 error free-size: the free parameter 'k' of 'Q' must not decide the size of an array or scalar set");
}

TEST_CASE("values that differ between processes are checked in each") {
  CHECK(problems_of_xta("process P(const int[0,3] n) { int[0,2] v = n; state a; init a; }\nsystem P;") ==
        "1:44 error bad-value: value 3 is outside [0,2] (in process P(3))");
  CHECK(problems_of_xta("process P(const int n) { int v[n]; state a; init a; }\nP1 = P(0); system P1;") ==
        "1:32 error bad-value: array of size 0 (in process P1)");
  CHECK(problems_of_xta("process P(const int[0,3] n) { const int m = 6 / n; state a; init a; }\nsystem P;") ==
        "1:45 error bad-value: division by zero (in process P(0))");
  CHECK(problems_of_xta("process P(const int n) { typedef scalar[n] L; state a; init a; }\nP1 = P(-2); system P1;") ==
        "1:41 error bad-value: scalar set of negative size -2 (in process P1)");
  CHECK(problems_of_xta("process P(const int n) { state a; init a; trans a -> a { select i : int[0,10 / n]; }; }\nP1 = "
                        "P(0); system P1;") == "1:75 error bad-value: division by zero (in process P1)");
}

TEST_CASE("channel priorities name channels known at compile time") {
  CHECK(problems_of_xta("chan a, b[2]; urgent chan c; chan priority a, b[1] < default < c;\nprocess P() { state a; "
                        "init a; }\nsystem P;") == "");
  CHECK(problems_of_xta("int i; chan priority i < default;\nprocess P() { state a; init a; }\nsystem P;") ==
        "1:22 error type-mismatch: a priority is given to channels, not to int");
  CHECK(
      problems_of_xta("chan b[2]; int i; chan priority b[i] < default;\nprocess P() { state a; init a; }\nsystem P;") ==
      "1:35 error not-constant: the index of a channel priority must be known at compile time, but 'i' is not "
      "constant");
  CHECK(problems_of_xta("chan b[2]; chan priority b[2] < default;\nprocess P() { state a; init a; }\nsystem P;") ==
        "1:28 error bad-value: array index 2 is outside [0,1]");
  CHECK(problems_of_xta(
            "chan a, b; chan priority a < b;\nchan priority b < a;\nprocess P() { state a; init a; }\nsystem P;") ==
        "2:1 error second-priority: channel priorities are declared twice");
  CHECK(problems_of_xta("typedef scalar[2] S; S s; chan b[S]; chan priority b < default;\nchan c;\nprocess P() { state "
                        "a; init a; }\nsystem P;") == "");
}

TEST_CASE("progress is ignored, and so are gantt lines that cannot be drawn") {
  CHECK(problems_of_xta("int i; process P() { state a; init a; }\nsystem P;\nprogress { i; i > 0 : i + 1; }") ==
        "3:1 note ignored-progress: progress measures are ignored");
  CHECK(problems_of_xta("typedef scalar[2] S; S s; process P() { state a; init a; }\nsystem P;\nprogress { s; }") ==
        "3:1 note ignored-progress: progress measures are ignored | 3:12 error type-mismatch: a progress measure must "
        "be an integer, not S");
  const std::string model = "int i; clock x; chan c; process P(const int[0,1] id) { state a; init a; }\nsystem P;\n";
  CHECK(problems_of_xta(
            model +
            "gantt { G : i > 0 && x < 3 -> 1; T(k : int[0,1]): P(k).a -> k, for (j : int[0,2]) i == j -> j; }") == "");
  CHECK(problems_of_xta(model + "gantt { G: P(2).b -> 1; H: i -> c; }") ==
        "3:14 warning ignored-gantt: this line of the gantt chart is ignored: 'P' has no process number 2: its range "
        "is [0,1] | "
        "3:33 warning ignored-gantt: this line of the gantt chart is ignored: a colour must be an integer, not chan");
  CHECK(problems_of_xta(model + "gantt { G: i > 0; }").find("expected '->'") != std::string::npos);
}

TEST_CASE("dynamic templates are refused when something is spawned") {
  CHECK(problems_of_xta("dynamic D();\nprocess D() { state a; init a; }\nprocess P() { state a; init a; trans a -> a { "
                        "assign\nspawn D(); }; }\nsystem P;") ==
        "1:1 warning ignored-dynamic: the dynamic template 'D' is ignored: processes cannot be spawned in a symbolic "
        "model | 4:1 error refused: 'spawn' needs dynamic templates, which a symbolic model cannot have");
  CHECK(
      problems_of_xta("dynamic D();\nprocess D() { state a; init a; }\nprocess P() { state a; init a; }\nsystem P;") ==
      "1:1 warning ignored-dynamic: the dynamic template 'D' is ignored: processes cannot be spawned in a symbolic "
      "model");
}

TEST_CASE("a template without locations matters only when a process uses it") {
  const std::string rest = "process P() { state a; init a; }\n";
  CHECK(problems_of_xta("process E() { }\n" + rest + "system P;\n") ==
        "1:9 warning missing-init: template 'E' has no initial location (not used by any process)");
  CHECK(problems_of_xta("process E() { }\n" + rest + "system P, E;\n") ==
        "1:9 error missing-init: template 'E' has no initial location");
}

TEST_CASE("the last hook of a kind counts, also an empty one") {
  const auto hook = [](const std::string& text) {
    const Checked checked = check_globals("int i;\n" + text);
    REQUIRE(checked.model);
    return checked.model->before_update != nullptr;
  };
  CHECK(hook("before_update { i = 1 }"));
  CHECK_FALSE(hook("before_update { }"));
  CHECK_FALSE(hook("before_update { i = 1 } before_update { }"));
  CHECK_FALSE(hook("after_update { i = 1 }"));
}

TEST_CASE("instances of templates with errors are not expanded") {
  const std::string body = "{ state a; init a; }\n";
  CHECK(problems_of_xta("process P(nothing &w) " + body + "Q = P(4);\nsystem Q;\n") ==
        "1:11 error unknown-name: unknown name 'nothing'");
  CHECK(problems_of_xta("process P(const int n) " + body + "Q = P();\nR = Q();\nsystem R;\n") ==
        "2:5 error argument-count: 'P' takes 1 argument, but 0 are given");
}
