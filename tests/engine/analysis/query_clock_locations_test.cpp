// Clock tests of a query count only where they can still decide the query.
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/analysis/clock_bounds.h"
#include "engine/compile/compile.h"
#include "engine/compile/query_compiler.h"
#include "engine/verify.h"
#include "tests/engine/replay_fixture.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Where the query tests the clock: "everywhere", or the locations of one process.
std::string places(const std::string& formula) {
  const std::unique_ptr<Model> model = model_from(R"(clock z; bool b; int[0,9] n;
process P(int[0,1] id) { clock x; state A, B, C; init A; trans A -> B { }, B -> C { }; }
process Q() { clock x; state D, E; init D; trans D -> E { }; }
system P, Q;)");
  Diagnostics diagnostics;
  const std::unique_ptr<Network> network = compile(*model);
  Query* query = read_formula(*model->document, formula, diagnostics);
  REQUIRE(check_query(*model, *query, diagnostics));
  const Predicate predicate = QueryCompiler(*network).predicate(*query->predicate);
  QueryTests tests;
  collect_tests(*network, predicate, tests);
  std::string text;
  for (const ClockTest& test : tests.everywhere) text += network->clocks[test.clock].name + " everywhere; ";
  for (const QueryTests::Placed& p : tests.placed) {
    const NetProcess& process = network->processes[p.process];
    text +=
        network->clocks[p.test.clock].name + " in " + process.name + "." + process.locations[p.location].name + "; ";
  }
  return text;
}

}  // namespace

TEST_CASE("a test beside a location counts there") {
  CHECK(places("E<> P(0).B && P(0).x > 3") == "P(0).x in P(0).B; ");
  CHECK(places("E<> P(0).x > 3 && P(0).B") == "P(0).x in P(0).B; ");
  CHECK(places("A[] P(0).B imply P(0).x > 3") == "P(0).x in P(0).B; ");
  CHECK(places("A[] !(P(0).B || P(0).C) || P(0).x > 3") == "P(0).x in P(0).B; P(0).x in P(0).C; ");
  CHECK(places("A[] forall (i : int[0,1]) P(i).C imply P(i).x > 3") == "P(0).x in P(0).C; P(1).x in P(1).C; ");
  CHECK(places("E<> n == 3 && (b || P(0).A && b) && P(0).B && P(0).x > 3") == "P(0).x in P(0).B; ");
  CHECK(places("E<> P(1).A && Q.E && P(1).x > 3 && Q.x > 3") == "P(1).x in P(1).A; Q.x in Q.E; ");
  CHECK(places("E<> Q.E && z > 3") == "z in Q.E; ");
  CHECK(places("E<> P(0).A && P(0).B && P(0).x > 3") == "");
}

TEST_CASE("a test that may decide anywhere counts everywhere") {
  CHECK(places("E<> P(0).x > 3") == "P(0).x everywhere; ");
  CHECK(places("E<> P(0).B || P(0).x > 3") == "P(0).x in P(0).A; P(0).x in P(0).C; ");
  CHECK(places("E<> (P(0).B || b) && P(0).x > 3") == "P(0).x everywhere; ");
  CHECK(places("E<> P(1).B && P(0).x > 3") == "P(0).x everywhere; ");  // implied, but by another process
  CHECK(places("E<> P(0).B && P(1).B && z > 3") == "z everywhere; ");  // either would do: neither process is preferred
  CHECK(places("E<> (P(0).B && b) && P(0).x > 3 || P(0).x > 5") == "P(0).x everywhere; P(0).x in P(0).B; ");
}

// The same verdicts as with every clock in every zone and no abstraction.
TEST_CASE("placing tests changes no verdict") {
  const std::uint32_t first_seed = 4711;
  std::uint64_t satisfied = 0, compared = 0;
  for (std::uint32_t seed = first_seed; seed < first_seed + sampled(200); ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](auto... texts) {
      const std::string all[] = {texts...};
      return all[random() % sizeof...(texts)];
    };
    const auto guard = [&] { return pick("", "guard x > 1; ", "guard x <= 2; ", "guard x >= 2; ", "guard z < 3; "); };
    const auto reset = [&] { return pick("", "", "assign x = 0; ", "assign z = 0; ", "assign x = 0, z = 0; "); };
    std::string text = "clock z; process P(const int[0,1] id) { clock x; state A { " +
                       pick("x <= 3", "x <= 2", "true") + " }, B, C { " + pick("x <= 2", "true") + " }; init A; trans ";
    text +=
        "A -> B { " + guard() + reset() + "}, B -> C { " + guard() + reset() + "}, C -> A { " + guard() + reset() + "}";
    text += ", " + pick("A", "B", "C") + " -> " + pick("A", "B", "C") + " { " + guard() + reset() + "}; } system P;";
    const std::unique_ptr<Model> model = model_from(text);
    INFO("seed " << seed << "\n" << text);
    const auto atom = [&] {
      return pick("P(0).x", "P(1).x", "z", "P(0).x") + pick(" > ", " <= ", " >= ") + pick("1", "2", "3", "4");
    };
    const auto place = [&] { return pick("P(0).", "P(1).", "P(0).") + pick("A", "B", "C"); };
    for (int q = 0; q < 6; ++q) {
      const std::string body = "(" + place() + " && " + atom() + ") " + pick("||", "&&") + " (" + pick("", "!") +
                               place() + pick(" || ", " && ", " imply ") + atom() + ")";
      const std::string formula = pick("E<> ", "A[] ", "E[] ", "A<> ") + body;
      CAPTURE(formula);
      Diagnostics diagnostics;
      Query* query = read_formula(*model->document, formula, diagnostics);
      REQUIRE(check_query(*model, *query, diagnostics));
      VerifyOptions options;
      options.limits.explored = 3000;
      const QueryResult found = verify(*model, {query}, options)[0];
      options.reduce = false;
      options.abstraction = Abstraction::exact;
      const QueryResult expected = verify(*model, {query}, options)[0];
      if (found.verdict == Verdict::unknown || expected.verdict == Verdict::unknown) continue;
      ++compared;
      satisfied += found.verdict == Verdict::satisfied ? 1 : 0;
      CHECK(to_text(found.verdict) == to_text(expected.verdict));
    }
  }
  CHECK(compared > sampled(600));
  CHECK(satisfied > sampled(200));
  CHECK(compared - satisfied > sampled(200));
}
