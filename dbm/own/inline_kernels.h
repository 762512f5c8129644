#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "dbm/vector_kernels.h"

// Our own form of the short operations of kernels.h, which includes this file at its end. The others are in
// kernels.cpp.

namespace orbita::dbm {

inline bool constrain(Matrix m, const Constraint& c) {
  if (must_satisfy(m, c)) return true;
  if (!can_satisfy(m, c)) return mark_empty(m);
  kernels_for(m).tighten(m, c.x.value, c.y.value, c.bound.raw);
  assert(is_canonical(m));
  return true;
}

inline void up(Matrix m) {
  raw_t* entry = m.data;
  if (m.stride() == 4) {  // a step known here
    for (std::uint32_t i = 1; i < m.dimension; ++i) entry[4 * i] = raw_infinity;
  } else {
    for (std::uint32_t i = 1; i < m.dimension; ++i) *(entry += m.stride()) = raw_infinity;
  }
  assert(is_canonical(m));
}

inline bool up_within(Matrix m, std::span<const UpperBound> invariant) {
  if (!kernels_for(m).up_within(m, invariant)) return mark_empty(m);
  assert(is_canonical(m));
  return true;
}

inline bool take(Matrix target, ConstMatrix source, const Step& step) {
  assert(target.dimension == source.dimension);
  if (!kernels_for(source).take(target, source, step)) return mark_empty(target);
  assert(is_canonical(target));
  return true;
}

inline bool take(Matrix m, const Step& step) { return take(m, m, step); }

inline void down(Matrix m) {
  kernels_for(m).down(m);
  assert(is_canonical(m));
}

inline void reset(Matrix m, ClockIndex x) {
  assert(x != reference_clock);
  kernels_for(m).copy_clock(m, x.value, 0);
  assert(is_canonical(m));
}

inline void copy(Matrix m, ClockIndex x, ClockIndex y) {
  assert(x != reference_clock && y != reference_clock);
  if (x != y) kernels_for(m).copy_clock(m, x.value, y.value);
  assert(is_canonical(m));
}

inline void free_clock(Matrix m, ClockIndex x) {
  assert(x != reference_clock);
  // Entry by entry: written as whole rows, like a reset, it took twice the time.
  raw_t* own = m.row(x.value);
  if (m.stride() == 4) {  // a length known here
    for (std::uint32_t i = 0; i < m.dimension; ++i) m.data[4 * i + x.value] = m.data[4 * i];
    std::fill_n(own, 4, raw_infinity);
  } else {
    for (raw_t* row = m.data; row < m.data + m.size(); row += m.stride()) row[x.value] = row[0];
    if (m.stride() == 8) {
      std::fill_n(own, 8, raw_infinity);
    } else {
      std::fill_n(own, m.stride(), raw_infinity);
    }
  }
  own[x.value] = raw_le_zero;
  assert(is_canonical(m));
}

inline bool includes(ConstMatrix big, ConstMatrix small) {
  assert(big.dimension == small.dimension);
  return vector_kernels().none_below(big.data, small.data, big.dimension);
}

inline Relation relation(ConstMatrix a, ConstMatrix b) {
  assert(a.dimension == b.dimension);
  return vector_kernels().relation(a.data, b.data, a.size());
}

}  // namespace orbita::dbm
