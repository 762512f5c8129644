#include "engine/graph.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace orbita {

namespace {

// Successor lists are kept from the third time on they are asked for, up to this much memory: many
// discrete states have two zones, few have more. Where most have more they are kept at once.
constexpr std::size_t cache_limit = std::size_t{512} << 20;
constexpr std::uint8_t times_uncached = 2, has_list = times_uncached + 1;  // below: how often it was asked for

// Adds a bound to a list of constraints by position. A clock that is not active has no test that
// could tell its values apart: x <= c with c < 0 never holds, x >= c with c <= 0 always does.
[[nodiscard]] bool add_bound(const Shape& shape, const ClockBound& bound, std::vector<Constraint>& constraints) {
  const std::uint32_t x = zone_position(shape, bound.x), y = zone_position(shape, bound.y);
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

// What tells the part from the rest of the zone it lies in, leaving out what follows from bounds on single clocks.
std::vector<Constraint> constraints_within(const Zone& zone, const Zone& part) {
  std::vector<Constraint> result;
  const ConstMatrix all = zone.view(), m = part.view();
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      const raw_t raw = m.row(i)[j];
      if (i == j || raw >= all.row(i)[j]) continue;
      const Bound upper{m.row(i)[0]}, lower{m.row(0)[j]};
      const bool follows = i != 0 && j != 0 && !upper.is_infinite() && upper + lower == Bound{raw};
      if (!follows) result.push_back({ClockIndex{i}, ClockIndex{j}, Bound{raw}});
    }
  }
  return result;
}

// Target clock k moves to place map[k].
void permute_target(ZoneOp& op, std::span<const ClockIndex> map) {
  const std::vector<ZoneOp::Transfer> transfer = op.transfer;
  for (std::uint32_t k = 0; k < transfer.size(); ++k) op.transfer[map[k + 1].value - 1] = transfer[k];
  for (Constraint& c : op.invariant) c = {map[c.x.value], map[c.y.value], c.bound};
  sort_constraints(op.invariant);
  for (std::uint32_t& x : op.stopped) x = map[x].value;
  std::sort(op.stopped.begin(), op.stopped.end());
}

// Guards that some valuation of a zone satisfies together.
class ZoneFilter final : public GuardFilter {
 public:
  ZoneFilter(const Shape& shape, ConstMatrix zone) : shape_(shape) { zones_.emplace_back(zone); }

  bool push(std::span<const ClockBound> bounds) override {
    constraints_.clear();
    for (const ClockBound& bound : bounds) {
      if (!add_bound(shape_, bound, constraints_)) return false;
    }
    const auto holds = [&](const Constraint& c) { return dbm::must_satisfy(zones_.back().view(), c); };
    const bool changes = !std::all_of(constraints_.begin(), constraints_.end(), holds);
    if (changes) {
      Zone next = zones_.back();
      if (!next.constrain(constraints_)) return false;
      zones_.push_back(std::move(next));
    }
    changed_.push_back(changes);
    return true;
  }
  void pop() override {
    if (changed_.back()) zones_.pop_back();
    changed_.pop_back();
  }

 private:
  const Shape shape_;
  std::vector<Zone> zones_;
  std::vector<bool> changed_;
  std::vector<Constraint> constraints_;
};

bool hears_by_clock(const Network& network) {
  return std::any_of(network.edges.begin(), network.edges.end(), [&](const NetEdge& e) {
    return e.direction == SyncDirection::receive && network.channels[e.channel].broadcast && !e.guard.atoms.empty();
  });
}

enum : std::uint8_t { deadlock_unknown, deadlock_free, deadlock_possible };
// Zones a set of possibly deadlocked valuations may fall into before it is given up as possible.
constexpr std::size_t most_deadlock_parts = 16;

}  // namespace

