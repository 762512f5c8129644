#include "engine/analysis/clock_bounds.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

#include "dbm/bound.h"
#include "dbm/clock_bounds.h"
#include "engine/analysis/query_clock_locations.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// Calls test(clock, lower, upper) for what an atom x - y <= [low, high] compares, diagonals aside.
template <class Test>
void for_each_test(const ClockAtom& atom, Test&& test) {
  for (const NetClockId x : atom.x_candidates) {
    for (const NetClockId y : atom.y_candidates) {
      if (x != reference_net_clock && y == reference_net_clock) test(x, no_bound, atom.bound_high);
      if (x == reference_net_clock && y != reference_net_clock) test(y, -atom.bound_low, no_bound);
    }
  }
}

// A process that does not hear a broadcast satisfies no guard of its edges that would: these count both ways.
bool counts_both_ways(const Network& network, const NetEdge& edge) {
  return edge.direction == SyncDirection::receive && network.channels[edge.channel].broadcast;
}

bool is_diagonal(const ClockAtom& atom) {
  const auto has_clock = [](const std::vector<NetClockId>& c) {
    return std::any_of(c.begin(), c.end(), [](NetClockId x) { return x != reference_net_clock; });
  };
  return has_clock(atom.x_candidates) && has_clock(atom.y_candidates);
}

Diagonal opposite(const Diagonal& d) { return {d.y, d.x, Bound{d.raw}.complement().raw}; }

void sort_out(std::vector<Diagonal>& diagonals) {
  std::sort(diagonals.begin(), diagonals.end());
  diagonals.erase(std::unique(diagonals.begin(), diagonals.end()), diagonals.end());
}

void raise(ClockTest& test, const ClockTest& other) {
  test.lower = std::max(test.lower, other.lower);
  test.upper = std::max(test.upper, other.upper);
}

// The bound of y for x := y + by. However small, it is one: where x is active after the copy, y is before.
std::int32_t shifted(std::int32_t bound, std::int32_t by) {
  if (bound < 0 || bound == unlimited) return bound;
  return std::max(bound - by, 0);
}

// Bounds of one process: rows are locations, columns the clocks it mentions.
class ProcessBounds {
 public:
  ProcessBounds(const Network& network, const NetProcess& process, std::vector<QueryTests::Placed> placed,
                IdVector<NetClockId, std::int32_t>& global_lower, IdVector<NetClockId, std::int32_t>& global_upper)
      : network_(network),
        process_(process),
        placed_(std::move(placed)),
        global_lower_(global_lower),
        global_upper_(global_upper) {
    for (const NetLocation& location : process.locations) {
      for (const ClockAtom& atom : location.invariant.atoms) note(atom);
      for (const EdgeId e : location.edges) {
        const NetEdge& edge = network.edges[e];
        for (const ClockAtom& atom : edge.guard.atoms) note(atom);
        for (const ClockWrite& write : edge.clock_writes) note(write);
      }
    }
    for (const ClockWrite& write : network.hook_clock_writes) note(write);
    for (const QueryTests::Placed& p : placed_) note(p.test.clock);
    lower_.assign(process.locations.size() * clocks_.size(), no_bound);
    upper_ = lower_;
  }

  // Returns whether anything other processes can see has grown.
  bool solve() {
    seed();
    // Each round settles at least one more location on every path; shifts may go on for ever, which
    // is what the limit is for: a bound still growing then has no finite value.
    const std::size_t limit = process_.locations.size() * (clocks_.size() + 1) + 2;
    for (std::size_t round = 0;; ++round) {
      bool changed = false;
      for (const LocationId q : process_.locations.ids()) {
        for (const EdgeId e : process_.locations[q].edges) changed |= pull(q, network_.edges[e], round > limit);
      }
      if (!changed) break;
    }
    return publish();
  }

  std::vector<ClockTest> tests(LocationId location) const {
    std::vector<ClockTest> result;
    for (std::uint32_t c = 0; c < clocks_.size(); ++c) {
      const std::size_t at = location.value * clocks_.size() + c;
      if (lower_[at] >= 0 || upper_[at] >= 0) result.push_back({clocks_[c], lower_[at], upper_[at]});
    }
    std::sort(result.begin(), result.end(), [](auto& a, auto& b) { return a.clock < b.clock; });
    assert((result.empty() || result.front().clock != reference_net_clock) &&
           "the reference clock has no test of its own");
    return result;
  }

