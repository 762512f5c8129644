// When to take the transitions of a run: exact time stamps for an action sequence.
//
// Works on a neutral list of clock constraints and clock writes, so it knows
// nothing of automata and nothing of zones. The value of a clock at an event is
// (time of the event) - (time of its last write) + (what was written), so every
// constraint is a difference of two time stamps; the system is solved by
// Bellman-Ford. Strict bounds are exact: all numbers are scaled by S, at least
// the number of stamps, and T_i - T_j < c becomes S*T_i - S*T_j <= S*c - 1. A
// simple cycle has at most S edges, so a cycle of weight >= 1 stays >= 0, and a
// cycle of weight 0 with a strict edge becomes negative.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/rational.h"

namespace orbita {

// Clock x minus clock y is at most (strict: less than) `bound`. Clock 0 is always 0.
struct TimedBound {
  std::uint32_t x = 0, y = 0;
  std::int32_t bound = 0;
  bool strict = false;
};

// clock := value (source 0), or clock := source + value.
struct TimedWrite {
  std::uint32_t clock = 0;
  std::uint32_t source = 0;
  std::int32_t value = 0;
};

// A state of the run, from when it is entered to when it is left.
struct TimedStay {
  std::vector<TimedBound> invariant;  // holds on entry and when leaving
  bool may_delay = true;              // false: urgent, committed, or an urgent synchronisation is enabled
};

struct TimedStep {
  std::vector<TimedBound> guard;       // before the writes
  std::vector<TimedWrite> writes;      // in order
  TimedStay stay;                      // the state entered
  std::optional<Rational> delay = {};  // exactly this long after the step before; nullopt: any time
};

struct TimedRun {
  std::vector<std::int32_t> initial;  // value of every clock at time 0; initial[0] is clock 0
  TimedStay start;
  std::vector<TimedStep> steps;
  // The last state is observed at a moment that satisfies this; the moment may be later than the
  // last step. A run without steps and goal is observed at once.
  std::vector<TimedBound> goal;
};

// steps.size() + 2 stamps: 0 for the start, one per step, the moment of observation. The
// componentwise least solution of the scaled system: no run with these actions reaches the goal
// earlier, except for the arbitrarily small amounts that strict bounds ask for. Whole numbers when
// no bound is strict; otherwise the denominator divides `finer` times a power of ten, and every stamp is less than
// 1 / finer above what it could be if no bound were strict. nullopt: there is no
// such run. Throws std::overflow_error when the numbers leave 64 bits.
std::optional<std::vector<Rational>> solve_timing(const TimedRun& run, std::int64_t finer = 1);

// How long before a step one may wait.
struct DelayRange {
  Rational earliest;
  bool after = false;              // longer than `earliest`
  std::optional<Rational> latest;  // nullopt: as long as one likes
  bool before = false;             // shorter than `latest`
  bool contains(const Rational& delay) const;
};
std::string to_text(const DelayRange& range);  // "[2, 5)", "2", "(0, inf)"

// The delays before step `step` in all runs of this kind; nullopt: there is none. Throws like solve_timing.
std::optional<DelayRange> delay_range(const TimedRun& run, std::size_t step);

// Differences of consecutive stamps: the delay before every step, and the one before the observation.
std::vector<Rational> delays(const std::vector<Rational>& stamps);

}  // namespace orbita
