#include "engine/trace/representative_finder.h"

#include <map>
#include <memory>
#include <tuple>

#include "dbm/render.h"
#include "engine/compile/compile.h"
#include "symmetry/detect/detect.h"

namespace orbita {

namespace {

std::uint32_t number_of(std::uint32_t number) { return number; }
template <class Tag>
std::uint32_t number_of(Index<Tag> index) {
  return index.value;
}

// The zone seen from some of its clocks (those of the network, ascending).
template <class Clocks>
Zone seen_from(const Zone& zone, const Clocks& clocks) {
  std::vector<ClockIndex> kept;
  for (const auto x : clocks) kept.push_back(ClockIndex{number_of(x)});
  return zone.projected(kept);
}

SymmetryPlan plan_of(const Network& network, const SymmetryModel& declared, const DetectedSymmetry::Use& found) {
  SymmetryPlan plan = plan_symmetry(network, SymmetryChoice::automatic, declared.blocked(), network.resets_to_zero_only,
                                    false, found.cells);
  use_rotations(plan, network, found.rotations);
  return plan;
}

BoundsAnalysis bounds_of(const Network& network, const SymmetryPlan& plan) {
  BoundsAnalysis bounds(network, {});
  if (plan.active) bounds.forget_names(network, plan.orbits);
  return bounds;
}

// What a rotation renames is kept alive, as explorations do.
QueryReads reads_of(const Network& network, const SymmetryPlan& plan) {
  QueryReads reads;
  if (!plan.rotations) return reads;
  for (const std::uint32_t value : plan.rotations->changed_contents()) reads.slots.push_back(network.slot_at(value));
  return reads;
}

using CellKey = std::tuple<std::uint32_t, std::uint32_t, std::vector<std::pair<std::uint32_t, std::int32_t>>>;

CellKey key_of(const Cell& cell, const Permutation* g) {
  CellKey key{number_of(cell.family), cell.position, {}};
  for (const CellIndex& i : cell.indices) {
    std::get<2>(key).emplace_back(i.set.value, g == nullptr ? i.element : (*g)(i.set, i.element));
  }
  return key;
}

}  // namespace

RepresentativeFinder::RepresentativeFinder(const Model& model)
    : network_owner_(compile(model)),
      network_(*network_owner_),
      detected_(DetectedSymmetry::find(*network_owner_)),
      use_(detected_->use_for({}, {}, true)),
      plan_(plan_of(network_, detect(model), use_)),
      bounds_(bounds_of(network_, plan_)),
      normalise_(network_, reads_of(network_, plan_), plan_.orbits,
                 plan_.active && !plan_.rotations ? use_.dead : nullptr),
      shapes_(network_, bounds_, BoundsMode::lower_upper, false) {}

// Which dead values there are depends on locations for all but elements of sets, which a flag may make dead too. So
// another value that is normalised to the same one shows that the slot is dead.
std::vector<bool> RepresentativeFinder::dead_slots(const std::vector<std::int32_t>& row) const {
  const std::size_t first = network_.processes.size();
  const auto other = [](const Slot& slot, std::int32_t value) { return value == slot.low ? slot.high : slot.low; };
  const auto normal = [&](std::vector<std::int32_t> changed) {
    normalise_(changed);
    return changed;
  };
  const std::vector<std::int32_t> here = normal(row);
  std::vector<std::int32_t> numbers = row;
  std::size_t s = first;
  for (const Slot& slot : network_.slots) {
    if (slot.value_set == none) numbers[s] = other(slot, row[s]);
    ++s;
  }
  numbers = normal(numbers);
  std::vector<bool> dead(network_.slots.size());
  s = first;
  for (const Slot& slot : network_.slots) {
    if (slot.value_set == none) {
      dead[s - first] = slot.low != slot.high && numbers[s] == here[s];
    } else {
      std::vector<std::int32_t> changed = row;
      changed[s] = other(slot, row[s]);
      dead[s - first] = changed[s] != row[s] ? normal(changed)[s] == here[s] : here[s] != row[s];
    }
    ++s;
  }
  return dead;
}

void RepresentativeFinder::name_permutation(const Permutation& g, Representative& result) const {
  std::uint32_t number = 0;
  for (const LayoutSet& set : plan_.layout.sets) {
    const SetId id{number++};
    if (!set.reduced || set.count < 2) continue;
    result.sets.push_back({set.name, {}, {}});
    if (network_.set(id).detected)
      result.sets.back().labels = detected_->placement().sets[id.value - detected_->placement().first_set].labels;
    for (std::int32_t e = 0; e < set.count; ++e) result.sets.back().becomes.push_back(g(id, e));
  }
  std::map<CellKey, std::uint32_t> places;
  const auto count = static_cast<std::uint32_t>(network_.processes.size());
  for (std::uint32_t p = 0; p < count; ++p) places.emplace(key_of(plan_.layout.values[p], nullptr), p);
  for (std::uint32_t p = 0; p < count; ++p) {
    result.process_becomes[p] = places.at(key_of(plan_.layout.values[p], &g));
  }
}

// Makes the state the least of its images; which power of the generator leads there.
std::uint32_t RepresentativeFinder::make_least(std::vector<std::int32_t>& values, std::vector<std::uint32_t>& active,
                                               Zone& zone) const {
  const CyclicGroup& group = *plan_.rotations;
  const std::vector<std::int32_t> values_before = values;
  const std::vector<std::uint32_t> active_before = active;
  const Zone zone_before = zone;
  const CyclicGroup::Least least = group.make_least(values);
  std::vector<ClockIndex> to;
  if (group.move_active(least.power, active, to)) zone = zone.permuted(to);
  if (least.step != group.order()) group.make_least(least.step, active, zone);
  std::uint32_t power = least.power;
  for (; power < least.power + group.order(); power += least.step) {  // those that give these values
    std::vector<std::uint32_t> turned = active_before;
    Zone image = zone_before;
    group.apply(power % group.order(), turned, image);
    if (turned == active && image == zone) break;
  }
  return power % group.order();
}

// Elements by their places in the ring.
void RepresentativeFinder::name_rotation(std::uint32_t power, Representative& result) const {
  const auto& rings = detected_->rings();
  const detection::Placement& placement = detected_->placement();
  for (const detection::Ring& ring : rings->rings) {
    const detection::PlacedSet& placed = placement.sets[ring.set.value - placement.first_set];
    Representative::Set& set = result.sets.emplace_back(Representative::Set{placed.name, {}, {}});
    const std::size_t size = ring.elements.size();
    for (std::size_t i = 0; i < size; ++i) {
      set.becomes.push_back(static_cast<std::int32_t>((i + power * (size / plan_.rotations->order())) % size));
      set.labels.push_back(placed.labels[static_cast<std::size_t>(ring.elements[i])]);
    }
  }
  for (std::uint32_t p = 0; p < network_.processes.size(); ++p)
    result.process_becomes[p] = plan_.rotations->value(power, p);
}

Representative RepresentativeFinder::of(std::span<const std::int32_t> row, const Zone& zone) {
  Representative result;
  result.group = plan_.group;
  result.strategy = plan_.strategy;
  const std::size_t processes = network_.processes.size();
  for (std::uint32_t p = 0; p < processes; ++p) result.process_becomes.push_back(p);
  std::vector<std::int32_t> values(row.begin(), row.end());
  normalise_(values);
  auto active = shapes_[shapes_.of(values)].clock_list();
  Zone seen = seen_from(zone, active);
  if (plan_.rotations) {
    result.orbit = plan_.rotations->orbit_size(values, active, seen);
    name_rotation(make_least(values, active, seen), result);
  } else if (plan_.active) {
    const std::unique_ptr<Canonicaliser> canonicaliser = make_canonicaliser(plan_.layout, plan_.options);
    result.canonical = canonicaliser->canonicalise(values, active, seen).canonical;
    result.orbit = orbit_size(plan_.layout, values, active, seen);
    name_permutation(canonicaliser->applied(), result);
  }
  result.locations.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(processes));
  const std::vector<bool> dead = dead_slots(values);
  for (std::size_t s = 0; s < dead.size(); ++s) {
    result.variables.push_back(dead[s] ? std::nullopt : std::optional(values[processes + s]));
  }
  std::vector<std::string> names{"0"};
  for (const auto x : active) names.push_back(network_.clocks[NetClockId{x}].name);
  result.zone = to_string(seen.view(), names);
  return result;
}

}  // namespace orbita
