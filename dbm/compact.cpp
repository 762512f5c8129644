#include "dbm/compact.h"

#include <algorithm>

#include "dbm/internal/alu.h"
#include "dbm/internal/vector_kernels.h"
#include "dbm/subsumption.h"

namespace orbita {
namespace {

raw_t widen(packed_t bound) { return bound == packed_infinity ? raw_infinity : bound; }

}  // namespace

bool pack(packed_t* target, ConstMatrix m) {
  bool fits = true;
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    const raw_t* row = m.row(i);
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      fits = fits && row[j] >= packed_smallest && (row[j] <= packed_largest || row[j] == raw_infinity);
      *target++ = static_cast<packed_t>(std::min<raw_t>(row[j], packed_infinity));
    }
  }
  return fits;
}

void unpack(Matrix m, const packed_t* source) {
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    raw_t* row = m.row(i);
    for (std::uint32_t j = 0; j < m.dimension; ++j) row[j] = widen(*source++);
    std::fill(row + m.dimension, row + m.stride, raw_infinity);
  }
}

// A violation is "stored < probe". Stored bounds are at most packed_largest or infinite, so a probe
// beyond them is violated by every finite one: infinity says the same. One below them never is.
void pack_inclusion_probe(packed_t* probe, ConstMatrix small) {
  for (std::uint32_t i = 0; i < small.dimension; ++i) {
    for (std::uint32_t j = 0; j < small.dimension; ++j) {
      *probe++ = static_cast<packed_t>(std::clamp<raw_t>(small.row(i)[j], -0x8000, packed_infinity));
    }
  }
}

void pack_alu_probe(packed_t* probe, ConstMatrix small, const ClockBounds& bounds, Matrix scratch) {
  make_alu_probe(scratch, small, bounds);
  pack_inclusion_probe(probe, scratch);
}

bool passes(const packed_t* big, const packed_t* probe, std::uint32_t dimension) {
  return dbm::vector_kernels().packed_none_below(big, probe, packed_size(dimension));
}

std::size_t find_passing(const packed_t* zones, std::size_t count, const packed_t* probe,
                         std::uint32_t dimension) {
  return dbm::vector_kernels().packed_find(zones, count, probe, packed_size(dimension));
}

// A violation is "stored > ceiling": only infinity is above a finite bound too large for 16 bits, and
// everything is above one too small.
void pack_ceiling(packed_t* ceiling, ConstMatrix big) {
  for (std::uint32_t i = 0; i < big.dimension; ++i) {
    for (std::uint32_t j = 0; j < big.dimension; ++j) {
      const raw_t bound = big.row(i)[j];
      *ceiling++ = bound == raw_infinity ? packed_infinity
                                         : static_cast<packed_t>(std::clamp(bound, -0x8000, packed_largest));
    }
  }
}

bool is_below(const packed_t* small, const packed_t* ceiling, std::uint32_t dimension) {
  return dbm::vector_kernels().packed_none_below(ceiling, small, packed_size(dimension));
}

bool alu_includes(ConstMatrix big, const packed_t* small, const ClockBounds& bounds) {
  for (std::uint32_t x = 0; x < big.dimension; ++x) {
    const raw_t least = alu_threshold(widen(small[x]), x == 0 ? 0 : bounds.upper[x]);
    if (least == alu_never) continue;
    for (std::uint32_t y = 0; y < big.dimension; ++y) {
      const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
      if (lower < 0) continue;
      const raw_t entry = big.row(y)[x];
      const raw_t mine = widen(small[y * big.dimension + x]);
      if (entry < mine && (lower > largest_clock_bound || entry < least + 2 * lower)) return false;
    }
  }
  return true;
}

}  // namespace orbita
