#include <algorithm>

#include "dbm/internal/checked_sums.h"
#include "dbm/vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dbm/internal/vector_widen.cpp"
#include "hwy/foreach_target.h"  // compiles the part below once per instruction set
//
#include "dbm/internal/vector_bounds-inl.h"
#include "dbm/internal/vector_paths-inl.h"
#include "dbm/internal/vector_soft-inl.h"
#include "hwy/highway.h"

// Extrapolation. All variants replace entries of row i above high[i] by infinity and raise the others to
// least[j]; they differ in how these come from the clock bounds. Row 0 is raised alike, but never above
// "clocks are >= 0".
//
// The matrix was closed and entries only grew, so a row in which none grew is still tight, and closing may
// leave it alone. Two more cases need no search for paths:
// - a forgotten row (high[i] the lowest number): nothing leaves clock i any more;
// - a forgotten column (least[j] infinite): clock j is entered from the reference clock only, so its
//   entries are those of the paths through that clock.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

// (-upper, <): smaller bounds are raised to it.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V lowest_kept(D d, V upper) {
  const V value = hn::Neg(hn::ShiftLeft<1>(upper));
  const V limited = hn::IfThenElse(hn::Gt(upper, hn::Set(d, largest_clock_bound)), hn::Set(d, lowest_raw), value);
  return hn::IfThenElse(hn::Lt(upper, hn::Zero(d)), hn::Set(d, raw_infinity), limited);
}

// The largest raw bound whose value is not above `lower`: larger ones become infinite.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V highest_kept(D d, V lower) {
  const V value = hn::Add(hn::ShiftLeft<1>(lower), hn::Set(d, 1));
  const V limited = hn::IfThenElse(hn::Gt(lower, hn::Set(d, largest_clock_bound)), hn::Set(d, highest_raw), value);
  return hn::IfThenElse(hn::Lt(lower, hn::Zero(d)), hn::Set(d, lowest_raw), limited);
}

// Limits per clock for widening and closing; memory for as many entries as a row has in registers.
struct Limits {
  raw_t* least;
  raw_t* high;
  std::uint32_t* rows;  // those that closing has to look at
};

struct Growth {
  bool row_zero = false;  // it grew other than in forgotten columns
  bool columns = false;   // some are forgotten
};

// Fills `least` and `high` and raises row 0.
template <class S>
HWY_INLINE Growth prepare_limits(Matrix m, const ClockBounds& bounds, Widening variant, const Limits& limits) {
  const typename S::Tag d;
  auto grown = hn::Zero(d);
  auto lost = hn::Zero(d);
  const auto strict = hn::Set(d, variant.strict ? 1 : 0);
  for (std::size_t j = 0; j < m.stride(); j += hn::Lanes(d)) {
    const auto row = S::load(m.data, j);
    const auto lower = load_bounds(d, bounds.lower, j, m.dimension);
    const auto kept = lowest_kept(d, load_bounds(d, bounds.upper, j, m.dimension));
    auto least = kept;
    auto high = highest_kept(d, lower);
    if (variant.plus) {  // only clocks above their bound are touched, and these are forgotten
      const auto above_lower = hn::Lt(row, hn::Add(lowest_kept(d, lower), strict));
      const auto above_upper = hn::Lt(row, hn::Add(kept, strict));
      high = hn::IfThenElse(above_lower, hn::Set(d, lowest_raw), high);
      least = hn::IfThenElse(above_upper, hn::Set(d, raw_infinity), hn::Set(d, lowest_raw));
    }
    if (j == 0) {  // the reference clock is neither raised nor forgotten
      least = hn::IfThenElse(hn::FirstN(d, 1), hn::Set(d, lowest_raw), least);
      high = hn::IfThenElse(hn::FirstN(d, 1), hn::Set(d, highest_raw), high);
    }
    const auto raised = hn::Max(row, hn::Min(kept, hn::Set(d, raw_le_zero)));
    const auto forgotten = hn::Eq(least, hn::Set(d, raw_infinity));
    grown = hn::Or(grown, hn::IfThenZeroElse(forgotten, hn::Xor(row, raised)));
    lost = hn::Or(lost, hn::IfThenElseZero(forgotten, hn::Xor(row, hn::Set(d, raw_infinity))));  // not padding
    S::store(raised, m.data, j);
    hn::StoreU(least, d, limits.least + j);
    hn::StoreU(high, d, limits.high + j);
  }
  return {!hn::AllTrue(d, hn::Eq(grown, hn::Zero(d))), !hn::AllTrue(d, hn::Eq(lost, hn::Zero(d)))};
}

