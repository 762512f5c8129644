#include "engine/trace/state_tree.h"

#include <algorithm>
#include <cassert>
#include <deque>

#include "engine/compile/query_compiler.h"
#include "engine/space/predicate_eval.h"
#include "engine/trace/lift.h"
#include "engine/trace/representative_finder.h"
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

std::string type_text(const Slot& slot, const Network& network) {
  if (slot.value_set != none) return network.set(slot.value_set).name;
  return "int[" + std::to_string(slot.low) + "," + std::to_string(slot.high) + "]";
}

DelayRange range_of(Bound low, Bound high, std::int32_t shift) {
  DelayRange range{Rational(shift - low.value()), !low.is_weak(), std::nullopt, false};
  if (!high.is_infinite()) {
    range.latest = Rational(shift + high.value());
    range.before = !high.is_weak();
  }
  return range;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

}  // namespace

struct StateTree::Parts {
  // A state. Its row is that of the last step.
  struct Place {
    std::uint32_t parent = none;
    std::uint32_t move = 0;  // among those of the parent
    std::uint32_t depth = 0;
    SymbolicState node;
    SimulatorMove taken;
    SymbolicRun::Step step;  // what led here; of the root only the row
    std::vector<TreeState> children;
    bool delay_chosen = false;  // somewhere on the way here
  };
  struct Expanded {
    TreeState state;
    std::vector<UnreducedStep> steps;
    std::vector<ZoneId> targets;  // zones; Zones::empty for errors
    std::vector<SimulatorMove> moves;
  };

  explicit Parts(const Model& model_)
      : model(model_), compiled(model_), network(compiled.network()), space(compiled.space()) {
    for (const Slot& slot : network.slots) {
      variables.push_back({slot.name, type_text(slot, network), slot.low, slot.high});
    }
    for (const Clock& clock : network.clocks) zone_clocks.push_back(clock.name);
    clocks.assign(zone_clocks.begin() + 1, zone_clocks.end());
    const std::optional<SymbolicState> initial = space.initial(true);
    if (!initial) no_initial_state();
    Place root;
    root.node = *initial;
    root.step.row = network.initial_values();
    places.push_back(std::move(root));
  }

  const Place& at(TreeState state) const { return places.at(state.value); }
  const std::vector<std::int32_t>& row(TreeState state) const { return at(state).step.row; }

