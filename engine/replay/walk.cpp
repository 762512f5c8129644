// Random concrete runs (random_walk).
#include <algorithm>
#include <optional>
#include <random>
#include <stdexcept>

#include "engine/replay/player.h"
#include "engine/replay/replay.h"

namespace orbita {

namespace {

constexpr std::int64_t grid = 8;             // delays inside a stretch are multiples of 1/8
constexpr std::int64_t longest_wait = 4;     // inside an unbounded stretch
constexpr std::uint64_t restart_odds = 300;  // frees the walk from absorbing parts of the model
constexpr std::uint64_t wait_odds = 8;       // only wait, perhaps into a moment without possible transitions
constexpr std::size_t most_moments = 200;    // visited from one state

// A moment, or an open stretch of moments, with the transitions possible there.
struct Chance {
  Rational from, to;  // to == from: this moment; otherwise strictly between
  bool open = false;
  std::vector<Move> moves;
};

class Walker {
 public:
  Walker(const Model& model, std::uint64_t seed) : semantics_(model), random_(seed) {}

  WalkResult walk(std::uint64_t steps, const WalkVisit& visit) {
    WalkResult result;
    try {
      run(steps, visit, result);
    } catch (const EvaluationError& error) {
      result.error = describe(semantics_.model(), error);
    }
    return result;
  }

 private:
  void run(std::uint64_t steps, const WalkVisit& visit, WalkResult& result) {
    const ConcreteState initial = semantics_.initial();
    ConcreteState state = initial;
    result.error = semantics_.violated_invariant(state);
    if (!result.error.empty() || !visit(semantics_, state)) return;
    bool moved = false;  // since the last start
    while (result.steps < steps) {
      if (moved && one_in(restart_odds)) {
        ++result.restarts;
        state = initial;
        moved = false;
      }
      Rational delay;
      std::optional<Move> move;
      if (!choose(state, delay, move)) {
        ++(semantics_.deadlocked(state) ? result.deadlocks : result.abandoned);
        if (!moved) return;  // the initial state has no transition
        state = initial;
        moved = false;
        continue;
      }
      require(semantics_.delay(state, delay));
      if (!visit(semantics_, state)) return;
      if (!move) continue;
      require(semantics_.take(state, *move));
      ++result.steps;
      moved = true;
      if (!visit(semantics_, state)) return;
    }
  }

  static void require(const Reason& reason) {
    if (!reason.empty()) throw std::logic_error("random walk: a possible step was refused: " + reason);
  }

  std::vector<Chance> chances(ConcreteState state) {
    std::vector<Chance> result;
    const auto passage =
        semantics_.pass_time(state, std::nullopt, [&](ConcreteState& here, const Rational& elapsed, bool open) {
          if (!result.empty() && result.back().open) result.back().to = elapsed;
          result.push_back({elapsed, elapsed, open, semantics_.moves(here)});
          return result.size() < most_moments;
        });
    if (!result.empty() && result.back().open) {
      switch (passage.end) {
        case Semantics::DelayEnd::for_ever: result.back().to = result.back().from + Rational(longest_wait); break;
        case Semantics::DelayEnd::blocked: result.back().to = passage.until; break;  // x < 5: up to 5
        default: result.pop_back();                                                  // its end is unknown
      }
    }
    return result;
  }

  // Chooses a delay and a transition, or only a delay. False: no transition is within reach.
  bool choose(const ConcreteState& state, Rational& delay, std::optional<Move>& move) {
    std::vector<Chance> all = chances(state);
    const bool only_wait = one_in(wait_odds);
    const auto useless = [](const Chance& chance) { return chance.moves.empty(); };
    if (std::all_of(all.begin(), all.end(), useless)) return false;
    if (!only_wait) std::erase_if(all, useless);
    while (!all.empty()) {
      const std::size_t i = pick(all.size());
      if (inside(all[i], delay)) {
        move.reset();
        if (!only_wait) move = all[i].moves[pick(all[i].moves.size())];
        return true;
      }
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return false;
  }

  // A moment of the chance: on the grid, or the middle of a stretch too short for the grid.
  bool inside(const Chance& chance, Rational& delay) {
    delay = chance.from;
    if (!chance.open) return true;
    const std::int64_t first = (chance.from * grid).floor() + 1;
    const Rational end = chance.to * grid;
    const std::int64_t last = end.is_whole() ? end.floor() - 1 : end.floor();
    if (first <= last) {
      delay = Rational(first + static_cast<std::int64_t>(pick(static_cast<std::size_t>(last - first + 1))), grid);
      return true;
    }
    delay = (chance.from + chance.to) / Rational(2);
    return delay.denominator() <= 1024;
  }

  bool one_in(std::uint64_t odds) { return random_() % odds == 0; }
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }

  Semantics semantics_;
  std::mt19937_64 random_;
};

}  // namespace

WalkResult random_walk(const Model& model, std::uint64_t seed, std::uint64_t steps, const WalkVisit& visit) {
  return Walker(model, seed).walk(steps, visit);
}

}  // namespace orbita
