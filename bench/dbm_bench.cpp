// ns per zone operation, and against UDBM where it is installed:
//   cmake -DORBITA_BENCH=ON [-DCMAKE_PREFIX_PATH=<where UDBM is>] ... && bench/dbm_bench
//
// Every operation runs on a pool of random zones as a search makes them. Operations that change the zone
// start from a fresh copy, whose time is taken off again, for UDBM too. Both sides run in turn, in slices of
// some 20 us, and the shortest slice of each counts, which makes the ratio repeatable on a busy machine. After
// google-benchmark's own lines (--benchmark_filter and the like work as usual) comes the table.

#include <benchmark/benchmark.h>

#include <chrono>
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

// Small enough for the first cache (up to dimension 9) or the second, where a search keeps the zone it works
// on.
constexpr std::size_t pool_size(std::uint32_t n) { return n <= 5 ? 32 : n <= 17 ? 16 : 8; }
constexpr int largest = 100;

// One zone of the pool with the operands of every operation.
struct Sample {
  Zone zone, bigger, open, successor;
  Zone& scratch;  // one for the whole pool
  Constraint guard, tighter;
  std::vector<dbm::UpperBound> invariant;  // on every clock
  std::vector<Constraint> invariant_list;  // the same
  std::vector<dbm::UpperBound> cutting;    // on every clock, each cutting off something the others leave
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
  std::vector<dbm::UpperBound> cutting;
  Zone rest = zone;
  rest.delay();
  for (std::uint32_t c = 1; c < n; ++c) {
    const Bound b = halfway(rest({c}, reference_clock), rest(reference_clock, {c}));
    cutting.push_back({{c}, b});
    if (!rest.constrain(upper_bound({c}, b))) std::abort();
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
           cutting,
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

using Clock = std::chrono::steady_clock;

// ns for some passes over a pool; the operation is compiled into the loop.
using Timing = double (*)(Pool& samples, int passes);

template <auto operation>
double timed(Pool& samples, int passes) {
  bool any = false;
  const auto start = Clock::now();
  for (int i = 0; i < passes; ++i) {
    for (auto& sample : samples) any ^= operation(*sample);
  }
  benchmark::DoNotOptimize(any);
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

struct Entry {
  const char* name;
  Timing ours;
  Timing theirs;        // null where UDBM has no counterpart
  bool copies = false;  // starts with a copy, whose time is taken off in the table
};

#ifdef ORBITA_HAVE_UDBM
#define UDBM(...) timed<[](Sample& s) -> bool { __VA_ARGS__ }>
#else
#define UDBM(...) nullptr
#endif
#define OURS(...) timed<[](Sample& s) -> bool { __VA_ARGS__ }>

#ifdef ORBITA_HAVE_UDBM
// up and then one bound after the other.
bool theirs_within(Sample& s, const std::vector<dbm::UpperBound>& invariant) {
  s.their_scratch.delay();
  for (const dbm::UpperBound& u : invariant) {
    if (!s.their_scratch.constrain(upper_bound(u.x, u.bound))) return false;
  }
  return true;
}
#endif

// Of one zone into another, without changing the first: theirs needs a copy for that, ours does not.
bool our_successor(Sample& s) {
  return s.scratch.take(s.zone, {{&s.guard, 1}, {&s.x, 1}, s.few}) && s.successor.includes(s.scratch);
}
#ifdef ORBITA_HAVE_UDBM
bool their_successor(Sample& s) {
  s.their_scratch.assign(s.their_zone);
  if (!s.their_scratch.constrain(s.guard)) return false;
  s.their_scratch.reset(s.x);
  return theirs_within(s, s.few) && s.their_successor.includes(s.their_scratch);
}
#endif

const Entry entries[] = {
    {"copy", OURS(dbm::assign(s.scratch.matrix(), s.zone); return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone); return s.their_scratch.data()[0] < 1;)},
    {"close", OURS(s.scratch = s.open; return dbm::close(s.scratch.matrix());),
     UDBM(s.their_scratch.assign(s.their_open); return s.their_scratch.close();), true},
    {"constrain", OURS(s.scratch = s.zone; return s.scratch.constrain(s.tighter);),
     UDBM(s.their_scratch.assign(s.their_zone); return s.their_scratch.constrain(s.tighter);), true},
    {"inclusion", OURS(return s.bigger.includes(s.zone);), UDBM(return s.their_bigger.includes(s.their_zone);)},
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
    {"ExtraM", OURS(s.scratch = s.zone; extrapolate_m(s.scratch.matrix(), s.lower); return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.extrapolate_m(s.their_lower.data());
          return s.their_scratch.data()[0] < 1;),
     true},
    {"up+invariants", OURS(s.scratch = s.zone; return s.scratch.delay_within(s.invariant);),
     UDBM(s.their_scratch.assign(s.their_zone); return theirs_within(s, s.invariant);), true},
    {"up+cutting invariants", OURS(s.scratch = s.zone; return s.scratch.delay_within(s.cutting);),
     UDBM(s.their_scratch.assign(s.their_zone); return theirs_within(s, s.cutting);), true},
    {"up+invariants (constrainN)", OURS(s.scratch = s.zone; return s.scratch.delay_within(s.invariant);),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.delay();
          return s.their_scratch.constrain(s.invariant_list);),
     true},
    {"up+2 invariants", OURS(s.scratch = s.zone; return s.scratch.delay_within(s.few);),
     UDBM(s.their_scratch.assign(s.their_zone); return theirs_within(s, s.few);), true},
    {"successor", OURS(return our_successor(s);), UDBM(return their_successor(s);), true},
    {"successor with its copy", OURS(return our_successor(s);), UDBM(return their_successor(s);)},
    {"up", OURS(s.scratch.delay(); return s.scratch.is_empty();),
     UDBM(s.their_scratch.delay(); return s.their_scratch.data()[0] < 1;)},
    {"down", OURS(s.scratch = s.zone; s.scratch.past(); return s.scratch.is_empty();),
     UDBM(s.their_scratch.assign(s.their_zone); s.their_scratch.past(); return s.their_scratch.data()[0] < 1;), true},
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

// ---- measuring: slices of all parties in turn, the shortest of each counts

constexpr std::uint32_t dimensions[] = {3, 5, 9, 17, 33, 65};
constexpr int rounds = 400;

// A call on every sample of a pool, timed in slices so short that most of them are not interrupted.
class Party {
 public:
  Party(Pool& samples, Timing call) : samples_(samples), call_(call) {
    while (call_ != nullptr && time() < 15e3 && passes_ < 1 << 20) passes_ *= 2;
  }
  double slice() {  // ns
    if (call_ == nullptr) return 0;
    const double ns = time();
    best_ = std::min(best_, ns);
    return ns;
  }
  // ns per call, the shortest slice; 0 where nothing was measured.
  double best() const { return call_ == nullptr ? 0 : best_ / passes_ / static_cast<double>(samples_.size()); }

 private:
  double time() { return call_(samples_, passes_); }

  Pool& samples_;
  Timing call_;
  int passes_ = 1;
  double best_ = 1e18;
};

// The copy that a call starts with is timed in the same rounds and taken off. google-benchmark's own time is
// the mean of our slices, copy included.
void compare(benchmark::State& state, const Entry& entry, std::uint32_t n) {
  const Entry& copy = entries[0];
  Party ours(pool(n), entry.ours), theirs(pool(n), entry.theirs);
  Party our_copy(pool(n), entry.copies ? copy.ours : nullptr);
  Party their_copy(pool(n), entry.copies ? copy.theirs : nullptr);
  for (auto _ : state) {
    state.SetIterationTime(ours.slice() * 1e-9);
    for (Party* other : {&theirs, &our_copy, &their_copy}) other->slice();
  }
  state.counters["ours_ns"] = ours.best() - our_copy.best();
  if (entry.theirs == nullptr) return;
  state.counters["udbm_ns"] = theirs.best() - their_copy.best();
  state.counters["ratio"] = (theirs.best() - their_copy.best()) / (ours.best() - our_copy.best());
}

// ---- the table

class Table : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& r : runs) {
      if (r.run_type != Run::RT_Iteration || r.iterations == 0) continue;
      auto& kept = kept_[{r.run_name.function_name, r.run_name.args}];
      for (const auto& [name, counter] : r.counters) kept[name] = std::max(kept[name], counter.value);
    }
  }

  void print() const {
    std::printf("\n%-28s", "ns (ratio to UDBM)");
    for (std::uint32_t n : dimensions) std::printf("%18u", n);
    for (const Entry& entry : entries) {
      std::printf("\n%-28s", entry.name);
      for (std::uint32_t n : dimensions) {
        const double ratio = value(entry.name, n, "ratio");
        std::printf("%10.1f", value(entry.name, n, "ours_ns"));
        if (ratio > 0) std::printf(" (%4.1fx)", ratio);
        else std::printf("        ");
      }
    }
    std::printf("\n%-28s", "aLU against inclusion");
    for (std::uint32_t n : dimensions) {
      std::printf("%10.2f        ", value("aLU inclusion", n, "ours_ns") / value("inclusion", n, "ours_ns"));
    }
    std::printf("\n");
    for (const auto& [key, counters] : kept_) {
      const auto rate = counters.find("bytes_per_second");
      if (rate == counters.end()) continue;
      std::printf("%s %s: %.1f GB/s", key.first.c_str(), key.second.c_str(), rate->second / 1e9);
      if (const auto plain = kept_.find({"read memory", ""}); plain != kept_.end()) {
        std::printf(", %.0f %% of plain reading", 100 * rate->second / plain->second.at("bytes_per_second"));
      }
      std::printf("\n");
    }
  }

 private:
  double value(const char* name, std::uint32_t n, const char* counter) const {
    const auto run = kept_.find({name, std::to_string(n)});
    if (run == kept_.end()) return 0;
    const auto found = run->second.find(counter);
    return found == run->second.end() ? 0 : found->second;
  }
  // By name and argument; of repeated runs the highest rate.
  std::map<std::pair<std::string, std::string>, std::map<std::string, double>> kept_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const Entry& entry : entries) {
    for (std::uint32_t n : dimensions) {
      benchmark::RegisterBenchmark(entry.name, [&entry, n](benchmark::State& state) { compare(state, entry, n); })
          ->Arg(n)
          ->UseManualTime()
          ->Iterations(rounds);
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
