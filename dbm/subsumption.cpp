#include "dbm/subsumption.h"

#include <algorithm>

#include "dbm/internal/alu.h"
#include "dbm/kernels.h"

namespace orbita {

void make_alu_probe(Matrix probe, ConstMatrix small, const ClockBounds& bounds) {
  assert(probe.dimension == small.dimension && probe.data != small.data);
  for (std::uint32_t y = 0; y < small.dimension; ++y) {
    const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
    raw_t* row = probe.row(y);
    std::fill_n(row, small.stride, alu_never);
    if (lower < 0) continue;
    for (std::uint32_t x = 0; x < small.dimension; ++x) {
      const raw_t least = alu_threshold(small.data[x], x == 0 ? 0 : bounds.upper[x]);
      if (least == alu_never) continue;
      row[x] = lower == unlimited ? small.row(y)[x] : std::min(small.row(y)[x], least + 2 * lower);
    }
  }
}

void make_inclusion_probe(Matrix probe, ConstMatrix small) { dbm::assign(probe, small); }

bool passes(ConstMatrix big, ConstMatrix probe) {
  for (std::size_t i = 0; i < big.size(); ++i) {
    if (big.data[i] < probe.data[i]) return false;
  }
  return true;
}

bool alu_includes(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds) {
  assert(big.dimension == small.dimension);
  for (std::uint32_t x = 0; x < small.dimension; ++x) {
    const raw_t least = alu_threshold(small.data[x], x == 0 ? 0 : bounds.upper[x]);
    if (least == alu_never) continue;
    for (std::uint32_t y = 0; y < small.dimension; ++y) {
      const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
      if (lower < 0) continue;
      const raw_t entry = big.row(y)[x];
      if (entry < small.row(y)[x] && (lower == unlimited || entry < least + 2 * lower)) return false;
    }
  }
  return true;
}

bool am_includes(ConstMatrix big, ConstMatrix small, std::span<const std::int32_t> m) {
  return alu_includes(big, small, ClockBounds(m));
}

}  // namespace orbita
