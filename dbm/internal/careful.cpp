#include "dbm/internal/careful.h"

#include <algorithm>

namespace orbita::dbm::careful {

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
    for (std::uint32_t j = 0; j < m.dimension; ++j) row[j] = std::min(row[j], add_raw(to_k, through[j]));
    if (row[i] < raw_le_zero) return false;
  }
  return true;
}

void tighten(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  m.row(x)[y] = b;
  const raw_t* from_y = m.row(y);
  for (std::uint32_t p = 0; p < m.dimension; ++p) {
    // Row y cannot change (its sums would run through a cycle), so reading it while writing is safe.
    if (p == y) continue;
    raw_t* row = m.row(p);
    const raw_t to_y = p == x ? b : add_raw(row[x], b);
    if (p != x && to_y >= row[y]) continue;  // row p was closed and reaches y no faster than before
    for (std::uint32_t q = 0; q < m.dimension; ++q) row[q] = std::min(row[q], add_raw(to_y, from_y[q]));
  }
}

bool up_within(Matrix m, std::span<const UpperBound> invariant) {
  const raw_t* from_zero = m.row(0);
  for (std::uint32_t p = 1; p < m.dimension; ++p) {
    raw_t* row = m.row(p);
    raw_t highest = raw_infinity;
    for (const UpperBound& upper : invariant) {
      highest = std::min(highest, add_raw(row[upper.x.value], upper.bound.raw));
    }
    if (add_raw(highest, from_zero[p]) < raw_le_zero) return false;
    row[0] = highest;
    if (highest == raw_infinity) continue;
    for (std::uint32_t q = 1; q < m.dimension; ++q) {
      row[q] = std::min(row[q], add_raw(highest, from_zero[q]));
    }
  }
  return true;
}

}  // namespace orbita::dbm::careful
