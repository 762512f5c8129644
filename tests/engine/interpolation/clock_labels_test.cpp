// Bounds of clocks that are learned: fewer nodes than with static ones, and the same verdicts.
#include <catch2/catch.hpp>

#include <string>
#include <utility>

#include "tests/engine/interpolation/labelled.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Each adds its id some time after it has begun. No transition is ever disabled for good, so no time matters.
std::string timed_sum(int n, bool timed) {
  return "const int N = " + std::to_string(n) + R"(;
    int[0,N*(N+1)/2] total;
    process P(const int[1,N] id) {
      )" +
         (timed ? "clock w; state Idle, Wait, Done; init Idle; trans Idle -> Wait { assign w = 0; }, "
                  "Wait -> Done { guard w >= 1 && w <= 5; assign total += id; };"
                : "state Idle, Wait, Done; init Idle; trans Idle -> Wait { }, Wait -> Done { assign total += id; };") +
         R"(
    }
    system P;)";
}

std::string fischer(int n, const std::string& enter) {
  return "const int N = " + std::to_string(n) + R"(;
    int[0,N] turn;
    process P(const int[1,N] id) {
      clock x; state A, B { x <= 2 }, C, D; init A;
      trans A -> B { guard turn == 0; assign x = 0; },
            B -> C { guard x <= 2; assign turn = id, x = 0; },
            C -> D { guard turn == id && x )" +
         enter + R"( 2; },
            C -> A { guard turn != id; },
            D -> A { assign turn = 0; };
    }
    system P;)";
}

// A test of y that data forbids: y grows by one in each round of x, and static bounds tell the first 20 apart.
const std::string rounds = R"(
  int[0,1] flag;
  clock y;
  process P(const int[1,2] id) {
    clock x; state A { x <= 1 }, B; init A;
    trans A -> A { guard x == 1 && id == 1; assign x = 0; }, A -> A { guard x == 1 && id == 2; assign x = 0; },
          A -> B { guard flag == 1 && y >= 20; };
  }
  system P;)";

const std::string one_inside = "A[] forall (i : int[1,N]) forall (j : int[1,N]) (P(i).D && P(j).D) imply i == j";

std::uint64_t visited(Labelled& labelled) { return labelled.explorer->statistics().labels->visited; }

// Visited with learned bounds, and with static ones; both are verified.
std::pair<std::uint64_t, std::uint64_t> visited_both_ways(const std::string& model, const std::string& formula) {
  Labelled learned(model, formula, {150, 200, true});
  Labelled fixed(model, formula, {150, 200, false});
  CHECK(learned.explorer->learns_bounds());
  CHECK(!fixed.explorer->learns_bounds());
  for (Labelled* each : {&learned, &fixed}) {
    REQUIRE(each->is_safe());
    CHECK(each->label_problem(1) == "");
    CHECK(each->unclaimed(300, 1) == "");
  }
  return {visited(learned), visited(fixed)};
}

}  // namespace

TEST_CASE("times that do not matter are not learned: clocks cost no nodes") {
  for (int n = 2; n <= 4; ++n) {
    CAPTURE(n);
    const std::string formula = "A[] total <= N*(N+1)/2";
    const auto [learned, fixed] = visited_both_ways(timed_sum(n, true), formula);
    Labelled untimed(timed_sum(n, false), formula);
    CHECK(learned == visited(untimed));
    CHECK(fixed >= learned);
  }
}

TEST_CASE("what data forbids needs no bounds") {
  const auto [learned, fixed] = visited_both_ways(rounds, "A[] forall (i : int[1,2]) not P(i).B");
  CHECK(learned < 10);
  CHECK(fixed > 20);
}

TEST_CASE("times that matter are learned") {
  const auto [learned, fixed] = visited_both_ways(fischer(2, ">"), one_inside);
  CHECK(learned <= fixed);
  Labelled broken(fischer(2, ">="), one_inside);
  CHECK(!broken.is_safe());
}

TEST_CASE("goals about clocks, and priorities, have static bounds") {
  Labelled labelled(timed_sum(2, true), "A[] P(1).w >= 0");
  CHECK(!labelled.explorer->learns_bounds());
  CHECK(labelled.is_safe());
}

TEST_CASE("learned and static bounds side by side", "[.measure]") {
  for (int n = 2; n <= static_cast<int>(number_from("ORBITA_SIZE", 3)); ++n) {
    const auto [learned, fixed] = visited_both_ways(fischer(n, ">"), one_inside);
    WARN("fischer " << n << ": learned " << learned << ", static " << fixed);
    const auto [sum_learned, sum_fixed] = visited_both_ways(timed_sum(n, true), "A[] total <= N*(N+1)/2");
    WARN("timed sum " << n << ": learned " << sum_learned << ", static " << sum_fixed);
  }
}
