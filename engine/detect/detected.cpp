#include "engine/detect/detected.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "engine/detect/annotate.h"
#include "engine/detect/nobody.h"
#include "engine/detect/query_images.h"
#include "parser/work_limits.h"

namespace orbita {

using namespace detection;

namespace {

// Sets of elements, as the bits below `end`: with every set all that are like it.
void include_sets(Interval& domain, const Slot& slot, std::int32_t end) {
  const std::int64_t bits = (std::int64_t{1} << end) - 1;
  domain = {std::max<std::int64_t>(domain.low & ~bits, slot.low),
            std::min<std::int64_t>(domain.high | bits, slot.high)};
}

// Exchanges lead from one domain into another: the variables of a family have one domain, and one that has some
// element has all of them. Above its range there is a value for nobody.
std::vector<Interval> closed_domains(const Network& network, const Placement& placement, std::uint64_t& steps) {
  std::vector<Interval> domains = value_domains(network, steps);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Interval> of_family;
  const auto include = [](Interval& domain, const Interval& more) {
    domain = {std::min(domain.low, more.low), std::max(domain.high, more.high)};
  };
  const auto each_moving = [&](auto&& visit) {
    for (const SlotId s : network.slots.ids()) {
      const PlacedItem& item = placement.slots[s.value];
      if (item.indices.size() > network.slots[s].indices.size()) visit(s, std::pair(item.family, item.position));
    }
  };
  for (const SlotId s : network.slots.ids()) {
    const PlacedContents& contents = placement.contents[s.value];
    if (contents.set == none) continue;
    const std::int32_t count = placement.sets[contents.set.value - placement.first_set].count;
    if (contents.as_bits) {
      include_sets(domains[network.slot_value(s)], network.slots[s], contents.code.base + count);
      continue;
    }
    include(domains[network.slot_value(s)], {contents.code.base, contents.code.value_of(count - 1)});
  }
  each_moving([&](SlotId s, const auto& family) {
    const Interval& own = domains[network.slot_value(s)];
    include(of_family.try_emplace(family, own).first->second, own);
  });
  each_moving([&](SlotId s, const auto& family) { domains[network.slot_value(s)] = of_family.at(family); });
  for (const SlotId s : network.slots.ids()) {
    const Slot& slot = network.slots[s];
    Interval& domain = domains[network.slot_value(s)];
    const PlacedContents& contents = placement.contents[s.value];
    const bool holds_ids = (contents.set != none && !contents.as_bits) || slot.value_set != none;
    if (holds_ids && domain.high == slot.high) ++domain.high;
  }
  return domains;
}

// Numbers cells 0, 1, … in the order of their first elements.
std::vector<std::uint32_t> renumbered(const std::vector<std::uint32_t>& cells) {
  std::map<std::uint32_t, std::uint32_t> number;
  std::vector<std::uint32_t> result;
  for (const std::uint32_t cell : cells) {
    result.push_back(number.try_emplace(cell, static_cast<std::uint32_t>(number.size())).first->second);
  }
  return result;
}

}  // namespace

std::shared_ptr<DetectedSymmetry> DetectedSymmetry::find(Network& network, bool explained) {
  const std::shared_ptr<DetectedSymmetry> result(new DetectedSymmetry(network));
  // Exchanges look at every object; where there are so many, states are large and few.
  constexpr std::size_t most_objects = 20'000;
  if (network.slots.size() + network.clocks.size() + network.channels.size() > most_objects) return result;
  result->placement_ = place_ids(network);
  const auto holds_scalars = [](const Slot& slot) { return slot.value_set != none; };
  const bool has_scalars = std::ranges::any_of(network.slots, holds_scalars);
  if (result->placement_.empty() && !has_scalars) return result;
  result->refuter_ = std::make_unique<Refuter>(network, result->placement_);
  if (!explained && !has_scalars && !result->some_pair_is_left() && !result->some_ring_is_left()) return result;
  // For declared scalars there are only dead ids to be found.
  std::uint64_t steps = result->placement_.empty() ? Diagrams::most_steps / 6 : Diagrams::most_steps * 2 / 3;
  std::vector<Interval> domains = closed_domains(network, result->placement_, steps);
  result->normal_ = std::make_unique<NormalNetwork>(network, std::move(domains), steps);
  result->find_sets();
  result->find_rings();
  if (explained) result->explain();
  if (!result->is_trivial()) result->annotate();
  return result;
}

// Are there elements that no state has told apart? Without any there is nothing to be proved.
bool DetectedSymmetry::some_pair_is_left() {
  for (std::uint32_t k = 0; k < placement_.sets.size(); ++k) {
    const PlacedSet& set = placement_.sets[k];
    for (std::int32_t b = 1; b < set.count; ++b) {
      if (set.labels[static_cast<std::size_t>(b)].empty()) continue;
      for (std::int32_t a = b - 1; a >= 0; --a) {
        if (set.labels[static_cast<std::size_t>(a)].empty()) continue;
        if (!refuter_->refutes(SetId{placement_.first_set + k}, a, b)) return true;
      }
    }
  }
  return false;
}

// The same for rings, where no two elements can be exchanged.
bool DetectedSymmetry::some_ring_is_left() {
  std::vector<std::vector<std::uint32_t>> cells;
  for (const PlacedSet& set : placement_.sets) {
    cells.emplace_back(static_cast<std::size_t>(set.count));
    std::iota(cells.back().begin(), cells.back().end(), 0u);
  }
  return std::ranges::any_of(ring_candidates(placement_, cells), [&](const TurnedRings& candidate) {
    return !refuter_->refutes(Rotation(network_, placement_, candidate.rings, candidate.shift));
  });
}

// What stands in the way of pairs that were refused without looking for it.
void DetectedSymmetry::explain() {
  normal_->diagrams().allow_in_all(Diagrams::most_steps);
  normal_->forget(found_with({}).dead.get());
  Gate gate(*normal_, placement_);
  for (Set& set : sets_) {
    for (GateResult& pair : set.refused) {
      if (!pair.obstacles.empty()) continue;
      pair = gate.test(pair.set, pair.first, pair.second);
      assert(!pair.proved());
    }
  }
}

// A row has room for nobody only where annotate() says that a variable holds ids. Variables of sets without exchanges
// stay plain numbers, and what was proved with their values forgotten is proved again.
void DetectedSymmetry::find_sets() {
  for (bool again = true; again;) {
    const Found& found = found_with({});
    sets_ = found.sets;
    const std::set<SlotId> dead = found.dead != nullptr ? found.dead->slots() : std::set<SlotId>();
    again = false;
    for (const SlotId s : network_.slots.ids()) {
      const SetId set = placement_.contents[s.value].set;
      if (set == none || !is_discrete(sets_[set.value - placement_.first_set].cells)) continue;
      again |= plain_.insert(s).second && dead.contains(s);
    }
    if (again) found_.clear();
  }
}

// On labels as they are: nothing is dead where rings are turned. A part of the steps that are left is enough.
void DetectedSymmetry::find_rings() {
  std::vector<std::vector<std::uint32_t>> cells;
  for (const Set& set : sets_) cells.push_back(set.cells);
  const std::vector<TurnedRings> candidates = ring_candidates(placement_, cells);
  if (candidates.empty()) return;
  Diagrams& diagrams = normal_->diagrams();
  const std::uint64_t steps = diagrams.steps_left_in_all(), part = steps / 4;
  diagrams.allow_in_all(part);
  if (found_with({}).dead != nullptr) normal_->forget(nullptr);
  rings_ = detection::find_rings(*normal_, placement_, candidates);
  diagrams.allow_in_all(steps - part + diagrams.steps_left_in_all());
}

// What queries leave of turning rings; nullptr: nothing.
std::shared_ptr<const CyclicGroup> DetectedSymmetry::rotations_for(const std::vector<const Predicate*>& predicates,
                                                                   const std::vector<const Measure*>& measures) {
  if (!rings_) return nullptr;
  const std::size_t shift = shift_kept_by(*normal_, placement_, *rings_, predicates, measures);
  if (shift == 0) return nullptr;
  const auto [group, is_new] = rotations_.try_emplace(shift);
  if (is_new) {
    const Rotation rotation(network_, placement_, rings_->rings, shift);
    auto made = std::make_shared<const CyclicGroup>(rings_->name, rotation.turn());
    if (made->order() > 1) group->second = std::move(made);
  }
  return group->second;
}

// Id variables that may be dead, but for these.
std::map<SlotId, std::int32_t> DetectedSymmetry::candidates(const std::set<SlotId>& live) const {
  std::map<SlotId, std::int32_t> result;
  const auto by_hook = [&](SlotId s) {
    return std::ranges::count(network_.hook_reads, s) + std::ranges::count(network_.hook_writes, s) > 0;
  };
  for (const SlotId s : network_.slots.ids()) {
    const PlacedContents& contents = placement_.contents[s.value];
    if (live.contains(s) || plain_.contains(s) || by_hook(s)) continue;
    if (!has_nobody(network_, normal_->domains(), s)) continue;
    const std::int32_t nobody = contents.set != none ? contents.code.nobody : network_.slots[s].code.nobody;
    if (nobody == network_.slots[s].high + 1) result.emplace(s, nobody);
  }
  return result;
}

const DetectedSymmetry::Found& DetectedSymmetry::found_with(const std::set<SlotId>& live) {
  const auto known = found_.find(live);
  if (known != found_.end()) return known->second;
  Found found;
  // Dead ids get a part of the steps that are left, so that looking for them does not keep exchanges from being proved.
  Diagrams& diagrams = normal_->diagrams();
  const std::uint64_t steps = diagrams.steps_left_in_all(), part = steps / 4;
  diagrams.allow_in_all(part);
  auto dead = std::make_shared<DeadIds>(*normal_, candidates(live));
  diagrams.allow_in_all(steps - part + diagrams.steps_left_in_all());
  do {
    if (dead->empty()) dead = nullptr;
    try {
      normal_->forget(dead.get());
    } catch (const Beyond&) {
      dead = nullptr;
      normal_->forget(nullptr);
    }
    found.sets = proved_sets();
  } while (dead != nullptr && keep_symmetric(*dead, found.sets));
  found.dead = dead;
  return found_.emplace(live, std::move(found)).first->second;
}

std::vector<DetectedSymmetry::Set> DetectedSymmetry::proved_sets() {
  std::vector<Set> sets;
  for (std::uint32_t k = 0; k < placement_.sets.size(); ++k) {
    sets.push_back({SetId{placement_.first_set + k}, {}, {}, ""});
    find_cells(sets.back());
  }
  drop_incomplete(sets);
  return sets;
}

// Normalising must commute with what was proved, and with declared sets. Returns whether less is dead now.
bool DetectedSymmetry::keep_symmetric(DeadIds& dead, const std::vector<Set>& sets) const {
  std::vector<Exchange> exchanges;
  for (std::uint32_t k = 0; k < placement_.first_set; ++k) {
    if (network_.sets[k].process != none) continue;
    for (std::int32_t e = 1; e < network_.sets[k].count; ++e)
      exchanges.emplace_back(network_, placement_, SetId{k}, 0, e);
  }
  for (const Set& set : sets) {
    std::map<std::uint32_t, std::int32_t> first_of;  // by cell
    for (std::int32_t e = 0; e < static_cast<std::int32_t>(set.cells.size()); ++e) {
      const auto [first, added] = first_of.try_emplace(set.cells[static_cast<std::size_t>(e)], e);
      if (!added) exchanges.emplace_back(network_, placement_, set.set, first->second, e);
    }
  }
  bool less = false;
  for (bool again = true; again;) {
    check_limits();
    again = false;
    for (const Exchange& exchange : exchanges) again |= dead.keep_symmetric(exchange);
    less |= again;
  }
  return less;
}

// Inside the cells that are known already, if any.
void DetectedSymmetry::find_cells(Set& set) {
  const PlacedSet& placed = placement_.sets[set.set.value - placement_.first_set];
  Gate gate(*normal_, placement_);
  const Set* known = sets_.empty() ? nullptr : &sets_[set.set.value - placement_.first_set];
  if (known != nullptr) set.refused = known->refused;
  if (known != nullptr) set.note = known->note;
  set.cells.resize(static_cast<std::size_t>(placed.count));
  std::iota(set.cells.begin(), set.cells.end(), 0u);
  std::vector<std::int32_t> last_of_cells;
  for (std::int32_t e = 0; e < placed.count; ++e) {
    if (placed.labels[static_cast<std::size_t>(e)].empty()) continue;
    check_limits();
    bool found = false;
    for (std::int32_t& other : last_of_cells) {
      if (known != nullptr &&
          known->cells[static_cast<std::size_t>(e)] != known->cells[static_cast<std::size_t>(other)])
        continue;
      // Exchanging neighbours is enough for the whole cell, and turns the order of the fewest processes.
      GateResult result{set.set, other, e, {}};
      const bool refuted = refuter_->refutes(set.set, other, e);
      if (!refuted) result = gate.test(set.set, other, e);
      found = !refuted && result.proved();
      if (found) set.cells[static_cast<std::size_t>(e)] = set.cells[static_cast<std::size_t>(other)];
      else set.refused.push_back(std::move(result));
      if (found) other = e;
      if (found) break;
    }
    if (!found) last_of_cells.push_back(e);
  }
  set.cells = renumbered(set.cells);
}

// A state layout needs a cell for every choice of elements: where a family has only some (P(i, j) for i != j), its
// sets are not used.
void DetectedSymmetry::drop_incomplete(std::vector<Set>& sets) const {
  const auto cell_of = [&](const ScalarIndex& i) -> std::uint32_t {
    if (i.set.value < placement_.first_set) return 0;
    return sets[i.set.value - placement_.first_set].cells[static_cast<std::size_t>(i.element)];
  };
  const auto size_of = [&](const ScalarIndex& i) -> std::uint64_t {
    if (i.set.value < placement_.first_set) return static_cast<std::uint64_t>(network_.set(i.set).count);
    const auto& cells = sets[i.set.value - placement_.first_set].cells;
    return static_cast<std::uint64_t>(std::count(cells.begin(), cells.end(), cell_of(i)));
  };
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::vector<std::pair<SetId, std::uint32_t>>>;
  for (const auto* items : {&placement_.processes, &placement_.slots, &placement_.clocks}) {
    std::map<Key, std::pair<std::uint64_t, const PlacedItem*>> found;
    for (const PlacedItem& item : *items) {
      Key key{item.family, item.position, {}};
      for (const ScalarIndex& i : item.indices) std::get<2>(key).emplace_back(i.set, cell_of(i));
      auto& [count, example] = found[std::move(key)];
      ++count;
      example = &item;
    }
    for (const auto& [key, entry] : found) {
      std::uint64_t expected = 1;
      for (const ScalarIndex& i : entry.second->indices) expected *= size_of(i);
      if (entry.first == expected) continue;
      for (const ScalarIndex& i : entry.second->indices) {
        if (i.set.value < placement_.first_set) continue;
        Set& set = sets[i.set.value - placement_.first_set];
        if (is_discrete(set.cells)) continue;
        std::iota(set.cells.begin(), set.cells.end(), 0u);
        set.note = "some pairs of elements have no process or variable of their own";
      }
    }
  }
}

bool DetectedSymmetry::is_trivial() const {
  return std::all_of(sets_.begin(), sets_.end(), [](const Set& set) { return is_discrete(set.cells); });
}

void DetectedSymmetry::annotate() {
  std::vector<std::vector<std::uint32_t>> cells;
  for (const Set& set : sets_) cells.push_back(set.cells);
  detection::annotate(network_, placement_, cells);
}

// Those that may be dead.
std::set<SlotId> DetectedSymmetry::dead_among(const std::vector<SlotId>& slots) {
  std::set<SlotId> result;
  const std::shared_ptr<const DeadIds> rules = found_with({}).dead;
  if (rules == nullptr) return result;
  const std::set<SlotId> dead = rules->slots();
  std::ranges::copy_if(slots, std::inserter(result, result.end()), [&](SlotId s) { return dead.contains(s); });
  return result;
}

bool DetectedSymmetry::keeps_start(const Exchange& exchange, const Found& found) const {
  std::vector<std::int32_t> row = network_.initial_values();
  if (found.dead != nullptr) found.dead->normalise(row);
  for (std::uint32_t v = 0; v < row.size(); ++v) {
    if (row[exchange.value(v)] != exchange.contents(v, row[v])) return false;
  }
  for (const NetClockId x : network_.clocks.ids()) {
    if (network_.clocks[exchange.clock(x)].initial != network_.clocks[x].initial) return false;
  }
  return true;
}

std::string DetectedSymmetry::exchanged_in(const Asked& of, const Asked& query) {
  if (normal_ == nullptr || is_trivial() || of.predicates.size() != query.predicates.size()) return "";
  std::vector<SlotId> reads;
  for (const Asked* asked : {&of, &query}) {
    for (const Predicate* p : asked->predicates) reads.insert(reads.end(), p->reads.begin(), p->reads.end());
  }
  const Found& found = found_with(dead_among(reads));
  const auto tells_apart = [](const Asked& asked, SetId set, std::size_t a, std::size_t b) {
    const std::vector<std::uint32_t>& cells = asked.cells[set.value];
    return !cells.empty() && cells[a] != cells[b];
  };
  for (const Set& set : found.sets) {
    const std::vector<std::string>& labels = placement_.sets[set.set.value - placement_.first_set].labels;
    for (std::size_t b = 1; b < set.cells.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        // An exchange that one of them does not notice does not take it to another query.
        if (set.cells[a] != set.cells[b] || !tells_apart(of, set.set, a, b) || !tells_apart(query, set.set, a, b))
          continue;
        check_limits();
        const Exchange exchange(network_, placement_, set.set, static_cast<std::int32_t>(a),
                                static_cast<std::int32_t>(b));
        bool fits = true;
        for (std::size_t k = 0; k < of.predicates.size() && fits; ++k)
          fits = is_image(*normal_, exchange, *of.predicates[k], *query.predicates[k]);
        if (fits && keeps_start(exchange, found)) return labels[a] + " and " + labels[b];
      }
    }
  }
  return "";
}

