#pragma once

#include <cstdint>
#include <cstring>
#ifdef __SSE4_1__
#include <smmintrin.h>
#endif

#include "dbm/packed.h"

// Comparing stored zones so small that a call would cost as much as the work, in the 128-bit vectors that
// every machine has.

namespace orbita::dbm {

using PackedVector [[gnu::vector_size(16)]] = packed_t;

// All bits of an entry set where `entries` is below `limits`, eight at a time.
inline PackedVector below(const packed_t* entries, const packed_t* limits) {
  PackedVector a, b;
  std::memcpy(&a, entries, sizeof a);
  std::memcpy(&b, limits, sizeof b);
  return a < b;
}

inline bool is_zero(PackedVector v) {
#ifdef __SSE4_1__  // one instruction
  return _mm_testz_si128((__m128i)v, (__m128i)v) != 0;
#else
  std::uint64_t halves[2];
  std::memcpy(halves, &v, sizeof v);
  return (halves[0] | halves[1]) == 0;
#endif
}

// Three to five clocks, the reference clock included: one to three vectors. The last entry is left out where
// it would take a vector of its own: it is "x - x <= 0" in a stored zone, and no probe asks for more.
constexpr bool is_short_packed(std::uint32_t dimension) { return dimension - 3 <= 5 - 3; }
inline bool short_none_below(const packed_t* entries, const packed_t* limits, std::uint32_t dimension) {
  PackedVector found = below(entries, limits);
  if (dimension > 3) found |= below(entries + 8, limits + 8);
  if (dimension > 4) found |= below(entries + 16, limits + 16);
  return is_zero(found);
}

}  // namespace orbita::dbm
