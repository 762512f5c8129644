// Evaluates query predicates on symbolic states.
#pragma once

#include <functional>
#include <span>

#include "dbm/dbm.h"
#include "engine/network/predicate.h"
#include "engine/space/state_space.h"

namespace orbita {

class PredicateEvaluator {
 public:
  PredicateEvaluator(const Network& network, TransitionSpace& space);

  // The valuations of `zone` in which the predicate (or its negation) holds. On a runtime error
  // failure() is set and the result is empty.
  Federation satisfying(const Predicate& predicate, bool negated, StateId discrete, ConstMatrix zone);
  // The same as convex constraint lists over the discrete state's shape, zone not needed; only for
  // predicates without `deadlock`. Parts are disjoint.
  Federation region(const Predicate& predicate, bool negated, StateId discrete);
  // For predicates about data only: no zone needed.
  bool holds(const Predicate& predicate, StateId discrete);

  // The integer part of a measure, and its clock if it has one.
  std::int32_t data_of(const Measure& measure, StateId discrete);
  NetClockId clock_of(const Measure& measure, StateId discrete);

  const Failure& failure() const { return machine_.failure(); }
  void clear_failure() { machine_.clear_failure(); }

 private:
  Federation evaluate(const Predicate& predicate, std::uint32_t index, bool negated, StateId discrete,
                      const Federation& input);
  Federation atom(const ClockAtom& atom, bool negated, StateId discrete, Federation input);
  std::int32_t data_value(CodeRef code, StateId discrete);
  NetClockId clock_of(const ClockTerm& term, StateId discrete);
  std::span<const std::int32_t> row(StateId discrete);

  const Network& network_;
  TransitionSpace& space_;
  Machine machine_;
  std::vector<std::int32_t> row_;
  StateId row_of_ = none;
};

}  // namespace orbita
