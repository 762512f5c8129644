#include <algorithm>

#include "dbm/internal/alu.h"
#include "dbm/internal/step_constants.h"
#include "dbm/vector_kernels.h"

#ifndef ORBITA_DBM_CLOCK_LANES
#define ORBITA_DBM_CLOCK_LANES
namespace orbita::dbm {
namespace {

// One bit per clock of a zone, none for the reference clock: a load is cheaper than shifts.
constexpr std::uint32_t most_lanes = 16;
constexpr std::uint16_t clock_lanes[most_lanes + 1] = {0x0000, 0x0000, 0x0002, 0x0006, 0x000E, 0x001E,
                                                       0x003E, 0x007E, 0x00FE, 0x01FE, 0x03FE, 0x07FE,
                                                       0x0FFE, 0x1FFE, 0x3FFE, 0x7FFE, 0xFFFE};

}  // namespace
}  // namespace orbita::dbm
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dbm/internal/vector_compare.cpp"
#include "hwy/foreach_target.h"  // compiles the part below once per instruction set
//
#include "dbm/internal/vector_bounds-inl.h"
#include "hwy/highway.h"

// Comparing whole matrices: nothing is added that could overflow, nothing is written but probes.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

// At least one vector of D; four per test, five in the last one, where vectors may overlap.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE bool none_below_in(D d, const T* entries, const T* limits, std::size_t size) {
  const std::size_t n = hn::Lanes(d);
  const std::size_t last = size - n;
  const auto below = [&](std::size_t i)
                         HWY_ATTR { return hn::Lt(hn::LoadU(d, entries + i), hn::LoadU(d, limits + i)); };
  if (size <= 2 * n) return hn::AllFalse(d, hn::Or(below(0), below(last)));
  if (size <= 3 * n) {
    const auto first = hn::Or(below(0), below(n));
    if (size < 3 * n && 2 * size == 5 * n) {  // half a vector, which straddles no cache line
      const hn::Half<D> half;
      const auto rest = hn::Lt(hn::LoadU(half, entries + 2 * n), hn::LoadU(half, limits + 2 * n));
      return static_cast<bool>(hn::AllFalse(d, first) & hn::AllFalse(half, rest));
    }
    return hn::AllFalse(d, hn::Or(first, below(last)));
  }
  const auto four_below = [&](std::size_t i) HWY_ATTR {
    return hn::Or(hn::Or(below(i), below(i + n)), hn::Or(below(i + 2 * n), below(i + 3 * n)));
  };
  std::size_t i = 0;
  for (; i + 5 * n < size; i += 4 * n) {
    if (!hn::AllFalse(d, four_below(i))) return false;
  }
  if (i + 4 * n < size) return hn::AllFalse(d, hn::Or(four_below(i), below(last)));
  const auto ends = hn::Or(below(i), below(last));
  if (i + 2 * n >= size) return hn::AllFalse(d, ends);
  return hn::AllFalse(d, hn::Or(ends, hn::Or(below(i + n), below(last - n))));
}

// Nine rows of 16 entries. Seven are padding, so the first eight are compared as a vector, and the ninth by
// itself: that takes units which vectors leave idle. Not inline, so that the others need no stack frame.
HWY_NOINLINE bool none_below_of_nine(const raw_t* entries, const raw_t* limits) {
  const Eight d;
  auto below = hn::MaskFromVec(hn::Zero(d));
  bool last_below = false;
#pragma GCC unroll 9
  for (std::size_t i = 0; i < 9; ++i, entries += 16, limits += 16) {
    for (std::size_t j = 0; j < 8; j += hn::Lanes(d)) {
      below = hn::Or(below, hn::Lt(hn::LoadU(d, entries + j), hn::LoadU(d, limits + j)));
    }
    last_below |= entries[8] < limits[8];
  }
  return static_cast<bool>(hn::AllFalse(d, below) & !last_below);
}

