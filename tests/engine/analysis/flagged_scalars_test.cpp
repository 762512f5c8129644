// Scalars that no flag keeps alive are forgotten; those that may still be read are not.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

QueryResult decide_plainly(const std::string& text, const std::string& formula, bool reduce) {
  VerifyOptions options;
  options.symmetry = SymmetryChoice::off;
  options.reduce = reduce;
  return decide(*model_from(text), formula, options);
}

}  // namespace

// Whether P(1).mine matters shows only when P(0), P(2) and a counter have certain values: the evaluation that reads the
// other processes does not read the counter, and vice versa.
TEST_CASE("a scalar that matters for few values of others is not forgotten") {
  const std::string model = R"(typedef scalar[3] S;
int[0,2] count[S];
process P(const S id) {
  S mine;
  state On, Off;
  init Off;
  trans Off -> On { assign mine = id; }, On -> On { assign count[id] = 1; };
}
system P;)";
  const std::string formula = "E<> (exists (i : S) P(i).mine != i && P(i).On) && (exists (i : S) count[i] == 1)";
  CHECK(decide_plainly(model, formula, false).verdict == Verdict::not_satisfied);
  CHECK(decide_plainly(model, formula, true).verdict == Verdict::not_satisfied);
}

TEST_CASE("a scalar behind a flag is forgotten while the flag is off") {
  const std::string model = R"(typedef scalar[3] S;
bool set; S who; bool done;
process P(const S id) {
  state A;
  init A;
  trans A -> A { guard !set; assign set = true, who = id; },
        A -> A { guard set && who == id; assign set = false; };
}
system P;)";
  const QueryResult plain = decide_plainly(model, "A[] !done", false),
                    reduced = decide_plainly(model, "A[] !done", true);
  CHECK(plain.verdict == Verdict::satisfied);
  CHECK(reduced.verdict == Verdict::satisfied);
  // Set by one of three; off with three values of `who`, or with none.
  CHECK(plain.statistics.stored == 6);
  CHECK(reduced.statistics.stored == 4);
}

// flag[k] for a forgotten k is the cell after flag: count[0], which need not be a truth value.
TEST_CASE("a cell selected by a forgotten index does not count as a value of the variable it is stored in") {
  const std::string model = R"(typedef scalar[2] S;
bool flag[S]; int[0,2] count[S];
S k; bool b, on;
process P(const S id) {
  state A, B;
  init A;
  trans A -> B { assign k = id, flag[id] = on, count[id] = 2; },
        B -> A { assign b = on && flag[k]; },
        B -> B { guard b && k == id; assign on = false; },
        A -> A { guard !b; assign on = true; };
}
system P;)";
  const std::string formula = "E<> b && exists (i : S) (P(i).B && count[i] == 2 && k != i)";
  const QueryResult plain = decide_plainly(model, formula, false), reduced = decide_plainly(model, formula, true);
  CHECK(plain.verdict == Verdict::satisfied);
  CHECK(reduced.verdict == plain.verdict);
}
