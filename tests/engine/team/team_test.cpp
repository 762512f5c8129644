// One exploration on several threads says what a single one says.
#include <catch2/catch.hpp>

#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Fischer's protocol with integers as ids: N processes have many states, and zones that cover each other.
std::string fischer(int n) {
  return "const int N = " + std::to_string(n) + R"(; typedef int[1, N] pid; int[0, N] id;
  process P(const pid i) {
    clock x;
    state idle, req { x <= 2 }, wait, cs;
    init idle;
    trans idle -> req { guard id == 0; assign x = 0; },
          req -> wait { guard x <= 2; assign x = 0, id = i; },
          wait -> req { guard id == 0; assign x = 0; },
          wait -> cs { guard x > 2 && id == i; },
          cs -> idle { assign id = 0; };
  }
  system P;)";
}

VerifyOptions with_threads(unsigned threads, std::uint32_t round) {
  VerifyOptions options;
  options.threads = threads;
  options.team_round = round;
  return options;
}

}  // namespace

TEST_CASE("a team stores the states that a single search stores") {
  const auto model = model_from(fischer(5));
  const QueryResult alone = decide(*model, "E<> false");
  REQUIRE(alone.statistics.stored == 727);
  for (const unsigned threads : {2u, 3u, 7u}) {
    for (const std::uint32_t round : {1u, 10u, 2048u}) {
      CAPTURE(threads, round);
      const QueryResult shared = decide(*model, "E<> false", with_threads(threads, round));
      CHECK(shared.verdict == Verdict::not_satisfied);
      CHECK(shared.statistics.stored == alone.statistics.stored);
      CHECK(shared.statistics.discrete_states == alone.statistics.discrete_states);
    }
  }
}

TEST_CASE("what a team does depends neither on luck nor on how many it has") {
  const auto model = model_from(fischer(5));
  const QueryResult two = decide(*model, "E<> false", with_threads(2, 20));
  for (const unsigned threads : {2u, 2u, 3u, 5u}) {
    const QueryResult again = decide(*model, "E<> false", with_threads(threads, 20));
    CAPTURE(threads);
    CHECK(again.statistics.explored == two.statistics.explored);
    CHECK(again.statistics.transitions == two.statistics.transitions);
  }
  // One node at a time is what a single search does.
  const QueryResult alone = decide(*model, "E<> false"), one_by_one = decide(*model, "E<> false", with_threads(3, 1));
  CHECK(one_by_one.statistics.explored == alone.statistics.explored);
  CHECK(one_by_one.statistics.transitions == alone.statistics.transitions);
}

TEST_CASE("a team's traces lead through the states of all its members") {
  const auto model = model_from(fischer(4));
  const std::vector<Query*> queries =
      queries_of(*model, {"E<> P(1).cs", "E<> P(4).cs && P(2).wait && P(3).wait", "A[] not P(3).cs",
                          "E<> P(1).cs && P(2).cs", "E<> P(2).wait && P(2).x > 7", "A[] not deadlock"});
  VerifyOptions options = with_threads(3, 5);
  options.trace = TraceKind::some;
  const std::vector<QueryResult> results = decide(*model, queries, options);
  for (const std::size_t found : {0u, 1u, 2u, 4u}) {
    CAPTURE(results[found].query->text);
    CHECK(results[found].verdict == (found == 2 ? Verdict::not_satisfied : Verdict::satisfied));
    CHECK(results[found].trace_problem == "");
    CHECK(results[found].trace.has_value());
  }
  CHECK(results[3].verdict == Verdict::not_satisfied);
  CHECK(results[5].verdict == Verdict::satisfied);
}

TEST_CASE("a runtime error is told as by a single search") {
  const auto model = model_from(R"(
    int[0, 9] n; int[0, 1] o; clock x;
    process P() { state A, B; init A; trans A -> A { guard x >= 1; assign n++, x = 0; }, A -> B { guard n > 12; }; }
    process Q() { state C; init C; trans C -> C { assign o = 1 - o; }; }
    system P, Q;)");
  VerifyOptions options = with_threads(4, 3);
  options.trace = TraceKind::some;
  const QueryResult alone = decide(*model, "E<> P.B"), shared = decide(*model, "E<> P.B", options);
  CHECK(alone.verdict == Verdict::error);
  CHECK(shared.verdict == Verdict::error);
  CHECK(shared.reason == alone.reason);
  CHECK(shared.trace_problem == "");
  REQUIRE(shared.trace.has_value());
  CHECK(shared.trace->steps.size() == 9);
}

TEST_CASE("a team keeps to its limits together") {
  const auto model = model_from(fischer(7));
  VerifyOptions options = with_threads(3, 100);
  options.limits.states = 2000;
  const QueryResult few = decide(*model, "E<> false", options);
  CHECK(few.verdict == Verdict::unknown);
  CHECK(few.reason == "state limit");
  CHECK(few.statistics.stored < 3000);
  options = with_threads(3, 100);
  options.limits.memory = 1 << 20;
  CHECK(decide(*model, "E<> false", options).reason == "memory limit");
}

TEST_CASE("a team of many finds little to do and ends") {
  const auto model = model_from("process P() { state A, B; init A; trans A -> B { }; } system P;");
  for (int run = 0; run < 20; ++run) {
    CHECK(decide(*model, "E<> P.B", with_threads(16, 1)).verdict == Verdict::satisfied);
    CHECK(decide(*model, "E<> P.A && P.B", with_threads(16, 1)).verdict == Verdict::not_satisfied);
  }
}

TEST_CASE("a round that finds too much to send at once ends early") {
  // 3^8 states of more than 2000 values with up to eight successors each, half of them for the other member: a round of
  // 2048 nodes would send 8 million values and more.
  const auto model = model_from(R"(
    const int N = 8; int[0, 2] c[N]; bool pad[2000];
    process P(const int[0, N - 1] i) {
      state A, B; init A;
      trans A -> A { guard c[i] < 2; assign c[i]++; },
            A -> B { guard c[i] == 2 && (exists (k : int[0, 1999]) pad[k]) ; };
    }
    system P;)");
  const QueryResult alone = decide(*model, "A[] forall (i : int[0, N - 1]) P(i).A");
  REQUIRE(alone.verdict == Verdict::satisfied);
  REQUIRE(alone.statistics.stored == 6561);
  const QueryResult shared = decide(*model, "A[] forall (i : int[0, N - 1]) P(i).A", with_threads(2, 2048));
  CHECK(shared.verdict == Verdict::satisfied);
  CHECK(shared.statistics.stored == alone.statistics.stored);
  CHECK(shared.statistics.transitions == alone.statistics.transitions);
}
