// The functions of kernels.h and extrapolation.h on UDBM, where the build says ORBITA_ZONES=udbm; see docs/dbm.md.
//
// UDBM wants rows without padding, so a zone is copied into a buffer of the thread and back. It does not look for sums
// that leave the range: a zone with bounds so large that it could happen is left to our own kernels, which do.

#include "dbm/kernels.h"

#include <algorithm>
#include <vector>

#include "dbm/extrapolation.h"
#include "dbm/internal/checked_sums.h"
#include "dbm/udbm/udbm.h"
#include "dbm/vector_kernels.h"

namespace orbita::dbm {
namespace {

// Every path through the clocks of a zone is in range when every bound is within this.
raw_t small_for(std::uint32_t dimension) { return raw_limit / static_cast<raw_t>(4 * dimension); }
bool is_small(raw_t bound, std::uint32_t dimension) {
  return bound == raw_infinity || (bound < small_for(dimension) && bound > -small_for(dimension));
}

// A zone in UDBM's layout, in memory that lasts until the thread makes the next one of the same number.
class Dense {
 public:
  explicit Dense(ConstMatrix m, int number = 0) : dimension_(m.dimension), entries_(buffer(number, m.dimension)) {
    for (std::uint32_t i = 0; i < dimension_; ++i) std::copy_n(m.row(i), dimension_, row(i));
  }
  raw_t* data() const { return entries_; }
  std::uint32_t dimension() const { return dimension_; }
  bool is_small() const {
    raw_t lowest = 0, highest = 0;
    for (std::size_t i = 0; i < std::size_t{dimension_} * dimension_; ++i) {
      lowest = std::min(lowest, entries_[i]);
      highest = std::max(highest, entries_[i] == raw_infinity ? 0 : entries_[i]);
    }
    return dbm::is_small(lowest, dimension_) && dbm::is_small(highest, dimension_);
  }
  // Writes the zone back; false, and the mark, when it was emptied.
  bool store(Matrix m, bool left = true) const {
    if (!left) return mark_empty(m);
    for (std::uint32_t i = 0; i < dimension_; ++i) std::copy_n(row(i), dimension_, m.row(i));
    assert(is_canonical(m));
    return true;
  }

 private:
  static raw_t* buffer(int number, std::uint32_t dimension) {
    thread_local std::vector<raw_t> buffers[2];
    std::vector<raw_t>& entries = buffers[number];
    if (entries.size() < std::size_t{dimension} * dimension) entries.resize(std::size_t{dimension} * dimension);
    return entries.data();
  }
  raw_t* row(std::uint32_t i) const { return entries_ + std::size_t{i} * dimension_; }

