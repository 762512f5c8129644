#include "engine/trace/timing.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "parser/work_limits.h"

namespace orbita {

namespace {

// Given delays may be fractions: all numbers are multiples of 1 / their common denominator.
std::int64_t common_denominator(const TimedRun& run) {
  std::int64_t unit = 1;
  for (const TimedStep& step : run.steps) {
    if (!step.delay) continue;
    const std::int64_t other = step.delay->denominator();
    if (__builtin_mul_overflow(unit, other / std::gcd(unit, other), &unit))
      throw std::overflow_error("time stamps leave 64 bits");
  }
  return unit;
}

// Stamp `later` is at least stamp `earlier` plus gap (more if strict); in units of 1 / common denominator.
struct Gap {
  std::size_t earlier = 0, later = 0;
  std::int64_t gap = 0;
  bool strict = false;
};

// The last write of a clock: value at time t is t - T[event] + value.
struct LastWrite {
  std::size_t event = 0;
  std::int64_t value = 0;
};

class System {
 public:
  explicit System(const TimedRun& run) : run_(run), stamps_(run.steps.size() + 2), unit_(common_denominator(run)) {
    for (const std::int32_t value : run.initial) writes_.push_back({0, value});
    build();
  }

  std::optional<std::vector<Rational>> solve(std::int64_t finer) {
    if (contradiction_) return std::nullopt;
    const bool strict = std::any_of(gaps_.begin(), gaps_.end(), [](const Gap& g) { return g.strict; });
    const std::int64_t scale = strict ? finer * scale_for(stamps_) : 1;
    const auto times = least_solution(scale);
    if (!times) return std::nullopt;
    assert(std::ranges::all_of(gaps_, [&](const Gap& gap) {
      return (*times)[gap.later] - (*times)[gap.earlier] >= gap.gap * scale + (gap.strict ? 1 : 0);
    }));
    std::vector<Rational> result;
    for (const std::int64_t time : *times) result.emplace_back(time, product(scale, unit_));
    return result;
  }

  // The least and the largest difference of two stamps are longest paths between them, in either direction.
  std::optional<DelayRange> range(std::size_t step) const {
    const std::int64_t scale = scale_for(stamps_);
    if (contradiction_ || !least_solution(scale)) return std::nullopt;
    DelayRange result;
    const std::int64_t there = *longest_path(scale, step, step + 1);
    result.earliest = Rational(whole_part(there, scale), unit_);
    result.after = whole_part(there, scale) * scale != there;
    if (const std::optional<std::int64_t> back = longest_path(scale, step + 1, step)) {
      result.latest = Rational(-whole_part(*back, scale), unit_);
      result.before = whole_part(*back, scale) * scale != *back;
    }
    return result;
  }

 private:
  void build() {
    stay(run_.start, 0);
    for (std::size_t k = 0; k < run_.steps.size(); ++k) {
      const TimedStep& step = run_.steps[k];
      require_all(step.guard, k + 1);
      for (const TimedWrite& write : step.writes) apply(write, k + 1);
      if (step.delay) {
        const std::int64_t delay = product(step.delay->numerator(), unit_ / step.delay->denominator());
        at_least(k, k + 1, delay, false);
        at_least(k + 1, k, -delay, false);
      }
      stay(step.stay, k + 1);
    }
    require_all(run_.goal, stamps_ - 1);
  }

  // The state entered at `event` and left at the next one.
  void stay(const TimedStay& stay, std::size_t event) {
    require_all(stay.invariant, event);
    require_all(stay.invariant, event + 1);
    at_least(event, event + 1, 0, false);
    if (!stay.may_delay) at_least(event + 1, event, 0, false);
  }

  void apply(const TimedWrite& write, std::size_t event) {
    assert(write.clock != reference_net_clock && writes_.contains(write.clock));
    if (write.source == reference_net_clock) {
      writes_[write.clock] = {event, write.value};
      return;
    }
    writes_[write.clock] = writes_[write.source];
    writes_[write.clock].value += write.value;
    if (write.value < 0) require({reference_net_clock, write.clock, 0, false}, event);  // clocks are never negative
  }

  void require_all(const std::vector<TimedBound>& bounds, std::size_t event) {
    for (const TimedBound& bound : bounds) require(bound, event);
  }

  // value(x) - value(y) <= bound, where clock 0 counts as written now with value 0.
  void require(const TimedBound& bound, std::size_t event) {
    poll_limits();
    const LastWrite x = last_write(bound.x, event), y = last_write(bound.y, event);
    // T[y] - T[x] <= bound - x.value + y.value
    at_least(y.event, x.event, product(x.value - y.value - bound.bound, unit_), bound.strict);
  }