 private:
  void note(NetClockId clock) {
    poll_limits();
    if (clock != reference_net_clock && column_.try_emplace(clock, clocks_.size()).second) clocks_.push_back(clock);
  }
  void note(const ClockAtom& atom) {
    for (const NetClockId x : atom.x_candidates) note(x);
    for (const NetClockId y : atom.y_candidates) note(y);
  }
  void note(const ClockWrite& write) {
    for (const NetClockId x : write.targets) note(x);
    for (const NetClockId y : write.sources) note(y);
  }

  bool raise(LocationId q, NetClockId clock, std::int32_t lower, std::int32_t upper) {
    assert(process_.locations.contains(q) && column_.contains(clock));
    const std::size_t at = q.value * clocks_.size() + column_.at(clock);
    bool changed = false;
    if (lower >= 0 && lower > lower_[at]) {
      lower_[at] = lower;
      changed = true;
    }
    if (upper >= 0 && upper > upper_[at]) {
      upper_[at] = upper;
      changed = true;
    }
    return changed;
  }

  void seed() {
    for (const LocationId q : process_.locations.ids()) {
      const auto add = [&](NetClockId x, std::int32_t l, std::int32_t u) { raise(q, x, l, u); };
      for (const ClockAtom& atom : process_.locations[q].invariant.atoms) for_each_test(atom, add);
      const auto add_both = [&](NetClockId x, std::int32_t l, std::int32_t u) {
        raise(q, x, std::max(l, u), std::max(l, u));
      };
      for (const EdgeId e : process_.locations[q].edges) {
        for (const ClockAtom& atom : network_.edges[e].guard.atoms) {
          if (counts_both_ways(network_, network_.edges[e])) for_each_test(atom, add_both);
          else for_each_test(atom, add);
        }
      }
    }
    for (const QueryTests::Placed& p : placed_) raise(p.location, p.test.clock, p.test.lower, p.test.upper);
  }

  std::int32_t lower_at(LocationId q, NetClockId clock) const {
    return lower_[q.value * clocks_.size() + column_.at(clock)];
  }
  std::int32_t upper_at(LocationId q, NetClockId clock) const {
    return upper_[q.value * clocks_.size() + column_.at(clock)];
  }

  // Pulls the target's bounds back through the edge.
  bool pull(LocationId q, const NetEdge& edge, bool give_up) {
    bool changed = false;
    for (const NetClockId x : clocks_) {
      poll_limits();
      if (!is_overwritten(edge, x)) changed |= raise(q, x, lower_at(edge.target, x), upper_at(edge.target, x));
    }
    for (const ClockWrite& write : edge.clock_writes) changed |= pull_copy(q, edge.target, write, give_up);
    for (const ClockWrite& write : network_.hook_clock_writes) changed |= pull_copy(q, edge.target, write, give_up);
    return changed;
  }

  static bool is_overwritten(const NetEdge& edge, NetClockId x) {
    return std::any_of(edge.clock_writes.begin(), edge.clock_writes.end(),
                       [&](const ClockWrite& w) { return w.certain && w.targets.size() == 1 && w.targets[0] == x; });
  }

  // x := y + k. Another process may test x afterwards, so its bounds count as well. When y itself
  // is written on the same edge this is more than needed, which is safe.
  bool pull_copy(LocationId q, LocationId target, const ClockWrite& write, bool give_up) {
    if (!write.from_clock) return false;
    bool changed = false;
    for (const NetClockId x : write.targets) {
      const std::int32_t lower = std::max(lower_at(target, x), global_lower_[x]);
      const std::int32_t upper = std::max(upper_at(target, x), global_upper_[x]);
      for (const NetClockId y : write.sources) {
        if (y == reference_net_clock) continue;
        std::int32_t l = shifted(lower, write.low), u = shifted(upper, write.low);
        if (give_up && l > lower_at(q, y)) l = unlimited;
        if (give_up && u > upper_at(q, y)) u = unlimited;
        changed |= raise(q, y, l, u);
      }
    }
    return changed;
  }

