// Which discrete states may deadlock, and for which valuations (docs/theory/zones.md, "Deadlock").
//
// A valuation is deadlocked if no delay takes it to any transition. may_deadlock() is sound when it says no: then no
// valuation that the invariant allows is deadlocked, and abstractions that do not respect deadlocks cannot hide one.
// It may say yes where an answer would take long. deadlocked() is exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "engine/base/ids.h"
#include "engine/base/limits.h"
#include "engine/space/state_store.h"
#include "engine/space/successors.h"

namespace orbita {

class DeadlockOracle {
 public:
  // `filter`: leaves out transitions whose images are listed; nullptr: none. All arguments must outlive the oracle.
  DeadlockOracle(const StateStore& states, SuccessorLister& lister, MoveFilter* filter);

  // Long calculations end with LimitReached. The limits must outlive the oracle.
  void respect(const Limits& limits) { limits_ = &limits; }

  bool may_deadlock(StateId state);
  // The deadlocked valuations of a zone of the state's shape.
  Federation deadlocked(StateId state, ConstMatrix zone);
  // Looks at drafts just listed for the state: usually one of them is always possible, and then it cannot deadlock.
  void prove_deadlock_free(StateId state, std::span<const Draft> drafts);

  std::size_t memory() const { return known_.memory(); }

 private:
  enum class Knowledge : std::uint8_t { nothing, free, possible };
  Knowledge& known(StateId state);
  // May give up, with parts left that are not deadlocked, after the work that `most_parts` zones take.
  Federation deadlocked(StateId state, ConstMatrix zone, std::size_t most_parts);
  Federation cut_out(Zone zone, const std::vector<std::vector<Constraint>>& removed, std::size_t steps) const;

  const StateStore& states_;
  SuccessorLister& lister_;
  MoveFilter* filter_;
  const Limits* limits_ = nullptr;
  ById<StateId, Knowledge> known_;  // as far as needed
  std::vector<std::int32_t> row_;
};

}  // namespace orbita