  static std::int64_t product(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result)) throw std::overflow_error("time stamps leave 64 bits");
    return result;
  }
  static std::int64_t whole_part(std::int64_t value, std::int64_t scale) {
    return value / scale - (value % scale < 0 ? 1 : 0);
  }

  LastWrite last_write(NetClockId clock, std::size_t event) const {
    assert(writes_.contains(clock));
    return clock == reference_net_clock ? LastWrite{event, 0} : writes_[clock];
  }

  void at_least(std::size_t earlier, std::size_t later, std::int64_t gap, bool strict) {
    if (earlier == later) {
      if (gap > 0 || (gap == 0 && strict)) contradiction_ = true;
      return;
    }
    gaps_.push_back({earlier, later, gap, strict});
  }

  // Any scale of at least the number of stamps is exact; powers of ten are readable.
  static std::int64_t scale_for(std::size_t stamps) {
    std::int64_t scale = 10;
    while (static_cast<std::size_t>(scale) < stamps) scale *= 10;
    return scale;
  }

  // Longest paths from stamp 0, sweeping the gaps forwards and backwards in turn: almost all of them lead to a nearby
  // stamp, so few sweeps are needed.
  std::optional<std::vector<std::int64_t>> least_solution(std::int64_t scale) const {
    std::vector<std::int64_t> times(stamps_, 0);
    for (std::size_t round = 0; round <= stamps_; ++round) {
      bool changed = false;
      for (const Gap& gap : gaps_) changed |= raise(times, gap, scale);
      for (auto gap = gaps_.rbegin(); gap != gaps_.rend(); ++gap) changed |= raise(times, *gap, scale);
      if (times[0] > 0) return std::nullopt;
      if (!changed) return times;
    }
    return std::nullopt;
  }

  // The sum of the gaps along a path, if there is one. Only for solvable systems: then no cycle is positive.
  std::optional<std::int64_t> longest_path(std::int64_t scale, std::size_t from, std::size_t to) const {
    std::vector<std::int64_t> longest(stamps_, unreached);
    longest[from] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Gap& gap : gaps_) changed |= raise(longest, gap, scale);
      for (auto gap = gaps_.rbegin(); gap != gaps_.rend(); ++gap) changed |= raise(longest, *gap, scale);
    }
    return longest[to] == unreached ? std::nullopt : std::optional(longest[to]);
  }

  static bool raise(std::vector<std::int64_t>& times, const Gap& gap, std::int64_t scale) {
    poll_limits();
    std::int64_t needed = 0;
    if (times[gap.earlier] == unreached) return false;
    if (__builtin_mul_overflow(gap.gap, scale, &needed) ||
        __builtin_add_overflow(needed, gap.strict ? 1 : 0, &needed) ||
        __builtin_add_overflow(needed, times[gap.earlier], &needed)) {
      throw std::overflow_error("time stamps leave 64 bits");
    }
    if (times[gap.later] >= needed) return false;
    times[gap.later] = needed;
    return true;
  }

  static constexpr std::int64_t unreached = std::numeric_limits<std::int64_t>::min();

  const TimedRun& run_;
  std::size_t stamps_;
  std::int64_t unit_;
  IdVector<NetClockId, LastWrite> writes_;  // per clock, at the event being built
  std::vector<Gap> gaps_;
  bool contradiction_ = false;
};

}  // namespace

std::optional<std::vector<Rational>> solve_timing(const TimedRun& run, std::int64_t finer) {
  return System(run).solve(finer);
}

std::optional<DelayRange> delay_range(const TimedRun& run, std::size_t step) { return System(run).range(step); }

bool DelayRange::contains(const Rational& delay) const {
  if (delay < earliest || (after && delay == earliest)) return false;
  return !latest || delay < *latest || (!before && delay == *latest);
}

std::string to_text(const DelayRange& range) {
  if (range.latest && range.earliest == *range.latest) return to_text(range.earliest);
  return (range.after ? "(" : "[") + to_text(range.earliest) + ", " + (range.latest ? to_text(*range.latest) : "inf") +
         (range.latest && !range.before ? "]" : ")");
}

std::vector<Rational> delays(const std::vector<Rational>& stamps) {
  std::vector<Rational> result;
  for (std::size_t i = 1; i < stamps.size(); ++i) result.push_back(stamps[i] - stamps[i - 1]);
  return result;
}

}  // namespace orbita