  // The last few are kept: a step is usually taken where the moves have just been listed.
  const Expanded& expanded(TreeState state) {
    constexpr std::size_t most = 16;
    for (std::size_t i = 0; i < recent.size(); ++i) {
      if (recent[i].state != state) continue;
      if (i > 0)
        std::rotate(recent.begin(), recent.begin() + static_cast<std::ptrdiff_t>(i),
                    recent.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return recent.front();
    }
    if (recent.size() == most) recent.pop_back();
    recent.push_front(expand(state));
    return recent.front();
  }

  Expanded expand(TreeState state) {
    const Place& place = at(state);
    Expanded result{state, {}, {}, {}};
    for (UnreducedStep& step : space.steps(place.step.row, place.node.zone)) {
      const ZoneId zone = space.zones().apply(place.node.zone, step.op);
      if (zone == Zones::empty) continue;
      result.moves.push_back(move_of(place.step.row, step));
      result.steps.push_back(std::move(step));
      result.targets.push_back(zone);
    }
    return result;
  }

  SimulatorMove move_of(const std::vector<std::int32_t>& from, const UnreducedStep& step) const {
    SimulatorMove move;
    move.error = step.discrete == none;
    for (const Participant& participant : step.transition.participants) {
      move.edges.push_back(trace_edge(network, participant, from));
      move.label += (move.label.empty() ? "" : "; ") + move.edges.back().process + ": " + move.edges.back().label;
    }
    return move;
  }

  std::optional<TreeState> child(TreeState state, std::size_t move, const std::optional<Rational>& delay) const {
    for (const TreeState child : at(state).children) {
      const Place& known = at(child);
      if (known.move == move && known.step.delay == delay) return child;
    }
    return std::nullopt;
  }

  // The state after a move that is possible, known or new.
  TreeState grow(TreeState state, std::size_t move, const std::optional<Rational>& delay) {
    if (const std::optional<TreeState> known = child(state, move, delay)) return *known;
    const Expanded& from = expanded(state);
    const UnreducedStep& step = from.steps[move];
    SymbolicRun one;
    std::vector<std::int32_t> values = row(state);
    orbita::take(space, step, values, one, {});
    Place next;
    next.parent = state.value;
    next.move = static_cast<std::uint32_t>(move);
    next.depth = at(state).depth + 1;
    next.node = {step.discrete, from.targets[move]};
    next.taken = from.moves[move];
    next.step = std::move(one.steps.back());
    next.step.delay = delay;
    next.delay_chosen = delay.has_value() || at(state).delay_chosen;
    const TreeState made{static_cast<std::uint32_t>(places.size())};
    places.push_back(std::move(next));
    places[state.value].children.push_back(made);
    return made;
  }

  SymbolicRun run_to(TreeState state) const {
    SymbolicRun run;
    run.initial = places.front().step.row;
    run.last = at(state).node;
    for (std::uint32_t i = state.value; i != 0; i = places[i].parent) run.steps.push_back(places[i].step);
    std::reverse(run.steps.begin(), run.steps.end());
    return run;
  }

  // Of one state at a time: its moves are asked about one after the other.
  NextDelays& delays_from(TreeState state) {
    if (!next_delays || delays_of != state) {
      next_delays.emplace(space, run_to(state));
      delays_of = state;
    }
    return *next_delays;
  }

  // ---- values of expressions

  std::optional<std::string> value_of_name(TreeState state, const std::string& name) {
    const std::vector<std::int32_t>& values = row(state);
    const std::size_t first = network.processes.size();
    for (std::size_t s = 0; s < variables.size(); ++s) {
      if (variables[s].name == name) return std::to_string(values[first + s]);
    }
    for (std::size_t x = 0; x < clocks.size(); ++x) {
      if (clocks[x] == name) return clock_text(state, x, 0);
    }
    std::size_t p = 0;
    for (const NetProcess& process : network.processes) {
      std::int32_t l = 0;
      for (const NetLocation& location : process.locations) {
        if (process.name + "." + location.name == name) return values[p] == l ? "true" : "false";
        ++l;
      }
      ++p;
    }
    return std::nullopt;
  }

  std::string value_of(TreeState state, const Expr& expr) {
    const Measure measure = QueryCompiler(network).measure(expr);
    PredicateEvaluator evaluator(network, compiled.graph());
    const StateId discrete = at(state).node.discrete;
    const std::int32_t data = evaluator.data_of(measure, discrete);
    std::optional<std::string> clock;
    if (measure.is_clock) {
      const std::string& name = network.clocks[evaluator.clock_of(measure, discrete)].name;
      const auto found = std::find(clocks.begin(), clocks.end(), name);
      clock = found == clocks.end() ? std::to_string(data)
                                    : clock_text(state, static_cast<std::size_t>(found - clocks.begin()), data);
    }
    if (evaluator.failure()) return "run-time error: " + describe(*measure.programs, evaluator.failure());
    if (clock) return *clock;
    if (expr.type != nullptr && expr.type->is(TypeKind::boolean)) return data != 0 ? "true" : "false";
    return std::to_string(data);
  }

  DelayRange clock_range(TreeState state, std::size_t clock, std::int32_t shift) {
    const Zone zone = space.zones().zone(at(state).node.zone);
    const ClockIndex x{static_cast<std::uint32_t>(clock) + 1};
    return range_of(zone(reference_clock, x), zone(x, reference_clock), shift);
  }

  // The range of clock + shift.
  std::string clock_text(TreeState state, std::size_t clock, std::int32_t shift) {
    const std::string text = to_text(clock_range(state, clock, shift));
    return text.front() == '[' || text.front() == '(' ? "in " + text : text;
  }

  std::string truth_of(TreeState state, const Expr& condition) {
    const Predicate predicate = QueryCompiler(network).predicate(condition);
    PredicateEvaluator evaluator(network, compiled.graph());
    const Zone zone = space.zones().zone(at(state).node.zone);
    const StateId discrete = at(state).node.discrete;
    const Federation yes = evaluator.satisfying(predicate, false, discrete, zone.view());
    const Federation no = evaluator.satisfying(predicate, true, discrete, zone.view());
    if (evaluator.failure()) return "run-time error: " + describe(*predicate.programs, evaluator.failure());
    if (yes.parts().empty()) return "false";
    if (no.parts().empty()) return "true";
    std::string text;
    for (const Zone& part : yes.parts())
      text += (text.empty() ? "true where " : " or ") + to_string(part.view(), zone_clocks);
    return text;
  }

  const Model& model;
  UnreducedModel compiled;
  const Network& network;
  UnreducedSpace& space;
  std::vector<TreeVariable> variables;
  std::vector<std::string> zone_clocks, clocks;
  std::deque<Place> places;
  std::deque<Expanded> recent;  // the latest first
  std::optional<RepresentativeFinder> representatives;
  std::optional<NextDelays> next_delays;
  TreeState delays_of;
};

StateTree::StateTree(const Model& model) : parts_(std::make_unique<Parts>(model)) {}
StateTree::~StateTree() = default;

const std::vector<TreeVariable>& StateTree::variables() const { return parts_->variables; }
const std::vector<std::string>& StateTree::clocks() const { return parts_->clocks; }
const std::vector<std::string>& StateTree::zone_clocks() const { return parts_->zone_clocks; }
bool StateTree::knows_delays() const { return !parts_->network.has_stopwatches; }

std::size_t StateTree::size() const { return parts_->places.size(); }

std::size_t StateTree::memory() const {
  constexpr std::size_t names = 256;  // label and edges of a step
  const std::size_t row =
      2 * parts_->places.front().step.row.size() * sizeof(std::int32_t);  // its own and the stored one
  return parts_->space.zones().memory() + size() * (sizeof(Parts::Place) + row + names);
}

std::optional<TreeState> StateTree::parent(TreeState state) const {
  if (state == root()) return std::nullopt;
  return TreeState{parts_->at(state).parent};
}

std::size_t StateTree::depth(TreeState state) const { return parts_->at(state).depth; }

TreeState StateTree::ancestor(TreeState state, std::size_t wanted) const {
  assert(wanted <= depth(state));
  while (depth(state) > wanted) state = *parent(state);
  return state;
}

std::vector<TreeState> StateTree::path(TreeState state) const {
  std::vector<TreeState> states{state};
  while (states.back() != root()) states.push_back(*parent(states.back()));
  std::reverse(states.begin(), states.end());
  return states;
}

std::optional<std::size_t> StateTree::move_to(TreeState state) const {
  if (state == root()) return std::nullopt;
  return parts_->at(state).move;
}

const SimulatorMove& StateTree::taken(TreeState state) const { return parts_->at(state).taken; }

const std::vector<SimulatorMove>& StateTree::moves(TreeState state) { return parts_->expanded(state).moves; }

std::optional<DelayRange> StateTree::delays(TreeState state, std::size_t move) {
  const Parts::Expanded& from = parts_->expanded(state);
  if (move >= from.moves.size() || from.moves[move].error || !knows_delays()) return std::nullopt;
  return parts_->delays_from(state).before(from.steps[move]);
}

std::optional<std::vector<TreeState>> StateTree::follow(std::span<const TraceStep> steps) {
  if (!knows_delays()) return std::nullopt;
  std::vector<TreeState> states;
  TreeState state = root();
  Rational waited;
  for (const TraceStep& step : steps) {
    poll_limits();
    waited += step.delay;  // steps that are only a delay are part of the next one's
    if (step.edges.empty()) continue;
    const std::vector<SimulatorMove>& possible = moves(state);
    const auto fits = [&](const SimulatorMove& move) { return !move.error && same_edges(move.edges, step.edges); };
    const auto found = std::find_if(possible.begin(), possible.end(), fits);
    if (found == possible.end() || std::any_of(found + 1, possible.end(), fits)) return std::nullopt;
    state = parts_->grow(state, static_cast<std::size_t>(found - possible.begin()), waited);
    states.push_back(state);
    waited = Rational(0);
  }
  // All delays are chosen: if the whole run exists, so does every part of it.
  if (!trace(state)) return std::nullopt;
  return states;
}

std::optional<TreeState> StateTree::take(TreeState state, std::size_t move, std::optional<Rational> delay) {
  const Parts::Expanded& from = parts_->expanded(state);
  if (move >= from.moves.size() || from.moves[move].error) return std::nullopt;
  if (!knows_delays()) delay = std::nullopt;
  if (const std::optional<TreeState> known = parts_->child(state, move, delay)) return known;
  // Where no delay is chosen, a zone that is not empty says that there is a run.
  const bool chosen = delay.has_value() || parts_->at(state).delay_chosen;
  if (chosen) {
    const std::optional<DelayRange> range = delays(state, move);
    if (!range || (delay && !range->contains(*delay))) return std::nullopt;
  }
  return parts_->grow(state, move, delay);
}

std::optional<std::size_t> StateTree::find(TreeState state, const std::vector<TraceEdge>& edges,
                                           const Rational& delay) {
  const std::vector<SimulatorMove>& possible = moves(state);
  for (std::size_t i = 0; i < possible.size(); ++i) {
    if (possible[i].error || !same_edges(possible[i].edges, edges)) continue;
    if (!knows_delays()) return i;
    const std::optional<DelayRange> range = delays(state, i);
    if (range && range->contains(delay)) return i;
  }
  return std::nullopt;
}

std::vector<std::int32_t> StateTree::locations(TreeState state) const {
  const std::vector<std::int32_t>& row = parts_->row(state);
  return {row.begin(), row.begin() + static_cast<std::ptrdiff_t>(parts_->network.processes.size())};
}

std::vector<std::int32_t> StateTree::values(TreeState state) const {
  const std::vector<std::int32_t>& row = parts_->row(state);
  return {row.begin() + static_cast<std::ptrdiff_t>(parts_->network.processes.size()), row.end()};
}

TraceState StateTree::named(TreeState state) const { return named_values(parts_->network, parts_->row(state)); }

Zone StateTree::zone(TreeState state) const { return parts_->space.zones().zone(parts_->at(state).node.zone); }

std::vector<DelayRange> StateTree::clock_ranges(TreeState state) const {
  const Zone whole = zone(state);
  std::vector<DelayRange> ranges;
  for (std::uint32_t i = 1; i < whole.dimension(); ++i) {
    const ClockIndex x{i};
    ranges.push_back(range_of(whole(reference_clock, x), whole(x, reference_clock), 0));
  }
  return ranges;
}

// What is shown can be asked for by its name, also where a query cannot say it (elements of scalar sets have no number
// there). Of the rest what can be measured has a value, and everything else has to be a condition.
std::string StateTree::evaluate(TreeState state, Model& model, const std::string& expression) {
  assert(&model == &parts_->model);
  if (const std::optional<std::string> value = parts_->value_of_name(state, trimmed(expression))) return *value;
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
    for (const Expr* expr : values->expressions) text += (text.empty() ? "" : ", ") + parts_->value_of(state, *expr);
    return text;
  }
  const Query* const condition = query("E<> (" + expression + ")", problems);
  if (condition == nullptr || condition->predicate == nullptr) throw ModelError(problems.sorted());
  return parts_->truth_of(state, *condition->predicate);
}

std::optional<Trace> StateTree::trace(TreeState state) const {
  std::optional<Trace> trace = make_trace(parts_->space, parts_->run_to(state), {});
  if (trace) trace->model_hash = hash_of(parts_->model);
  return trace;
}

Representative StateTree::representative(TreeState state) {
  if (!parts_->representatives) parts_->representatives.emplace(parts_->model);
  return parts_->representatives->of(parts_->row(state), zone(state));
}

}  // namespace orbita
