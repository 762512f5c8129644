#include "dbm/kernels.h"

#include <algorithm>
#include <cstring>

#include "dbm/internal/checked_sums.h"

// Our own form of the operations of kernels.h that ORBITA_ZONES chooses.

namespace orbita::dbm {

bool close(Matrix m) {
  if (!kernels_for(m).close(m)) return mark_empty(m);
  assert(is_canonical(m));
  return true;
}

bool close_through(Matrix m, ClockIndex k) {
  if (!kernels_for(m).close_through(m, k.value)) return mark_empty(m);
  assert(is_canonical(m));
  return true;
}

bool intersect(Matrix m, ConstMatrix other) {
  assert(m.dimension == other.dimension);
  switch (relation(m, other)) {
    case Relation::equal:
    case Relation::subset: return true;
    case Relation::superset: assign(m, other); return true;
    case Relation::incomparable: break;
  }
  vector_kernels().minimum(m.data, other.data, m.size());
  return close(m);
}

void hull(Matrix m, ConstMatrix other) {
  assert(m.dimension == other.dimension);
  vector_kernels().maximum(m.data, other.data, m.size());
  assert(is_canonical(m));
}

void reset(Matrix m, ClockIndex x, std::int32_t value) {
  assert(x != reference_clock && value >= 0);
  if (value == 0) return reset(m, x);
  checked::reset(m, x.value, value);
  assert(is_canonical(m));
}

void reset_all(Matrix m, std::span<const ClockIndex> clocks) {
  if (clocks.size() <= 2) {
    for (ClockIndex x : clocks) reset(m, x);
  } else {
    for (std::uint32_t i = 0; i < m.dimension; ++i) {
      raw_t* row = m.row(i);
      for (ClockIndex x : clocks) row[x.value] = row[0];
    }
    for (ClockIndex x : clocks) std::memcpy(m.row(x.value), m.data, m.stride() * sizeof(raw_t));
  }
  assert(is_canonical(m));
}

bool shift(Matrix m, ClockIndex x, std::int32_t delta) {
  assert(x != reference_clock);
  checked::shift(m, x.value, delta);
  const bool left = constrain(m, at_least(x, 0));
  assert(!left || is_canonical(m));
  return left;
}

void swap_clocks(Matrix m, ClockIndex x, ClockIndex y) {
  assert(x != reference_clock && y != reference_clock);
  if (x == y) return;
  std::swap_ranges(m.row(x.value), m.row(x.value) + m.dimension, m.row(y.value));
  for (std::uint32_t i = 0; i < m.dimension; ++i) std::swap(m.row(i)[x.value], m.row(i)[y.value]);
  assert(is_canonical(m));
}

}  // namespace orbita::dbm