  bool publish() {
    bool grown = false;
    for (std::size_t at = 0; at < lower_.size(); ++at) {
      const NetClockId clock = clocks_[at % clocks_.size()];
      if (lower_[at] > global_lower_[clock]) {
        global_lower_[clock] = lower_[at];
        grown = true;
      }
      if (upper_[at] > global_upper_[clock]) {
        global_upper_[clock] = upper_[at];
        grown = true;
      }
    }
    return grown;
  }

  const Network& network_;
  const NetProcess& process_;
  std::vector<QueryTests::Placed> placed_;
  IdVector<NetClockId, std::int32_t>& global_lower_;
  IdVector<NetClockId, std::int32_t>& global_upper_;
  std::vector<NetClockId> clocks_;
  std::unordered_map<NetClockId, std::size_t> column_;
  std::vector<std::int32_t> lower_, upper_;
};

std::vector<ClockWrite> clock_copies(const Network& network) {
  std::vector<ClockWrite> result;
  const auto add = [&](const std::vector<ClockWrite>& writes) {
    std::copy_if(writes.begin(), writes.end(), std::back_inserter(result),
                 [](const ClockWrite& w) { return w.from_clock; });
  };
  for (const NetEdge& edge : network.edges) add(edge.clock_writes);
  add(network.hook_clock_writes);
  return result;
}

// A difference with a clock that may stand still changes while time passes.
bool compares_stopped(const Network& network, const std::vector<Diagonal>& diagonals) {
  std::set<NetClockId> stopped;
  for (const NetProcess& process : network.processes) {
    for (const NetLocation& location : process.locations) {
      for (const RateAtom& rate : location.rates) stopped.insert(rate.clock);
    }
  }
  return std::any_of(diagonals.begin(), diagonals.end(),
                     [&](const Diagonal& d) { return stopped.contains(d.x) || stopped.contains(d.y); });
}

// The largest constant written to each clock.
std::map<NetClockId, std::int32_t> written_constants(const Network& network) {
  std::map<NetClockId, std::int32_t> largest;
  const auto add = [&](const std::vector<ClockWrite>& writes) {
    for (const ClockWrite& w : writes) {
      for (const NetClockId x : w.targets) largest[x] = std::max(largest[x], w.from_clock ? 0 : w.high);
    }
  };
  for (const NetEdge& edge : network.edges) add(edge.clock_writes);
  add(network.hook_clock_writes);
  for (const NetClockId x : network.proper_clocks()) largest[x] = std::max(largest[x], network.clocks[x].initial);
  return largest;
}

}  // namespace

BoundsAnalysis::BoundsAnalysis(const Network& network, const QueryTests& query) {
  for (const NetProcess& process : network.processes) {
    first_.push_back(static_cast<std::uint32_t>(tests_.size()));
    tests_.resize(tests_.size() + process.locations.size());
  }
  global_lower_.assign(network.clocks.size(), no_bound);
  global_upper_.assign(network.clocks.size(), no_bound);
  everywhere_ = query.everywhere;
  collect_diagonals(network, query.diagonals);
  join_everywhere();
  for (const ClockTest& test : everywhere_) {
    global_lower_[test.clock] = std::max(global_lower_[test.clock], test.lower);
    global_upper_[test.clock] = std::max(global_upper_[test.clock], test.upper);
  }
  solve(network, query.placed);
}

void BoundsAnalysis::forget_names(const Network& network, const CellOrbits& orbits) {
  forget_names_of_everywhere(network, orbits);
  OrbitNumbers orbit(orbits);
  std::vector<std::map<LocationId, ClockTest>> joined;  // by orbit of (clock, process): by location
  for (const ProcessId p : network.processes.ids()) {
    for (const LocationId q : network.processes[p].locations.ids()) {
      for (const ClockTest& test : tests_[first_[p] + q.value]) {
        const std::uint32_t at = orbit.of({orbits.clock(test.clock.value), network.location_value(p)});
        joined.resize(orbit.count());
        raise(joined[at].try_emplace(q, test).first->second, test);
      }
      tests_[first_[p] + q.value].clear();
    }
  }
  for (const ProcessId p : network.processes.ids()) {
    for (const NetClockId x : network.proper_clocks()) {
      const std::uint32_t at = orbit.of({orbits.clock(x.value), network.location_value(p)});
      joined.resize(orbit.count());
      for (const auto& [q, test] : joined[at]) tests_[first_[p] + q.value].push_back({x, test.lower, test.upper});
    }
  }
}