Graph::Graph(const Network& network, const BoundsAnalysis& bounds, const QueryReads& reads, const GraphOptions& options,
             const SymmetryPlan& symmetry)
    : network_(network),
      options_(options),
      symmetry_(symmetry),
      liveness_(network, reads.slots),
      expander_(network),
      states_(network),
      shapes_(network, bounds, options.bounds, !options.reduce_clocks),
      row_(network.value_count()),
      clock_value_(network.clocks.size()),
      split_broadcasts_(hears_by_clock(network)) {
  if (options.reduce_variables) stale_ = std::make_unique<StaleReferences>(network, reads.predicates, reads.measured);
  if (!symmetry.active) return;
  if (symmetry.sorting) sorter_ = std::make_unique<ValueSorter>(symmetry.layout);
  canonicaliser_ = make_canonicaliser(symmetry.layout, symmetry.options);
  const bool priorities = network.has_channel_priority || network.has_process_priority;
  twins_ = std::make_unique<TwinPruning>(network, symmetry.layout, options.simulation && !priorities);
}

Graph::~Graph() = default;

// ---------------------------------------------------------------------- states

std::uint32_t Graph::intern(std::span<const std::int32_t> row) {
  const auto [id, is_new] = states_.intern(row);
  if (is_new) {
    shape_of_.push_back(shapes_.of(row));
    asked_.push_back(0);
  }
  return id;
}

std::uint32_t Graph::intern_row(std::span<const std::int32_t> row) {
  std::vector<std::int32_t> normal(row.begin(), row.end());
  normalise(normal);
  return intern(normal);
}

// The row is a representative already; sorting it tells which of its elements are alike.
GraphNode Graph::adopt(std::span<const std::int32_t> row, ConstMatrix zone) {
  const std::uint32_t known = states_.size();
  const std::uint32_t discrete = intern(row);
  if (sorter_ && discrete == known) {
    const Shape shape = this->shape(discrete);
    active_.assign(shape.clocks.begin(), shape.clocks.end());
    std::vector<std::int32_t> sorted(row.begin(), row.end());
    sorter_->sort(sorted, active_);
    keep_matching_ties(discrete, sorter_->ties().empty() ? none : intern_ties(sorter_->ties()));
  }
  return {discrete, zones_.intern(zone)};
}

void Graph::keep_matching_ties(std::uint32_t discrete, std::uint32_t ties) {
  if (ties != none && ties_[ties].need_matching) matching_ties_.try_emplace(discrete, ties);
}

// Each of the two gives a bisimilar state, so both together do.
void Graph::normalise(std::span<std::int32_t> row) const {
  if (!options_.reduce_variables) return;
  liveness_.normalise(row);
  if (stale_ && !stale_->empty()) stale_->normalise(row);
}

std::optional<GraphNode> Graph::initial() {
  const std::optional<GraphNode> real = initial_entry(true);
  if (!real) return std::nullopt;
  return representative(*real);
}

