// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_STEP) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_STEP
#undef ORBITA_DBM_VECTOR_STEP
#else
#define ORBITA_DBM_VECTOR_STEP
#endif

#include <algorithm>
#include <span>

#include "dbm/internal/step_constants.h"
#include "dbm/internal/vector_delay-inl.h"
#include "hwy/highway.h"

// A guard, resets and delay within an invariant in one pass, for rows that are one vector: each row is loaded
// and stored once, and nothing branches on a bound.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

// Whether all bounds are within +-small. In a canonical matrix no entry is below that of row 0, since
// 0 - q <= (0 - p) + (p - q) and 0 - p <= 0.
template <class S>
HWY_INLINE bool all_small(ConstMatrix m) {
  const typename S::Tag d;
  auto highest = hn::Zero(d);
  const auto two = hn::Set(d, step_constants.two);
  const raw_t* row = m.data;
  for (std::uint32_t p = 0; p < m.dimension; ++p, row += S::entries) {
    highest = hn::Max(highest, hn::Add(hn::LoadU(d, row), two));  // infinity wraps round
  }
  const auto low = hn::Gt(hn::LoadU(d, m.data), hn::Set(d, step_constants.smallest));
  return hn::AllTrue(d, hn::And(low, hn::Lt(highest, hn::Set(d, step_constants.largest))));
}

// A row plus `addend` as the second half of paths: `bound` + addend + row is (bound & keep) + even. Where the
// row is infinite, that is infinity for every bound.
template <class D, class V = hn::Vec<D>>
struct StepHalf {
  V keep, even;
  HWY_INLINE StepHalf(V row, V addend) {
    const D d;
    const V mask = hn::Set(d, step_constants.even);
    const auto infinite = hn::Eq(row, hn::Set(d, step_constants.infinity));
    keep = hn::IfThenZeroElse(infinite, hn::Or(hn::And(row, addend), mask));
    even = hn::IfThenElse(infinite, row, hn::Add(hn::And(row, mask), hn::And(addend, mask)));
  }
  HWY_INLINE V after(V bound) const { return hn::Add(hn::And(bound, keep), even); }
  // `row` tightened by paths through this one, where `bound`, with equal entries, is finite.
  HWY_INLINE V tightened(V row, V bound) const {
    const auto finite = hn::Lt(bound, hn::Set(D(), step_constants.limit));
    return hn::IfThenElse(finite, hn::Min(row, after(bound)), row);
  }
};

// From `source` into `target`, which are the same or apart. For at most four invariants, weak ones. All
// bounds are within +-small: then no sum of three leaves the range, and nothing is written before that is
// known.
template <class S>
class OnePass {
  using D = typename S::Tag;
  using V = hn::Vec<D>;
  using Unsigned = hn::RebindToUnsigned<D>;
  using Half = StepHalf<D>;
  static constexpr raw_t small = StepConstants::small;

  static HWY_INLINE V constant(const raw_t& value) { return hn::Set(D(), value); }  // from memory

 public:
  HWY_INLINE OnePass(raw_t* target, ConstMatrix source, std::span<const ClockIndex> resets)
      : target_(target), source_(source), resets_(resets) {}

  // `guard` may be null; it is neither implied nor contradicted by the zone.
  HWY_INLINE Result run(const Constraint* guard, std::span<const UpperBound> invariant) const {
    if (guard != nullptr && (guard->bound.raw >= small || guard->bound.raw <= -small)) return Result::too_large;
    for (const UpperBound& u : invariant) {
      if (u.bound.raw < raw_le_zero) return Result::empty;
      if (u.bound.raw >= small || !u.bound.is_weak()) return Result::too_large;
    }
    if (invariant.size() > 4 || !all_small<S>(source_)) return Result::too_large;
    switch (invariant.size()) {
      case 0: return constrained<0>(guard, invariant);
      case 1: return constrained<1>(guard, invariant);
      case 2: return constrained<2>(guard, invariant);
      default: return constrained<4>(guard, invariant);
    }
  }

 private:
  // Where column x comes from.
  HWY_INLINE raw_t origin(ClockIndex x) const {
    for (ClockIndex r : resets_) {
      if (r == x) return 0;
    }
    return static_cast<raw_t>(x.value);
  }

