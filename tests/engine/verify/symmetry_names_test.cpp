// Dead data and active clocks do not depend on the names of elements, although programs read elements in ascending
// order and stop at the first deciding ones.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Exchanging elements changes nothing, and verdicts are those without any reduction.
void check_names(const std::string& text, const std::vector<std::string>& formulas) {
  const std::unique_ptr<Model> model = model_from(text);
  const std::vector<Query*> queries = queries_of(*model, formulas);
  VerifyOptions options;
  options.symmetry = SymmetryChoice::off;
  options.reduce = false;
  const std::vector<QueryResult> expected = decide(*model, queries, options);
  options = {};
  options.check_symmetry = true;
  options.trace = TraceKind::some;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
      options.seed = seed;
      const QueryResult found = decide(*model, {queries[i]}, options).at(0);
      CAPTURE(text, formulas[i]);
      CHECK(found.symmetry.group.starts_with("S_"));
      CHECK(found.symmetry_problem == "");
      CHECK(found.trace_problem == "");
      CHECK(to_text(found.verdict) == to_text(expected[i].verdict));
    }
  }
}

// Every process raises a and x of its element and records this in k. `more` is a declaration, `edges` those of an
// additional process C.
std::string raising(const std::string& more, const std::string& edges, const std::string& invariant = "") {
  const std::string system = more.find("process R") == std::string::npos ? "Q, C" : "Q, R, C";
  return R"(
    typedef scalar[3] S; int[0,1] a[S], x[S], b; S k, m; clock z; broadcast chan go[S], all;
    )" + more +
         R"(
    process Q(const S me) { state A, B, C; init A;
      trans A -> B { assign a[me] = 1, k = me; }, B -> C { assign x[me] = 1; }, C -> C { sync go[me]?; }; }
    process C() { state I)" +
         invariant + R"(, J; init I; trans )" + edges + R"(; }
    system )" +
         system + ";";
}

const std::vector<std::string> plain_formulas{"E<> C.J", "A[] not deadlock", "A<> C.J"};

}  // namespace

TEST_CASE("queries that stop at the first element do not make dead data depend on names") {
  const std::vector<std::string> predicates{"forall (i : S) (a[i] == 1 && x[k] == 1)",
                                            "exists (i : S) (a[i] == 1 && x[k] == 1)",
                                            "exists (i : S) (a[i] == 0 || x[k] == 1)",
                                            "forall (i : S) (a[i] == 1 imply x[k] == 1)",
                                            "forall (i : S) (a[i] == 1 ? x[k] == 1 : x[m] == 0)",
                                            "early()",
                                            "late() == 1",
                                            "(forall (i : S) a[i] == 1) && x[k] == 1",
                                            "(exists (i : S) a[i] == 1) || x[k] == 1",
                                            "(sum (i : S) (a[i] == 1 && x[k] == 1)) >= 2",
                                            "forall (i : S) forall (j : S) (a[i] == 1 && x[j] == 1 && x[k] == 1)",
                                            "forall (i : S) (a[i] == 1 && (x[k] == 1 || z > 2))"};
  std::vector<std::string> formulas;
  for (const std::string& p : predicates) {
    for (const char* path : {"E<> ", "A[] ", "E[] ", "A<> "}) formulas.push_back(path + p);
    formulas.push_back(p + " --> b == 1");
  }
  check_names(raising(R"(bool early() { for (i : S) if (a[i] == 0) return false; return x[k] == 1; }
    int late() { for (i : S) { if (a[i] == 0 || x[k] == 0) return 0; } return 1; })",
                      "I -> J { guard b == 1; }"),
              formulas);
}

TEST_CASE("guards that stop at the first element do not make dead data depend on names") {
  for (const char* guard : {"forall (i : S) (a[i] == 1 && x[k] == 1)", "exists (i : S) (a[i] == 0 || x[k] == 1)",
                            "!early()", "early()", "(forall (i : S) (a[i] == 1 imply x[k] == 1)) && x[m] == 1",
                            "exists (i : S) (a[i] == 1 ? x[k] == 1 : x[m] == 1)"}) {
    check_names(raising("bool early() { for (i : S) if (a[i] == 0) return false; return x[k] == 1; }",
                        std::string("I -> J { guard ") + guard + "; }, J -> I { assign b = 1 - b; }"),
                plain_formulas);
  }
}

