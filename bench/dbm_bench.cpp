// ns per zone operation, and against UDBM where it is installed:
//   cmake -DORBITA_BENCH=ON [-DCMAKE_PREFIX_PATH=<where UDBM is>] ... && bench/dbm_bench
//
// Every operation runs on a pool of random zones as a search makes them. Operations that change the zone
// start from a fresh copy; the table takes the time of the copy off again, for UDBM too. After
// google-benchmark's own lines (--benchmark_filter and the like work as usual) a table shows the best of the
// repetitions.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <random>

#include "dbm/dbm.h"
#ifdef ORBITA_HAVE_UDBM
#include "dbm/udbm/udbm_zone.h"
#endif

using namespace orbita;

namespace {

using Rng = std::mt19937;

int pick(Rng& rng, int low, int high) { return std::uniform_int_distribution<int>(low, high)(rng); }
ClockIndex pick_clock(Rng& rng, std::uint32_t n) {
  return {static_cast<std::uint32_t>(pick(rng, 1, static_cast<int>(n) - 1))};
}

// Small enough for the first and second cache, where a search keeps the zone it works on.
constexpr std::size_t pool_size(std::uint32_t n) { return n <= 9 ? 32 : n <= 17 ? 16 : 8; }
constexpr int largest = 100;

// One zone of the pool with what the operations need.
struct Sample {
  Zone zone, bigger, open, successor;
  Zone& scratch;  // one for the whole pool
  Constraint guard, tighter;
  std::vector<dbm::UpperBound> invariant;  // on every clock
  std::vector<Constraint> invariant_list;  // the same
  std::vector<dbm::UpperBound> few;        // on two clocks
  std::vector<std::int32_t> lower, upper;
  std::vector<ClockIndex> to;
  std::vector<packed_t> packed, probe;
  ClockIndex x, y;
#ifdef ORBITA_HAVE_UDBM
  udbm::Zone their_zone, their_bigger, their_open, their_successor;
  udbm::Zone& their_scratch;
  std::vector<std::int32_t> their_lower, their_upper;
#endif
};

// Guards, resets and delay within an invariant, again and again.
Zone walked(Rng& rng, std::uint32_t n) {
  Zone zone = Zone::zero(n);
  zone.delay();
  for (std::uint32_t i = 0; i < 3 * n; ++i) {
    const Constraint guard = at_least(pick_clock(rng, n), pick(rng, 0, largest / 2));
    if (zone.can_satisfy(guard) && !zone.constrain(guard)) std::abort();
    zone.reset(pick_clock(rng, n));
    const dbm::UpperBound invariant[] = {{pick_clock(rng, n), Bound::weak(pick(rng, largest / 2, largest))}};
    Zone next = zone;
    if (next.delay_within(invariant)) zone = next;
  }
  return zone;
}

Bound halfway(Bound above, Bound below) {  // a bound that cuts the zone and leaves some of it
  const int low = below.is_infinite() ? -largest : -below.value();
  const int high = above.is_infinite() ? low + largest : above.value();
  return Bound::weak(low + (high - low) / 2);
}

Sample make_sample(std::uint32_t n, unsigned seed) {
  Rng rng(seed);
  const Zone zone = walked(rng, n);
  Zone bigger = zone;
  bigger.hull(walked(rng, n));
  Zone open = zone;  // as before a close(): some entries tightened
  for (std::uint32_t i = 0; i < n; ++i) {
    const ClockIndex x = pick_clock(rng, n), y = pick_clock(rng, n);
    if (x != y && zone(x, y) > zone(y, x)) open.matrix().set(x, y, halfway(zone(x, y), zone(y, x)));
  }
  const ClockIndex x = pick_clock(rng, n);
  ClockIndex y = pick_clock(rng, n);
  if (x == y) y = reference_clock;
  const Constraint tighter{x, y, halfway(zone(x, y), zone(y, x))};
  Constraint guard = at_least(x, -zone(reference_clock, x).value() + 1);
  if (!zone.can_satisfy(guard)) guard.bound = zone(reference_clock, x);
  Zone successor = zone;
  if (!successor.constrain(guard)) std::abort();
  std::vector<dbm::UpperBound> invariant;
  std::vector<Constraint> list;
  for (std::uint32_t c = 1; c < n; ++c) {
    const Bound b = Bound::weak(-successor(reference_clock, {c}).value() + pick(rng, 1, largest));
    invariant.push_back({{c}, b});
    list.push_back(upper_bound({c}, b));
  }
  std::vector<dbm::UpperBound> few{invariant.front(), invariant.back()};
  std::vector<std::int32_t> lower, upper;
  std::vector<ClockIndex> to;
  for (std::uint32_t c = 0; c < n; ++c) {
    lower.push_back(pick(rng, 0, largest));
    upper.push_back(pick(rng, 0, largest));
    to.push_back({c == 0 ? 0 : n - c});
  }
  successor.reset(x);
  if (!successor.delay_within(few)) std::abort();
  static std::map<std::uint32_t, Zone> scratches;
  Zone& scratch = scratches.try_emplace(n, zone).first->second;
#ifdef ORBITA_HAVE_UDBM
  static std::map<std::uint32_t, udbm::Zone> their_scratches;
  udbm::Zone& their_scratch = their_scratches.try_emplace(n, zone.view()).first->second;
#endif
  Sample s{zone,
           bigger,
           open,
           successor,
           scratch,
           guard,
           tighter,
           invariant,
           list,
           few,
           lower,
           upper,
           to,
           std::vector<packed_t>(packed_size(n)),
           std::vector<packed_t>(packed_size(n)),
           x,
           y,
#ifdef ORBITA_HAVE_UDBM
           udbm::Zone(zone.view()),
           udbm::Zone(bigger.view()),
           udbm::Zone(open.view()),
           udbm::Zone(successor.view()),
           their_scratch,
           udbm::to_bounds(lower),
           udbm::to_bounds(upper)
#endif
  };
  if (!pack(s.packed.data(), s.bigger)) std::abort();
  pack_inclusion_probe(s.probe.data(), s.zone);
  return s;
}

using Pool = std::vector<std::unique_ptr<Sample>>;

Pool& pool(std::uint32_t n) {
  static std::map<std::uint32_t, Pool> pools;
  Pool& result = pools[n];
  for (unsigned i = 0; result.size() < pool_size(n); ++i) {
    result.push_back(std::make_unique<Sample>(make_sample(n, 1000 * n + i)));
  }
  return result;
}

template <class Operation>
void run(benchmark::State& state, Pool& samples, Operation operation) {
  bool any = false;
  for (auto _ : state) {
    for (auto& sample : samples) any ^= operation(*sample);
  }
  benchmark::DoNotOptimize(any);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(samples.size()));
}

