#include "engine/adaptive/adaptive_space.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <set>
#include <string>

#include "parser/work_limits.h"

namespace orbita {

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t h =
      (a + 0x9E3779B97F4A7C15ull) * 0xBF58476D1CE4E5B9ull ^ (b + 0x94D049BB133111EBull) * 0xD6E8FEB86659FD93ull;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93ull;
  return h ^ (h >> 29);
}

bool is_identity(std::span<const std::uint32_t> to) {
  for (std::uint32_t p = 0; p < to.size(); ++p) {
    if (to[p] != p) return false;
  }
  return true;
}

}  // namespace

void project(Zone& zone, std::span<const std::uint32_t> clocks, std::span<const std::uint32_t> kept, Zone& room) {
  if (clocks.size() == kept.size()) return;
  ZoneOp drop;  // changes nothing but which clocks there are
  drop.source_dimension = zone.dimension();
  for (const std::uint32_t clock : kept) {
    const auto at = std::lower_bound(clocks.begin(), clocks.end(), clock);
    assert(at != clocks.end() && *at == clock);
    drop.transfer.push_back({ClockIndex{static_cast<std::uint32_t>(at - clocks.begin()) + 1}, 0});
  }
  Zone scratch;
  const bool left = apply(drop, zone.view(), scratch, room);
  assert(left);
  static_cast<void>(left);
  std::swap(zone, room);
}

// Canonical forms under one partition.
struct AdaptiveSpace::Work {
  StateLayout layout;
  std::unique_ptr<Canonicaliser> canonicaliser;
  std::uint32_t lane = none;
};

// Of twins in one cell the first acts.
class AdaptiveSpace::Substitutes final : public MoveFilter {
 public:
  void prepare(std::span<const std::int32_t>, const Shape&, const ConstMatrix*) override {}
  const IdVector<ProcessId, ProcessId>& substitutes() const override { return by_process; }
  Verdict judge(const Transition&) override { return {}; }
  bool applies(ConstMatrix, const Shape&, std::uint32_t) const override { return false; }

  IdVector<ProcessId, ProcessId> by_process;
  bool usable = true;  // who hears a broadcast may choose among edges that name ids
};

AdaptiveSpace::AdaptiveSpace(const Network& network, const BoundsAnalysis& bounds, const QueryReads& reads,
                             const ZoneGraphOptions& options, const Coverage& coverage, exchange::EdgePartitions& known,
                             const CanonicalOptions& canonical, const Limits& limits)
    : network_(network),
      bounds_(bounds),
      reads_(reads),
      options_(options),
      coverage_(coverage),
      known_(known),
      canonical_(canonical),
      limits_(limits),
      plan_(known.ids.layout),
      mover_(plan_),
      twins_(known.ids.layout),
      orbits_(known.ids.layout),
      substitutes_(std::make_unique<Substitutes>()),
      machine_(network),
      vertex_map_(plan_.identity()) {
  const StateLayout& all = layout();
  process_at_.assign(partitions().places(), none);
  std::vector<std::uint32_t> processes(partitions().places());
  own_cells_.resize(partitions().places());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> kinds;
  for (std::uint32_t c = 0; c < all.values.size(); ++c) {
    const Cell& cell = all.values[c];
    if (cell.is_location) {
      for (const CellIndex& index : cell.indices) {
        const std::uint32_t place = partitions().place(index.set, index.element);
        process_at_[place] = ++processes[place] == 1 && cell.indices.size() == 1 ? ProcessId{c} : none;
      }
    }
    if (cell.indices.size() != 1 || cell.value_set != no_set) continue;
    const std::uint32_t kind =
        kinds.try_emplace({cell.family, cell.position}, static_cast<std::uint32_t>(kinds.size())).first->second;
    own_cells_[partitions().place(cell.indices[0].set, cell.indices[0].element)].emplace_back(c, kind);
  }
  for (const Channel& channel : network.channels) substitutes_->usable &= !channel.broadcast;
  make_offers();
  find_bound_classes();
}

AdaptiveSpace::~AdaptiveSpace() = default;

// ------------------------------------------------------------------------- lanes

