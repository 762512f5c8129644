// The states of a set that satisfy a predicate of a query.
#pragma once

#include <bdd.h>

#include <cstdint>

#include "engine/bdd/steps.h"
#include "engine/network/predicate.h"

namespace orbita::bdds {

class Predicates {
 public:
  explicit Predicates(const Network& network, Steps& steps) : network_(network), steps_(steps) {}

  // Errors while evaluating are noted in the steps; the states in which they happen are left out.
  bdd satisfying(const Predicate& predicate, const bdd& states);
  // States without any transition. Without clocks these are the deadlocked ones.
  bdd stuck(const bdd& states);

 private:
  bdd satisfying(const Predicate& predicate, std::uint32_t node, const bdd& states);
  bdd data(const Predicate& predicate, CodeRef code, const bdd& states);
  bdd atom(const Predicate& predicate, const ClockAtom& atom, const bdd& states);

  const Network& network_;
  Steps& steps_;
};

}  // namespace orbita::bdds
