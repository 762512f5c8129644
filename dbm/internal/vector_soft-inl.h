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
  static HWY_INLINE void harden_all(Matrix m) {
    const D d;
    raw_t* row = m.data;
    for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::entries)
      hn::StoreU(harden(hn::LoadU(d, row)), d, row);
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

  static HWY_INLINE Half half_of(Matrix m, std::uint32_t k) {
    return Half(hn::LoadU(D(), m.data + std::size_t{k} * S::entries));
  }
  static HWY_INLINE void tighten(raw_t* row, std::uint32_t k, const Half& from_k) {
    const D d;
    hn::StoreU(from_k.tightened(hn::LoadU(d, row), hn::Set(d, row[k])), d, row);
  }
};

// A matrix of at most four rows, all of it in registers. Rows and columns that are not there are infinite.
template <class S>
class Block {
  using D = typename S::Tag;
  using Softly = Soft<S>;

 public:
  using V = hn::Vec<D>;

  HWY_INLINE explicit Block(ConstMatrix m) : dimension_(static_cast<int>(m.dimension)) {
    const D d;
    const V none = hn::Set(d, step_constants.soft);
    for_rows([&](auto i) HWY_ATTR {
      rows[i] = i < dimension_ ? Softly::soften(hn::LoadU(d, m.data + 4 * i)) : none;
    });
  }
  HWY_INLINE void store(Matrix m) const {
    const D d;
    for_rows([&](auto i) HWY_ATTR {
      if (i < dimension_) hn::StoreU(Softly::harden(rows[i]), d, m.data + 4 * i);
    });
  }

  // False when it is empty: then a clock reaches itself in less than 0. Numbers may double four times on the
  // way.
  HWY_INLINE bool close() {
    for_rows([&](auto k) HWY_ATTR {
      const typename Softly::Half from_k(rows[k]);
      for_rows([&](auto i) HWY_ATTR { rows[i] = from_k.tightened(rows[i], hn::Broadcast<k>(rows[i])); });
    });
    const D d;
    V diagonal = rows[0];
    for_rows([&](auto i) HWY_ATTR { diagonal = hn::IfThenElse(is_column<i>(), rows[i], diagonal); });
    return hn::AllTrue(d, hn::Gt(diagonal, hn::Zero(d)));
  }

  template <int i>
  static HWY_INLINE hn::Mask<D> is_column() {
    const D d;
    return hn::Eq(column_numbers(d, 0), hn::Set(d, i));
  }
  // body(i) for the rows, the number known to the compiler
  template <class Body>
  static HWY_INLINE void for_rows(Body body) {
    body(std::integral_constant<int, 0>());
    body(std::integral_constant<int, 1>());
    body(std::integral_constant<int, 2>());
    body(std::integral_constant<int, 3>());
  }

  V rows[4];

 private:
  int dimension_;
};

// Any matrix with a zero diagonal.
template <class S>
HWY_INLINE Result close_softly(Matrix m) {
  using Softly = Soft<S>;
  using V = typename Softly::V;
  const typename S::Tag d;
  V highest = hn::Zero(d), lowest = hn::Zero(d);
  raw_t* row = m.data;
  for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::entries) {
    const V entries = hn::LoadU(d, row);
    highest = hn::Max(highest, hn::Add(entries, hn::Set(d, step_constants.two)));  // infinity wraps round
    lowest = hn::Min(lowest, entries);
  }
  const auto low = hn::Gt(lowest, hn::Set(d, step_constants.smallest));
  if (!hn::AllTrue(d, hn::And(low, hn::Lt(highest, hn::Set(d, step_constants.largest)))))
    return Result::too_large;
  if constexpr (S::entries == 4) {
    Block<S> block(m);
    const bool left = block.close();
    block.store(m);
    return left ? Result::done : Result::empty;
  }
  row = m.data;
  for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::entries) {
    hn::StoreU(Softly::soften(hn::LoadU(d, row)), d, row);
  }
  for (std::uint32_t k = 0; k < m.dimension; ++k) {
    if (m.data[std::size_t{k} * S::entries + k] < raw_le_zero) return Result::empty;
    const auto from_k = Softly::half_of(m, k);
    row = m.data;
    for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::entries) Softly::tighten(row, k, from_k);
  }
  Softly::harden_all(m);
  return Result::done;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