void BoundsAnalysis::forget_names_of_everywhere(const Network& network, const CellOrbits& orbits) {
  OrbitNumbers orbit(orbits);
  std::map<std::uint32_t, ClockTest> joined;  // by orbit of the clock
  for (const ClockTest& test : everywhere_) {
    raise(joined.try_emplace(orbit.of({orbits.clock(test.clock.value)}), test).first->second, test);
  }
  everywhere_.clear();
  for (const NetClockId x : network.proper_clocks()) {
    const auto found = joined.find(orbit.of({orbits.clock(x.value)}));
    if (found != joined.end()) everywhere_.push_back({x, found->second.lower, found->second.upper});
  }
}

// One test for each clock.
void BoundsAnalysis::join_everywhere() {
  std::map<NetClockId, ClockTest> joined;
  for (const ClockTest& test : everywhere_) {
    raise(joined.try_emplace(test.clock, test).first->second, test);
  }
  everywhere_.clear();
  for (const auto& [clock, test] : joined) everywhere_.push_back(test);
}

void BoundsAnalysis::solve(const Network& network, const std::vector<QueryTests::Placed>& placed) {
  const bool copies = !clock_copies(network).empty();
  IdVector<ProcessId, ProcessBounds> all;
  all.reserve(network.processes.size());
  IdVector<ProcessId, std::vector<QueryTests::Placed>> by_process(network.processes.size());
  for (const QueryTests::Placed& p : placed) by_process[p.process].push_back(p);
  for (const ProcessId p : network.processes.ids()) {
    all.emplace_back(network, network.processes[p], std::move(by_process[p]), global_lower_, global_upper_);
  }
  // Without copies a process' bounds are its own business: one round is enough.
  for (std::size_t round = 0;; ++round) {
    bool grown = false;
    for (ProcessBounds& bounds : all) grown |= bounds.solve();
    if (!grown || !copies) break;
    if (round > network.clocks.size() + 2) {  // a copy around the processes keeps adding: no finite bound
      for (const NetClockId x : network.proper_clocks()) global_lower_[x] = global_upper_[x] = unlimited;
    }
  }
  for (const ProcessId p : all.ids()) {
    for (const LocationId q : network.processes[p].locations.ids()) tests_[first_[p] + q.value] = all[p].tests(q);
  }
  const auto is_unlimited = [](const ClockTest& test) { return test.lower == unlimited || test.upper == unlimited; };
  are_finite_ = std::none_of(tests_.begin(), tests_.end(),
                             [&](const auto& tests) { return std::ranges::any_of(tests, is_unlimited); });
}

std::vector<Diagonal> BoundsAnalysis::diagonals_both_ways() const {
  std::vector<Diagonal> result = diagonals_;
  for (const Diagonal& d : diagonals_) result.push_back(opposite(d));
  sort_out(result);
  return result;
}

// x := z + k makes z - y <= c - k of x - y <= c.
void BoundsAnalysis::close_under_copies(const Network& network) {
  constexpr std::size_t most_diagonals = 256;  // more would be compared with every stored zone
  const std::vector<ClockWrite> copies = clock_copies(network);
  std::set<Diagonal> known(diagonals_.begin(), diagonals_.end());
  std::vector<Diagonal> waiting = diagonals_;
  const auto add = [&](NetClockId x, NetClockId y, std::int64_t raw) {
    const bool fits = std::abs(raw) < std::int64_t{2} << 20;
    if (!fits || known.size() > most_diagonals) diagonals_known_ = false;
    else if (x != y && x != reference_net_clock && y != reference_net_clock &&
             known.insert({x, y, static_cast<std::int32_t>(raw)}).second)
      waiting.push_back({x, y, static_cast<std::int32_t>(raw)});
  };
  while (!waiting.empty() && diagonals_known_) {
    const Diagonal d = waiting.back();
    waiting.pop_back();
    for (const ClockWrite& copy : copies) {
      for (const NetClockId x : copy.targets) {
        for (const NetClockId z : copy.sources) {
          for (std::int64_t k = copy.low; k <= copy.high && diagonals_known_ && (x == d.x || x == d.y); ++k) {
            if (x == d.x) add(z, d.y, d.raw - 2 * k);
            if (x == d.y) add(d.x, z, d.raw + 2 * k);
          }
        }
      }
    }
  }
  if (diagonals_known_) diagonals_.assign(known.begin(), known.end());
}

