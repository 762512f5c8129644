// Summaries of zones may only tell pairs apart that are apart.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "engine/search/summary.h"

using namespace orbita;

namespace {

using Entries = std::vector<packed_t>;

packed_t pick(std::mt19937& random, int range) {
  if (random() % 6 == 0) return packed_infinity;
  return static_cast<packed_t>(std::uniform_int_distribution<int>(-range, range)(random));
}

Entries pick_entries(std::mt19937& random, int range, std::uint32_t dimension) {
  Entries entries(packed_size(dimension));
  std::ranges::generate(entries, [&] { return pick(random, range); });
  return entries;
}

// As for inclusion: a zone that covers it must hold at least what it holds.
SampledZone sampled(const Entries& entries) {
  const std::vector<std::int32_t> wide(entries.begin(), entries.end());
  return {wide, wide};
}

SummaryPlan plan_for(std::uint32_t dimension, const std::vector<Entries>& zones) {
  std::vector<SampledZone> sample;
  std::ranges::transform(zones, std::back_inserter(sample), sampled);
  return {dimension, packed_infinity, sample};
}

}  // namespace

TEST_CASE("entries in order have summaries in order, whatever the sample was") {
  std::mt19937 random(7);
  std::uint64_t told_apart = 0;
  for (int run = 0; run < 20'000; ++run) {
    const std::uint32_t dimension = 2 + static_cast<std::uint32_t>(random() % 11);
    const auto range = [&] { return random() % 3 == 0 ? 20 : random() % 2 == 0 ? 900 : int{packed_largest}; };
    const int ours = range(), of_sample = random() % 2 == 0 ? ours : range();
    std::vector<Entries> sample(1 + random() % SummaryPlan::largest_sample);
    std::ranges::generate(sample, [&] { return pick_entries(random, of_sample, dimension); });
    Entries low = pick_entries(random, ours, dimension), high = pick_entries(random, ours, dimension);
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (low[i] > high[i]) std::swap(low[i], high[i]);
    }
    const SummaryPlan plan = plan_for(dimension, sample);
    const Summary below = plan.of(low.data(), dimension), above = plan.of(high.data(), dimension);
    CAPTURE(run, dimension, ours, of_sample);
    REQUIRE(below.is_below(above));
    REQUIRE(below.is_below(below));
    REQUIRE(Summary::lowest().is_below(below));
    REQUIRE(above.is_below(Summary::highest()));
    told_apart += above.is_below(below) ? 0 : 1;
  }
  CHECK(told_apart > 15'000);
}

TEST_CASE("matrices of 32 bits are rounded like packed ones") {
  std::mt19937 random(8);
  const std::uint32_t dimension = 5;
  std::vector<Entries> sample(4);
  std::ranges::generate(sample, [&] { return pick_entries(random, 300, dimension); });
  const SummaryPlan plan = plan_for(dimension, sample);
  for (int run = 0; run < 100; ++run) {
    const Entries entries = pick_entries(random, 300, dimension);
    std::vector<raw_t> wide(matrix_size(dimension), raw_infinity);
    for (std::uint32_t x = 0; x < dimension; ++x) {
      for (std::uint32_t y = 0; y < dimension; ++y) {
        const packed_t entry = entries[x * dimension + y];
        if (entry != packed_infinity) wide[x * stride_for(dimension) + y] = entry;
      }
    }
    const Summary a = plan.of(entries.data(), dimension), b = plan.of(ConstMatrix(wide.data(), dimension));
    REQUIRE(a.is_below(b));
    REQUIRE(b.is_below(a));
  }
}

TEST_CASE("the one entry in which zones differ is found among many") {
  const std::uint32_t dimension = 12;
  for (const std::size_t differing : {std::size_t{1}, std::size_t{77}, packed_size(dimension) - 2}) {
    std::vector<Entries> zones(SummaryPlan::largest_sample, Entries(packed_size(dimension), 400));
    for (std::size_t i = 0; i < zones.size(); ++i) zones[i][differing] = static_cast<packed_t>(1000 + 10 * i);
    const SummaryPlan plan = plan_for(dimension, zones);
    CAPTURE(differing);
    for (std::size_t i = 1; i < zones.size(); ++i) {
      REQUIRE_FALSE(plan.of(zones[i].data(), dimension).is_below(plan.of(zones[i - 1].data(), dimension)));
    }
    // Zones to come may go on where the sample ends.
    Entries next = zones.back();
    next[differing] = static_cast<packed_t>(next[differing] + 20);
    CHECK_FALSE(plan.of(next.data(), dimension).is_below(plan.of(zones.back().data(), dimension)));
  }
}

TEST_CASE("entries complement each other") {
  // Each zone is small in an entry of its own, so one entry tells it from all others, and eight tell all pairs.
  const std::uint32_t dimension = 4;
  std::vector<Entries> zones(SummaryPlan::largest_sample, Entries(packed_size(dimension), 50));
  for (std::size_t i = 0; i < zones.size(); ++i) zones[i][2 * i] = 10;
  const SummaryPlan plan = plan_for(dimension, zones);
  for (std::size_t i = 0; i < zones.size(); ++i) {
    for (std::size_t j = 0; j < zones.size(); ++j) {
      CAPTURE(i, j);
      CHECK(plan.of(zones[i].data(), dimension).is_below(plan.of(zones[j].data(), dimension)) == (i == j));
    }
  }
}

TEST_CASE("a sample of alike zones tells nothing apart, and neither does no sample") {
  const Entries entries{1, 1, 63, 1}, other{1, 1, 9, 1};
  for (const SummaryPlan& plan : {plan_for(2, {entries, entries}), SummaryPlan()}) {
    CHECK(plan.of(entries.data(), 2).is_below(plan.of(other.data(), 2)));
    CHECK(plan.of(other.data(), 2).is_below(plan.of(entries.data(), 2)));
  }
}
