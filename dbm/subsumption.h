#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "dbm/clock_bounds.h"
#include "dbm/matrix.h"
#include "dbm/vector_kernels.h"

// Subsumption by simulation: may a zone be dropped because another one is kept?
//
// v is simulated by v' (v <= v') when for every clock x: v'(x) = v(x), or L(x) < v'(x) < v(x), or
// U(x) < v(x) < v'(x). aLU(W) is every valuation simulated by one of W; aM is aLU with L = U = M.
// Every run of a diagonal-free automaton with these constants from Z is possible from W when
// Z is a subset of aLU(W). aLU is only a simulation: use aM where deadlocks matter. Neither is sound
// when a guard compares two clocks (Herbreteau, Srivathsan, Walukiewicz 2012).
//
// All zones are canonical and non-empty. O(n^2), no allocation.

namespace orbita {

// small is a subset of aLU(big).
inline bool alu_includes(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds) {
  assert(big.dimension == small.dimension);
  return dbm::kernels_for(big).alu_includes(big, small, bounds.lower, bounds.upper);
}
// small is a subset of aM(big).
bool am_includes(ConstMatrix big, ConstMatrix small, std::span<const std::int32_t> m);

// A zone prepared for being looked up in many others: the aLU test against each of them is then one
// comparison of arrays, "is any entry of `big` below the probe", at the price of plain inclusion.
// Writes probe.size() entries in the layout of `small`, padding included.
void make_alu_probe(Matrix probe, ConstMatrix small, const ClockBounds& bounds);
// The same for plain inclusion in big.
void make_inclusion_probe(Matrix probe, ConstMatrix small);
// Whether `big` passes: no entry of it is below the probe.
inline bool passes(ConstMatrix big, ConstMatrix probe) {
  assert(big.dimension == probe.dimension);
  return dbm::vector_kernels().none_below(big.data, probe.data, big.dimension);
}

}  // namespace orbita