// Aligned, since short calls take up to a sixth longer at some addresses.
[[gnu::aligned(64)]] bool none_below(const raw_t* entries, const raw_t* limits, std::uint32_t dimension) {
  if (dimension == 9) return none_below_of_nine(entries, limits);
  const std::size_t size = matrix_size(dimension);
  if (size >= hn::Lanes(Wide())) return none_below_in(Wide(), entries, limits, size);
  if (size >= hn::Lanes(Eight())) return none_below_in(Eight(), entries, limits, size);
  return none_below_in(Four(), entries, limits, size);
}

Relation relation(const raw_t* a, const raw_t* b, std::size_t size) {
  bool subset = true;
  bool superset = true;
  for_blocks(size, [&](auto d, std::size_t i) HWY_ATTR {
    const auto left = hn::LoadU(d, a + i);
    const auto right = hn::LoadU(d, b + i);
    subset = subset && hn::AllFalse(d, hn::Gt(left, right));
    superset = superset && hn::AllFalse(d, hn::Lt(left, right));
    return subset || superset;
  });
  if (subset) return superset ? Relation::equal : Relation::subset;
  return superset ? Relation::superset : Relation::incomparable;
}

// ---- subsumption

// Thresholds of alu.h for the columns from `from` on; alu_never in the padding and after it.
template <class D>
HWY_INLINE hn::Vec<D> thresholds(D d, ConstMatrix small, const std::int32_t* upper, std::size_t from) {
  const auto u = load_bounds(d, upper, from, small.dimension);
  const auto twice = hn::ShiftLeft<1>(hn::Min(u, hn::Set(d, raw_t{1} << 29)));  // beyond every zone
  const auto zero_minus_x = hn::LoadU(d, small.data + from);
  const auto reached = hn::And(hn::Gt(u, hn::Set(d, -1)), hn::Gt(zero_minus_x, hn::Neg(twice)));
  const auto raised = hn::Add(zero_minus_x, hn::And(zero_minus_x, hn::Set(d, 1)));
  const auto result = hn::IfThenElse(reached, raised, hn::Set(d, alu_never));
  // The reference clock: U = 0, and 0 - 0 <= 0.
  return from == 0 ? hn::IfThenElse(hn::FirstN(d, 1), hn::Set(d, 2), result) : result;
}

HWY_INLINE void thresholds(raw_t* result, ConstMatrix small, const std::int32_t* upper, std::size_t start,
                           std::size_t size) {
  for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
    hn::Store(thresholds(d, small, upper, start + j), d, result + j);
    return true;
  });
}

// The lower limit for entry (y, .) of the covering zone.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V alu_limit(D d, V row, V threshold, std::int32_t lower) {
  const V never = hn::Set(d, alu_never);
  if (lower > largest_clock_bound) return hn::IfThenElse(hn::Eq(threshold, never), never, row);
  return hn::Min(row, hn::Add(threshold, hn::Set(d, 2 * lower)));
}

HWY_NOINLINE bool alu_long(ConstMatrix big, ConstMatrix small, const std::int32_t* l, const std::int32_t* u) {
  const ClockBounds bounds(l, u);
  HWY_ALIGN raw_t threshold[chunk];
  for (std::size_t start = 0; start < small.stride(); start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, small.stride() - start);
    thresholds(threshold, small, bounds.upper, start, size);
    for (std::uint32_t y = 0; y < small.dimension; ++y) {
      const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
      if (lower < 0) continue;
      const raw_t* row = small.row(y) + start;
      const raw_t* other = big.row(y) + start;
      const bool covered = for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
        const auto limit = alu_limit(d, hn::LoadU(d, row + j), hn::Load(d, threshold + j), lower);
        return hn::AllFalse(d, hn::Lt(hn::LoadU(d, other + j), limit));
      });
      if (!covered) return false;
    }
  }
  return true;
}

