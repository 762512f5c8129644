#include "engine/simulator.h"

#include "engine/compile.h"
#include "engine/explain.h"
#include "engine/graph.h"

namespace orbita {

namespace {

// All clocks and variables stay, and zones are exact.
constexpr GraphOptions unreduced{BoundsMode::exact, Extrapolation::off, false, false};

[[noreturn]] void no_initial_state() {
  throw ModelError({{Severity::error, "refused", {}, "the initial state violates an invariant", ""}});
}

}  // namespace

struct Simulator::Parts {
  struct Place {
    std::vector<std::int32_t> row;
    GraphNode node;
    std::string label;  // of the move that led here
    std::vector<Graph::RealStep> steps;
    std::vector<std::uint32_t> targets;  // zones; Zones::empty for errors
    std::vector<SimulatorMove> moves;
  };

  Parts(Model& model_, Diagnostics& diagnostics)
      : model(model_),
        network(compile(model_, diagnostics)),
        bounds(*network, {}),
        plan(plan_symmetry(*network, SymmetryChoice::off, {}, false, false)),
        graph(*network, bounds, {}, unreduced, plan) {
    const std::optional<GraphNode> initial = graph.initial_entry(true);
    if (!initial) no_initial_state();
    run.initial = network->initial_values();
    add({run.initial, *initial, "", {}, {}, {}});
  }

  void add(Place place) {
    for (Graph::RealStep& step : graph.real_steps(place.row, place.node.zone)) {
      const std::uint32_t zone = graph.zones().apply(place.node.zone, step.op);
      if (zone == Zones::empty) continue;
      place.moves.push_back({label_of(place.row, step), step.discrete == none});
      place.steps.push_back(std::move(step));
      place.targets.push_back(zone);
    }
    places.push_back(std::move(place));
  }

  std::string label_of(const std::vector<std::int32_t>& row, const Graph::RealStep& step) const {
    std::string text;
    for (const Participant& participant : step.transition.participants) {
      const TraceEdge edge = trace_edge(*network, participant, row);
      text += (text.empty() ? "" : "; ") + edge.process + ": " + edge.label;
    }
    return text;
  }

  // The guard of the graph's operation may be narrower than what the edges say: broadcasts, priorities.
  void extend_run(const Place& from, const Graph::RealStep& step) {
    const Shape shape = graph.shape(from.node.discrete);
    const auto clock = [&](ClockIndex position) { return position.value == 0 ? 0 : shape.clocks[position.value - 1]; };
    run.steps.push_back({step.transition, step.transition.target, {}});
    for (const Constraint& c : graph.zones().op(step.op).guard) {
      run.steps.back().transition->guard.push_back({clock(c.x), clock(c.y), c.bound.raw});
    }
  }

  const Place& here() const { return places.back(); }

  std::vector<std::string> clock_names() const {
    std::vector<std::string> names{"0"};
    for (const std::uint32_t x : graph.shape(here().node.discrete).clocks) names.push_back(network->clocks[x].name);
    return names;
  }

  Model& model;
  std::unique_ptr<Network> network;
  BoundsAnalysis bounds;
  SymmetryPlan plan;
  Graph graph;
  SymbolicRun run;
  std::vector<Place> places;
};

Simulator::Simulator(Model& model, Diagnostics& diagnostics) : parts_(std::make_unique<Parts>(model, diagnostics)) {}
Simulator::~Simulator() = default;

const std::vector<SimulatorMove>& Simulator::moves() const { return parts_->here().moves; }

bool Simulator::take(std::size_t move) {
  const Parts::Place& from = parts_->here();
  if (move >= from.moves.size() || from.moves[move].error) return false;
  const Graph::RealStep& step = from.steps[move];
  parts_->extend_run(from, step);
  parts_->add({step.transition.target, {step.discrete, from.targets[move]}, from.moves[move].label, {}, {}, {}});
  return true;
}

std::size_t Simulator::depth() const { return parts_->places.size() - 1; }

bool Simulator::back_to(std::size_t wanted) {
  if (wanted > depth()) return false;
  while (depth() > wanted) {
    parts_->places.pop_back();
    parts_->run.steps.pop_back();
  }
  return true;
}

const std::string& Simulator::label(std::size_t number) const { return parts_->places.at(number).label; }

TraceState Simulator::state() const {
  const Network& network = *parts_->network;
  const std::vector<std::int32_t>& row = parts_->here().row;
  TraceState state;
  for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
    const NetProcess& process = network.processes[p];
    state.locations.emplace_back(process.name, process.locations[static_cast<std::size_t>(row[p])].name);
  }
  for (std::uint32_t s = 0; s < network.slots.size(); ++s) {
    state.variables.emplace_back(network.slots[s].name, row[network.slot_value(s)]);
  }
  state.zone = constraints();
  return state;
}

std::string Simulator::constraints() const {
  const Zone zone = parts_->graph.zones().zone(parts_->here().node.zone);
  return to_string(zone.view(), parts_->clock_names());
}

std::string Simulator::matrix() const {
  const Zone zone = parts_->graph.zones().zone(parts_->here().node.zone);
  return matrix_to_string(zone.view(), parts_->clock_names());
}

std::optional<Trace> Simulator::trace() const {
  std::optional<Trace> trace = make_trace(parts_->graph, parts_->run, {});
  if (trace) trace->model_hash = hash_of(parts_->model);
  return trace;
}

}  // namespace orbita
