#include <algorithm>

#include "dbm/internal/alu.h"
#include "dbm/internal/vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dbm/internal/vector_compare.cpp"
#include "hwy/foreach_target.h"  // compiles the part below once per instruction set
//
#include "dbm/internal/vector_blocks-inl.h"
#include "hwy/highway.h"

// Comparing whole matrices: nothing is added that could overflow, nothing is written but probes.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

// Two vectors per test, the last ones overlapping: short arrays cost one or two branches.
bool none_below(const raw_t* entries, const raw_t* limits, std::size_t size) {
  const Wide d;
  const std::size_t n = hn::Lanes(d);
  const auto below = [&](std::size_t i)
                         HWY_ATTR { return hn::Lt(hn::LoadU(d, entries + i), hn::LoadU(d, limits + i)); };
  if (size < n) {
    return for_blocks(size, [&](auto small, std::size_t i) HWY_ATTR {
      return hn::AllFalse(small, hn::Lt(hn::LoadU(small, entries + i), hn::LoadU(small, limits + i)));
    });
  }
  std::size_t i = 0;
  for (; i + 2 * n < size; i += 2 * n) {
    if (!hn::AllFalse(d, hn::Or(below(i), below(i + n)))) return false;
  }
  const std::size_t last = size - n;
  return hn::AllFalse(d, hn::Or(below(std::min(i, last)), below(last)));
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

// Lanes of clock bounds, which come without padding; no_bound where there is none.
template <class D>
HWY_INLINE hn::Vec<D> load_bounds(D d, const std::int32_t* bounds, std::size_t count) {
  if (count >= hn::Lanes(d)) return hn::LoadU(d, bounds);
#if HWY_TARGET <= HWY_AVX2  // smaller x86 targets may read behind the end
  const auto there = hn::FirstN(d, count);
  return hn::IfThenElse(there, hn::MaskedLoad(there, d, bounds), hn::Set(d, no_bound));
#else
  HWY_ALIGN std::int32_t buffer[HWY_MAX_BYTES / sizeof(raw_t)];
  hn::Store(hn::Set(d, no_bound), d, buffer);
  for (std::size_t i = 0; i < count; ++i) buffer[i] = bounds[i];
  return hn::Load(d, buffer);
#endif
}

// Thresholds of alu.h for the columns from `from` on; alu_never in the padding.
template <class D>
HWY_INLINE hn::Vec<D> thresholds(D d, ConstMatrix small, const std::int32_t* upper, std::size_t from) {
  const std::size_t left = small.dimension > from ? small.dimension - from : 0;
  const auto u = load_bounds(d, upper + from, left);
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

// What entry (y, .) of the covering zone must not be below.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V alu_limit(D d, V row, V threshold, std::int32_t lower) {
  const V never = hn::Set(d, alu_never);
  if (lower > largest_clock_bound) return hn::IfThenElse(hn::Eq(threshold, never), never, row);
  return hn::Min(row, hn::Add(threshold, hn::Set(d, 2 * lower)));
}

// Rows of known length: thresholds in registers, and for short rows one test for all of them.
template <class S>
HWY_INLINE bool alu_short(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds) {
  const typename S::Tag d;
  typename S::Row threshold;
  S::each([&](std::size_t j, auto& t) HWY_ATTR { t = thresholds(d, small, bounds.upper, j); }, threshold);
  const raw_t* row = small.data;
  const raw_t* other = big.data;
  for (std::uint32_t y = 0; y < small.dimension; ++y, row += S::entries, other += S::entries) {
    const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
    if (lower < 0) continue;
    bool covered = true;
    S::each(
        [&](std::size_t j, const auto& t) HWY_ATTR {
          const auto limit = alu_limit(d, hn::LoadU(d, row + j), t, lower);
          covered = covered && hn::AllFalse(d, hn::Lt(hn::LoadU(d, other + j), limit));
        },
        threshold);
    if (!covered) return false;
  }
  return true;
}

bool alu_long(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds) {
  HWY_ALIGN raw_t threshold[chunk];
  for (std::size_t start = 0; start < small.stride; start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, small.stride - start);
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

bool alu_includes(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds) {
  return with_shape(
      small.stride, [&](auto shape) HWY_ATTR { return alu_short<decltype(shape)>(big, small, bounds); },
      [&]() HWY_ATTR { return alu_long(big, small, bounds); });
}

void make_alu_probe(Matrix probe, ConstMatrix small, const ClockBounds& bounds) {
  HWY_ALIGN raw_t threshold[chunk];
  for (std::size_t start = 0; start < small.stride; start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, small.stride - start);
    thresholds(threshold, small, bounds.upper, start, size);
    for (std::uint32_t y = 0; y < small.dimension; ++y) {
      const std::int32_t lower = y == 0 ? 0 : bounds.lower[y];
      const raw_t* row = small.row(y) + start;
      raw_t* target = probe.row(y) + start;
      for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
        const auto limit =
            alu_limit(d, hn::LoadU(d, row + j), hn::Load(d, threshold + j), std::max(lower, 0));
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

template <class D>
HWY_INLINE bool packed_block(D d, const packed_t* entries, const packed_t* limits) {
  return hn::AllFalse(d, hn::Lt(hn::LoadU(d, entries), hn::LoadU(d, limits)));
}

// At least one vector of D: the last block overlaps the one before.
template <class D>
HWY_INLINE bool packed_blocks(D d, const packed_t* entries, const packed_t* limits, std::size_t size) {
  const std::size_t n = hn::Lanes(d);
  for (std::size_t i = 0; i + n < size; i += n) {
    if (!packed_block(d, entries + i, limits + i)) return false;
  }
  return packed_block(d, entries + size - n, limits + size - n);
}

HWY_INLINE bool packed_compare(const packed_t* entries, const packed_t* limits, std::size_t size) {
  if (size >= hn::Lanes(Packed())) return packed_blocks(Packed(), entries, limits, size);
  if (size >= hn::Lanes(Packed16())) return packed_blocks(Packed16(), entries, limits, size);
  if (size >= hn::Lanes(Packed8())) return packed_blocks(Packed8(), entries, limits, size);
  for (std::size_t i = 0; i < size; ++i) {
    if (entries[i] < limits[i]) return false;
  }
  return true;
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
  kernels.alu_includes = alu_includes;
  kernels.make_alu_probe = make_alu_probe;
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