TEST_CASE(
    "invariants, updates, selects and receivers that stop at the first element do not make dead data depend "
    "on names") {
  const std::string all = "(forall (i : S) (a[i] == 1 && x[k] == 1))";
  check_names(raising("", "I -> J { }, J -> I { }", " { " + all + " || b == 0 }"), plain_formulas);
  check_names(raising("", "I -> J { }, J -> I { }", " { " + all + " || z <= 2 }"), plain_formulas);
  check_names(raising("", "I -> J { assign b = " + all + " ? 1 : 0; }, J -> I { assign m = k; }"), plain_formulas);
  check_names(raising("void step() { for (i : S) if (a[i] == 0) return; if (x[k] == 1) b = 1; else m = k; }",
                      "I -> J { guard b == 0; assign step(); }, J -> I { guard x[m] == 0; }"),
              plain_formulas);
  check_names(
      raising("",
              "I -> J { select s : S; guard a[s] == 1 && (forall (i : S) (a[i] == 1 && x[k] == 1)) && s == m; }, "
              "J -> I { select s : S; sync go[s]!; assign m = s; }"),
      plain_formulas);
  check_names(raising("process R(const S me) { S own; bool c; state A, B; init A; trans "
                      "A -> B { guard forall (i : S) (a[i] == 1 && x[own] == 1); sync all?; assign c = " +
                          all +
                          "; }, "
                          "B -> A { sync all?; assign own = me; }; }",
                      "I -> J { sync all!; }, J -> I { }"),
              plain_formulas);
}

TEST_CASE("orbits that differ in dead data only are stored once") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef scalar[3] S; int[0,1] a[S], x[S]; S k;
    process Q(const S me) { state A, B; init A; trans A -> B { assign a[me] = 1, k = me; }, B -> A { assign a[me] = 0; }; }
    system Q;)");
  // One orbit for each number of processes in B: while one is in A the query does not read k, and once all are in B it
  // has been rewritten.
  VerifyOptions options;
  options.check_symmetry = true;
  const QueryResult result = decide(*model, "A[] exists (i : S) (a[i] == 0 || x[k] == 0)", options);
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(result.statistics.stored == 4);
  CHECK(result.symmetry_problem == "");
}

// A deciding constant ends a quantifier over clocks: only f of the first element is left of this one.
TEST_CASE("the reads of a query count for all elements") {
  check_names(R"(
    typedef scalar[2] S; bool f[S];
    process P(const S id) { clock x; state A, B; init A; trans A -> B { assign f[id] = true, x = 0; }; }
    system P;)",
              {"A[] exists (i : S) exists (j : S) ((f[i] && P(i).x > 3) || i == j)"});
}

// The user has been warned that such an error may depend on numbering (V14), and the set is reduced nevertheless.
TEST_CASE("runtime errors that depend on the order of elements do not break symmetry") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef scalar[3] S; int[0,1] a[S]; int[0,1] n;
    process P(const S id) { state A, B; init A; trans A -> B { assign a[id] = 1; }, B -> A { assign a[id] = 0; }; }
    process C() { state I, J; init I;
      trans I -> J { guard (exists (i : S) a[i] == 1) && exists (i : S) (a[i] == 1 || 6 / n == 2); }, J -> I { }; }
    system P, C;)");
  VerifyOptions options;
  options.check_symmetry = true;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    options.seed = seed;
    CHECK(decide(*model, "A[] forall (i : S) P(i).A", options).symmetry_problem == "");
    CHECK(decide(*model, "A[] C.I imply n == 0", options).symmetry_problem == "");
    CHECK(decide(*model, "A[] (exists (i : S) a[i] == 1) imply exists (i : S) (a[i] == 1 || 6 / n == 2)", options)
              .symmetry_problem == "");
  }
}

// A program tried too often counts as open: here only for late elements.
// P(0) chooses 1 and P(1) chooses 0: the only way to satisfy the first query, and its own image under the exchange.
TEST_CASE("twins that hear a broadcast and select elements choose independently") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef scalar[2] S;
    broadcast chan go;
    bool got[S][S];
    bool done;
    process G() { state A, B; init A; trans A -> B { sync go!; assign done = true; }; }
    process P(const S id) { state A, B; init A; trans A -> B { select s : S; sync go?; assign got[id][s] = true; }; }
    system G, P;)");
  for (const char* formula : {"E<> done && (forall (i : S) !got[i][i])", "E<> done && (forall (i : S) got[i][i])"}) {
    CAPTURE(formula);
    VerifyOptions options;
    for (const SymmetryChoice choice : {SymmetryChoice::off, SymmetryChoice::automatic, SymmetryChoice::enumerate}) {
      options.symmetry = choice;
      CHECK(decide(*model, formula, options).verdict == Verdict::satisfied);
    }
  }
}

TEST_CASE("which clocks are active does not depend on names") {
  check_names(R"(
    typedef scalar[3] S; clock z; int[0,19] n[S], m[S];
    process P(const S id) { state A, B { z <= 5 }; init A; trans A -> B { assign n[id] = 1, z = 0; }, B -> A { guard z >= 1; assign m[id] = 2; }; }
    system P;)",
              {"E<> (forall (i : S) (P(i).B && n[i] < 18 && m[i] < 18)) && z >= 3"});
  check_names(R"(
    typedef scalar[2] S;
    process P(const S id) { clock x; state A, B { x <= 5 }; init A; trans A -> B { assign x = 0; }, B -> A { guard x >= 1; }; }
    system P;)",
              {"A[] exists (i : S) exists (j : S) (P(i).x > 3 || i == j)"});
}