// Bounds of a row that is one vector; 0 for the reference clock, anything in the padding.
template <class S>
HWY_INLINE typename S::Vector load_clock_bounds(const std::int32_t* bounds, std::uint32_t dimension) {
  const typename S::Tag d;
#if HWY_TARGET <= HWY_AVX2
  const auto* bits = reinterpret_cast<const std::uint8_t*>(&clock_lanes[dimension]);
  if constexpr (S::entries == 4) {  // masks of whole bytes are cheaper
    const Eight eight;
    return hn::LowerHalf(d, hn::MaskedLoad(hn::LoadMaskBits(eight, bits), eight, bounds));
  } else {
    return hn::MaskedLoad(hn::LoadMaskBits(d, bits), d, bounds);
  }
#else
  return hn::IfThenZeroElse(hn::FirstN(d, 1), load_bounds(d, bounds, 0, dimension));
#endif
}

// Rows of one vector, without a branch on a bound. Padding is infinite in both zones, so it is never below
// anything, and its results do not matter. Columns that no valuation reaches are left out at the
// end, once for all rows. The addend of a row without a lower bound takes every threshold, which is above
// -raw_limit and at most 2, just below the lowest bound.
template <class S, int... y>
HWY_INLINE bool alu_one_vector(const raw_t* big, ConstMatrix small, typename S::Vector lower, typename S::Vector upper,
                               std::integer_sequence<int, y...>) {
  const typename S::Tag d;
  const auto none = hn::Lt(lower, hn::Zero(d));
  const auto addends = hn::IfThenElse(none, hn::Set(d, step_constants.no_lower), hn::Add(lower, lower));
  HWY_ALIGN raw_t memory[S::entries];
  const raw_t* addend = memory;
  if constexpr (S::entries > 4) {
    hn::Store(addends, d, memory);
    asm volatile("" : "+r"(addend) : : "memory");  // GCC would turn loads that broadcast into permutations
  }

  const auto zero_minus_x = hn::LoadU(d, small.data);
  const auto half = hn::ShiftRight<1>(hn::Add(zero_minus_x, hn::Set(d, step_constants.weak_zero)));
  const auto threshold = hn::Add(half, half);
  const auto reached = hn::Gt(upper, hn::Neg(half));
  auto below = hn::Lt(hn::LoadU(d, big), hn::Min(zero_minus_x, threshold));
  const auto compare = [&](auto row) HWY_ATTR {
    constexpr std::size_t at = row() * S::entries;
    typename S::Vector added;
    if constexpr (S::entries > 4) {
      added = hn::Set(d, addend[row()]);
    } else {
      added = hn::Broadcast<row()>(addends);
    }
    const auto limit = hn::Min(hn::LoadU(d, small.data + at), hn::Add(threshold, added));
    below = hn::Or(below, hn::Lt(hn::LoadU(d, big + at), limit));
  };
  // One row after the other while there are any; the first of them are always there.
  constexpr int fewest = S::entries == 4 ? 1 : S::entries == 8 ? 5 : S::entries - 7;
  (void)((y + 1 < fewest || y + 1 < static_cast<int>(small.dimension)
              ? (compare(std::integral_constant<int, y + 1>()), true)
              : false) &&
         ...);
  return hn::AllFalse(d, hn::And(below, reached));
}

// Rows of known length: thresholds in registers, one test per row.
template <class S>
HWY_INLINE bool alu_short(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds) {
  const typename S::Tag d;
  typename S::Row threshold;
  S::each([&](std::size_t j, auto& t) HWY_ATTR { t = thresholds(d, small, bounds.upper, j); }, threshold);
  const raw_t* row = small.data;
  const raw_t* other = big.data;
  for (std::uint32_t y = 0; y < small.dimension; ++y, row += S::stride, other += S::stride) {
    auto below = hn::MaskFromVec(hn::Zero(d));
    const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
    if (lower < 0) continue;
    S::each(
        [&](std::size_t j, const auto& t) HWY_ATTR {
          const auto limit = alu_limit(d, S::load(row, j), t, lower);
          below = hn::Or(below, hn::Lt(S::load(other, j), limit));
        },
        threshold);
    if (!hn::AllFalse(d, below)) return false;
  }
  return true;
}

