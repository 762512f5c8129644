#include "engine/trace/lift.h"

#include <algorithm>
#include <cassert>

#include "parser/print/printer.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

std::vector<TimedBound> timed(const std::vector<ClockBound>& bounds) {
  std::vector<TimedBound> result;
  for (const ClockBound& b : bounds) {
    const Bound bound{b.raw};
    if (!bound.is_infinite()) result.push_back({b.x, b.y, bound.value(), !bound.is_weak()});
  }
  return result;
}

TimedStay stay_of(const StateFacts& facts, const std::vector<ClockBound>& inside, bool open_border) {
  TimedStay stay{timed(facts.invariant), facts.delay};
  for (TimedBound bound : timed(inside)) {
    if (open_border) bound.strict = false;  // the border itself belongs to the neighbouring piece
    stay.invariant.push_back(bound);
  }
  return stay;
}

FactsOf facts_in(UnreducedSpace& space) {
  return [&space](std::span<const std::int32_t> row) { return space.facts(row); };
}

TimedRun timed_run(const Network& network, const FactsOf& facts, const SymbolicRun& run,
                   const std::vector<ClockBound>& goal) {
  TimedRun result;
  for (const Clock& clock : network.clocks) result.initial.push_back(clock.initial);
  const auto open = [&](std::size_t step) {
    return step < run.steps.size() && !run.steps[step].transition && !run.steps[step].begins;
  };
  result.start = stay_of(facts(run.initial), run.initial_inside, open(0));
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    poll_limits();
    const SymbolicRun::Step& step = run.steps[i];
    TimedStep timed_step;
    if (step.transition) {
      timed_step.guard = timed(step.transition->guard);
      for (const ClockAction& a : step.transition->actions) timed_step.writes.push_back({a.clock, a.source, a.value});
    }
    if (step.begins) timed_step.guard = timed(*step.begins);
    timed_step.delay = step.delay;
    timed_step.stay = stay_of(facts(step.row), step.inside, open(i) || open(i + 1));
    result.steps.push_back(std::move(timed_step));
  }
  result.goal = timed(goal);
  return result;
}

TraceState state_of(const Network& network, const std::vector<std::int32_t>& row,
                    const IdVector<NetClockId, Rational>& clocks) {
  TraceState state = named_values(network, row);
  for (const NetClockId x : network.proper_clocks()) {
    if (network.clocks[x].symbol != nullptr) state.clocks.emplace_back(network.clocks[x].name, clocks[x]);
  }
  return state;
}

// Clock values along a run with known delays.
class ClockValues {
 public:
  explicit ClockValues(const Network& network) {
    for (const Clock& clock : network.clocks) values_.push_back(Rational(clock.initial));
  }
  void delay(const Rational& d, const std::vector<NetClockId>& stopped) {
    for (const NetClockId x : IdRange(NetClockId{1}, values_.end_id())) {
      if (!std::binary_search(stopped.begin(), stopped.end(), x)) values_[x] = values_[x] + d;
    }
  }
  void write(const std::vector<ClockAction>& actions) {
    for (const ClockAction& a : actions) {
      values_[a.clock] = a.source == reference_net_clock ? Rational(a.value) : values_[a.source] + Rational(a.value);
    }
  }
  const IdVector<NetClockId, Rational>& values() const { return values_; }

 private:
  IdVector<NetClockId, Rational> values_;
};

std::string channel_of(const Network& network, const Participant& participant, const std::vector<std::int32_t>& row) {
  const NetEdge& edge = network.edges[participant.edge];
  if (edge.direction == SyncDirection::none) return "";
  ChannelId channel = edge.channel;
  if (edge.channel_index != no_code) {
    Machine machine(network);
    for (std::size_t i = 0; i < edge.selects.size(); ++i) machine.bind(edge.selects[i].frame, participant.selects[i]);
    channel = edge.channel_at(machine.evaluate(edge.channel_index, row));
    if (machine.failure()) {  // the run-time error that a trace leads to
      const Edge* const part = edge.branch != nullptr && edge.branch->sync != nullptr ? edge.branch : edge.tree;
      return print(*part->sync);
    }
  }
  return network.channels[channel].name;
}

