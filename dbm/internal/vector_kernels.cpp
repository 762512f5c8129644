#include "dbm/internal/vector_kernels.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "dbm/internal/alu.h"
#include "dbm/internal/careful.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dbm/internal/vector_kernels.cpp"
#include "hwy/foreach_target.h"  // compiles the part below once per instruction set
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Rows are 4 or a multiple of 8 entries long: whole vectors first, then the rest in 8 and in 4.
using Wide = hn::ScalableTag<raw_t>;
using Eight = hn::CappedTag<raw_t, 8>;
using Four = hn::CappedTag<raw_t, 4>;

constexpr raw_t soft_infinity = raw_t{1} << 30;
constexpr raw_t soft_threshold = raw_t{1} << 29;
constexpr raw_t lowest_raw = std::numeric_limits<raw_t>::min();
constexpr std::size_t chunk = 256;  // entries of a row prepared at a time; bounds the stack

// body(tag, i) for every block of a row or a flat array; stops when it returns false.
template <class Body>
HWY_INLINE bool for_blocks(std::size_t size, Body body) {
  const Wide wide;
  const Eight eight;
  const Four four;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= size; i += hn::Lanes(wide)) {
    if (!body(wide, i)) return false;
  }
  for (; i + hn::Lanes(eight) <= size; i += hn::Lanes(eight)) {
    if (!body(eight, i)) return false;
  }
  for (; i + hn::Lanes(four) <= size; i += hn::Lanes(four)) {
    if (!body(four, i)) return false;
  }
  return true;
}

// A bound to be added to whole rows: sum = row & keep + even. The weak bit survives in both or neither.
struct Addend {
  raw_t even;
  raw_t keep;
  explicit Addend(raw_t bound) : even(bound & ~1), keep((bound & 1) != 0 ? ~0 : ~1) {}
};

template <class D, class V = hn::Vec<D>>
HWY_INLINE V sum(D d, V row, const Addend& a) {
  return hn::Add(hn::And(row, hn::Set(d, a.keep)), hn::Set(d, a.even));
}

// ---- closing

void harden(raw_t* entries, std::size_t size) {
  for_blocks(size, [&](auto d, std::size_t i) HWY_ATTR {
    const auto v = hn::LoadU(d, entries + i);
    const auto infinite = hn::Gt(v, hn::Set(d, soft_threshold - 1));
    hn::StoreU(hn::IfThenElse(infinite, hn::Set(d, raw_infinity), v), d, entries + i);
    return true;
  });
}

// Whether each lane is infinite or of size below `limit`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE bool within(D d, V v, raw_t limit) {
  const V size = hn::Xor(v, hn::ShiftRight<31>(v));
  return hn::AllTrue(d, hn::Or(hn::Lt(size, hn::Set(d, limit)), hn::Eq(v, hn::Set(d, raw_infinity))));
}

// Replaces infinity by the soft one; false, and nothing changed, when a bound is not below `limit`.
bool soften(Matrix m, raw_t limit) {
  std::size_t done = 0;
  const bool small = for_blocks(m.size(), [&](auto d, std::size_t i) HWY_ATTR {
    const auto v = hn::LoadU(d, m.data + i);
    done = i;
    if (!within(d, v, limit)) return false;
    const auto infinite = hn::Eq(v, hn::Set(d, raw_infinity));
    hn::StoreU(hn::IfThenElse(infinite, hn::Set(d, soft_infinity), v), d, m.data + i);
    return true;
  });
  if (!small) harden(m.data, done);
  return small;
}

