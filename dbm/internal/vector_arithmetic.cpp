#include <algorithm>
#include <limits>

#include "dbm/internal/careful.h"
#include "dbm/internal/vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dbm/internal/vector_arithmetic.cpp"
#include "hwy/foreach_target.h"  // compiles the part below once per instruction set
//
#include "dbm/internal/vector_blocks-inl.h"
#include "hwy/highway.h"

// Adding bounds to whole rows. A sum of two bounds below 2^29 stays in range, so each kernel looks at the
// sizes first and hands over to careful.h when one is larger; what it did so far stays valid, since it only
// tightened along paths.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

constexpr raw_t lowest_raw = std::numeric_limits<raw_t>::min();
constexpr raw_t highest_raw = std::numeric_limits<raw_t>::max();
constexpr raw_t small_limit = raw_t{1} << 29;

HWY_INLINE bool is_small(raw_t bound) { return bound < small_limit && bound > -small_limit; }

// Whether each lane is infinite or of size below `limit`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE bool within(D d, V v, raw_t limit) {
  const V size = hn::Xor(v, hn::ShiftRight<31>(v));
  return hn::AllTrue(d, hn::Or(hn::Lt(size, hn::Set(d, limit)), hn::Eq(v, hn::Set(d, raw_infinity))));
}

// ---- a row of known length as the second half of paths, in registers

template <class S>
struct Through {
  typename S::Row row;    // infinity replaced by 0
  typename S::Row floor;  // infinity where it was, else the lowest number: max(sum, floor) keeps it

  // False when a bound is too large to be added without looking.
  HWY_INLINE bool load(const raw_t* from) {
    const typename S::Tag d;
    bool small = true;
    S::each(
        [&](std::size_t j, auto& v, auto& f) HWY_ATTR {
          v = hn::LoadU(d, from + j);
          small = small && within(d, v, small_limit);
          const auto infinite = hn::Eq(v, hn::Set(d, raw_infinity));
          f = hn::IfThenElse(infinite, v, hn::Set(d, lowest_raw));
          v = hn::IfThenZeroElse(infinite, v);
        },
        row, floor);
    return small;
  }

  // Entries of `target` become at most `bound` + this row. Most bounds are weak: the branch is cheaper than
  // masking the weak bits every time.
  HWY_INLINE void lower(raw_t* target, raw_t bound) const {
    const typename S::Tag d;
    const auto even = hn::Set(d, bound & ~1);
    const auto put = [&](std::size_t j, auto sum, auto f) HWY_ATTR {
      hn::StoreU(hn::Min(hn::LoadU(d, target + j), hn::Max(sum, f)), d, target + j);
    };
    if ((bound & 1) != 0) {
      S::each([&](std::size_t j, const auto& v, const auto& f) HWY_ATTR { put(j, hn::Add(v, even), f); }, row,
              floor);
    } else {
      const auto keep = hn::Set(d, ~1);
      S::each([&](std::size_t j, const auto& v, const auto& f)
                  HWY_ATTR { put(j, hn::Add(hn::And(v, keep), even), f); },
              row, floor);
    }
  }
};

// ---- the same for rows of any length, in memory, `chunk` entries at a time

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
    if (!within(d, v, small_limit)) return false;
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

// ---- closing

// Paths through k. False when a bound is too large.
template <class S>
HWY_INLINE bool pivot(Matrix m, std::uint32_t k) {
  Through<S> through;
  if (!through.load(m.row(k))) return false;
  raw_t* row = m.data;
  for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::entries) {
    const raw_t to_k = row[k];
    if (is_small(to_k)) {
      through.lower(row, to_k);  // harmless for row k itself: its diagonal is 0
    } else if (to_k != raw_infinity) {
      return false;
    }
  }
  return true;
}

bool long_pivot(Matrix m, std::uint32_t k) {
  Prepared through;
  for (std::size_t start = 0; start < m.stride; start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, m.stride - start);
    if (!prepare(through, m.row(k) + start, size)) return false;
    for (std::uint32_t i = 0; i < m.dimension; ++i) {
      // Column k does not change under pivot k, so it is the same for every chunk.
      const raw_t to_k = m.row(i)[k];
      if (to_k == raw_infinity || i == k) continue;
      if (!is_small(to_k)) return false;
      lower_row(m.row(i) + start, to_k, through, size);
    }
  }
  return true;
}

