// Leaves out transitions that other transitions of the same state stand for.
//
// A filter is prepared for a state; the expander and the lister of successors then ask it which transitions are not
// worth making, without knowing why. GuardFilter (expand.h) is its counterpart for clock guards.
#pragma once

#include <cstdint>
#include <span>

#include "dbm/dbm.h"
#include "engine/network/network.h"
#include "engine/semantics/shape.h"

namespace orbita {

struct Transition;

class MoveFilter {
 public:
  virtual ~MoveFilter() = default;

  // The discrete state whose transitions are judged next, and its shape. With a zone, verdicts hold for this zone;
  // without, they hold for every zone or come with a condition on it.
  virtual void prepare(std::span<const std::int32_t> row, const Shape& shape, const ConstMatrix* zone) = 0;

  // For every process an earlier one that may act in its place, or `none`: of two transitions that differ only in
  // the roles of the two processes, one is enough.
  virtual const IdVector<ProcessId, ProcessId>& substitutes() const = 0;

  struct Verdict {
    bool never = false;              // not needed from any zone prepared for
    std::uint32_t condition = none;  // … or not needed from zones this applies to
  };
  virtual Verdict judge(const Transition& transition) = 0;
  virtual bool applies(ConstMatrix zone, const Shape& shape, std::uint32_t condition) const = 0;
};

}  // namespace orbita
