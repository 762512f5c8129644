// Walking through a model by hand: symbolic states one after the other, nothing reduced, nothing
// permuted, every clock and every variable as the user wrote it. How long to wait before a step may be chosen; where it
// is not, everything is possible that the steps allow. One path through a StateTree.
//
//   Simulator simulator(model);
//   for (const SimulatorMove& move : simulator.moves()) std::cout << move.label << '\n';
//   simulator.take(0);
//   std::string json = save_trace(*simulator.trace());
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/state_tree.h"
#include "engine/trace/timing.h"
#include "engine/trace/trace.h"
#include "parser/model.h"

namespace orbita {

class Simulator {
 public:
  // Throws ModelError when the model cannot be explored, or has no initial state.
  explicit Simulator(const Model& model);

  // What is possible in the current state; the numbers of take().
  const std::vector<SimulatorMove>& moves() const;
  // How long one may wait before a move, given the delays chosen so far. nullopt: with those it is not possible; or
  // it is an error, or clocks stand still in this model and then nothing is known.
  std::optional<DelayRange> delays(std::size_t move) const;
  // False when there is no such move, it is an error, or it is not possible after the delays chosen and this one.
  bool take(std::size_t move, std::optional<Rational> delay = std::nullopt);
  // The move with these edges that is possible after `delay`.
  std::optional<std::size_t> find(const std::vector<TraceEdge>& edges, const Rational& delay) const;
  bool knows_delays() const;  // false: clocks stand still in this model
  // Steps taken so far; back_to(n) undoes all but the first n. False when there were fewer.
  std::size_t depth() const;
  bool back_to(std::size_t depth);
  // The move that led to step `number` (from 1).
  const SimulatorMove& taken(std::size_t number) const;

  // The current state, or that after the first `depth` steps: values, and the zone after delay.
  TraceState state() const;
  TraceState state(std::size_t depth) const;
  std::string constraints() const;  // "x>=2, x-y<=3": as few as possible
  std::string matrix() const;
  // The value of an expression, of a condition ("true", "false", or where it is true), of a clock (its range) in the
  // current state. `model` is the one that is simulated: the expression is checked, which adds to it. Throws ModelError
  // for what a query cannot say.
  std::string evaluate(Model& model, const std::string& expression);

  // A concrete run along the steps taken, with the delays chosen and otherwise as early as possible; nullopt would be
  // our mistake.
  std::optional<Trace> trace() const;

 private:
  std::unique_ptr<StateTree> tree_;
  std::vector<TreeState> path_;  // from the initial state to the current one
};

}  // namespace orbita
