// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_PAIRS) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_PAIRS
#undef ORBITA_DBM_VECTOR_PAIRS
#else
#define ORBITA_DBM_VECTOR_PAIRS
#endif

#include <span>

#include "dbm/internal/vector_delay-inl.h"
#include "hwy/highway.h"

// Delay within many upper bounds, two rows at a time.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET <= HWY_AVX3  // vectors of 16

// Two rows of an odd number of eights, where vectors hold 16: together they are whole vectors that straddle
// no cache line, and the one in the middle has the end of one row and the beginning of the next. For weak
// invariants and weak bounds in row 0: then a path to q through the reference clock is highest + (0 - q) - 1,
// whether `highest` is weak or not.
template <class S>
inline constexpr bool is_paired = S::entries % 16 == 8 && S::entries > 8;

template <class S>
class PairedRows {
  using D = Wide;
  using V = hn::Vec<D>;
  static constexpr int vectors = S::entries / 8;
  static constexpr int middle = vectors / 2;

 public:
  HWY_INLINE PairedRows(ConstMatrix m, const Invariants<S>& invariants) {
    const D d;
    typename S::Row row_zero;
    load_row<S>(row_zero, m.data);
    const auto joined = [&](const typename S::Row& row, int i) HWY_ATTR {  // vector i of this row twice
      return hn::Combine(d, row.part[(2 * i + 1) % vectors], row.part[2 * i % vectors]);
    };
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) {
      addend_[i] = joined(invariants.addend, i);
      from_zero_[i] = hn::Sub(joined(row_zero, i), hn::Set(d, Invariants<S>::bias + 1));
    }
    const V columns = column_numbers(d, 0);
    neighbours_ = hn::IndicesFromVec(d, hn::Xor(columns, hn::Set(d, 4)));
    first_ = hn::FirstN(d, 1);
    second_ = hn::Eq(columns, hn::Set(d, 8));
    // Padding, of the first row in the middle and of the second one at the end.
    const auto clocks = static_cast<raw_t>(m.dimension) - (S::entries - 8);
    const auto padding = hn::Gt(hn::And(columns, hn::Set(d, 7)), hn::Set(d, clocks - 1));
    middle_padding_ = hn::And(padding, hn::FirstN(d, 8));
    end_padding_ = hn::AndNot(hn::FirstN(d, 8), padding);
  }

  // How high the clocks of both rows may rise, plus the bias: the first one in the lower half, the other one
  // in the upper half. See Invariants.
  HWY_INLINE V highest(const raw_t* pair) const {
    const D d;
    const V first = least(pair, 0, middle), second = least(pair, middle + 1, vectors);
    V both = smaller(hn::ConcatLowerLower(d, second, first), hn::ConcatUpperUpper(d, second, first));
    both = smaller(both, least(pair, middle, middle + 1));
    both = smaller(both, hn::TableLookupLanes(both, neighbours_));
    both = smaller(both, hn::Shuffle1032(both));
    return smaller(both, hn::Shuffle2301(both));
  }
  static HWY_INLINE bool is_known(V highest) {
    const hn::RebindToUnsigned<D> d;
    const auto limit = hn::Set(d, std::uint32_t{Invariants<S>::bias} + small_limit);
    return hn::AllTrue(d, hn::Lt(hn::BitCast(d, highest), limit));
  }

  // See up_row. Here every bound is written.
  HWY_INLINE void raise(raw_t* pair, V highest) const {
    const D d;
    const V infinity = hn::Set(d, raw_infinity);
    const V first = hn::ConcatLowerLower(d, highest, highest),
            second = hn::ConcatUpperUpper(d, highest, highest);
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) {
      const V row = hn::LoadU(d, pair + 16 * i);
      const V sum = hn::Add(i < middle ? first : i == middle ? highest : second, from_zero_[i]);
      V raised = row;
      if (i == 0) raised = hn::IfThenElse(first_, infinity, row);
      if (i == middle) raised = hn::IfThenElse(second_, infinity, row);
      V result = hn::Min(raised, sum);
      if (i == middle) result = hn::IfThenElse(middle_padding_, row, result);
      if (i == vectors - 1) result = hn::IfThenElse(end_padding_, row, result);
      hn::StoreU(result, d, pair + 16 * i);
    }
  }

 private:
  static HWY_INLINE V smaller(V a, V b) {
    const hn::RebindToUnsigned<D> d;
    return hn::BitCast(D(), hn::Min(hn::BitCast(d, a), hn::BitCast(d, b)));
  }
  HWY_INLINE V least(const raw_t* pair, int from, int to) const {
    const D d;
    V result = hn::Add(hn::LoadU(d, pair + 16 * from), addend_[from]);
#pragma GCC unroll 16
    for (int i = from + 1; i < to; ++i)
      result = smaller(result, hn::Add(hn::LoadU(d, pair + 16 * i), addend_[i]));
    return result;
  }

  V addend_[vectors], from_zero_[vectors];
  decltype(hn::IndicesFromVec(D(), V())) neighbours_;
  hn::Mask<D> first_, second_, middle_padding_, end_padding_;
};

