// Breakdown of an exploration's time by phase.
//
// Reading the clock is expensive, so only every sixteenth expansion is timed: the shares are estimates.
#pragma once

#include <chrono>
#include <cstdint>

namespace orbita {

struct PhaseTimes {
  double successors = 0;       // seconds: transitions and their effect on zones
  double representatives = 0;  // of symmetric states
  double store = 0;            // searching for covers, storing states, testing goals

  static bool is_timed(std::uint64_t expansion) { return expansion % 16 == 1; }
  double sum() const { return successors + representatives + store; }
  PhaseTimes& operator+=(const PhaseTimes& more) {
    successors += more.successors;
    representatives += more.representatives;
    store += more.store;
    return *this;
  }
};

// Adds its lifetime to a phase; does nothing if given no phase.
class Timed {
 public:
  explicit Timed(double* into) : into_(into) {
    if (into_ != nullptr) start_ = std::chrono::steady_clock::now();
  }
  ~Timed() {
    if (into_ != nullptr) *into_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double* into_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace orbita
