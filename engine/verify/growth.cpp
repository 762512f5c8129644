#include "engine/verify/growth.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "dbm/dbm.h"
#include "engine/base/limits.h"
#include "engine/semantics/shape.h"

namespace orbita {

namespace {

template <class Clock>
bool is_among(Clock clock, const std::vector<Clock>& clocks) {
  return std::find(clocks.begin(), clocks.end(), clock) != clocks.end();
}

// What the tests and writes of a model do with one clock.
class Use {
 public:
  explicit Use(NetClockId clock) : clock_(clock) {}

  void add(const Condition& condition) {
    for (const ClockAtom& atom : condition.atoms) {
      const bool left = is_among(clock_, atom.x_candidates), right = is_among(clock_, atom.y_candidates);
      if (!left && !right) continue;
      only_tested_ &= is_reference(left ? atom.y_candidates : atom.x_candidates);
      for (const std::int64_t bound : {atom.bound_low, atom.bound_high}) largest_ = std::max(largest_, std::abs(bound));
    }
  }
  void add(const std::vector<ClockWrite>& writes) {
    for (const ClockWrite& write : writes) {
      only_tested_ &= !is_among(clock_, write.sources);
      if (!is_among(clock_, write.targets)) continue;
      only_tested_ &= !write.from_clock;
      largest_ = std::max<std::int64_t>(largest_, write.high);
    }
  }
  std::optional<std::int64_t> largest() const { return only_tested_ ? std::optional(largest_) : std::nullopt; }

 private:
  static bool is_reference(const std::vector<NetClockId>& clocks) {
    return std::all_of(clocks.begin(), clocks.end(), [](NetClockId x) { return x == reference_net_clock; });
  }

  NetClockId clock_;
  bool only_tested_ = true;
  std::int64_t largest_ = 0;
};

// No test of the model compares the clock with more than this, and nothing sets it to more; at least 0. Nothing where
// the clock is more than tested and set: compared with another clock, copied, stopped, or moved by permutations.
std::optional<std::int32_t> largest_test(const Network& network, NetClockId clock) {
  if (network.has_stopwatches || !network.clocks[clock].indices.empty()) return std::nullopt;
  Use use(clock);
  for (const NetProcess& process : network.processes) {
    for (const NetLocation& location : process.locations) use.add(location.invariant);
  }
  for (const NetEdge& edge : network.edges) {
    use.add(edge.guard);
    use.add(edge.clock_writes);
  }
  use.add(network.hook_clock_writes);
  const std::optional<std::int64_t> largest = use.largest();
  if (!largest || *largest >= 1 << 28) return std::nullopt;  // beyond what zones can tell
  return static_cast<std::int32_t>(*largest);
}

using Clocks = std::vector<ClockIndex>;  // of a zone

// Does `to` contain `from` with these clocks higher by some whole number, the same for all?
bool contains_higher(const Zone& to, const Zone& from, const Clocks& raised) {
  std::int64_t higher = 1;  // at least what the lower bounds ask for
  for (const ClockIndex x : raised) {
    for (ClockIndex y{0}; y.value < from.dimension(); ++y.value) {
      const Bound before = from(y, x), after = to(y, x);
      if (after.is_infinite() || is_among(y, raised)) continue;
      if (before.is_infinite()) return false;
      higher = std::max(higher, (std::int64_t{before.raw} - after.raw + 1) / 2);
    }
  }
  Zone result = from;
  for (const ClockIndex x : raised) {
    if (!result.shift(x, static_cast<std::int32_t>(higher))) return false;
  }
  return to.includes(result);
}

// Paths that are followed again by valuations beyond every test.
class Growth {
 public:
  Growth(ZoneGraph& graph, const std::vector<SymbolicState>& path, NetClockId clock)
      : graph_(graph), path_(path), clock_(clock), largest_tests_(graph.network().clocks.size()) {
    for (const NetClockId x : graph.network().proper_clocks()) largest_tests_[x] = largest_test(graph.network(), x);
  }

