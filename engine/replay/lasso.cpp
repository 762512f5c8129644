// Search for a repeatable stretch of a long run (close_lasso).
#include <stdexcept>

#include "engine/replay/player.h"
#include "engine/replay/replay.h"

namespace orbita {

namespace {

// Every pair of equal discrete states may be the ends of a loop, and each has to be tried: a long run whose clock
// values never repeat would take hours. Loops that exist are found early.
constexpr std::size_t most_steps_tried = 20'000;

class LassoSearch {
 public:
  LassoSearch(const Model& model, const Trace& trace, const Query* query)
      : trace_(trace), semantics_(model), player_(semantics_, trace, query) {}

  // First and one past the last step of the loop; in the shortest prefix of the trace that has one.
  bool find(std::size_t& first, std::size_t& last) {
    ConcreteState state;
    if (!player_.start(state).empty()) return false;
    keep(state);
    for (const TraceStep& step : trace_.steps) {
      if (steps_tried_ > most_steps_tried) return false;
      if (!player_.play(state, step).empty()) return false;
      keep(state);
      if (step.edges.empty()) continue;  // a loop ends with an action
      last = states_.size() - 1;
      for (first = last; first-- > 0;) {
        if (states_[first].same_discrete(states_[last]) && repeats(first, last)) return true;
      }
    }
    return false;
  }

 private:
  void keep(const ConcreteState& state) {
    states_.push_back(state);
    players_.push_back(player_);
  }

  // Judged as replay will: from the monitor's state before the loop only.
  bool repeats(std::size_t first, std::size_t last) {
    ClockUse use(semantics_.layout().clocks().size());
    ConcreteState state = states_[first];
    Player player = players_[first];
    player.monitor().enter_final_part();
    semantics_.set_use(&use);
    bool good = true;
    for (std::size_t i = first; i < last && good; ++i, ++steps_tried_)
      good = player.play(state, trace_.steps[i]).empty();
    good = good && not_repeatable(semantics_, states_[first], state, use).empty() && player.monitor().missing().empty();
    semantics_.set_use(nullptr);
    return good;
  }

  const Trace& trace_;
  Semantics semantics_;
  Player player_;
  std::vector<ConcreteState> states_;  // before each step, and the last
  std::vector<Player> players_;        // likewise
  std::size_t steps_tried_ = 0;
};

}  // namespace

bool close_lasso(const Model& model, Trace& trace, const Query* query) {
  std::size_t first = 0, last = 0;
  try {
    if (!LassoSearch(model, trace, query).find(first, last)) return false;
  } catch (const EvaluationError&) {
    return false;
  } catch (const std::overflow_error&) {
    return false;
  }
  trace.end = TraceEnd::lasso;
  trace.final_delay = 0;
  trace.loop_start = static_cast<std::uint32_t>(first);
  trace.steps.resize(last);
  return true;
}

}  // namespace orbita