std::string edge_label(const Network& network, const NetEdge& edge, const TraceEdge& traced) {
  const NetProcess& process = network.processes[edge.process];
  std::string text = process.locations[edge.source].name + " -> " + process.locations[edge.target].name;
  std::size_t select = 0;
  for (const Edge* part : {edge.tree, edge.branch}) {
    if (part == nullptr) continue;
    for (const Binder& binder : part->selects) {
      text += ", " + std::string(binder.name) + " = " + std::to_string(traced.selects[select++]);
    }
    if (part->guard != nullptr) text += ", " + print(*part->guard);
    if (part->sync != nullptr) text += ", " + traced.channel + (edge.direction == SyncDirection::send ? "!" : "?");
    if (part->update != nullptr) text += ", " + print(*part->update);
  }
  return text;
}

}  // namespace

TraceState named_values(const Network& network, const std::vector<std::int32_t>& row) {
  TraceState state;
  for (const ProcessId p : network.processes.ids()) {
    const NetProcess& process = network.processes[p];
    state.locations.emplace_back(process.name, network.location(row, p).name);
  }
  for (const SlotId s : network.slots.ids()) {
    state.variables.emplace_back(network.slots[s].name, row[network.slot_value(s)]);
  }
  return state;
}

std::vector<ClockBound> guard_of(UnreducedSpace& space, const UnreducedStep& step, std::span<const std::int32_t> row) {
  const Shape shape = space.shape(space.intern(row));
  std::vector<ClockBound> guard = step.transition.guard;
  for (const Constraint& c : space.zones().op(step.op).guard)
    guard.push_back({shape.clock(c.x), shape.clock(c.y), c.bound.raw});
  return guard;
}

void take(UnreducedSpace& space, const UnreducedStep& step, std::vector<std::int32_t>& row, SymbolicRun& run,
          std::vector<ClockBound> inside) {
  std::vector<ClockBound> guard = guard_of(space, step, row);
  row = step.transition.target;
  run.steps.push_back({step.transition, row, std::move(inside)});
  run.steps.back().transition->guard = std::move(guard);
}

TraceEdge trace_edge(const Network& network, const Participant& participant, const std::vector<std::int32_t>& row) {
  const NetEdge& edge = network.edges[participant.edge];
  const NetProcess& process = network.processes[edge.process];
  const Template& templ = *process.origin->templ;
  TraceEdge result;
  result.process = process.name;
  result.edge = static_cast<std::uint32_t>(edge.tree - templ.edges.data());
  if (edge.branch != nullptr) result.branch = static_cast<std::uint32_t>(edge.branch - templ.edges.data());
  result.selects = participant.selects;
  result.channel = channel_of(network, participant, row);
  result.label = edge_label(network, edge, result);
  return result;
}

std::vector<ClockBound> bounds_of(const Shape& shape, ConstMatrix zone) {
  std::vector<ClockBound> result;
  for (std::uint32_t i = 0; i < zone.dimension; ++i) {
    for (std::uint32_t j = 0; j < zone.dimension; ++j) {
      const raw_t raw = zone.row(i)[j];
      if (i == j || raw == raw_infinity || (i == 0 && raw == raw_le_zero)) continue;
      result.push_back({shape.clock({i}), shape.clock({j}), raw});
    }
  }
  return result;
}

std::optional<SymbolicRun> walk(UnreducedSpace& space, std::size_t length, const IsWanted& is_wanted) {
  SymbolicRun run;
  run.initial = space.network().initial_values();
  std::vector<std::int32_t> row = run.initial;
  run.last = *space.initial(true);
  for (std::size_t i = 0; i < length; ++i) {
    const std::vector<UnreducedStep> steps = space.steps(row, run.last.zone);
    ZoneId zone = Zones::empty;
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const UnreducedStep& s) {
      check_limits();
      if (s.discrete == none) return false;
      zone = space.zones().apply(run.last.zone, s.op);
      return zone != Zones::empty && is_wanted(i, s, zone);
    });
    if (step == steps.end()) return std::nullopt;
    take(space, *step, row, run, {});
    assert(space.zones().dimension(zone) == space.shape(step->discrete).dimension());
    run.last = {step->discrete, zone};
  }
  assert(run.steps.size() == length);
  return run;
}