  bool run() {
    if (!largest_tests_[clock_]) return false;
    const std::size_t last_ends = path_.size() - std::min(path_.size(), most_ends);
    for (std::size_t end = path_.size(); end-- > last_ends;) {
      std::size_t tried = 0;
      for (std::size_t begin = end; begin-- > 0 && tried < most_beginnings;) {
        if (path_[begin].discrete != path_[end].discrete) continue;
        ++tried;
        choose_raised(begin, end);
        if (contains_higher(zone(path_[end]), zone(path_[begin]), positions(path_[end])) && repeats(begin, end))
          return true;
        if (steps_ > most_steps) return false;
      }
    }
    return false;
  }

 private:
  // What is looked at and done at most: paths may be long.
  static constexpr std::size_t most_ends = 32, most_beginnings = 32, most_steps = 4096;

  Zone zone(const SymbolicState& state) const { return graph_.zones().zone(state.zone); }
  ClockIndex position(const SymbolicState& state, NetClockId clock) const {
    return zone_position(graph_.shape(state.discrete), clock);
  }
  Clocks positions(const SymbolicState& state) const {
    Clocks result;
    for (const NetClockId x : raised_) result.push_back(position(state, x));
    return result;
  }

  // The clock, and others that grew with it.
  void choose_raised(std::size_t begin, std::size_t end) {
    const Zone from = zone(path_[begin]), to = zone(path_[end]);
    const ClockIndex x = position(path_[end], clock_);
    raised_ = {clock_};
    for (const NetClockId other : graph_.shape(path_[end].discrete).clocks) {
      const ClockIndex y = position(path_[end], other);
      const bool moved =
          from(reference_clock, y) != to(reference_clock, y) || from(y, reference_clock) != to(y, reference_clock);
      const bool together = from(x, y) == to(x, y) && from(y, x) == to(y, x);
      if (y != x && moved && together && largest_tests_[other]) raised_.push_back(other);
    }
  }

  bool repeats(std::size_t begin, std::size_t end) {
    Zone from = zone(path_[begin]);
    for (const NetClockId x : raised_) {
      if (!from.constrain(more_than(position(path_[begin], x), *largest_tests_[x]))) return false;
    }
    const SymbolicState start{path_[begin].discrete, graph_.zones().intern(from)};
    const std::optional<SymbolicState> again = follow(start, begin, end, raised_);
    if (!again || !contains_higher(zone(*again), from, positions(*again))) return false;
    return follow(*again, end, path_.size() - 1, {clock_}).has_value();  // where the others are set, that is forgotten
  }

  // Where the discrete states of the path lead from `state` while these clocks stay beyond every test.
  std::optional<SymbolicState> follow(SymbolicState state, std::size_t from, std::size_t to,
                                      const std::vector<NetClockId>& clocks) {
    std::vector<SymbolicState> targets;
    for (std::size_t i = from + 1; i <= to; ++i) {
      if (++steps_ > most_steps) return std::nullopt;
      targets.clear();
      graph_.expand(state, targets);
      std::optional<SymbolicState> highest;
      for (const SymbolicState& target : targets) {
        if (target.discrete != path_[i].discrete || !is_beyond(target, clocks)) continue;
        if (!highest || reaches_higher(target, *highest)) highest = target;
      }
      if (!highest) return std::nullopt;
      state = *highest;
    }
    return state;
  }

  // Then they were not set by the last transition either: they could still have that value.
  bool is_beyond(const SymbolicState& state, const std::vector<NetClockId>& clocks) const {
    const Zone valuations = zone(state);
    return std::all_of(clocks.begin(), clocks.end(), [&](NetClockId x) {
      const ClockIndex at = position(state, x);
      return at != none && valuations(reference_clock, at) <= Bound::strict(-*largest_tests_[x]);
    });
  }
  bool reaches_higher(const SymbolicState& a, const SymbolicState& b) const {
    return zone(a)(position(a, clock_), reference_clock) > zone(b)(position(b, clock_), reference_clock);
  }

  ZoneGraph& graph_;
  const std::vector<SymbolicState>& path_;
  NetClockId clock_;
  IdVector<NetClockId, std::optional<std::int32_t>> largest_tests_;
  std::vector<NetClockId> raised_;
  std::size_t steps_ = 0;
};

}  // namespace

bool grows_for_ever(ZoneGraph& graph, const std::vector<SymbolicState>& path, NetClockId clock) {
  try {
    return Growth(graph, path, clock).run();
  } catch (const LimitReached&) {
    return false;  // the next exploration reports it
  } catch (const BoundOverflow&) {
    return false;
  }
}

}  // namespace orbita