// One pivot on a softened matrix whose rows are exactly V vectors of D: row k stays in registers.
template <class D, int V>
HWY_INLINE void pivot_fixed(Matrix m, std::uint32_t k) {
  const D d;
  const std::size_t n = hn::Lanes(d);
  const raw_t* through = m.row(k);
  hn::Vec<D> odd0 = hn::LoadU(d, through);
  hn::Vec<D> odd1 = V > 1 ? hn::LoadU(d, through + n) : odd0;
  raw_t* row = m.data;
  for (std::uint32_t i = 0; i < m.dimension; ++i, row += m.stride) {
    const raw_t to_k = row[k];
    if (to_k >= soft_threshold || i == k) continue;
    const Addend a(to_k);
    hn::StoreU(hn::Min(hn::LoadU(d, row), sum(d, odd0, a)), d, row);
    if (V > 1) hn::StoreU(hn::Min(hn::LoadU(d, row + n), sum(d, odd1, a)), d, row + n);
  }
}

HWY_INLINE void pivot(Matrix m, std::uint32_t k) {
  HWY_ALIGN raw_t even[chunk];
  for (std::size_t start = 0; start < m.stride; start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, m.stride - start);
    const raw_t* through = m.row(k) + start;
    for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
      hn::StoreU(hn::And(hn::LoadU(d, through + j), hn::Set(d, ~1)), d, even + j);
      return true;
    });
    for (std::uint32_t i = 0; i < m.dimension; ++i) {
      // Column k does not change under pivot k, so it is the same for every chunk.
      const raw_t to_k = m.row(i)[k];
      if (to_k >= soft_threshold || i == k) continue;
      const raw_t* addend = (to_k & 1) != 0 ? through : even;
      raw_t* row = m.row(i) + start;
      for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
        const auto path = hn::Add(hn::LoadU(d, addend + j), hn::Set(d, to_k & ~1));
        hn::StoreU(hn::Min(hn::LoadU(d, row + j), path), d, row + j);
        return true;
      });
    }
  }
}

// Floyd and Warshall. A negative cycle shows on the diagonal before its last clock becomes the pivot,
// so until then every entry is the weight of a simple path, with at most one infinite edge in it: with
// |bound| * dimension < 2^28, finite paths and those with a soft infinity never meet.
template <class Pivot>
HWY_INLINE bool close_with(Matrix m, const std::uint8_t* pivots, Pivot one_pivot) {
  for (std::uint32_t k = 0; k < m.dimension; ++k) {
    if (m.row(k)[k] < raw_le_zero) return false;
    if (pivots == nullptr || pivots[k] != 0) one_pivot(k);
  }
  harden(m.data, m.size());
  return true;
}

bool close_over(Matrix m, const std::uint8_t* pivots) {
  if (!soften(m, static_cast<raw_t>((1u << 28) / m.dimension))) return careful::close(m);
  if (m.stride == hn::Lanes(Four())) {
    return close_with(m, pivots, [&](std::uint32_t k) HWY_ATTR { pivot_fixed<Four, 1>(m, k); });
  }
  if (m.stride == hn::Lanes(Eight())) {
    return close_with(m, pivots, [&](std::uint32_t k) HWY_ATTR { pivot_fixed<Eight, 1>(m, k); });
  }
  if (m.stride == hn::Lanes(Wide())) {
    return close_with(m, pivots, [&](std::uint32_t k) HWY_ATTR { pivot_fixed<Wide, 1>(m, k); });
  }
  if (m.stride == 2 * hn::Lanes(Wide())) {
    return close_with(m, pivots, [&](std::uint32_t k) HWY_ATTR { pivot_fixed<Wide, 2>(m, k); });
  }
  return close_with(m, pivots, [&](std::uint32_t k) HWY_ATTR { pivot(m, k); });
}

bool close(Matrix m) { return close_over(m, nullptr); }

bool close_through(Matrix m, std::uint32_t k) {
  if (m.row(k)[k] < raw_le_zero) return false;
  if (!soften(m, raw_t{1} << 27)) return careful::close_through(m, k);
  pivot(m, k);
  harden(m.data, m.size());
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    if (m.row(i)[i] < raw_le_zero) return false;
  }
  return true;
}

// ---- constraining

