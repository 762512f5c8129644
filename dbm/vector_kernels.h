#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dbm/clock_bounds.h"
#include "dbm/matrix.h"
#include "dbm/packed.h"

// The table of vector kernels that the inline functions of kernels.h, subsumption.h and compact.h call: compiled once
// per instruction set (internal/vector_arithmetic.cpp, vector_widen.cpp, vector_compare.cpp). The kernels work on whole
// rows, padding included, and keep the padding infinite. Call the functions of those headers instead: they check
// their arguments.

namespace orbita::dbm {

// See extrapolation.h. `plus`: a clock above its bound is forgotten; `strict`: x > M is above M.
struct Widening {
  bool plus = false;
  bool strict = false;
};

// Kernels made for rows of one length: a call finds the instruction set and the length in one step.
// kernels.h defines these operations; sums that may leave the range are handed to checked_sums.h.
struct RowKernels {
  bool (*close)(Matrix m);
  bool (*close_through)(Matrix m, std::uint32_t k);
  void (*tighten)(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b);
  bool (*up_within)(Matrix m, std::span<const UpperBound> invariant);
  bool (*take)(Matrix target, ConstMatrix source, const Step& step);  // in place, or the two are apart
  void (*down)(Matrix m);
  void (*copy_clock)(Matrix m, std::uint32_t x, std::uint32_t y);        // x := y, also for y = 0: a reset
  void (*widen)(Matrix m, const ClockBounds& bounds, Widening variant);  // and close
  // See subsumption.h. Bounds one by one: they are passed in registers then.
  bool (*alu_includes)(ConstMatrix big, ConstMatrix small, const std::int32_t* lower, const std::int32_t* upper);
};

// By fours of entries, up to 72 and longer ones; those that no row has stay null.
inline constexpr std::size_t row_lengths = 20;
constexpr std::size_t row_length(std::uint32_t stride) { return std::min<std::size_t>(stride / 4, row_lengths - 1); }

struct VectorKernels {
  const char* name;
  RowKernels rows[row_lengths];
  void (*copy_short)(raw_t* target, const raw_t* source, std::uint32_t dimension);  // rows of 8 entries
  // On flat arrays; size is a multiple of 4.
  void (*minimum)(raw_t* target, const raw_t* other, std::size_t size);
  void (*maximum)(raw_t* target, const raw_t* other, std::size_t size);
  Relation (*relation)(const raw_t* a, const raw_t* b, std::size_t size);
  // See subsumption.h.
  bool (*none_below)(const raw_t* big, const raw_t* probe, std::uint32_t dimension);
  void (*make_alu_probe)(Matrix probe, ConstMatrix small, const ClockBounds& bounds);
  // See compact.h. narrow() writes infinity and bounds above `largest` as `largest`, bounds below the smallest
  // 16-bit number as that number; it returns whether all finite bounds fitted.
  bool (*narrow)(packed_t* target, ConstMatrix m, raw_t largest);
  void (*widen_packed)(Matrix m, const packed_t* source);
  bool (*packed_none_below)(const packed_t* entries, const packed_t* limits, std::size_t size);
  std::size_t (*packed_find)(const packed_t* zones, std::size_t count, const packed_t* probe, std::size_t size);

  const RowKernels& of(ConstMatrix m) const { return rows[row_length(m.stride())]; }
};

namespace internal {
extern std::atomic<const VectorKernels*> active;
const VectorKernels& choose();
}  // namespace internal

// The kernels for the widest vectors of this processor; chosen at the first call, in any thread.
inline const VectorKernels& vector_kernels() {
  const VectorKernels* known = internal::active.load(std::memory_order_acquire);
  return known != nullptr ? *known : internal::choose();
}

inline const RowKernels& kernels_for(ConstMatrix m) { return vector_kernels().of(m); }

// Those of every instruction set this processor can run, for tests. Not while other threads compute.
const std::vector<VectorKernels>& all_vector_kernels();

}  // namespace orbita::dbm
