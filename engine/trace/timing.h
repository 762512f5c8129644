// Exact time stamps for the transitions of a run.
//
// Works on a neutral list of clock constraints and clock writes, independent of automata and zones. The value of a
// clock at an event is (time of the event) - (time of its last write) + (value written), so every constraint is a
// difference of two time stamps; the system is solved by Bellman-Ford. Strict bounds are exact: all numbers are scaled
// by S, at least the number of stamps, and T_i - T_j < c becomes S*T_i - S*T_j <= S*c - 1. A simple cycle has at most S
// edges, so a cycle of weight >= 1 stays >= 0, and a cycle of weight 0 with a strict edge becomes negative.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/rational.h"

namespace orbita {

// Clock x minus clock y is at most (strict: less than) `bound`. Clock 0 is always 0.
struct TimedBound {
  NetClockId x = reference_net_clock, y = reference_net_clock;
  std::int32_t bound = 0;
  bool strict = false;
};

// clock := value (source 0), or clock := source + value.
struct TimedWrite {
  NetClockId clock = reference_net_clock;
  NetClockId source = reference_net_clock;
  std::int32_t value = 0;
};

// A state of the run, from entry to exit.
struct TimedStay {
  std::vector<TimedBound> invariant;  // holds on entry and on exit
  bool may_delay = true;              // false: urgent, committed, or an urgent synchronisation is enabled
};

struct TimedStep {
  std::vector<TimedBound> guard;       // before the writes
  std::vector<TimedWrite> writes;      // in order
  TimedStay stay;                      // the state entered
  std::optional<Rational> delay = {};  // exactly this long after the previous step; nullopt: any time
};

struct TimedRun {
  std::vector<std::int32_t> initial;  // value of every clock at time 0; initial[0] is clock 0
  TimedStay start;
  std::vector<TimedStep> steps;
  // The last state is observed at a moment that satisfies this; the moment may be later than the last step. A run
  // without steps and goal is observed at time 0.
  std::vector<TimedBound> goal;
};

// steps.size() + 2 stamps: 0 for the start, one per step, the moment of observation. The componentwise least solution
// of the scaled system: no run with these actions reaches the goal earlier, except for the arbitrarily small amounts
// that strict bounds require. Whole numbers if no bound is strict; otherwise the denominator divides `finer` times a
// power of ten, and every stamp is less than 1 / finer above its value for non-strict bounds. nullopt: there is no such
// run. Throws std::overflow_error if the numbers exceed 64 bits.
std::optional<std::vector<Rational>> solve_timing(const TimedRun& run, std::int64_t finer = 1);

// The possible delays before a step.
struct DelayRange {
  Rational earliest;
  bool after = false;              // longer than `earliest`
  std::optional<Rational> latest;  // nullopt: unbounded
  bool before = false;             // shorter than `latest`
  bool contains(const Rational& delay) const;
};
std::string to_text(const DelayRange& range);  // "[2, 5)", "2", "(0, inf)"

// The delays before step `step` in all timings of the run; nullopt: there is none. Throws like solve_timing.
std::optional<DelayRange> delay_range(const TimedRun& run, std::size_t step);

// Differences of consecutive stamps: the delay before every step, and the delay before the observation.
std::vector<Rational> delays(const std::vector<Rational>& stamps);

}  // namespace orbita
