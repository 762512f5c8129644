#include "engine/trace/simulator.h"

#include <algorithm>
#include <cassert>

#include "engine/compile/query_compiler.h"
#include "engine/space/predicate_eval.h"
#include "engine/trace/lift.h"
#include "engine/trace/unreduced_model.h"
#include "parser/parser.h"

namespace orbita {

namespace {

[[noreturn]] void no_initial_state() {
  throw ModelError({{Severity::error, "refused", {}, "the initial state violates an invariant", ""}});
}

bool same_edges(const std::vector<TraceEdge>& a, const std::vector<TraceEdge>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const TraceEdge& x, const TraceEdge& y) {
    return x.process == y.process && x.edge == y.edge && x.branch == y.branch && x.selects == y.selects;
  });
}

}  // namespace

struct Simulator::Parts {
  struct Place {
    std::vector<std::int32_t> row;
    SymbolicState node;
    SimulatorMove taken;  // what led here
    std::vector<UnreducedStep> steps;
    std::vector<ZoneId> targets;  // zones; Zones::empty for errors
    std::vector<SimulatorMove> moves;
  };

  explicit Parts(const Model& model_)
      : model(model_), compiled(model_), network(compiled.network()), space(compiled.space()) {
    const std::optional<SymbolicState> initial = space.initial(true);
    if (!initial) no_initial_state();
    run.initial = network.initial_values();
    add({run.initial, *initial, {}, {}, {}, {}});
  }

  void add(Place place) {
    for (UnreducedStep& step : space.steps(place.row, place.node.zone)) {
      const ZoneId zone = space.zones().apply(place.node.zone, step.op);
      if (zone == Zones::empty) continue;
      place.moves.push_back(move_of(place.row, step));
      place.steps.push_back(std::move(step));
      place.targets.push_back(zone);
    }
    places.push_back(std::move(place));
  }

  SimulatorMove move_of(const std::vector<std::int32_t>& row, const UnreducedStep& step) const {
    SimulatorMove move;
    move.error = step.discrete == none;
    for (const Participant& participant : step.transition.participants) {
      move.edges.push_back(trace_edge(network, participant, row));
      move.label += (move.label.empty() ? "" : "; ") + move.edges.back().process + ": " + move.edges.back().label;
    }
    return move;
  }

  void extend_run(const Place& from, const UnreducedStep& step) {
    std::vector<std::int32_t> row = from.row;
    orbita::take(space, step, row, run, {});
  }

  const Place& here() const { return places.back(); }

  std::vector<std::string> clock_names() const {
    std::vector<std::string> names{"0"};
    for (const std::uint32_t x : space.shape(here().node.discrete).clocks) names.push_back(network.clocks[x].name);
    return names;
  }

  std::optional<std::string> value_of_name(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
    const std::string name = begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
    for (std::uint32_t s = 0; s < network.slots.size(); ++s) {
      if (network.slots[s].name == name) return std::to_string(here().row[network.slot_value(s)]);
    }
    for (std::uint32_t x = 1; x < network.clocks.size(); ++x) {
      if (network.clocks[x].name == name) return clock_text(x, 0);
    }
    for (std::uint32_t p = 0; p < network.processes.size(); ++p) {
      const auto& locations = network.processes[p].locations;
      for (std::size_t l = 0; l < locations.size(); ++l) {
        if (network.processes[p].name + "." + locations[l].name == name)
          return static_cast<std::size_t>(here().row[p]) == l ? "true" : "false";
      }
    }
    return std::nullopt;
  }

  std::string value_of(const Expr& expr) {
    const Measure measure = QueryCompiler(network).measure(expr);
    PredicateEvaluator evaluator(network, compiled.graph());
    const StateId discrete = here().node.discrete;
    const std::int32_t data = evaluator.data_of(measure, discrete);
    const std::uint32_t clock = measure.is_clock ? evaluator.clock_of(measure, discrete) : 0;
    if (evaluator.failure()) return "run-time error: " + describe(*measure.programs, evaluator.failure());
    if (measure.is_clock) return clock_text(clock, data);
    if (expr.type != nullptr && expr.type->is(TypeKind::boolean)) return data != 0 ? "true" : "false";
    return std::to_string(data);
  }

  // The range of clock + shift in the current zone.
  std::string clock_text(std::uint32_t clock, std::int32_t shift) {
    const Shape shape = space.shape(here().node.discrete);
    const auto found = std::find(shape.clocks.begin(), shape.clocks.end(), clock);
    if (found == shape.clocks.end()) return "not known";
    const ClockIndex x{static_cast<std::uint32_t>(found - shape.clocks.begin()) + 1};
    const Zone zone = space.zones().zone(here().node.zone);
    const Bound low = zone(reference_clock, x), high = zone(x, reference_clock);
    DelayRange range{Rational(shift - low.value()), !low.is_weak(), std::nullopt, false};
    if (!high.is_infinite()) {
      range.latest = Rational(shift + high.value());
      range.before = !high.is_weak();
    }
    const std::string text = to_text(range);
    return text.front() == '[' || text.front() == '(' ? "in " + text : text;
  }

