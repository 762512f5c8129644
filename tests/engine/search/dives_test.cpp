// E<> of states that breadth first meets last.
#include "engine/search/dives.h"

#include <catch2/catch.hpp>

#include "tests/engine/search/fake_space.h"
#include "tests/engine/verify_support.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// The definition: 2^(k-1) at the end of every block of 2^k - 1, which else repeats the block before it.
std::uint64_t luby_by_definition(std::uint64_t n) {
  std::uint64_t k = 1;
  while ((std::uint64_t{1} << k) - 1 < n) ++k;
  const std::uint64_t block = (std::uint64_t{1} << k) - 1;
  return n == block ? (block + 1) / 2 : luby_by_definition(n - block / 2);
}

// 4^10 states; the last one is 30 steps away.
constexpr const char* counters = R"(
  const int N = 10; int[0, 3] c[N]; clock x;
  process P(const int[0, N - 1] i) { state A; init A; trans A -> A { guard c[i] < 3 && x >= 1; assign c[i]++, x = 0; }; }
  system P;)";

}  // namespace

TEST_CASE("restarts follow Luby's sequence") {
  for (std::uint64_t n = 1; n < 5000; ++n) {
    CAPTURE(n);
    REQUIRE(luby(n) == luby_by_definition(n));
  }
}

TEST_CASE("a state behind many steps is found without all that lies before it") {
  const auto model = model_from(counters);
  VerifyOptions options;
  options.trace = TraceKind::some;
  const QueryResult found = decide(*model, "E<> forall (i : int[0, N - 1]) c[i] == 3", options);
  CHECK(found.verdict == Verdict::satisfied);
  CHECK(found.statistics.explored <= 4096);
  CHECK(found.trace_problem == "");
  REQUIRE(found.trace.has_value());
  CHECK(found.trace->steps.size() == 30);
}

TEST_CASE("queries that share an exploration keep their own verdicts and traces") {
  const auto model = model_from(counters);
  const std::vector<Query*> queries = queries_of(
      *model, {"E<> c[9] == 1", "E<> forall (i : int[0, N - 1]) c[i] == 3", "E<> c[0] == 3 && c[1] == 2 && x > 5",
               "A[] c[0] + c[1] + c[2] <= 3", "E<> (sum (i : int[0, N - 1]) c[i]) == 29"});
  VerifyOptions options;
  options.trace = TraceKind::some;
  const std::vector<QueryResult> results = decide(*model, queries, options);
  for (const QueryResult& result : results) {
    CAPTURE(result.query->text);
    CHECK(result.verdict ==
          (result.query->kind == QueryKind::invariantly ? Verdict::not_satisfied : Verdict::satisfied));
    CHECK(result.trace_problem == "");
    CHECK(result.trace.has_value());
    CHECK(result.statistics.explored <= 4096);
  }
}

TEST_CASE("what is not there is not found by diving") {
  const auto model = model_from(R"(
    const int N = 7; int[0, 3] c[N];
    process P(const int[0, N - 1] i) { state A; init A; trans A -> A { guard c[i] < 3; assign c[i]++; }; }
    system P;)");
  const QueryResult result = decide(*model, "E<> (sum (i : int[0, N - 1]) c[i]) > 21");
  CHECK(result.verdict == Verdict::not_satisfied);
  CHECK(result.statistics.stored == 16384);
  CHECK(result.statistics.explored == 16384);
}

TEST_CASE("limits end a search that dives") {
  const auto model = model_from(counters);
  VerifyOptions options;
  options.dive_after = 100;
  options.limits.explored = 3000;
  const QueryResult result = decide(*model, "E<> (sum (i : int[0, N - 1]) c[i]) > 30", options);
  CHECK(result.verdict == Verdict::unknown);
  CHECK(result.reason == "state limit");
}

TEST_CASE("clocks that leave the range of zones in a dive do not end the search") {
  const auto model = model_from(R"(
    const int N = 12; const int step = 1 << 24; int[0, 3] c[N]; clock x, t;
    process P(const int[0, N - 1] i) { state A; init A; trans A -> A { guard c[i] < 3 && x >= step; assign c[i]++, x = 0; }; }
    system P;)");
  VerifyOptions options;
  options.limits.explored = 9000;  // ten steps deep, and t passes 2^29 after 32
  const QueryResult result = decide(*model, "E<> (sum (i : int[0, N - 1]) c[i]) > 35 && t > 5", options);
  CHECK(result.verdict == Verdict::unknown);
  CHECK(result.reason == "state limit");
}

TEST_CASE("a dive reports a path of its own space and leaves what is not hoped for alone") {
  Fixture f(chain(100), {100, 5000});
  auto dives = std::make_unique<Dives>(f.make_space(), f.coverage, ReachabilityOptions{}, 10);
  Dives& companion = *dives;
  DivingExplorer explorer(std::move(dives), std::make_unique<ReachabilityExplorer>(f.space, f.tester, f.coverage,
                                                                                   ReachabilityOptions{}, &companion));
  explorer.run(f.goals, {});
  REQUIRE(f.goals[0].hit);
  CHECK(!f.goals[1].hit);
  REQUIRE(f.goals[0].hit->dive);
  auto& space = static_cast<FakeSpace&>(explorer.space_of(*f.goals[0].hit));
  CHECK(&space != &f.space);
  const Explorer::Path path = explorer.path_to(*f.goals[0].hit);
  CHECK(Fixture::is_path(path, space));
  CHECK(space.location(path.back()) == 100);
}

TEST_CASE("dives begin when they are due and not before") {
  Fixture f(chain(500), {400});
  Dives dives(f.make_space(), f.coverage, ReachabilityOptions{}, 100);
  Progress progress;
  progress.explored = 99;
  CHECK(!dives.dive_if_due(progress, f.goals, {}));
  progress.explored = 100;
  CHECK(!dives.dive_if_due(progress, f.goals, {}));  // 128 expansions are too few
  progress.explored = 199;
  CHECK(!dives.dive_if_due(progress, f.goals, {}));
  progress.explored = 200'000;
  CHECK(dives.dive_if_due(progress, f.goals, {}));
}

TEST_CASE("negated goals, and goals that fail, are left to the search itself") {
  Fixture f(chain(50), {fails_at(30), 20});
  Goal negated = f.goals[1];
  negated.negated = true;
  f.goals.replace(1, negated);
  Dives dives(f.make_space(), f.coverage, ReachabilityOptions{}, 0);
  Progress progress;
  progress.explored = 5000;
  CHECK(!dives.dive_if_due(progress, f.goals, {}));
  CHECK(f.goals.open() == 2);
}
