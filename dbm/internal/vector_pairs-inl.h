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
// no cache line, and the one in the middle has the end of one row and the beginning of the next. Four pairs
// at a time: one tree of minima serves all of them, and their stores fit into the store queue. For weak
// invariants and weak bounds in row 0: then a path to q through the reference clock is highest + (0 - q) - 1,
// whether `highest` is weak or not.
template <class S>
inline constexpr bool is_paired = S::stride % 16 == 8 && S::stride > 8;

template <class S>
class PairedRows {
  using D = Wide;
  using V = hn::Vec<D>;
  static constexpr int vectors = S::entries / 8;
  static constexpr int middle = vectors / 2;

 public:
  static constexpr raw_t unchanged = Invariants<S>::bias + raw_le_zero;  // raised to 0, row 0 stays as it is

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
    first_ = hn::FirstN(d, 8);
    others_ = hn::Not(hn::FirstN(d, 1));
    second_ = hn::Eq(columns, hn::Set(d, 8));
    // All but the padding, which is that of the first row in the middle and of the second one at the end.
    const auto clocks = static_cast<raw_t>(m.dimension) - (S::entries - 8);
    const auto there = hn::Lt(hn::And(columns, hn::Set(d, 7)), hn::Set(d, clocks));
    in_middle_ = hn::Or(there, hn::Not(first_));
    at_end_ = hn::Or(there, first_);
  }

  // The least of the first row is in the lower half, that of the second one in the upper half.
  HWY_INLINE V least_of_pair(const raw_t* pair) const {
    const D d;
    const V first = least(pair, 0, middle), second = least(pair, middle + 1, vectors);
    const V both = smaller(hn::ConcatLowerLower(d, second, first), hn::ConcatUpperUpper(d, second, first));
    return smaller(both, least(pair, middle, middle + 1));
  }
  // How high the clocks of four pairs may rise, plus the bias: the first ones from entry 0 on, the second
  // ones from entry 8 on. See Invariants.
  static HWY_INLINE V highest(const V* least) {
    const V all = merged64(merged32(least[0], least[1]), merged32(least[2], least[3]));
    return smaller(all, hn::SwapAdjacentBlocks(all));
  }
  static HWY_INLINE bool is_known(V highest) {
    const hn::RebindToUnsigned<D> d;
    const auto limit = hn::Set(d, std::uint32_t{Invariants<S>::bias} + small_limit);
    return hn::AllTrue(d, hn::Lt(hn::BitCast(d, highest), limit));
  }

  // See up_row. Here every bound is written.
  HWY_INLINE void raise(raw_t* pair, const raw_t& first, const raw_t& second) const {
    const D d;
    const V low = hn::Set(d, first), high = hn::Set(d, second);
#pragma GCC unroll 16
    for (int i = 0; i < vectors; ++i) {
      const V row = hn::LoadU(d, pair + 16 * i);
      const V rise = i < middle ? low : i == middle ? hn::IfThenElse(first_, low, high) : high;
      const V sum = hn::Add(rise, from_zero_[i]);
      V result = hn::Min(row, sum);
      if (i == 0) result = hn::IfThenElse(others_, result, sum);
      if (i == middle) result = hn::IfThenElse(second_, sum, hn::IfThenElse(in_middle_, result, row));
      if (i == vectors - 1) result = hn::IfThenElse(at_end_, result, row);
      hn::StoreU(result, d, pair + 16 * i);
    }
  }

 private:
  static HWY_INLINE V smaller(V a, V b) {
    const hn::RebindToUnsigned<D> d;
    return hn::BitCast(D(), hn::Min(hn::BitCast(d, a), hn::BitCast(d, b)));
  }
  // Of two vectors that are to be reduced, the two halves of every block: entries of one beside the other's.
  static HWY_INLINE V merged32(V a, V b) {
    const D d;
    return smaller(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
  }
  static HWY_INLINE V merged64(V a, V b) {
    const hn::Repartition<std::int64_t, D> d;
    const auto x = hn::BitCast(d, a), y = hn::BitCast(d, b);
    return smaller(hn::BitCast(D(), hn::InterleaveLower(d, x, y)), hn::BitCast(D(), hn::InterleaveUpper(d, x, y)));
  }
  HWY_INLINE V least(const raw_t* pair, int from, int to) const {
    const D d;
    V result = hn::Add(hn::LoadU(d, pair + 16 * from), addend_[from]);
#pragma GCC unroll 16
    for (int i = from + 1; i < to; ++i) result = smaller(result, hn::Add(hn::LoadU(d, pair + 16 * i), addend_[i]));
    return result;
  }

  V addend_[vectors], from_zero_[vectors];
  hn::Mask<D> first_, others_, second_, in_middle_, at_end_;
};

