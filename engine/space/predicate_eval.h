// Evaluates query predicates on symbolic states.
#pragma once

#include <functional>
#include <span>

#include "dbm/dbm.h"
#include "engine/network/predicate.h"
#include "engine/space/graph.h"

namespace orbita {

class PredicateEvaluator {
 public:
  PredicateEvaluator(const Network& network, Graph& graph);

  // The valuations of `zone` in which the predicate (or its negation) holds. On a runtime error
  // failure() is set and the result is empty.
  Federation satisfying(const Predicate& predicate, bool negated, std::uint32_t discrete, ConstMatrix zone);
  // The same as convex constraint lists over the discrete state's shape, zone not needed; only for
  // predicates without `deadlock`. Parts are disjoint.
  Federation region(const Predicate& predicate, bool negated, std::uint32_t discrete);
  // For predicates about data only: no zone needed.
  bool holds(const Predicate& predicate, std::uint32_t discrete);

  // The integer part of a measure, and its clock if it has one.
  std::int32_t data_of(const Measure& measure, std::uint32_t discrete);
  std::uint32_t clock_of(const Measure& measure, std::uint32_t discrete);

  const Failure& failure() const { return machine_.failure(); }
  void clear_failure() { machine_.clear_failure(); }

 private:
  Federation evaluate(const Predicate& predicate, std::uint32_t node, bool negated, std::uint32_t discrete,
                      const Federation& input);
  Federation atom(const ClockAtom& atom, bool negated, std::uint32_t discrete, Federation input);
  std::int32_t data_value(CodeRef code, std::uint32_t discrete);
  std::uint32_t clock_of(const ClockTerm& term, std::uint32_t discrete);
  std::span<const std::int32_t> row(std::uint32_t discrete);

  const Network& network_;
  Graph& graph_;
  Machine machine_;
  std::vector<std::int32_t> row_;
  std::uint32_t row_of_ = none;
};

}  // namespace orbita