std::optional<GraphNode> Graph::initial_entry(bool with_delay) {
  const std::vector<std::int32_t> row = network_.initial_values();
  const StateFacts start = expander_.facts(row);
  if (!start.possible || start.failure) return std::nullopt;
  Transition move;  // from nowhere: all clocks are written
  move.invariant = start.invariant;
  move.stopped = start.stopped;
  move.delay = start.delay && with_delay;
  for (std::uint32_t x = 1; x < network_.clocks.size(); ++x) move.actions.push_back({x, 0, network_.clocks[x].initial});
  const std::uint32_t discrete = intern_row(row);
  ZoneOp op;
  const std::int32_t reference = 0;
  const Shape nothing{{}, {&reference, 1}, {&reference, 1}};
  if (!make_guard(nothing, move, op) || !make_op(nothing, move, shape(discrete), op)) return std::nullopt;
  const std::uint32_t nowhere = zones_.intern(Zone::zero(1).view());
  const std::uint32_t zone = zones_.apply(nowhere, zones_.intern_op(op));
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

// Everything but the guard.
bool Graph::make_op(const Shape& source, const Transition& move, const Shape& target, ZoneOp& op) {
  // What every written clock holds in the end, in terms of the source.
  const auto current = [&](std::uint32_t clock) {
    return std::find(written_.begin(), written_.end(), clock) == written_.end() ? ZoneOp::Transfer{clock, 0}
                                                                               : clock_value_[clock];
  };
  written_.clear();
  for (const ClockAction& action : move.actions) {
    ZoneOp::Transfer value = action.source == 0 ? ZoneOp::Transfer{} : current(action.source);
    value.shift += action.value;
    if (std::find(written_.begin(), written_.end(), action.clock) == written_.end()) written_.push_back(action.clock);
    clock_value_[action.clock] = value;
  }
  for (const std::uint32_t clock : target.clocks) {
    const ZoneOp::Transfer value = current(clock);
    const std::uint32_t from = zone_position(source, value.source);
    assert(from != none && "an active clock was inactive before and is not written");
    op.transfer.push_back({from, value.shift});
  }
  for (const ClockBound& bound : move.invariant) {
    if (!add_bound(target, bound, op.invariant)) return false;
  }
  sort_constraints(op.invariant);
  op.delay = move.delay;
  for (const std::uint32_t clock : move.stopped) {
    if (const std::uint32_t at = zone_position(target, clock); at != none) op.stopped.push_back(at);
  }
  if (options_.extrapolation != Extrapolation::off) {
    op.extrapolation = options_.extrapolation;
    op.lower.assign(target.lower.begin(), target.lower.end());
    op.upper.assign(target.upper.begin(), target.upper.end());
  }
  return true;
}

Graph::Raw& Graph::next_raw() {
  if (raw_count_ == raw_.size()) raw_.emplace_back();
  Raw& raw = raw_[raw_count_++];
  raw.op.guard.clear();
  raw.op.transfer.clear();
  raw.op.invariant.clear();
  raw.op.stopped.clear();
  raw.op.delay = false;
  raw.failure = false;
  raw.twins = none;
  return raw;
}

// The transitions of a row, each with the target's normalised values and the operation on zones.
std::span<const Transition> Graph::make_raw(std::span<const std::int32_t> row, std::uint32_t source, Prune pruning,
                                            const ConstMatrix* zone) {
  ++expansions_;
  raw_count_ = 0;
  const bool priorities = network_.has_channel_priority || network_.has_process_priority;
  const bool prune = pruning != Prune::nothing && twins_ != nullptr;
  // A twin's transition may be left out, but it blocks others all the same.
  const bool by_zone = pruning == Prune::by_zone && !priorities;
  if (prune) twins_->prepare(row, shapes_[source], by_zone ? zone : nullptr);
  const StateFacts here = priorities ? expander_.facts(row) : StateFacts{};
  std::optional<ZoneFilter> filter;
  if (zone != nullptr && split_broadcasts_) filter.emplace(shapes_[source], *zone);
  const std::span<const Transition> moves = expander_.expand(
      row, prune ? twins_->twin_before() : std::span<const std::uint32_t>(), filter ? &*filter : nullptr);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i % 1024 == 1023 && limits_ != nullptr) limits_->check(0);  // 3^n sets of receivers, for example
    Raw& raw = next_raw();
    raw.move = i;
    raw.failure = static_cast<bool>(moves[i].failure);
    // With priorities all stay: what they leave of another transition falls into the same parts for every zone.
    const bool possible =
        make_guard(shapes_[source], moves[i], raw.op) &&
        (zone == nullptr || priorities ||
         std::all_of(raw.op.guard.begin(), raw.op.guard.end(),
                     [&](const Constraint& g) { return dbm::can_satisfy(*zone, g); }));
    if (!possible) {
      --raw_count_;
      continue;
    }
    if (raw.failure) continue;
    raw.row.assign(moves[i].target.begin(), moves[i].target.end());
    normalise(raw.row);
    // Most targets are known already, and their shapes with them; rows still to be sorted are not stored.
    raw.discrete = sorter_ ? none : intern(raw.row);
    raw.shape = sorter_ ? shapes_.of(raw.row) : shape_of_[raw.discrete];
    if (!make_op(shapes_[source], moves[i], shapes_[raw.shape], raw.op)) --raw_count_;
  }
  if (priorities) apply_priorities(moves, invariant_zone(shapes_[source], here), zone);
  if (prune) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < raw_count_; ++i) {
      const TwinPruning::Verdict verdict = twins_->judge(moves[raw_[i].move]);
      if (verdict.never && !raw_[i].failure) continue;
      raw_[i].twins = verdict.condition;
      if (kept != i) std::swap(raw_[kept], raw_[i]);
      ++kept;
    }
    raw_count_ = kept;
  }
  return moves;
}