bool DetectedSymmetry::tells_apart(const Use& use) const {
  if (normal_ == nullptr || is_trivial()) return false;
  return std::ranges::any_of(sets_, [&](const Set& set) {
    const std::vector<std::uint32_t>& cells = use.cells[set.set.value];
    return !cells.empty() && renumbered(cells) != renumbered(set.cells);
  });
}

bool DetectedSymmetry::is_finer(const Use& first, const Use& second) {
  const auto count = [](const Use& use) {
    std::size_t cells = 0;
    for (const auto& of_set : use.cells) cells += std::set<std::uint32_t>(of_set.begin(), of_set.end()).size();
    return cells;
  };
  return count(first) > count(second);
}

std::optional<Predicate> DetectedSymmetry::over_cells(const Predicate& predicate, bool all, const Programs& programs) {
  constexpr std::size_t most_images = 32;
  if (normal_ == nullptr || is_trivial() || predicate.nodes.empty()) return std::nullopt;
  const Found& found = found_with(dead_among(predicate.reads));
  std::vector<Exchange> exchanges;
  for (const Set& set : found.sets) {
    std::map<std::uint32_t, std::int32_t> last_of;  // by cell
    for (std::int32_t e = 0; e < static_cast<std::int32_t>(set.cells.size()); ++e) {
      const auto [last, added] = last_of.try_emplace(set.cells[static_cast<std::size_t>(e)], e);
      if (!added) exchanges.emplace_back(network_, placement_, set.set, last->second, e);
      last->second = e;
    }
  }
  std::erase_if(exchanges, [&](const Exchange& g) { return !keeps_start(g, found); });
  if (exchanges.empty()) return std::nullopt;
  PredicateImages images(network_, programs);
  std::vector<Predicate> met{images.adopted(predicate)};
  try {
    std::set<std::string> texts{text_of(*normal_, exchanges[0], met[0])};
    for (std::size_t k = 0; k < met.size(); ++k) {
      for (const Exchange& g : exchanges) {
        check_limits();
        std::optional<Predicate> image = images.image(met[k], g);
        if (!image) return std::nullopt;
        if (!texts.insert(text_of(*normal_, g, *image)).second) continue;
        if (met.size() == most_images || !is_image(*normal_, g, met[k], *image)) return std::nullopt;
        met.push_back(std::move(*image));
      }
    }
  } catch (const Beyond&) {
    return std::nullopt;
  }
  if (met.size() == 1) return std::nullopt;
  return images.joined(met, all);
}

