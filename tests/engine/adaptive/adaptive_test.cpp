// Adaptive exploration: published counts, asymmetric starts and queries, traces, and what it leaves to others.
#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "parser/parser.h"
#include "tests/engine/verify_support.h"
#include "tests/places.h"

using namespace orbita;
using namespace orbita::test;

namespace {

std::unique_ptr<Model> sized_model(const std::string& name, const std::vector<std::pair<std::string, int>>& sizes) {
  Diagnostics diagnostics;
  CheckOptions options;
  for (const auto& [constant, value] : sizes) options.overrides.emplace_back(constant, std::to_string(value));
  const std::string path = test::source_dir() + "/models/" + name + ".xml";
  return check(read_model(path, diagnostics), diagnostics, options);
}

std::uint64_t adapted_states(Model& model, const std::string& formula = "A[] true") {
  VerifyOptions options;
  options.symmetry = SymmetryChoice::adaptive;
  const QueryResult result = decide(model, formula, options);
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(result.symmetry.strategy == "adaptive");
  return result.statistics.stored;
}

QueryResult adapted(Model& model, const std::string& formula) {
  VerifyOptions options;
  options.symmetry = SymmetryChoice::adaptive;
  options.trace = TraceKind::some;
  return decide(model, formula, options);
}

}  // namespace

TEST_CASE("readers and writers have as many adaptive states as published") {
  const std::vector<std::pair<std::vector<int>, std::uint64_t>> table{{{2, 1}, 9},  {{3, 1}, 15},  {{4, 2}, 31},
                                                                      {{6, 3}, 79}, {{8, 4}, 165}, {{10, 5}, 301}};
  for (const auto& [sizes, states] : table)
    CHECK(adapted_states(*sized_model("readers-writers-ids", {{"R", sizes[0]}, {"W", sizes[1]}})) == states);
}

TEST_CASE("the resource controller has as many adaptive states as published") {
  const auto states = [](int users, int classes, int small) {
    return adapted_states(*sized_model("resource-controller-ids", {{"N", users}, {"K", classes}, {"S", small}}));
  };
  CHECK(states(4, 2, 2) == 29);
  CHECK(states(6, 3, 2) == 61);
  CHECK(states(8, 4, 2) == 105);
  CHECK(states(18, 9, 2) == 505);
  CHECK(states(18, 2, 9) == 316);
  CHECK(states(80, 2, 1) == 558);
}

TEST_CASE("Fischer with one different process has as many adaptive states as the prototype") {
  const std::string alive = "A[] not (id == 1 && id == 2)";  // a query about id keeps it alive
  const auto states = [&](int n, int d) {
    return adapted_states(*sized_model("fischer-one-different", {{"N", n}, {"D", d}}), alive);
  };
  CHECK(states(3, 20) == 31);
  CHECK(states(4, 20) == 56);
  CHECK(states(5, 20) == 89);
  CHECK(states(3, 5) == 71);
  CHECK(states(4, 5) == 159);
  CHECK(states(5, 5) == 297);
}

TEST_CASE("a broken exclusion is found among adaptive states, and the run replays") {
  const auto model = sized_model("fischer-one-different", {{"N", 4}, {"D", 5}});
  const QueryResult result =
      adapted(*model, "A[] forall (i : pid_t) forall (j : pid_t) (Process(i).cs && Process(j).cs) imply i == j");
  CHECK(result.verdict == Verdict::not_satisfied);
  CHECK(result.trace_problem == "");
  REQUIRE(result.trace);
  const QueryResult named = adapted(*model, "E<> Process(1).cs && Process(3).cs");
  CHECK(named.verdict == Verdict::satisfied);
  CHECK(named.trace_problem == "");
  CHECK(named.trace);
  CHECK(adapted(*model, "E<> Process(2).cs && Process(3).cs && Process(2).wait").verdict == Verdict::not_satisfied);
}

// The coarsest partition would stand for b[1] && !b[0] as well.
TEST_CASE("the first partition keeps apart what the initial state tells apart") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef int[0,2] id_t;
    bool b[id_t] = {true, false, false};
    bool done[id_t];
    process P(const id_t id) { state A, B; init A; trans A -> B { guard b[id]; assign done[id] = true; }; }
    system P;)");
  CHECK(adapted(*model, "E<> done[0]").verdict == Verdict::satisfied);
  CHECK(adapted(*model, "E<> done[1]").verdict == Verdict::not_satisfied);
  CHECK(adapted(*model, "E<> b[1] && !b[0]").verdict == Verdict::not_satisfied);
}

TEST_CASE("an invariant that tells ids apart is respected") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef int[0,2] id_t;
    process P(const id_t id) {
      clock x;
      state A, B { x <= (id == 2 ? 1 : 5) }, C;
      init A;
      trans A -> B { assign x = 0; }, B -> C { guard x >= 3; }, B -> A { };
    }
    system P;)");
  CHECK(adapted(*model, "E<> P(0).C && P(1).C").verdict == Verdict::satisfied);
  CHECK(adapted(*model, "E<> P(2).C").verdict == Verdict::not_satisfied);
  CHECK(adapted(*model, "E<> exists (i : id_t) P(i).C").trace_problem == "");
}

// The state that comes late is covered by the earlier one as far as ids 1 and 2 go, which enter after 3; but the
// process that waits stands for id 0 too, which enters after 20.
TEST_CASE("bounds of clocks are the largest of the cell") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef int[0,2] id_t;
    process P(const id_t id) {
      clock x, z;
      state A { x <= 4 }, A2, W, C;
      init A;
      trans A -> W { assign z = 0; }, A -> A2 { }, A2 -> W { assign z = 0; },
            W -> C { guard x > (id == 0 ? 20 : 3) && z <= 5; };
    }
    system P;)");
  for (const char* formula : {"E<> P(0).C", "E<> P(0).C && P(1).C", "E<> P(1).C && P(2).A2"}) {
    CAPTURE(formula);
    const QueryResult result = adapted(*model, formula);
    CHECK(result.symmetry.strategy == "adaptive");
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.trace_problem == "");
  }
}

TEST_CASE("receivers that do not commute are kept apart") {
  const std::unique_ptr<Model> model = model_from(R"(
    typedef int[0,2] id_t;
    broadcast chan go;
    int[-1,2] first = -1, winner = -1;
    process G() { state A, B; init A; trans A -> B { sync go!; }; }
    process P(const id_t id) { state A, B; init A; trans A -> B { sync go?; assign winner = id; }; }
    system G, P;)");
  CHECK(adapted(*model, "E<> winner == 2").verdict == Verdict::satisfied);
  CHECK(adapted(*model, "E<> winner == 0").verdict == Verdict::not_satisfied);
}

TEST_CASE("what adapting does not apply to falls back, and says why") {
  const auto model = sized_model("readers-writers-ids", {{"R", 2}, {"W", 1}});
  for (const char* formula : {"A[] not deadlock", "P(0).T --> P(0).C", "A<> P(0).C", "E[] P(0).N"}) {
    CAPTURE(formula);
    const QueryResult result = adapted(*model, formula);
    VerifyOptions off;
    off.symmetry = SymmetryChoice::off;
    CHECK(result.verdict == decide(*model, formula, off).verdict);
    CHECK(result.symmetry.strategy != "adaptive");
  }
  CHECK(adapted(*model, "A[] not deadlock").symmetry.note ==
        "partitions are not adapted: what is deadlocked depends on every edge");
}