using Call = bool (*)(Sample&);

struct Entry {
  const char* name;
  Call ours;
  Call theirs;          // null where UDBM has no counterpart
  bool copies = false;  // starts with a copy, whose time is taken off in the table
};

#ifdef ORBITA_HAVE_UDBM
#define UDBM(...) [](Sample& s) -> bool { __VA_ARGS__ }
#else
#define UDBM(...) nullptr
#endif
#define OURS(...) [](Sample& s) -> bool { __VA_ARGS__ }

const Entry entries[] = {
    {"copy", OURS(dbm::assign(s.scratch.matrix(), s.zone); return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone); return s.their_scratch.data()[0] < 1;)},
    {"close", OURS(s.scratch = s.open; return dbm::close(s.scratch.matrix());),
     UDBM(s.their_scratch.assign(s.their_open); return s.their_scratch.close();), true},
    {"constrain", OURS(s.scratch = s.zone; return s.scratch.constrain(s.tighter);),
     UDBM(s.their_scratch.assign(s.their_zone); return s.their_scratch.constrain(s.tighter);), true},
    {"inclusion", OURS(return s.bigger.includes(s.zone);),
     UDBM(return s.their_bigger.includes(s.their_zone);)},
    {"inclusion 16 bit", OURS(return passes(s.packed.data(), s.probe.data(), s.zone.dimension());),
     UDBM(return s.their_bigger.includes(s.their_zone);)},
    {"aLU inclusion", OURS(return alu_includes(s.bigger, s.zone, {s.lower, s.upper});), nullptr},
    {"relation", OURS(return s.bigger.relation(s.zone) == dbm::Relation::equal;),
     UDBM(return s.their_bigger.relation(s.their_zone) == dbm::Relation::equal;)},
    {"ExtraLU+",
     OURS(s.scratch = s.zone; extrapolate_lu_plus(s.scratch.matrix(), {s.lower, s.upper});
          return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone);
          s.their_scratch.extrapolate_lu_plus(s.their_lower.data(), s.their_upper.data());
          return s.their_scratch.data()[0] < 1;),
     true},
    {"ExtraM",
     OURS(s.scratch = s.zone; extrapolate_m(s.scratch.matrix(), s.lower); return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.extrapolate_m(s.their_lower.data());
          return s.their_scratch.data()[0] < 1;),
     true},
    {"up+invariants", OURS(s.scratch = s.zone; return s.scratch.delay_within(s.invariant);),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.delay(); for (const Constraint& c
                                                                              : s.invariant_list) {
       if (!s.their_scratch.constrain(c)) return false;
     } return true;),
     true},
    {"up+invariants (constrainN)", OURS(s.scratch = s.zone; return s.scratch.delay_within(s.invariant);),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.delay();
          return s.their_scratch.constrain(s.invariant_list);),
     true},
    {"up+2 invariants", OURS(s.scratch = s.zone; return s.scratch.delay_within(s.few);),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.delay();
          return s.their_scratch.constrain(upper_bound(s.few[0].x, s.few[0].bound)) &&
                 s.their_scratch.constrain(upper_bound(s.few[1].x, s.few[1].bound));),
     true},
    {"successor",
     OURS(s.scratch = s.zone; if (!s.scratch.constrain(s.guard)) return false; s.scratch.reset(s.x);
          return s.scratch.delay_within(s.few) && s.successor.includes(s.scratch);),
     UDBM(s.their_scratch.assign(s.their_zone); if (!s.their_scratch.constrain(s.guard)) return false;
          s.their_scratch.reset(s.x); s.their_scratch.delay();
          return s.their_scratch.constrain(upper_bound(s.few[0].x, s.few[0].bound)) &&
                 s.their_scratch.constrain(upper_bound(s.few[1].x, s.few[1].bound)) &&
                 s.their_successor.includes(s.their_scratch);),
     true},
    {"up", OURS(s.scratch.delay(); return s.scratch.is_empty();),
     UDBM(s.their_scratch.delay(); return s.their_scratch.data()[0] < 1;)},
    {"down", OURS(s.scratch = s.zone; s.scratch.past(); return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.past();
          return s.their_scratch.data()[0] < 1;),
     true},
    {"reset", OURS(s.scratch.reset(s.x); return s.scratch.is_empty();),
     UDBM(s.their_scratch.reset(s.x); return s.their_scratch.data()[0] < 1;)},
    {"free", OURS(s.scratch.free(s.x); return s.scratch.is_empty();),
     UDBM(s.their_scratch.free(s.x); return s.their_scratch.data()[0] < 1;)},
    {"intersect", OURS(s.scratch = s.zone; return s.scratch.intersect(s.bigger);),
     UDBM(s.their_scratch.assign(s.their_zone); return s.their_scratch.intersect(s.their_bigger);), true},
    {"hull", OURS(s.scratch = s.zone; s.scratch.hull(s.bigger); return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.hull(s.their_bigger);
          return s.their_scratch.data()[0] < 1;),
     true},
    {"hash", OURS(return s.zone.hash() == 0;), UDBM(return s.their_zone.hash() == 0;)},
    {"permute", OURS(dbm::permute(s.scratch.matrix(), s.zone, s.to); return s.scratch.is_empty();), nullptr},
    {"pack 16 bit", OURS(return pack(s.packed.data(), s.bigger);), nullptr},
};

