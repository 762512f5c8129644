// Small models on which a careless version of the search would be wrong, or would not end.
#include <catch2/catch.hpp>

#include "tests/engine/interpolation/interpolation_support.h"

using namespace orbita;
using namespace orbita::test;

TEST_CASE("a test of a parameter is part of the reason: the token") {
  const std::string model = R"(
    int[0,1] tok, x;
    process P(const int[1,3] id) {
      state L0, L1, L2; init L0;
      trans L0 -> L1 { guard tok == 0; assign tok = 1; }, L1 -> L2 { guard id == 3; assign x = 1; },
            L1 -> L2 { guard id != 3; };
    }
    system P;)";
  CHECK(learned(model, "A[] x == 0").verdict == Verdict::not_satisfied);
}

TEST_CASE("a reason learned with a back edge assumed safe is taken back: figure 6 in a cycle") {
  const std::string model = R"(
    int[0,1] y;
    process P() {
      state A, B, C; init A;
      trans A -> B { }, A -> B { assign y = 1; }, A -> C { guard y == 1; }, B -> A { };
    }
    system P;)";
  const QueryResult result = learned(model, "A[] not P.C");
  CHECK(result.verdict == Verdict::not_satisfied);
}

TEST_CASE("labels that would grow for ever become exact") {
  const std::string model = R"(
    int[0,3] x, y;
    process P() {
      state A, E; init A;
      trans A -> A { guard y + x <= 3; assign y = y + x; }, A -> E { guard y == 3; };
    }
    system P;)";
  const QueryResult result = learned(model, "A[] not P.E");
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(result.statistics.labels->visited == 2);
}

TEST_CASE("the figures of the paper have their trees and labels") {
  SECTION("3: the run is forced") {
    const QueryResult result = learned(R"(
      int[0,3] x = 1;
      process P(const int[1,2] id) { state L0, L1, L2; init L0;
        trans L0 -> L1 { guard x == id; }, L1 -> L2 { assign x = x + 1; }; }
      system P;)",
                                       "A[] x <= 3");
    CHECK(result.statistics.labels->visited == 5);
    CHECK(result.statistics.labels->covered == 0);
  }
  SECTION("4: the second branch is the first with the names exchanged") {
    const QueryResult result = learned(R"(
      int[0,2] x[3];
      process P(const int[1,2] id) { state L0, L1; init L0; trans L0 -> L1 { assign x[id] = id; }; }
      system P;)",
                                       "A[] x[1] + x[2] <= 3");
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.labels->visited == 4);
    CHECK(result.statistics.labels->covered == 1);
  }
  SECTION("5: whether the id is 1 matters") {
    const QueryResult result = learned(R"(
      int[0,3] x;
      process P(const int[1,3] id) { state L0, L1; init L0;
        trans L0 -> L1 { assign x = id == 1 ? x + 1 : x; }; }
      system P;)",
                                       "A[] x < 2");
    CHECK(result.verdict == Verdict::satisfied);
    CHECK(result.statistics.labels->visited == 10);
    CHECK(result.statistics.labels->covered == 4);
  }
}

TEST_CASE("a property that names a process keeps it in its place") {
  const std::string model = R"(
    int[0,3] n;
    process P(const int[0,2] id) { state A, B; init A; trans A -> B { guard n == id; assign n = n + 1; }; }
    system P;)";
  CHECK(learned(model, "E<> P(2).B && P(1).A").verdict == Verdict::not_satisfied);
  CHECK(learned(model, "E<> P(1).B && P(2).A").verdict == Verdict::satisfied);
  const QueryResult result = learned(model, "A[] P(2).B imply n == 3");
  CHECK(result.verdict == Verdict::satisfied);
  CHECK(result.statistics.labels->interchangeable == std::vector<std::vector<std::string>>{{"P(0)", "P(1)"}});
}

TEST_CASE("a range that a renamed state would leave is part of the reason") {
  const std::string model = R"(
    int[0,3] n;
    process P(const int[1,3] id) { state A, B; init A; trans A -> B { guard n <= 3; assign n = n + id; }; }
    system P;)";
  CHECK(learned(model, "A[] true").verdict == Verdict::error);
}

TEST_CASE("a query about deadlocks is left to zones, and says so") {
  VerifyOptions options;
  options.engine = Engine::interpolation;
  const auto model = model_from("process P() { state A, B; init A; trans A -> B { }; } system P;");
  const QueryResult result = decide(*model, "A[] not deadlock", options);
  CHECK(result.verdict == Verdict::not_satisfied);
  CHECK(result.reason == "decided by zones: the query asks for deadlocks");
  CHECK(!result.statistics.labels);
}
