// Limits that end a run before the verdict: time, memory, states, or the user.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <string>

#include "dbm/bound.h"
#include "parser/work_limits.h"

namespace orbita {

// A snapshot of a long run, for progress displays.
struct Progress {
  std::uint64_t stored = 0, explored = 0, waiting = 0, transitions = 0;
  std::size_t memory = 0;
  double seconds = 0;
  double orbit_mean = 0;  // estimated mean orbit size of a stored state; 0: unknown
};

// During a step LimitReached is thrown (parser/work_limits.h); between steps a Watch reports why the run has to end.
struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::size_t memory = std::numeric_limits<std::size_t>::max();        // bytes the exploration may use
  std::size_t resident = std::numeric_limits<std::size_t>::max();      // bytes of the whole process
  std::uint64_t states = std::numeric_limits<std::uint64_t>::max();    // stored
  std::uint64_t explored = std::numeric_limits<std::uint64_t>::max();  // few may be stored, many replaced
  const std::atomic<bool>* stop = nullptr;                             // set by Ctrl-C
  std::function<void()> begin;                                         // called when a prepared run begins
  std::function<void(const Progress&)> progress;                       // called every 100 ms or so
  // Start of the time limit; nullopt: the start of each run. Several explorations of one call share it.
  std::optional<std::chrono::steady_clock::time_point> since;

  // Seconds since `since`.
  double passed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since.value()).count();
  }
  // Throws LimitReached if a step that uses this much memory should not go on.
  void check(std::size_t bytes) const {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) throw LimitReached(StopReason::interrupted);
    if (since && passed() > seconds) throw LimitReached(StopReason::time);
    if (bytes > memory) throw LimitReached(StopReason::memory);
  }
  // The same limits for a LimitScope around the whole call.
  WorkLimits work() const {
    constexpr double endless = 1e9;
    WorkLimits result{WorkLimits::Time::max(), resident, stop};
    if (since && seconds < endless) {
      result.until = *since + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::chrono::duration<double>(seconds));
    }
    return result;
  }
};

// Runs a step that a limit may interrupt; returns the limit that did, if any.
template <class Step>
Stop limit_met_by(Step step) {
  try {
    step();
  } catch (const LimitReached& limit) {
    return limit.stop();
  } catch (const BoundOverflow&) {
    return {StopReason::clock_range, ""};
  } catch (const std::bad_alloc& problem) {
    return {reason_of(problem), ""};
  }
  return {};
}

// Watches the limits of one run; cheap enough (one clock reading) to be asked for every state.
class Watch {
 public:
  explicit Watch(const Limits& limits) : limits_(limits), start_(std::chrono::steady_clock::now()), last_(start_) {
    if (limits.begin) limits.begin();
  }

  // Why the run has to end; `none` to go on.
  StopReason check(const Progress& progress) {
    if (reason_ == StopReason::none) poll(progress);
    return reason_;
  }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  Stop stop() const { return {reason_, ""}; }

 private:
  void poll(Progress progress) {
    const auto now = std::chrono::steady_clock::now();
    progress.seconds = std::chrono::duration<double>(now - start_).count();
    if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) reason_ = StopReason::interrupted;
    const double passed = std::chrono::duration<double>(now - limits_.since.value_or(start_)).count();
    if (passed > limits_.seconds) reason_ = StopReason::time;
    if (progress.memory > limits_.memory || is_process_too_large(now)) reason_ = StopReason::memory;
    if (progress.stored > limits_.states || progress.explored > limits_.explored) reason_ = StopReason::states;
    if (limits_.progress && now - last_ > std::chrono::milliseconds(100)) {
      last_ = now;
      limits_.progress(progress);
    }
  }

  bool is_process_too_large(std::chrono::steady_clock::time_point now) {
    if (now < next_memory_look_ || limits_.resident == std::numeric_limits<std::size_t>::max()) return false;
    next_memory_look_ = now + std::chrono::milliseconds(4);
    return resident_bytes() > limits_.resident;
  }

  const Limits& limits_;
  std::chrono::steady_clock::time_point start_, last_, next_memory_look_{};
  StopReason reason_ = StopReason::none;
};

}  // namespace orbita