DetectedSymmetry::Use DetectedSymmetry::use_for(const std::vector<const Predicate*>& predicates,
                                                const std::vector<const Measure*>& measures, bool forgets) {
  Use result;
  result.cells.resize(network_.sets.size());
  if (normal_ == nullptr) return result;
  std::vector<SlotId> reads;
  for (const Predicate* p : predicates) reads.insert(reads.end(), p->reads.begin(), p->reads.end());
  for (const Measure* m : measures) reads.insert(reads.end(), m->reads.begin(), m->reads.end());
  std::set<SlotId> live = dead_among(reads);
  if (!forgets) {
    for (const SlotId s : network_.slots.ids()) live.insert(s);
  }
  const Found& found = found_with(live);
  result.dead = found.dead;
  for (const Set& set : found.sets) {
    const auto told = [&](std::int32_t a, std::int32_t b) {
      return std::any_of(
                 predicates.begin(), predicates.end(),
                 [&](const Predicate* p) { return !told_apart(*normal_, placement_, set.set, a, b, *p).empty(); }) ||
             std::any_of(measures.begin(), measures.end(), [&](const Measure* m) {
               return !told_apart(*normal_, placement_, set.set, a, b, *m).empty();
             });
    };
    std::vector<std::uint32_t> cells(set.cells.size());
    std::iota(cells.begin(), cells.end(), 0u);
    std::map<std::uint32_t, std::vector<std::int32_t>> firsts;  // by cell of the model: one of each cell of the query
    for (std::int32_t e = 0; e < static_cast<std::int32_t>(cells.size()); ++e) {
      std::vector<std::int32_t>& alike = firsts[set.cells[static_cast<std::size_t>(e)]];
      const auto same = std::find_if(alike.begin(), alike.end(), [&](std::int32_t other) { return !told(other, e); });
      if (same != alike.end()) cells[static_cast<std::size_t>(e)] = cells[static_cast<std::size_t>(*same)];
      else alike.push_back(e);
    }
    if (!is_trivial()) result.cells[set.set.value] = renumbered(cells);
  }
  result.rotations = rotations_for(predicates, measures);
  return result;
}

}  // namespace orbita
