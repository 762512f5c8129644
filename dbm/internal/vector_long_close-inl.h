// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_LONG_CLOSE) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_LONG_CLOSE
#undef ORBITA_DBM_VECTOR_LONG_CLOSE
#else
#define ORBITA_DBM_VECTOR_LONG_CLOSE
#endif

#include "dbm/internal/vector_delay-inl.h"
#include "dbm/internal/vector_paths-inl.h"
#include "hwy/highway.h"

// Closing, for rows of several vectors and small bounds. On the way a bound is a multiple of its value minus
// the number of strict bounds on its path, "< c" one less than "<= c": then a path is a single addition,
// which compares as it should, and nothing branches on a bound. Infinity is a finite number on the way, so
// large that paths with it stay above all others, and so small that two of them can be added.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

template <class S>
class LongClose {
  using D = typename S::Tag;
  using V = hn::Vec<D>;
  using Row = typename S::Row;

  static constexpr int shift = S::entries <= 32 ? 5 : 7;  // a path has fewer strict bounds than 1 << shift
  static constexpr raw_t scale = raw_t{1} << shift;
  static_assert(S::entries <= scale);
  static constexpr raw_t soft = raw_limit - 1;
  static constexpr raw_t longest = raw_t{1} << 28;  // paths stay below
  static constexpr raw_t largest = longest / (S::entries * scale / 2) - 1;

 public:
  HWY_INLINE explicit LongClose(Matrix m) : m_(m) {}

  // Any matrix with a zero diagonal.
  HWY_INLINE Result run() const {
    if (!is_small()) return Result::too_large;
    each_vector([](V v) HWY_ATTR { return encoded(v); });
    for (std::uint32_t k = 0; k < m_.dimension; k += 2) {
      if (!pivot_two(k, std::min(k + 1, m_.dimension - 1))) return Result::empty;
    }
    each_vector([](V v) HWY_ATTR { return decoded(v); });
    return Result::done;
  }

 private:
  HWY_INLINE raw_t* row(std::uint32_t i) const { return m_.data + std::size_t{i} * S::stride; }

  template <class Change>
  HWY_INLINE void each_vector(Change change) const {
    Row entries;
    for (raw_t* at = m_.data; at != row(m_.dimension); at += S::stride) {
      load_row<S>(entries, at);
      S::each([&](std::size_t, auto& v) HWY_ATTR { v = change(v); }, entries);
      store_row<S>(entries, at);
    }
  }

  HWY_INLINE bool is_small() const {
    const D d;
    V highest = hn::Zero(d), lowest = hn::Zero(d);
    Row entries;
    for (const raw_t* at = m_.data; at != row(m_.dimension); at += S::stride) {
      load_row<S>(entries, at);
      S::each(
          [&](std::size_t, const auto& v) HWY_ATTR {
            highest = hn::Max(highest, hn::Add(v, hn::Set(d, 2)));  // infinity wraps round
            lowest = hn::Min(lowest, v);
          },
          entries);
    }
    const auto low = hn::Gt(lowest, hn::Set(d, -largest));
    return hn::AllTrue(d, hn::And(low, hn::Lt(highest, hn::Set(d, largest))));
  }

  static HWY_INLINE V encoded(V v) {
    const D d;
    const V one = hn::Set(d, 1);
    const V value = hn::ShiftLeft<shift - 1>(hn::And(v, hn::Set(d, ~1)));
    const V finite = hn::Sub(hn::Add(value, hn::And(v, one)), one);
    return hn::IfThenElse(hn::Gt(v, hn::Set(d, largest)), hn::Set(d, soft), finite);
  }
  static HWY_INLINE V decoded(V v) {
    const D d;
    const V value = hn::ShiftRight<shift>(hn::Add(v, hn::Set(d, scale - 1)));  // rounded up
    const auto weak = hn::Eq(hn::And(v, hn::Set(d, scale - 1)), hn::Zero(d));
    const V finite = hn::Sub(hn::Add(value, value), hn::VecFromMask(d, weak));
    return hn::IfThenElse(hn::Gt(v, hn::Set(d, longest)), hn::Set(d, raw_infinity), finite);
  }

  // The pivots k and then l while a row is in registers, since storing it takes as long as its additions.
  // They may be the same. False when one of them reaches itself in less than 0 by the time it becomes the
  // pivot.
  HWY_INLINE bool pivot_two(std::uint32_t k, std::uint32_t l) const {
    const D d;
    const raw_t k_to_l = row(k)[l], l_to_k = row(l)[k];
    if (row(k)[k] < 0 || row(l)[l] < 0 || k_to_l + l_to_k < 0) return false;
    Row from_k, from_l;
    load_row<S>(from_k, row(k));
    load_row<S>(from_l, row(l));
    lower(from_l, from_k, hn::Set(d, l_to_k));
    raw_t* to = m_.data;
    for (std::uint32_t i = 0; i < m_.dimension; ++i, to += S::stride) {
      const V to_k = hn::Set(d, to[k]);
      const V to_l = hn::Min(hn::Set(d, to[l]), hn::Add(to_k, hn::Set(d, k_to_l)));
      Row entries;
      load_row<S>(entries, to);
      lower(entries, from_k, to_k);
      lower(entries, from_l, to_l);
      store_row<S>(entries, to);
    }
    return true;
  }
  static HWY_INLINE void lower(Row& entries, const Row& from, V bound) {
    S::each([&](std::size_t, auto& v, const auto& f) HWY_ATTR { v = hn::Min(v, hn::Add(bound, f)); }, entries, from);
  }

  Matrix m_;
};

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
