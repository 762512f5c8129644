#include "engine/space/twin_pruning.h"

#include <algorithm>
#include <tuple>

namespace orbita {

namespace {

// Is zone inside aLU of zone with its clocks exchanged? The test of subsumption.h, for the entries that change.
bool exchange_simulates(ConstMatrix zone, const Shape& shape, std::span<const std::uint32_t> swap) {
  const auto lacks_partner = [&](std::uint32_t y, std::uint32_t x) {
    const std::int32_t upper = x == 0 ? 0 : shape.upper[x], lower = y == 0 ? 0 : shape.lower[y];
    if (x == y || upper < 0 || lower < 0) return false;
    const raw_t other = zone.row(swap[y])[swap[x]];
    if (other >= zone.row(y)[x]) return false;
    const raw_t least = zone.row(0)[x];
    if (upper <= largest_clock_bound && least < Bound::weak(-upper).raw) return false;
    return lower > largest_clock_bound || add_raw(other, Bound::strict(-lower).raw) < least;
  };
  for (std::uint32_t c = 1; c < zone.dimension; ++c) {
    if (swap[c] == c) continue;
    for (std::uint32_t k = 0; k < zone.dimension; ++k) {
      if (lacks_partner(c, k) || lacks_partner(k, c)) return false;
    }
  }
  return true;
}

}  // namespace

TwinPruning::TwinPruning(const Network& network, const StateLayout& layout, bool simulation)
    : network_(network), layout_(layout), finder_(layout), simulation_(simulation) {
  for (const LayoutSet& set : layout.sets) {
    clocks_of_.emplace_back(static_cast<std::size_t>(set.count));
    processes_of_.emplace_back(static_cast<std::size_t>(set.count));
  }
  for (const NetClockId x : network.proper_clocks()) {
    std::size_t moving = 0;
    for (const ScalarIndex& i : network.clocks[x].indices) {
      if (!layout.set(i.set).reduced) continue;
      clocks_of_[i.set.value][static_cast<std::size_t>(i.element)].push_back(x);
      ++moving;
    }
    usable_ = usable_ && moving <= 1;
  }
  for (const ProcessId p : network.processes.ids()) {
    for (const ScalarIndex& i : network.processes[p].indices) {
      processes_of_[i.set.value][static_cast<std::size_t>(i.element)].push_back(p);
    }
  }
  const auto key = [&](NetClockId x) {
    const Clock& clock = network.clocks[x];
    std::vector<std::int32_t> staying;
    for (const ScalarIndex& i : clock.indices) {
      if (!layout.set(i.set).reduced) staying.push_back(i.element);
    }
    return std::tuple(clock.family, clock.position, std::move(staying));
  };
  const auto order = [&](NetClockId a, NetClockId b) { return key(a) < key(b); };
  for (auto& set : clocks_of_) {
    for (auto& clocks : set) std::sort(clocks.begin(), clocks.end(), order);
  }
}

bool TwinPruning::alike(ConstMatrix zone, const Shape& shape, const Clocks& clocks) const {
  const bool same = std::all_of(clocks.begin(), clocks.end(),
                                [&](const auto& pair) { return coincide(zone, pair.first, pair.second); });
  if (same || !simulation_) return same;
  while (swap_.size() < zone.dimension) swap_.push_back(static_cast<std::uint32_t>(swap_.size()));
  for (const auto& [a, b] : clocks) {
    swap_[a.value] = b.value;
    swap_[b.value] = a.value;
  }
  const bool simulates = exchange_simulates(zone, shape, swap_);
  for (const auto& [a, b] : clocks) {
    swap_[a.value] = a.value;
    swap_[b.value] = b.value;
  }
  return simulates;
}

void TwinPruning::prepare(std::span<const std::int32_t> row, const Shape& shape, const ConstMatrix* zone) {
  neighbours_.clear();
  twin_before_.assign(network_.processes.size(), none);
  if (!usable_) return;
  finder_.find(row, {}, Zone::zero(1));  // as far as data goes
  if (!finder_.any()) return;
  for (std::uint32_t set = 0; set < layout_.sets.size(); ++set) {
    if (!layout_.sets[set].reduced) continue;
    std::vector<std::int32_t> last(static_cast<std::size_t>(layout_.sets[set].count), -1);
    for (std::int32_t e = 0; e < layout_.sets[set].count; ++e) {
      std::int32_t& previous = last[static_cast<std::size_t>(finder_.first_twin(SetId{set}, e))];
      if (previous >= 0) {
        Neighbours pair{SetId{set}, previous, e, {}};
        const auto& a = clocks_of_[set][static_cast<std::size_t>(previous)];
        const auto& b = clocks_of_[set][static_cast<std::size_t>(e)];
        for (std::size_t k = 0; k < a.size(); ++k) {
          const ClockIndex x = zone_position(shape, a[k]);
          if (x != none) pair.clocks.emplace_back(x, zone_position(shape, b[k]));
        }
        if (zone != nullptr) {
          if (!alike(*zone, shape, pair.clocks)) {
            previous = e;
            continue;
          }
          pair.clocks.clear();
        }
        const auto& earlier = processes_of_[set][static_cast<std::size_t>(previous)];
        const auto& later = processes_of_[set][static_cast<std::size_t>(e)];
        // An element with one process is represented by it; with more they would have to choose together.
        if (pair.clocks.empty() && earlier.size() == 1 && later.size() == 1 &&
            network_.processes[later[0]].indices.size() == 1) {
          twin_before_[later[0]] = earlier[0];
        }
        neighbours_.push_back(std::move(pair));
      }
      previous = e;
    }
  }
}

// Sender or internal step: role 0 with the edge; hearing: role 1 with the choice, in the order the
// expander chooses; a select value: role 2 with the participant's role and the select's place.
// Under other names roles must be the same: of an element that is selected they say whether it is their own.
void TwinPruning::collect_roles(const Transition& transition) {
  roles_.clear();
  for (std::size_t k = 0; k < transition.participants.size(); ++k) {
    const Participant& participant = transition.participants[k];
    const NetEdge& edge = network_.edges[participant.edge];
    const std::uint32_t role = k == 0 ? 0 : 1;
    const bool is_named = k == 0 || transition.participants.size() == 2 || selects_elements(edge);
    const std::uint32_t what = is_named ? edge.family : participant.choice;
    const std::vector<ScalarIndex>& indices = network_.processes[edge.process].indices;
    for (std::uint32_t i = 0; i < indices.size(); ++i) {
      Role& r = roles_[{indices[i].set, indices[i].element}];
      r.insert(r.end(), {role, what, i});
      for (std::size_t s = 0; s < participant.selects.size(); ++s) {
        const std::int32_t value = participant.selects[s];
        const SetId set = edge.selects[s].set;
        const bool is_own = set == indices[i].set && value == indices[i].element;
        r.push_back(set == none ? static_cast<std::uint32_t>(value) : is_own);
      }
    }
    for (std::uint32_t s = 0; s < edge.selects.size(); ++s) {
      if (edge.selects[s].set == none) continue;
      Role& r = roles_[{edge.selects[s].set, participant.selects[s]}];
      r.insert(r.end(), {2, role, s});
    }
  }
}

const TwinPruning::Role& TwinPruning::role_of(SetId set, std::int32_t element) const {
  static const Role nothing;
  const auto it = roles_.find({set, element});
  return it == roles_.end() ? nothing : it->second;
}

MoveFilter::Verdict TwinPruning::judge(const Transition& transition) {
  if (neighbours_.empty()) return {};
  collect_roles(transition);
  std::vector<Clocks> any;
  for (const Neighbours& pair : neighbours_) {
    const Role &first = role_of(pair.set, pair.first), &second = role_of(pair.set, pair.second);
    // Doing nothing counts as the largest role: the earlier twin acts. Where several hear a broadcast, roles name
    // choices, which detected elements need not have in the same order: only doing nothing can be compared.
    const bool comparable = transition.participants.size() <= 2 || !network_.set(pair.set).detected;
    const bool exchange = !second.empty() && (first.empty() || (comparable && second < first));
    if (!exchange) continue;
    if (pair.clocks.empty()) return {true, none};
    any.push_back(pair.clocks);
  }
  if (any.empty()) return {};
  const auto [it, is_new] = condition_index_.try_emplace(any, static_cast<std::uint32_t>(conditions_.size()));
  if (is_new) conditions_.push_back(any);
  return {false, it->second};
}

bool TwinPruning::applies(ConstMatrix zone, const Shape& shape, std::uint32_t condition) const {
  return std::any_of(conditions_[condition].begin(), conditions_[condition].end(),
                     [&](const Clocks& clocks) { return alike(zone, shape, clocks); });
}

}  // namespace orbita
