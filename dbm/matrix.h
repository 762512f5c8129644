#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "dbm/bound.h"
#include "dbm/index.h"

// Non-owning views of difference bound matrices.
//
// Entry (x, y) bounds x - y. Rows start `stride` entries apart, and stride_for() fixes
// the stride of each dimension, so that two zones of one dimension can be compared as
// flat arrays. Entries after the last clock of a row are padding: they always hold infinity.
// Memory need not be aligned, but kernels run best on matrix_alignment.

namespace orbita {

inline constexpr std::size_t matrix_alignment = 64;

// 4 or a multiple of 8 entries: whole vectors, and dimension 9 fits one 512-bit register per row. But for 17
// to 20 clocks, where 24 would be a fifth more to read; a branch for these costs others less than arithmetic.
constexpr std::uint32_t stride_for(std::uint32_t dimension) {
  if (dimension > 16) [[unlikely]]
    return dimension <= 20 ? 20 : (dimension + 7) / 8 * 8;
  return dimension <= 4 ? 4 : (dimension + 7) / 8 * 8;
}
// Entries (not bytes) a matrix of this dimension occupies, padding included.
constexpr std::size_t matrix_size(std::uint32_t dimension) { return std::size_t{dimension} * stride_for(dimension); }

struct ConstMatrix {
  const raw_t* data = nullptr;
  std::uint32_t dimension = 0;  // clocks including the reference clock; at least 1

  constexpr ConstMatrix() = default;
  constexpr ConstMatrix(const raw_t* entries, std::uint32_t clocks) : data(entries), dimension(clocks) {}
  // Not kept: a call would pack it into one register with the dimension, which takes longer than computing
  // it.
  constexpr std::uint32_t stride() const { return stride_for(dimension); }
  constexpr const raw_t* row(std::uint32_t x) const { return data + std::size_t{x} * stride(); }
  constexpr std::size_t size() const { return std::size_t{dimension} * stride(); }
  constexpr Bound operator()(ClockIndex x, ClockIndex y) const { return {row(x.value)[y.value]}; }
};

struct Matrix {
  raw_t* data = nullptr;
  std::uint32_t dimension = 0;

  constexpr Matrix() = default;
  constexpr Matrix(raw_t* entries, std::uint32_t clocks) : data(entries), dimension(clocks) {}
  constexpr operator ConstMatrix() const { return {data, dimension}; }
  constexpr std::uint32_t stride() const { return stride_for(dimension); }
  constexpr raw_t* row(std::uint32_t x) const { return data + std::size_t{x} * stride(); }
  constexpr std::size_t size() const { return std::size_t{dimension} * stride(); }
  constexpr Bound operator()(ClockIndex x, ClockIndex y) const { return {row(x.value)[y.value]}; }
  constexpr void set(ClockIndex x, ClockIndex y, Bound b) const { row(x.value)[y.value] = b.raw; }
};

// x - y within `bound`; y or x is the reference clock for a constraint on one clock.
struct Constraint {
  ClockIndex x;
  ClockIndex y;
  Bound bound;
  friend constexpr bool operator==(const Constraint&, const Constraint&) = default;
};

constexpr Constraint upper_bound(ClockIndex x, Bound b) { return {x, reference_clock, b}; }
constexpr Constraint at_most(ClockIndex x, std::int32_t c) { return {x, reference_clock, Bound::weak(c)}; }
constexpr Constraint less_than(ClockIndex x, std::int32_t c) { return {x, reference_clock, Bound::strict(c)}; }
constexpr Constraint at_least(ClockIndex x, std::int32_t c) { return {reference_clock, x, Bound::weak(-c)}; }
constexpr Constraint more_than(ClockIndex x, std::int32_t c) { return {reference_clock, x, Bound::strict(-c)}; }
namespace dbm {
struct UpperBound {
  ClockIndex x;
  Bound bound;
};

// Guards, resets and the invariant of the target; see take() of kernels.h.
struct Step {
  std::span<const Constraint> guards;
  std::span<const ClockIndex> resets;
  std::span<const UpperBound> invariant;
};

enum class Relation { incomparable, subset, superset, equal };  // of the first zone to the second
}  // namespace dbm

// Satisfied by exactly the valuations that violate `c`.
constexpr Constraint complement(const Constraint& c) { return {c.y, c.x, c.bound.complement()}; }

}  // namespace orbita
