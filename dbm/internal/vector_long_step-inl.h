// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_LONG_STEP) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_LONG_STEP
#undef ORBITA_DBM_VECTOR_LONG_STEP
#else
#define ORBITA_DBM_VECTOR_LONG_STEP
#endif

#include <algorithm>
#include <span>

#include "dbm/internal/vector_delay-inl.h"
#include "dbm/internal/vector_paths-inl.h"
#include "hwy/highway.h"

// A guard, resets and delay within an invariant from one zone into another, for rows of several vectors: each
// row is read once, and its vectors are changed only where a bound asks for it.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

// The guard x - y within b: how fast rows reach y through it.
struct Guard {
  std::uint32_t x = 0, y = 0;
  std::int64_t keep, even;  // the bound, as in Few
  HWY_INLINE explicit Guard(const Constraint& c)
      : x(c.x.value), y(c.y.value), keep(~1 | c.bound.raw), even(c.bound.raw & ~1) {}
  HWY_INLINE std::int64_t to_y(const raw_t* row) const { return (row[x] & keep) + even; }
};

// Target and source are apart. `guard` may be null; it is neither implied nor contradicted by the zone. After
// `too_large` the target is worth nothing.
template <class S, int count>
class LongStep {
 public:
  HWY_INLINE LongStep(Matrix target, ConstMatrix source, std::span<const ClockIndex> resets)
      : target_(target), source_(source), resets_(resets) {}

  template <bool guarded>
  HWY_INLINE Result run(const Constraint* constraint, std::span<const UpperBound> invariant) const {
    const Guard guard(guarded ? *constraint : Constraint{});
    Through<S, Infinity::exact> from_y;
    if (guarded && (!is_small(constraint->bound.raw) || !from_y.load(source_.row(guard.y)))) return Result::too_large;

    // The row after the guard, also in `to`. Where that is no faster than before, the source has it.
    const auto constrained = [&](typename S::Row& entries, const raw_t* row, raw_t* to) HWY_ATTR -> const raw_t* {
      load_row<S>(entries, row);
      if constexpr (guarded) {
        const std::int64_t to_y = guard.to_y(row);
        if (to_y < row[guard.y]) {
          if (to_y >= small_limit || to_y <= -small_limit) return row[guard.x] == raw_infinity ? row : nullptr;
          from_y.lower(entries, static_cast<raw_t>(to_y));
          store_row<S>(entries, to);
          return to;
        }
      }
      return row;
    };

    typename S::Row entries;
    if (constrained(entries, source_.data, target_.data) == nullptr) return Result::too_large;
    store_row<S>(entries, target_.data);
    for (ClockIndex x : resets_) target_.data[x.value] = raw_le_zero;
    for (const UpperBound& u : invariant) {
      if (target_.data[u.x.value] + u.bound.raw < 2) return Result::empty;  // below <= 0, weak or not
    }
    Through<S, Infinity::padding> from_zero;
    if (!from_zero.load(target_.data)) return Result::too_large;

    const Few<count> few(invariant, resets_);
    const raw_t* row = source_.data + S::stride;
    raw_t* to = target_.data + S::stride;
    for (std::uint32_t p = 1; p < source_.dimension; ++p, row += S::stride, to += S::stride) {
      const raw_t* now = constrained(entries, row, to);
      if (now == nullptr) return Result::too_large;
      const raw_t before = now[0];
      const raw_t highest = few.least(now);
      if (highest < before) {
        if (!is_small(highest)) return Result::too_large;
        from_zero.lower(entries, highest);
      } else if (highest >= small_limit && highest != raw_infinity) {
        return Result::too_large;
      }
      store_row<S>(entries, to);
      to[0] = highest;
      for (ClockIndex x : resets_) to[x.value] = std::min(before, highest);
    }
    for (ClockIndex x : resets_) {  // as row 0, which delay leaves as it is
      load_row<S>(entries, target_.data);
      store_row<S>(entries, target_.row(x.value));
      target_.row(x.value)[0] = few.least(target_.data);
    }
    return Result::done;
  }

 private:
  Matrix target_;
  ConstMatrix source_;
  std::span<const ClockIndex> resets_;
};

template <class S, int count>
HWY_INLINE Result step_within(Matrix target, ConstMatrix source, const Step& step, const Constraint* guard) {
  const LongStep<S, count> pass(target, source, step.resets);
  return guard != nullptr ? pass.template run<true>(guard, step.invariant)
                          : pass.template run<false>(guard, step.invariant);
}

// For at most one guard and four invariants.
template <class S>
HWY_INLINE Result step_apart(Matrix target, ConstMatrix source, const Step& step) {
  if (step.guards.size() > 1 || step.invariant.empty() || step.invariant.size() > 4) return Result::too_large;
  for (const UpperBound& u : step.invariant) {
    if (u.bound.raw < raw_le_zero) return Result::empty;
    if (!is_small(u.bound.raw)) return Result::too_large;  // or none at all
  }
  const Constraint* guard = nullptr;
  if (!step.guards.empty() && !must_satisfy(source, step.guards[0])) {
    guard = &step.guards[0];
    if (!can_satisfy(source, *guard)) return Result::empty;
  }
  if (step.invariant.size() <= 2) return step_within<S, 2>(target, source, step, guard);
  return step_within<S, 4>(target, source, step, guard);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