// Part of a row prepared for adding bounds to it without losing infinity: max(row + bound, floor).
struct Prepared {
  HWY_ALIGN raw_t odd[chunk];    // as it is, infinity replaced by 0
  HWY_ALIGN raw_t even[chunk];   // the same without weak bits
  HWY_ALIGN raw_t floor[chunk];  // infinity where it was, else the lowest number
};

// False when a bound is not below 2^29.
HWY_INLINE bool prepare(Prepared& p, const raw_t* row, std::size_t size) {
  return for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
    const auto v = hn::LoadU(d, row + j);
    if (!within(d, v, raw_t{1} << 29)) return false;
    const auto infinite = hn::Eq(v, hn::Set(d, raw_infinity));
    const auto odd = hn::IfThenZeroElse(infinite, v);
    hn::Store(odd, d, p.odd + j);
    hn::Store(hn::And(odd, hn::Set(d, ~1)), d, p.even + j);
    hn::Store(hn::IfThenElse(infinite, v, hn::Set(d, lowest_raw)), d, p.floor + j);
    return true;
  });
}

// Entries of `row` become at most `bound` + prepared row; |bound| below 2^29.
HWY_INLINE void lower_row(raw_t* row, raw_t bound, const Prepared& p, std::size_t size) {
  const raw_t* addend = (bound & 1) != 0 ? p.odd : p.even;
  for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
    const auto path = hn::Add(hn::Load(d, addend + j), hn::Set(d, bound & ~1));
    const auto limited = hn::Max(path, hn::Load(d, p.floor + j));
    hn::StoreU(hn::Min(hn::LoadU(d, row + j), limited), d, row + j);
    return true;
  });
}

HWY_INLINE bool is_small(raw_t bound) { return bound < (raw_t{1} << 29) && bound > -(raw_t{1} << 29); }

// The same for rows of one vector, kept in registers.
template <class D>
HWY_INLINE bool tighten_narrow(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  const D d;
  const auto v = hn::LoadU(d, m.row(y));
  if (!within(d, v, raw_t{1} << 29)) return false;
  const auto infinite = hn::Eq(v, hn::Set(d, raw_infinity));
  const auto odd = hn::IfThenZeroElse(infinite, v);
  const auto floor = hn::IfThenElse(infinite, v, hn::Set(d, lowest_raw));
  raw_t* row = m.data;
  for (std::uint32_t p = 0; p < m.dimension; ++p, row += m.stride) {
    if (row[x] == raw_infinity) continue;
    const raw_t to_y = row[x] + b - ((row[x] | b) & 1);
    if (to_y >= row[y]) continue;
    if (!is_small(to_y)) return false;
    const auto path = hn::Max(sum(d, odd, Addend(to_y)), floor);
    hn::StoreU(hn::Min(hn::LoadU(d, row), path), d, row);
  }
  return true;
}

// Row y does not change: its sums run through a cycle of weight >= 0. Row p changes only where it reaches
// y faster than before, p - x plus b.
void tighten(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  if (m.stride <= 8 || m.stride == hn::Lanes(Wide())) {
    const bool done = is_small(b) && (m.stride == hn::Lanes(Four())    ? tighten_narrow<Four>(m, x, y, b)
                                      : m.stride == hn::Lanes(Eight()) ? tighten_narrow<Eight>(m, x, y, b)
                                      : m.stride == hn::Lanes(Wide())  ? tighten_narrow<Wide>(m, x, y, b)
                                                                       : false);
    if (done) return;
  }
  Prepared from_y;
  for (std::size_t start = 0; start < m.stride; start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, m.stride - start);
    if (!is_small(b) || !prepare(from_y, m.row(y) + start, size)) return careful::tighten(m, x, y, b);
    const raw_t* old_y = m.row(y);
    raw_t* row = m.data;
    for (std::uint32_t p = 0; p < m.dimension; ++p, row += m.stride) {
      if (row[x] == raw_infinity) continue;
      const raw_t to_y = row[x] + b - ((row[x] | b) & 1);
      // Later chunks see entry y already lowered, hence ">" and not ">=" there.
      if (to_y > row[y] || (start == 0 && to_y == row[y])) continue;
      if (!is_small(to_y)) return careful::tighten(m, x, y, b);
      if (row != old_y) lower_row(row + start, to_y, from_y, size);
    }
  }
}

