#pragma once

#include <cstddef>
#include <cstdint>

#include "dbm/clock_bounds.h"
#include "dbm/matrix.h"
#include "dbm/packed.h"
#include "dbm/short_packed.h"
#include "dbm/vector_kernels.h"

// Zones in storage: 16 bits per bound, no padding. Half the bytes of plain int32, and compared twice as
// fast; it is for zones whose finite bounds lie within +-16383, which almost all do. Zones of one
// dimension are meant to be stored contiguously, so that a look-up streams through memory.
//
// Nothing here allocates. For the other compact form, minimal constraints, see minimal_graph.h.

namespace orbita {

// False when a finite bound does not fit; `target` is then unspecified.
[[nodiscard]] bool pack(packed_t* target, ConstMatrix m);
void unpack(Matrix m, const packed_t* source);

// From 16 bits a bound to 8: half the bytes again, for bounds within +-63. False when one does not fit; `target`
// is then unspecified.
[[nodiscard]] bool shorten(byte_bound_t* target, const packed_t* source, std::size_t size);
void lengthen(packed_t* target, const byte_bound_t* source, std::size_t size);

// Is `small` covered by stored zones? Prepare the question once, then ask each of them.
// The zone asked about need not fit 16 bits itself.
void pack_inclusion_probe(packed_t* probe, ConstMatrix small);
// `scratch` is memory for one matrix of the same dimension.
void pack_alu_probe(packed_t* probe, ConstMatrix small, const ClockBounds& bounds, Matrix scratch);
inline bool passes(const packed_t* big, const packed_t* probe, std::uint32_t dimension) {
  if (dbm::is_short_packed(dimension)) return dbm::short_none_below(big, probe, dimension);
  return dbm::vector_kernels().packed_none_below(big, probe, packed_size(dimension));
}
// The same for zones stored in bytes; any probe can be shortened for them.
void shorten_probe(byte_bound_t* target, const packed_t* probe, std::size_t size);
bool passes(const byte_bound_t* big, const byte_bound_t* probe, std::uint32_t dimension);
// Index of the first of `count` contiguous zones that passes, `count` if none does.
std::size_t find_passing(const packed_t* zones, std::size_t count, const packed_t* probe, std::uint32_t dimension);

// Does `big` cover stored zones? Plain inclusion, prepared likewise.
void pack_ceiling(packed_t* ceiling, ConstMatrix big);
inline bool is_below(const packed_t* small, const packed_t* ceiling, std::uint32_t dimension) {
  return passes(ceiling, small, dimension);
}
// The stored zone is a subset of aLU(big).
bool alu_includes(ConstMatrix big, const packed_t* small, const ClockBounds& bounds);
bool alu_includes(ConstMatrix big, const byte_bound_t* small, const ClockBounds& bounds);

}  // namespace orbita
