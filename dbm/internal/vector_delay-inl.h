// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_DELAY) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_DELAY
#undef ORBITA_DBM_VECTOR_DELAY
#else
#define ORBITA_DBM_VECTOR_DELAY
#endif

#include <algorithm>
#include <span>

#include "dbm/internal/vector_paths-inl.h"
#include "hwy/highway.h"

// Delay within upper bounds on clocks, row by row.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

enum class Result { empty, done, too_large };

// Exact for finite bounds; more than any of them where one is infinite.
HWY_INLINE std::int64_t wide_sum(raw_t a, raw_t b) { return std::int64_t{a} + b - ((a | b) & 1); }

// Upper bounds on a handful of clocks, finite and at least one of them. Their number is known to the
// compiler, so that they stay in registers; where there are fewer, the last one is repeated.
template <int count>
struct Few {
  std::uint32_t x[count];
  std::int64_t keep[count];  // masks the weak bit away where the bound is strict
  std::int64_t even[count];

  // Of rows whose columns of `resets` are still to become column 0.
  HWY_INLINE explicit Few(std::span<const UpperBound> invariant, std::span<const ClockIndex> resets = {}) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; ++i) {
      const UpperBound& u = invariant[std::min(i, invariant.size() - 1)];
      x[i] = std::find(resets.begin(), resets.end(), u.x) == resets.end() ? u.x.value : 0;
      keep[i] = ~1 | u.bound.raw;
      even[i] = u.bound.raw & ~1;
    }
  }

  // The least row[x] + bound, infinity where there is none.
  HWY_INLINE raw_t least(const raw_t* row) const {
    std::int64_t least = raw_infinity;
#pragma GCC unroll 4
    for (int i = 0; i < count; ++i) least = std::min(least, (row[x[i]] & keep[i]) + even[i]);
    return static_cast<raw_t>(least);
  }
};

// The same for any number of them, one by one.
HWY_INLINE raw_t least_of(const raw_t* row, std::span<const UpperBound> invariant) {
  std::int64_t least = raw_infinity;
  for (const UpperBound& u : invariant) {
    if (!u.bound.is_infinite()) least = std::min(least, wide_sum(row[u.x.value], u.bound.raw));
  }
  return static_cast<raw_t>(least);
}

// The least bound of each clock, infinity where there is none, in a row of `size` entries.
HWY_INLINE void place(raw_t* row, std::size_t size, std::span<const UpperBound> invariant) {
  std::fill_n(row, size, raw_infinity);
  for (const UpperBound& u : invariant) row[u.x.value] = std::min(row[u.x.value], u.bound.raw);
}

#if HWY_TARGET <= HWY_AVX3  // 8 entries of a list are one vector
// The same for clocks that follow each other, without short stores, which vector loads of the row would wait
// for. False when they do not: then the row is unspecified.
HWY_INLINE bool place_in_order(raw_t* row, std::size_t size, std::span<const UpperBound> invariant) {
  static_assert(sizeof(UpperBound) == sizeof(std::uint64_t));  // the bound in the upper half
  const hn::CappedTag<std::uint64_t, 8> d;
  const hn::Rebind<std::uint32_t, decltype(d)> d32;
  const std::uint64_t first = invariant[0].x.value;
  if (first + invariant.size() > size) return false;  // the last ones would lie outside of the row
  const auto list = reinterpret_cast<std::uintptr_t>(invariant.data()) - first * sizeof(UpperBound);
  auto wrong = hn::Zero(d);
  auto clock = hn::Iota(d, 0);
  for (std::size_t j = 0; j < size; j += 8) {
    const auto there = hn::Lt(hn::Sub(clock, hn::Set(d, first)), hn::Set(d, invariant.size()));
    const auto* entries = reinterpret_cast<const std::uint64_t*>(list + j * sizeof(UpperBound));
    const auto bounds = hn::MaskedLoad(there, d, entries);
    const auto x = hn::And(bounds, hn::Set(d, 0xFFFFFFFFu));
    wrong = hn::Or(wrong, hn::IfThenElseZero(there, hn::Xor(x, clock)));
    const auto infinity = hn::Set(d, static_cast<std::uint64_t>(raw_infinity));
    const auto placed = hn::IfThenElse(there, hn::ShiftRight<32>(bounds), infinity);
    hn::StoreU(hn::BitCast(hn::RebindToSigned<decltype(d32)>(), hn::TruncateTo(d32, placed)),
               hn::RebindToSigned<decltype(d32)>(), row + j);
    clock = hn::Add(clock, hn::Set(d, 8));
  }
  return hn::AllTrue(d, hn::Eq(wrong, hn::Zero(d)));
}
#else
HWY_INLINE bool place_in_order(raw_t*, std::size_t, std::span<const UpperBound>) { return false; }
#endif

