#include "engine/trace/named_run.h"

#include <algorithm>

#include "engine/compile/query_compiler.h"
#include "engine/space/predicate_eval.h"

namespace orbita {

namespace {

// Upper limit on combinations of ambiguous names.
constexpr std::size_t most_tries = 100000;

bool is_meant(const Network& network, const Participant& participant, const NamedEdge& named) {
  const NetEdge& edge = network.edges[participant.edge];
  if (edge.process != named.process) return false;
  const Edge* first = network.processes[edge.process].origin->templ->edges.data();
  if (static_cast<std::uint32_t>(edge.tree - first) != named.edge) return false;
  const std::uint32_t branch = edge.branch == nullptr ? no_branch : static_cast<std::uint32_t>(edge.branch - first);
  return branch == named.branch && (!named.selects || *named.selects == participant.selects);
}

bool fits(const Network& network, const Transition& transition, const NamedStep& step) {
  if (transition.participants.size() != step.edges.size()) return false;
  for (const Participant& participant : transition.participants) {
    const auto found = std::find_if(step.edges.begin(), step.edges.end(),
                                    [&](const NamedEdge& e) { return is_meant(network, participant, e); });
    if (found == step.edges.end()) return false;
  }
  return has_state(network, transition.target, step.locations, step.slots);
}

[[nodiscard]] bool constrain(Zone& zone, const std::vector<ClockBound>& bounds) {
  return std::all_of(bounds.begin(), bounds.end(), [&](const ClockBound& b) {
    return zone.constrain(place_among_all(b.x), place_among_all(b.y), Bound{b.raw});
  });
}

// False when no valuation keeps all clocks at 0 or above.
[[nodiscard]] bool write(Zone& zone, const std::vector<ClockAction>& actions) {
  for (const ClockAction& a : actions) {
    const ClockIndex x = place_among_all(a.clock), y = place_among_all(a.source);
    if (y == reference_clock) {
      zone.reset(x, a.value);
    } else {
      if (x != y) zone.copy(x, y);
      if (!zone.shift(x, a.value)) return false;
    }
  }
  return true;
}

// Valuations from which the writes lead into the zone.
[[nodiscard]] bool unwrite(Zone& zone, const std::vector<ClockAction>& actions) {
  for (auto a = actions.rbegin(); a != actions.rend(); ++a) {
    const ClockIndex x = place_among_all(a->clock), y = place_among_all(a->source);
    if (x == y) {
      if (!zone.shift(x, -a->value)) return false;
      continue;
    }
    if (!zone.constrain(x, y, Bound::weak(a->value)) || !zone.constrain(y, x, Bound::weak(-a->value))) return false;
    zone.free(x);
  }
  return true;
}

}  // namespace

bool has_state(const Network& network, const std::vector<std::int32_t>& row,
               const std::vector<std::uint32_t>& locations, const std::vector<std::int32_t>& slots) {
  for (std::size_t p = 0; p < locations.size(); ++p) {
    if (static_cast<std::uint32_t>(row[p]) != locations[p]) return false;
  }
  for (std::uint32_t s = 0; s < slots.size(); ++s) {
    const bool is_meta = network.slots[SlotId{s}].symbol != nullptr && network.slots[SlotId{s}].symbol->is_meta;
    if (!is_meta && row[network.slot_value(SlotId{s})] != slots[s]) return false;
  }
  return true;
}

std::optional<SymbolicRun> NamedRuns::follow(const std::vector<NamedStep>& steps,
                                             const std::vector<ClockBound>& start) {
  problem_.clear();
  furthest_ = tries_ = 0;
  std::optional<SymbolicState> initial = model_.space().initial(true);
  if (initial) initial->zone = within(initial->zone, start);
  if (!initial || initial->zone == Zones::empty) {
    problem_ = "there is no initial state";
    return std::nullopt;
  }
  SymbolicRun run;
  run.initial = model_.network().initial_values();
  run.initial_inside = start;
  if (follow_from(steps, run, *initial)) return run;
  problem_ = tries_ > most_tries ? "too many transitions fit the names"
                                 : "transition " + std::to_string(furthest_ + 1) + " is not possible";
  return std::nullopt;
}

// The part of the zone within the bounds; all clocks are active here.
ZoneId NamedRuns::within(ZoneId zone, const std::vector<ClockBound>& bounds) {
  if (zone == Zones::empty || bounds.empty()) return zone;
  Zone part = model_.zones().zone(zone);
  return constrain(part, bounds) ? model_.zones().intern(part.view()) : Zones::empty;
}

bool NamedRuns::follow_from(const std::vector<NamedStep>& steps, SymbolicRun& run, const SymbolicState& node) {
  // Depth first with a stack of its own: traces are longer than call stacks.
  struct Level {
    SymbolicState node;
    std::vector<std::int32_t> row;
    std::vector<UnreducedStep> choices;
    std::size_t next = 0;
  };
  UnreducedSpace& space = model_.space();
  std::vector<Level> levels;
  const auto enter = [&](const SymbolicState& at, std::vector<std::int32_t> row) {
    Level level{at, std::move(row), {}, 0};
    if (levels.size() < steps.size()) {
      for (UnreducedStep& choice : space.steps(level.row, level.node.zone)) {
        if (choice.discrete != none && fits(model_.network(), choice.transition, steps[levels.size()])) {
          level.choices.push_back(std::move(choice));
        }
      }
    }
    levels.push_back(std::move(level));
  };
  enter(node, run.initial);
  while (!levels.empty() && levels.size() <= steps.size() && ++tries_ <= most_tries) {
    Level& level = levels.back();
    furthest_ = std::max(furthest_, levels.size() - 1);
    if (level.next == level.choices.size()) {
      levels.pop_back();
      if (!levels.empty()) run.steps.pop_back();
      continue;
    }
    const UnreducedStep& choice = level.choices[level.next++];
    const NamedStep& step = steps[levels.size() - 1];
    const ZoneId zone = within(space.zones().apply(level.node.zone, choice.op), step.clocks);
    if (zone == Zones::empty) continue;
    std::vector<std::int32_t> row = level.row;
    take(space, choice, row, run, step.clocks);
    enter({choice.discrete, zone}, std::move(row));
  }
  if (levels.size() != steps.size() + 1) return false;
  run.last = levels.back().node;
  return true;
}

std::optional<SymbolicRun> NamedRuns::follow(const Trace& trace) {
  const Network& network = model_.network();
  std::vector<NamedStep> steps;
  const auto process_of = [&](const std::string& name) {
    const auto found = std::find_if(network.processes.begin(), network.processes.end(),
                                    [&](const NetProcess& p) { return p.name == name; });
    return ProcessId{static_cast<std::uint32_t>(found - network.processes.begin())};
  };
  for (const TraceStep& step : trace.steps) {
    if (step.edges.empty()) continue;
    NamedStep named;
    for (const TraceEdge& edge : step.edges) {
      named.edges.push_back({process_of(edge.process), edge.edge, edge.branch, edge.selects});
    }
    steps.push_back(std::move(named));
  }
  return follow(steps);
}

std::optional<Trace> NamedRuns::concrete(const SymbolicRun& run) { return make_trace(model_.space(), run, {}); }

std::optional<Trace> NamedRuns::concrete(const SymbolicRun& run, const Query& query) {
  std::optional<Trace> trace;
  if ((query.kind == QueryKind::reachable || query.kind == QueryKind::invariantly) && query.predicate != nullptr) {
    const Predicate predicate = QueryCompiler(model_.network()).predicate(*query.predicate);
    PredicateEvaluator evaluator(model_.network(), model_.graph());
    const std::vector<Zone> reached = zones(run, false);
    if (reached.empty()) return std::nullopt;
    const Federation goal =
        evaluator.satisfying(predicate, query.kind == QueryKind::invariantly, run.last.discrete, reached.back());
    for (const Zone& zone : goal.parts()) {
      trace = make_trace(model_.space(), run, bounds_of(model_.space().shape(run.last.discrete), zone.view()));
      if (trace) break;
    }
  }
  if (!trace) trace = concrete(run);
  if (trace) trace->formula = query.text;
  return trace;
}

std::vector<Zone> NamedRuns::zones(const SymbolicRun& run, bool both_ways) {
  UnreducedSpace& space = model_.space();
  const auto dimension = static_cast<std::uint32_t>(model_.network().clocks.size());
  std::vector<StateFacts> facts{space.facts(run.initial)};
  for (const SymbolicRun::Step& step : run.steps) facts.push_back(space.facts(step.row));

  const auto stay = [&](Zone& zone, std::size_t state) {
    if (!constrain(zone, facts[state].invariant)) return false;
    if (!facts[state].delay) return true;
    zone.delay();
    // A clock that stands still keeps its value; what the matrix cannot say is left open.
    for (const NetClockId x : facts[state].stopped) zone.free(place_among_all(x));
    return constrain(zone, facts[state].invariant);
  };
  const auto forward = [&](std::vector<Zone>& zones, const std::vector<Zone>* within) {
    Zone zone = Zone::zero(dimension);
    for (const NetClockId x : model_.network().proper_clocks())
      zone.reset(place_among_all(x), model_.network().clocks[x].initial);
    for (std::size_t i = 0; i <= run.steps.size(); ++i) {
      if (i > 0) {
        const Transition& t = *run.steps[i - 1].transition;
        if (!constrain(zone, t.guard) || !write(zone, t.actions)) return false;
      }
      if (!stay(zone, i) || (within != nullptr && !zone.intersect((*within)[i]))) return false;
      zones.push_back(zone);
    }
    return true;
  };
  std::vector<Zone> zones;
  if (!forward(zones, nullptr)) return {};
  if (!both_ways) return zones;
  for (std::size_t i = run.steps.size(); i-- > 0;) {
    const Transition& t = *run.steps[i].transition;
    Zone before = zones[i + 1];
    if (facts[i + 1].delay) before.past();
    if (!constrain(before, facts[i + 1].invariant) || !unwrite(before, t.actions) || !constrain(before, t.guard))
      return {};
    if (facts[i].delay) before.past();
    if (!zones[i].intersect(before)) return {};
  }
  std::vector<Zone> narrowed;
  return forward(narrowed, &zones) ? narrowed : std::vector<Zone>{};
}

}  // namespace orbita