// A transition is possible only where no transition of a higher level is: the rest of its guard may
// fall into several zones, each of which becomes a transition of its own. Only what the invariant of the source
// allows is looked at: the invariants of the targets are mostly the same, and would cut it into many more.
// What the zone at hand cannot take anyway, if there is one, is left out before anything is cut.
void Graph::apply_priorities(std::span<const Transition> moves, const Zone& invariant, const ConstMatrix* zone) {
  std::vector<Raw> kept;
  std::vector<Constraint> enabled;
  for (std::size_t i = 0; i < raw_count_; ++i) {
    const Raw& low = raw_[i];
    const auto can_hold = [&](const Constraint& g) { return dbm::can_satisfy(*zone, g); };
    if (zone != nullptr && !std::all_of(low.op.guard.begin(), low.op.guard.end(), can_hold)) continue;
    Zone guard = invariant;
    if (!guard.constrain(low.op.guard)) continue;
    Federation rest{guard};
    bool blocked = false;
    for (std::size_t k = 0; k < raw_count_; ++k) {
      const Raw& high = raw_[k];
      if (moves[high.move].level <= moves[low.move].level || high.failure) continue;
      if (!enabling_constraints(high.op, enabled)) continue;
      blocked = true;
      rest.subtract(enabled);
    }
    if (!blocked || low.failure) {
      kept.push_back(low);
      continue;
    }
    for (const Zone& part : rest.parts()) {
      kept.push_back(low);
      kept.back().op.guard = constraints_within(invariant, part);
    }
  }
  raw_.swap(kept);
  raw_count_ = raw_.size();
}

// ------------------------------------------------------------------ successors

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
  std::uint32_t ties = none;
  sorter_->sort(raw.row, active_);
  if (const std::span<const ClockIndex> map = sorter_->clock_map(); !map.empty()) permute_target(raw.op, map);
  if (!sorter_->ties().empty()) ties = intern_ties(sorter_->ties());
  const std::uint32_t discrete = intern(raw.row);
  keep_matching_ties(discrete, ties);
  if (options_.extrapolation != Extrapolation::off) {
    const Shape sorted = shape(discrete);
    raw.op.lower.assign(sorted.lower.begin(), sorted.lower.end());
    raw.op.upper.assign(sorted.upper.begin(), sorted.upper.end());
  }
  return {discrete, none, ties, raw.twins};
}

// Fischer 10 and CSMA/CD 11 have 1.7 zones per discrete state (keeping everything: 105 instead of 55 MB),
// critical region 4 has 4.2 (0.29 instead of 0.42 s).
bool Graph::is_asked_often(std::uint32_t discrete) const {
  return asked_[discrete] >= times_uncached || expanded_ > 2 * std::uint64_t{states_.size()};
}

// Knowing the zone helps to leave transitions out before anything is computed for them: worth more than
// remembered operations where there are many clocks of twins, or where clocks decide who hears what.
bool Graph::keeps_operations(std::uint32_t discrete) const {
  if (split_broadcasts_) return false;
  return !twins_ || shape(discrete).dimension() < 8;
}