// Floyd and Warshall. A negative cycle shows on the diagonal before its last clock becomes the pivot, so
// until then every entry is the weight of a simple path and nothing runs away.
template <class Pivot>
HWY_INLINE bool close_with(Matrix m, const std::uint8_t* pivots, Pivot one_pivot) {
  for (std::uint32_t k = 0; k < m.dimension; ++k) {
    if (m.row(k)[k] < raw_le_zero) return false;
    if ((pivots == nullptr || pivots[k] != 0) && !one_pivot(k)) return careful::close(m);
  }
  return true;
}

bool close_over(Matrix m, const std::uint8_t* pivots) {
  return with_shape(
      m.stride,
      [&](auto shape) HWY_ATTR {
        using S = decltype(shape);
        return close_with(m, pivots, [&](std::uint32_t k) HWY_ATTR { return pivot<S>(m, k); });
      },
      [&]() HWY_ATTR {
        return close_with(m, pivots, [&](std::uint32_t k) HWY_ATTR { return long_pivot(m, k); });
      });
}

bool close(Matrix m) { return close_over(m, nullptr); }

bool close_through(Matrix m, std::uint32_t k) {
  if (m.row(k)[k] < raw_le_zero) return false;
  if (!long_pivot(m, k)) return careful::close_through(m, k);
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    if (m.row(i)[i] < raw_le_zero) return false;
  }
  return true;
}

// ---- constraining

// Row y does not change: its sums run through a cycle of weight >= 0. Row p changes only where it reaches
// y faster than before, p - x plus b. The matrix was closed, so row[x] stays what it is.
template <class S>
HWY_INLINE bool tighten_short(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  Through<S> from_y;
  if (!is_small(b) || !from_y.load(m.row(y))) return false;
  raw_t* row = m.data;
  for (std::uint32_t p = 0; p < m.dimension; ++p, row += S::entries) {
    const raw_t to_x = row[x];
    if (to_x == raw_infinity) continue;
    const raw_t to_y = to_x + b - ((to_x | b) & 1);
    if (to_y >= row[y]) continue;
    if (!is_small(to_y)) return false;
    from_y.lower(row, to_y);
  }
  return true;
}

bool tighten_long(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  Prepared from_y;
  if (!is_small(b)) return false;
  for (std::size_t start = 0; start < m.stride; start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, m.stride - start);
    if (!prepare(from_y, m.row(y) + start, size)) return false;
    raw_t* row = m.data;
    for (std::uint32_t p = 0; p < m.dimension; ++p, row += m.stride) {
      if (p == y || row[x] == raw_infinity) continue;
      const raw_t to_y = row[x] + b - ((row[x] | b) & 1);
      // Later chunks see entry y already lowered, hence ">" and not ">=" there.
      if (to_y > row[y] || (start == 0 && to_y == row[y])) continue;
      if (!is_small(to_y)) return false;
      lower_row(row + start, to_y, from_y, size);
    }
  }
  return true;
}

void tighten(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  const bool done = with_shape(
      m.stride, [&](auto shape) HWY_ATTR { return tighten_short<decltype(shape)>(m, x, y, b); },
      [&]() HWY_ATTR { return tighten_long(m, x, y, b); });
  if (!done) careful::tighten(m, x, y, b);
}

// ---- time

// The least row[x] + bound over the invariants, one by one. Exact: two bounds never overflow int32.
HWY_INLINE raw_t least_of(const raw_t* row, std::span<const UpperBound> invariant) {
  raw_t least = raw_infinity;
  for (const UpperBound& u : invariant) {
    const raw_t to_x = row[u.x.value];
    if (to_x == raw_infinity || u.bound.is_infinite()) continue;
    least = std::min(least, to_x + u.bound.raw - ((to_x | u.bound.raw) & 1));
  }
  return least;
}

// Many invariants as rows: entry x of the sum is (min(row[x], cap) & keep) + even, which is exact for
// finite ones and at least 2^29 for infinite ones.
struct Invariants {
  HWY_ALIGN raw_t cap[chunk];
  HWY_ALIGN raw_t keep[chunk];
  HWY_ALIGN raw_t even[chunk];

