#pragma once

#include <cstdint>
#include <span>

#include "dbm/clock_bounds.h"
#include "dbm/matrix.h"

// Extrapolations: they enlarge a zone by valuations that the constants of an automaton cannot tell apart,
// so that only finitely many zones remain. Z <= ExtraX(Z) <= aLU(Z); sound for diagonal-free automata
// only (Bouyer 2003). The exact zones of a search do not need them: see subsumption.h.
//
// The zone is canonical before and after; O(n^3) for the closing.

namespace orbita {

void extrapolate_m(Matrix m, std::span<const std::int32_t> max);       // ExtraM
void extrapolate_m_plus(Matrix m, std::span<const std::int32_t> max);  // ExtraM+
void extrapolate_lu(Matrix m, const ClockBounds& bounds);              // ExtraLU
void extrapolate_lu_plus(Matrix m, const ClockBounds& bounds);         // ExtraLU+
// ExtraM+ that also takes x for "above M" when x > M strictly: such clocks keep no other constraint,
// which makes the clock order usable as a sorting key of symmetric states.
void extrapolate_m_plus_strict(Matrix m, std::span<const std::int32_t> max);

}  // namespace orbita
