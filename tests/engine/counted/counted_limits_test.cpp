// What depends on how many elements there are: such models are explored, and the others counted, with equal verdicts.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Scalars, and integers that are used like them.
const std::vector<std::string> kinds_of_ids{"const int N = 6; typedef scalar[N] S;\n",
                                            "const int N = 6; typedef int[1,N] S;\n"};

bool is_counted_here(const QueryResult& result) { return result.symmetry.strategy == "counted"; }

VerifyOptions with_traces(SymmetryChoice symmetry) {
  VerifyOptions options;
  options.symmetry = symmetry;
  options.trace = symmetry == SymmetryChoice::counted ? TraceKind::some : TraceKind::off;
  return options;
}

// Compares the verdicts with those without symmetry; whether all queries were counted.
bool all_counted(const std::string& text, const std::vector<std::string>& formulas) {
  CAPTURE(text);
  const auto model = model_from(text);
  const std::vector<Query*> queries = queries_of(*model, formulas);
  const std::vector<QueryResult> counted = decide(*model, queries, with_traces(SymmetryChoice::counted));
  const std::vector<QueryResult> plain = decide(*model, queries, with_traces(SymmetryChoice::off));
  bool all = true;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    CAPTURE(formulas[q], counted[q].symmetry.note, counted[q].reason);
    CHECK(counted[q].verdict == plain[q].verdict);
    CHECK(counted[q].verdict != Verdict::unknown);
    CHECK(counted[q].trace_problem.empty());
    REQUIRE(counted[q].values.size() == plain[q].values.size());
    for (std::size_t v = 0; v < plain[q].values.size(); ++v) {
      CHECK(counted[q].values[v].value == plain[q].values[v].value);
      CHECK(counted[q].values[v].infinite == plain[q].values[v].infinite);
    }
    all = all && is_counted_here(counted[q]);
  }
  return all;
}

// Everybody hears b, with this update; then C may look at it.
std::string heard(const std::string& declarations, const std::string& update, const std::string& guard) {
  return "int[0,100] n; int[0,1] odd; bool said; broadcast chan b;\n" + declarations +
         "\nprocess P(const S id) { state A, B; init A; trans A -> B { sync b?; assign " + update +
         "; }; }\nprocess C() { state X, Y, Z; init X; trans X -> Y { sync b!; }, Y -> Z { guard " + guard +
         "; }; }\nsystem C, P;\n";
}

}  // namespace

TEST_CASE("listeners that count each other are not counted") {
  struct Row {
    std::string declarations, update, guard;
    bool counted;
  };
  const std::vector<Row> rows{
      {"", "n = n + 1", "n == 6", false},
      {"", "n++", "n == 3", false},
      {"", "n += 1", "n > 3", false},
      {"", "odd = 1 - odd", "odd == 0", false},
      {"void hear() { n++; }", "hear()", "n == 6", false},
      {"void hear(int& k) { k = k + 1; }", "hear(n)", "n == 6", false},
      {"int[0,5] a[2];", "a[0] = a[0] < 5 ? a[0] + 1 : 5", "a[0] == 5", false},
      {"bool f[S]; S who;", "f[who] = !f[who]", "f[who]", false},
      {"", "n = 1, said = true", "n == 1 && said", true},
      {"", "said |= true, n = 7", "said && n == 7", true},
      {"bool f[S];", "f[id] = !f[id]", "forall (i : S) f[i]", true},
  };
  for (const std::string& ids : kinds_of_ids) {
    for (const Row& row : rows) {
      CAPTURE(row.update);
      const bool counted =
          all_counted(ids + heard(row.declarations, row.update, row.guard),
                      {"E<> C.Z", "A[] n <= 5", "E<> n == 3", "A[] forall (i : S) P(i).A || C.Y || C.Z"});
      CHECK(counted == row.counted);
    }
  }
}

TEST_CASE("listeners that count by a variable passed to them, or at a branch, are not counted") {
  const std::string passed = R"(int[0,9] n; broadcast chan b;
process T(const S id, int[0,9]& k) { state A, B; init A; trans A -> B { sync b?; assign k = k + 1; }; }
P(const S i) = T(i, n);
process C() { state X, Y; init X; trans X -> Y { sync b!; }; }
system C, P;
)";
  const std::string branches = R"(int[0,9] n; broadcast chan b;
process P(const S id) { state A, B; branchpoint R; init A;
  trans A -> R { sync b?; }, R -> B { assign n = n + 1; }, R -> A { }; }
process C() { state X, Y; init X; trans X -> Y { sync b!; }; }
system C, P;
)";
  for (const std::string& ids : kinds_of_ids) {
    CHECK_FALSE(all_counted(ids + passed, {"E<> n == 6", "A[] n <= 4"}));
    CHECK_FALSE(all_counted(ids + branches, {"E<> n == 6", "E<> n == 5"}));
  }
}

TEST_CASE("values and ranges that are computed from the number of elements are not counted") {
  for (const std::string& ids : kinds_of_ids) {
    for (const std::string text : {
             "const int total = sum (i : S) 1; int[0,9] n;\nprocess P(const S id) { state A, B; init A;\n"
             "  trans A -> B { guard n < total - 1; assign n = n + 1; }; }\nsystem P;\n",
             "int n = sum (i : S) 1;\nprocess P(const S id) { state A, B; init A;\n"
             "  trans A -> B { guard n > 1; assign n = n - 1; }; }\nsystem P;\n",
             "int[0,9] n;\nprocess P(const S id) { int k = sum (i : S) 1; state A, B; init A;\n"
             "  trans A -> B { guard k == 6; assign n = k; }; }\nsystem P;\n",
             "int[0,9] n;\nprocess P(const S id) { state A, B; init A;\n"
             "  trans A -> B { select k : int[1, sum (i : S) 1]; assign n = k; }; }\nsystem P;\n",
         }) {
      CHECK_FALSE(all_counted(ids + text, {"E<> n == 5", "E<> n == 6", "A[] n <= 4"}));
    }
  }
}

// Variables that no id is ever seen to index are of nobody, and there are more of them where there are more ids.
TEST_CASE("arrays over ids that are hardly used do not get mixed up with other variables") {
  const std::string steps = R"(
process P(const S id) { clock x; state A, B { x <= 3 }; init A;
  trans A -> B { guard g < 5; assign g = g + 1, x = 0; }, B -> A { guard z >= 1; }; }
system P;
)";
  for (const std::string& ids : kinds_of_ids) {
    for (const std::string before : {"bool f[S]; int[0,5] g; clock z;", "clock y[S]; int[0,5] g; clock z;",
                                     "int[0,5] f[S]; int[0,5] g; bool e[S]; clock y[S], z;"}) {
      CAPTURE(before);
      const bool counted = all_counted(ids + before + steps, {"E<> g == 5", "E<> g == 5 && z < 1", "A[] g <= 4",
                                                              "E<> exists (i : S) P(i).B && P(i).x > 2 && z < 1",
                                                              "A[] forall (i : S) P(i).B imply P(i).x <= 3", "sup: g"});
      CHECK(counted == (ids.find("scalar") != std::string::npos));
    }
  }
}
