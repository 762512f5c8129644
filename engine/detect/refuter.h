// Pairs of elements that some state tells apart: what needs no proof to be refused.
//
// Programs are run on a few states and on their images. That refutes an exchange, and never proves one: what is left is
// for the gate (gate.h). Each state is one of those for which the gate compares labels, and only what it compares is
// looked at, so nothing is refused that it would prove.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine/detect/exchange.h"
#include "engine/detect/placement.h"
#include "engine/network/network.h"

namespace orbita::detection {

class Refuter {
 public:
  Refuter(const Network& network, const Placement& placement);

  // Does one of the states tell the two elements apart?
  bool refutes(SetId set, std::int32_t first, std::int32_t second);
  bool refutes(const Exchange& exchange);

 private:
  using Row = std::vector<std::int32_t>;
  using Code = std::vector<std::int64_t>;
  using Codes = std::vector<Code>;  // sorted, each once

  void make_states();
  void take_step(Row& row, std::mt19937& random);
  bool differ_statically(const Exchange& g) const;
  bool is_concerned(const Exchange& g, ProcessId process) const;
  bool differ(const Exchange& g, ProcessId process, const Row& row, const Row& image);
  // What the process may do in a state, with everything renamed if there is a renaming.
  bool codes_of(ProcessId process, const Row& row, const Exchange* g, Codes& codes);
  bool add_condition(const Condition& condition, const Row& row, const Exchange* g, Code& code);
  void add_update(const NetEdge& edge, const Row& row, const Exchange* g, Code& code);
  bool add_edge(const NetEdge& edge, std::size_t select, const Row& row, const Exchange* g, Codes& codes);
  std::int32_t evaluate(CodeRef program, const Row& row, bool& failed);

  const Network& network_;
  const Placement& placement_;
  Machine machine_;
  AccessLog log_;
  std::vector<Row> states_;
  std::vector<ClockAction> actions_;
  Row scratch_;
  std::uint64_t runs_left_;  // of programs, for all pairs together
  bool is_unknown_ = false;  // some run took too long
};

}  // namespace orbita::detection