// Many invariants as a row: the least entry of row + addend, as unsigned numbers, is the least bound plus
// `bias`. Sums with infinity and with clocks that have no invariant are larger than all others without
// wrapping round.
template <class S>
struct Invariants {
  static constexpr raw_t bias = small_limit;
  using Unsigned = hn::RebindToUnsigned<typename S::Tag>;
  typename S::Row addend;
  typename S::Row keep;  // masks weak bits away where the bound is strict
  bool weak;             // all of them are
  raw_t lowest, highest;

  HWY_INLINE explicit Invariants(std::span<const UpperBound> invariant) {
    const typename S::Tag d;
    HWY_ALIGN raw_t bounds[S::entries];
    if (S::entries == 4 || !place_in_order(bounds, S::entries, invariant)) place(bounds, S::entries, invariant);
    auto least = hn::Set(d, raw_infinity);
    auto most = hn::Zero(d);
    auto all = hn::Set(d, ~0);
    S::each(
        [&](std::size_t j, auto& a, auto& k) HWY_ATTR {
          const auto bound = hn::Load(d, bounds + j);
          const auto none = hn::Eq(bound, hn::Set(d, raw_infinity));
          const auto even = hn::And(bound, hn::Set(d, ~1));
          a = hn::IfThenElse(none, hn::Set(d, lowest_raw), hn::Add(even, hn::Set(d, bias)));
          k = hn::IfThenElse(none, hn::Set(d, ~0), hn::Or(bound, hn::Set(d, ~1)));
          least = hn::Min(least, bound);
          most = hn::Max(most, hn::IfThenZeroElse(none, bound));
          all = hn::And(all, k);
        },
        addend, keep);
    weak = hn::AllTrue(d, hn::Eq(all, hn::Set(d, ~0)));
    lowest = hn::GetLane(hn::MinOfLanes(d, least));
    highest = hn::GetLane(hn::MaxOfLanes(d, most));
  }

  // At least small_limit where no bound below that was found.
  template <bool all_weak>
  HWY_INLINE raw_t least(const raw_t* row) const {
    const Unsigned du;
    auto least = hn::Set(du, ~0u);
    S::each(
        [&](std::size_t j, const auto& a, const auto& k) HWY_ATTR {
          auto entries = S::load(row, j);
          if constexpr (!all_weak) entries = hn::And(entries, k);
          least = hn::Min(least, hn::BitCast(du, hn::Add(entries, a)));
        },
        addend, keep);
    const auto found = hn::GetLane(hn::MinOfLanes(du, least));
    return found < std::uint32_t{bias} + small_limit ? static_cast<raw_t>(found) - bias : raw_infinity;
  }
};

// After up, p - 0 is bounded only by the invariants: by `highest`, the least p - x + bound(x). Where that is
// no tighter than p - 0 was before, nothing else changes; so a zone that satisfied the invariant pays for one
// column. Else p - q follows through the reference clock.
template <class S>
HWY_INLINE Result up_row(Matrix m, std::uint32_t p, raw_t highest, const Through<S, Infinity::padding>& from_zero) {
  raw_t* row = m.data + std::size_t{p} * S::stride;
  if (highest < row[0]) {
    if (!is_small(highest)) return Result::too_large;
    if (highest + m.data[p] < 2) return Result::empty;  // below <= 0, weak or not
    from_zero.lower(row, highest);                      // entry 0 too
  } else if (highest > row[0]) {
    if (highest >= small_limit && highest != raw_infinity) return Result::too_large;
    row[0] = highest;
  }
  return Result::done;
}

// least(row) finds how high its clock may rise.
template <class S, class Least>
HWY_INLINE Result up_rows(Matrix m, Least least) {
  Through<S, Infinity::padding> from_zero;
  if (!from_zero.load(m.data)) return Result::too_large;
  const raw_t* row = m.data + S::stride;
  for (std::uint32_t p = 1; p < m.dimension; ++p, row += S::stride) {
    const Result result = up_row<S>(m, p, least(row), from_zero);
    if (result != Result::done) return result;
  }
  return Result::done;
}

template <class S, int count>
HWY_INLINE Result up_few(Matrix m, std::span<const UpperBound> invariant) {
  for (const UpperBound& u : invariant) {
    if (u.bound.raw < raw_le_zero) return Result::empty;
    if (!is_small(u.bound.raw)) return Result::too_large;  // or none at all
  }
  const Few<count> few(invariant);
  return up_rows<S>(m, [&](const raw_t* row) HWY_ATTR { return few.least(row); });
}

template <class S, bool all_weak>
HWY_INLINE Result up_many(Matrix m, std::span<const UpperBound> invariant, const Invariants<S>& rows) {
  return up_rows<S>(m, [&](const raw_t* row) HWY_ATTR {
    const raw_t least = rows.template least<all_weak>(row);
    return least < small_limit ? least : least_of(row, invariant);
  });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
