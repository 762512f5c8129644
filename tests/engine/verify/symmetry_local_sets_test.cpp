// Scalarsets declared inside templates: each process has its own copy, which is not permuted itself and moves with the
// process when a set the template is replicated over is permuted.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct LocalSets {
  const char* name;
  const char* text;  // has P(const S …) with locations A and B
  const char* group;
};

const LocalSets with_local_sets[] = {
    {"a variable", R"(
      typedef scalar[3] S;
      process P(const S id) { typedef scalar[2] L; L u; state A, B; init A;
        trans A -> B { select j : L; guard j != u; assign u = j; }, B -> A { guard exists (l : L) l != u; }; }
      system P;)",
     "S_3 on S"},
    {"an array", R"(
      typedef scalar[3] S; int[0,3] n;
      process P(const S id) { typedef scalar[2] L; bool c[L]; state A, B; init A;
        trans A -> B { select j : L; guard !c[j] && n < 3; assign c[j] = true, n++; }, B -> A { guard forall (l : L) !c[l]; }; }
      system P;)",
     "S_3 on S"},
    {"clocks", R"(
      typedef scalar[2] S; clock z;
      process P(const S id) { typedef scalar[2] L; clock c[L]; L last; state A { c[last] <= 3 }, B { forall (l : L) c[l] <= 4 }; init A;
        trans A -> B { select j : L; guard c[j] >= 1 && z <= 6; assign c[j] = 0, last = j; }, B -> A { guard c[last] > 1; }; }
      system P;)",
     "S_2 on S"},
    {"functions that tell inner elements apart", R"(
      typedef scalar[3] S; S who; bool taken;
      process P(const S id) { typedef scalar[3] L; bool c[L]; L u;
        L first() { for (l : L) if (!c[l]) return l; return u; }
        void mark(const L v) { c[v] = true; for (l : L) if (l != v && !c[l]) u = l; }
        state A, B; init A;
        trans A -> B { guard !taken; assign mark(first()), taken = true, who = id; }, B -> A { guard who == id; assign taken = false; }; }
      system P;)",
     "S_3 on S"},
    {"nested arrays, records and channels", R"(
      typedef scalar[2] S; broadcast chan go;
      process P(const S id) { typedef scalar[2] L; typedef scalar[3] M; typedef struct { L l; M m[L]; } T; T t; L next[L][2]; chan loc[M];
        state A, B; init A;
        trans A -> B { select l : L, m : M; guard t.m[l] != m; sync go!; assign t.l = l, t.m[t.l] = m, next[l][1] = t.l; },
              A -> A { select m : M; guard m == t.m[t.l]; sync loc[m]?; },
              B -> A { guard next[t.l][0] == next[t.l][1]; sync go?; }; }
      system P;)",
     "S_2 on S"},
    {"two templates and two outer sets", R"(
      typedef scalar[2] S; typedef scalar[2] T; bool f[S], g[T];
      process P(const S id) { typedef scalar[2] L; L u; state A, B; init A;
        trans A -> B { select j : L; guard j != u; assign u = j, f[id] = true; }; }
      process Q(const T me, const S id) { typedef scalar[2] L; bool c[L]; state A, B; init A;
        trans A -> B { select j : L; guard f[id]; assign c[j] = true, g[me] = true; }; }
      system P, Q;)",
     "S_2 on S x S_2 on T"},
    {"beside plain and numbered processes with local sets", R"(
      typedef scalar[3] S; S cur; int[0,2] n;
      process P(const S id) { typedef scalar[2] L; L u; state A, B; init A;
        trans A -> B { select j : L; guard j != u; assign u = j, cur = id; }, B -> A { guard cur == id; }; }
      process Q(const int[0,1] k) { typedef scalar[2] L; L u; bool c[L]; state A, B; init A;
        trans A -> B { select j : L; guard j != u && n == k; assign u = j, c[j] = true, n++; }; }
      process R() { typedef scalar[2] L; L u; state A, B; init A; trans A -> B { select j : L; assign u = j; }; }
      system P, Q, R;)",
     "S_3 on S"},
    {"sizes that depend on a parameter", R"(
      typedef scalar[2] S; int[0,3] n;
      process Q(const S id, const int k) { typedef scalar[k + 1] L; L u; bool c[L]; state A, B; init A;
        trans A -> B { select j : L; guard j != u; assign u = j, c[j] = true, n = n < 3 ? n + 1 : n; }, B -> A { }; }
      P(const S id) = Q(id, 1);
      Large(const S id) = Q(id, 2);
      system P, Large;)",
     "S_2 on S"},
};

const std::vector<std::string> local_formulas{"E<> exists (i : S) P(i).B",
                                              "E<> forall (i : S) P(i).B",
                                              "A[] not deadlock",
                                              "A[] forall (i : S) forall (j : S) P(i).B && P(j).B imply i == j",
                                              "E[] forall (i : S) P(i).A",
                                              "A<> exists (i : S) P(i).B",
                                              "(forall (i : S) P(i).A) --> (exists (i : S) P(i).B)"};

}  // namespace

TEST_CASE("a set that a template with a set of its own is replicated over is reduced, with the same verdicts") {
  for (const LocalSets& local : with_local_sets) {
    DYNAMIC_SECTION(local.name) {
      const std::unique_ptr<Model> model = model_from(local.text);
      const std::vector<Query*> queries = queries_of(*model, local_formulas);
      VerifyOptions options;
      options.symmetry = SymmetryChoice::off;
      const std::vector<QueryResult> expected = decide(*model, queries, options);
      options.trace = TraceKind::some;
      options.check_symmetry = true;
      for (const SymmetryChoice choice :
           {SymmetryChoice::automatic, SymmetryChoice::sort, SymmetryChoice::segment, SymmetryChoice::refine,
            SymmetryChoice::canonical, SymmetryChoice::enumerate}) {
        options.symmetry = choice;
        const std::vector<QueryResult> found = decide(*model, queries, options);
        for (std::size_t i = 0; i < found.size(); ++i) {
          CAPTURE(local_formulas[i], static_cast<int>(choice), found[i].reason, found[i].symmetry.note);
          CHECK(found[i].symmetry.group == local.group);
          CHECK(found[i].symmetry_problem == "");
          CHECK(found[i].trace_problem == "");
          CHECK(to_text(found[i].verdict) == to_text(expected[i].verdict));
        }
      }
    }
  }
}

TEST_CASE("processes that differ in their own copies of a set are different, regardless of names") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef scalar[4] S;
    process P(const S id) { typedef scalar[2] L; L u; state A; init A; trans A -> A { select j : L; guard j != u; assign u = j; }; }
    system P;)");
  const std::string formula = "A[] forall (i : S) P(i).A";  // how many of the four have the first element?
  VerifyOptions options;
  CHECK(decide(*model, formula, options).statistics.stored == 5);
  options.symmetry = SymmetryChoice::off;
  CHECK(decide(*model, formula, options).statistics.stored == 16);
}
