// One valuation of a counted state, and the way back from it: through merges, delays and resets.
//
// A merged block no longer says which of its elements were older. One valuation does: sorted by the clock that the
// merge was tested with, its elements fall apart into the two blocks again, and it lies in the zone before the merge
// (proof of the theorem "Merging", docs/theory/symmetry.md). So a path of counted states is followed backwards with one
// valuation, which names the elements that take part in every step. Only the names are used in the end: times come from
// engine/trace/timing.h.
//
// Values are whole multiples of 1 / time_unit. Between steps fractions are spread evenly in the same order: zones
// cannot tell that (regions), and there is always room between two of them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/counted/block_zone.h"

namespace orbita {

using Time = std::int64_t;
inline constexpr Time time_unit = Time{1} << 36;
inline constexpr Time unknown_time = INT64_MIN;

struct Token {
  std::uint32_t element = 0;  // its number in its set; any, as long as it is kept
  std::vector<Time> clocks;   // its active clocks
};

struct Valuation {
  std::vector<Time> free;                  // active clocks that belong to no element
  std::vector<std::vector<Token>> blocks;  // by block
};

// Is it in the zone? By definition, over all elements: O(n^2).
bool contains(const BlockZone& zone, const Valuation& valuation);

// Gives the unknown clocks values so that the valuation lies in the zone; the others must lie in its projection. False:
// there was no room, or they do not.
[[nodiscard]] bool complete(const BlockZone& zone, Valuation& valuation);

// The same valuation up to regions, with evenly spread fractions.
void spread_fractions(Valuation& valuation);

// Takes the merges and the order of normalise() back: `sizes` of the original blocks, which become those of the result.
void undo(const Normalisation& done, const std::vector<std::uint32_t>& sizes, Valuation& valuation);

// Where a clock of a state comes from.
struct ClockOrigin {
  enum class From : std::uint8_t { constant, own, free, other } from = From::constant;
  std::uint32_t block = 0;  // other: its only element
  std::uint32_t clock = 0;  // own, other: of the element; free: of the free clocks
  std::int32_t shift = 0;   // what is added, or the constant
};

// What a step does to the clocks: by clock of the target.
struct ClockStep {
  std::vector<ClockOrigin> free;
  std::vector<std::vector<ClockOrigin>> blocks;  // by block and clock
  bool delay = false;                            // time passes afterwards
};

// Before a step: `before` are the valuations that can take it. False: none was found.
[[nodiscard]] bool step_back(const BlockZone& before, const ClockStep& step, Valuation& valuation);

}  // namespace orbita
