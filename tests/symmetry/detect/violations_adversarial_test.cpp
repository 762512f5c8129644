// Order-sensitive loops in disguise: each must be found, under any rule.
#include "tests/symmetry/violations_fixture.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// The scalarsets a loop breaks, by name: "S", "T", "S T" or "".
std::string broken_by(const std::string& body, const std::string& functions = "") {
  const auto model = load(with_edge(functions + "void run() { " + body + " }", "assign run();"));
  std::string names;
  const SymmetryModel symmetry = detect(*model);
  for (const IdSetIndex set : symmetry.blocked()) names += (names.empty() ? "" : " ") + symmetry.ids()[set].name;
  return names;
}

bool receivers_broken(const std::string& update, const std::string& functions = "", const std::string& locals = "") {
  const auto model = load(with_edge(functions, "sync go?; assign " + update + ";", locals));
  return !detect(*model).blocked().empty();
}

}  // namespace

TEST_CASE("order-sensitive loops in disguise are found") {
  for (const char* body : {
           "for (i : S) { n += x[i]; v = n; }",                // a running sum is read
           "for (i : S) { n += x[i]; if (n > 3) x[i] = 0; }",  // … and decides
           "for (i : S) { v++; if (f[i]) v = 0; }",            // mixed classes
           "for (i : S) { v += x[i]; v *= 2; }",
           "for (i : S) { v = v <? x[i]; v = v >? y[i]; }",
           "for (i : S) { if (f[i]) v = 1; else v = 2; }",  // two constants
           "for (i : S) n += n * x[i];",                    // reads itself
           "for (i : S) cnt[n] += 1 + 0 * n++;",            // moving target
           "for (i : S) x[k] = x[i];",                      // foreign cell
           "for (i : S) { x[i] = 1; n += x[k]; }",
           "for (i : S) m[i][k] = m[k][i];",
           "for (i : S) for (j : S) m[i][j] = m[j][i];",
           "for (i : S) for (j : S) { m[i][j] = x[i]; m[j][i] = x[i]; }",
           "for (i : S) for (j : S) x[j] = y[i];",          // the inner index is foreign to the outer loop
           "for (i : S) { r[i].a = r[k].b; r[i].b = 0; }",  // struct fields
           "for (i : S) { r[k].a = x[i]; }",
           "for (i : S) k = k == i ? win : i;",  // scalar chains
           "for (i : S) if (k != i) k = i;",
           "for (i : S) if (x[i] > best) { best = x[i]; n++; }",  // counts the records
           "for (i : S) if (x[i] > best) best = y[i];",           // not a maximum
           "for (i : S) if (x[i] > best) best = x[i]; else best = 0;",
           "for (i : S) if (best > x[i]) best = best + x[i];",
           "for (i : S) b = !b && f[i];",
           "for (i : S) b = f[i] && !b;",
           "for (i : S) h = x[i] - h;",
           "for (i : S) h = h % 7 + x[i];",
           "for (i : S) (f[i] ? n : v) = x[i];",  // conditional l-value
           "for (i : S) v = (n = x[i]) + 1;",     // assignment as value
           "for (i : S) x[i] = ++n;",
           "for (i : S) { int a = n; n = a + x[i]; }",         // through a local copy
           "int a = 0; for (i : S) a = 3 * a + x[i]; n = a;",  // a variable of the function
           "int a; for (i : S) { y[i] = a; a = x[i]; }",
           "for (i : S) { int j = 0; while (j < n) { j++; n -= x[i]; } }",
           "for (i : S) q[cnt[0]++] = i;",
           "for (i : S) x = y[i] > 0 ? y : pos;",  // whole arrays
           "for (i : S) { y = x; x[i] = 0; }",
           "for (i : S) b = b || n++ > 2;",  // evaluated or not
           "for (i : S) b ^= x[i];",         // a number into a bool
       }) {
    CAPTURE(body);
    CHECK(broken_by(body) == "S");
  }
  CHECK(broken_by("for (i : S) b ^= 2;").empty());  // the same function of b every time
}

TEST_CASE("only the set of the loop is affected") {
  CHECK(broken_by("for (j : T) t = j; for (i : S) n += x[i];") == "T");
  CHECK(broken_by("for (i : S) { win = i; for (j : T) n += mt[i][j]; }") == "S");
  CHECK(broken_by("for (i : S) for (j : T) { n = 2*n + mt[i][j]; }") == "S T");
  CHECK(broken_by("for (j : T) for (i : S) h = 2*h + x[i];") == "S T");
}

