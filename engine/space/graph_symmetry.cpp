// Representatives of symmetric states.
#include "engine/space/graph.h"

#include <algorithm>
#include <cassert>

#include "engine/semantics/zone_constraints.h"

namespace orbita {

namespace {

// Target clock k moves to place map[k].
void permute_target(ZoneOp& op, std::span<const ClockIndex> map) {
  const std::vector<ZoneOp::Transfer> transfer = op.transfer;
  for (std::uint32_t k = 0; k < transfer.size(); ++k) op.transfer[map[k + 1].value - 1] = transfer[k];
  for (std::vector<Constraint>* list : {&op.invariant, &op.cell}) {
    for (Constraint& c : *list) c = {map[c.x.value], map[c.y.value], c.bound};
    sort_constraints(*list);
  }
  for (std::uint32_t& x : op.stopped) x = map[x].value;
  std::sort(op.stopped.begin(), op.stopped.end());
}

}  // namespace

Graph::Successor Graph::represent(Raw& raw) {
  Successor successor = represent_discrete(raw);
  successor.op = zones_.intern_op(raw.op);
  return successor;
}

// The discrete half of the representative; the operation is changed to lead there.
Graph::Successor Graph::represent_discrete(Raw& raw) {
  if (raw.failure) return {};
  if (!sorter_) return {raw.discrete, none, none, raw.twins};
  const Timed timed(represent_time_);
  // Phase 1 of sorting: the row, and with it the places of the target's clocks.
  const Shape unsorted = shapes_[raw.shape];
  active_.assign(unsorted.clocks.begin(), unsorted.clocks.end());
  TiesId ties = none;
  sorter_->sort(raw.row, active_);
  if (const std::span<const ClockIndex> map = sorter_->clock_map(); !map.empty()) permute_target(raw.op, map);
  if (!sorter_->ties().empty()) ties = intern_ties(sorter_->ties());
  const StateId discrete = intern(raw.row);
  keep_matching_ties(discrete, ties);
  if (options_.extrapolation != Extrapolation::off) {
    const Shape sorted = shape(discrete);
    raw.op.lower.assign(sorted.lower.begin(), sorted.lower.end());
    raw.op.upper.assign(sorted.upper.begin(), sorted.upper.end());
  }
  return {discrete, none, ties, raw.twins};
}

SymbolicState Graph::representative(const Successor& successor, ZoneId zone) {
  if (successor.discrete == none || !canonicaliser_) return {successor.discrete, zone};
  const Timed timed(represent_time_);
  if (!sorter_) return canonicalise(successor.discrete, zone);
  return {successor.discrete, successor.ties == none ? zone : sort_zone(zone, successor.ties)};
}

// The row is a representative already; sorting it tells which of its elements are alike.
SymbolicState Graph::adopt(std::span<const std::int32_t> row, ConstMatrix zone) {
  const std::uint32_t known = states_.size();
  const StateId discrete = intern(row);
  if (sorter_ && discrete.value == known) {
    const Shape shape = this->shape(discrete);
    active_.assign(shape.clocks.begin(), shape.clocks.end());
    std::vector<std::int32_t> sorted(row.begin(), row.end());
    sorter_->sort(sorted, active_);
    keep_matching_ties(discrete, sorter_->ties().empty() ? TiesId{} : intern_ties(sorter_->ties()));
  }
  return {discrete, zones_.intern(zone)};
}

void Graph::keep_matching_ties(StateId discrete, TiesId ties) {
  if (ties != none && ties_[ties.value].need_matching) matching_ties_.try_emplace(discrete, ties);
}

TiesId Graph::intern_ties(const TieClasses& ties) {
  const auto [it, is_new] = tie_index_.try_emplace(ties, TiesId{static_cast<std::uint32_t>(ties_.size())});
  if (is_new) {
    ties_.push_back({ties, needs_matching(ties)});
    tie_bytes_ += 2 * (sizeof(TieClasses) + ties.code.size() * sizeof(ties.code[0]));
  }
  return it->second;
}

const TieClasses* Graph::matching_ties(StateId discrete) const {
  const auto it = matching_ties_.find(discrete);
  return it == matching_ties_.end() ? nullptr : &ties_[it->second.value].classes;
}

ZoneId Graph::sort_zone(ZoneId zone, TiesId ties) {
  const auto [it, is_new] = sorted_.try_emplace({zone, ties}, zone);
  if (is_new) {
    scratch_zone_ = zones_.zone(zone);
    if (zone_sorter_.sort(scratch_zone_, ties_[ties.value].classes)) it->second = zones_.intern(scratch_zone_.view());
  }
  return it->second;
}

SymbolicState Graph::representative(const SymbolicState& real) {
  return canonicaliser_ ? canonicalise(real.discrete, real.zone) : real;
}

// One representative per orbit, whatever strategy is in use; within the budget of refinement.
Canonicaliser& Graph::exact() {
  if (!exact_) {
    CanonicalOptions options = symmetry_.options;
    options.strategy = Strategy::refine;
    options.literal = false;
    exact_ = make_canonicaliser(symmetry_.layout, options);
  }
  return *exact_;
}

bool Graph::same_orbit(StateId discrete, StateId other) {
  if (discrete == other) return true;
  if (!canonicaliser_ || sorter_) return false;
  const auto canonical = [&](StateId state) {
    std::vector<std::int32_t> row(network_.value_count());
    values(state, row);
    std::vector<std::uint32_t> active;
    Zone zone = Zone::zero(1);
    exact().canonicalise(row, active, zone);
    return row;
  };
  return canonical(discrete) == canonical(other);
}

bool Graph::represents(const SymbolicState& node, const SymbolicState& real) {
  if (node == representative(real)) return true;
  if (!canonicaliser_ || sorter_) return false;  // unique: another representative is another orbit
  const auto canonical = [&](const SymbolicState& state) {
    std::vector<std::int32_t> row(network_.value_count());
    values(state.discrete, row);
    std::vector<std::uint32_t> active = shape(state.discrete).clock_list();
    Zone zone = zones_.zone(state.zone);
    exact().canonicalise(row, active, zone);
    return std::pair(std::move(row), std::move(zone));
  };
  return canonical(node) == canonical(real);
}

SymbolicState Graph::canonicalise(StateId discrete, ZoneId zone) {
  const auto [it, is_new] = representative_.try_emplace({discrete, zone});
  if (is_new) {
    values(discrete, row_);
    active_ = shape(discrete).clock_list();
    scratch_zone_ = zones_.zone(zone);
    canonicaliser_->canonicalise(row_, active_, scratch_zone_);
    it->second = {intern(row_), zones_.intern(scratch_zone_.view())};
    assert(active_ == shape(it->second.discrete).clock_list() && "which clocks are active must not depend on names");
  }
  return it->second;
}

std::vector<Graph::RealStep> Graph::real_steps(std::span<const std::int32_t> row, ZoneId zone) {
  const ConstMatrix valuations = zones_.load(zone, expand_source_);
  const std::span<const Transition> moves = make_raw(row, shapes_.of(row), Prune::nothing, &valuations);
  std::vector<RealStep> result;
  for (std::size_t i = 0; i < raw_count_; ++i) {
    const Raw& raw = raw_[i];
    result.push_back({moves[raw.move], raw.failure ? StateId{} : intern(raw.row), zones_.intern_op(raw.op)});
  }
  return result;
}

const CanonicalStatistics* Graph::canonical_statistics() const {
  return canonicaliser_ ? &canonicaliser_->statistics() : nullptr;
}

}  // namespace orbita