// Whether all bounds of the row are weak.
template <class S>
HWY_INLINE bool all_weak(const Through<S, Infinity::padding>& through) {
  const typename S::Tag d;
  auto all = hn::Set(d, 1);
  S::each(
      [&](std::size_t, const auto& v, const auto& f) HWY_ATTR {
        all = hn::And(all, hn::IfThenElse(hn::Gt(f, hn::Zero(d)), all, v));  // but for the padding
      },
      through.row, through.floor);
  return hn::AllTrue(d, hn::Gt(all, hn::Zero(d)));
}

// Rows that no pair holds or that no invariant bounds go one by one.
template <class S>
HWY_INLINE Result up_pairs(Matrix m, std::span<const UpperBound> invariant, const Invariants<S>& rows) {
  Through<S, Infinity::padding> from_zero;
  if (!from_zero.load(m.data) || !all_weak<S>(from_zero)) return Result::too_large;
  const raw_t delay = rows.template least<true>(m.data);
  if (delay < raw_le_zero) return Result::empty;  // and only then
  const auto one = [&](std::uint32_t p) HWY_ATTR {
    const raw_t* row = m.data + std::size_t{p} * S::entries;
    const raw_t least = rows.template least<true>(row);
    return up_row<S>(m, p, least < small_limit ? least : least_of(row, invariant), from_zero);
  };
  const PairedRows<S> paired(m, rows);
  Result result = m.dimension > 1 ? one(1) : Result::done;
  std::uint32_t p = 2;  // even rows begin a cache line
  for (; p + 1 < m.dimension && result == Result::done; p += 2) {
    raw_t* pair = m.data + std::size_t{p} * S::entries;
    const auto highest = paired.highest(pair);
    if (PairedRows<S>::is_known(highest)) {
      paired.raise(pair, highest);
    } else {
      result = one(p);
      if (result == Result::done) result = one(p + 1);
    }
  }
  if (p < m.dimension && result == Result::done) result = one(p);
  return result;
}

#endif  // vectors of 16

template <class S>
HWY_INLINE Result up_short(Matrix m, std::span<const UpperBound> invariant) {
  if (invariant.empty()) return up(m), Result::done;
  if (invariant.size() <= 2) return up_few<S, 2>(m, invariant);
  if (invariant.size() <= 4) return up_few<S, 4>(m, invariant);  // measured: scalar sums win up to here
  const Invariants<S> rows(invariant);
  if (rows.lowest < raw_le_zero) return Result::empty;
  if (rows.highest >= small_limit) return Result::too_large;
#if HWY_TARGET <= HWY_AVX3
  if constexpr (is_paired<S>) {
    const Result result = rows.weak ? up_pairs<S>(m, invariant, rows) : Result::too_large;
    if (result != Result::too_large) return result;
  }
#endif
  return rows.weak ? up_many<S, true>(m, invariant, rows) : up_many<S, false>(m, invariant, rows);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