template <class S>
bool alu_includes(ConstMatrix big, ConstMatrix small, const std::int32_t* l, const std::int32_t* u) {
  if constexpr (is_one_vector<S>()) {
    const typename S::Tag d;
    const auto lower = load_clock_bounds<S>(l, small.dimension);
    if (!hn::AllFalse(d, hn::Gt(lower, hn::Set(d, step_constants.clock_bound)))) {
      return alu_long(big, small, l, u);
    }
    return alu_one_vector<S>(big.data, small, lower, load_clock_bounds<S>(u, small.dimension),
                             std::make_integer_sequence<int, S::entries - 1>());
  } else if constexpr (known_length<S>) {
    return alu_short<S>(big, small, {l, u});
  } else {
    return alu_long(big, small, l, u);
  }
}

void make_alu_probe(Matrix probe, ConstMatrix small, const ClockBounds& bounds) {
  HWY_ALIGN raw_t threshold[chunk];
  for (std::size_t start = 0; start < small.stride(); start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, small.stride() - start);
    thresholds(threshold, small, bounds.upper, start, size);
    for (std::uint32_t y = 0; y < small.dimension; ++y) {
      const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
      const raw_t* row = small.row(y) + start;
      raw_t* target = probe.row(y) + start;
      for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
        const auto limit = alu_limit(d, hn::LoadU(d, row + j), hn::Load(d, threshold + j), std::max(lower, 0));
        hn::StoreU(lower < 0 ? hn::Set(d, alu_never) : limit, d, target + j);
        return true;
      });
    }
  }
}

// ---- 16 bits

using Packed = hn::ScalableTag<packed_t>;
using Packed16 = hn::CappedTag<packed_t, 16>;
using Packed8 = hn::CappedTag<packed_t, 8>;

HWY_INLINE bool packed_compare(const packed_t* entries, const packed_t* limits, std::size_t size) {
  if (size >= hn::Lanes(Packed())) return none_below_in(Packed(), entries, limits, size);
  if (size >= hn::Lanes(Packed16())) return none_below_in(Packed16(), entries, limits, size);
  if (size >= hn::Lanes(Packed8())) return none_below_in(Packed8(), entries, limits, size);
  for (std::size_t i = 0; i < size; ++i) {
    if (entries[i] < limits[i]) return false;
  }
  return true;
}

// A vector of bounds to 16 bits. Those that do not fit show in `bad`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void narrow_vector(D d, packed_t* target, const raw_t* entries, raw_t largest, V& bad) {
  const V infinity = hn::Set(d, raw_infinity);
  const V v = hn::LoadU(d, entries);
  const V kept = hn::IfThenElse(hn::Eq(v, infinity), v, hn::Min(v, hn::Set(d, largest)));
  const V fitting = hn::Max(hn::Min(v, hn::Set(d, packed_largest)), hn::Set(d, packed_smallest));
  bad = hn::Or(bad, hn::IfThenZeroElse(hn::Eq(v, infinity), hn::Xor(v, fitting)));
  hn::StoreU(hn::DemoteTo(hn::Rebind<packed_t, D>(), kept), hn::Rebind<packed_t, D>(), target);
}

// Rows are contiguous in the packed form: entries written past the end of one are overwritten by the next. So a vector
// may begin in one row and end in the next; only the last row needs a detour, in pieces.
template <class D>
HWY_INLINE bool narrow_rows(D d, packed_t* target, ConstMatrix m, raw_t largest) {
  const auto n = static_cast<std::uint32_t>(hn::Lanes(d));
  const std::uint32_t last = m.dimension - 1, stride = m.stride();
  auto bad = hn::Zero(d);
  const raw_t* row = m.data;
  for (std::uint32_t i = 0; i < last; ++i, row += stride, target += m.dimension) {
    for (std::uint32_t j = 0; j < stride; j += n) narrow_vector(d, target + j, row + j, largest, bad);
  }
  packed_t piece[HWY_MAX_BYTES / sizeof(packed_t)];
  raw_t half[8] = {};
  for (std::uint32_t j = 0; j < m.dimension; j += n) {
    if (j + n <= stride) {
      narrow_vector(d, piece, row + j, largest, bad);
    } else {
      std::copy_n(row + j, stride - j, half);
      narrow_vector(d, piece, half, largest, bad);
    }
    std::copy_n(piece, std::min(n, m.dimension - j), target + j);
  }
  return hn::AllTrue(d, hn::Eq(bad, hn::Zero(d)));
}

