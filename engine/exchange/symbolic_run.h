// Runs programs on unknown values: what a program computes, as a term (terms.h).
//
// Where an unknown value decides how a program goes on, it goes on both ways, and the result is a choice between the
// two; where it decides which cell is meant, there is one case per value. Throws Unproved for programs that do so too
// often, compute with reals, or may overflow.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/exchange/terms.h"
#include "engine/network/network.h"

namespace orbita::exchange {

class SymbolicRun {
 public:
  SymbolicRun(const Network& network, Terms& terms) : network_(network), terms_(terms) {}

  // Programs of queries begin with the network's.
  void load(const Programs& programs) { programs_ = &programs; }
  // Select variables are unknown values of these ranges, and stay so.
  void bind(std::span<const SelectRange> selects);

  TermId evaluate(CodeRef code);                     // an expression
  TermId execute(std::span<const CodeRef> updates);  // one after the other; the term is their effect
  TermId value_of(std::uint32_t position);           // the value at a position of the row

 private:
  struct State;
  TermId run(State state);
  TermId finish(State& state);
  TermId read(const State& state, std::uint32_t address);
  void write(State& state, std::uint32_t address, TermId term);

  const Network& network_;
  Terms& terms_;
  const Programs* programs_ = nullptr;
  std::vector<std::pair<std::uint32_t, TermId>> bound_;
  std::uint32_t steps_ = 0, ends_ = 0;
};

}  // namespace orbita::exchange
