// The cost of a representative, by number of elements. The states are Fischer-like (one location and one
// clock per element, one variable that holds an element) unless named: a sorted state in which one
// element has just moved, as a search meets it; and a shuffled one, the worst case.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "symmetry/orbits/canonical.h"
#include "symmetry/orbits/sort.h"
#include "symmetry/orbits/twins.h"

namespace orbita {
namespace {

struct State {
  std::vector<std::int32_t> values;
  std::vector<std::uint32_t> active;
  Zone zone;
};

void add_family(StateLayout& layout, std::vector<Cell>& cells, std::uint32_t indices, SetId value_set) {
  const auto family = static_cast<std::uint32_t>(layout.values.size() + layout.clocks.size());
  const std::int32_t count = layout.sets[0].count;
  std::int32_t total = 1;
  for (std::uint32_t k = 0; k < indices; ++k) total *= count;
  for (std::int32_t c = 0; c < total; ++c) {
    Cell cell{family, 0, {}, value_set, false, scalar_code(count)};
    if (indices == 2) cell.indices.push_back({0, c / count});
    if (indices >= 1) cell.indices.push_back({0, c % count});
    cells.push_back(cell);
  }
}

StateLayout start_layout(std::int32_t elements) {
  StateLayout layout;
  layout.sets = {{"pid", elements, true, {}}};
  layout.clocks.emplace_back();
  add_family(layout, layout.values, 1, no_set);
  for (Cell& cell : layout.values) cell.is_location = true;
  return layout;
}

StateLayout fischer(std::int32_t elements) {
  StateLayout layout = start_layout(elements);
  add_family(layout, layout.values, 0, SetId{0});
  add_family(layout, layout.clocks, 1, no_set);
  return layout;
}

Zone staircase(std::uint32_t clocks, std::mt19937& rng) {
  Zone zone = Zone::zero(clocks + 1);
  std::vector<std::uint32_t> order(clocks);
  std::iota(order.begin(), order.end(), 1u);
  std::shuffle(order.begin(), order.end(), rng);
  for (const std::uint32_t x : order) {
    zone.delay();
    zone.reset(ClockIndex{x});
  }
  zone.delay();
  return zone;
}

// Three locations, all clocks in different places.
State shuffled_state(const StateLayout& layout, std::uint32_t seed) {
  std::mt19937 rng(seed);
  State q;
  for (const Cell& cell : layout.values) {
    const std::int32_t range = cell.value_set == no_set ? 3 : layout.set(cell.value_set).count;
    q.values.push_back(std::uniform_int_distribution<std::int32_t>(0, range - 1)(rng));
  }
  for (std::uint32_t c = 1; c < layout.clocks.size(); ++c) q.active.push_back(c);
  q.zone = staircase(static_cast<std::uint32_t>(q.active.size()), rng);
  return q;
}

State sorted_but_one(const StateLayout& layout) {
  State q = shuffled_state(layout, 7);
  CanonicalOptions options;
  options.strategy = Strategy::sort;
  make_canonicaliser(layout, options)->canonicalise(q.values, q.active, q.zone);
  q.values[static_cast<std::size_t>(layout.sets[0].count) / 6] = 2;
  q.zone.reset(ClockIndex{static_cast<std::uint32_t>(layout.sets[0].count) / 6 + 1});
  return q;
}

void phase_1(benchmark::State& run, const State& q, const StateLayout& layout) {
  ValueSorter sorter(layout);
  State r = q;
  for (auto _ : run) {
    std::copy(q.values.begin(), q.values.end(), r.values.begin());
    r.active = q.active;
    benchmark::DoNotOptimize(sorter.sort(r.values, r.active));
  }
}

void phase_1_nearly_sorted(benchmark::State& run) {
  const StateLayout layout = fischer(static_cast<std::int32_t>(run.range(0)));
  phase_1(run, sorted_but_one(layout), layout);
}
BENCHMARK(phase_1_nearly_sorted)->Arg(10)->Arg(50)->Arg(200);

void phase_1_shuffled(benchmark::State& run) {
  const StateLayout layout = fischer(static_cast<std::int32_t>(run.range(0)));
  phase_1(run, shuffled_state(layout, 3), layout);
}
BENCHMARK(phase_1_shuffled)->Arg(10)->Arg(50)->Arg(200);

void phase_2(benchmark::State& run) {
  const StateLayout layout = fischer(static_cast<std::int32_t>(run.range(0)));
  State q = sorted_but_one(layout);
  ValueSorter values(layout);
  ZoneSorter zones;
  values.sort(q.values, q.active);
  Zone zone = q.zone;
  for (auto _ : run) {
    zone = q.zone;  // the copy is part of the measurement, as it is of a search
    benchmark::DoNotOptimize(zones.sort(zone, values.clock_map(), values.ties()));
  }
}
BENCHMARK(phase_2)->Arg(10)->Arg(50)->Arg(200);

void run_strategy(benchmark::State& run, const StateLayout& layout, const State& q, CanonicalOptions options) {
  const auto canonicaliser = make_canonicaliser(layout, options);
  State r = q;
  for (auto _ : run) {
    r = q;
    benchmark::DoNotOptimize(canonicaliser->canonicalise(r.values, r.active, r.zone));
  }
  run.counters["non_canonical"] = static_cast<double>(canonicaliser->statistics().non_canonical);
}

void one_step(benchmark::State& run, Strategy strategy) {
  const StateLayout layout = fischer(static_cast<std::int32_t>(run.range(0)));
  run_strategy(run, layout, sorted_but_one(layout), {.strategy = strategy});
}
BENCHMARK_CAPTURE(one_step, sort, Strategy::sort)->Arg(10)->Arg(50)->Arg(200);
BENCHMARK_CAPTURE(one_step, graph, Strategy::canonical)->Arg(10)->Arg(50)->Arg(200);

// Zones without the diagonal property: every entry of the matrix counts.
void any_zone(benchmark::State& run, Strategy strategy) {
  const StateLayout layout = fischer(static_cast<std::int32_t>(run.range(0)));
  State q = shuffled_state(layout, 5);
  for (std::uint32_t x = 1; x < q.zone.dimension(); x += 2) q.zone.free(ClockIndex{x});
  run_strategy(run, layout, q, {.strategy = strategy, .diagonal_property = false});
}
BENCHMARK_CAPTURE(any_zone, refine, Strategy::refine)->Arg(10)->Arg(50)->Arg(100);
BENCHMARK_CAPTURE(any_zone, graph, Strategy::canonical)->Arg(10)->Arg(50);

// A queue lock: every element points at the next one, none is otherwise different.
void linked_list(benchmark::State& run, Strategy strategy) {
  const auto count = static_cast<std::int32_t>(run.range(0));
  StateLayout layout = start_layout(count);
  add_family(layout, layout.values, 1, SetId{0});
  State q;
  q.values.assign(static_cast<std::size_t>(2 * count), 0);
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  for (std::size_t k = 0; k < order.size(); ++k) {
    q.values[order.size() + static_cast<std::size_t>(order[k])] = k + 1 < order.size() ? order[k + 1] : count;
  }
  q.zone = Zone::zero(1);
  run_strategy(run, layout, q, {.strategy = strategy});
}
BENCHMARK_CAPTURE(linked_list, refine, Strategy::refine)->Arg(10)->Arg(50)->Arg(200);
BENCHMARK_CAPTURE(linked_list, graph, Strategy::canonical)->Arg(10)->Arg(50)->Arg(200);

// Pairs that point at each other and are all alike: no twins, many automorphisms.
void equal_pairs(benchmark::State& run, Strategy strategy) {
  const auto count = static_cast<std::int32_t>(run.range(0));
  StateLayout layout = start_layout(count);
  add_family(layout, layout.values, 1, SetId{0});
  State q;
  q.values.assign(static_cast<std::size_t>(2 * count), 0);
  for (std::int32_t e = 0; e < count; ++e) q.values[static_cast<std::size_t>(count + e)] = count - 1 - e;
  q.zone = Zone::zero(1);
  run_strategy(run, layout, q, {.strategy = strategy});
}
BENCHMARK_CAPTURE(equal_pairs, refine, Strategy::refine)->Arg(10)->Arg(50);
BENCHMARK_CAPTURE(equal_pairs, graph, Strategy::canonical)->Arg(10)->Arg(50);

// A random relation: int a[pid][pid].
void relation(benchmark::State& run, Strategy strategy) {
  StateLayout layout = start_layout(static_cast<std::int32_t>(run.range(0)));
  add_family(layout, layout.values, 2, no_set);
  State q = shuffled_state(layout, 9);
  run_strategy(run, layout, q, {.strategy = strategy});
}
BENCHMARK_CAPTURE(relation, refine, Strategy::refine)->Arg(10)->Arg(50)->Arg(200);
BENCHMARK_CAPTURE(relation, graph, Strategy::canonical)->Arg(10)->Arg(50);

void twins(benchmark::State& run) {
  const StateLayout layout = fischer(static_cast<std::int32_t>(run.range(0)));
  const State q = sorted_but_one(layout);
  TwinFinder finder(layout);
  for (auto _ : run) {
    finder.find(q.values, q.active, q.zone);
    benchmark::DoNotOptimize(finder.any());
  }
}
BENCHMARK(twins)->Arg(10)->Arg(50)->Arg(200);

void orbit_sizes(benchmark::State& run) {
  const StateLayout layout = fischer(static_cast<std::int32_t>(run.range(0)));
  const State q = sorted_but_one(layout);
  OrbitCounter count(layout);
  for (auto _ : run) benchmark::DoNotOptimize(count(q.values, q.active, q.zone));
}
BENCHMARK(orbit_sizes)->Arg(10)->Arg(50)->Arg(200);

}  // namespace
}  // namespace orbita

BENCHMARK_MAIN();