// ---- time

// After up, p - 0 is bounded only by the invariants: by the least p - x + bound(x). That is the one new
// path, so p - q follows from it through the reference clock.
bool up_within(Matrix m, std::span<const UpperBound> invariant) {
  if (m.stride > chunk) return careful::up_within(m, invariant);
  constexpr raw_t limit = raw_t{1} << 28;
  HWY_ALIGN raw_t upper[chunk];
  Prepared from_zero;
  // Less than soft_infinity, so that the two can be added; more than any sum of bounds within the limit.
  std::fill_n(upper, m.stride, soft_threshold + limit);
  for (const UpperBound& u : invariant) {
    if (u.bound.raw <= -limit || (u.bound.raw >= limit && !u.bound.is_infinite())) {
      return careful::up_within(m, invariant);
    }
    upper[u.x.value] = std::min(upper[u.x.value], u.bound.raw);
  }
  if (!prepare(from_zero, m.data, m.stride)) return careful::up_within(m, invariant);
  raw_t* row = m.data + m.stride;
  for (std::uint32_t p = 1; p < m.dimension; ++p, row += m.stride) {
    raw_t highest = raw_infinity;
    const bool small = for_blocks(m.stride, [&](auto d, std::size_t j) HWY_ATTR {
      const auto v = hn::LoadU(d, row + j);
      if (!within(d, v, limit)) return false;
      const auto u = hn::Load(d, upper + j);
      const auto soft = hn::Min(v, hn::Set(d, soft_infinity));
      const auto either = hn::And(hn::Or(soft, u), hn::Set(d, 1));
      const auto path = hn::Sub(hn::Add(soft, u), either);
      highest = std::min(highest, hn::GetLane(hn::MinOfLanes(d, path)));
      return true;
    });
    if (!small) return careful::up_within(m, invariant);
    if (highest >= soft_threshold) {
      row[0] = raw_infinity;
      continue;
    }
    if (highest + m.data[p] - ((highest | m.data[p]) & 1) < raw_le_zero) return false;
    row[0] = highest;
    lower_row(row, highest, from_zero, m.stride);
  }
  return true;
}

void down(Matrix m) {
  for_blocks(m.stride, [&](auto d, std::size_t j) HWY_ATTR {
    auto lowest = hn::Set(d, raw_le_zero);
    for (std::uint32_t i = 1; i < m.dimension; ++i) {
      lowest = hn::Min(lowest, hn::LoadU(d, m.row(i) + j));
    }
    hn::StoreU(lowest, d, m.data + j);
    return true;
  });
  m.data[0] = raw_le_zero;
  std::fill(m.data + m.dimension, m.data + m.stride, raw_infinity);
}

// ---- flat arrays

void minimum(raw_t* target, const raw_t* other, std::size_t size) {
  for_blocks(size, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Min(hn::LoadU(d, target + i), hn::LoadU(d, other + i)), d, target + i);
    return true;
  });
}

void maximum(raw_t* target, const raw_t* other, std::size_t size) {
  for_blocks(size, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Max(hn::LoadU(d, target + i), hn::LoadU(d, other + i)), d, target + i);
    return true;
  });
}

