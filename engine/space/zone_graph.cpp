#include "engine/space/zone_graph.h"

#include <cassert>

#include "engine/space/twin_pruning.h"
#include "parser/work_limits.h"

namespace orbita {

namespace {

Normaliser normaliser_for(const Network& network, const QueryReads& reads, const ZoneGraphOptions& options,
                          const SymmetryPlan& symmetry) {
  return options.reduce_variables ? Normaliser(network, reads, symmetry.orbits, options.dead_ids) : Normaliser();
}

// Pruning needs transitions that nothing blocks if it is to go by simulation. No two processes of a ring are twins.
std::unique_ptr<MoveFilter> filter_for(const Network& network, const ZoneGraphOptions& options,
                                       const SymmetryPlan& symmetry) {
  if (!symmetry.active || symmetry.rotations) return nullptr;
  const bool priorities = network.has_channel_priority || network.has_process_priority;
  return std::make_unique<TwinPruning>(network, symmetry.layout, options.simulation && !priorities);
}

ListerOptions lister_options(const BoundsAnalysis& bounds, const ZoneGraphOptions& options, const Reducer& reducer) {
  ListerOptions result;
  result.extrapolation = options.extrapolation;
  if (options.extrapolation != Extrapolation::off) result.differences = bounds.diagonals();
  result.time_clock = options.time_clock;
  result.stores_targets = !reducer.changes_rows();
  return result;
}

}  // namespace

ZoneGraph::ZoneGraph(const Network& network, const BoundsAnalysis& bounds, const QueryReads& reads,
                     const ZoneGraphOptions& options, const SymmetryPlan& symmetry, const CachePolicy& caching)
    : network_(network),
      options_(options),
      symmetry_(symmetry),
      states_(network, bounds, options.bounds, !options.reduce_clocks,
              normaliser_for(network, reads, options, symmetry)),
      reducer_(make_reducer(symmetry, states_, zones_)),
      filter_(filter_for(network, options, symmetry)),
      lister_(network, states_, lister_options(bounds, options, *reducer_)),
      unreduced_(network, states_, zones_, lister_),
      deadlocks_(states_, lister_, filter_.get()),
      cache_(caching),
      row_(network.value_count()) {}

void ZoneGraph::respect(const Limits& limits) {
  lister_.respect(limits);
  deadlocks_.respect(limits);
}

std::optional<SymbolicState> ZoneGraph::initial() {
  const std::optional<SymbolicState> start = unreduced_.initial(true);
  if (!start) return std::nullopt;
  return reducer_->representative(*start);
}

SymbolicState ZoneGraph::adopt(std::span<const std::int32_t> row, ConstMatrix zone) {
  const std::uint32_t known = states_.size();
  const StateId discrete = states_.intern(row);
  if (discrete.value == known) reducer_->adopt(discrete);
  assert(zone.dimension == shape(discrete).dimension());
  return {discrete, zones_.intern(zone)};
}

SymbolicState ZoneGraph::representative(const Successor& successor, ZoneId zone) {
  if (successor.discrete == none) return {none, zone};
  return reducer_->zone({successor.discrete, successor.ties}, zone);
}

// ------------------------------------------------------------------ successors

// With priorities a transition that another stands for in this zone only may still block others in it.
ZoneGraph::Listing ZoneGraph::list(StateId discrete, const ConstMatrix* zone, bool by_zone) {
  values(discrete, row_);
  const ShapeId shape = states_.shape_id(discrete);
  if (filter_) filter_->prepare(row_, states_.shape(shape), by_zone && !lister_.has_priorities() ? zone : nullptr);
  return lister_.list(row_, shape, zone, filter_.get());
}

void ZoneGraph::expand(const SymbolicState& state, std::vector<SymbolicState>& targets) {
  assert(zones_.dimension(state.zone) == shape(state.discrete).dimension());
  targets.clear();
  cache_.count_expansion();
  const bool is_often = cache_.is_often(state.discrete, states_.size());
  if (is_often &&
      cache_.policy().uses_lists(lister_.splits_broadcasts(), filter_ != nullptr, zones_.dimension(state.zone))) {
    expand_from_list(state, targets);
  } else {
    expand_drafts(state, targets);
  }
}

void ZoneGraph::expand_from_list(const SymbolicState& state, std::vector<SymbolicState>& targets) {
  for (const Successor& successor : successors(state.discrete)) {
    poll_limits();
    if (successor.condition != none &&
        filter_->applies(zones_.load(state.zone, source_), shape(state.discrete), successor.condition)) {
      continue;
    }
    const ZoneId result = zones_.apply(state.zone, successor.op);
    if (result == Zones::empty) continue;
    keep(successor.discrete == none ? SymbolicState{} : representative(successor, result), targets);
  }
}

void ZoneGraph::expand_drafts(const SymbolicState& state, std::vector<SymbolicState>& targets) {
  cache_.count(state.discrete);
  const ConstMatrix zone = zones_.load(state.zone, source_);
  const std::span<Draft> drafts = list(state.discrete, &zone, true).drafts;
  if (options_.prove_deadlock_free) deadlocks_.prove_deadlock_free(state.discrete, drafts);
  const bool remembers = cache_.policy().remembers(zone.dimension, zones_.size(), states_.size());
  for (Draft& draft : drafts) {
    poll_limits();
    if (draft.condition != none && filter_->applies(zone, shape(state.discrete), draft.condition)) continue;
    if (draft.failure) {
      Zone guard(zone);
      if (guard.constrain(draft.op.guard)) targets.push_back({});
      continue;
    }
    const Reducer::Target target = reducer_->row(draft);
    if (remembers) {
      const ZoneId result = zones_.apply(state.zone, zones_.intern_op(draft.op));
      if (result != Zones::empty) keep(reducer_->zone(target, result), targets);
    } else if (apply(draft.op, zone, scratch_, target_)) {
      keep(reducer_->zone(target, target_), targets);
    }
  }
}

// Every 64th target is checked to be a representative.
void ZoneGraph::keep(const SymbolicState& target, std::vector<SymbolicState>& targets) {
  assert(target.discrete == none || zones_.dimension(target.zone) == shape(target.discrete).dimension());
  assert(target.discrete == none || target.zone.value % 64 != 0 || !reducer_->is_canonical() ||
         reducer_->representative(target) == target);
  targets.push_back(target);
}

void ZoneGraph::collect_successors(const Listing& listing) {
  successors_.clear();
  for (Draft& draft : listing.drafts) {
    poll_limits();
    Successor successor;  // of a failure: none, under its guard
    if (!draft.failure) {
      const Reducer::Target target = reducer_->row(draft);
      successor = {target.discrete, none, target.ties, draft.condition};
    }
    successor.op = zones_.intern_op(draft.op);
    successors_.push_back(successor);
  }
}

std::span<const Successor> ZoneGraph::successors(StateId discrete) {
  if (!cache_.find(discrete, successors_)) {
    collect_successors(list(discrete, nullptr, false));
    cache_.offer(discrete, successors_, states_.size());
  }
  return successors_;
}

std::span<const Successor> ZoneGraph::successors(const SymbolicState& state) {
  if (!lister_.splits_broadcasts()) return successors(state.discrete);
  const ConstMatrix zone = zones_.load(state.zone, source_);
  collect_successors(list(state.discrete, &zone, false));
  return successors_;
}

std::size_t ZoneGraph::memory() const {
  return states_.memory() + zones_.memory() + reducer_->memory() + deadlocks_.memory() + cache_.memory();
}

}  // namespace orbita