void Graph::expand(const GraphNode& node, std::vector<GraphNode>& targets) {
  targets.clear();
  ++expanded_;
  if (is_asked_often(node.discrete) && keeps_operations(node.discrete)) {
    for (const Successor& successor : successors(node.discrete)) {
      if (const std::optional<GraphNode> found = target(node, successor)) targets.push_back(*found);
    }
    return;
  }
  if (asked_[node.discrete] < times_uncached) ++asked_[node.discrete];
  values(node.discrete, row_);
  const ConstMatrix zone = zones_.load(node.zone, expand_source_);
  make_raw(row_, shape_of_[node.discrete], Prune::by_zone, &zone);
  if (options_.watch_deadlocks && deadlocks_of(node.discrete) == deadlock_unknown) watch_deadlocks(node.discrete);
  // Remembering operations pays where zones are few and large (CSMA/CD 11: 2.3 to 1.6 s); elsewhere it
  // costs more than it saves (train gate 5: 0.9 instead of 0.5 s; fire alarm 16: 677 instead of 110 MB).
  const bool remember = zone.dimension >= 6 && std::uint64_t{zones_.size()} * 16 < states_.size();
  for (std::size_t i = 0; i < raw_count_; ++i) {
    Raw& raw = raw_[i];
    if (raw.twins != none && twins_->applies(zone, shape(node.discrete), raw.twins)) continue;
    if (raw.failure) {
      Zone guard(zone);
      if (guard.constrain(raw.op.guard)) targets.push_back({none, none});
      continue;
    }
    const Successor successor = represent_discrete(raw);
    if (remember) {
      const std::uint32_t result = zones_.apply(node.zone, zones_.intern_op(raw.op));
      if (result != Zones::empty) targets.push_back(finish(successor, result));
    } else if (apply(raw.op, zone, expand_scratch_, expand_target_)) {
      // Sorted first: the zone as it is would be kept for nothing.
      if (successor.ties != none) zone_sorter_.sort(expand_target_, ties_[successor.ties].classes);
      const std::uint32_t result = zones_.intern(expand_target_.view());
      targets.push_back(sorter_ ? GraphNode{successor.discrete, result} : finish(successor, result));
    }
  }
}

std::span<const Graph::Successor> Graph::successors(std::uint32_t discrete) {
  if (asked_[discrete] == has_list) {
    lists_.get(list_at_[discrete], result_);
    return result_;
  }
  values(discrete, row_);
  make_raw(row_, shape_of_[discrete], Prune::by_data);
  result_.clear();
  for (std::size_t i = 0; i < raw_count_; ++i) result_.push_back(represent(raw_[i]));
  if (!is_asked_often(discrete)) ++asked_[discrete];
  else if (lists_.memory() < cache_limit) keep_successors(discrete);
  return result_;
}

void Graph::keep_successors(std::uint32_t discrete) {
  while (list_at_.size() <= discrete) list_at_.push_back(none);
  list_at_[discrete] = lists_.add(result_);
  asked_[discrete] = has_list;
}

std::span<const Graph::Successor> Graph::successors(const GraphNode& node) {
  if (!split_broadcasts_) return successors(node.discrete);
  values(node.discrete, row_);
  const ConstMatrix zone = zones_.load(node.zone, expand_source_);
  make_raw(row_, shape_of_[node.discrete], Prune::by_data, &zone);
  result_.clear();
  for (std::size_t i = 0; i < raw_count_; ++i) result_.push_back(represent(raw_[i]));
  return result_;
}

std::optional<GraphNode> Graph::target(const GraphNode& source, const Successor& successor) {
  if (successor.twins != none &&
      twins_->applies(zones_.load(source.zone, twin_zone_), shape(source.discrete), successor.twins)) {
    return std::nullopt;
  }
  const std::uint32_t result = zones_.apply(source.zone, successor.op);
  if (result == Zones::empty) return std::nullopt;
  return finish(successor, result);
}

GraphNode Graph::finish(const Successor& successor, std::uint32_t zone) {
  if (successor.discrete == none || !canonicaliser_) return {successor.discrete, zone};
  const Timed timed(represent_time_);
  if (!sorter_) return canonicalise(successor.discrete, zone);
  return {successor.discrete, successor.ties == none ? zone : sort_zone(zone, successor.ties)};
}

// -------------------------------------------------------------------- symmetry

std::uint32_t Graph::intern_ties(const TieClasses& ties) {
  const auto [it, is_new] = tie_index_.try_emplace(ties, static_cast<std::uint32_t>(ties_.size()));
  if (is_new) {
    ties_.push_back({ties, needs_matching(ties)});
    tie_bytes_ += 2 * (sizeof(TieClasses) + ties.code.size() * sizeof(ties.code[0]));
  }
  return it->second;
}

const TieClasses* Graph::matching_ties(std::uint32_t discrete) const {
  const auto it = matching_ties_.find(discrete);
  return it == matching_ties_.end() ? nullptr : &ties_[it->second].classes;
}