// Widens row i. Whether it grew other than in forgotten columns.
template <class S>
HWY_INLINE bool widen_row(raw_t* row, std::uint32_t i, std::size_t stride, const Limits& limits) {
  const typename S::Tag d;
  const auto high = hn::Set(d, limits.high[i]);
  const auto own = hn::Set(d, static_cast<raw_t>(i));
  auto grown = hn::Zero(d);
#pragma GCC unroll 16
  for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
    const auto v = S::load(row, j);
    const auto least = hn::LoadU(d, limits.least + j);
    const auto widened = hn::IfThenElse(hn::Gt(v, high), hn::Set(d, raw_infinity), hn::Max(v, least));
    const auto diagonal = hn::Eq(column_numbers(d, j), own);
    const auto result = hn::IfThenElse(diagonal, v, widened);
    const auto forgotten = hn::Eq(least, hn::Set(d, raw_infinity));
    grown = hn::Or(grown, hn::IfThenZeroElse(forgotten, hn::Xor(v, result)));
    S::store(result, row, j);
  }
  return !hn::AllTrue(d, hn::Eq(grown, hn::Zero(d)));
}

// Whether paths through clock k need not be looked at.
HWY_INLINE bool is_passed_by(const raw_t* least, const raw_t* high, std::uint32_t k, bool plus) {
  // With `plus`, paths through the clock of a forgotten column are no shorter than through the reference clock.
  return high[k] == lowest_raw || (plus && least[k] == raw_infinity);
}

// Closing after widening; false when a bound is too large. Rows that grew are listed in limits.rows.
template <class S>
HWY_INLINE bool close_grown(Matrix m, const Limits& limits, std::uint32_t grown, Widening variant) {
  for (std::uint32_t k = 1; k < m.dimension && grown > 0; ++k) {
    if (is_passed_by(limits.least, limits.high, k, variant.plus)) continue;
    if (!pivot<S, Infinity::soft>(m, k, limits.rows, grown)) return false;
  }
  return true;
}

template <class S>
HWY_INLINE void widen_with(Matrix m, const ClockBounds& bounds, Widening variant, const Limits& limits) {
  std::uint32_t grown = 0;
  const Growth growth = prepare_limits<S>(m, bounds, variant, limits);
  if (growth.row_zero) limits.rows[grown++] = 0;
  for (std::uint32_t i = 1; i < m.dimension; ++i) {
    std::size_t stride = m.stride();
    if constexpr (known_length<S>) stride = S::stride;
    const bool changed = widen_row<S>(m.row(i), i, stride, limits);
    limits.rows[grown] = i;
    grown += changed && limits.high[i] != lowest_raw ? 1 : 0;
  }
  if (grown == 0 && !growth.columns) return;
  // Nothing was tightened below the old zone, so the result cannot be empty.
  bool fits = pivot<S, Infinity::exact>(m, 0, nullptr, m.dimension);
  fits = fits && close_grown<S>(m, limits, grown, variant);
  harden_rows<S>(m, limits.rows, grown);
  if (!fits) (void)checked::close(m);
}

// The same for small bounds and rows of one vector, all of them in registers. Limits beyond every small bound
// serve for the unlimited, and "<1" is beyond every entry of row 0: so a bound that is not there needs no
// case of its own. Nothing branches on a bound.
template <class S, int count>
class WidenSmall {
  using D = typename S::Tag;
  using V = hn::Vec<D>;
  using Softly = Soft<S>;

 public:
  HWY_INLINE WidenSmall(Matrix m, V l, V u, Widening variant) : m_(m), block_(m) {
    const D d;
    const V row = block_.rows[0];
    const V soft = hn::Set(d, step_constants.soft);
    const V lowest = hn::Set(d, step_constants.lowest);
    const V lower = twice(l), upper = twice(u);
    const V kept = hn::Neg(upper);  // (-upper, <)
    const V one = hn::Set(d, step_constants.weak_zero);
    const auto reference = hn::FirstN(d, 1);
    V high = hn::Or(lower, one);
    if (variant.plus) {
      const V limit = variant.strict ? hn::Sub(row, one) : row;
      high = hn::IfThenElse(hn::Lt(limit, hn::Neg(lower)), lowest, high);
      least_ = hn::IfThenElse(hn::Lt(limit, kept), soft, lowest);
    } else {
      high = hn::IfThenElse(hn::Lt(l, hn::Zero(d)), lowest, high);
      least_ = hn::IfThenElse(hn::Lt(u, hn::Zero(d)), soft, kept);
    }
    least_ = hn::IfThenElse(reference, lowest, least_);
    hn::Store(high, d, high_of_);
    const auto leaves = hn::Gt(high, lowest);  // the others are forgotten rows
    hn::Store(hn::VecFromMask(d, leaves), d, leaves_);
    const auto entered = hn::Lt(least_, soft);
    pivots_ = clock_bits(variant.plus ? hn::And(leaves, entered) : leaves);  // see is_passed_by
    block_.rows[0] = hn::IfThenElse(reference, row, hn::Max(row, hn::Min(kept, one)));
    grown_ = hn::Xor(row, block_.rows[0]);
  }

