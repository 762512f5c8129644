#include "engine/detect/rotation.h"

#include <algorithm>
#include <map>

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
          [&](SetId set) {
            return set.value >= placement.first_set && !(*images)[set.value - placement.first_set].empty();
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
    if (!of.empty()) held_[position] = {&of, contents.set.value, contents.code.base};
  }
}

std::int64_t Rotation::contents(std::uint32_t position, std::int64_t held) const {
  const Held& at = held_[position];
  if (at.images == nullptr) return held;
  const std::int64_t element = held - at.base;
  if (element < 0 || element >= static_cast<std::int64_t>(at.images->size())) return held;
  return at.base + (*at.images)[static_cast<std::size_t>(element)];
}

std::pair<std::int64_t, std::int64_t> Rotation::contents_key(std::uint32_t position) const {
  return {held_[position].set, held_[position].base};
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
  for (std::uint32_t x = 0; x < clock_count(); ++x) turn.clocks.push_back(clock(x));
  return turn;
}

namespace {

class RingFinder {
 public:
  RingFinder(NormalNetwork& normal, const Placement& placement, const std::vector<std::vector<std::uint32_t>>& cells)
      : normal_(normal), placement_(placement), cells_(cells) {}

  std::optional<ProvedRings> find() {
    std::map<std::size_t, std::vector<Ring>> of_size;
    for (std::uint32_t k = 0; k < placement_.sets.size(); ++k) {
      const Ring by_id = ring_by_id(k);
      if (by_id.elements.size() < 2 || is_one_cell(k, by_id)) continue;
      of_size[by_id.elements.size()].push_back(by_id);
      if (by_id.elements.size() == 2) continue;  // turning two is exchanging them
      const Ring by_system = ring_by_system(by_id);
      if (!try_shifts({by_id}) && by_system.elements != by_id.elements) try_shifts({by_system});
    }
    for (const auto& [size, rings] : of_size) {
      if (rings.size() > 1 && (!best_ || best_->order() < size)) try_shifts(rings);
    }
    return std::move(best_);
  }

 private:
  Ring ring_by_id(std::uint32_t k) const {
    Ring ring{SetId{placement_.first_set + k}, {}};
    const PlacedSet& set = placement_.sets[k];
    for (std::int32_t e = 0; e < set.count; ++e) {
      if (!set.labels[static_cast<std::size_t>(e)].empty()) ring.elements.push_back(e);
    }
    return ring;
  }

  // In the order of the first processes they own.
  Ring ring_by_system(const Ring& by_id) const {
    Ring ring{by_id.set, {}};
    for (const PlacedItem& process : placement_.processes) {
      for (const ScalarIndex& index : process.indices) {
        const bool is_new =
            index.set == ring.set && std::ranges::find(ring.elements, index.element) == ring.elements.end();
        if (is_new) ring.elements.push_back(index.element);
      }
    }
    if (ring.elements.size() != by_id.elements.size()) return by_id;
    return ring;
  }

  bool is_one_cell(std::uint32_t k, const Ring& ring) const {
    return std::ranges::all_of(ring.elements, [&](std::int32_t e) {
      return cells_[k][static_cast<std::size_t>(e)] == cells_[k][static_cast<std::size_t>(ring.elements[0])];
    });
  }

  // By one place, then by blocks that divide the ring evenly.
  bool try_shifts(const std::vector<Ring>& rings) {
    const std::size_t size = rings[0].elements.size();
    for (std::size_t shift = 1; shift < size; ++shift) {
      if (size % shift != 0) continue;
      if (best_ && best_->order() >= size / shift) return false;
      check_limits();
      const Rotation rotation(normal_.network(), placement_, rings, shift);
      if (!Gate(normal_, placement_).test(rotation).empty()) continue;
      best_ = ProvedRings{rings, shift, ""};
      for (const Ring& ring : rings) {
        best_->name += (best_->name.empty() ? "" : ", ") + placement_.sets[ring.set.value - placement_.first_set].name;
      }
      return true;
    }
    return false;
  }

  NormalNetwork& normal_;
  const Placement& placement_;
  const std::vector<std::vector<std::uint32_t>>& cells_;
  std::optional<ProvedRings> best_;
};

}  // namespace

std::optional<ProvedRings> find_rings(NormalNetwork& normal, const Placement& placement,
                                      const std::vector<std::vector<std::uint32_t>>& cells) {
  return RingFinder(normal, placement, cells).find();
}

std::size_t shift_kept_by(NormalNetwork& normal, const Placement& placement, const ProvedRings& rings,
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
