// Ends work that takes too long or too much memory, in any phase.
//
//   const LimitScope scope({.until = now + 5s, .memory = 1 << 30, .stop = &interrupted});
//   for (…) poll_limits();  // throws LimitReached when it is time to end
//
// A scope holds for its thread, up to its end; the innermost scope counts. Without a scope nothing is limited. So the
// loops of all folders can be ended without passing limits to each of them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace orbita {

// Why work ended early.
enum class StopReason : std::uint8_t {
  none,
  time,
  memory,         // the limit was reached
  out_of_memory,  // no limit, but an allocation failed
  states,
  interrupted,     // by the user
  clock_range,     // a clock bound exceeds the range of zones
  hash_collisions  // explored fully, but hash collisions may have hidden states
};
// "time limit", "memory limit", "out of memory", …; "" for none.
const char* to_text(StopReason reason);

struct Stop {
  StopReason reason = StopReason::none;
  std::string phase;  // "compiling the model"; "": the exploration

  bool empty() const { return reason == StopReason::none; }
  std::string text() const;  // "time limit, while compiling the model"; "" for none
};

// Thrown in the middle of work; what() is Stop::text().
class LimitReached : public std::runtime_error {
 public:
  explicit LimitReached(StopReason reason) : LimitReached(Stop{reason, ""}) {}
  explicit LimitReached(Stop stop) : std::runtime_error(stop.text()), stop_(std::move(stop)) {}
  const Stop& stop() const { return stop_; }

 private:
  Stop stop_;
};

// A large allocation would have passed the memory limit (cli/terminal/large_allocations.cpp).
class AllocationRefused : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return to_text(StopReason::memory); }
};

// `memory` or `out_of_memory`.
StopReason reason_of(const std::bad_alloc& problem);

struct WorkLimits {
  using Time = std::chrono::steady_clock::time_point;
  Time until = Time::max();
  std::size_t memory = std::numeric_limits<std::size_t>::max();  // bytes of the whole process
  const std::atomic<bool>* stop = nullptr;                       // set by a signal
};

class LimitScope {
 public:
  explicit LimitScope(const WorkLimits& limits);
  ~LimitScope();
  LimitScope(const LimitScope&) = delete;
  LimitScope& operator=(const LimitScope&) = delete;

 private:
  const WorkLimits limits_;
  const WorkLimits* outer_;
};

// The limits of this thread; a thread that starts another has to pass them on.
WorkLimits current_limits();

// Throws LimitReached if the work should end. Reads the clock, and every few milliseconds the memory use.
void check_limits();

// The same for loops with iterations under about 50 microseconds: checks only now and then.
namespace internal {
inline constinit thread_local int polls_left = 0;
inline constexpr int polls_between_looks = 1024;
}  // namespace internal
inline void poll_limits() {
  if (--internal::polls_left >= 0) [[likely]]
    return;
  internal::polls_left = internal::polls_between_looks;
  check_limits();
}

// Throws AllocationRefused if this many more bytes would exceed the limit.
void check_allocation(std::size_t bytes);

// Resident bytes of the process; 0 where unknown.
std::size_t resident_bytes();

// Runs the work; a LimitReached it throws names this phase.
template <class Work>
auto during(const char* phase, Work&& work) {
  const auto named = [phase](Stop stop) {
    stop.phase += (stop.phase.empty() ? "" : ", while ") + std::string(phase);
    return LimitReached(std::move(stop));
  };
  try {
    return work();
  } catch (const LimitReached& limit) {
    throw named(limit.stop());
  } catch (const std::bad_alloc& problem) {
    throw named({reason_of(problem), ""});
  }
}

}  // namespace orbita
