#include "dbm/internal/checked_sums.h"

#include <algorithm>
#include <limits>

namespace orbita::dbm::checked {
namespace {

// entry := min(entry, a + b); a and b stand for a path, so only a sum that is kept must be in range.
void lower(raw_t& entry, raw_t a, raw_t b) {
  if (a == raw_infinity || b == raw_infinity) return;
  const std::int64_t sum = std::int64_t{a} + b - ((a | b) & 1);
  if (sum >= entry) return;
  if (sum <= -std::int64_t{raw_limit} || sum >= raw_limit) throw BoundOverflow();
  entry = static_cast<raw_t>(sum);
}

}  // namespace

bool close(Matrix m) {
  for (std::uint32_t k = 0; k < m.dimension; ++k) {
    if (!close_through(m, k)) return false;
  }
  return true;
}

bool close_through(Matrix m, std::uint32_t k) {
  const raw_t* through = m.row(k);
  // A negative cycle shows on the diagonal before its last clock becomes the pivot, so the sums
  // below never run away.
  if (through[k] < raw_le_zero) return false;
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    raw_t* row = m.row(i);
    const raw_t to_k = row[k];
    if (i == k || to_k == raw_infinity) continue;
    for (std::uint32_t j = 0; j < m.dimension; ++j) lower(row[j], to_k, through[j]);
    if (row[i] < raw_le_zero) return false;
  }
  return true;
}

void tighten(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  if (b >= raw_limit || b <= -raw_limit) throw BoundOverflow();
  m.row(x)[y] = b;
  const raw_t* from_y = m.row(y);
  for (std::uint32_t p = 0; p < m.dimension; ++p) {
    // Row y cannot change (its sums would run through a cycle), so reading it while writing is safe.
    if (p == y) continue;
    raw_t* row = m.row(p);
    // Row p was closed: nothing changes unless it reaches y at least as fast through x.
    lower(row[y], row[x], b);
    if (row[x] == raw_infinity || row[y] < row[x] + b - ((row[x] | b) & 1)) continue;
    const raw_t to_y = row[y];
    for (std::uint32_t q = 0; q < m.dimension; ++q) lower(row[q], to_y, from_y[q]);
  }
}

bool up_within(Matrix m, std::span<const UpperBound> invariant) {
  const raw_t* from_zero = m.row(0);
  for (const UpperBound& u : invariant) {
    if (u.bound < le_zero) return false;
  }
  for (std::uint32_t p = 1; p < m.dimension; ++p) {
    raw_t* row = m.row(p);
    std::int64_t least = raw_infinity;  // over all invariants, before asking whether it is in range
    for (const UpperBound& u : invariant) {
      const raw_t to_x = row[u.x.value];
      if (to_x == raw_infinity || u.bound.is_infinite()) continue;
      least = std::min(least, std::int64_t{to_x} + u.bound.raw - ((to_x | u.bound.raw) & 1));
    }
    if (least != raw_infinity && (least >= raw_limit || least <= -raw_limit)) throw BoundOverflow();
    const auto highest = static_cast<raw_t>(least);
    raw_t cycle = raw_le_zero;
    lower(cycle, highest, from_zero[p]);
    if (cycle < raw_le_zero) return false;
    row[0] = highest;
    for (std::uint32_t q = 1; q < m.dimension; ++q) lower(row[q], highest, from_zero[q]);
  }
  return true;
}

// Row 0 is read by all the others, so it is written last.
void widen(Matrix m, const ClockBounds& bounds, Widening variant) {
  const auto lowest_kept = [](std::int32_t bound) {  // (-bound, <)
    if (bound < 0) return raw_infinity;
    return bound > largest_clock_bound ? std::numeric_limits<raw_t>::min() : -2 * bound;
  };
  const auto is_above = [&](std::uint32_t x, std::int32_t bound) {
    const raw_t kept = lowest_kept(bound);
    return m.data[x] < (variant.strict ? kept + 1 : kept);
  };
  const auto is_forgotten = [&](std::uint32_t i, std::uint32_t j) {
    if (bounds.lower[i] < 0) return true;
    if (bounds.lower[i] <= largest_clock_bound && m.row(i)[j] > 2 * bounds.lower[i] + 1) return true;
    return variant.plus && (is_above(i, bounds.lower[i]) || (j > 0 && is_above(j, bounds.upper[j])));
  };
  for (std::uint32_t i = 1; i < m.dimension; ++i) {
    raw_t* row = m.row(i);
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      if (i == j) continue;
      if (is_forgotten(i, j)) {
        row[j] = raw_infinity;
      } else if (j > 0 && !variant.plus) {
        row[j] = std::max(row[j], lowest_kept(bounds.upper[j]));
      }
    }
  }
  for (std::uint32_t j = 1; j < m.dimension; ++j) {
    m.data[j] = std::max(m.data[j], std::min(lowest_kept(bounds.upper[j]), raw_le_zero));
  }
}

void reset(Matrix m, std::uint32_t x, std::int32_t value) {
  raw_t* row = m.row(x);
  const raw_t plus = Bound::weak(value).raw;
  const raw_t minus = Bound::weak(-value).raw;
  for (std::uint32_t j = 0; j < m.dimension; ++j) {
    row[j] = add_raw(plus, m.data[j]);
    raw_t* other = m.row(j);
    other[x] = add_raw(other[0], minus);
  }
  row[x] = raw_le_zero;
}

void shift(Matrix m, std::uint32_t x, std::int32_t delta) {
  const raw_t plus = Bound::weak(delta).raw;
  const raw_t minus = Bound::weak(-delta).raw;
  raw_t* row = m.row(x);
  for (std::uint32_t j = 0; j < m.dimension; ++j) {
    if (j == x) continue;
    row[j] = add_raw(plus, row[j]);
    raw_t& entry = m.row(j)[x];
    entry = add_raw(entry, minus);
  }
}

}  // namespace orbita::dbm::checked
