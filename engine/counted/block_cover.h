// Whether one counted state covers another one of the same values and the same number of elements of every key.
//
// The two may cut the elements of a key into different blocks. Both are listed over the common refinement, oldest
// blocks first. Elements of one block of the smaller state may be sorted, since exchanging them leaves its orbit; those
// of the larger one are left as they are: it has to contain every order (docs/theory/symmetry.md, "Counted zones").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/counted/block_zone.h"

namespace orbita {

using Counts = std::span<const std::uint32_t>;  // elements by block, not capped

// Parts of the common refinement, in one order for both; counts capped.
struct Refinement {
  std::vector<Part> small, big;
  friend bool operator==(const Refinement&, const Refinement&) = default;
};

// `order`: the blocks of the smaller zone in the order in which they are matched; blocks of one key are adjacent, keys
// in the order of the larger zone's.
Refinement refine(const BlockZone& small, Counts small_counts, std::span<const std::uint32_t> order,
                  const BlockZone& big, Counts big_counts, std::uint32_t cap);

// Bounds for the simulation test: for free clocks (the reference clock first), and by block for the clocks of one of
// its elements. They depend on the values only, so both states have the same.
struct BlockBounds {
  std::vector<std::int32_t> free_lower, free_upper;
  std::vector<std::vector<std::int32_t>> lower, upper;  // by block
  friend bool operator==(const BlockBounds&, const BlockBounds&) = default;
};

// Is the smaller zone, sorted inside its blocks, simulated by the larger one? `bounds`: by block of the smaller one.
bool covers(const BlockZone& big, const BlockZone& small, const Refinement& parts, const BlockBounds& bounds);

}  // namespace orbita
