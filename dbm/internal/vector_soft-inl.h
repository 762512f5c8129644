// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_SOFT) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_SOFT
#undef ORBITA_DBM_VECTOR_SOFT
#else
#define ORBITA_DBM_VECTOR_SOFT
#endif

#include "dbm/internal/vector_step-inl.h"
#include "hwy/highway.h"

// Closing, for rows of one vector and bounds within +-small. Infinity is a finite number on the way, so large
// that paths with it stay above all others, and so small that two of them can be added: then a path takes
// three operations and no branch.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

template <class S>
struct Soft {
  using D = typename S::Tag;
  using V = hn::Vec<D>;

  static HWY_INLINE V soften(V row) { return hn::Min(row, hn::Set(D(), step_constants.soft)); }
  static HWY_INLINE V harden(V row) {
    const D d;
    const auto infinite = hn::Gt(row, hn::Set(d, step_constants.hardly_finite));
    return hn::IfThenElse(infinite, hn::Set(d, step_constants.infinity), row);
  }

  // Row k as the second half of paths, see StepHalf.
  struct Half {
    V keep, even;
    HWY_INLINE explicit Half(V row) {
      const D d;
      keep = hn::Or(row, hn::Set(d, step_constants.even));
      even = hn::And(row, hn::Set(d, step_constants.even));
    }
    HWY_INLINE V tightened(V row, V bound) const { return hn::Min(row, hn::Add(hn::And(bound, keep), even)); }
  };
};

// A matrix with all of its rows in registers: `count` of them, and a row is one vector. Rows of four may be
// fewer; those and the columns that are not there are infinite.
template <class S, int count>
class Block {
  using D = typename S::Tag;
  using Softly = Soft<S>;

 public:
  using V = hn::Vec<D>;

  HWY_INLINE explicit Block(ConstMatrix m) {
    const D d;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) {
      rows[i] = has(m, i) ? Softly::soften(hn::LoadU(d, m.data + S::entries * i)) : hn::Set(d, step_constants.soft);
    }
  }
  HWY_INLINE void store(Matrix m) const {
    const D d;
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) {
      if (has(m, i)) hn::StoreU(Softly::harden(rows[i]), d, m.data + S::entries * i);
    }
  }

  // Paths through the clocks of `pivots`, one bit each. False when the matrix is empty: then a clock reaches
  // itself in less than 0 by the time it becomes the pivot, and later results are meaningless.
  HWY_INLINE bool close(std::uint32_t pivots = ~0u) {
    const D d;
    V least = hn::Set(d, step_constants.soft);
#pragma GCC unroll 16
    for (int k = 0; k < count; ++k) {
      if ((pivots >> k & 1) != 0) least = hn::Min(least, pivot(k));
    }
    return hn::AllTrue(d, hn::Gt(least, hn::Zero(d)));
  }

  V rows[count];

 private:
  // Whether the matrix has row i; known to the compiler but for rows of four.
  static HWY_INLINE bool has(ConstMatrix m, int i) { return S::entries > 4 || i < static_cast<int>(m.dimension); }

  // Returns the diagonal entry, which stays as it is.
  HWY_INLINE V pivot(int k) {
    const D d;
    const typename Softly::Half from_k(rows[k]);
    const auto column = hn::IndicesFromVec(d, hn::Set(d, step_constants.numbers[k]));
    const V own = hn::TableLookupLanes(rows[k], column);
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) {
      if (i != k) rows[i] = from_k.tightened(rows[i], hn::TableLookupLanes(rows[i], column));
    }
    return own;
  }
};

// Any matrix with a zero diagonal.
template <class S, int count>
HWY_NOINLINE Result close_block(Matrix m) {
  using V = hn::Vec<typename S::Tag>;
  const typename S::Tag d;
  V highest = hn::Zero(d), lowest = hn::Zero(d);
  raw_t* row = m.data;
  for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::entries) {
    const V entries = hn::LoadU(d, row);
    highest = hn::Max(highest, hn::Add(entries, hn::Set(d, step_constants.two)));  // infinity wraps round
    lowest = hn::Min(lowest, entries);
  }
  const auto low = hn::Gt(lowest, hn::Set(d, step_constants.smallest));
  if (!hn::AllTrue(d, hn::And(low, hn::Lt(highest, hn::Set(d, step_constants.largest))))) return Result::too_large;
  Block<S, count> block(m);
  const bool left = block.close();
  block.store(m);
  return left ? Result::done : Result::empty;
}

// call(count) for the number of rows that Block needs, known to the compiler.
template <class S, int count = S::entries == 4 ? 4 : S::entries / 2 + 1, class Call>
HWY_INLINE auto with_rows(std::uint32_t dimension, Call call) {
  if constexpr (count < S::entries) {
    if (dimension != count) return with_rows<S, count + 1>(dimension, call);
  }
  return call(std::integral_constant<int, count>());
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