bool narrow(packed_t* target, ConstMatrix m, raw_t largest) {
  if (m.stride() > 4) return narrow_rows(Eight(), target, m, largest);
  return narrow_rows(Four(), target, m, largest);
}

// A vector of bounds from 16 bits; those of columns from `count` on become padding.
template <class D>
HWY_INLINE hn::Vec<D> widened(D d, const packed_t* source, std::uint32_t column, std::uint32_t count) {
  const auto infinity = hn::Set(d, raw_infinity);
  const auto v = hn::PromoteTo(d, hn::LoadU(hn::Rebind<packed_t, D>(), source));
  const auto behind = hn::Gt(column_numbers(d, column + 1), hn::Set(d, static_cast<raw_t>(count)));
  return hn::IfThenElse(hn::Or(hn::Eq(v, hn::Set(d, packed_infinity)), behind), infinity, v);
}

// See narrow_rows: here, too, the next row overwrites the entries that a vector wrote past the end of a row.
template <class D>
HWY_INLINE void widen_rows(D d, Matrix m, const packed_t* source) {
  const auto n = static_cast<std::uint32_t>(hn::Lanes(d));
  const std::uint32_t last = m.dimension - 1, stride = m.stride();
  raw_t* row = m.data;
  for (std::uint32_t i = 0; i < last; ++i, row += stride, source += m.dimension) {
    for (std::uint32_t j = 0; j < stride; j += n) {
      hn::StoreU(widened(d, source + j, j, m.dimension), d, row + j);
    }
  }
  for (std::uint32_t j = 0; j < stride; j += n) {
    packed_t piece[HWY_MAX_BYTES / sizeof(packed_t)] = {};
    const std::uint32_t left = m.dimension > j ? m.dimension - j : 0;
    std::copy_n(source + j, std::min(n, left), piece);
    if (j + n <= stride) {
      hn::StoreU(widened(d, piece, j, m.dimension), d, row + j);
    } else {
      hn::StoreU(widened(Four(), piece, j, m.dimension), Four(), row + j);
    }
  }
}

void widen_packed(Matrix m, const packed_t* source) {
  if (m.stride() > 4) return widen_rows(Eight(), m, source);
  widen_rows(Four(), m, source);
}

bool packed_none_below(const packed_t* entries, const packed_t* limits, std::size_t size) {
  return packed_compare(entries, limits, size);
}

std::size_t packed_find(const packed_t* zones, std::size_t count, const packed_t* probe, std::size_t size) {
  for (std::size_t i = 0; i < count; ++i, zones += size) {
    if (packed_compare(zones, probe, size)) return i;
  }
  return count;
}

}  // namespace

void fill_comparison(VectorKernels& kernels) {
  kernels.none_below = none_below;
  kernels.relation = relation;
  fill_rows(kernels, [](auto rows, RowKernels& to) { to.alu_includes = alu_includes<decltype(rows)>; });
  kernels.make_alu_probe = make_alu_probe;
  kernels.narrow = narrow;
  kernels.widen_packed = widen_packed;
  kernels.packed_none_below = packed_none_below;
  kernels.packed_find = packed_find;
}

}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orbita::dbm {

HWY_EXPORT(fill_comparison);
void choose_comparison(VectorKernels& kernels) { HWY_DYNAMIC_DISPATCH(fill_comparison)(kernels); }

}  // namespace orbita::dbm
#endif  // HWY_ONCE