  template <int count>
  HWY_INLINE Result constrained(const Constraint* guard, std::span<const UpperBound> invariant) const {
    const D d;
    if (guard == nullptr) {
      return rows<count>(invariant, [&](const raw_t* row) HWY_ATTR { return hn::LoadU(d, row); });
    }
    const V row_y = hn::LoadU(d, source_.data + std::size_t{guard->y.value} * S::entries);
    const Half from_y(row_y, constant(guard->bound.raw));
    const std::uint32_t x = guard->x.value;
    return rows<count>(
        invariant, [&](const raw_t* row) HWY_ATTR { return from_y.tightened(hn::LoadU(d, row), hn::Set(d, row[x])); });
  }

  // How high a clock may rise, plus the bias: the least of its row + bounds.
  template <int count>
  struct Rise {
    decltype(hn::IndicesFromVec(D(), V())) at[count];
    V addend[count];

    HWY_INLINE Rise(const OnePass& pass, std::span<const UpperBound> invariant) {
#pragma GCC unroll 4
      for (std::size_t i = 0; i < count; ++i) {
        const UpperBound& u = invariant[std::min(i, invariant.size() - 1)];  // repeats the last one
        at[i] = hn::IndicesFromVec(D(), hn::Set(D(), pass.origin(u.x)));
        addend[i] = hn::Add(constant(u.bound.raw), constant(step_constants.weak_plus_bias));
      }
    }
    HWY_INLINE hn::Vec<Unsigned> of(V row) const {
      const Unsigned du;
      auto least = hn::BitCast(du, hn::Add(hn::TableLookupLanes(row, at[0]), addend[0]));
#pragma GCC unroll 4
      for (int i = 1; i < count; ++i) {
        least = hn::Min(least, hn::BitCast(du, hn::Add(hn::TableLookupLanes(row, at[i]), addend[i])));
      }
      return least;
    }
  };

  // after_guard(row): the row after the guard.
  template <int count, class AfterGuard>
  HWY_INLINE Result rows(std::span<const UpperBound> invariant, AfterGuard after_guard) const {
    const D d;
    V columns = column_numbers(d, 0);
    for (ClockIndex x : resets_) {
      const auto chosen = hn::Eq(column_numbers(d, 0), hn::Set(d, static_cast<raw_t>(x.value)));
      columns = hn::IfThenZeroElse(chosen, columns);
    }
    const auto moved = hn::IndicesFromVec(d, columns);
    const auto clocks = hn::Not(hn::FirstN(d, 1));

    const V first = after_guard(source_.data);
    const V row_zero = hn::TableLookupLanes(first, moved);
    hn::StoreU(row_zero, d, target_);
    for (const UpperBound& u : invariant) {
      if (target_[u.x.value] + u.bound.raw < 2) return Result::empty;  // below <= 0, weak or not
    }
    const Half from_zero(row_zero, constant(step_constants.weak_minus_bias));
    const Rise<count == 0 ? 1 : count> rise(*this, count == 0 ? no_invariant : invariant);

    const auto finish = [&](V row, raw_t* to) HWY_ATTR {
      V result = hn::IfThenElse(clocks, hn::TableLookupLanes(row, moved), constant(step_constants.infinity));
      if constexpr (count > 0) {
        const Unsigned du;
        const auto reach = rise.of(row);
        const auto finite = hn::Lt(reach, hn::BitCast(du, constant(step_constants.limit)));
        const V paths = hn::Min(result, from_zero.after(hn::BitCast(d, reach)));
        result = hn::IfThenElse(hn::RebindMask(d, finite), paths, result);
      }
      hn::StoreU(result, d, to);
    };
    const raw_t* row = source_.data + S::entries;
    raw_t* to = target_ + S::entries;
    for (std::uint32_t p = 1; p < source_.dimension; ++p, row += S::entries, to += S::entries) {
      finish(after_guard(row), to);
    }
    for (ClockIndex x : resets_) finish(first, target_ + std::size_t{x.value} * S::entries);
    return Result::done;
  }

  static constexpr UpperBound no_invariant[1] = {};

  raw_t* target_;
  ConstMatrix source_;
  std::span<const ClockIndex> resets_;
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
