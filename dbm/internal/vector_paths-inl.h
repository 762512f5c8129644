// Included once per instruction set; see foreach_target.h of Highway.
#if defined(ORBITA_DBM_VECTOR_PATHS) == defined(HWY_TARGET_TOGGLE)
#ifdef ORBITA_DBM_VECTOR_PATHS
#undef ORBITA_DBM_VECTOR_PATHS
#else
#define ORBITA_DBM_VECTOR_PATHS
#endif

#include <algorithm>
#include <limits>

#include "dbm/internal/vector_blocks-inl.h"
#include "hwy/highway.h"

// Adding bounds to whole rows. A sum of two bounds below 2^29 stays in range, so each kernel looks at the
// sizes first and hands over to checked_sums.h when one is larger; its work so far stays valid, since it only
// tightened along paths.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

constexpr raw_t lowest_raw = std::numeric_limits<raw_t>::min();
constexpr raw_t highest_raw = std::numeric_limits<raw_t>::max();
constexpr raw_t small_limit = raw_t{1} << 29;

HWY_INLINE bool is_small(raw_t bound) { return bound < small_limit && bound > -small_limit; }

// Sizes of bounds, infinite ones counted as 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V finite_size(D, V v, hn::Mask<D> infinite) {
  return hn::IfThenZeroElse(infinite, hn::Xor(v, hn::ShiftRight<31>(v)));
}

// ---- a row of known length as the second half of paths, in registers

template <class S>
HWY_INLINE void load_row(typename S::Row& row, const raw_t* from) {
  S::each([&](std::size_t j, auto& v) HWY_ATTR { v = S::load(from, j); }, row);
}
template <class S>
HWY_INLINE void store_row(const typename S::Row& row, raw_t* to) {
  S::each([&](std::size_t j, const auto& v) HWY_ATTR { S::store(v, to, j); }, row);
}

// How infinity survives an addition. `exact`: max(sum, floor), where floor is infinity or nothing. `soft`:
// it becomes a number so large that every sum with it stays above raw_limit; one operation less, but
// harden() must clean up afterwards. Until then, every entry from raw_limit on counts as infinite.
// `padding`: exact for a row in which nothing else is infinite, such as row 0.
enum class Infinity { exact, soft, padding };
constexpr raw_t soft_infinity = 3 * small_limit;

template <class S, Infinity kind>
struct Through {
  typename S::Row row;
  typename S::Row floor;

  // False when a bound is too large to be added without looking.
  HWY_INLINE bool load(const raw_t* from) {
    const typename S::Tag d;
    auto size = hn::Zero(d);
    S::each(
        [&](std::size_t j, auto& v, auto& f) HWY_ATTR {
          v = S::load(from, j);
          const auto infinite = hn::Gt(v, hn::Set(d, raw_limit - 1));
          size = hn::Max(size, finite_size(d, v, infinite));
          if constexpr (kind != Infinity::soft) {
            f = hn::IfThenElse(infinite, v, hn::Set(d, lowest_raw));
            v = hn::IfThenZeroElse(infinite, v);
          } else {
            v = hn::IfThenElse(infinite, hn::Set(d, soft_infinity), v);
          }
        },
        row, floor);
    return hn::AllTrue(d, hn::Lt(size, hn::Set(d, small_limit)));
  }

  // Entries of `target` become at most `bound` + this row. Most bounds are weak: the branch is cheaper than
  // masking the weak bits every time.
  HWY_INLINE void lower(typename S::Row& target, raw_t bound) const {
    const typename S::Tag d;
    const auto even = hn::Set(d, bound & ~1);
    const auto put = [&](std::size_t j, auto& entries, auto sum, auto f) HWY_ATTR {
      const bool has_padding = j + S::lanes + 8 > S::entries;  // it is among the last 8 entries
      if (kind == Infinity::exact || (kind == Infinity::padding && has_padding)) sum = hn::Max(sum, f);
      entries = hn::Min(entries, sum);
    };
    if ((bound & 1) != 0) {
      S::each([&](std::size_t j, auto& entries, const auto& v, const auto& f)
                  HWY_ATTR { put(j, entries, hn::Add(v, even), f); },
              target, row, floor);
    } else {
      const auto keep = hn::Set(d, ~1);
      S::each([&](std::size_t j, auto& entries, const auto& v, const auto& f)
                  HWY_ATTR { put(j, entries, hn::Add(hn::And(v, keep), even), f); },
              target, row, floor);
    }
  }
  HWY_INLINE void lower(raw_t* target, raw_t bound) const {
    typename S::Row entries;
    load_row<S>(entries, target);
    lower(entries, bound);
    store_row<S>(entries, target);
  }
};

// Turns soft infinities of a row, and sums with them, into infinity again.
template <class S>
HWY_INLINE void harden(raw_t* row) {
  const typename S::Tag d;
  typename S::Row none;
  S::each(
      [&](std::size_t j, auto&) HWY_ATTR {
        const auto v = S::load(row, j);
        const auto infinite = hn::Gt(v, hn::Set(d, raw_limit - 1));
        S::store(hn::IfThenElse(infinite, hn::Set(d, raw_infinity), v), row, j);
      },
      none);
}

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
    const auto infinite = hn::Eq(v, hn::Set(d, raw_infinity));
    if (!hn::AllTrue(d, hn::Lt(finite_size(d, v, infinite), hn::Set(d, small_limit)))) return false;
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

// ---- all paths through one clock; false when a bound is too large

// Rows `which` of the matrix, all when it is null; `count` of them.
template <class S, Infinity kind>
HWY_INLINE bool pivot(Matrix m, std::uint32_t k, const std::uint32_t* which, std::uint32_t count) {
  if constexpr (known_length<S>) {
    Through<S, kind> through;
    if (!through.load(m.row(k))) return false;
    raw_t* next = m.data;
    for (std::uint32_t i = 0; i < count; ++i, next += S::stride) {
      raw_t* row = which == nullptr ? next : m.data + std::size_t{which[i]} * S::stride;
      const raw_t to_k = row[k];
      if (to_k >= raw_limit) continue;
      if (!is_small(to_k)) return false;
      through.lower(row, to_k);  // harmless for row k itself: its diagonal is 0
    }
  } else {
    Prepared through;
    for (std::size_t start = 0; start < m.stride(); start += chunk) {
      const std::size_t size = std::min<std::size_t>(chunk, m.stride() - start);
      if (!prepare(through, m.row(k) + start, size)) return false;
      for (std::uint32_t i = 0; i < count; ++i) {
        // Column k does not change under pivot k, so it is the same for every chunk.
        raw_t* row = m.row(which == nullptr ? i : which[i]);
        if (row[k] == raw_infinity) continue;
        if (!is_small(row[k])) return false;
        lower_row(row + start, row[k], through, size);
      }
    }
  }
  return true;
}

// harden() for rows whose kernels left soft infinities behind.
template <class S>
HWY_INLINE void harden_rows(Matrix m, const std::uint32_t* which, std::uint32_t count) {
  if constexpr (known_length<S>) {
    for (std::uint32_t i = 0; i < count; ++i) harden<S>(m.row(which == nullptr ? i : which[i]));
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#endif  // include guard
