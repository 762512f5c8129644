#include "cli/terminal/run_control.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

namespace orbita::cli {

namespace {

std::atomic<bool> end_requested{false};
std::atomic<bool> snapshot_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // so that a handler may write it

// What reading and compiling a model of ordinary size needs: smaller limits count for the states alone.
constexpr std::size_t least_working_memory = std::size_t{32} << 20;

void request_end(int signal) {
  if (end_requested.exchange(true)) ::_exit(128 + signal);
}

void request_snapshot(int) { snapshot_requested.store(true); }

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

// The first number in a file; nothing for "max" and for files that are not there.
void lower_to(std::uint64_t& bytes, const std::string& path) {
  std::ifstream in(path);
  std::uint64_t limit = 0;
  if (in >> limit && limit > 0) bytes = std::min(bytes, limit);
}

// Limits count for a control group and all groups above it.
void lower_to_cgroup(std::uint64_t& bytes) {
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("0::", 0) != 0) continue;
    for (std::string group = line.substr(3); !group.empty(); group.erase(group.rfind('/'))) {
      lower_to(bytes, "/sys/fs/cgroup" + group + "/memory.max");
    }
  }
  lower_to(bytes, "/sys/fs/cgroup/memory.max");
  lower_to(bytes, "/sys/fs/cgroup/memory/memory.limit_in_bytes");
}

}  // namespace

void watch_signals() {
  handle(SIGINT, request_end);
  handle(SIGTERM, request_end);
  handle(SIGUSR1, request_snapshot);
}

bool snapshot_wanted() { return snapshot_requested.exchange(false); }
bool end_wanted() { return end_requested.load(); }

void set_limits(Limits& limits) {
  limits.stop = &end_requested;
  if (limits.memory == std::numeric_limits<std::size_t>::max()) limits.memory = default_memory_limit();
  hold_process_to_memory(limits);
}

void hold_process_to_memory(Limits& limits) {
  limits.resident = std::max(limits.memory, resident_bytes() + least_working_memory);
}

std::size_t default_memory_limit() {
  std::uint64_t bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
  lower_to_cgroup(bytes);
  struct rlimit space {};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    bytes = std::min<std::uint64_t>(bytes, space.rlim_cur);
  }
  return static_cast<std::size_t>(bytes / 10 * 9);
}

}  // namespace orbita::cli
