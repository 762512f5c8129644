#include "engine/graph.h"

#include <algorithm>
#include <cassert>

namespace orbita {

namespace {

// Successor lists are kept from the second time on they are asked for, up to this much memory.
constexpr std::size_t cache_limit = std::size_t{512} << 20;
constexpr std::uint32_t never_asked = 0, asked_once = 1, first_cached = 2;

std::uint32_t position(const Shape& shape, std::uint32_t clock) {
  if (clock == 0) return 0;
  const auto it = std::lower_bound(shape.clocks.begin(), shape.clocks.end(), clock);
  return it != shape.clocks.end() && *it == clock ? static_cast<std::uint32_t>(it - shape.clocks.begin()) + 1 : none;
}

// Adds a bound to a list of constraints by position. A clock that is not active has no test that
// could tell its values apart: x <= c with c < 0 never holds, x >= c with c <= 0 always does.
[[nodiscard]] bool add_bound(const Shape& shape, const ClockBound& bound, std::vector<Constraint>& constraints) {
  const std::uint32_t x = position(shape, bound.x), y = position(shape, bound.y);
  if (x == none || y == none) return !(bound.y == 0 && bound.raw < raw_le_zero);
  constraints.push_back({ClockIndex{x}, ClockIndex{y}, Bound{bound.raw}});
  return true;
}

void sort_constraints(std::vector<Constraint>& constraints) {
  const auto key = [](const Constraint& c) { return std::tuple(c.x.value, c.y.value, c.bound.raw); };
  std::sort(constraints.begin(), constraints.end(), [&](auto& a, auto& b) { return key(a) < key(b); });
  // Of several bounds on one difference the first, tightest one says it all.
  const auto same = [](const Constraint& a, const Constraint& b) { return a.x == b.x && a.y == b.y; };
  constraints.erase(std::unique(constraints.begin(), constraints.end(), same), constraints.end());
}

std::vector<Constraint> constraints_of(const Zone& zone) {
  std::vector<Constraint> result;
  const ConstMatrix m = zone.view();
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      const raw_t raw = m.row(i)[j];
      if (i == j || raw == raw_infinity || (i == 0 && raw == raw_le_zero)) continue;
      result.push_back({ClockIndex{i}, ClockIndex{j}, Bound{raw}});
    }
  }
  return result;
}

}  // namespace

Graph::Graph(const Network& network, const BoundsAnalysis& bounds, const std::vector<std::uint32_t>& always_live,
             const GraphOptions& options)
    : network_(network),
      options_(options),
      liveness_(network, always_live),
      expander_(network),
      states_(network),
      shapes_(network, bounds, options.bounds, !options.reduce_clocks),
      row_(network.value_count()),
      clock_value_(network.clocks.size()) {}

// ---------------------------------------------------------------------- states

std::uint32_t Graph::intern_target(std::vector<std::int32_t>& row) {
  if (options_.reduce_variables) liveness_.normalise(row);
  const auto [id, is_new] = states_.intern(row);
  if (is_new) {
    shape_of_.push_back(shapes_.of(row));
    cached_.push_back(never_asked);
  }
  return id;
}

std::optional<GraphNode> Graph::initial() { return make_initial(true); }

std::optional<GraphNode> Graph::initial_entry() { return make_initial(false); }

std::optional<GraphNode> Graph::make_initial(bool with_delay) {
  std::vector<std::int32_t> row = network_.initial_values();
  const StateFacts start = expander_.facts(row);
  if (!start.possible || start.failure) return std::nullopt;
  Transition move;  // from nowhere: all clocks are written
  move.invariant = start.invariant;
  move.stopped = start.stopped;
  move.delay = start.delay && with_delay;
  for (std::uint32_t x = 1; x < network_.clocks.size(); ++x) move.actions.push_back({x, 0, network_.clocks[x].initial});
  const std::uint32_t discrete = intern_target(row);
  ZoneOp op;
  if (!make_op(Shape{{}, {0}, {0}}, move, shape(discrete), op)) return std::nullopt;
  const std::uint32_t nowhere = zones_.intern(Zone::zero(1).view());
  const std::uint32_t zone = zones_.apply(nowhere, zones_.intern_op(std::move(op)));
  if (zone == Zones::empty) return std::nullopt;
  return GraphNode{discrete, zone};
}

// ------------------------------------------------------------------ operations

bool Graph::make_guard(const Shape& source, const Transition& move, ZoneOp& op) {
  op.source_dimension = source.dimension();
  for (const ClockBound& bound : move.guard) {
    if (!add_bound(source, bound, op.guard)) return false;
  }
  sort_constraints(op.guard);
  return true;
}

bool Graph::make_op(const Shape& source, const Transition& move, const Shape& target, ZoneOp& op) {
  if (!make_guard(source, move, op)) return false;
  // What every written clock holds in the end, in terms of the source.
  const auto current = [&](std::uint32_t clock) {
    return std::find(written_.begin(), written_.end(), clock) == written_.end() ? ZoneOp::Transfer{clock, 0}
                                                                               : clock_value_[clock];
  };
  written_.clear();
  for (const ClockAction& action : move.actions) {
    ZoneOp::Transfer value = current(action.source);
    if (action.source == 0) value = {0, 0};
    value.shift += action.value;
    if (std::find(written_.begin(), written_.end(), action.clock) == written_.end()) written_.push_back(action.clock);
    clock_value_[action.clock] = value;
  }
  for (const std::uint32_t clock : target.clocks) {
    const ZoneOp::Transfer value = current(clock);
    const std::uint32_t from = position(source, value.source);
    assert(from != none && "an active clock was inactive before and is not written");
    op.transfer.push_back({from, value.shift});
  }
  for (const ClockBound& bound : move.invariant) {
    if (!add_bound(target, bound, op.invariant)) return false;
  }
  sort_constraints(op.invariant);
  op.delay = move.delay;
  for (const std::uint32_t clock : move.stopped) {
    if (const std::uint32_t at = position(target, clock); at != none) op.stopped.push_back(at);
  }
  if (options_.extrapolation != Extrapolation::off) {
    op.extrapolation = options_.extrapolation;
    op.lower = target.lower;
    op.upper = target.upper;
  }
  return true;
}

