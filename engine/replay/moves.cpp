// Transitions possible at a moment.
#include <algorithm>

#include "engine/replay/scope.h"
#include "engine/replay/semantics.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

// The next combination of values; false after the last one.
bool next_values(std::vector<std::int32_t>& values, const std::vector<const ConcreteType*>& ranges) {
  for (std::size_t i = values.size(); i > 0; --i) {
    if (values[i - 1] < ranges[i - 1]->high) {
      ++values[i - 1];
      return true;
    }
    values[i - 1] = ranges[i - 1]->low;
  }
  return false;
}

}  // namespace

const Edge& Semantics::edge_of(const EdgeChoice& choice) const {
  return model_.processes[choice.process].templ->edges[choice.edge];
}

const Edge* Semantics::branch_of(const EdgeChoice& choice) const {
  return choice.branch == no_branch ? nullptr : &model_.processes[choice.process].templ->edges[choice.branch];
}

const Edge& Semantics::sync_of(const EdgeChoice& choice) const {
  const Edge* branch = branch_of(choice);
  return branch && branch->sync ? *branch : edge_of(choice);
}

// Every way to take an edge: select values and, through a branchpoint, branches.
void Semantics::for_each_choice(std::uint32_t process, std::uint32_t edge, const ChoiceVisit& visit) {
  const Template& templ = *model_.processes[process].templ;
  const auto with_selects = [&](std::uint32_t branch) {
    Interpreter& scope = interpreter(process);  // visiting may replace the interpreter
    std::vector<const ConcreteType*> ranges;
    for (const Binder& binder : templ.edges[edge].selects) ranges.push_back(scope.concrete(*binder.symbol->type));
    if (branch != no_branch) {
      for (const Binder& binder : templ.edges[branch].selects) ranges.push_back(scope.concrete(*binder.symbol->type));
    }
    std::vector<std::int32_t> values;
    for (const ConcreteType* range : ranges) {
      if (range->low > range->high) return;
      values.push_back(range->low);
    }
    do {
      poll_limits();
      visit({process, edge, branch, values});
    } while (next_values(values, ranges));
  };
  const std::uint32_t target = templ.edges[edge].target;
  if (target < templ.locations.size()) {
    with_selects(no_branch);
  } else {
    for (const std::uint32_t branch : outgoing_.at(&templ)[target]) with_selects(branch);
  }
}

bool Semantics::guard_holds(ConcreteState& state, const EdgeChoice& choice) {
  environment_.attach(state);
  const Edge& edge = edge_of(choice);
  const Edge* branch = branch_of(choice);
  Interpreter& scope = interpreter(choice.process);
  const BoundSelects bound(scope, edge, branch, choice.selects);
  if (edge.guard && !scope.holds(*edge.guard)) return false;
  return !branch || !branch->guard || scope.holds(*branch->guard);
}

std::uint32_t Semantics::channel_of(ConcreteState& state, const EdgeChoice& choice) {
  const Expr* sync = sync_of(choice).sync;
  if (!sync) return no_channel;
  environment_.attach(state);
  Interpreter& scope = interpreter(choice.process);
  const BoundSelects bound(scope, edge_of(choice), branch_of(choice), choice.selects);
  return static_cast<std::uint32_t>(*scope.place(*sync).cells);
}

std::vector<Semantics::Offer> Semantics::offers(ConcreteState& state, std::uint32_t process) {
  std::vector<Offer> result;
  const Template& templ = *model_.processes[process].templ;
  for (const std::uint32_t edge : outgoing_.at(&templ)[state.locations[process]]) {
    for_each_choice(process, edge, [&](EdgeChoice choice) {
      if (!guard_holds(state, choice)) return;
      const std::uint32_t channel = channel_of(state, choice);
      const SyncDirection direction = sync_of(choice).direction;
      result.push_back({std::move(choice), direction, channel});
    });
  }
  return result;
}

Semantics::Offers Semantics::offers(ConcreteState& state) {
  Offers result;
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) result.push_back(offers(state, p));
  return result;
}