// Elements whose exchange leaves the static bounds of clocks as they are.
void AdaptiveSpace::find_bound_classes() {
  std::map<std::vector<std::int64_t>, std::uint32_t> classes;
  Partitions::Cells labels(partitions().places());
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> kinds;  // of clocks, without their ids
  const auto kind = [&](NetClockId clock) {
    const Cell& cell = layout().clocks[clock.value];
    return kinds.try_emplace({cell.family, cell.position}, static_cast<std::uint32_t>(kinds.size())).first->second;
  };
  // Everything that is said about an element alone: tests of clocks that no id, or one id, owns, by processes of one id
  // or none, with the element renamed. Tests that name two ids make the two of them different from all others.
  std::vector<std::vector<std::vector<std::int64_t>>> said(labels.size());
  const auto note = [&](const std::vector<CellIndex>& process, std::int64_t where, const ClockTest& test) {
    std::set<std::uint32_t> ids;
    for (const CellIndex& i : process) ids.insert(partitions().place(i.set, i.element));
    for (const CellIndex& i : layout().clocks[test.clock.value].indices)
      ids.insert(partitions().place(i.set, i.element));
    for (const std::uint32_t id : ids) {
      std::vector<std::int64_t> line{where, kind(test.clock), test.lower, test.upper};
      if (ids.size() > 1) line.insert(line.end(), {-1, id});
      said[id].push_back(std::move(line));
    }
  };
  for (const ProcessId p : network_.processes.ids()) {
    const Cell& process = layout().values[network_.location_value(p)];
    for (const LocationId l : network_.processes[p].locations.ids()) {
      const std::int64_t where =
          (std::int64_t{process.family} << 40) + (std::int64_t{process.position} << 20) + l.value + 1;
      for (const ClockTest& test : bounds_.at(p, l)) note(process.indices, where, test);
    }
  }
  for (const ClockTest& test : bounds_.everywhere()) note({}, 0, test);
  for (std::uint32_t place = 0; place < labels.size(); ++place) {
    std::sort(said[place].begin(), said[place].end());
    std::vector<std::int64_t> all;
    for (const auto& line : said[place]) all.insert(all.end(), line.begin(), line.end());
    labels[place] = classes.try_emplace(std::move(all), static_cast<std::uint32_t>(classes.size())).first->second;
  }
  bound_classes_ = partitions().intern(labels);
}

// The lane depends on which classes meet in each cell: that is all that maxima depend on.
std::uint32_t AdaptiveSpace::lane_of(PartitionId partition) {
  Work& work = work_of(partition);
  if (work.lane != none) return work.lane;
  const Partitions::Cells &cells = partitions().cells(partition), &classes = partitions().cells(bound_classes_);
  std::map<std::uint32_t, std::set<std::uint32_t>> met;  // by cell
  for (std::uint32_t p = 0; p < cells.size(); ++p) met[cells[p]].insert(classes[p]);
  std::map<std::set<std::uint32_t>, std::uint32_t> numbers;
  Partitions::Cells labels(cells.size());
  for (std::uint32_t p = 0; p < cells.size(); ++p)
    labels[p] = numbers.try_emplace(met[cells[p]], static_cast<std::uint32_t>(numbers.size())).first->second;
  return work.lane = make_lane(partitions().cells(partitions().intern(labels)));
}

std::uint32_t AdaptiveSpace::make_lane(const Partitions::Cells& cells) {
  const auto [known, is_new] = lane_index_.try_emplace(cells, lane_count());
  if (!is_new) return known->second;
  auto lane = std::make_unique<Lane>();
  lane->layout = partitions().restricted(layout(), partitions().intern(cells));
  lane->plan.strategy = "off";
  lane->plan.orbits = orbits_;  // what is dead does not depend on names, in any lane
  lane->bounds = std::make_unique<BoundsAnalysis>(bounds_);
  lane->bounds->forget_names(network_, CellOrbits(lane->layout));
  lane->graph = std::make_unique<ZoneGraph>(network_, *lane->bounds, reads_, options_, lane->plan);
  lane->graph->respect(limits_);
  ListerOptions lister;
  lister.stores_targets = false;
  lane->lister = std::make_unique<SuccessorLister>(network_, lane->graph->states(), lister);
  lane->lister->respect(limits_);
  lanes_.push_back(std::move(lane));
  return known->second;
}

AdaptiveSpace::Work& AdaptiveSpace::work_of(PartitionId partition) {
  if (works_.size() <= partition.value) works_.resize(partition.value + 1);
  std::unique_ptr<Work>& work = works_[partition.value];
  if (!work) {
    work = std::make_unique<Work>();
    work->layout = partitions().restricted(layout(), partition);
    CanonicalOptions options = canonical_;
    options.strategy =
        options.diagonal_property && sorting_is_canonical(work->layout) ? Strategy::sort : Strategy::refine;
    work->canonicaliser = make_canonicaliser(work->layout, options);
  }
  return *work;
}

