#include "engine/counted/patterns.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace orbita {

namespace {

std::uint32_t number_of(const Values& values, absl::flat_hash_map<Values, std::uint32_t>& ids,
                        std::deque<Values>& store, std::vector<const Values*>& list) {
  const auto [it, is_new] = ids.try_emplace(values, static_cast<std::uint32_t>(list.size()));
  if (is_new) {
    store.push_back(values);
    list.push_back(&store.back());
  }
  return it->second;
}

// The active clocks of a shape: where each stands, by whom it belongs to.
struct ActiveClocks {
  std::map<std::uint32_t, std::uint32_t> free;                                                   // kind -> position
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, std::uint32_t>> of;  // (set, element)

  ActiveClocks(const ElementLayout& layout, const Shape& shape) {
    for (std::uint32_t k = 0; k < shape.clocks.size(); ++k) {
      const ElementLayout::Owner& owner = layout.owner_of_clock(shape.clocks[k]);
      if (owner.set == none) free[owner.kind] = k + 1;
      else of[{owner.set, owner.element}][owner.kind] = k + 1;
    }
  }
};

}  // namespace

KeyId Patterns::intern_key(const Values& key) { return KeyId{number_of(key, key_ids_, key_values_, keys_)}; }

Arrangement Patterns::arrange(const Pattern& pattern, std::span<const Part> parts) const {
  Arrangement result;
  const std::size_t sets = models_.set_count();
  result.sizes.assign(sets, 0);
  std::vector<std::vector<const Values*>> keys(sets);
  for (const Part& part : parts) {
    const KeyId id = pattern.zone.blocks[part.block].key;
    const std::uint32_t set = set_of(id);
    result.first.push_back(static_cast<std::uint32_t>(result.sizes[set]));
    result.sizes[set] += static_cast<std::int32_t>(part.count);
    keys[set].insert(keys[set].end(), part.count, &key(id));
  }
  result.row = models_.with(result.sizes).layout().put_together(shared_values(pattern.shared), keys);
  return result;
}

Zone Patterns::zone_of(const Pattern& pattern, std::span<const Part> parts, const Arrangement& at,
                       const ElementLayout& layout, const Shape& shape) const {
  const Zone listed = expand(pattern.zone, parts);
  // Where the clocks of the shape are in it.
  std::map<ElementLayout::Owner, std::uint32_t, decltype([](const auto& a, const auto& b) {
             return std::tuple(a.set, a.element, a.kind) < std::tuple(b.set, b.element, b.kind);
           })>
      place;
  std::uint32_t next = 1;
  for (const std::uint32_t kind : pattern.free_kinds) place[{none, 0, kind}] = next++;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::uint32_t set = set_of(pattern.zone.blocks[parts[p].block].key);
    for (std::uint32_t i = 0; i < parts[p].count; ++i) {
      for (const std::uint32_t kind : pattern.clock_kinds[parts[p].block]) place[{set, at.first[p] + i, kind}] = next++;
    }
  }
  std::vector<ClockIndex> kept;
  for (const NetClockId clock : shape.clocks) {
    const auto found = place.find(layout.owner_of_clock(clock));
    if (found == place.end()) throw CannotCount("a clock is active for some elements of a kind only");
    kept.push_back(ClockIndex{found->second});
  }
  return listed.projected(kept);
}

PatternId Patterns::make(std::span<const std::int32_t> row, ConstMatrix zone, const ElementLayout& layout,
                         const Shape& shape, std::span<const Group> groups, Normalisation& done) {
  const TakenApart apart = layout.take_apart(row);
  ActiveClocks active(layout, shape);
  Pattern pattern;
  pattern.shared = number_of(apart.shared, shared_ids_, shared_store_, shared_);
  std::vector<ClockIndex> kept;
  pattern.bounds.free_lower.push_back(0);
  pattern.bounds.free_upper.push_back(0);
  for (const auto& [kind, position] : active.free) {
    pattern.free_kinds.push_back(kind);
    pattern.bounds.free_lower.push_back(shape.lower[position]);
    pattern.bounds.free_upper.push_back(shape.upper[position]);
    kept.push_back(ClockIndex{position});
  }
  pattern.zone.free_clocks = static_cast<std::uint32_t>(pattern.free_kinds.size());
  struct KindBounds {
    std::vector<std::uint32_t> kinds;
    std::vector<std::int32_t> lower, upper;
  };
  std::map<KeyId, KindBounds> of_key;
  for (const Group& group : groups) {
    const KeyId key = intern_key(apart.keys[group.set][group.first]);
    Block block{key, std::min(group.size, cap_), 0};
    KindBounds bounds;
    for (const auto& [kind, position] : active.of[{group.set, group.first}]) {
      bounds.kinds.push_back(kind);
      bounds.lower.push_back(shape.lower[position]);
      bounds.upper.push_back(shape.upper[position]);
    }
    block.clocks = static_cast<std::uint32_t>(bounds.kinds.size());
    for (std::uint32_t i = 0; i < group.listed; ++i) {
      const std::uint32_t element = group.first + i;
      if (apart.keys[group.set][element] != apart.keys[group.set][group.first])
        throw CannotCount("a step treats elements of one kind differently");
      const auto& clocks = active.of[{group.set, element}];
      if (clocks.size() != block.clocks) throw CannotCount("a clock is active for some elements of a kind only");
      if (i >= block.copies()) continue;
      for (const auto& [kind, position] : clocks) kept.push_back(ClockIndex{position});
    }
    const auto [it, is_new] = of_key.try_emplace(key, bounds);
    if (!is_new &&
        (it->second.kinds != bounds.kinds || it->second.lower != bounds.lower || it->second.upper != bounds.upper)) {
      throw CannotCount("the bounds of a clock differ for elements of a kind");
    }
    pattern.zone.blocks.push_back(block);
  }
  pattern.zone.zone = Zone(zone).projected(kept);
  done = normalise(pattern.zone, cap_, most_blocks_);
  forced_ += done.forced ? 1 : 0;
  merges_ += done.merges.size();
  for (const Block& block : pattern.zone.blocks) {
    const KindBounds& bounds = of_key[block.key];
    pattern.clock_kinds.push_back(bounds.kinds);
    pattern.bounds.lower.push_back(bounds.lower);
    pattern.bounds.upper.push_back(bounds.upper);
  }
  return intern(std::move(pattern));
}

PatternId Patterns::intern(Pattern pattern) {
  std::uint64_t hash = absl::HashOf(pattern.shared, pattern.zone.blocks.size(), pattern.zone.zone.hash());
  for (const Block& block : pattern.zone.blocks) hash = absl::HashOf(hash, block.key.value, block.size);
  std::vector<std::uint32_t>& same = by_hash_[hash];
  for (const std::uint32_t id : same) {
    const Pattern& other = patterns_[id];
    if (other.shared == pattern.shared && other.zone == pattern.zone) {
      assert(other.clock_kinds == pattern.clock_kinds && other.bounds == pattern.bounds);
      return PatternId{id};
    }
  }
  same.push_back(static_cast<std::uint32_t>(patterns_.size()));
  bytes_ += sizeof(pattern) + pattern.zone.zone.view().size() * sizeof(raw_t) +
            pattern.zone.blocks.size() * (sizeof(Block) + 160);
  patterns_.push_back(std::move(pattern));
  return PatternId{same.back()};
}

std::size_t Patterns::memory() const { return bytes_ + (key_values_.size() + shared_store_.size()) * 128; }

}  // namespace orbita
