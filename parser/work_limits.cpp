#include "parser/work_limits.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>

namespace orbita {

namespace {

using Clock = std::chrono::steady_clock;

// Asking the system takes some microseconds; in this time a program may fill a few megabytes.
constexpr auto between_memory_looks = std::chrono::milliseconds(4);

constinit thread_local const WorkLimits* innermost = nullptr;
constinit thread_local Clock::time_point next_memory_look{};

}  // namespace

const char* to_text(StopReason reason) {
  switch (reason) {
    case StopReason::none: return "";
    case StopReason::time: return "time limit";
    case StopReason::memory: return "memory limit";
    case StopReason::out_of_memory: return "out of memory";
    case StopReason::states: return "state limit";
    case StopReason::interrupted: return "interrupted";
    case StopReason::clock_range: return "a clock bound exceeds 2^29";
    case StopReason::hash_collisions: return "under-approximation: states are told apart by hash only";
  }
  return "";
}

std::string Stop::text() const {
  const std::string what = to_text(reason);
  return phase.empty() ? what : what + ", while " + phase;
}

StopReason reason_of(const std::bad_alloc& problem) {
  const bool is_limit = dynamic_cast<const AllocationRefused*>(&problem) != nullptr;
  return is_limit ? StopReason::memory : StopReason::out_of_memory;
}

LimitScope::LimitScope(const WorkLimits& limits) : limits_(limits), outer_(innermost) {
  innermost = &limits_;
  internal::polls_left = 0;
}

LimitScope::~LimitScope() { innermost = outer_; }

WorkLimits current_limits() { return innermost != nullptr ? *innermost : WorkLimits{}; }

void check_limits() {
  if (innermost == nullptr) return;
  if (innermost->stop != nullptr && innermost->stop->load(std::memory_order_relaxed))
    throw LimitReached(StopReason::interrupted);
  const Clock::time_point now = Clock::now();
  if (now > innermost->until) throw LimitReached(StopReason::time);
  if (now < next_memory_look || innermost->memory == std::numeric_limits<std::size_t>::max()) return;
  next_memory_look = now + between_memory_looks;
  if (resident_bytes() > innermost->memory) throw LimitReached(StopReason::memory);
}

void check_allocation(std::size_t bytes) {
  if (innermost == nullptr || innermost->memory == std::numeric_limits<std::size_t>::max()) return;
  if (bytes > innermost->memory || resident_bytes() > innermost->memory - bytes) throw AllocationRefused();
}

std::size_t resident_bytes() {
  static const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t count = ::read(file, text, sizeof text);
  ::close(file);
  // "size resident shared …", in pages.
  const char* const end = text + (count > 0 ? count : 0);
  const char* at = text;
  while (at != end && *at != ' ') ++at;
  std::size_t pages = 0;
  if (at != end) std::from_chars(at + 1, end, pages);
  return pages * page;
}

}  // namespace orbita
