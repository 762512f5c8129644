#include <catch2/catch.hpp>
#include <random>

#include "engine/trace/timing.h"
#include "tests/sample.h"

using namespace orbita;
using namespace orbita::test;

namespace {

// Whether the stamps satisfy the run: obvious simulation with clock values.
class Simulation {
 public:
  Simulation(const TimedRun& run, const std::vector<Rational>& stamps) : run_(run), stamps_(stamps) {
    for (const std::int32_t value : run.initial) clocks_.emplace_back(value);
  }

  bool possible() {
    if (stamps_.front() != Rational(0)) return false;
    if (!holds(run_.start.invariant) || !leave(run_.start, 0)) return false;
    for (std::size_t k = 0; k < run_.steps.size(); ++k) {
      const TimedStep& step = run_.steps[k];
      if (!holds(step.guard) || !write(step.writes)) return false;
      if (!holds(step.stay.invariant) || !leave(step.stay, k + 1)) return false;
    }
    return holds(run_.goal);
  }

 private:
  bool leave(const TimedStay& stay, std::size_t event) {
    const Rational delay = stamps_[event + 1] - stamps_[event];
    if (delay < Rational(0) || (!stay.may_delay && delay != Rational(0))) return false;
    for (const NetClockId x : IdRange(NetClockId{1}, clocks_.end_id())) clocks_[x] += delay;
    return holds(stay.invariant);
  }

  bool write(const std::vector<TimedWrite>& writes) {
    for (const TimedWrite& w : writes) {
      clocks_[w.clock] = w.source == reference_net_clock ? Rational(w.value) : clocks_[w.source] + Rational(w.value);
      if (clocks_[w.clock] < Rational(0)) return false;
    }
    return true;
  }

  bool holds(const std::vector<TimedBound>& bounds) const {
    for (const TimedBound& b : bounds) {
      const Rational difference = clocks_[b.x] - clocks_[b.y];
      if (b.strict ? difference >= Rational(b.bound) : difference > Rational(b.bound)) return false;
    }
    return true;
  }

  const TimedRun& run_;
  const std::vector<Rational>& stamps_;
  IdVector<NetClockId, Rational> clocks_;
};

bool possible(const TimedRun& run, const std::vector<Rational>& stamps) { return Simulation(run, stamps).possible(); }

struct RandomRun {
  std::mt19937 random;
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }

  NetClockId some_clock(int low, int high) { return {static_cast<std::uint32_t>(pick(low, high))}; }

  TimedBound bound(int clocks) {
    TimedBound b;
    b.x = some_clock(0, clocks);
    do b.y = some_clock(0, clocks);
    while (b.y == b.x);
    b.bound = b.x == reference_net_clock ? -pick(0, 3) : b.y == reference_net_clock ? pick(0, 4) : pick(-3, 3);
    b.strict = pick(0, 1) == 1;
    return b;
  }
  std::vector<TimedBound> bounds(int clocks, int most) {
    std::vector<TimedBound> result;
    for (int n = pick(0, most); n > 0; --n) result.push_back(bound(clocks));
    return result;
  }
  TimedStay stay(int clocks) { return {bounds(clocks, 1), pick(0, 4) != 0}; }
  TimedRun run(int steps) {
    const int clocks = pick(1, 3);
    TimedRun result;
    result.initial.push_back(0);
    for (int i = 0; i < clocks; ++i) result.initial.push_back(pick(0, 3) == 0 ? pick(1, 2) : 0);
    result.start = stay(clocks);
    for (int i = 0; i < steps; ++i) result.steps.push_back({bounds(clocks, 2), writes(clocks), stay(clocks)});
    result.goal = bounds(clocks, 1);
    return result;
  }
  std::vector<TimedWrite> writes(int clocks) {
    std::vector<TimedWrite> result;
    for (int n = pick(0, 2); n > 0; --n) {
      TimedWrite w{some_clock(1, clocks), reference_net_clock, pick(0, 1)};
      if (pick(0, 3) == 0) w = {w.clock, some_clock(1, clocks), pick(-1, 1)};
      result.push_back(w);
    }
    return result;
  }
};

// The least possible last stamp on the grid of step 1/parts, or -1. Stamps ascend, gaps at most 6.
class GridSearch {
 public:
  GridSearch(const TimedRun& run, std::int64_t parts) : run_(run), parts_(parts), stamps_(run.steps.size() + 2) {}
  bool found() { return extend(1, 0); }

 private:
  bool extend(std::size_t event, std::int64_t at) {
    if (event == stamps_.size()) return possible(run_, stamps_);
    for (std::int64_t next = at; next <= at + 5 * parts_; ++next) {
      stamps_[event] = Rational(next, parts_);
      if (extend(event + 1, next)) return true;
    }
    return false;
  }
  const TimedRun& run_;
  std::int64_t parts_;
  std::vector<Rational> stamps_;
};

}  // namespace

TEST_CASE("a run without bounds happens at once") {
  TimedRun run;
  run.initial = {0, 0};
  run.steps.resize(3);
  const auto stamps = solve_timing(run);
  REQUIRE(stamps);
  CHECK(*stamps == std::vector<Rational>(5, Rational(0)));
}

TEST_CASE("lower bounds count from the last write of the clock") {
  TimedRun run;
  run.initial = {0, 0};
  run.steps.push_back({{{0, 1, -3, false}}, {{1, 0, 1}}, {}});  // x >= 3, x := 1
  run.steps.push_back({{{0, 1, -3, false}}, {}, {}});           // x >= 3
  run.goal = {{0, 1, -7, false}};                               // x >= 7
  const auto stamps = solve_timing(run);
  REQUIRE(stamps);
  CHECK(*stamps == std::vector<Rational>{0, 3, 5, 9});
  CHECK(delays(*stamps) == std::vector<Rational>{3, 2, 4});
}