  std::string truth_of(const Expr& condition) {
    const Predicate predicate = QueryCompiler(network).predicate(condition);
    PredicateEvaluator evaluator(network, compiled.graph());
    const Zone zone = space.zones().zone(here().node.zone);
    const Federation yes = evaluator.satisfying(predicate, false, here().node.discrete, zone.view());
    const Federation no = evaluator.satisfying(predicate, true, here().node.discrete, zone.view());
    if (evaluator.failure()) return "run-time error: " + describe(*predicate.programs, evaluator.failure());
    if (yes.parts().empty()) return "false";
    if (no.parts().empty()) return "true";
    std::string text;
    for (const Zone& part : yes.parts())
      text += (text.empty() ? "true where " : " or ") + to_string(part.view(), clock_names());
    return text;
  }

  const Model& model;
  UnreducedModel compiled;
  const Network& network;
  UnreducedSpace& space;
  SymbolicRun run;
  std::vector<Place> places;
};

Simulator::Simulator(const Model& model) : parts_(std::make_unique<Parts>(model)) {}
Simulator::~Simulator() = default;

const std::vector<SimulatorMove>& Simulator::moves() const { return parts_->here().moves; }
bool Simulator::knows_delays() const { return !parts_->network.has_stopwatches; }

std::optional<DelayRange> Simulator::delays(std::size_t move) const {
  const Parts::Place& from = parts_->here();
  if (move >= from.moves.size() || from.moves[move].error || !knows_delays()) return std::nullopt;
  parts_->extend_run(from, from.steps[move]);
  const std::optional<DelayRange> range = last_delay(parts_->space, parts_->run);
  parts_->run.steps.pop_back();
  return range;
}

bool Simulator::take(std::size_t move, std::optional<Rational> delay) {
  const Parts::Place& from = parts_->here();
  if (move >= from.moves.size() || from.moves[move].error) return false;
  // Where no delay is chosen, a zone that is not empty says that there is a run.
  const std::vector<SymbolicRun::Step>& steps = parts_->run.steps;
  if (knows_delays() &&
      (delay || std::any_of(steps.begin(), steps.end(), [](const auto& s) { return s.delay.has_value(); }))) {
    const std::optional<DelayRange> range = delays(move);
    if (!range || (delay && !range->contains(*delay))) return false;
  }
  const UnreducedStep& step = from.steps[move];
  parts_->extend_run(from, step);
  if (knows_delays()) parts_->run.steps.back().delay = delay;
  parts_->add({step.transition.target, {step.discrete, from.targets[move]}, from.moves[move], {}, {}, {}});
  return true;
}

std::optional<std::size_t> Simulator::find(const std::vector<TraceEdge>& edges, const Rational& delay) const {
  for (std::size_t i = 0; i < moves().size(); ++i) {
    if (moves()[i].error || !same_edges(moves()[i].edges, edges)) continue;
    if (!knows_delays()) return i;
    const std::optional<DelayRange> range = delays(i);
    if (range && range->contains(delay)) return i;
  }
  return std::nullopt;
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

const SimulatorMove& Simulator::taken(std::size_t number) const { return parts_->places.at(number).taken; }

TraceState Simulator::state() const {
  TraceState here = state(depth());
  here.zone = constraints();
  return here;
}

TraceState Simulator::state(std::size_t depth) const {
  return named_values(parts_->network, parts_->places.at(depth).row);
}

std::string Simulator::constraints() const {
  const Zone zone = parts_->space.zones().zone(parts_->here().node.zone);
  return to_string(zone.view(), parts_->clock_names());
}

std::string Simulator::matrix() const {
  const Zone zone = parts_->space.zones().zone(parts_->here().node.zone);
  return matrix_to_string(zone.view(), parts_->clock_names());
}

// What is shown can be asked for by its name, also where a query cannot say it (elements of scalar sets have no number
// there). Of the rest what can be measured has a value, and everything else has to be a condition.
std::string Simulator::evaluate(Model& model, const std::string& expression) {
  assert(&model == &parts_->model);
  if (const std::optional<std::string> value = parts_->value_of_name(expression)) return *value;
  const auto query = [&](const std::string& formula, Diagnostics& diagnostics) -> const Query* {
    try {
      Query* const read = read_formula(*model.document, formula, diagnostics);
      return read != nullptr && check_query(model, *read, diagnostics) ? read : nullptr;
    } catch (const ModelError& error) {
      for (const Diagnostic& problem : error.diagnostics()) diagnostics.add(problem);
      return nullptr;
    }
  };
  Diagnostics ignored, problems;
  if (const Query* const values = query("sup: " + expression, ignored)) {
    std::string text;
    for (const Expr* expr : values->expressions) text += (text.empty() ? "" : ", ") + parts_->value_of(*expr);
    return text;
  }
  const Query* const condition = query("E<> (" + expression + ")", problems);
  if (condition == nullptr || condition->predicate == nullptr) throw ModelError(problems.sorted());
  return parts_->truth_of(*condition->predicate);
}

std::optional<Trace> Simulator::trace() const {
  std::optional<Trace> trace = make_trace(parts_->space, parts_->run, {});
  if (trace) trace->model_hash = hash_of(parts_->model);
  return trace;
}

}  // namespace orbita