  HWY_INLINE Invariants(std::span<const UpperBound> invariant, std::size_t stride) {
    std::fill_n(cap, stride, 0);
    std::fill_n(keep, stride, ~0);
    std::fill_n(even, stride, highest_raw - 1);
    for (const UpperBound& u : invariant) {
      const raw_t even_bound = u.bound.raw & ~1;
      if (u.bound.is_infinite() || even_bound > even[u.x.value]) continue;
      const raw_t kept = keep[u.x.value];
      keep[u.x.value] = even_bound < even[u.x.value] ? ~1 | u.bound.raw : kept & (~1 | u.bound.raw);
      even[u.x.value] = even_bound;
      cap[u.x.value] = highest_raw - even_bound;
    }
  }

  template <class S>
  HWY_INLINE raw_t least(const raw_t* row) const {
    const typename S::Tag d;
    auto least = hn::Set(d, highest_raw);
#pragma GCC unroll 16
    for (int i = 0; i < S::vectors; ++i) {
      const std::size_t j = static_cast<std::size_t>(i * S::lanes);
      const auto capped = hn::Min(hn::LoadU(d, row + j), hn::Load(d, cap + j));
      least = hn::Min(least, hn::Add(hn::And(capped, hn::Load(d, keep + j)), hn::Load(d, even + j)));
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
  }
};

enum class Result { empty, done, too_large };

// After up, p - 0 is bounded only by the invariants: by the least p - x + bound(x). That is the one new
// path, so p - q follows from it through the reference clock. least(row) finds it, or says at least 2^29.
template <class S, class Least>
HWY_INLINE Result up_rows(Matrix m, std::span<const UpperBound> invariant, Least least) {
  Through<S> from_zero;
  if (!from_zero.load(m.data)) return Result::too_large;
  raw_t* row = m.data + S::entries;
  for (std::uint32_t p = 1; p < m.dimension; ++p, row += S::entries) {
    raw_t highest = least(row);
    if (highest >= small_limit) {
      highest = least_of(row, invariant);
      if (highest != raw_infinity) return Result::too_large;
      row[0] = raw_infinity;
      continue;
    }
    if (highest <= -small_limit) return Result::too_large;
    const raw_t below = m.data[p];
    if (highest + below - ((highest | below) & 1) < raw_le_zero) return Result::empty;
    from_zero.lower(row, highest);
    row[0] = highest;  // after the vectors: a vector load right behind a short store would wait for it
  }
  return Result::done;
}

template <class S>
HWY_INLINE Result up_short(Matrix m, std::span<const UpperBound> invariant) {
  for (const UpperBound& u : invariant) {
    if (u.bound.raw < raw_le_zero) return Result::empty;
    if (!is_small(u.bound.raw) && !u.bound.is_infinite()) return Result::too_large;
  }
  if (invariant.size() <= 4) {  // measured: scalar sums win while they are few
    return up_rows<S>(m, invariant, [&](const raw_t* row) HWY_ATTR { return least_of(row, invariant); });
  }
  const Invariants rows(invariant, S::entries);
  return up_rows<S>(m, invariant, [&](const raw_t* row) HWY_ATTR { return rows.template least<S>(row); });
}

bool up_within(Matrix m, std::span<const UpperBound> invariant) {
  const Result result = with_shape(
      m.stride, [&](auto shape) HWY_ATTR { return up_short<decltype(shape)>(m, invariant); },
      [&]() HWY_ATTR { return Result::too_large; });
  return result == Result::too_large ? careful::up_within(m, invariant) : result == Result::done;
}

// ---- updates

// Column x := column 0, then row x := row 0. Whole rows are written, so that the vector loads of the next
// operation need not wait for short stores.
template <class S>
HWY_INLINE void reset_short(Matrix m, std::uint32_t x) {
  const typename S::Tag d;
  typename S::Row chosen;
  S::each(
      [&](std::size_t j, auto& c) HWY_ATTR {
        const auto index = hn::Iota(d, static_cast<raw_t>(j));
        c = hn::VecFromMask(d, hn::Eq(index, hn::Set(d, static_cast<raw_t>(x))));
      },
      chosen);
  raw_t* row = m.data;
  for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::entries) {
    const auto value = hn::Set(d, row[0]);
    S::each([&](std::size_t j, const auto& c)
                HWY_ATTR { hn::StoreU(hn::IfVecThenElse(c, value, hn::LoadU(d, row + j)), d, row + j); },
            chosen);
  }
  raw_t* target = m.row(x);
  S::each([&](std::size_t j, auto&) HWY_ATTR { hn::StoreU(hn::LoadU(d, m.data + j), d, target + j); },
          chosen);
}

