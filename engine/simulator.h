// Walking through a model by hand: symbolic states one after the other, nothing reduced, nothing
// permuted, every clock and every variable as the user wrote it.
//
//   Simulator simulator(model, diagnostics);
//   for (const SimulatorMove& move : simulator.moves()) std::cout << move.label << '\n';
//   simulator.take(0);
//   std::string json = save_trace(*simulator.trace());
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dbm/dbm.h"
#include "engine/trace.h"
#include "parser/model.h"

namespace orbita {

struct SimulatorMove {
  std::string label;  // "Process(0): idle -> req; Bus: free -> busy"
  bool error = false;  // taking it is a run-time error of the model: shown, but it leads nowhere
};

class Simulator {
 public:
  // Throws ModelError when the model cannot be explored, or has no initial state.
  Simulator(Model& model, Diagnostics& diagnostics);
  ~Simulator();

  // What is possible in the current state; the numbers of take().
  const std::vector<SimulatorMove>& moves() const;
  // False when there is no such move, or it is an error.
  bool take(std::size_t move);
  // Steps taken so far; back_to(n) undoes all but the first n. False when there were fewer.
  std::size_t depth() const;
  bool back_to(std::size_t depth);
  // The move that led to step `number` (from 1).
  const std::string& label(std::size_t number) const;

  // The current state: values, and the zone after delay.
  TraceState state() const;
  std::string constraints() const;  // "x>=2, x-y<=3": as few as possible
  std::string matrix() const;

  // A concrete run along the steps taken, as early as possible; nullopt would be our mistake.
  std::optional<Trace> trace() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace orbita
