// Code that looks suspicious but is symmetric: no violation may be reported.
#include "tests/symmetry/violations_fixture.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("commutative loops are not flagged") {
  for (const char* body : {
           "for (i : S) x[i] = 0;",
           "for (i : S) n += x[i];",
           "for (i : S) { n += x[i]; n -= y[i]; n++; n = n + 2*x[i] - y[i]; n = x[i] + n; }",
           "for (i : S) if (x[i] > best) best = x[i];",
           "for (i : S) { if (best < x[i] + 1) { best = x[i] + 1; } }",
           "for (i : S) if (x[i] < best) best = x[i];",
           "for (i : S) best = x[i] > best ? x[i] : best;",
           "for (i : S) best = best <? x[i];",
           "for (i : S) best = x[i] >? best >? y[i];",
           "for (i : S) b = b || f[i];",
           "for (i : S) b = b && f[i] && x[i] > 0;",
           "for (i : S) if (f[i]) b = true;",
           "for (i : S) { if (f[i]) b = true; b = b || x[i] == 1; }",
           "for (i : S) h |= x[i];",
           "for (i : S) h ^= x[i];",
           "for (i : S) h = h & x[i];",
           "for (i : S) h *= x[i];",
           "for (i : S) if (f[i]) v = N + 1;",
           "for (i : S) v = w;",
           "for (i : S) if (f[i]) v = (v + 1) % 4;",
           "for (i : S) v = v + v;",
           "for (i : S) { int a = x[i]; a = 2*a + 1; y[i] = a; }",
           "for (i : S) { r[i].a = r[i].b; r[i].b = x[i]; }",
           "for (i : S) x[i] = x[i] + y[k];",
           "for (i : S) m[i][k] = 1;",
           "for (i : S) for (j : S) m[i][j] = m[i][j] + x[j];",
           "for (i : S) for (j : S) { m[i][j] = 0; m[j][i] = 0; }",
           "for (i : S) for (j : T) mt[i][j] = x[i];",
           "for (i : S) for (j : T) n += mt[i][j];",
           "for (i : S) { c[i] = 0; z = 0; }",
           "for (i : S) cnt[x[i]]++;",
           "for (i : S) { cnt[0] += x[i]; cnt[1] = cnt[1] >? x[i]; }",
           "for (i : S) n += (forall (j : S) m[i][j] == 0) ? 1 : 0;",
           "int sum2 = 0; for (i : S) sum2 += x[i]; n = sum2;",
           "for (i : S) { int j = 0; while (j < 3) { x[i] += j; j++; } }",
           "for (i : S) for (j : int[0,2]) if (q[j] == i) x[i] = j;",
       }) {
    CAPTURE(body);
    CHECK(of_loop(body) == Lines{});
  }
}

TEST_CASE("the exists-pattern is not flagged") {
  const auto value = [](const std::string& function) { return violations_of(with_edge(function, "assign v = g();")); };
  CHECK(value("int g() { for (i : S) if (f[i]) return 1; return 0; }") == Lines{});
  CHECK(value("bool g() { for (i : S) for (j : S) if (m[i][j] > 0) return true; return false; }") == Lines{});
  CHECK(value("int g() { for (i : S) { int a = x[i]; a++; if (a > 2) return N; if (f[i]) return 3; } return "
              "0; }") == Lines{});
  CHECK(value("int g() { for (i : S) if (f[i]) return w; return 0; }") == Lines{});
  CHECK(value("void e() { for (i : S) if (f[i]) return; n++; } int g() { e(); return 1; }") == Lines{});
}

TEST_CASE("loops that call functions are looked into") {
  CHECK(of_loop("for (i : S) n += twice(x[i]);", "int twice(int a) { a = 2*a; return a; } ") == Lines{});
  CHECK(of_loop("for (i : S) clear(i);", "void clear(S a) { x[a] = 0; y[a] = x[a]; } ") == Lines{});
  CHECK(of_loop("for (i : S) clear(x[i]);", "void clear(int &a) { a = 0; } ") == Lines{});
  CHECK(of_loop("for (i : S) outer(i, x);",
                "void inner(int &a[S], S e) { a[e] = a[e] + 1; } void outer(S e, int &a[S]) { inner(a, e); } ") ==
        Lines{});
  CHECK(of_loop("copy(x, y); copy(x, x);", "void copy(int &a[S], int &from[S]) { for (i : S) a[i] = from[i]; } ") ==
        Lines{});
  CHECK(of_loop("for (i : S) if (has(i)) n++;",
                "bool has(S e) { for (j : S) if (m[e][j] > 0) return true; return false; } ") == Lines{});
}