void reset_long(Matrix m, std::uint32_t x) {
  for (std::uint32_t i = 0; i < m.dimension; ++i) m.row(i)[x] = m.row(i)[0];
  std::copy_n(m.data, m.stride, m.row(x));
}

void reset_zero(Matrix m, std::uint32_t x) {
  if (m.stride > 32) return reset_long(m, x);  // measured: rewriting whole rows no longer pays
  with_shape(
      m.stride, [&](auto shape) HWY_ATTR { reset_short<decltype(shape)>(m, x); },
      [&]() HWY_ATTR { reset_long(m, x); });
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

// ---- entry by entry

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

// One vector of row i, starting at column j. Differences are collected in `changes`.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void widen_block(D d, raw_t* row, std::size_t j, std::uint32_t i, V least, V high, V& changes) {
  const V v = hn::LoadU(d, row + j);
  const V widened = hn::IfThenElse(hn::Gt(v, high), hn::Set(d, raw_infinity), hn::Max(v, least));
  const auto diagonal = hn::Eq(hn::Iota(d, static_cast<raw_t>(j)), hn::Set(d, static_cast<raw_t>(i)));
  const V result = hn::IfThenElse(diagonal, v, widened);
  changes = hn::Or(changes, hn::Xor(v, result));
  hn::StoreU(result, d, row + j);
}

template <class S>
HWY_INLINE bool widen_short(Matrix m, const raw_t* least, const raw_t* high) {
  const typename S::Tag d;
  typename S::Row lows;
  S::each([&](std::size_t j, auto& low) HWY_ATTR { low = hn::LoadU(d, least + j); }, lows);
  auto changes = hn::Zero(d);
  raw_t* row = m.data + S::entries;
  for (std::uint32_t i = 1; i < m.dimension; ++i, row += S::entries) {
    const auto limit = hn::Set(d, high[i]);
    auto here = hn::Zero(d);
    S::each([&](std::size_t j, const auto& low) HWY_ATTR { widen_block(d, row, j, i, low, limit, here); },
            lows);
    changes = hn::Or(changes, hn::And(here, hn::Set(d, high[i] == lowest_raw ? 0 : ~0)));
  }
  return !hn::AllTrue(d, hn::Eq(changes, hn::Zero(d)));
}

bool widen_long(Matrix m, const raw_t* least, const raw_t* high) {
  const Four d;  // strides are multiples of it
  bool changed = false;
  for (std::uint32_t i = 1; i < m.dimension; ++i) {
    auto here = hn::Zero(d);
    for (std::size_t j = 0; j < m.stride; j += hn::Lanes(d)) {
      widen_block(d, m.row(i), j, i, hn::LoadU(d, least + j), hn::Set(d, high[i]), here);
    }
    changed = changed || (high[i] != lowest_raw && !hn::AllTrue(d, hn::Eq(here, hn::Zero(d))));
  }
  return changed;
}

bool widen(Matrix m, const raw_t* least, const raw_t* high) {
  return with_shape(
      m.stride, [&](auto shape) HWY_ATTR { return widen_short<decltype(shape)>(m, least, high); },
      [&]() HWY_ATTR { return widen_long(m, least, high); });
}

}  // namespace

void fill_arithmetic(VectorKernels& kernels) {
  kernels.name = hwy::TargetName(HWY_TARGET);
  kernels.close = close;
  kernels.close_over = close_over;
  kernels.close_through = close_through;
  kernels.tighten = tighten;
  kernels.up_within = up_within;
  kernels.down = down;
  kernels.minimum = minimum;
  kernels.maximum = maximum;
  kernels.widen = widen;
  kernels.reset_zero = reset_zero;
}

}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orbita::dbm {

HWY_EXPORT(fill_arithmetic);
void choose_arithmetic(VectorKernels& kernels) { HWY_DYNAMIC_DISPATCH(fill_arithmetic)(kernels); }

}  // namespace orbita::dbm
#endif  // HWY_ONCE
