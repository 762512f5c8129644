#include "engine/detect/rotation.h"

#include <algorithm>
#include <map>
#include <type_traits>

#include "engine/detect/gate.h"
#include "parser/work_limits.h"

namespace orbita::detection {

Rotation::Rotation(const Network& network, const Placement& placement, const std::vector<Ring>& rings,
                   std::size_t shift)
    : Rotation(network, placement, [&] {
        auto images = std::make_shared<ImagesBySet>(placement.sets.size());
        for (const Ring& ring : rings) {
          Images& of = (*images)[ring.set.value - placement.first_set];
          for (std::int32_t e = 0; e < placement.sets[ring.set.value - placement.first_set].count; ++e) of.push_back(e);
          for (std::size_t k = 0; k < ring.elements.size(); ++k) {
            of[static_cast<std::size_t>(ring.elements[k])] = ring.elements[(k + shift) % ring.elements.size()];
          }
        }
        return images;
      }()) {}

Rotation::Rotation(const Network& network, const Placement& placement, std::shared_ptr<const ImagesBySet> images)
    : Exchange(
          network, placement,
          [&](const ScalarIndex& index) {
            return (*images)[index.set.value - placement.first_set][static_cast<std::size_t>(index.element)];
          },
          [&](const ScalarIndex& index) {
            if (index.set.value < placement.first_set) return false;
            const Images& of = (*images)[index.set.value - placement.first_set];
            return !of.empty() && of[static_cast<std::size_t>(index.element)] != index.element;
          }),
      images_(std::move(images)),
      held_(network.value_count()) {
  for (const SlotId s : network.slots.ids()) {
    const PlacedContents& contents = placement.contents[s.value];
    const std::uint32_t position = network.slot_value(s);
    const PlacedContents& of_image = placement.contents[network.slot_at(value(position)).value];
    if (contents.set != of_image.set || contents.code.base != of_image.code.base) {
      problem_ = network.slots[s].name + " and its image do not hold the same ids";
    }
    if (contents.set == none) continue;
    const Images& of = (*images_)[contents.set.value - placement.first_set];
    if (!of.empty() && contents.as_bits) problem_ = network.slots[s].name + " holds sets of ids";
    else if (!of.empty()) held_[position] = {&of, contents.set.value, contents.code.base};
  }
}

std::int64_t Rotation::contents(std::uint32_t position, std::int64_t held) const {
  const Held& at = held_[position];
  if (at.images == nullptr) return held;
  const std::int64_t element = held - at.base;
  if (element < 0 || element >= static_cast<std::int64_t>(at.images->size())) return held;
  return at.base + (*at.images)[static_cast<std::size_t>(element)];
}

Exchange::ContentsKey Rotation::contents_key(std::uint32_t position) const {
  return {false, held_[position].set, held_[position].base};
}

CyclicGroup::Turn Rotation::turn() const {
  CyclicGroup::Turn turn;
  for (std::uint32_t v = 0; v < held_.size(); ++v) {
    turn.values.push_back(value(v));
    const Held& at = held_[v];
    if (at.images == nullptr) continue;
    turn.contents.push_back({v, static_cast<std::int32_t>(at.base), {}});
    for (const std::int32_t image : *at.images)
      turn.contents.back().images.push_back(static_cast<std::int32_t>(at.base) + image);
  }
  for (std::uint32_t x = 0; x < clock_count(); ++x) turn.clocks.push_back(clock({x}).value);
  return turn;
}

namespace {

Ring ring_by_id(const Placement& placement, std::uint32_t k) {
  Ring ring{SetId{placement.first_set + k}, {}};
  const PlacedSet& set = placement.sets[k];
  for (std::int32_t e = 0; e < set.count; ++e) {
    if (!set.labels[static_cast<std::size_t>(e)].empty()) ring.elements.push_back(e);
  }
  return ring;
}

// In the order of the first processes they own.
Ring ring_by_system(const Placement& placement, const Ring& by_id) {
  Ring ring{by_id.set, {}};
  for (const PlacedItem& process : placement.processes) {
    for (const ScalarIndex& index : process.indices) {
      const bool is_met = std::ranges::find(ring.elements, index.element) != ring.elements.end();
      if (index.set == ring.set && !is_met) ring.elements.push_back(index.element);
    }
  }
  return ring.elements.size() == by_id.elements.size() ? ring : by_id;
}

bool is_one_cell(const std::vector<std::uint32_t>& cells, const Ring& ring) {
  return std::ranges::all_of(ring.elements, [&](std::int32_t e) {
    return cells[static_cast<std::size_t>(e)] == cells[static_cast<std::size_t>(ring.elements[0])];
  });
}

// By one place, and by blocks that divide the ring evenly.
void add_shifts(const Placement& placement, const std::vector<Ring>& rings, std::vector<TurnedRings>& result) {
  std::string name;
  for (const Ring& ring : rings)
    name += (name.empty() ? "" : ", ") + placement.sets[ring.set.value - placement.first_set].name;
  const std::size_t size = rings[0].elements.size();
  for (std::size_t shift = 1; shift < size; ++shift) {
    if (size % shift == 0 && size / shift <= CyclicGroup::most_members) result.push_back({rings, shift, name});
  }
}

}  // namespace

std::vector<TurnedRings> ring_candidates(const Placement& placement,
                                         const std::vector<std::vector<std::uint32_t>>& cells) {
  std::vector<TurnedRings> result;
  std::map<std::size_t, std::vector<Ring>> of_size;
  for (std::uint32_t k = 0; k < placement.sets.size(); ++k) {
    const Ring by_id = ring_by_id(placement, k);
    if (by_id.elements.size() < 2 || (k < cells.size() && is_one_cell(cells[k], by_id))) continue;
    of_size[by_id.elements.size()].push_back(by_id);
    if (by_id.elements.size() == 2) continue;  // turning two is exchanging them
    add_shifts(placement, {by_id}, result);
    const Ring by_system = ring_by_system(placement, by_id);
    if (by_system.elements != by_id.elements) add_shifts(placement, {by_system}, result);
  }
  for (const auto& [size, rings] : of_size) {
    if (rings.size() > 1) add_shifts(placement, rings, result);
  }
  std::ranges::stable_sort(result, [](const auto& a, const auto& b) { return a.order() > b.order(); });
  return result;
}

std::optional<TurnedRings> find_rings(NormalNetwork& normal, const Placement& placement,
                                      const std::vector<TurnedRings>& candidates) {
  for (const TurnedRings& candidate : candidates) {
    check_limits();
    const Rotation rotation(normal.network(), placement, candidate.rings, candidate.shift);
    if (Gate(normal, placement).test(rotation).empty()) return candidate;
  }
  return std::nullopt;
}

std::size_t shift_kept_by(NormalNetwork& normal, const Placement& placement, const TurnedRings& rings,
                          const std::vector<const Predicate*>& predicates,
                          const std::vector<const Measure*>& measures) {
  for (std::size_t shift = rings.shift; shift < rings.size(); shift += rings.shift) {
    if (rings.size() % shift != 0) continue;
    check_limits();
    const Rotation rotation(normal.network(), placement, rings.rings, shift);
    const auto keeps = [&](const auto* part) {
      if constexpr (std::is_same_v<decltype(part), const Predicate*>) return is_image(normal, rotation, *part, *part);
      else return is_invariant(normal, rotation, *part);
    };
    if (std::ranges::all_of(predicates, keeps) && std::ranges::all_of(measures, keeps)) return shift;
  }
  return 0;
}

}  // namespace orbita::detection