// ---- out of cache: a look-up through an antichain of packed zones against plain reading

constexpr std::size_t scan_bytes = std::size_t{1} << 30;  // more than any cache

void read_memory(benchmark::State& state) {
  const std::vector<std::uint64_t> memory(scan_bytes / sizeof(std::uint64_t), 1);
  std::uint64_t all = 0;
  for (auto _ : state) {
    for (const std::uint64_t word : memory) all ^= word;
    benchmark::DoNotOptimize(all);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(scan_bytes));
}

// Every zone fails, and only at its last entry: nothing ends a comparison early.
void scan_antichain(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  const std::size_t size = packed_size(n);
  const std::size_t count = scan_bytes / sizeof(packed_t) / size;
  std::vector<packed_t> zones(count * size, packed_infinity);
  for (std::size_t i = 1; i <= count; ++i) zones[i * size - 1] = 0;
  const std::vector<packed_t> probe(size, 1);
  for (auto _ : state) {
    if (find_passing(zones.data(), count, probe.data(), n) != count) std::abort();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(count * size * sizeof(packed_t)));
}

// ---- the table

constexpr std::uint32_t dimensions[] = {3, 5, 9, 17, 33, 65};

struct Best {
  double ours = 0, theirs = 0, bytes_per_second = 0;
};