TEST_CASE("a copied clock keeps its age") {
  TimedRun run;
  run.initial = {0, 0, 0};
  run.steps.push_back({{{0, 1, -2, false}}, {{2, 1, 3}, {1, 0, 0}}, {}});  // x >= 2, y := x + 3, x := 0
  run.goal = {{0, 2, -6, false}};                                          // y >= 6
  const auto stamps = solve_timing(run);
  REQUIRE(stamps);
  CHECK(*stamps == std::vector<Rational>{0, 2, 3});
}

TEST_CASE("strict bounds are met exactly") {
  TimedRun run;
  run.initial = {0, 0};
  run.start.invariant = {{1, 0, 3, true}};            // x < 3
  run.steps.push_back({{{0, 1, -2, true}}, {}, {}});  // x > 2
  const auto stamps = solve_timing(run);
  REQUIRE(stamps);
  CHECK((*stamps)[1] > Rational(2));
  CHECK((*stamps)[1] < Rational(3));
  run.start.invariant = {{1, 0, 2, false}};
  CHECK_FALSE(solve_timing(run));
}

TEST_CASE("no time passes where delays are forbidden") {
  TimedRun run;
  run.initial = {0, 0};
  run.start.may_delay = false;
  run.steps.push_back({{{0, 1, -1, false}}, {}, {}});
  CHECK_FALSE(solve_timing(run));
  run.start.may_delay = true;
  CHECK(solve_timing(run));
}

TEST_CASE("a clock cannot be shifted below zero") {
  TimedRun run;
  run.initial = {0, 0};
  run.steps.push_back({{}, {{1, 1, -2}}, {}});
  const auto stamps = solve_timing(run);
  REQUIRE(stamps);
  CHECK((*stamps)[1] == Rational(2));
}

TEST_CASE("many strict steps fit into one time unit") {
  TimedRun run;
  run.initial = {0, 0, 0};
  const TimedStay inside{{{1, 0, 1, true}}, true};  // y < 1
  run.start = inside;
  for (int i = 0; i < 300; ++i) run.steps.push_back({{{0, 2, 0, true}}, {{2, 0, 0}}, inside});  // x > 0, x := 0
  const auto stamps = solve_timing(run);
  REQUIRE(stamps);
  CHECK(possible(run, *stamps));
}

TEST_CASE("a solved run is possible, and grid search finds none if solving finds none") {
  std::uint64_t solvable = 0, unsolvable = 0;
  for (unsigned seed = 0; seed < sampled(3000); ++seed) {
    CAPTURE(seed);
    RandomRun source{std::mt19937(seed)};
    const TimedRun run = source.run(source.pick(1, 2));
    const auto stamps = solve_timing(run);
    if (stamps) {
      ++solvable;
      REQUIRE(possible(run, *stamps));
    } else {
      ++unsolvable;
      REQUIRE_FALSE(GridSearch(run, 4).found());  // with at most 4 stamps quarters are enough
    }
  }
  CHECK(solvable > sampled(300));
  CHECK(unsolvable > sampled(300));
}

TEST_CASE("no run of the grid reaches an event earlier") {
  for (unsigned seed = 0; seed < sampled(400); ++seed) {
    CAPTURE(seed);
    RandomRun source{std::mt19937(seed)};
    const TimedRun run = source.run(1);
    const auto stamps = solve_timing(run);
    if (!stamps) continue;
    for (std::int64_t first = 0; first <= 24; ++first) {
      for (std::int64_t last = first; last <= 24; ++last) {
        const std::vector<Rational> other{0, Rational(first, 4), Rational(last, 4)};
        if (!possible(run, other)) continue;
        REQUIRE((*stamps)[1] <= other[1]);
        REQUIRE((*stamps)[2] <= other[2]);
      }
    }
  }
}

TEST_CASE("longer random runs are solved or refused consistently with their prefixes") {
  for (unsigned seed = 0; seed < sampled(500); ++seed) {
    CAPTURE(seed);
    RandomRun source{std::mt19937(seed)};
    TimedRun run = source.run(12);
    run.goal.clear();
    const auto whole = solve_timing(run);
    if (whole) REQUIRE(possible(run, *whole));
    TimedRun prefix = run;
    prefix.steps.pop_back();
    if (whole) CHECK(solve_timing(prefix));
  }
}

TEST_CASE("the delays before a step are those with which the run can be solved") {
  for (unsigned seed = 0; seed < sampled(300); ++seed) {
    CAPTURE(seed);
    RandomRun source{std::mt19937(seed)};
    TimedRun run = source.run(3);
    const std::size_t step = source.random() % run.steps.size();
    if (source.random() % 2 == 0)
      run.steps[source.random() % run.steps.size()].delay = Rational(static_cast<std::int64_t>(source.random() % 7), 2);
    run.steps[step].delay.reset();
    const std::optional<DelayRange> range = delay_range(run, step);
    CHECK(range.has_value() == solve_timing(run).has_value());
    for (int tenths = 0; tenths <= 80; ++tenths) {
      run.steps[step].delay = Rational(tenths, 10);
      const auto stamps = solve_timing(run);
      CAPTURE(step, tenths);
      CHECK(stamps.has_value() == (range && range->contains(Rational(tenths, 10))));
      if (stamps) CHECK((possible(run, *stamps) && delays(*stamps)[step] == Rational(tenths, 10)));
    }
  }
}

TEST_CASE("ranges of delays read like intervals") {
  CHECK(to_text(DelayRange{2, false, Rational(5), true}) == "[2, 5)");
  CHECK(to_text(DelayRange{0, true, std::nullopt, false}) == "(0, inf)");
  CHECK(to_text(DelayRange{3, false, Rational(3), false}) == "3");
}
