// One given transition: whether every rule allows it, and the state it leads to.
#include <algorithm>
#include <set>

#include "engine/replay/scope.h"
#include "engine/replay/semantics.h"

namespace orbita {

// The choice is valid: it exists, leaves the current location, and its values are in range.
Reason Semantics::check_choice(const ConcreteState& state, const EdgeChoice& choice) {
  if (choice.process >= model_.processes.size()) return "there is no process number " + std::to_string(choice.process);
  const Process& process = model_.processes[choice.process];
  const Template& templ = *process.templ;
  const auto edge_count = templ.edges.size();
  if (choice.edge >= edge_count) return process.name + " has no edge number " + std::to_string(choice.edge);
  const Edge& edge = templ.edges[choice.edge];
  if (edge.source != state.locations[choice.process]) {
    const std::string source =
        edge.source < templ.locations.size() ? std::string(templ.locations[edge.source].name) : "a branchpoint";
    return "edge number " + std::to_string(choice.edge) + " leaves " + source + ", but " + process.name + " is in " +
           std::string(location(state, choice.process).name);
  }
  const bool through_branchpoint = edge.target >= templ.locations.size();
  const bool good_branch = through_branchpoint
                               ? choice.branch < edge_count && templ.edges[choice.branch].source == edge.target &&
                                     templ.edges[choice.branch].target < templ.locations.size()
                               : choice.branch == no_branch;
  if (!good_branch) return process.name + ": edge number " + std::to_string(choice.edge) + " does not take this branch";

  std::vector<const Binder*> binders;
  for (const Binder& binder : edge.selects) binders.push_back(&binder);
  if (const Edge* branch = branch_of(choice)) {
    for (const Binder& binder : branch->selects) binders.push_back(&binder);
  }
  if (binders.size() != choice.selects.size()) {
    return process.name + ": the edge selects " + std::to_string(binders.size()) + " values, " +
           std::to_string(choice.selects.size()) + " are given";
  }
  for (std::size_t i = 0; i < binders.size(); ++i) {
    const ConcreteType& range = *interpreter(choice.process).concrete(*binders[i]->symbol->type);
    if (choice.selects[i] >= range.low && choice.selects[i] <= range.high) continue;
    return process.name + ": " + std::to_string(choice.selects[i]) + " is not a value of select '" +
           std::string(binders[i]->name) + "'";
  }
  return {};
}

// All guards are evaluated before any update.
Reason Semantics::check_guards(ConcreteState& state, const Move& move) {
  for (const EdgeChoice& choice : move.edges) {
    if (guard_holds(state, choice)) continue;
    std::string values;
    for (const Edge* part : {&edge_of(choice), branch_of(choice)}) {
      if (part && part->guard) values += values_in(choice.process, *part->guard);
    }
    return "the guard of " + describe(choice) + " does not hold" + values;
  }
  return {};
}

// The participants: one process, a pair, or a broadcast sender with exactly its receivers. Sets the channel.
Reason Semantics::check_synchronisation(ConcreteState& state, Move& move) {
  std::set<std::uint32_t> processes;
  for (const EdgeChoice& choice : move.edges) {
    if (!processes.insert(choice.process).second) {
      return model_.processes[choice.process].name + " takes two edges at once";
    }
  }
  const EdgeChoice& first = move.edges.front();
  const SyncDirection direction = sync_of(first).direction;
  if (direction == SyncDirection::none) {
    if (move.edges.size() > 1) return describe(first) + " is internal: nobody else can take part";
    move.channel = no_channel;
    return {};
  }
  if (direction != SyncDirection::send) return describe(first) + " is not a sender, but stands first";
  move.channel = channel_of(state, first);
  const LayoutChannel& channel = layout_.channels()[move.channel];
  for (std::size_t i = 1; i < move.edges.size(); ++i) {
    const EdgeChoice& other = move.edges[i];
    if (sync_of(other).direction != SyncDirection::receive) return describe(other) + " does not receive";
    const std::uint32_t received = channel_of(state, other);
    if (received != move.channel) {
      return describe(other) + " receives on '" + layout_.channels()[received].name + "', but the sender sends on '" +
             channel.name + "'";
    }
  }
  if (channel.broadcast) return check_receivers(state, move);
  if (move.edges.size() != 2) {
    return "a synchronisation on '" + channel.name + "' needs one sender and one receiver";
  }
  return {};
}

Reason Semantics::check_receivers(ConcreteState& state, const Move& move) {
  for (std::size_t i = 2; i < move.edges.size(); ++i) {
    if (move.edges[i].process < move.edges[i - 1].process) {
      return "receivers of broadcast '" + layout_.channels()[move.channel].name +
             "' are not in the order of the system line: " + model_.processes[move.edges[i].process].name +
             " comes before " + model_.processes[move.edges[i - 1].process].name;
    }
  }
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    const bool takes_part = std::any_of(move.edges.begin(), move.edges.end(),
                                        [p](const EdgeChoice& choice) { return choice.process == p; });
    if (takes_part) continue;
    for (const Offer& offer : offers(state, p)) {
      if (offer.direction != SyncDirection::receive || offer.channel != move.channel) continue;
      return model_.processes[p].name + " can receive broadcast '" + layout_.channels()[move.channel].name +
             "' and must take part (" + describe(offer.choice) + ")";
    }
  }
  return {};
}

Reason Semantics::check_priority(ConcreteState& state, const Move& move) {
  if (!model_.channel_priority.declared && !model_.has_process_priority) return {};
  Reason reason;
  for_each_candidate(state, [&](const Move& other) {
    if (priority_of(other) > priority_of(move) && exists(state, other)) {
      reason = "blocked by a transition of higher priority: " + describe(other);
    }
    return reason.empty();
  });
  return reason;
}

void Semantics::apply(ConcreteState& state, const Move& move) {
  environment_.attach(state);
  if (model_.before_update) interpreter(no_process).execute(*model_.before_update);
  for (const EdgeChoice& choice : move.edges) {
    const Edge& edge = edge_of(choice);
    const Edge* branch = branch_of(choice);
    Interpreter& scope = interpreter(choice.process);
    const BoundSelects bound(scope, edge, branch, choice.selects);
    if (edge.update) scope.execute(*edge.update);
    if (branch && branch->update) scope.execute(*branch->update);
    state.locations[choice.process] = branch ? branch->target : edge.target;
  }
  if (model_.after_update) interpreter(no_process).execute(*model_.after_update);
}

Reason Semantics::take(ConcreteState& state, const Move& given) {
  if (given.edges.empty()) return "no edge is taken";
  for (const EdgeChoice& choice : given.edges) {
    if (Reason reason = check_choice(state, choice); !reason.empty()) return reason;
  }
  Move move = given;
  if (Reason reason = check_guards(state, move); !reason.empty()) return reason;
  if (Reason reason = check_synchronisation(state, move); !reason.empty()) return reason;
  if (!respects_committed(state, move)) {
    return "a process is in a committed location, and " + describe(move) + " does not leave one";
  }
  if (Reason reason = check_priority(state, move); !reason.empty()) return reason;
  ConcreteState target = state;
  apply(target, move);
  if (Reason reason = violated_invariant(target); !reason.empty()) {
    return "after " + describe(move) + ", " + reason;
  }
  set_rates(target);
  state = std::move(target);
  environment_.attach(state);
  return {};
}

}  // namespace orbita