TEST_CASE("aliases made by reference parameters are seen through") {
  CHECK(broken_by("f1(x, x);", "void f1(int &a[S], int &from[S]) { for (i : S) a[i] = from[k]; } ") == "S");
  CHECK(broken_by("f1(x, y);", "void f1(int &a[S], int &from[S]) { for (i : S) a[i] = from[k]; } ") == "");
  CHECK(broken_by("f2(x[k]);", "void f2(int &one) { for (i : S) x[i] = one; } ") == "S");
  CHECK(broken_by("f2(y[k]);", "void f2(int &one) { for (i : S) x[i] = one; } ") == "");
  CHECK(broken_by("f3(n, n);", "void f3(int &a, int &c1) { for (i : S) a += x[i] * c1; } ") == "S");
  CHECK(broken_by("f3(n, v);", "void f3(int &a, int &c1) { for (i : S) a += x[i] * c1; } ") == "");
  CHECK(broken_by("f4(k);", "void f4(S &e) { for (i : S) { x[e] = 1; e = i; } } ") == "S");
  CHECK(broken_by("for (i : S) set(x[k], i);", "void set(int &cell, S e) { cell = y[e]; } ") == "S");
  CHECK(broken_by("for (i : S) deep(i);", "void put(S e) { win = e; } void deep(S e) { if (f[e]) put(e); } ") == "S");
  CHECK(broken_by("for (i : S) move(i);", "void move(S e) { e = k; x[e] = x[e] + 1; y[e] = x[e]; } ") == "S");
  CHECK(broken_by("for (i : S) n = next(x[i]);", "int next(int by) { return 2*n + by; } ") == "S");
  CHECK(broken_by("for (i : S) push(i);", "void push(S e) { q[n] = e; n++; } ") == "S");
}

TEST_CASE("template parameters by reference are aliases too") {
  const auto model = load(
      "typedef scalar[3] S; int x[S]; int y[S];\n"
      "process P(int &a[S], int &from[S], S &e) { void run() { for (i : S) a[i] = from[e]; }\n"
      "state s; init s; trans s -> s { assign run(); }; }\n"
      "S k; P1 = P(x, y, k); P2 = P(x, x, k);\nsystem P1, P2;\n");
  CHECK(detect(*model).blocked().size() == 1);
  const auto shared = load(
      "typedef scalar[3] S; int x; broadcast chan go;\n"
      "process P(const S id, int &a) { state s; init s; trans s -> s { sync go?; assign a = 2*a + 1; }, s -> "
      "s { sync go?; assign a++; }; }\n"
      "process R() { state s; init s; trans s -> s { sync go!; }; }\nQ(const S i) = P(i, x);\nsystem Q, "
      "R;\n");
  CHECK(detect(*shared).blocked().size() == 1);
}

TEST_CASE("receivers that interfere are found") {
  CHECK(receivers_broken("win = k, k = id"));
  CHECK(receivers_broken("n++, v = n"));
  CHECK(receivers_broken("mine = n++", "", "int mine;"));
  CHECK(receivers_broken("x[me] = y[k], me = k", "", "S me;"));  // not the process's own element
  CHECK(receivers_broken("x[id] = 1, mine = x[k]", "", "int mine;"));
  CHECK(receivers_broken("v = mine", "", "int mine;"));  // a different value in every process
  CHECK(receivers_broken("v = 2*v + mine", "", "int mine;"));
  CHECK(receivers_broken("put(id)", "void put(S e) { x[e] = x[k]; }"));
  CHECK(receivers_broken("all()", "void all() { for (i : S) x[i] = x[i] + 1; n = x[k]; }"));
  CHECK_FALSE(receivers_broken("v = 2*v + w"));  // the same function in every process
  CHECK_FALSE(receivers_broken("mine = 2*mine + n", "", "int mine;"));
}