TEST_CASE("reading scalars before writing them is legal") {
  CHECK(violations_of(with_edge("", "guard win == arg && id == k; assign x[k] = 1, win = arg;")) == Lines{});
}

TEST_CASE("two dimensions of a process set are not merged") {
  CHECK(violations_of("typedef scalar[3] S; int x[S]; int tick; broadcast chan go;\n"
                      "process P(const S i, const int[0,2] j) { int mine; state a; init a;\n"
                      "trans a -> a { sync go?; assign mine = j, tick += j; }; }\n"
                      "process Q() { state a; init a; trans a -> a { sync go!; }; }\nsystem P, Q;\n") == Lines{});
}

TEST_CASE("tickets drawn on edges are ordered by behaviour") {
  CHECK(violations_of(with_edge("", "assign mine = n++;", "int mine;")) == Lines{});
  CHECK(violations_of(with_edge("", "assign q[n++] = id;")) == Lines{});
  CHECK(violations_of(with_edge("", "assign win = id;")) == Lines{});
}

TEST_CASE("sender and receiver of one set play roles") {
  CHECK(violations_of("typedef scalar[3] S; S last; chan c; broadcast chan go;\n"
                      "process P(const S id) { int got; state a; init a; trans a -> a { sync c!; assign last = id; },\n"
                      "a -> a { sync c?; assign last = id; }, a -> a { sync go!; assign last = id; },\n"
                      "a -> a { sync go?; assign got = 1; }; }\nsystem P;\n") == Lines{});
}

TEST_CASE("receivers may write locals, own cells and accumulators") {
  const auto received = [](const std::string& update) {
    return violations_of(
        with_edge("void tell(S e) { x[e] = 1; y[e]++; }", "sync go?; assign " + update + ";", "int mine; S other;"));
  };
  CHECK(received("mine = n, other = k") == Lines{});
  CHECK(received("x[id] = x[id] + y[k]") == Lines{});
  CHECK(received("n++, h = h >? x[id], b = b || f[id]") == Lines{});
  CHECK(received("tell(id)") == Lines{});
  CHECK(received("v = 7, z = 0, c[id] = 0") == Lines{});
  CHECK(received("r[id].a = r[id].b, m[id][k] = 1, m[id][id] = 2") == Lines{});
}

TEST_CASE("receivers on channels of their own never meet") {
  CHECK(
      violations_of("typedef scalar[3] S; S last; broadcast chan go[S];\n"
                    "process P(const S id) { state a; init a; trans a -> a { sync go[id]?; assign last = id; }; }\n"
                    "process Q() { state a; init a; trans a -> a { select i : S; sync go[i]!; }; }\nsystem P, Q;\n") ==
      Lines{});
}

TEST_CASE("reference parameters of templates are followed") {
  const std::string head =
      "typedef scalar[3] S; int x[S]; broadcast chan go;\n"
      "process P(const S id, int &a) { state s; init s; trans s -> s { sync go?; assign a = 2*a + 1; }; }\n"
      "process R() { state s; init s; trans s -> s { sync go!; }; }\n";
  CHECK(violations_of(head + "Q(const S i) = P(i, x[i]);\nsystem Q, R;\n") == Lines{});
}

TEST_CASE("queues filled by separate transitions and sums are symmetric") {
  CHECK(violations_of(with_edge("int len; void push(S e) { q[len] = e; len++; } S front() { return q[0]; }",
                                "guard front() == id && (sum (i : S) x[i]) < 4; assign push(id);")) == Lines{});
}

TEST_CASE("values passed through meta variables are not stale") {
  CHECK(violations_of("typedef scalar[3] S; meta S m; meta int buf[S]; int x[S]; chan c;\n"
                      "void fill() { for (i : S) buf[i] = x[i]; }\n"
                      "process P(const S id) { state a; init a; trans a -> a { sync c!; assign m = id, fill(); },\n"
                      "a -> a { sync c?; assign x[m] = buf[id]; }; }\nsystem P;\n") == Lines{});
}
