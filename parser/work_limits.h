// Ends work that takes too long or too much memory, in whatever phase it is.
//
//   const LimitScope scope({.until = now + 5s, .memory = 1 << 30, .stop = &interrupted});
//   for (…) poll_limits();  // throws LimitReached when it is time to end
//
// A scope holds for its thread, up to its end; the innermost one counts. Without one nothing is limited. This is how
// the loops of all folders can be ended without handing limits to each of them.
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

// What ended work before it was done.
enum class StopReason : std::uint8_t {
  none,
  time,
  memory,         // the limit
  out_of_memory,  // no limit, but there was no more
  states,
  interrupted,     // the user wants the end
  clock_range,     // a clock bound leaves the range of zones
  hash_collisions  // explored, but states told apart by hash only may have been missed
};
// "time limit", "memory limit", "out of memory", …; "" for none.
const char* to_text(StopReason reason);

struct Stop {
  StopReason reason = StopReason::none;
  std::string phase;  // what was going on: "compiling the model"; "" : the exploration

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

// The limits of this thread; those of a thread that is started are to be handed on.
WorkLimits current_limits();

// Throws LimitReached if the work should end. Looks at the clock, and every few milliseconds at the memory.
void check_limits();

// The same for loops whose rounds take less than some 50 microseconds: looks up every now and then.
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

// Throws AllocationRefused if so many bytes more would be too many.
void check_allocation(std::size_t bytes);

// Bytes of the process that are in memory; 0 where that cannot be told.
std::size_t resident_bytes();

// Does the work; LimitReached thrown by it names this phase.
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
