// Abstracting clocks changes no verdict where a guard counts by not holding: a broadcast that is not received, a
// deadlock, an absent transition of higher priority.
#include <catch2/catch.hpp>
#include <random>

#include "tests/engine/verify_support.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// S chooses a window of time, waits and sends; R1 and R2 receive or miss it. No cycles but resets: exact zones are
// finitely many.
class Maker {
 public:
  explicit Maker(std::uint32_t seed) : random_(seed) {}

  std::string model() {
    const bool differences = below(3) == 0, priorities = below(4) == 0;
    std::string text = "broadcast chan go; chan a; clock x, y;\n";
    if (priorities) text += below(2) == 0 ? "chan priority go < default;\n" : "chan priority default < go;\n";
    text += "process S() { state A, M, B, C; urgent M; init A;\n  trans M -> B { sync go!; }";
    for (int i = 1 + below(3); i >= 0; --i) text += ", A -> M {" + guard(differences) + reset() + " }";
    if (below(2) == 0) text += ", A -> A { guard y >= 1;" + reset() + " }";
    if (below(3) == 0) text += ", M -> C { sync a!; }";
    text += "; }\n";
    for (const char* name : {"R1", "R2"}) {
      text += std::string("process ") + name + "() { state A, B, C; init A;\n  trans A -> B {" + guard(differences) +
              " sync go?; }";
      if (below(3) == 0) text += ", A -> C {" + guard(differences) + " sync go?; }";
      if (below(3) == 0) text += ", B -> B {" + guard(differences) + " }";
      if (below(3) == 0) text += ", A -> C {" + guard(differences) + " sync a?; }";
      text += "; }\n";
    }
    return text + "system S, R1, R2;\n";
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string pick(std::initializer_list<const char*> texts) {
    return texts.begin()[below(static_cast<int>(texts.size()))];
  }
  std::string guard(bool differences) {
    const std::string what = differences && below(2) == 0 ? pick({"x - y", "y - x"}) : pick({"x", "y"});
    return " guard " + what + pick({" <= ", " < ", " >= ", " > ", " == "}) + std::to_string(below(6)) + ";";
  }
  std::string reset() { return below(3) == 0 ? " assign " + pick({"x", "y"}) + " = 0;" : ""; }

  std::mt19937 random_;
};

QueryResult decided(const std::string& text, const std::string& formula) {
  const auto model = model_from(text);
  VerifyOptions options;
  options.trace = TraceKind::some;
  const QueryResult result = decide(*model, formula, options);
  CHECK(result.trace_problem == "");
  return result;
}

}  // namespace

// R misses the broadcast where x > 2: an upper bound of a receiver is a lower bound too.
TEST_CASE("a broadcast is missed where the receiver's guard does not hold") {
  const std::string text = R"(
    broadcast chan go; clock x;
    process S() { state A, M, B; urgent M; init A; trans A -> M { guard x <= 1; }, A -> M { guard x >= 5; }, M -> B { sync go!; }; }
    process R() { state A, B; init A; trans A -> B { guard x <= 2; sync go?; }; }
    system S, R;)";
  CHECK(decided(text, "E<> S.B && R.A").verdict == Verdict::satisfied);
  CHECK(decided(text, "E<> S.B && R.B").verdict == Verdict::satisfied);
  CHECK(decided(text, "A[] S.B && R.A imply x > 2").verdict == Verdict::satisfied);
}

// Where x - z > 1 no transition is possible any more; the initial zone x == z can do more, and must not cover it.
TEST_CASE("a difference of clocks that does not hold is a deadlock") {
  const std::string text = R"(
    clock x, z; int n;
    process P() { state A; init A; trans A -> A { guard n < 1; assign z = 0; }, A -> A { guard x - z <= 1; }; }
    process Q() { state A, B; init A; trans A -> B { guard z == 3; assign n = 1; }; }
    system P, Q;)";
  CHECK(decided(text, "E<> deadlock").verdict == Verdict::satisfied);
  CHECK(decided(text, "A[] deadlock imply x - z > 1").verdict == Verdict::satisfied);
}

TEST_CASE("simulation gives the verdicts of exact zone inclusion where guards count both ways") {
  constexpr const char* formulas[] = {
      "E<> S.B && R1.A", "E<> S.B && R1.A && R2.B",     "E<> S.B && R1.B && R2.A",    "E<> S.C",  "E<> R1.C",
      "E<> deadlock",    "E<> deadlock && S.B && R1.B", "A[] S.M imply not deadlock", "E[] !S.B", "A<> S.B && R1.A",
      "S.M --> R1.B"};
  int reached = 0;
  for (std::uint32_t seed = 1; seed <= sampled(800); ++seed) {
    const std::string text = Maker(seed).model();
    CAPTURE(seed, text);
    const auto model = model_from(text);
    for (const char* formula : formulas) {
      CAPTURE(formula);
      Diagnostics problems;
      Query* query = read_formula(*model->document, formula, problems);
      if (!check_query(*model, *query, problems)) continue;  // deadlock is refused if there are priorities
      VerifyOptions exact;
      exact.abstraction = Abstraction::exact;
      exact.limits.states = 3000;
      const QueryResult expected = decide(*model, {query}, exact).at(0);
      if (expected.verdict == Verdict::unknown) continue;
      reached += expected.verdict == Verdict::satisfied ? 1 : 0;
      for (const Abstraction abstraction :
           {Abstraction::automatic, Abstraction::lu_plus, Abstraction::m, Abstraction::am}) {
        CAPTURE(static_cast<int>(abstraction));
        VerifyOptions options;
        options.abstraction = abstraction;
        options.order = seed % 3 == 0 ? Order::depth_first : Order::breadth_first;
        const QueryResult found = decide(*model, {query}, options).at(0);
        REQUIRE(found.verdict == expected.verdict);
      }
    }
  }
  CHECK(reached > static_cast<int>(sampled(800)));
}