  std::uint32_t dimension_;
  raw_t* entries_;
};

bool constrain_dense(const Dense& zone, const Constraint& c) {
  return dbm_constrain1(zone.data(), zone.dimension(), c.x.value, c.y.value, c.bound.raw);
}

void checked_result([[maybe_unused]] Matrix m) { assert(is_canonical(m)); }

}  // namespace

// --- closing

bool close(Matrix m) {
  const Dense zone(m);
  if (zone.is_small()) return zone.store(m, dbm_close(zone.data(), m.dimension));
  return kernels_for(m).close(m) || mark_empty(m);
}

bool close_through(Matrix m, ClockIndex k) {
  const Dense zone(m);
  if (zone.is_small()) return zone.store(m, dbm_close1(zone.data(), m.dimension, k.value));
  return kernels_for(m).close_through(m, k.value) || mark_empty(m);
}

// --- constraining

bool constrain(Matrix m, const Constraint& c) {
  if (must_satisfy(m, c)) return true;
  if (!can_satisfy(m, c)) return mark_empty(m);
  const Dense zone(m);
  if (zone.is_small() && is_small(c.bound.raw, m.dimension)) return zone.store(m, constrain_dense(zone, c));
  kernels_for(m).tighten(m, c.x.value, c.y.value, c.bound.raw);
  checked_result(m);
  return true;
}

bool intersect(Matrix m, ConstMatrix other) {
  assert(m.dimension == other.dimension);
  const Dense zone(m), second(other, 1);
  if (zone.is_small() && second.is_small()) {
    return zone.store(m, dbm_intersection(zone.data(), second.data(), m.dimension));
  }
  vector_kernels().minimum(m.data, other.data, m.size());
  return kernels_for(m).close(m) || mark_empty(m);
}

void hull(Matrix m, ConstMatrix other) {
  assert(m.dimension == other.dimension);
  const Dense zone(m), second(other, 1);
  dbm_convexUnion(zone.data(), second.data(), m.dimension);
  zone.store(m);
}

// --- time

void up(Matrix m) {
  const Dense zone(m);
  dbm_up(zone.data(), m.dimension);
  zone.store(m);
}

void down(Matrix m) {
  if (m.dimension == 1) return;
  const Dense zone(m);
  dbm_downFrom(zone.data(), m.dimension, 1);
  zone.store(m);
}

bool up_within(Matrix m, std::span<const UpperBound> invariant) {
  const Dense zone(m);
  const auto fits = [&](const UpperBound& u) { return is_small(u.bound.raw, m.dimension); };
  if (!zone.is_small() || !std::all_of(invariant.begin(), invariant.end(), fits)) {
    return kernels_for(m).up_within(m, invariant) || mark_empty(m);
  }
  dbm_up(zone.data(), m.dimension);
  for (const UpperBound& u : invariant) {
    if (!constrain_dense(zone, upper_bound(u.x, u.bound))) return mark_empty(m);
  }
  return zone.store(m);
}

bool take(Matrix target, ConstMatrix source, const Step& step) {
  if (target.data != source.data) assign(target, source);
  if (!constrain_all(target, step.guards)) return false;
  reset_all(target, step.resets);
  return up_within(target, step.invariant);
}

bool take(Matrix m, const Step& step) { return take(m, m, step); }

// --- updates

void reset(Matrix m, ClockIndex x, std::int32_t value) {
  assert(x != reference_clock && value >= 0);
  const Dense zone(m);
  if (value <= small_for(m.dimension) / 2 - 1 && zone.is_small()) {
    dbm_updateValue(zone.data(), m.dimension, x.value, value);
    zone.store(m);
  } else {
    checked::reset(m, x.value, value);
    checked_result(m);
  }
}

void reset(Matrix m, ClockIndex x) {
  assert(x != reference_clock);
  const Dense zone(m);
  dbm_updateValue(zone.data(), m.dimension, x.value, 0);
  zone.store(m);
}

void reset_all(Matrix m, std::span<const ClockIndex> clocks) {
  if (clocks.empty()) return;
  const Dense zone(m);
  for (const ClockIndex x : clocks) dbm_updateValue(zone.data(), m.dimension, x.value, 0);
  zone.store(m);
}

void copy(Matrix m, ClockIndex x, ClockIndex y) {
  assert(x != reference_clock && y != reference_clock);
  if (x == y) return;
  const Dense zone(m);
  dbm_updateClock(zone.data(), m.dimension, x.value, y.value);
  zone.store(m);
}

bool shift(Matrix m, ClockIndex x, std::int32_t delta) {
  assert(x != reference_clock);
  const Dense zone(m);
  const std::int32_t most = small_for(m.dimension) / 2 - 1;
  if (zone.is_small() && delta <= most && delta >= -most) {
    // UDBM's increment does not cut off negative values.
    dbm_updateIncrement(zone.data(), m.dimension, x.value, delta);
    return zone.store(m, delta >= 0 || constrain_dense(zone, at_least(x, 0)));
  }
  checked::shift(m, x.value, delta);
  return constrain(m, at_least(x, 0));
}

void free_clock(Matrix m, ClockIndex x) {
  assert(x != reference_clock);
  const Dense zone(m);
  dbm_freeClock(zone.data(), m.dimension, x.value);
  zone.store(m);
}

void swap_clocks(Matrix m, ClockIndex x, ClockIndex y) {
  assert(x != reference_clock && y != reference_clock);
  if (x == y) return;
  const Dense zone(m);
  dbm_swapClocks(zone.data(), m.dimension, x.value, y.value);
  zone.store(m);
}

// --- comparing

bool includes(ConstMatrix big, ConstMatrix small) {
  assert(big.dimension == small.dimension);
  const Dense a(small), b(big, 1);
  return dbm_isSubsetEq(a.data(), b.data(), big.dimension);
}

Relation relation(ConstMatrix a, ConstMatrix b) {
  assert(a.dimension == b.dimension);
  const Dense first(a), second(b, 1);
  return udbm::relation(first.data(), second.data(), a.dimension);
}

}  // namespace orbita::dbm

namespace orbita {
namespace {

using Extrapolation = void (*)(raw_t* zone, std::uint32_t dimension, const std::int32_t* lower,
                               const std::int32_t* upper);

void widen(Matrix m, const ClockBounds& bounds, dbm::Widening variant, Extrapolation theirs) {
  const dbm::Dense zone(m);
  if (zone.is_small() && theirs != nullptr) {
    thread_local std::vector<std::int32_t> lower, upper;
    udbm::to_bounds(bounds.lower, m.dimension, lower);
    udbm::to_bounds(bounds.upper, m.dimension, upper);
    theirs(zone.data(), m.dimension, lower.data(), upper.data());
    zone.store(m);
  } else {
    dbm::kernels_for(m).widen(m, bounds, variant);
    assert(dbm::is_canonical(m));
  }
}

}  // namespace

void extrapolate_m(Matrix m, std::span<const std::int32_t> max) {
  widen(m, ClockBounds(max), {}, [](raw_t* zone, std::uint32_t dimension, const std::int32_t* bounds, auto) {
    dbm_extrapolateMaxBounds(zone, dimension, bounds);
  });
}

void extrapolate_m_plus(Matrix m, std::span<const std::int32_t> max) {
  widen(m, ClockBounds(max), {.plus = true},
        [](raw_t* zone, std::uint32_t dimension, const std::int32_t* bounds, auto) {
          dbm_diagonalExtrapolateMaxBounds(zone, dimension, bounds);
        });
}

void extrapolate_m_plus_strict(Matrix m, std::span<const std::int32_t> max) {  // not in UDBM
  widen(m, ClockBounds(max), {.plus = true, .strict = true}, nullptr);
}

void extrapolate_lu(Matrix m, const ClockBounds& bounds) { widen(m, bounds, {}, dbm_extrapolateLUBounds); }

void extrapolate_lu_plus(Matrix m, const ClockBounds& bounds) {
  widen(m, bounds, {.plus = true}, dbm_diagonalExtrapolateLUBounds);
}

}  // namespace orbita