std::span<const Transition> Graph::build(std::uint32_t discrete) {
  ++expansions_;
  built_.clear();
  values(discrete, row_);
  const std::uint32_t source = shape_of_[discrete];
  const std::span<const Transition> moves = expander_.expand(row_);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ZoneOp op;
    if (moves[i].failure) {
      if (make_guard(shapes_[source], moves[i], op)) built_.push_back({{none, zones_.intern_op(std::move(op))}, i});
      continue;
    }
    row_ = moves[i].target;
    const std::uint32_t target = intern_target(row_);
    if (make_op(shapes_[source], moves[i], shape(target), op)) {
      built_.push_back({{target, zones_.intern_op(std::move(op))}, i});
    }
  }
  if (network_.has_channel_priority || network_.has_process_priority) apply_priorities(moves);
  return moves;
}

// A transition is possible only where no transition of a higher level is: the rest of its guard may
// fall into several zones, each of which becomes a transition of its own.
void Graph::apply_priorities(std::span<const Transition> moves) {
  std::vector<Built> kept;
  for (const Built& low : built_) {
    const ZoneOp& op = zones_.op(low.successor.op);
    Zone guard = Zone::universal(op.source_dimension);
    if (!guard.constrain(op.guard)) continue;
    Federation rest{guard};
    bool blocked = false;
    for (const Built& high : built_) {
      if (moves[high.move].level <= moves[low.move].level || moves[high.move].failure) continue;
      Zone enabled;
      if (!enabling_zone(zones_.op(high.successor.op), enabled)) continue;
      blocked = true;
      rest.subtract(enabled.view());
    }
    if (!blocked || moves[low.move].failure) {
      kept.push_back(low);
      continue;
    }
    for (const Zone& part : rest.parts()) {
      ZoneOp narrowed = zones_.op(low.successor.op);
      narrowed.guard = constraints_of(part);
      kept.push_back({{low.successor.discrete, zones_.intern_op(std::move(narrowed))}, low.move});
    }
  }
  built_.swap(kept);
}

std::span<const Graph::Successor> Graph::successors(std::uint32_t discrete) {
  if (cached_[discrete] >= first_cached) return cache_[cached_[discrete] - first_cached];
  build(discrete);
  result_.clear();
  for (const Built& b : built_) result_.push_back(b.successor);
  if (cached_[discrete] == never_asked) {
    cached_[discrete] = asked_once;
  } else if (cache_bytes_ < cache_limit) {
    cached_[discrete] = static_cast<std::uint32_t>(cache_.size()) + first_cached;
    cache_.push_back(result_);
    cache_.back().shrink_to_fit();
    cache_bytes_ += sizeof(std::vector<Successor>) + result_.size() * sizeof(Successor) + 16;
  }
  return result_;
}

std::optional<GraphNode> Graph::target(std::uint32_t zone, const Successor& successor) {
  const std::uint32_t result = zones_.apply(zone, successor.op);
  if (result == Zones::empty) return std::nullopt;
  return GraphNode{successor.discrete, result};
}

std::vector<Graph::Step> Graph::steps(std::uint32_t discrete) {
  const std::span<const Transition> moves = build(discrete);
  std::vector<Step> result;
  for (const Built& b : built_) result.push_back({moves[b.move], b.successor});
  return result;
}

const StateFacts& Graph::facts(std::uint32_t discrete) {
  if (facts_of_ != discrete) {
    values(discrete, row_);
    facts_ = expander_.facts(row_);
    facts_of_ = discrete;
  }
  return facts_;
}

bool Graph::delay_allowed(std::uint32_t discrete) { return facts(discrete).delay; }

// -------------------------------------------------------------------- deadlock

Federation Graph::deadlocked(std::uint32_t discrete, ConstMatrix zone) {
  if (enabling_of_ != discrete) {
    enabling_of_ = discrete;
    enabling_.clear();
    const bool delay = delay_allowed(discrete);
    Zone invariant = Zone::universal(shape(discrete).dimension());
    std::vector<Constraint> constraints;
    for (const ClockBound& bound : facts(discrete).invariant) {
      const bool possible = add_bound(shape(discrete), bound, constraints);
      assert(possible);
      static_cast<void>(possible);
    }
    const bool alive = invariant.constrain(constraints);
    assert(alive);
    static_cast<void>(alive);
    for (const Successor& successor : successors(discrete)) {
      Zone enabled;
      if (!enabling_zone(zones_.op(successor.op), enabled) || !enabled.intersect(invariant.view())) continue;
      if (delay) {
        enabled.past();
        if (!enabled.intersect(invariant.view())) continue;
      }
      enabling_.push_back(std::move(enabled));
    }
  }
  Federation rest{Zone(zone)};
  for (const Zone& enabled : enabling_) {
    if (rest.is_empty()) break;
    rest.subtract(enabled.view());
  }
  return rest;
}

std::size_t Graph::memory() const {
  return states_.memory() + zones_.memory() + cache_bytes_ + (shape_of_.capacity() + cached_.capacity()) * 4;
}

}  // namespace orbita
