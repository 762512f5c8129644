// Models that distinguish the elements of a scalarset: not reduced, with the verdicts obtained without symmetry.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

struct Broken {
  const char* name;
  const char* declarations;  // S, f, x, win, n, q exist
  const char* step;          // labels of the edge of C
};

// Each process raises f of its element once; then C executes the forbidden construct.
std::string text_of(const Broken& broken) {
  return std::string(R"(
    typedef scalar[3] S;
    bool f[S], used[S], done; int[0,3] x[S]; S win; int[0,40] h; int[0,3] n, v; S q[3]; broadcast chan go;
    )") + broken.declarations +
         R"(
    process P(const S id) { state A, B; init A; trans A -> B { assign f[id] = true; }; }
    process C() { state A, B, D; init A;
      trans A -> B { )" +
         broken.step + R"( },
            B -> D { select i : S; guard !f[i] && i == win; },
            B -> D { guard exists (i : S) x[i] == 2 && f[i]; }; }
    system P, C;)";
}

const Broken cases[] = {
    {"V1 last writer wins", "void go1() { for (i : S) if (f[i]) win = i; }", "assign go1();"},
    {"V2 first match returned", "S first() { for (i : S) if (f[i]) return i; return win; }", "assign win = first();"},
    {"V3 first match by a flag", "void go1() { for (i : S) if (!done && f[i]) { done = true; x[i] = 2; } }",
     "assign go1();"},
    {"V4 ties of the largest",
     "void go1() { int best = 0; for (i : S) if ((f[i] ? 1 : 0) > best) { best = 1; win = i; } }", "assign go1();"},
    // clang-format off
    {"V5 order in a sequence", "void go1() { for (i : S) if (f[i] && n < 3) { q[n] = i; n++; } win = q[0]; }", "assign go1();"},
    {"V6 numbered elements", "void go1() { for (i : S) { x[i] = n; n++; } }", "assign go1();"},
    {"V7 not commutative", "void go1() { for (i : S) h = 2 * h + (f[i] ? 1 : 0); }", "guard h == 0; assign go1();"},
    {"V8 iterations interfere", "void go1() { for (i : S) x[i] = f[i] ? 2 : x[win]; }", "assign go1();"},
    {"V9 hidden in a guard", "int first() { for (i : S) if (f[i]) return x[i]; return 3; }", "guard first() == 0; assign win = q[0];"},
    // clang-format on
};

void check_unreduced(const std::string& text, const std::vector<std::string>& formulas) {
  const std::unique_ptr<Model> model = model_from(text);
  const std::vector<Query*> queries = queries_of(*model, formulas);
  VerifyOptions options;
  options.symmetry = SymmetryChoice::off;
  const std::vector<QueryResult> expected = decide(*model, queries, options);
  options.trace = TraceKind::some;
  for (const SymmetryChoice choice : {SymmetryChoice::automatic, SymmetryChoice::sort, SymmetryChoice::canonical}) {
    options.symmetry = choice;
    const std::vector<QueryResult> found = decide(*model, queries, options);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CAPTURE(formulas[i], found[i].symmetry.group, found[i].reason);
      CHECK(found[i].symmetry.strategy == "off");
      CHECK(found[i].symmetry.group.find("S_3") == std::string::npos);
      CHECK(found[i].trace_problem == "");
      CHECK(expected[i].verdict != Verdict::error);
      CHECK(to_text(found[i].verdict) == to_text(expected[i].verdict));
    }
  }
}

}  // namespace

TEST_CASE("a loop that depends on the order of the elements is not reduced") {
  for (const Broken& broken : cases) {
    DYNAMIC_SECTION(broken.name) {
      check_unreduced(text_of(broken), {"E<> C.D", "E<> C.B && f[win] && exists (i : S) i != win && f[i]",
                                        "A[] C.D imply f[win]", "A<> C.D", "C.B --> C.D", "A[] not deadlock"});
    }
  }
}

