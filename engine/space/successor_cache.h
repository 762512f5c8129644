// When successor lists and results of operations are kept.
//
// A target can be made in three ways: from a kept list of successors (row and operation known), by making the
// operation and looking its result up, or by making the operation and applying it. Which one is fastest depends on how
// often a discrete state is expanded and how many zones there are; this file is the only place that decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/ids.h"
#include "engine/space/successor_lists.h"

namespace orbita {

// All thresholds, with the measurements behind them.
struct CachePolicy {
  // Lists are kept from the third time on they are asked for: many discrete states have two zones, few have more.
  // Fischer 10 and CSMA/CD 11 have 1.7 zones per discrete state (keeping everything: 105 instead of 55 MB).
  std::uint8_t times_uncached = 2;
  // Where expansions exceed this multiple of the discrete states, most have more zones: lists are kept at once.
  // Critical region 4 has 4.2 zones per discrete state (0.29 instead of 0.42 s).
  std::uint32_t expansions_per_state = 2;
  std::size_t most_list_bytes = std::size_t{512} << 20;
  // Knowing the zone helps to leave transitions out before anything is computed for them: worth more than kept lists
  // from this dimension on where transitions are filtered by zone (many clocks of twins), and always where clocks
  // decide which processes hear a broadcast.
  std::uint32_t filtered_dimension = 8;
  // Remembering results of operations pays where zones are few and large (CSMA/CD 11: 2.3 to 1.6 s); elsewhere it
  // costs more than it saves (train gate 5: 0.9 instead of 0.5 s; fire alarm 16: 677 instead of 110 MB).
  std::uint32_t remembered_dimension = 6;
  std::uint32_t states_per_zone = 16;

  bool is_often(std::uint8_t asked, std::uint64_t expansions, std::uint32_t states) const {
    return asked >= times_uncached || expansions > std::uint64_t{expansions_per_state} * states;
  }
  bool uses_lists(bool splits_broadcasts, bool is_filtered, std::uint32_t dimension) const {
    return !splits_broadcasts && (!is_filtered || dimension < filtered_dimension);
  }
  bool remembers(std::uint32_t dimension, std::uint32_t zones, std::uint32_t states) const {
    return dimension >= remembered_dimension && std::uint64_t{zones} * states_per_zone < states;
  }
};

// Lists of successors by discrete state, and how often each state was asked for.
class SuccessorCache {
 public:
  explicit SuccessorCache(const CachePolicy& policy = {}) : policy_(policy) {}
  const CachePolicy& policy() const { return policy_; }

  // One more symbolic state is expanded.
  void count_expansion() { ++expansions_; }
  // Should the state's successors come from a list? `states`: the discrete states there are.
  bool is_often(StateId state, std::uint32_t states) const {
    return policy_.is_often(times_asked(state), expansions_, states);
  }
  // The state was expanded without a list.
  void count(StateId state);
  // The state's list, copied to `list`; false when it is not kept.
  bool find(StateId state, std::vector<Successor>& list) const;
  // The state's list was made: it is kept, or counted, as the policy says.
  void offer(StateId state, const std::vector<Successor>& list, std::uint32_t states);

  std::size_t memory() const { return lists_.memory() + list_at_.memory() + asked_.memory(); }

 private:
  static constexpr std::uint8_t has_list = UINT8_MAX;  // in asked_: more often than any policy counts
  std::uint8_t times_asked(StateId state) const { return state.value < asked_.size() ? asked_[state] : 0; }

  CachePolicy policy_;
  std::uint64_t expansions_ = 0;
  ById<StateId, std::uint8_t> asked_;     // up to policy_.times_uncached, or has_list
  ById<StateId, std::uint32_t> list_at_;  // as far as needed: place in lists_
  SuccessorLists lists_;
};

}  // namespace orbita