// -------------------------------------------------------------------- permutations

void AdaptiveSpace::move(std::span<const std::uint32_t> to, std::vector<std::int32_t>& row,
                         std::vector<std::uint32_t>& active, Zone& zone) {
  if (is_identity(to)) return;
  for (const symmetry::VertexId v : plan_.vertex_ids()) {
    const SetId set = plan_.domains()[plan_.domain_of(v)].set;
    const std::uint32_t place = to[partitions().place(set, plan_.element_of(v))];
    vertex_map_[v] = plan_.vertex_of(set, partitions().element_of(place));
  }
  mover_.move_values(vertex_map_, row);
  if (mover_.move_active(vertex_map_, active, clocks_to_)) mover_.move_zone(clocks_to_, zone);
}

void AdaptiveSpace::find_twins(std::span<const std::int32_t> row, std::span<const std::uint32_t> active,
                               const Zone& zone, std::vector<std::uint32_t>& twin) {
  twins_.find(row, active, zone);
  twin.resize(partitions().places());
  for (std::uint32_t p = 0; p < twin.size(); ++p) {
    const SetId set = partitions().set_of(p);
    twin[p] = partitions().place(set, twins_.first_twin(set, partitions().element_of(p)));
  }
}

AdaptiveSpace::Look AdaptiveSpace::look_at(const AdaptiveState& state) {
  ZoneGraph& at = graph(state.lane);
  Look look;
  look.row.resize(network_.value_count());
  at.values(state.state.discrete, look.row);
  look.active = at.shape(state.state.discrete).clock_list();
  look.zone = at.zones().zone(state.state.zone);
  find_twins(look.row, look.active, look.zone, look.twin);
  for (const auto& cells : own_cells_) {
    std::uint64_t print = 0;
    for (const auto& [cell, kind] : cells) print += mixed(kind, static_cast<std::uint32_t>(look.row[cell]));
    look.print.push_back(mixed(print, 0));
  }
  return look;
}

std::vector<std::int32_t> AdaptiveSpace::bucket_of(const Look& look) {
  std::vector<std::int32_t> row = look.row;
  active_.clear();
  zone_ = Zone::zero(1);
  work_of(partitions().coarsest()).canonicaliser->canonicalise(row, active_, zone_);
  return row;
}

// ------------------------------------------------------------------------- states

std::optional<AdaptiveState> AdaptiveSpace::initial() {
  // The partition of all permutations that leave the state as it is: others would stand for states nobody reaches.
  const std::uint32_t lane = lane_of(partitions().coarsest());
  const std::optional<SymbolicState> start = graph(lane).unreduced().initial(true);
  if (!start) return std::nullopt;
  const Look look = look_at({lane, *start, partitions().coarsest()});
  const PartitionId partition = partitions().intern(look.twin);
  const std::uint32_t own = lane_of(partition);
  const std::optional<SymbolicState> state = graph(own).unreduced().initial(true);
  assert(state);
  return AdaptiveState{own, *state, partition};
}

void AdaptiveSpace::for_each_member(const AdaptiveState& state, PartitionId parts, const Member& visit) {
  const PartitionId finer = partitions().meet(state.partition, parts);
  if (finer == state.partition) {
    Places stay(partitions().places());
    std::iota(stay.begin(), stay.end(), 0u);
    visit(state.state, stay);
    return;
  }
  const Look look = look_at(state);
  ZoneGraph& at = graph(state.lane);
  Unwinding unwinding(partitions().cells(state.partition), partitions().cells(finer), look.twin);
  unwinding.for_each([&](std::span<const std::uint32_t> to) {
    poll_limits();
    std::vector<std::int32_t> row = look.row;
    std::vector<std::uint32_t> active = look.active;
    Zone zone = look.zone;
    move(to, row, active, zone);
    const StateId discrete = at.unreduced().intern(row);
    return visit({discrete, at.zones().intern(zone.view())}, to);
  });
}

void AdaptiveSpace::expand(const AdaptiveState& state, bool with_moves, std::vector<AdaptiveTarget>& targets) {
  targets.clear();
  const Look look = look_at(state);
  for (const PartitionId label : labels_in(look.row)) {
    const PartitionId parts = partitions().meet(state.partition, label);
    Unwinding unwinding(partitions().cells(state.partition), partitions().cells(parts), look.twin);
    unwinding.for_each([&](std::span<const std::uint32_t> to) {
      poll_limits();
      fire(look, to, parts, label, with_moves, targets);
      return true;
    });
  }
}

