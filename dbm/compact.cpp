#include "dbm/compact.h"

#include <algorithm>

#include "dbm/internal/alu.h"
#include "dbm/kernels.h"
#include "dbm/subsumption.h"
#include "dbm/vector_kernels.h"

namespace orbita {
namespace {

raw_t widen(packed_t bound) { return bound == packed_infinity ? raw_infinity : bound; }
raw_t widen(byte_bound_t bound) { return bound == byte_infinity ? raw_infinity : bound; }

template <class Stored>
bool stored_in_alu(ConstMatrix big, const Stored* small, const ClockBounds& bounds) {
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

}  // namespace

bool pack(packed_t* target, ConstMatrix m) { return dbm::vector_kernels().narrow(target, m, raw_infinity); }

void unpack(Matrix m, const packed_t* source) {
  dbm::vector_kernels().widen_packed(m, source);
  assert(dbm::is_canonical(m));
}

// Without branches, so that the compiler makes vector code of them.
bool shorten(byte_bound_t* target, const packed_t* source, std::size_t size) {
  int outside = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const packed_t bound = source[i];
    outside |= static_cast<int>(bound < byte_smallest) |
               (static_cast<int>(bound > byte_largest) & static_cast<int>(bound != packed_infinity));
    target[i] = static_cast<byte_bound_t>(std::min<packed_t>(bound, byte_infinity));
  }
  return outside == 0;
}

void lengthen(packed_t* target, const byte_bound_t* source, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const packed_t bound = source[i];
    target[i] = bound == byte_infinity ? packed_infinity : bound;
  }
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

// A limit beyond the range of stored bounds decides as the end of that range does.
void shorten_probe(byte_bound_t* target, const packed_t* probe, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    target[i] = static_cast<byte_bound_t>(std::clamp<packed_t>(probe[i], byte_smallest, byte_infinity));
  }
}

bool passes(const byte_bound_t* big, const byte_bound_t* probe, std::uint32_t dimension) {
  byte_bound_t below = 0;
  for (std::size_t i = 0; i < packed_size(dimension); ++i) below |= static_cast<byte_bound_t>(big[i] < probe[i]);
  return below == 0;
}

std::size_t find_passing(const packed_t* zones, std::size_t count, const packed_t* probe, std::uint32_t dimension) {
  return dbm::vector_kernels().packed_find(zones, count, probe, packed_size(dimension));
}

// A violation is "stored > ceiling": only infinity is above a finite bound too large for 16 bits, and
// everything is above one too small.
void pack_ceiling(packed_t* ceiling, ConstMatrix big) { dbm::vector_kernels().narrow(ceiling, big, packed_largest); }

bool alu_includes(ConstMatrix big, const packed_t* small, const ClockBounds& bounds) {
  return stored_in_alu(big, small, bounds);
}
bool alu_includes(ConstMatrix big, const byte_bound_t* small, const ClockBounds& bounds) {
  return stored_in_alu(big, small, bounds);
}

}  // namespace orbita