// If some process is in a committed location, one of the edges must leave a committed location.
bool Semantics::respects_committed(const ConcreteState& state, const Move& move) const {
  const auto committed = [&](std::uint32_t process) { return location(state, process).committed; };
  for (const EdgeChoice& choice : move.edges) {
    if (committed(choice.process)) return true;
  }
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    if (committed(p)) return false;
  }
  return true;
}

// Adds receivers of the processes from `process` on: each process with an enabled receiver takes exactly one.
bool Semantics::for_each_broadcast(const ConcreteState& state, const Offers& all, Move& move, std::uint32_t process,
                                   const MoveVisit& visit) {
  poll_limits();
  if (process == all.size()) return !respects_committed(state, move) || visit(move);
  bool receives = false;
  if (process != move.edges.front().process) {
    for (const Offer& offer : all[process]) {
      if (offer.direction != SyncDirection::receive || offer.channel != move.channel) continue;
      receives = true;
      move.edges.push_back(offer.choice);
      const bool go_on = for_each_broadcast(state, all, move, process + 1, visit);
      move.edges.pop_back();
      if (!go_on) return false;
    }
  }
  return receives || for_each_broadcast(state, all, move, process + 1, visit);
}

void Semantics::for_each_candidate(ConcreteState& state, const MoveVisit& visit) {
  const Offers all = offers(state);
  const auto offer_move = [&](const Move& move) { return !respects_committed(state, move) || visit(move); };
  for (std::uint32_t p = 0; p < all.size(); ++p) {
    for (const Offer& first : all[p]) {
      if (first.direction == SyncDirection::none) {
        if (!offer_move({{first.choice}, no_channel})) return;
      } else if (first.direction == SyncDirection::send && layout_.channels()[first.channel].broadcast) {
        Move move{{first.choice}, first.channel};
        if (!for_each_broadcast(state, all, move, 0, visit)) return;
      } else if (first.direction == SyncDirection::send) {
        for (std::uint32_t q = 0; q < all.size(); ++q) {
          if (q == p) continue;
          for (const Offer& second : all[q]) {
            if (second.direction != SyncDirection::receive || second.channel != first.channel) continue;
            if (!offer_move({{first.choice, second.choice}, first.channel})) return;
          }
        }
      }
    }
  }
}

// Channel priority first, then the highest process priority among the participants.
std::pair<std::int32_t, std::int32_t> Semantics::priority_of(const Move& move) const {
  std::int32_t process = model_.processes[move.edges.front().process].priority;
  for (const EdgeChoice& choice : move.edges) {
    process = std::max(process, model_.processes[choice.process].priority);
  }
  const std::int32_t level =
      move.channel == no_channel ? model_.channel_priority.default_level : layout_.channels()[move.channel].level;
  return {level, process};
}

bool Semantics::exists(const ConcreteState& state, const Move& move) {
  ConcreteState target = state;
  const std::vector<bool> written = use_ ? use_->written : std::vector<bool>();
  apply(target, move);
  const bool possible = violated_invariant(target).empty();
  if (use_) use_->written = written;  // only tried: nothing has been written
  return possible;
}

std::vector<Move> Semantics::moves(ConcreteState& state, std::size_t limit) {
  const bool priorities = model_.channel_priority.declared || model_.has_process_priority;
  std::vector<Move> result;
  if (!priorities) {
    for_each_candidate(state, [&](const Move& move) {
      if (exists(state, move)) result.push_back(move);
      return result.size() < limit;
    });
    environment_.attach(state);
    return result;
  }
  std::vector<Move> candidates;
  for_each_candidate(state, [&](const Move& move) {
    candidates.push_back(move);
    return true;
  });
  const auto is_higher = [&](const Move& a, const Move& b) { return priority_of(a) > priority_of(b); };
  std::stable_sort(candidates.begin(), candidates.end(), is_higher);
  // The updates of blocked moves are not tried: whether they fail must not matter.
  for (const Move& move : candidates) {
    if (result.size() == limit || (!result.empty() && is_higher(result.front(), move))) break;
    if (exists(state, move)) result.push_back(move);
  }
  environment_.attach(state);
  return result;
}

}  // namespace orbita