void AdaptiveSpace::fire(const Look& source, std::span<const std::uint32_t> to, PartitionId parts, PartitionId label,
                         bool with_moves, std::vector<AdaptiveTarget>& targets) {
  ++unwound_;
  row_ = source.row;
  active_ = source.active;
  zone_ = source.zone;
  move(to, row_, active_, zone_);
  find_substitutes(source, to, parts);
  const PartitionId occupied = occupied_in(row_);
  if (!may_move(label, occupied)) return;
  const std::uint32_t lane = lane_of(parts);
  StateStore& states = graph(lane).states();
  const ShapeId shape = states.shape_of_row(row_);
  project(zone_, active_, states.shape(shape).clocks.numbers(), scratch_);
  const ConstMatrix zone = zone_.view();
  const SuccessorLister::Listing listing = lanes_[lane]->lister->list(row_, shape, &zone, substitutes_.get());
  for (Draft& draft : listing.drafts) {
    const Transition& transition = listing.transitions[draft.transition];
    if (draft.failure) {
      Zone guard(zone);
      if (!guard.constrain(draft.op.guard)) continue;
      targets.push_back({{lane, {}, parts}, parts, with_moves ? Places(to.begin(), to.end()) : Places()});
      continue;
    }
    if (label_of(transition, occupied) != label || !apply(draft.op, zone, scratch_, target_)) continue;
    targets.push_back(finish(draft, target_, lane, parts, with_moves, to));
  }
}

// Of twins in one cell of `parts` the first acts. Elements are twins where those that came there are.
void AdaptiveSpace::find_substitutes(const Look& source, std::span<const std::uint32_t> to, PartitionId parts) {
  IdVector<ProcessId, ProcessId>& substitute = substitutes_->by_process;
  substitute.clear();
  if (!substitutes_->usable) return;
  substitute.assign(network_.processes.size(), none);
  const Partitions::Cells& cells = partitions().cells(parts);
  from_.resize(to.size());
  for (std::uint32_t p = 0; p < to.size(); ++p) from_[to[p]] = p;
  // By kind of twins the cells met so far: there are few of them.
  earlier_.resize(to.size());
  for (auto& list : earlier_) list.clear();
  for (std::uint32_t p = 0; p < to.size(); ++p) {
    if (process_at_[p] == none) continue;
    auto& list = earlier_[source.twin[from_[p]]];
    const auto known = std::find_if(list.begin(), list.end(), [&](const auto& met) { return met.first == cells[p]; });
    if (known == list.end()) list.emplace_back(cells[p], process_at_[p]);
    else substitute[process_at_[p]] = known->second;
  }
}

// Whether a transition with this label can start in row_, as far as guards on data of single edges tell.
bool AdaptiveSpace::may_move(PartitionId label, PartitionId occupied) {
  const IdVector<ProcessId, ProcessId>& substitute = substitutes_->by_process;
  for (const ProcessId p : network_.processes.ids()) {
    const NetLocation& at = network_.location(row_, p);
    for (const EdgeId e : at.edges) {
      const NetEdge& edge = network_.edges[e];
      if (edge.direction != SyncDirection::none) return true;
      if (!substitute.empty() && substitute[p] != none) continue;
      if (partitions().meet(edge_label_[e], occupied) != label) continue;
      if (edge.guard.data == no_code) return true;
      for (const SelectRange& select : edge.selects) {
        if (select.low != select.high) return true;
        machine_.bind(select.frame, select.low);
      }
      machine_.clear_failure();
      if (machine_.evaluate(edge.guard.data, row_) != 0 || machine_.failure()) return true;
    }
  }
  return false;
}

AdaptiveTarget AdaptiveSpace::finish(Draft& draft, Zone& zone, std::uint32_t lane, PartitionId parts, bool with_moves,
                                     std::span<const std::uint32_t> to) {
  ZoneGraph& at = graph(lane);
  std::vector<std::uint32_t> active = at.states().shape(draft.shape).clock_list();
  Canonicaliser& canonicaliser = *work_of(parts).canonicaliser;
  canonicaliser.canonicalise(draft.row, active, zone);
  const StateId discrete = at.unreduced().intern(draft.row);
  assert(at.shape(discrete).clock_list() == active);
  AdaptiveTarget target;
  target.respects = parts;
  target.state = merged({lane, {discrete, at.zones().intern(zone.view())}, parts});
  if (with_moves) {
    const Permutation applied = canonicaliser.applied();
    for (const std::uint32_t place : to) {
      const SetId set = partitions().set_of(place);
      target.moved.push_back(partitions().place(set, applied(set, partitions().element_of(place))));
    }
  }
  return target;
}

