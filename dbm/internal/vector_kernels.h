#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dbm/clock_bounds.h"
#include "dbm/compact.h"
#include "dbm/kernels.h"
#include "dbm/matrix.h"

// The vector kernels, compiled once per instruction set (vector_arithmetic.cpp,
// vector_compare.cpp). They work on whole rows, padding included, and keep the padding infinite.

namespace orbita::dbm {

struct VectorKernels {
  const char* name;
  // See kernels.h for what these mean; sums that may leave the range are handed to careful.h.
  bool (*close)(Matrix m);
  // Closing when only paths through clocks with pivots[k] != 0 can tighten anything.
  bool (*close_over)(Matrix m, const std::uint8_t* pivots);
  bool (*close_through)(Matrix m, std::uint32_t k);
  void (*tighten)(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b);
  bool (*up_within)(Matrix m, std::span<const UpperBound> invariant);
  void (*down)(Matrix m);
  // On flat arrays; size is a multiple of 4.
  void (*minimum)(raw_t* target, const raw_t* other, std::size_t size);
  void (*maximum)(raw_t* target, const raw_t* other, std::size_t size);
  bool (*none_below)(const raw_t* entries, const raw_t* limits, std::size_t size);
  Relation (*relation)(const raw_t* a, const raw_t* b, std::size_t size);
  // See subsumption.h.
  bool (*alu_includes)(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds);
  void (*make_alu_probe)(Matrix probe, ConstMatrix small, const ClockBounds& bounds);
  void (*reset_zero)(Matrix m, std::uint32_t x);
  // The value-wise part of extrapolation on all rows but row 0: entries of row i above high[i] become
  // infinite, others at least least[j]; the diagonal stays. Returns whether an entry changed in a row that
  // was not forgotten altogether (high[i] the lowest number).
  bool (*widen)(Matrix m, const raw_t* least, const raw_t* high);
  // See compact.h; on flat arrays of any size.
  bool (*packed_none_below)(const packed_t* entries, const packed_t* limits, std::size_t size);
  std::size_t (*packed_find)(const packed_t* zones, std::size_t count, const packed_t* probe,
                             std::size_t size);
};

namespace internal {
extern std::atomic<const VectorKernels*> active;
const VectorKernels& choose();
}  // namespace internal

// The best the processor has; chosen at the first call, by whichever thread makes it.
inline const VectorKernels& vector_kernels() {
  const VectorKernels* known = internal::active.load(std::memory_order_acquire);
  return known != nullptr ? *known : internal::choose();
}

// Those of every instruction set this processor can run, for tests. Not while other threads compute.
const std::vector<VectorKernels>& all_vector_kernels();

}  // namespace orbita::dbm
