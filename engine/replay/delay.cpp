// Possible delays, and the moments at which conditions change.
#include "engine/replay/scope.h"
#include "engine/replay/semantics.h"

namespace orbita {

Reason Semantics::blocked_time(ConcreteState& state) {
  for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
    const Location& here = location(state, p);
    if (!here.urgent && !here.committed) continue;
    return model_.processes[p].name + "." + std::string(here.name) + " is " + (here.urgent ? "urgent" : "committed") +
           ": no time may pass";
  }
  return urgent_synchronisation(state);
}

// Urgency needs a complete synchronisation: sender and receiver, or a broadcast sender alone.
Reason Semantics::urgent_synchronisation(ConcreteState& state) {
  if (!has_urgent_channels_) return {};
  const Offers all = offers(state);
  const auto blocked = [&](const Offer& sender) {
    return "the urgent synchronisation on '" + layout_.channels()[sender.channel].name + "' is enabled (" +
           describe(sender.choice) + "): no time may pass";
  };
  for (const auto& process : all) {
    for (const Offer& sender : process) {
      if (sender.direction != SyncDirection::send || !layout_.channels()[sender.channel].urgent) continue;
      if (layout_.channels()[sender.channel].broadcast) return blocked(sender);
      for (const auto& other : all) {
        for (const Offer& receiver : other) {
          if (receiver.direction == SyncDirection::receive && receiver.channel == sender.channel &&
              receiver.choice.process != sender.choice.process) {
            return blocked(sender);
          }
        }
      }
    }
  }
  return {};
}

void Semantics::advance(ConcreteState& state, const Rational& delay) {
  for (std::size_t x = 0; x < state.clocks.size(); ++x) {
    if (state.rates[x] == 1) {
      state.clocks[x] += delay;
    } else if (use_) {
      use_->stopped = true;
    }
  }
}

Semantics::Passage Semantics::pass_time(ConcreteState& state, const std::optional<Rational>& limit, const Look& look) {
  Passage passage;
  std::vector<Rational> before = state.clocks;
  const auto blocked = [&](const std::string& when, const Rational& moment, const Reason& reason) {
    state.clocks = before;
    return Passage{DelayEnd::blocked, passage.elapsed, moment, when + to_text(moment) + ", " + reason};
  };
  Rational step = 0;
  for (;;) {
    {
      const LookingAhead now(environment_, false);
      const Rational moment = passage.elapsed + step;
      if (const Reason reason = violated_invariant(state); !reason.empty()) return blocked("after ", moment, reason);
      passage.elapsed = moment;
      before = state.clocks;
      passage.end = DelayEnd::stopped;
      if (!look(state, passage.elapsed, false)) return passage;
      passage.end = DelayEnd::reached;
      if (limit && passage.elapsed == *limit) return passage;
      if (const Reason reason = blocked_time(state); !reason.empty()) return blocked("after ", moment, reason);
    }
    const LookingAhead after(environment_, true);
    environment_.clear_horizon();
    Reason reason = violated_invariant(state);
    if (reason.empty()) reason = blocked_time(state);
    if (!reason.empty()) return blocked("right after ", passage.elapsed, reason);
    passage.end = DelayEnd::stopped;
    if (!look(state, passage.elapsed, true)) return passage;
    const std::optional<Rational> horizon = environment_.horizon();
    if (!horizon && !limit) {
      passage.end = DelayEnd::for_ever;
      return passage;
    }
    step = limit ? *limit - passage.elapsed : *horizon;
    if (horizon && *horizon < step) step = *horizon;
    advance(state, step);
  }
}

Reason Semantics::delay(ConcreteState& state, const Rational& duration) {
  if (duration < Rational(0)) return "a delay cannot be negative";
  const auto ignore = [](ConcreteState&, const Rational&, bool) { return true; };
  const Passage passage = pass_time(state, duration, ignore);
  if (passage.end == DelayEnd::reached) return {};
  return "a delay of " + to_text(duration) + " is not possible: " + passage.reason;
}

bool Semantics::deadlocked(const ConcreteState& start) {
  ConcreteState* const attached = environment_.attached();
  ConcreteState state = start;
  bool moved = false;
  pass_time(state, std::nullopt, [&](ConcreteState& here, const Rational&, bool) {
    moved = can_move(here);
    return !moved;
  });
  if (attached) environment_.attach(*attached);
  return !moved;
}

}  // namespace orbita