// Cells of twins of each other become one: the orbit stays what it is.
AdaptiveState AdaptiveSpace::merged(const AdaptiveState& state) {
  if (state.partition == partitions().coarsest()) return state;
  const auto [known, is_new] = merged_.try_emplace(state, state);
  if (!is_new) return known->second;
  const Look look = look_at(state);
  const Partitions::Cells cells = partitions().cells(state.partition);
  std::vector<bool> is_pure(cells.size(), true);
  for (std::uint32_t p = 0; p < cells.size(); ++p) {
    if (look.twin[p] != look.twin[cells[p]]) is_pure[cells[p]] = false;
  }
  Partitions::Cells labels(cells.size());
  for (std::uint32_t p = 0; p < cells.size(); ++p)
    labels[p] = is_pure[cells[p]] ? look.twin[p] : static_cast<std::uint32_t>(cells.size()) + cells[p];
  const PartitionId partition = partitions().intern(labels);
  if (partition == state.partition) return state;
  const std::uint32_t lane = lane_of(partition);
  AdaptiveState result{lane, state.state, partition};
  if (lane != state.lane) {
    ZoneGraph& at = graph(lane);
    const StateId discrete = at.unreduced().intern(look.row);
    if (at.shape(discrete).clock_list() != look.active) return state;
    result.state = {discrete, at.zones().intern(look.zone.view())};
  }
  merged_[state] = result;
  return result;
}

// -------------------------------------------------------------------- subsumption

// Every cell of small lies in one of big, or consists of twins; and what belongs to the ids of each cell of big alone
// is the same in both.
bool AdaptiveSpace::may_replace(const AdaptiveState& big, const AdaptiveState& small, const Look& small_look) const {
  if (big.partition == small.partition) return true;
  const Partitions::Cells &coarse = known_.partitions.cells(big.partition),
                          &fine = known_.partitions.cells(small.partition);
  std::vector<bool> cut(fine.size()), mixed_twins(fine.size());
  for (std::uint32_t p = 0; p < fine.size(); ++p) {
    if (coarse[p] != coarse[fine[p]]) cut[fine[p]] = true;
    if (small_look.twin[p] != small_look.twin[fine[p]]) mixed_twins[fine[p]] = true;
    if (cut[fine[p]] && mixed_twins[fine[p]]) return false;
  }
  return true;
}

bool AdaptiveSpace::covers(const AdaptiveState& big, const Look& big_look, const AdaptiveState& small,
                           const Look& small_look) {
  const Partitions::Cells& cells = partitions().cells(big.partition);
  std::vector<std::uint64_t> balance(cells.size());
  for (std::uint32_t p = 0; p < cells.size(); ++p) balance[cells[p]] += big_look.print[p] - small_look.print[p];
  if (std::any_of(balance.begin(), balance.end(), [](std::uint64_t b) { return b != 0; })) return false;
  if (!may_replace(big, small, small_look)) return false;
  row_ = small_look.row;
  active_ = small_look.active;
  zone_ = small_look.zone;
  work_of(big.partition).canonicaliser->canonicalise(row_, active_, zone_);
  graph(big.lane).states().normalise()(row_);
  if (row_ != big_look.row || active_ != big_look.active) return false;
  return coverage_.covers(big_look.zone.view(), zone_.view(), graph(big.lane).shape(big.state.discrete));
}

std::size_t AdaptiveSpace::memory() const {
  std::size_t bytes = merged_.capacity() * 2 * sizeof(AdaptiveState);
  for (const auto& lane : lanes_) bytes += lane->graph->memory();
  // Of each partition: a layout with a list of indices per cell, and the same again compiled.
  constexpr std::size_t per_cell = 200;
  const std::size_t used = static_cast<std::size_t>(
      std::count_if(works_.begin(), works_.end(), [](const auto& work) { return work != nullptr; }));
  return bytes + used * per_cell * (layout().values.size() + layout().clocks.size());
}

}  // namespace orbita
