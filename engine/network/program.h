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

#include "engine/base/ids.h"
#include "parser/source.h"

namespace orbita {

struct Network;
class PartialRow;  // engine/network/partial_row.h

using CodeRef = std::uint32_t;
inline constexpr CodeRef no_code = 0xffffffffu;
using Code = std::vector<std::uint32_t>;  // opcodes and operands; program.cpp knows the format

// What an update did to the clocks, in order: clock := constant, or clock := source + value.
struct ClockAction {
  NetClockId clock = reference_net_clock;
  NetClockId source = reference_net_clock;  // 0 (the reference clock): a constant
  std::int32_t value = 0;
  friend bool operator==(const ClockAction&, const ClockAction&) = default;
};

// Programs have clocks as plain numbers, as operands and on the stack.
constexpr NetClockId clock_numbered(std::int64_t number) { return {static_cast<std::uint32_t>(number)}; }

enum class RunError : std::uint8_t {
  none,
  division_by_zero,
  negative_shift,
  overflow,
  out_of_range,
  bad_index,
  negative_clock,
  step_limit,
  assertion,
  bad_rate,
  negative_exponent,
  no_integer
};

// A runtime error's place: the span, and what can go wrong there.
struct ErrorSite {
  Span span;
  std::int32_t low = 0, high = 0;  // the allowed range, where there is one
};

// Programs and what they refer to. Those of queries (QueryCompiler) begin with all of the network's, so
// that a position in the network's programs means the same in both.
struct Programs {
  Code code;
  std::vector<std::int32_t> constants;  // constant arrays, address tables
  std::vector<ErrorSite> error_sites;
  std::uint32_t frame_size = 0, stack_size = 0, call_depth = 0;  // the most a Machine needs
};

struct Failure {
  RunError error = RunError::none;
  std::uint32_t site = 0;  // Programs::error_sites
  std::int64_t value = 0;  // the offending value
  explicit operator bool() const { return error != RunError::none; }
};
std::string describe(const Programs& programs, const Failure& failure);

// Which values of a state programs looked at and changed.
class AccessLog {
 public:
  void clear(std::size_t size);  // for states of this size
  void read(std::uint32_t value);
  void write(std::uint32_t value);
  bool was_written(std::uint32_t value) const { return (mark_[value] & is_written) != 0; }
  bool was_read(std::uint32_t value) const { return (mark_[value] & is_read) != 0; }

  std::vector<std::uint32_t> reads;   // not written before; in order
  std::vector<std::uint32_t> writes;  // in order of the first write
  bool outside = false;               // an index led out of the state

 private:
  static constexpr std::uint8_t is_read = 1, is_written = 2;
  std::vector<std::uint8_t> mark_;
};

// Executes programs. Keeps its stack and frame between calls, so nothing allocates while
// exploring. One machine per thread. Functions cannot recurse, so every parameter, local and bound
// variable has a fixed frame cell, and stack and frame sizes are known from compiling. While a
// QueryCompiler adds programs they may grow, and the next run makes room.
class Machine {
 public:
  // Runs the network's own programs …
  explicit Machine(const Network& network, std::uint64_t max_steps = 10'000'000);
  // … and from now on these, which must begin with them and outlive the machine's use of them.
  void load(const Programs& programs);

  // Select variables of the programs about to run; they stay bound until bound again.
  void bind(std::uint32_t frame_cell, std::int32_t value) { frame_[frame_cell] = value; }

  // Leaves one value. On failure returns 0 and failure() tells.
  std::int32_t evaluate(CodeRef code, std::span<const std::int32_t> values);
  // Changes the slots in `values` (a whole discrete state) and appends clock actions. False on failure.
  bool execute(CodeRef code, std::span<std::int32_t> values, std::vector<ClockAction>& actions);

  // Like both of the above, and notes every access; safe for states in which variables hold what they never
  // hold in a run. `result` is only meaningful for expressions.
  bool record(CodeRef code, std::span<std::int32_t> values, std::vector<ClockAction>& actions, AccessLog& log,
              std::int32_t& result);

  // Runs an update on a row of which only some values are known. False: row.wanted() names a cell the program needs,
  // or, where it names none, failure() tells.
  bool execute_partially(CodeRef code, PartialRow& row, std::vector<ClockAction>& actions);
  // The same for an expression.
  bool evaluate_partially(CodeRef code, PartialRow& row, std::int32_t& result);

  const Failure& failure() const { return failure_; }
  void clear_failure() { failure_ = {}; }

 private:
  template <class State>
  bool run(CodeRef code, State values, std::vector<ClockAction>* actions);
  void make_room();

  const Network& network_;
  const Programs* programs_;
  std::uint64_t max_steps_;  // loop iterations and calls of one run
  std::vector<std::int32_t> stack_;
  std::vector<std::uint32_t> origins_;  // of the values on the stack, while a row is known in part only
  std::vector<std::int32_t> frame_;
  std::vector<const std::uint32_t*> calls_;  // return addresses
  std::size_t code_seen_ = 0;                // size of the code there is room for
  Failure failure_;
};

// Human-readable listing of a program, without the functions it calls; for tests and for finding mistakes.
std::string disassemble(const Network& network, const Programs& programs, CodeRef code);
std::string disassemble(const Network& network, CodeRef code);  // one of the network's own

// Checks what the machine relies on: known opcodes, jump targets inside the program, operands inside
// their segments, one stack depth per instruction that never leaves [0, stack_size). Returns what is
// wrong, or "". `results` is 1 for expressions and 0 for updates. Builds with asserts check every program.
std::string find_code_problem(const Network& network, const Programs& programs, CodeRef code, unsigned results);

}  // namespace orbita
