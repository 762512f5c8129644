// State predicates of queries: boolean combinations of data tests, clock atoms and `deadlock`.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/network/network.h"

namespace orbita {

// A tree in one vector; node 0 is the root. Pure data parts are one program each, however big.
// Evaluate children in order and stop when nothing is left to decide: a program or bound may rely on
// the children before it (`i < N && x <= t[i]`).
struct Predicate {
  enum class Kind : std::uint8_t { data, atom, deadlock, conjunction, disjunction, negation };
  struct Node {
    Kind kind = Kind::data;
    CodeRef data = no_code;  // data; no_code: true
    ClockAtom atom;          // atom (its condition is no_code)
    std::vector<std::uint32_t> children;
  };
  std::vector<Node> nodes;
  std::shared_ptr<const Programs> programs;  // where its CodeRefs lead (Machine::load); nullptr without nodes
  bool has_clocks = false, has_deadlock = false;
  std::vector<SlotId> reads;              // slots it may read (sorted)
  std::vector<NetClockId> clocks;         // clocks it mentions (sorted)
  std::vector<ProcessId> location_reads;  // processes whose location it may read (sorted)
};

// What sup/inf/bounds measure: an integer expression, or a clock plus an integer.
struct Measure {
  bool is_clock = false;
  ClockTerm clock;
  std::vector<NetClockId> clock_candidates;
  CodeRef data = no_code;  // the integer, or what is added to the clock (no_code: 0)
  std::vector<SlotId> reads;
  std::shared_ptr<const Programs> programs;  // as for Predicate
};

}  // namespace orbita
