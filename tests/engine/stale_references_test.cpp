// Scalars that no flag keeps alive are forgotten; those that something may still look at are not.
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

// Whether P(1).mine matters shows only when P(0), P(2) and a counter have certain values: the run that asks
// for the others does not ask for the counter, and the one that asks for the counter not for the others.
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
  const QueryResult plain = decide_plainly(model, "A[] !done", false), reduced = decide_plainly(model, "A[] !done", true);
  CHECK(plain.verdict == Verdict::satisfied);
  CHECK(reduced.verdict == Verdict::satisfied);
  // Set by one of three; off with three values of `who`, or with none.
  CHECK(plain.statistics.stored == 6);
  CHECK(reduced.statistics.stored == 4);
}
