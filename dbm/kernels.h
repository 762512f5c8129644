#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "dbm/matrix.h"

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

// --- closing
// Makes any matrix with a zero diagonal canonical, or finds it empty; O(n^3).
[[nodiscard]] bool close(Matrix m);
// Only paths through k, whatever else is missing: one round of close(); O(n^2). Closes a matrix whose row
// and column k are tight and to which only the way through k is new. Does not assert canonicity.
[[nodiscard]] bool close_through(Matrix m, ClockIndex k);

// --- constraining
[[nodiscard]] bool constrain(Matrix m, const Constraint& c);  // O(n^2)
[[nodiscard]] bool constrain_all(Matrix m, std::span<const Constraint> guards);
[[nodiscard]] bool intersect(Matrix m, ConstMatrix other);  // O(n^3), O(n^2) when one includes the other
void hull(Matrix m, ConstMatrix other);                     // smallest zone that includes both; O(n^2)

// --- time
void up(Matrix m);    // future; O(n)
void down(Matrix m);  // past, clocks stay >= 0; O(n^2)
struct UpperBound {
  ClockIndex x;
  Bound bound;
};
// up() followed by upper bounds on clocks, fused: O(n^2) whatever their number.
[[nodiscard]] bool up_within(Matrix m, std::span<const UpperBound> invariant);

// --- updates
void reset(Matrix m, ClockIndex x, std::int32_t value = 0);    // x := value >= 0; O(n)
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
enum class Relation { incomparable, subset, superset, equal };  // of the first zone to the second
Relation relation(ConstMatrix a, ConstMatrix b);                // one pass
std::uint64_t hash(ConstMatrix m);  // same zone, same hash on every machine of one endianness

// --- moving clocks about
void swap_clocks(Matrix m, ClockIndex x, ClockIndex y);
// to[x] is the new place of clock x, to[0] == 0: target(to[x], to[y]) = source(x, y).
void permute(Matrix target, ConstMatrix source, std::span<const ClockIndex> to);
// Forgets every clock but those listed: target clock i + 1 is source clock kept[i].
void project(Matrix target, ConstMatrix source, std::span<const ClockIndex> kept);
// The way back: source clock i + 1 becomes target clock kept[i]; all others are 0, or anything >= 0.
enum class Missing { zero, free };
void embed(Matrix target, ConstMatrix source, std::span<const ClockIndex> kept, Missing missing);

// --- inline, since a call would cost as much as the work

inline void assign(Matrix to, ConstMatrix from) {
  assert(to.dimension == from.dimension);
  std::memcpy(to.data, from.data, from.size() * sizeof(raw_t));
}

inline bool is_empty(ConstMatrix m) { return m.data[0] < raw_le_zero; }

inline bool can_satisfy(ConstMatrix m, const Constraint& c) {
  const raw_t back = m(c.y, c.x).raw;
  if (back == raw_infinity || c.bound.is_infinite()) return true;
  return back + c.bound.raw - ((back | c.bound.raw) & 1) >= raw_le_zero;  // both below 2^30: no overflow
}

inline bool must_satisfy(ConstMatrix m, const Constraint& c) { return m(c.x, c.y) <= c.bound; }

inline void up(Matrix m) {
  const raw_t* const end = m.data + m.size();
  for (raw_t* entry = m.data + m.stride; entry < end; entry += m.stride) *entry = raw_infinity;
  assert(is_canonical(m));
}

}  // namespace orbita::dbm
