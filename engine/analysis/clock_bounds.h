// Static clock bounds: which constants a clock may still be compared with.
//
// For every process and location, L(x) is the largest constant in a lower-bound
// test of x that the process may make before it writes x, and U(x) the same for
// upper bounds (docs/theory/zones.md, "Static clock bounds"). The bounds of a state are the maximum over
// its processes. A clock without any bound is inactive: it leaves the zone.
//
// Guards that compare two clocks (diagonals) are collected once for the whole
// network; subsumption then splits along them (coverage.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/network/network.h"
#include "engine/network/predicate.h"
#include "symmetry/orbits/cell_orbits.h"

namespace orbita {

struct ClockTest {
  NetClockId clock = reference_net_clock;
  std::int32_t lower = 0, upper = 0;  // no_bound / unlimited as in dbm/clock_bounds.h
};

// x - y <= c or < c: some guard depends on it.
struct Diagonal {
  NetClockId x = reference_net_clock, y = reference_net_clock;
  std::int32_t raw = 0;
  friend auto operator<=>(const Diagonal&, const Diagonal&) = default;
};

// What queries add to the tests of the model.
struct QueryTests {
  struct Placed {
    ProcessId process;
    LocationId location;
    ClockTest test;
  };
  std::vector<ClockTest> everywhere;  // may happen in any location; also clocks that are observed
  std::vector<Placed> placed;         // happen in one location only
  std::vector<Diagonal> diagonals;
};

class BoundsAnalysis {
 public:
  BoundsAnalysis(const Network& network, const QueryTests& query);

  // Raises the bounds of every clock to those it has under other names: which tests of a query count where is
  // tried out (query_clock_locations.h), and may depend on the order of elements. Larger bounds are sound: the maximum
  // of bounds that are right for the network, under any names.
  void forget_names(const Network& network, const CellOrbits& orbits);

  // Tests that count while `process` is in `location`.
  std::span<const ClockTest> at(ProcessId process, LocationId location) const {
    return tests_[first_[process] + location.value];
  }
  std::span<const ClockTest> everywhere() const { return everywhere_; }

  // No bound is `unlimited` but those of queries.everywhere.
  bool are_finite() const { return are_finite_; }

  // Sorted, distinct, and with them those that become one of them when a clock is copied. When `diagonals_known` is
  // false (a bound has too many values, copies lead to ever new ones, or a clock stands still) only plain zone
  // inclusion is sound.
  const std::vector<Diagonal>& diagonals() const { return diagonals_; }
  // Each with its opposite: for states that must be able to do neither more nor less (deadlocks, runs, priorities).
  std::vector<Diagonal> diagonals_both_ways() const;
  bool diagonals_known() const { return diagonals_known_; }

 private:
  void solve(const Network& network, const std::vector<QueryTests::Placed>& placed);
  void join_everywhere();
  void forget_names_of_everywhere(const Network& network, const CellOrbits& orbits);
  void collect_diagonals(const Network& network, const std::vector<Diagonal>& query_diagonals);
  void close_under_copies(const Network& network);

  IdVector<ProcessId, std::uint32_t> first_;  // of a process' locations in tests_
  std::vector<std::vector<ClockTest>> tests_;
  std::vector<ClockTest> everywhere_;
  std::vector<Diagonal> diagonals_;
  bool diagonals_known_ = true;
  bool are_finite_ = true;
  // The largest tests of any process anywhere, by clock: what a copy in one process may lead to in another.
  IdVector<NetClockId, std::int32_t> global_lower_, global_upper_;
};

// The tests a query's predicate makes, and the diagonals among them.
void collect_tests(const Network& network, const Predicate& predicate, QueryTests& tests);

}  // namespace orbita