// Whether all bounds of row 0 are weak and small. None is above "<= 0" but the padding.
template <class S>
HWY_INLINE bool is_plain(ConstMatrix m) {
  const typename S::Tag d;
  const auto weak_zero = hn::Set(d, raw_le_zero);
  auto least = weak_zero, weak = weak_zero;
  typename S::Row row;
  load_row<S>(row, m.data);
  S::each(
      [&](std::size_t, const auto& v) HWY_ATTR {
        least = hn::Min(least, v);
        weak = hn::And(weak, hn::Min(v, weak_zero));
      },
      row);
  const auto small = hn::Gt(least, hn::Set(d, -small_limit));
  return hn::AllTrue(d, hn::And(small, hn::Gt(weak, hn::Zero(d))));
}

// Rows one by one: those of the eights in `eights`, one bit each, and the last one of an odd number.
template <class S>
HWY_NOINLINE Result up_left_over(Matrix m, std::uint32_t eights, std::span<const UpperBound> invariant,
                                 const Invariants<S>& rows) {
  Through<S, Infinity::padding> from_zero;
  if (!from_zero.load(m.data)) return Result::too_large;
  for (std::uint32_t p = eights == 0 ? m.dimension - 1 : 1; p < m.dimension; ++p) {
    if ((eights >> p / 8 & 1) == 0 && p + 1 < m.dimension) continue;
    const raw_t* row = m.data + std::size_t{p} * S::stride;
    const raw_t least = rows.template least<true>(row);
    const Result result = up_row<S>(m, p, least < small_limit ? least : least_of(row, invariant), from_zero);
    if (result != Result::done) return result;
  }
  return Result::done;
}

// Eight rows are raised while it is found out how high the eight before them may rise: one waits for stores,
// the other for additions. The last rows come first, since of a zone just written they are in the first
// cache. Rows where the last eight overlap the ones before are raised twice, which changes nothing, as delay
// is >= 0.
template <class S>
HWY_INLINE Result up_pairs(Matrix m, std::span<const UpperBound> invariant, const Invariants<S>& rows) {
  using Pairs = PairedRows<S>;
  if (!is_plain<S>(m)) return Result::too_large;
  const Pairs paired(m, rows);
  constexpr std::size_t pair = 2 * S::stride;  // begins a cache line, so row 0 has to be one of two
  hn::Vec<Wide> least[4];
  std::uint32_t unknown = 0;

  // Whether time may pass at all, which row 0 tells.
  const auto raise_eight = [&](std::uint32_t first, const raw_t* before) HWY_ATTR {
    HWY_ALIGN raw_t rise[16];
    const auto highest = Pairs::highest(least);
    hn::Store(highest, Wide(), rise);
    if (first == 0) {
      if (static_cast<std::uint32_t>(rise[0]) < Pairs::unchanged) return false;
      rise[0] = Pairs::unchanged;
    }
    const bool known = Pairs::is_known(highest);
    if (!known) unknown |= 1u << first / 8 | 1u << (first + 7) / 8;
    raw_t* now = m.data + std::size_t{first} * S::stride;
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
      if (known) paired.raise(now + pair * i, rise[i], rise[8 + i]);
      if (before != nullptr) least[i] = paired.least_of_pair(before + pair * i);
    }
    return true;
  };

  const std::uint32_t even = m.dimension & ~1u;
  std::uint32_t first = even - 8;
  for (int i = 0; i < 4; ++i) least[i] = paired.least_of_pair(m.row(first) + pair * i);
  while (first > 0) {
    const std::uint32_t before = (first - 1) / 8 * 8;
    raise_eight(first, m.data + std::size_t{before} * S::stride);
    first = before;
  }
  if (!raise_eight(0, nullptr)) return Result::empty;
  if (unknown == 0 && even == m.dimension) return Result::done;
  return up_left_over<S>(m, unknown, invariant, rows);
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
