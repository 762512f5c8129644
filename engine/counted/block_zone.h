// Zones of counted states: clocks of interchangeable elements, kept once per block.
//
// A block is a set of elements whose exchange leaves the zone as it is. Every bound between clocks of its elements is
// then one of three: of one element, of two different elements, or to a clock outside. An ordinary canonical matrix
// over at most two elements ("copies") of each block holds them all, and the zone over any selection of elements is
// read off it (docs/theory/symmetry.md, "Counted zones").
//
// Clocks of the matrix: the reference clock, clocks that belong to no element, then block by block, copy by copy, the
// active clocks of an element. Sizes are counts capped at a number that every operation agrees on: nothing here
// depends on what lies above the cap.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"

namespace orbita {

using KeyId = Index<struct KeyTag>;  // what distinguishes elements before clocks do: their values, and who names them

struct Block {
  KeyId key;
  std::uint32_t size = 1;    // elements, capped
  std::uint32_t clocks = 0;  // active clocks of each element
  std::uint32_t copies() const { return size < 2 ? size : 2; }
  friend bool operator==(const Block&, const Block&) = default;
};

// Elements of a block that a matrix is to list: `count` of them, numbered from `first` on inside the block.
struct Part {
  std::uint32_t block = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 1;
  friend bool operator==(const Part&, const Part&) = default;
};

struct BlockZone {
  std::uint32_t free_clocks = 0;  // clocks that belong to no element
  std::vector<Block> blocks;
  Zone zone;

  std::uint32_t dimension() const;
  std::uint32_t first_clock(std::uint32_t block) const;  // of its first copy
  friend bool operator==(const BlockZone&, const BlockZone&) = default;
};

// How many copies closing a matrix needs so that unlisted elements cannot make a difference: two if no element has
// more than one clock, else three (Theorem "Copies" of docs/theory/symmetry.md).
std::uint32_t copies_to_close(const BlockZone& zone);

// The zone over the listed elements, closed if the zone is: x0, free clocks, then the clocks of each listed element.
Zone expand(const BlockZone& zone, std::span<const Part> parts);
// Every block with up to `copies` elements.
std::vector<Part> list_copies(const BlockZone& zone, std::uint32_t copies);

// Two blocks of one key become one. `kind`: the clock by which their elements are told apart again, `first_older`: the
// elements of the first block are those with the largest values of it.
struct Merge {
  std::uint32_t first = 0, second = 0;  // positions, first < second; the union is at `first`, `second` disappears
  std::uint32_t kind = 0;
  bool first_older = true;
  friend bool operator==(const Merge&, const Merge&) = default;
};

// The smallest zone that contains the zone under every exchange of elements of the two blocks.
BlockZone hull_of_blocks(const BlockZone& zone, std::uint32_t first, std::uint32_t second, std::uint32_t size_cap);

// Whether the orbit of the zone under exchanges of elements of both blocks is convex: then it is the hull. Sufficient
// always, necessary for one clock per element and ordered blocks (Theorems "Merging", "Exact merging").
// On success `merge` says how to undo it.
bool can_merge(const BlockZone& zone, std::uint32_t first, std::uint32_t second, std::uint32_t size_cap, Merge& merge);

// What normalise() did, so that it can be undone for one valuation.
struct Normalisation {
  std::vector<Merge> merges;            // in order, on positions at that time
  std::vector<std::uint32_t> order;     // block at position i in the end was at order[i] after the merges
  std::vector<std::uint32_t> block_of;  // original block -> final block
  bool forced = false;                  // some merge was not exact
};

// Merges what can be merged and orders the blocks: by key, then older ones first. Where a key is left with more than
// `most_blocks` blocks, more are merged, and the zone becomes larger than it was.
Normalisation normalise(BlockZone& zone, std::uint32_t size_cap, std::uint32_t most_blocks = UINT32_MAX);

}  // namespace orbita