// Independent of the names of the path's representatives: each step takes some transition whose target has the
// next node of the path as its representative. There is one because permutations commute with transitions.
std::optional<SymbolicRun> follow(ZoneGraph& graph, const std::vector<SymbolicState>& path) {
  const auto is_next = [&](std::size_t i, const UnreducedStep& step, ZoneId zone) {
    return graph.represents(path[i + 1], {step.discrete, zone});
  };
  return walk(graph.unreduced(), path.empty() ? 0 : path.size() - 1, is_next);
}

std::optional<SymbolicRun> follow(ZoneGraph& graph, MaximalRunSearch& search, const std::vector<SymbolicState>& prefix,
                                  const SymbolicState& start, const std::vector<AlwaysState>& path, std::size_t again) {
  std::optional<SymbolicRun> run = follow(graph, prefix);
  if (!run) return std::nullopt;
  std::vector<std::int32_t> row = run->steps.empty() ? run->initial : run->steps.back().row;
  // The real state the run inside the predicate begins with: the one whose representative `start` is.
  const auto first =
      search.lifted_start(prefix.empty() ? *graph.unreduced().initial(false) : run->last, start, path.front());
  if (!first) return std::nullopt;
  AlwaysState real = first->state;
  const auto inside = [&](const AlwaysState& s) {
    return bounds_of(graph.shape(s.discrete), search.pieces(s.discrete)[s.piece].view());
  };
  // From a reachable state the predicate holds from some moment on: that moment is a step of its own.
  if (prefix.empty()) run->initial_inside = inside(real);
  else
    run->steps.push_back(
        {std::nullopt, row, inside(real), bounds_of(graph.shape(real.discrete), first->moment.view())});
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const std::optional<MaximalRunSearch::LiftedStep> step =
        search.lifted_step(graph.unreduced(), real, row, path[i + 1], i + 1 >= again);
    if (!step) return std::nullopt;
    if (step->transition) take(graph.unreduced(), *step->transition, row, *run, inside(step->state));
    else run->steps.push_back({std::nullopt, row, inside(step->state)});
    real = step->state;
  }
  run->last = {real.discrete, real.zone};
  return run;
}

NextDelays::NextDelays(UnreducedSpace& space, const SymbolicRun& run)
    : space_(space),
      row_(run.steps.empty() ? run.initial : run.steps.back().row),
      timed_(timed_run(space.network(), facts_in(space), run, {})) {}

std::optional<DelayRange> NextDelays::before(const UnreducedStep& step) {
  TimedStep next;
  next.guard = timed(guard_of(space_, step, row_));
  for (const ClockAction& a : step.transition.actions) next.writes.push_back({a.clock, a.source, a.value});
  next.stay = stay_of(space_.facts(step.transition.target), {}, false);
  timed_.steps.push_back(std::move(next));
  const std::optional<DelayRange> range = delay_range(timed_, timed_.steps.size() - 1);
  timed_.steps.pop_back();
  return range;
}

std::optional<Trace> make_trace(UnreducedSpace& space, const SymbolicRun& run, const std::vector<ClockBound>& goal,
                                std::int64_t finer) {
  return make_trace(space.network(), facts_in(space), run, goal, finer);
}

std::optional<Trace> make_trace(const Network& network, const FactsOf& facts, const SymbolicRun& run,
                                const std::vector<ClockBound>& goal, std::int64_t finer) {
  const std::optional<std::vector<Rational>> stamps = solve_timing(timed_run(network, facts, run, goal), finer);
  if (!stamps) return std::nullopt;
  const std::vector<Rational> waits = delays(*stamps);
  assert(waits.size() == run.steps.size() + 1);
  assert(std::ranges::none_of(waits, [](const Rational& wait) { return wait < Rational(0); }));
  Trace trace;
  ClockValues clocks(network);
  trace.initial = state_of(network, run.initial, clocks.values());
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    check_limits();
    const SymbolicRun::Step& step = run.steps[i];
    const std::vector<std::int32_t>& before = i == 0 ? run.initial : run.steps[i - 1].row;
    clocks.delay(waits[i], facts(before).stopped);
    TraceStep out;
    out.delay = waits[i];
    if (step.transition) {
      clocks.write(step.transition->actions);
      for (const Participant& p : step.transition->participants) out.edges.push_back(trace_edge(network, p, before));
    }
    out.state = state_of(network, step.row, clocks.values());
    trace.steps.push_back(std::move(out));
  }
  trace.final_delay = waits.back();
  return trace;
}

}  // namespace orbita
