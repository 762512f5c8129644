#include "dbm/compact.h"

#include "dbm/internal/alu.h"
#include "dbm/internal/vector_kernels.h"
#include "dbm/kernels.h"
#include "dbm/subsumption.h"

namespace orbita {
namespace {

raw_t widen(packed_t bound) { return bound == packed_infinity ? raw_infinity : bound; }

}  // namespace

bool pack(packed_t* target, ConstMatrix m) { return dbm::vector_kernels().narrow(target, m, raw_infinity); }

void unpack(Matrix m, const packed_t* source) {
  dbm::vector_kernels().widen_packed(m, source);
  assert(dbm::is_canonical(m));
}

// A violation is "stored < probe". Stored bounds are at most packed_largest or infinite, so a probe
// beyond them is violated by every finite one: infinity says the same. One below them never is.
void pack_inclusion_probe(packed_t* probe, ConstMatrix small) {
  dbm::vector_kernels().narrow(probe, small, raw_infinity);
}

void pack_alu_probe(packed_t* probe, ConstMatrix small, const ClockBounds& bounds, Matrix scratch) {
  make_alu_probe(scratch, small, bounds);
  pack_inclusion_probe(probe, scratch);
}

std::size_t find_passing(const packed_t* zones, std::size_t count, const packed_t* probe,
                         std::uint32_t dimension) {
  return dbm::vector_kernels().packed_find(zones, count, probe, packed_size(dimension));
}

// A violation is "stored > ceiling": only infinity is above a finite bound too large for 16 bits, and
// everything is above one too small.
void pack_ceiling(packed_t* ceiling, ConstMatrix big) {
  dbm::vector_kernels().narrow(ceiling, big, packed_largest);
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
