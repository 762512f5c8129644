// Traces where representatives are not unique: sorting leaves several for an orbit as soon as elements refer to each
// other, and a path must still be found among the unreduced states.
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// The query is decided with every strategy as it is without symmetry, and every trace replays.
void check_traces(const std::string& text, const std::string& formula, Verdict expected) {
  const std::unique_ptr<Model> model = model_from(text);
  for (int choice = 0; choice < 7; ++choice) {
    for (const bool literal : {false, true}) {
      VerifyOptions options;
      options.symmetry = static_cast<SymmetryChoice>(choice);
      options.literal_sort = literal;
      options.trace = TraceKind::some;
      const QueryResult result = decide(*model, formula, options);
      CAPTURE(formula, choice, literal, result.reason);
      CHECK(to_text(result.verdict) == to_text(expected));
      CHECK(result.trace.has_value());
      CHECK(result.trace_problem == "");
    }
  }
}

// Every element refers to some element, repeatedly.
const std::string pointers = R"(
  typedef scalar[3] S; S next[S];
  process P(const S id) { state A, B; init A;
    trans A -> B { select j : S; guard j != id; assign next[id] = j; }, B -> A { guard next[next[id]] == id; }; }
  system P;)";

}  // namespace

TEST_CASE("paths among states with references are found again") {
  check_traces(pointers, "E<> forall (i : S) P(i).B && next[next[i]] != i", Verdict::satisfied);
  check_traces(pointers, "A[] not (forall (i : S) P(i).B && next[next[next[i]]] == i)", Verdict::not_satisfied);
  check_traces(pointers, "E<> deadlock", Verdict::satisfied);
}

TEST_CASE("loops among states with references close") {
  const std::string urgent = R"(
    typedef scalar[3] S; S ref; bool f[S]; S next[S]; urgent broadcast chan hurry;
    process P(const S id) { state A; init A;
      trans A -> A { select j : S; sync hurry!; assign f[id] = !f[id], next[id] = ref, ref = j; }; }
    system P;)";
  check_traces(urgent, "E[] exists (i : S) !f[i]", Verdict::satisfied);
  check_traces(urgent, "(exists (i : S) f[i]) --> (forall (i : S) f[i])", Verdict::not_satisfied);
}

TEST_CASE("a run inside --> begins where its right side does not hold") {
  check_traces(R"(
    typedef scalar[2] S;
    process P(const S id) { clock x; state A; init A; }
    system P;)",
               "(exists (i : S) P(i).A) --> (forall (i : S) P(i).x <= 3) && false", Verdict::not_satisfied);
  check_traces(R"(
    typedef scalar[2] S; bool f[S];
    process P(const S id) { clock x; state A, B; init A; trans A -> B { assign f[id] = true; }; }
    system P;)",
               "(exists (i : S) P(i).A) --> (exists (i : S) f[i]) || (forall (i : S) P(i).x <= 3)",
               Verdict::not_satisfied);
}