bool none_below(const raw_t* entries, const raw_t* limits, std::size_t size) {
  return for_blocks(size, [&](auto d, std::size_t i) HWY_ATTR {
    return hn::AllFalse(d, hn::Lt(hn::LoadU(d, entries + i), hn::LoadU(d, limits + i)));
  });
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

// Thresholds of alu.h for `size` columns from `start` on; alu_never in the padding.
HWY_INLINE void thresholds(raw_t* result, ConstMatrix small, const std::int32_t* upper, std::size_t start,
                           std::size_t size) {
  for_blocks(size, [&](auto d, std::size_t j) HWY_ATTR {
    const std::size_t from = start + j;
    const std::size_t left = small.dimension > from ? small.dimension - from : 0;
    const auto u = load_bounds(d, upper + from, left);
    const auto twice = hn::ShiftLeft<1>(hn::Min(u, hn::Set(d, raw_t{1} << 29)));  // beyond every zone
    const auto zero_minus_x = hn::LoadU(d, small.data + from);
    const auto reached = hn::And(hn::Gt(u, hn::Set(d, -1)), hn::Gt(zero_minus_x, hn::Neg(twice)));
    const auto raised = hn::Add(zero_minus_x, hn::And(zero_minus_x, hn::Set(d, 1)));
    hn::Store(hn::IfThenElse(reached, raised, hn::Set(d, alu_never)), d, result + j);
    return true;
  });
  if (start == 0) result[0] = 2;  // the reference clock: U = 0
}

// What entry (y, .) of the covering zone must not be below.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V alu_limit(D d, V row, V threshold, std::int32_t lower) {
  const V never = hn::Set(d, alu_never);
  if (lower > largest_clock_bound) return hn::IfThenElse(hn::Eq(threshold, never), never, row);
  return hn::Min(row, hn::Add(threshold, hn::Set(d, 2 * lower)));
}

bool alu_includes(ConstMatrix big, ConstMatrix small, const ClockBounds& bounds) {
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
        const auto limit = alu_limit(d, hn::LoadU(d, row + j), hn::Load(d, threshold + j), std::max(lower, 0));
        hn::StoreU(lower < 0 ? hn::Set(d, alu_never) : limit, d, target + j);
        return true;
      });
    }
  }
}

// ---- extrapolation

bool widen_row(raw_t* row, const raw_t* least, raw_t high, std::uint32_t stride) {
  bool changed = false;
  for_blocks(stride, [&](auto d, std::size_t j) HWY_ATTR {
    const auto v = hn::LoadU(d, row + j);
    const auto raised = hn::Max(v, hn::LoadU(d, least + j));
    const auto result = hn::IfThenElse(hn::Gt(v, hn::Set(d, high)), hn::Set(d, raw_infinity), raised);
    changed = changed || !hn::AllTrue(d, hn::Eq(result, v));
    hn::StoreU(result, d, row + j);
    return true;
  });
  return changed;
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

const VectorKernels& table() {
  static const VectorKernels kernels{hwy::TargetName(HWY_TARGET),
                                         close,
                                         close_over,
                                         close_through,
                                         tighten,
                                         up_within,
                                         down,
                                         minimum,
                                         maximum,
                                         none_below,
                                         relation,
                                         alu_includes,
                                         make_alu_probe,
                                         widen_row,
                                         packed_none_below,
                                         packed_find};
  return kernels;
}

}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orbita::dbm {
namespace {

HWY_EXPORT(table);

// The best the processor has; chosen at the first call, by whichever thread makes it.
constinit std::atomic<const VectorKernels*> active{nullptr};

const VectorKernels& choose() {
  const VectorKernels& best = HWY_DYNAMIC_DISPATCH(table)();
  active.store(&best, std::memory_order_relaxed);
  return best;
}

}  // namespace

const VectorKernels& vector_kernels() {
  const VectorKernels* chosen = active.load(std::memory_order_relaxed);
  return chosen != nullptr ? *chosen : choose();
}

std::vector<const VectorKernels*> all_vector_kernels() {
  std::vector<const VectorKernels*> all;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    all.push_back(&HWY_DYNAMIC_DISPATCH(table)());
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return all;
}

}  // namespace orbita::dbm
#endif  // HWY_ONCE