std::uint32_t Graph::sort_zone(std::uint32_t zone, std::uint32_t ties) {
  const auto [it, is_new] = sorted_.try_emplace((std::uint64_t{zone} << 32) | ties, zone);
  if (is_new) {
    scratch_zone_ = zones_.zone(zone);
    if (zone_sorter_.sort(scratch_zone_, ties_[ties].classes)) it->second = zones_.intern(scratch_zone_.view());
  }
  return it->second;
}

GraphNode Graph::representative(const GraphNode& real) {
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

bool Graph::same_orbit(std::uint32_t discrete, std::uint32_t other) {
  if (discrete == other) return true;
  if (!canonicaliser_ || sorter_) return false;
  const auto canonical = [&](std::uint32_t state) {
    std::vector<std::int32_t> row(network_.value_count());
    values(state, row);
    std::vector<std::uint32_t> active;
    Zone zone = Zone::zero(1);
    exact().canonicalise(row, active, zone);
    return row;
  };
  return canonical(discrete) == canonical(other);
}

bool Graph::represents(const GraphNode& node, const GraphNode& real) {
  if (node == representative(real)) return true;
  if (!canonicaliser_ || sorter_) return false;  // unique: another representative is another orbit
  const auto canonical = [&](const GraphNode& state) {
    std::vector<std::int32_t> row(network_.value_count());
    values(state.discrete, row);
    std::vector<std::uint32_t> active = shape(state.discrete).clock_list();
    Zone zone = zones_.zone(state.zone);
    exact().canonicalise(row, active, zone);
    return std::pair(std::move(row), std::move(zone));
  };
  return canonical(node) == canonical(real);
}

GraphNode Graph::canonicalise(std::uint32_t discrete, std::uint32_t zone) {
  const auto [it, is_new] = representative_.try_emplace((std::uint64_t{discrete} << 32) | zone);
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

std::vector<Graph::RealStep> Graph::real_steps(std::span<const std::int32_t> row, std::uint32_t zone) {
  const ConstMatrix valuations = zones_.load(zone, expand_source_);
  const std::span<const Transition> moves = make_raw(row, shapes_.of(row), Prune::nothing, &valuations);
  std::vector<RealStep> result;
  for (std::size_t i = 0; i < raw_count_; ++i) {
    const Raw& raw = raw_[i];
    result.push_back({moves[raw.move], raw.failure ? none : intern(raw.row), zones_.intern_op(raw.op)});
  }
  return result;
}

const CanonicalStatistics* Graph::canonical_statistics() const {
  return canonicaliser_ ? &canonicaliser_->statistics() : nullptr;
}

const StateFacts& Graph::facts(std::uint32_t discrete) {
  if (facts_of_ != discrete) {
    values(discrete, row_);
    facts_ = expander_.facts(row_);
    facts_of_ = discrete;
  }
  return facts_;
}

// -------------------------------------------------------------------- deadlock

Zone Graph::invariant_zone(std::uint32_t discrete) { return invariant_zone(shape(discrete), facts(discrete)); }

Zone Graph::invariant_zone(const Shape& shape, const StateFacts& facts) const {
  Zone invariant = Zone::universal(shape.dimension());
  std::vector<Constraint> constraints;
  for (const ClockBound& bound : facts.invariant) {
    const bool possible = add_bound(shape, bound, constraints);
    assert(possible);
    static_cast<void>(possible);
  }
  const bool alive = invariant.constrain(constraints);
  assert(alive);
  static_cast<void>(alive);
  return invariant;
}

// Can the transition be taken at once from every valuation of the invariant? Sufficient only.
bool Graph::always_enabled(const ZoneOp& op, ConstMatrix invariant) const {
  const auto holds = [&](const Constraint& c) { return dbm::must_satisfy(invariant, c); };
  const auto holds_after = [&](const Constraint& c) { return holds(pulled_back(op, c)); };
  const auto stays_positive = [](const ZoneOp::Transfer& t) { return t.source == 0 || t.shift >= 0; };
  return std::all_of(op.guard.begin(), op.guard.end(), holds) &&
         std::all_of(op.invariant.begin(), op.invariant.end(), holds_after) &&
         std::all_of(op.transfer.begin(), op.transfer.end(), stays_positive);
}

// Looks at the transitions just made for a zone: usually one of them is always possible.
void Graph::watch_deadlocks(std::uint32_t discrete) {
  const Zone invariant = invariant_zone(discrete);
  for (std::size_t i = 0; i < raw_count_; ++i) {
    if (raw_[i].failure || !always_enabled(raw_[i].op, invariant.view())) continue;
    deadlocks_of(discrete) = deadlock_free;
    return;
  }
}

bool Graph::may_deadlock(std::uint32_t discrete) {
  if (deadlocks_of(discrete) == deadlock_unknown) {
    const Zone invariant = invariant_zone(discrete);
    const bool free = deadlocked(discrete, invariant.view(), most_deadlock_parts).is_empty();
    deadlocks_of(discrete) = free ? deadlock_free : deadlock_possible;
  }
  return deadlocks_of(discrete) == deadlock_possible;
}

std::uint8_t& Graph::deadlocks_of(std::uint32_t discrete) {
  while (deadlocks_.size() <= discrete) deadlocks_.push_back(deadlock_unknown);
  return deadlocks_[discrete];
}

// What of the zone lies in none of the `removed` ones. One part after the other, so that few are held at a time.
// Where the steps run out, what has not been looked at counts as left.
Federation Graph::cut_out(Zone zone, const std::vector<std::vector<Constraint>>& removed, std::size_t steps) const {
  Federation rest{zone.dimension()};
  std::vector<std::pair<Zone, std::size_t>> waiting;  // parts, and how many of the removed ones they lie outside of
  waiting.emplace_back(std::move(zone), 0);
  while (!waiting.empty()) {
    auto [part, next] = std::move(waiting.back());
    waiting.pop_back();
    if (next == removed.size() || steps == 0) {
      rest.add(std::move(part));
      continue;
    }
    --steps;
    if (limits_ != nullptr) limits_->check((rest.parts().size() + waiting.size()) * part.view().size() * sizeof(raw_t));
    Federation left{std::move(part)};
    left.subtract(removed[next]);
    for (const Zone& smaller : left.parts()) waiting.emplace_back(smaller, next + 1);
  }
  return rest;
}

Federation Graph::deadlocked(std::uint32_t discrete, ConstMatrix zone, std::size_t most_parts) {
  const Zone invariant = invariant_zone(discrete);
  const StateFacts& here = facts(discrete);
  // Only transitions that some valuation of the zone can take, now or later, matter.
  Zone future(zone);
  if (here.delay) {
    future.delay();
    const bool still = future.intersect(invariant.view());
    assert(still);
    static_cast<void>(still);
  }
  const ConstMatrix reached = future.view();
  values(discrete, row_);
  make_raw(row_, shape_of_[discrete], Prune::by_data, &reached);
  std::vector<std::vector<Constraint>> ways_out;
  for (std::size_t i = 0; i < raw_count_; ++i) {
    if (limits_ != nullptr) limits_->check(0);
    Zone enabled;
    if (!enabling_zone(raw_[i].op, enabled) || !enabled.intersect(invariant.view())) continue;
    if (here.delay) {
      enabled.past();
      if (!enabled.intersect(invariant.view())) continue;
    }
    if (dbm::includes(enabled.view(), zone)) return Federation{zone.dimension};
    ways_out.push_back(minimal_constraints(enabled.view()));
  }
  const std::size_t steps = most_parts > SIZE_MAX / (ways_out.size() + 1) ? SIZE_MAX : most_parts * (ways_out.size() + 1);
  return cut_out(Zone(zone), ways_out, steps);
}

std::size_t Graph::memory() const {
  const auto bytes_of = [](const auto& map) { return map.capacity() * (sizeof(*map.begin()) + 1); };
  return states_.memory() + zones_.memory() + shapes_.memory() + lists_.memory() + list_at_.memory() + shape_of_.memory() +
         asked_.memory() + deadlocks_.memory() + tie_bytes_ + bytes_of(sorted_) + bytes_of(representative_) +
         bytes_of(matching_ties_);
}

}  // namespace orbita
