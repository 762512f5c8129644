// Counted states without their counts.
//
// A pattern is what a counted state looks like when counts are capped: values outside elements, blocks of elements with
// equal keys, and a zone over at most two elements of each block. A counted state is a pattern and a count for each
// block. Steps, coverage and predicates depend on the pattern alone, so there are few patterns for any number of
// elements, and everything is computed once for each.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "engine/base/ids.h"
#include "engine/counted/block_cover.h"
#include "engine/counted/block_zone.h"
#include "engine/counted/elements.h"
#include "engine/counted/small_models.h"

namespace orbita {

using PatternId = Index<struct PatternTag>;

struct Pattern {
  std::uint32_t shared = 0;                             // Patterns::shared_values
  BlockZone zone;                                       // blocks are ordered by key, older ones first
  std::vector<std::uint32_t> free_kinds;                // which free clocks are active (ElementLayout::Owner::kind)
  std::vector<std::vector<std::uint32_t>> clock_kinds;  // by block: which clocks of an element are
  BlockBounds bounds;
};

// The elements of a row, part by part: part p has elements first[p], … of its set.
struct Arrangement {
  std::vector<std::int32_t> sizes;   // elements by set
  std::vector<std::uint32_t> first;  // by part
  Values row;
};

class Patterns {
 public:
  // `most_blocks`: of one key; where there would be more, zones become larger than what is reachable.
  Patterns(SmallModels& models, std::uint32_t cap, std::uint32_t most_blocks = UINT32_MAX)
      : models_(models), cap_(cap), most_blocks_(most_blocks) {}

  const Pattern& operator[](PatternId id) const { return patterns_[id.value]; }
  std::size_t size() const { return patterns_.size(); }
  std::uint32_t cap() const { return cap_; }
  SmallModels& models() { return models_; }
  const Values& key(KeyId id) const { return *keys_[id.value]; }
  const Values& shared_values(std::uint32_t id) const { return *shared_[id]; }
  std::uint32_t set_of(KeyId id) const { return static_cast<std::uint32_t>(key(id)[0]); }

  // A row in which the listed elements of the pattern's blocks exist, and no others.
  Arrangement arrange(const Pattern& pattern, std::span<const Part> parts) const;
  // The pattern's zone over such a row, in the order of the row's shape.
  Zone zone_of(const Pattern& pattern, std::span<const Part> parts, const Arrangement& at, const ElementLayout& layout,
               const Shape& shape) const;

  // A set of elements that a row lists from `first` on, and the (capped) number of elements it stands for.
  struct Group {
    std::uint32_t set = 0, first = 0, listed = 1, size = 1;
  };
  // The pattern of a normal row and a zone of its shape; each group becomes a block, or part of one. `done` says which.
  PatternId make(std::span<const std::int32_t> row, ConstMatrix zone, const ElementLayout& layout, const Shape& shape,
                 std::span<const Group> groups, Normalisation& done);

  std::uint64_t merges() const { return merges_; }
  std::uint64_t forced() const { return forced_; }  // patterns whose zone is larger than what is reachable
  std::size_t memory() const;

 private:
  KeyId intern_key(const Values& key);
  PatternId intern(Pattern pattern);

  SmallModels& models_;
  const std::uint32_t cap_, most_blocks_;
  absl::flat_hash_map<Values, std::uint32_t> key_ids_, shared_ids_;
  std::deque<Values> key_values_, shared_store_;
  std::vector<const Values*> keys_, shared_;
  std::deque<Pattern> patterns_;
  absl::flat_hash_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
  std::uint64_t merges_ = 0, forced_ = 0;
  std::size_t bytes_ = 0;  // of the patterns, about
};

}  // namespace orbita
