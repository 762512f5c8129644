#include "dbm/extrapolation.h"

#include "dbm/kernels.h"

namespace orbita {
namespace {

std::int32_t bound_of(const std::int32_t* bounds, std::uint32_t x) { return x == 0 ? 0 : bounds[x]; }

// value(raw) > bound, for finite raw. A bound below zero is beaten by any value >= 0, and by negative
// ones too: it stands for minus infinity.
bool exceeds(std::int64_t value, std::int32_t bound) { return bound < 0 || value > bound; }

// What "0 - x" may still say once x is known to be above its bound.
raw_t lowest(std::int32_t bound) { return bound < 0 ? raw_le_zero : -2 * bound; }

void finish(Matrix m) {
  for (std::uint32_t i = 0; i < m.dimension; ++i) m.row(i)[i] = raw_le_zero;
  // Nothing was tightened below the old zone, so the result cannot be empty.
  [[maybe_unused]] const bool nonempty = dbm::close(m);
  assert(nonempty);
}

// ExtraM and ExtraLU: each entry on its own.
void widen(Matrix m, const std::int32_t* lower, const std::int32_t* upper) {
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      raw_t& entry = m.row(i)[j];
      if (i == j || entry == raw_infinity) continue;
      const std::int32_t value = entry >> 1;
      const std::int32_t low = bound_of(lower, i);
      const std::int32_t up = bound_of(upper, j);
      if (i != 0 && exceeds(value, low)) {
        entry = raw_infinity;
      } else if (exceeds(-std::int64_t{value}, up)) {
        entry = i == 0 ? lowest(up) : up < 0 ? raw_infinity : -2 * up;
      }
    }
  }
  finish(m);
}

// The "+" variants: a clock known to be above its bound loses its row (L) or column (U) altogether.
// `slack` is 1 where x > M counts as above M, 0 where only x >= M + 1 (or > M + 1) does.
void widen_plus(Matrix m, const std::int32_t* lower, const std::int32_t* upper, bool strict_counts) {
  const auto above = [&](std::uint32_t x, std::int32_t bound) {
    if (bound < 0) return true;
    if (bound == unlimited) return false;
    return strict_counts ? m.data[x] < -2 * bound + 1 : -(m.data[x] >> 1) > bound;
  };
  for (std::uint32_t i = 1; i < m.dimension; ++i) {
    raw_t* row = m.row(i);
    const std::int32_t low = lower[i];
    const bool forget_row = above(i, low);
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      if (i == j || row[j] == raw_infinity) continue;
      const bool forget_column = j != 0 && above(j, upper[j]);
      if (forget_row || forget_column || exceeds(row[j] >> 1, low)) row[j] = raw_infinity;
    }
  }
  // Row 0 last: its old values decided the others.
  for (std::uint32_t j = 1; j < m.dimension; ++j) {
    if (above(j, upper[j])) m.data[j] = lowest(upper[j]);
  }
  finish(m);
}

}  // namespace

void extrapolate_m(Matrix m, std::span<const std::int32_t> max) { widen(m, max.data(), max.data()); }

void extrapolate_lu(Matrix m, const ClockBounds& bounds) { widen(m, bounds.lower, bounds.upper); }

void extrapolate_m_plus(Matrix m, std::span<const std::int32_t> max) {
  widen_plus(m, max.data(), max.data(), false);
}

void extrapolate_m_plus_strict(Matrix m, std::span<const std::int32_t> max) {
  widen_plus(m, max.data(), max.data(), true);
}

void extrapolate_lu_plus(Matrix m, const ClockBounds& bounds) {
  widen_plus(m, bounds.lower, bounds.upper, false);
}

}  // namespace orbita