void BoundsAnalysis::collect_diagonals(const Network& network, const std::vector<Diagonal>& query_diagonals) {
  constexpr std::int32_t most_values = 64;
  diagonals_ = query_diagonals;
  const auto add = [&](const ClockAtom& atom) {
    if (!is_diagonal(atom)) return;
    if (atom.bound_high - std::int64_t{atom.bound_low} >= most_values) {
      diagonals_known_ = false;
      return;
    }
    for (const NetClockId x : atom.x_candidates) {
      for (const NetClockId y : atom.y_candidates) {
        for (std::int32_t c = atom.bound_low; c <= atom.bound_high && x != y; ++c) {
          poll_limits();
          diagonals_.push_back({x, y, (atom.strict ? Bound::strict(c) : Bound::weak(c)).raw});
        }
      }
    }
  };
  for (const NetProcess& process : network.processes) {
    for (const NetLocation& location : process.locations) {
      for (const ClockAtom& atom : location.invariant.atoms) add(atom);
    }
  }
  for (const NetEdge& edge : network.edges) {
    const std::size_t before = diagonals_.size();
    for (const ClockAtom& atom : edge.guard.atoms) add(atom);
    if (!counts_both_ways(network, edge)) continue;
    for (std::size_t i = before, end = diagonals_.size(); i < end; ++i) diagonals_.push_back(opposite(diagonals_[i]));
  }
  sort_out(diagonals_);
  if (diagonals_.empty()) return;
  if (compares_stopped(network, diagonals_)) diagonals_known_ = false;
  close_under_copies(network);
  // What is left of x - y <= c when x or y is set to a constant k (0 <= k <= written): a test of the
  // other clock, which may happen anywhere.
  const auto written = written_constants(network);
  const auto largest = [&](NetClockId x) {
    const auto it = written.find(x);
    return it == written.end() ? 0 : it->second;
  };
  for (const Diagonal& d : diagonals_) {
    const std::int32_t c = d.raw >> 1;
    everywhere_.push_back({d.x, no_bound, std::max(0, c + largest(d.y))});  // y := k: x <= c + k
    everywhere_.push_back({d.y, std::max(0, largest(d.x) - c), no_bound});  // x := k: y >= k - c
  }
}

void collect_tests(const Network& network, const Predicate& predicate, QueryTests& tests) {
  QueryClockLocations places(network, predicate);
  for (std::uint32_t n = 0; n < predicate.nodes.size(); ++n) {
    if (predicate.nodes[n].kind != Predicate::Kind::atom) continue;
    const ClockAtom& atom = predicate.nodes[n].atom;
    // A predicate is evaluated with and without negation: each test counts both ways.
    for_each_test(atom, [&](NetClockId x, std::int32_t l, std::int32_t u) {
      poll_limits();
      const std::int32_t bound = std::max({l, u, 0});
      const std::optional<QueryClockLocations::Places> at = places.of(n, x);
      if (!at) tests.everywhere.push_back({x, bound, bound});
      else
        for (const LocationId q : at->locations) tests.placed.push_back({at->process, q, {x, bound, bound}});
    });
    if (!is_diagonal(atom)) continue;
    for (const NetClockId x : atom.x_candidates) {
      for (const NetClockId y : atom.y_candidates) {
        for (std::int32_t c = atom.bound_low; c <= atom.bound_high && x != y; ++c) {
          poll_limits();
          const Bound bound = atom.strict ? Bound::strict(c) : Bound::weak(c);
          tests.diagonals.push_back({x, y, bound.raw});
          tests.diagonals.push_back(opposite(tests.diagonals.back()));
        }
      }
    }
  }
}

}  // namespace orbita