TEST_CASE("broadcast receivers that do not commute are not reduced") {
  for (const char* update :
       {"win = id", "q[n > 2 ? 2 : n] = id, n = n < 3 ? n + 1 : n", "v = (3 * v + (f[id] ? 1 : 0)) % 4"}) {
    DYNAMIC_SECTION("V10 " << update) {
      check_unreduced(std::string(R"(
        typedef scalar[3] S; bool f[S]; S win, q[3]; int[0,3] n, v; broadcast chan go;
        process P(const S id) { state A, B; init A;
          trans A -> A { guard !f[id]; assign f[id] = true; }, A -> B { sync go?; assign )") +
                          update + R"(; }; }
        process C() { state A, B; init A; trans A -> B { sync go!; }; }
        system P, C;)",
                      {"E<> C.B && f[win] && exists (i : S) !f[i]", "E<> C.B && f[q[0]] && !f[q[1]]", "E<> v == 2",
                       "A[] not deadlock"});
    }
  }
}

TEST_CASE("a query that depends on the order of the elements is decided without reduction") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef scalar[3] S; bool f[S]; int[0,2] x[S];
    int first() { for (i : S) if (f[i]) return x[i]; return 3; }
    process P(const S id) { state A, B; init A; trans A -> B { assign f[id] = true; }, B -> B { guard x[id] == 0; assign x[id] = 2; }; }
    system P;)");
  const QueryResult found = decide(*model, "E<> first() == 0 && exists (i : S) x[i] == 2");
  CHECK(found.verdict == Verdict::satisfied);
  CHECK(found.symmetry.strategy == "off");
}

TEST_CASE("only the set whose elements are distinguished loses its reduction") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef scalar[3] S; typedef scalar[2] T; bool f[S], g[T]; S win;
    void last() { for (i : S) if (f[i]) win = i; }
    process P(const S id) { state A, B; init A; trans A -> B { assign f[id] = true, last(); }; }
    process Q(const T id) { state A, B; init A; trans A -> B { assign g[id] = true; }; }
    system P, Q;)");
  const QueryResult found = decide(*model, "E<> exists (i : T) g[i]");
  CHECK(found.verdict == Verdict::satisfied);
  CHECK(found.symmetry.group == "S_2 on T");
}

TEST_CASE("a set inside a template is not reduced, and this is reported") {
  const std::unique_ptr<Model> model = model_from(R"(
    process P() { typedef scalar[3] T; bool f[T]; T cur; state A, B; init A;
      trans A -> B { select t : T; guard !f[t]; assign f[t] = true, cur = t; }, B -> A { }; }
    system P;)");
  const QueryResult found = decide(*model, "A[] P.A || P.B");
  CHECK(found.verdict == Verdict::satisfied);
  CHECK(found.symmetry.strategy == "off");
  CHECK(found.symmetry.note == "P.T is declared in a template, where every process has a set of its own");
}

// --check-symmetry must detect these: the same models, reduced nevertheless.
TEST_CASE("trying out exchanges finds broken symmetry") {
  for (const Broken& broken : cases) {
    CAPTURE(broken.name);
    // The function in this guard never sees elements that differ.
    if (std::string(broken.name).find("V9") == 0) continue;
    const std::unique_ptr<Model> model = model_from(text_of(broken));
    VerifyOptions options;
    options.check_symmetry = true;
    CHECK(decide(*model, "A[] true", options).symmetry_problem == "");
    options.trust_symmetry = true;
    options.reduce = false;  // otherwise the asymmetric data may be dead
    const QueryResult result = decide(*model, "A[] true", options);
    CHECK(result.verdict == Verdict::unknown);
    CHECK(result.symmetry_problem.find("symmetry is broken: exchanging S ") == 0);
  }
}

TEST_CASE("trying out exchanges finds queries that are not symmetric, and only those lose the reduction") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef scalar[3] S;
    bool f[S]; int[0,3] v[S]; int[0,3] n;
    int first() { for (i : S) if (f[i]) return v[i]; return 0; }
    process P(const S id) { state A, B; init A; trans A -> B { assign f[id] = true, n = n + 1, v[id] = n; }; }
    system P;)");
  // Of the first two, one holds in the stored representative and the other only in its image.
  const std::vector<Query*> queries =
      queries_of(*model, {"E<> first() == 1 && n == 2", "E<> first() == 2 && n == 2", "A[] n <= 3"});
  VerifyOptions options;
  options.check_symmetry = true;
  const std::vector<QueryResult> results = decide(*model, queries, options);
  CHECK(results[0].verdict == Verdict::satisfied);
  CHECK(results[0].symmetry.strategy == "off");
  CHECK(results[0].symmetry.note.find("the query is not symmetric") == 0);
  CHECK(results[1].verdict == Verdict::satisfied);
  CHECK(results[2].verdict == Verdict::satisfied);
  CHECK(results[2].symmetry.group == "S_3 on S");
  CHECK(results[2].symmetry.note == "");
  options.trust_symmetry = true;
  int found = 0;
  for (const std::size_t k : {0, 1}) {
    const std::string problem = decide(*model, {queries[k]}, options).at(0).symmetry_problem;
    found += problem.find("the query can tell the two apart") != std::string::npos ? 1 : 0;
  }
  CHECK(found > 0);
}
