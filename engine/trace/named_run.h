// Runs given by the names of their edges, followed symbolically.
//
// Traces that come from elsewhere (UPPAAL's .xtr files) say which edges are taken, not
// when; traces of ours say when, not which other delays would do. NamedRuns follows such a
// sequence through the zone graph without any reduction: it finds delays for it, and the zones it
// leads through.
//
//   NamedRuns runs(model);
//   if (auto run = runs.follow(steps)) trace = runs.concrete(*run);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dbm/dbm.h"
#include "engine/trace/lift.h"
#include "engine/trace/trace.h"
#include "engine/trace/unreduced_model.h"
#include "parser/model.h"

namespace orbita {

struct NamedEdge {
  ProcessId process;                 // Network::processes, which is Model::processes
  std::uint32_t edge = 0;            // Template::edges
  std::uint32_t branch = no_branch;  // likewise, when `edge` leads to a branchpoint
  // Values of the selects; nullopt: any that lead where the step says.
  std::optional<std::vector<std::int32_t>> selects;
};

struct NamedStep {
  std::vector<NamedEdge> edges;          // in any order
  std::vector<std::uint32_t> locations;  // afterwards, one per process; empty: any
  std::vector<std::int32_t> slots;       // afterwards, one per Network::slots; empty: any
  std::vector<ClockBound> clocks;        // afterwards, up to the next step
};

// Does a row of values have these locations and slots? Meta variables are not looked at: other programs do not tell
// states apart by them, and may list values of another path.
bool has_state(const Network& network, const std::vector<std::int32_t>& row,
               const std::vector<std::uint32_t>& locations, const std::vector<std::int32_t>& slots);

class NamedRuns {
 public:
  // Throws ModelError when the model cannot be explored symbolically.
  explicit NamedRuns(const Model& model) : model_(model, true) {}

  // The last clock is `#time`, which is never reset.
  const Network& network() const { return model_.network(); }
  // All clocks but the reference clock and the time.
  IdRange<NetClockId> model_clocks() const { return {NetClockId{1}, time_clock()}; }
  NetClockId time_clock() const { return network().clocks.id_of(network().clocks.back()); }

  // nullopt: there is no such run; problem() says how far one gets. Several transitions may fit the
  // names of one step: all are tried. `start`: of the clocks in the initial state.
  std::optional<SymbolicRun> follow(const std::vector<NamedStep>& steps, const std::vector<ClockBound>& start = {});
  const std::string& problem() const { return problem_; }

  // The same for a trace, which has to be a run of this model. Steps that are only a delay are left out.
  std::optional<SymbolicRun> follow(const Trace& trace);

  // The run with the earliest delays possible.
  std::optional<Trace> concrete(const SymbolicRun& run);
  // The same for E<> p, A[] p (checked against `model`): waits at the end until p holds (does not hold),
  // if it ever does, and says so in the trace's formula.
  std::optional<Trace> concrete(const SymbolicRun& run, const Query& query);

  // One zone per state, over all clocks, with the time that may pass in it: what can be reached along
  // the run and, with `both_ways`, also can go on to its end.
  std::vector<Zone> zones(const SymbolicRun& run, bool both_ways);

 private:
  ZoneId within(ZoneId zone, const std::vector<ClockBound>& bounds);
  bool follow_from(const std::vector<NamedStep>& steps, SymbolicRun& run, const SymbolicState& node);

  UnreducedModel model_;
  std::string problem_;
  std::size_t furthest_ = 0, tries_ = 0;
};

}  // namespace orbita