class Table : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& r : runs) {
      if (r.run_type != Run::RT_Iteration || r.iterations == 0) continue;
      const double ns = r.cpu_accumulated_time * 1e9 / static_cast<double>(r.iterations);
      const bool theirs = r.run_name.function_name.ends_with(" UDBM");
      std::string name = r.run_name.function_name;
      if (theirs) name.resize(name.size() - 5);
      Best& best = best_[{name, r.run_name.args}];
      double& time = theirs ? best.theirs : best.ours;
      time = time == 0 ? ns : std::min(time, ns);
      const auto rate = r.counters.find("bytes_per_second");
      if (rate != r.counters.end())
        best.bytes_per_second = std::max(best.bytes_per_second, rate->second.value);
    }
  }

  // ns per call, without the copy the call started with.
  double net(const Entry& entry, std::uint32_t n, bool theirs) const {
    const auto time = [&](const std::string& name) {
      const auto found = best_.find({name, std::to_string(n)});
      if (found == best_.end()) return 0.0;
      return (theirs ? found->second.theirs : found->second.ours) / static_cast<double>(pool_size(n));
    };
    const double gross = time(entry.name);
    return entry.copies && gross > 0 ? gross - time("copy") : gross;
  }

  void print() const {
    std::printf("\n%-28s %6s %12s %12s %8s\n", "operation", "dim", "ours ns", "UDBM ns", "ratio");
    for (const Entry& entry : entries) {
      for (std::uint32_t n : dimensions) {
        const auto found = best_.find({entry.name, std::to_string(n)});
        if (found == best_.end()) continue;
        const double ours = net(entry, n, false), theirs = net(entry, n, true);
        std::printf("%-28s %6u %12.1f", entry.name, n, ours);
        if (theirs > 0) std::printf(" %12.1f %8.1f", theirs, theirs / ours);
        std::printf("\n");
      }
    }
    const auto plain = best_.find({"read memory", ""});
    for (const auto& [key, best] : best_) {
      if (best.bytes_per_second == 0) continue;
      std::printf("%s %s: %.1f GB/s", key.first.c_str(), key.second.c_str(), best.bytes_per_second / 1e9);
      if (plain != best_.end()) {
        std::printf(", %.0f %% of plain reading",
                    100 * best.bytes_per_second / plain->second.bytes_per_second);
      }
      std::printf("\n");
    }
  }

 private:
  std::map<std::pair<std::string, std::string>, Best> best_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const Entry& entry : entries) {
    for (std::uint32_t n : dimensions) {
      const auto add = [&](const std::string& name, Call call) {
        benchmark::RegisterBenchmark(name.c_str(),
                                     [n, call](benchmark::State& state) { run(state, pool(n), call); })
            ->Arg(n)
            ->MinTime(0.02)
            ->Repetitions(5);
      };
      add(entry.name, entry.ours);
      if (entry.theirs != nullptr) add(std::string(entry.name) + " UDBM", entry.theirs);
    }
  }
  benchmark::RegisterBenchmark("read memory", read_memory)->MinTime(0.5)->Repetitions(3);
  for (std::uint32_t n : {5, 9, 17, 33}) {
    benchmark::RegisterBenchmark("scan antichain", scan_antichain)->Arg(n)->MinTime(0.5)->Repetitions(3);
  }
  Table table;
  benchmark::RunSpecifiedBenchmarks(&table);
  table.print();
}
