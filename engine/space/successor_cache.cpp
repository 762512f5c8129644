#include "engine/space/successor_cache.h"

#include <cassert>

namespace orbita {

void SuccessorCache::count(StateId state) {
  while (asked_.size() <= state.value) asked_.push_back(0);
  if (asked_[state] < policy_.times_uncached) ++asked_[state];
}

bool SuccessorCache::find(StateId state, std::vector<Successor>& list) const {
  if (times_asked(state) != has_list) return false;
  lists_.get(list_at_[state], list);
  return true;
}

void SuccessorCache::offer(StateId state, const std::vector<Successor>& list, std::uint32_t states) {
  assert(times_asked(state) != has_list);
  if (!is_often(state, states)) return count(state);
  if (lists_.memory() >= policy_.most_list_bytes) return;
  while (asked_.size() <= state.value) asked_.push_back(0);
  while (list_at_.size() <= state.value) list_at_.push_back(none);
  list_at_[state] = lists_.add(list);
  asked_[state] = has_list;
}

}  // namespace orbita
