#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/clock_bounds.h"
#include "dbm/matrix.h"

namespace orbita {

// The fewest bounds a zone can be rebuilt from by closing (Larsen, Larsson, Pettersson, Yi 1997),
// row by row. "x >= 0" is never listed: every zone has it. O(n^3).
void minimal_constraints(ConstMatrix m, std::vector<Constraint>& result);
std::vector<Constraint> minimal_constraints(ConstMatrix m);

// Minimal constraints as stored zones: 4 bytes per bound where bounds fit 16 bits, else 8. `cell` is
// x * dimension + y. A zone of n clocks has at most n * (n + 1) of them and seldom more than 2 n.
struct SmallEdge {
  std::uint16_t cell;
  std::int16_t bound;
  friend bool operator==(const SmallEdge&, const SmallEdge&) = default;
};
struct WideEdge {
  std::uint32_t cell;
  raw_t bound;
  friend bool operator==(const WideEdge&, const WideEdge&) = default;
};

// False, and nothing written, when the dimension exceeds 256 or a bound does not fit.
[[nodiscard]] bool store(ConstMatrix m, std::vector<SmallEdge>& edges);
void store(ConstMatrix m, std::vector<WideEdge>& edges);
// Back to a canonical matrix; O(n^3).
template <class Edge>
void load(Matrix m, std::span<const Edge> edges);

// Tests against the stored form. `scratch` is memory for one matrix of the same dimension; it is
// written only where the stored bounds alone do not decide.
template <class Edge>
bool includes(std::span<const Edge> big, ConstMatrix small);  // O(number of edges)
template <class Edge>
bool includes(ConstMatrix big, std::span<const Edge> small, Matrix scratch);
template <class Edge>
bool alu_includes(std::span<const Edge> big, ConstMatrix small, const ClockBounds& bounds, Matrix scratch);

// A pair of clocks that shows that `small` is not within aLU(big), if a stored bound of `small` does: no closing, but
// true only where it is sure. `lower` is memory, filled with the lower bounds of the clocks of `small`.
template <class Edge>
bool surely_outside(ConstMatrix big, std::span<const Edge> small, const ClockBounds& bounds, std::vector<raw_t>& lower);

}  // namespace orbita
