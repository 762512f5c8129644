// Bytecode for guards, updates, functions and query predicates.
//
// A stack machine over int32. Programs are sequences in one code array; a CodeRef
// is the position of the first instruction. Data addresses are segment plus
// offset: state slots, constants, or the frame (select variables, function
// parameters and locals). Reference parameters are addresses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace orbita {

struct Network;

using CodeRef = std::uint32_t;
inline constexpr CodeRef no_code = 0xffffffffu;
using Code = std::vector<std::uint32_t>;   // opcodes and operands; program.cpp knows the format

// What an update did to the clocks, in order: clock := constant, or clock := source + value.
struct ClockAction {
  std::uint32_t clock = 0;
  std::uint32_t source = 0;    // 0 (the reference clock): a constant
  std::int32_t value = 0;
  friend bool operator==(const ClockAction&, const ClockAction&) = default;
};

enum class RunError : std::uint8_t {
  none, division_by_zero, negative_shift, overflow, out_of_range, bad_index, negative_clock, step_limit,
  assertion, bad_rate, call_depth
};

struct Failure {
  RunError error = RunError::none;
  std::uint32_t site = 0;      // Network::error_sites
  std::int64_t value = 0;      // the offending value
  explicit operator bool() const { return error != RunError::none; }
};
std::string describe(const Network& network, const Failure& failure);

// Executes programs. Keeps its stack and frame between calls, so nothing allocates while
// exploring. One machine per thread.
class Machine {
 public:
  explicit Machine(const Network& network, std::uint64_t max_steps = 10'000'000);

  // Select and quantifier variables of the program about to run.
  void bind(std::uint32_t frame_cell, std::int32_t value) { frame_[frame_cell] = value; }

  // Leaves one value. On failure returns 0 and failure() tells.
  std::int32_t evaluate(CodeRef code, std::span<const std::int32_t> values);
  // Changes the slots in `values` (a whole discrete state) and appends clock actions. False on failure.
  bool execute(CodeRef code, std::span<std::int32_t> values, std::vector<ClockAction>& actions);

  const Failure& failure() const { return failure_; }
  void clear_failure() { failure_ = {}; }

 private:
  const Network& network_;
  std::uint64_t max_steps_;
  std::vector<std::int32_t> stack_;
  std::vector<std::int32_t> frame_;
  Failure failure_;
};

// Human-readable listing, for tests and for finding mistakes.
std::string disassemble(const Network& network, CodeRef code);

}  // namespace orbita
