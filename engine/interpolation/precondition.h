// What has to hold before a step so that an atom holds after it.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/interpolation/moves.h"

namespace orbita::interpolation {

class Precondition {
 public:
  explicit Precondition(Terms& terms) : terms_(terms) {}

  // Exact: the formula holds before the step if and only if the atom holds after it. nullptr where that takes too many
  // cases, of which cells may be the same. Valid until the next call.
  const Formula* of(AtomId atom, StepId id, const SymbolicStep& step);
  // Values that everything the atom depends on has before the step, given the rows before and after it.
  std::vector<AtomId> exact(AtomId atom, const SymbolicStep& step, Row before, Row after);

 private:
  struct Decision {
    AtomId atom{};
    bool truth = false;
  };
  std::optional<Formula> compute(const Atom& atom, const SymbolicStep& step, std::vector<Decision>& decisions);
  std::optional<bool> follows(AtomId atom, const std::vector<Decision>& decisions);
  SumId before(SumId sum, const SymbolicStep& step, const std::vector<Decision>& decisions);
  SumId read(std::uint32_t variable, SumId address, const SymbolicStep& step, const std::vector<Decision>& decisions);
  void exact_cells(SumId sum, const SymbolicStep& step, Row before, Row after, std::vector<AtomId>& into);

  Terms& terms_;
  std::optional<AtomId> open_;  // the first case that was not decided
  std::unordered_map<std::uint64_t, std::optional<Formula>> known_;
};

}  // namespace orbita::interpolation
