#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "dbm/matrix.h"
#include "dbm/vector_kernels.h"

// The arithmetic of zones on memory of the caller. Nothing here allocates.
//
// Every function that takes a matrix expects it canonical and non-empty (see dbm.h) and leaves it so,
// unless its comment says otherwise. Functions that may empty a zone return false when they did; the
// matrix is then only good for being overwritten, and is_empty() says so. All throw BoundOverflow,
// and only that, when a bound leaves the range of bound.h.

namespace orbita::dbm {

// --- making
void init_zero(Matrix m);       // all clocks 0
void init_universal(Matrix m);  // every clock any non-negative value
void assign(Matrix to, ConstMatrix from);

// --- looking
bool is_empty(ConstMatrix m);      // O(1): reads the mark left by a function that returned false
bool is_canonical(ConstMatrix m);  // closed, non-empty, clocks >= 0, padding intact; O(n^3), for assert
bool is_universal(ConstMatrix m);
// Whether some valuation satisfies the constraint; O(1), no copy: the test to make before copying.
bool can_satisfy(ConstMatrix m, const Constraint& c);
// Whether every valuation satisfies it; O(1).
bool must_satisfy(ConstMatrix m, const Constraint& c);

// --- emptying
bool mark_empty(Matrix m);  // leaves the mark and returns false

// --- closing
// Makes any matrix with a zero diagonal canonical, or finds it empty; O(n^3).
[[nodiscard]] bool close(Matrix m);
// The same in O(n^2) for a matrix that was canonical before bounds of k were tightened, and whose row and
// column k are tight: only paths through k are new.
[[nodiscard]] bool close_through(Matrix m, ClockIndex k);

// --- constraining
[[nodiscard]] bool constrain(Matrix m, const Constraint& c);  // O(n^2)
[[nodiscard]] bool constrain_all(Matrix m, std::span<const Constraint> guards);
[[nodiscard]] bool intersect(Matrix m, ConstMatrix other);  // O(n^3), O(n^2) when one includes the other
void hull(Matrix m, ConstMatrix other);                     // smallest zone that includes both; O(n^2)

// --- time
void up(Matrix m);    // future; O(n)
void down(Matrix m);  // past, clocks stay >= 0; O(n^2)
// up() followed by upper bounds on clocks, fused: O(n^2) for any number of them; O(n) for each of them in a
// zone that satisfied them before.
[[nodiscard]] bool up_within(Matrix m, std::span<const UpperBound> invariant);
// A whole transition in one call: constrain_all(guards), reset_all(resets), up_within(invariant).
[[nodiscard]] bool take(Matrix m, const Step& step);
// The same into other memory; the source stays as it is. Cheaper than a copy and a step.
[[nodiscard]] bool take(Matrix target, ConstMatrix source, const Step& step);

// --- updates
void reset(Matrix m, ClockIndex x, std::int32_t value);        // x := value >= 0; O(n)
void reset(Matrix m, ClockIndex x);                            // x := 0
void reset_all(Matrix m, std::span<const ClockIndex> clocks);  // all := 0, fused; O(n * clocks)
void copy(Matrix m, ClockIndex x, ClockIndex y);               // x := y; O(n)
// x := x + delta. Valuations that would make x negative are lost; O(n) without, O(n^2) with clipping.
[[nodiscard]] bool shift(Matrix m, ClockIndex x, std::int32_t delta);
void free_clock(Matrix m, ClockIndex x);  // x := anything >= 0; O(n)
// Valuations from which x := value leads into the zone; O(n^2).
[[nodiscard]] bool unreset(Matrix m, ClockIndex x, std::int32_t value = 0);

// --- comparing
bool includes(ConstMatrix big, ConstMatrix small);  // small is a subset of big; O(n^2)
bool equal(ConstMatrix a, ConstMatrix b);
Relation relation(ConstMatrix a, ConstMatrix b);  // one pass
std::uint64_t hash(ConstMatrix m);                // same zone, same hash on every machine of one endianness

// --- moving clocks
void swap_clocks(Matrix m, ClockIndex x, ClockIndex y);
// to[x] is the new place of clock x, to[0] == 0: target(to[x], to[y]) = source(x, y).
void permute(Matrix target, ConstMatrix source, std::span<const ClockIndex> to);
// Forgets every clock but those listed: target clock i + 1 is source clock kept[i].
void project(Matrix target, ConstMatrix source, std::span<const ClockIndex> kept);
// The way back: source clock i + 1 becomes target clock kept[i]; all others are 0, or anything >= 0.
enum class Missing { zero, free };
void embed(Matrix target, ConstMatrix source, std::span<const ClockIndex> kept, Missing missing);

// --- inline, since a call would cost as much as the work; those that depend on ORBITA_ZONES are in
// own/inline_kernels.h

inline void assign(Matrix to, ConstMatrix from) {
  assert(to.dimension == from.dimension);
  if (from.dimension > 4 && from.dimension <= 8) [[likely]] {  // where one more jump is measurable
    vector_kernels().copy_short(to.data, from.data, from.dimension);
  } else if (from.dimension > 8) {
    std::memcpy(to.data, from.data, from.size() * sizeof(raw_t));
  } else if (from.dimension > 1) {  // the first two rows of 16 bytes and the last two: no loop and no call
    const std::size_t last = 4 * (std::size_t{from.dimension} - 2);
    std::memcpy(to.data, from.data, 32);
    std::memcpy(to.data + last, from.data + last, 32);
  } else {
    std::memcpy(to.data, from.data, 16);
  }
  assert(is_empty(to) || is_canonical(to));
}

inline bool is_empty(ConstMatrix m) { return m.data[0] < raw_le_zero; }

inline bool can_satisfy(ConstMatrix m, const Constraint& c) {
  const raw_t back = m(c.y, c.x).raw;
  if (back == raw_infinity || c.bound.is_infinite()) return true;
  return std::int64_t{back} + c.bound.raw - ((back | c.bound.raw) & 1) >= raw_le_zero;
}

inline bool must_satisfy(ConstMatrix m, const Constraint& c) { return m(c.x, c.y) <= c.bound; }

inline bool mark_empty(Matrix m) {
  m.data[0] = -1;  // "0 - 0 <= -1"
  return false;
}

}  // namespace orbita::dbm

#ifndef ORBITA_ZONES_UDBM
#include "dbm/own/inline_kernels.h"
#endif
