#include "engine/space/graph.h"

#include <algorithm>

#include "parser/work_limits.h"

namespace orbita {

namespace {

// Successor lists are kept from the third time on they are asked for, up to this much memory: many
// discrete states have two zones, few have more. Where most have more they are kept at once.
constexpr std::size_t cache_limit = std::size_t{512} << 20;
constexpr std::uint8_t times_uncached = 2, has_list = times_uncached + 1;  // below: how often it was asked for

bool hears_by_clock(const Network& network) {
  return std::any_of(network.edges.begin(), network.edges.end(), [&](const NetEdge& e) {
    return e.direction == SyncDirection::receive && network.channels[e.channel].broadcast && !e.guard.atoms.empty();
  });
}

}  // namespace

Graph::Graph(const Network& network, const BoundsAnalysis& bounds, const QueryReads& reads, const GraphOptions& options,
             const SymmetryPlan& symmetry)
    : network_(network),
      options_(options),
      symmetry_(symmetry),
      liveness_(network, reads.slots, symmetry.orbits),
      expander_(network),
      states_(network),
      shapes_(network, bounds, options.bounds, !options.reduce_clocks),
      row_(network.value_count()),
      clock_value_(network.clocks.size()),
      split_broadcasts_(hears_by_clock(network)) {
  if (options.extrapolation != Extrapolation::off) differences_ = bounds.diagonals();
  if (options.reduce_variables) {
    stale_ = std::make_unique<FlaggedScalars>(network, reads.predicates, reads.measured, symmetry.orbits);
  }
  if (!symmetry.active) return;
  if (symmetry.sorting) sorter_ = std::make_unique<ValueSorter>(symmetry.layout);
  canonicaliser_ = make_canonicaliser(symmetry.layout, symmetry.options);
  const bool priorities = network.has_channel_priority || network.has_process_priority;
  twins_ = std::make_unique<TwinPruning>(network, symmetry.layout, options.simulation && !priorities);
}

Graph::~Graph() = default;

// ---------------------------------------------------------------------- states

StateId Graph::intern(std::span<const std::int32_t> row) {
  const auto [id, is_new] = states_.intern(row);
  if (is_new) {
    shape_of_.push_back(shapes_.of(row));
    asked_.push_back(0);
  }
  return id;
}

StateId Graph::intern_row(std::span<const std::int32_t> row) {
  std::vector<std::int32_t> normal(row.begin(), row.end());
  normalise(normal);
  return intern(normal);
}

// Each of the two gives a bisimilar state, so both together do.
void Graph::normalise(std::span<std::int32_t> row) const {
  if (!options_.reduce_variables) return;
  liveness_.normalise(row);
  if (stale_ && !stale_->empty()) stale_->normalise(row);
}

std::optional<SymbolicState> Graph::initial() {
  const std::optional<SymbolicState> real = initial_entry(true);
  if (!real) return std::nullopt;
  return representative(*real);
}

std::optional<SymbolicState> Graph::initial_entry(bool with_delay) {
  const std::vector<std::int32_t> row = network_.initial_values();
  const StateFacts start = expander_.facts(row);
  if (!start.possible || start.failure) return std::nullopt;
  Transition move;  // from nowhere: all clocks are written
  move.invariant = start.invariant;
  move.stopped = start.stopped;
  move.delay = start.delay && with_delay;
  for (std::uint32_t x = 1; x < network_.clocks.size(); ++x) move.actions.push_back({x, 0, network_.clocks[x].initial});
  const StateId discrete = intern_row(row);
  Raw raw;
  raw.shape = shape_of_[discrete];
  const std::int32_t reference = 0;
  const Shape nothing{{}, {&reference, 1}, {&reference, 1}};
  if (!make_guard(nothing, move, raw.op) || !make_op(nothing, move, shape(discrete), raw.op)) return std::nullopt;
  std::vector<Raw> cells;  // one: there is one valuation before time passes
  add_cells(raw, 0, Zone::universal(1), nullptr, cells);
  const ZoneId nowhere = zones_.intern(Zone::zero(1).view());
  const ZoneId zone = zones_.apply(nowhere, zones_.intern_op(cells.front().op));
  if (zone == Zones::empty) return std::nullopt;
  return SymbolicState{discrete, zone};
}

// ------------------------------------------------------------------ successors

// Fischer 10 and CSMA/CD 11 have 1.7 zones per discrete state (keeping everything: 105 instead of 55 MB),
// critical region 4 has 4.2 (0.29 instead of 0.42 s).
bool Graph::is_asked_often(StateId discrete) const {
  return asked_[discrete] >= times_uncached || expanded_ > 2 * std::uint64_t{states_.size()};
}

// Knowing the zone helps to leave transitions out before anything is computed for them: worth more than
// remembered operations where there are many clocks of twins, or where clocks decide who hears what.
bool Graph::keeps_operations(StateId discrete) const {
  if (split_broadcasts_) return false;
  return !twins_ || shape(discrete).dimension() < 8;
}

void Graph::expand(const SymbolicState& node, std::vector<SymbolicState>& targets) {
  targets.clear();
  ++expanded_;
  if (is_asked_often(node.discrete) && keeps_operations(node.discrete)) {
    for (const Successor& successor : successors(node.discrete)) {
      poll_limits();
      if (const std::optional<SymbolicState> found = target(node, successor)) targets.push_back(*found);
    }
    return;
  }
  if (asked_[node.discrete] < times_uncached) ++asked_[node.discrete];
  values(node.discrete, row_);
  const ConstMatrix zone = zones_.load(node.zone, expand_source_);
  make_raw(row_, shape_of_[node.discrete], Prune::by_zone, &zone);
  if (options_.watch_deadlocks && deadlocks_of(node.discrete) == Deadlocks::unknown) watch_deadlocks(node.discrete);
  // Remembering operations pays where zones are few and large (CSMA/CD 11: 2.3 to 1.6 s); elsewhere it
  // costs more than it saves (train gate 5: 0.9 instead of 0.5 s; fire alarm 16: 677 instead of 110 MB).
  const bool remember = zone.dimension >= 6 && std::uint64_t{zones_.size()} * 16 < states_.size();
  for (std::size_t i = 0; i < raw_count_; ++i) {
    poll_limits();
    Raw& raw = raw_[i];
    if (raw.twins != none && twins_->applies(zone, shape(node.discrete), raw.twins)) continue;
    if (raw.failure) {
      Zone guard(zone);
      if (guard.constrain(raw.op.guard)) targets.push_back({none, none});
      continue;
    }
    const Successor successor = represent_discrete(raw);
    if (remember) {
      const ZoneId result = zones_.apply(node.zone, zones_.intern_op(raw.op));
      if (result != Zones::empty) targets.push_back(representative(successor, result));
    } else if (apply(raw.op, zone, expand_scratch_, expand_target_)) {
      // Sorted first: the zone as it is would be kept for nothing.
      if (successor.ties != none) zone_sorter_.sort(expand_target_, ties_[successor.ties.value].classes);
      const ZoneId result = zones_.intern(expand_target_.view());
      targets.push_back(sorter_ ? SymbolicState{successor.discrete, result} : representative(successor, result));
    }
  }
}

std::span<const Graph::Successor> Graph::successors(StateId discrete) {
  if (asked_[discrete] == has_list) {
    lists_.get(list_at_[discrete], result_);
    return result_;
  }
  values(discrete, row_);
  make_raw(row_, shape_of_[discrete], Prune::by_data);
  result_.clear();
  for (std::size_t i = 0; i < raw_count_; ++i) {
    poll_limits();
    result_.push_back(represent(raw_[i]));
  }
  if (!is_asked_often(discrete)) ++asked_[discrete];
  else if (lists_.memory() < cache_limit) keep_successors(discrete);
  return result_;
}

void Graph::keep_successors(StateId discrete) {
  while (list_at_.size() <= discrete.value) list_at_.push_back(none);
  list_at_[discrete] = lists_.add(result_);
  asked_[discrete] = has_list;
}

std::span<const Graph::Successor> Graph::successors(const SymbolicState& node) {
  if (!split_broadcasts_) return successors(node.discrete);
  values(node.discrete, row_);
  const ConstMatrix zone = zones_.load(node.zone, expand_source_);
  make_raw(row_, shape_of_[node.discrete], Prune::by_data, &zone);
  result_.clear();
  for (std::size_t i = 0; i < raw_count_; ++i) {
    poll_limits();
    result_.push_back(represent(raw_[i]));
  }
  return result_;
}

std::optional<SymbolicState> Graph::target(const SymbolicState& source, const Successor& successor) {
  if (successor.twins != none &&
      twins_->applies(zones_.load(source.zone, twin_zone_), shape(source.discrete), successor.twins)) {
    return std::nullopt;
  }
  const ZoneId result = zones_.apply(source.zone, successor.op);
  if (result == Zones::empty) return std::nullopt;
  return representative(successor, result);
}

const StateFacts& Graph::facts(StateId discrete) {
  if (facts_of_ != discrete) {
    values(discrete, row_);
    facts_ = expander_.facts(row_);
    facts_of_ = discrete;
  }
  return facts_;
}

std::size_t Graph::memory() const {
  const auto bytes_of = [](const auto& map) { return map.capacity() * (sizeof(*map.begin()) + 1); };
  return states_.memory() + zones_.memory() + shapes_.memory() + lists_.memory() + list_at_.memory() +
         shape_of_.memory() + asked_.memory() + deadlocks_.memory() + tie_bytes_ + bytes_of(sorted_) +
         bytes_of(representative_) + bytes_of(matching_ties_);
}

}  // namespace orbita