  HWY_INLINE void run() {
    const D d;
    const V soft = hn::Set(d, step_constants.soft);
#pragma GCC unroll 16
    for (int i = 1; i < count; ++i) {
      const V row = block_.rows[i];
      const V raised = hn::IfThenElse(hn::Gt(row, hn::Set(d, high_of_[i])), soft, hn::Max(row, least_));
      block_.rows[i] = hn::Min(raised, hn::LoadU(d, soft_diagonal.row(i)));
      grown_ = hn::Or(grown_, hn::And(hn::Xor(row, block_.rows[i]), hn::Set(d, leaves_[i])));
    }
    const auto entered = hn::Lt(least_, soft);
    if (hn::AllFalse(d, hn::And(entered, hn::Ne(grown_, hn::Zero(d))))) pivots_ = 0;
    (void)block_.close(pivots_ | 1);  // it has become larger
    block_.store(m_);
  }

 private:
  static HWY_INLINE V twice(V bound) {
    const D d;
    const V clamped = hn::Min(hn::Max(bound, hn::Set(d, step_constants.minus_one)), hn::Set(d, step_constants.largest));
    return hn::Add(clamped, clamped);
  }

  HWY_INLINE std::uint32_t clock_bits(hn::Mask<D> mask) const {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(D(), mask, bytes);
    return (bytes[0] | bytes[1] << 8) & ((1u << m_.dimension) - 1);
  }

  Matrix m_;
  Block<S, count> block_;
  V least_;
  V grown_;  // not 0 where a row grew, but for forgotten ones
  HWY_ALIGN raw_t high_of_[S::entries];
  HWY_ALIGN raw_t leaves_[S::entries];  // 0 for forgotten rows, else all bits
  std::uint32_t pivots_;                // one bit each
};

// Whether widening leaves only bounds within +-small: entries above 2L become infinite, and none is below
// -2U, since in a canonical matrix none is below that of row 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE bool limits_are_small(D d, V l, V u) {
  const V highest = hn::IfThenZeroElse(hn::FirstN(d, 1), hn::Max(l, u));
  return hn::AllTrue(d, hn::Lt(highest, hn::Set(d, step_constants.largest_limit)));
}

template <class S, int count>
HWY_NOINLINE bool widen_block(Matrix m, const ClockBounds& bounds, Widening variant) {
  const typename S::Tag d;
  const auto l = load_bounds(d, bounds.lower, 0, m.dimension), u = load_bounds(d, bounds.upper, 0, m.dimension);
  if (!limits_are_small(d, l, u) && !all_small<S>(m)) return false;
  WidenSmall<S, count>(m, l, u, variant).run();
  return true;
}

template <class S>
void widen(Matrix m, const ClockBounds& bounds, Widening variant) {
  if constexpr (known_length<S>) {
    HWY_ALIGN raw_t least[S::entries];
    HWY_ALIGN raw_t high[S::entries];
    std::uint32_t rows[S::entries];
    if constexpr (is_one_vector<S>()) {
      if (with_rows<S>(m.dimension,
                       [&](auto count) HWY_ATTR { return widen_block<S, decltype(count)::value>(m, bounds, variant); }))
        return;
    }
    widen_with<S>(m, bounds, variant, {least, high, rows});
  } else if (m.stride() <= 512) {
    HWY_ALIGN raw_t least[512];
    HWY_ALIGN raw_t high[512];
    std::uint32_t rows[512];
    widen_with<S>(m, bounds, variant, {least, high, rows});
  } else {  // no memory for limits: the plain form, which needs none
    checked::widen(m, bounds, variant);
    for (std::uint32_t k = 0; k < m.dimension; ++k) {
      if (!pivot<S, Infinity::exact>(m, k, nullptr, m.dimension)) return (void)checked::close(m);
    }
  }
}

}  // namespace

void fill_widening(VectorKernels& kernels) {
  fill_rows(kernels, [](auto rows, RowKernels& to) { to.widen = widen<decltype(rows)>; });
}

}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orbita::dbm {

HWY_EXPORT(fill_widening);
void choose_widening(VectorKernels& kernels) { HWY_DYNAMIC_DISPATCH(fill_widening)(kernels); }

}  // namespace orbita::dbm
#endif  // HWY_ONCE