TEST_CASE("two parameters of one set are one element only together") {
  const auto broken = [](const std::string& update) {
    const auto model = load(
        "typedef scalar[3] S; int x[S]; int m[S][S]; S k; broadcast chan go;\n"
        "process P(const S i, const S j) { state s; init s; trans s -> s { sync go?; assign " +
        update + "; }; }\nprocess R() { state s; init s; trans s -> s { sync go!; }; }\nsystem P, R;\n");
    return !detect(*model).blocked().empty();
  };
  CHECK_FALSE(broken("m[i][j] = m[i][j] * 2 + 1"));
  CHECK(broken("x[i] = m[i][j]"));
  CHECK(broken("m[i][k] = m[i][j]"));
}

TEST_CASE("branches of a receiver count as part of it") {
  const auto model = load(
      "typedef scalar[3] S; S win; broadcast chan go;\n"
      "process P(const S id) { state a; branchpoint b; init a; trans a -> b { sync go?; }, b -> a { assign "
      "win = id; probability 1; }; }\n"
      "process R() { state s; init s; trans s -> s { sync go!; }; }\nsystem P, R;\n");
  CHECK(detect(*model).blocked().size() == 1);
}

TEST_CASE("a branch that receives makes its edge a receiver") {
  const auto broken = [](const std::string& sync) {
    const auto model = load(
        "typedef scalar[3] S; S win; broadcast chan go;\n"
        "process P(const S id) { state a; branchpoint b; init a; trans a -> b { assign win = id; }, b -> a { " +
        sync +
        " probability 1; }; }\n"
        "process R() { state s; init s; trans s -> s { sync go!; }; }\nsystem P, R;\n");
    return detect(*model).blocked().size() == 1;
  };
  CHECK(broken("sync go?;"));
  CHECK_FALSE(broken("sync go!;"));
  CHECK_FALSE(broken(""));
}

TEST_CASE("a branch that sends is among the senders a receiver relies on") {
  const auto stale = [](const std::string& update) {
    const auto model = load(
        "typedef scalar[3] S; meta S m; S last; chan c;\n"
        "process P(const S id) { state a; init a; trans a -> a { sync c!; assign m = id; }, a -> a { sync c?; assign "
        "last = m; }; }\n"
        "process R() { state s; branchpoint b; init s; trans s -> b { assign " +
        update + "; }, b -> s { sync c!; probability 1; }; }\nsystem P, R;\n");
    return !detect(*model).blocked().empty();
  };
  CHECK(stale("last = last"));
  CHECK_FALSE(stale("m = last"));
}

TEST_CASE("meta variables written on some paths only are stale") {
  const auto stale = [](const std::string& functions, const std::string& update) {
    const auto model = load(with_edge("meta S m1; meta S m2[S]; " + functions, "assign " + update + ";"));
    return !detect(*model).blocked().empty();
  };
  CHECK(stale("void set() { if (b) m1 = k; }", "set(), win = m1"));
  CHECK(stale("void set() { while (n > 0) { m1 = k; n--; } }", "set(), win = m1"));
  CHECK(stale("void set() { if (b) return; m1 = k; }", "set(), win = m1"));
  CHECK(stale("void set(S &e) { win = e; }", "set(m1)"));
  CHECK(stale("", "m2[id] = k, win = m2[k]"));
  CHECK(stale("", "n = b ? 1 : 2, win = b ? m1 : k"));
  CHECK_FALSE(stale("void set() { if (b) m1 = k; else m1 = win; }", "set(), win = m1"));
  CHECK_FALSE(stale("void set(S &e) { e = k; }", "set(m1), win = m1"));
  CHECK_FALSE(stale("void set() { for (i : S) m2[i] = k; }", "set(), win = m2[k]"));
  CHECK_FALSE(stale("", "m2[id] = k, win = m2[id]"));
  CHECK_FALSE(stale("void set() { if (b) { m1 = k; return; } m1 = win; }", "set(), win = m1"));
}

TEST_CASE("a receiver relies on every sender") {
  const auto stale = [](const std::string& other_sender) {
    const auto model = load(
        "typedef scalar[3] S; meta S m; S last; chan c;\n"
        "process P(const S id) { state a; init a; trans a -> a { sync c!; assign m = id; }, a -> a { sync "
        "c?; assign last = m; }; }\n"
        "process R() { state s; init s; trans s -> s { sync c!; assign " +
        other_sender + "; }; }\nsystem P, R;\n");
    return !detect(*model).blocked().empty();
  };
  CHECK(stale("last = last"));
  CHECK_FALSE(stale("m = last"));
}
