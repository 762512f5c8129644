#include "engine/replay/player.h"

namespace orbita {

bool Monitor::watches_moments() const {
  return query_ && (query_->kind == QueryKind::potentially_always || query_->kind == QueryKind::eventually ||
                    query_->kind == QueryKind::leads_to);
}

Reason Monitor::see(Semantics& semantics, ConcreteState& state) {
  if (!query_) return {};
  switch (query_->kind) {
    case QueryKind::potentially_always:
      return semantics.holds(state, *query_->predicate) ? "" : "the predicate of E[] does not hold";
    case QueryKind::eventually: return semantics.holds(state, *query_->predicate) ? "the predicate of A<> holds" : "";
    case QueryKind::leads_to:
      if (semantics.holds(state, *query_->consequence)) {
        pending_ = false;
        return final_ ? "the right side of --> holds" : "";
      }
      pending_ = pending_ || semantics.holds(state, *query_->predicate);
      return {};
    default: return {};
  }
}

Reason Monitor::missing() const {
  if (query_ && query_->kind == QueryKind::leads_to && !pending_) {
    return "the left side of --> does not hold after the last moment at which the right side does";
  }
  return {};
}

Reason Monitor::judge_goal(Semantics& semantics, ConcreteState& state) const {
  if (!query_ || query_->kind == QueryKind::unsupported) return {};
  if (watches_moments()) return "a run that just ends proves nothing about this query";
  if (!query_->predicate) return {};
  const bool wanted = query_->kind != QueryKind::invariantly;
  if (semantics.holds(state, *query_->predicate) == wanted) return {};
  return wanted ? "the predicate does not hold at the end of the trace"
                : "the predicate of A[] holds at the end of the trace";
}

}  // namespace orbita
