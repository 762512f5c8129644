#include <algorithm>
#include <cstring>

#include "dbm/internal/checked_sums.h"
#include "dbm/vector_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dbm/internal/vector_arithmetic.cpp"
#include "hwy/foreach_target.h"  // compiles the part below once per instruction set
//
#include "dbm/internal/vector_delay-inl.h"
#include "dbm/internal/vector_long_close-inl.h"
#include "dbm/internal/vector_long_step-inl.h"
#include "dbm/internal/vector_pairs-inl.h"
#include "dbm/internal/vector_paths-inl.h"
#include "dbm/internal/vector_soft-inl.h"
#include "dbm/internal/vector_step-inl.h"
#include "hwy/highway.h"

// The operations of a transition on a zone: constraints, resets, delay.

HWY_BEFORE_NAMESPACE();
namespace orbita::dbm {
namespace HWY_NAMESPACE {
namespace {

// ---- closing

// Floyd and Warshall. A negative cycle shows on the diagonal before its last clock becomes the pivot, so
// until then every entry is the weight of a simple path and nothing runs away.
template <class S>
bool close(Matrix m) {
  if constexpr (is_one_vector<S>()) {
    const Result result =
        with_rows<S>(m.dimension, [&](auto count) HWY_ATTR { return close_block<S, decltype(count)::value>(m); });
    if (result != Result::too_large) return result == Result::done;
  } else if constexpr (known_length<S>) {
    const Result result = LongClose<S>(m).run();
    if (result != Result::too_large) return result == Result::done;
  }
  for (std::uint32_t k = 0; k < m.dimension; ++k) {
    if (m.row(k)[k] < raw_le_zero) return false;
    if (!pivot<S, Infinity::soft>(m, k, nullptr, m.dimension)) {
      harden_rows<S>(m, nullptr, m.dimension);
      return checked::close(m);
    }
  }
  harden_rows<S>(m, nullptr, m.dimension);
  return true;
}

template <class S>
bool close_through(Matrix m, std::uint32_t k) {
  if (m.row(k)[k] < raw_le_zero) return false;
  if (!pivot<S, Infinity::exact>(m, k, nullptr, m.dimension)) return checked::close_through(m, k);
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    if (m.row(i)[i] < raw_le_zero) return false;
  }
  return true;
}

// ---- constraining

// Row y does not change: its sums run through a cycle of weight >= 0. Row p changes only where it reaches
// y faster than before, p - x plus b. The matrix was closed, so row[x] does not change.
template <class S>
HWY_INLINE bool tighten_short(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  Through<S, Infinity::exact> from_y;
  if (!is_small(b) || !from_y.load(m.row(y))) return false;
  const std::int64_t keep = ~1 | b, even = b & ~1;
  raw_t* row = m.data;
  for (std::uint32_t p = 0; p < m.dimension; ++p, row += S::stride) {
    const std::int64_t to_y = (row[x] & keep) + even;
    if (to_y >= row[y]) continue;
    if (to_y >= small_limit || to_y <= -small_limit) {
      if (row[x] == raw_infinity) continue;
      return false;
    }
    from_y.lower(row, static_cast<raw_t>(to_y));
  }
  return true;
}

bool tighten_long(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  Prepared from_y;
  if (!is_small(b)) return false;
  for (std::size_t start = 0; start < m.stride(); start += chunk) {
    const std::size_t size = std::min<std::size_t>(chunk, m.stride() - start);
    if (!prepare(from_y, m.row(y) + start, size)) return false;
    raw_t* row = m.data;
    for (std::uint32_t p = 0; p < m.dimension; ++p, row += m.stride()) {
      if (p == y || row[x] == raw_infinity) continue;
      const raw_t to_y = row[x] + b - ((row[x] | b) & 1);
      // Later chunks see entry y already lowered, hence ">" and not ">=" there.
      if (to_y > row[y] || (start == 0 && to_y == row[y])) continue;
      if (!is_small(to_y)) return false;
      lower_row(row + start, to_y, from_y, size);
    }
  }
  return true;
}

template <class S>
HWY_INLINE void tighten(Matrix m, std::uint32_t x, std::uint32_t y, raw_t b) {
  bool done;
  if constexpr (known_length<S>) {
    done = tighten_short<S>(m, x, y, b);
  } else {
    done = tighten_long(m, x, y, b);
  }
  if (!done) checked::tighten(m, x, y, b);
}

// ---- time

template <class S>
HWY_NOINLINE bool up_row_by_row(Matrix m, std::span<const UpperBound> invariant) {
  Result result = Result::too_large;
  if constexpr (known_length<S>) result = up_short<S>(m, invariant);
  return result == Result::too_large ? checked::up_within(m, invariant) : result == Result::done;
}

template <class S>
bool up_within(Matrix m, std::span<const UpperBound> invariant) {
  if constexpr (is_one_vector<S>()) {
    if (invariant.empty()) return up(m), true;
    const Result result = OnePass<S>(m.data, m, {}).run(nullptr, invariant);
    if (result != Result::too_large) return result == Result::done;
  }
  return up_row_by_row<S>(m, invariant);
}

// Row 0 becomes the least of each column, where the diagonal has "clocks are >= 0". The padding is infinite
// in every row.
template <class S>
void down(Matrix m) {
  if (m.dimension == 1) return;
  if constexpr (known_length<S>) {
    const auto row = [&](std::size_t i) { return m.data + i * S::stride; };
    typename S::Row lowest;
    load_row<S>(lowest, row(1));
    const auto lower = [&](const raw_t* other) HWY_ATTR {
      S::each([&](std::size_t j, auto& v) HWY_ATTR { v = hn::Min(v, S::load(other, j)); }, lowest);
    };
    if constexpr (S::stride == 4) {  // two to four rows: no loop
      lower(row(m.dimension / 2));
      lower(row(m.dimension - 1));
    } else {
      for (std::uint32_t i = 2; i < m.dimension; ++i) lower(row(i));
    }
    const typename S::Tag d;
    lowest.part[0] = hn::IfThenElse(hn::FirstN(d, 1), hn::Set(d, raw_le_zero), lowest.part[0]);
    store_row<S>(lowest, m.data);
  } else {
    for_blocks(m.stride(), [&](auto d, std::size_t j) HWY_ATTR {
      auto lowest = hn::LoadU(d, m.row(1) + j);
      for (std::uint32_t i = 2; i < m.dimension; ++i) lowest = hn::Min(lowest, hn::LoadU(d, m.row(i) + j));
      hn::StoreU(lowest, d, m.data + j);
      return true;
    });
    m.data[0] = raw_le_zero;
  }
}

// ---- updates

// Rows this short are written whole, so that the vector loads of the next operation need not wait for short
// stores. Measured: beyond, it no longer pays.
template <class S>
constexpr bool written_whole() {
  if constexpr (known_length<S>) {
    return S::entries <= 32;
  } else {
    return false;
  }
}

// Lanes of column x.
template <class S>
HWY_INLINE void choose_column(typename S::Row& chosen, std::uint32_t x) {
  const typename S::Tag d;
  S::each(
      [&](std::size_t j, auto& c) HWY_ATTR {
        const auto index = column_numbers(d, j);
        c = hn::VecFromMask(d, hn::Eq(index, hn::Set(d, static_cast<raw_t>(x))));
      },
      chosen);
}

// Column x := column y.
template <class S>
HWY_INLINE void copy_column(Matrix m, std::uint32_t x, std::uint32_t y) {
  raw_t* row = m.data;
  if constexpr (written_whole<S>()) {
    const typename S::Tag d;
    typename S::Row chosen;
    choose_column<S>(chosen, x);
    for (std::uint32_t i = 0; i < m.dimension; ++i, row += S::stride) {
      const auto value = hn::Set(d, row[y]);
      S::each([&](std::size_t j, const auto& c)
                  HWY_ATTR { S::store(hn::IfVecThenElse(c, value, S::load(row, j)), row, j); },
              chosen);
    }
  } else {
    for (std::uint32_t i = 0; i < m.dimension; ++i, row += m.stride()) row[x] = row[y];
  }
}

// Then row x := row y; entry (y, x) has become 0, which makes the new diagonal.
template <class S>
HWY_INLINE void copy_clock(Matrix m, std::uint32_t x, std::uint32_t y) {
  copy_column<S>(m, x, y);
  const raw_t* from = m.row(y);
  raw_t* to = m.row(x);
  for_blocks(m.stride(), [&](auto d, std::size_t j) HWY_ATTR {
    hn::StoreU(hn::LoadU(d, from + j), d, to + j);
    return true;
  });
}

// ---- a whole transition

template <class S>
HWY_NOINLINE bool take_in_turn(Matrix m, const Step& step) {
  for (const Constraint& c : step.guards) {
    if (must_satisfy(m, c)) continue;
    if (!can_satisfy(m, c)) return false;
    tighten<S>(m, c.x.value, c.y.value, c.bound.raw);
  }
  for (ClockIndex x : step.resets) copy_clock<S>(m, x.value, 0);
  return up_within<S>(m, step.invariant);
}

template <class S>
bool take(Matrix target, ConstMatrix source, const Step& step) {
  if constexpr (is_one_vector<S>()) {
    if (step.guards.size() <= 1) {
      const Constraint* guard = step.guards.empty() || must_satisfy(source, step.guards[0]) ? nullptr : &step.guards[0];
      if (guard != nullptr && !can_satisfy(source, *guard)) return false;
      const Result result = OnePass<S>(target.data, source, step.resets).run(guard, step.invariant);
      if (result != Result::too_large) return result == Result::done;
    }
  }
  if (target.data != source.data) {
    if constexpr (known_length<S> && !is_one_vector<S>()) {
      const Result result = step_apart<S>(target, source, step);
      if (result != Result::too_large) return result == Result::done;
    }
    std::memcpy(target.data, source.data, source.size() * sizeof(raw_t));
  }
  return take_in_turn<S>(target, step);
}

// ---- entry by entry

// Five to eight rows of 8: four of them in the widest vectors.
void copy_short(raw_t* target, const raw_t* source, std::uint32_t dimension) {
  const auto copy = [&](auto d, std::size_t first, std::size_t last) HWY_ATTR {
    for (std::size_t i = 8 * first; i < 8 * last; i += hn::Lanes(d)) {
      hn::StoreU(hn::LoadU(d, source + i), d, target + i);
    }
  };
  copy(Wide(), 0, 4);
  copy(Eight(), 4, 5);
  if (dimension > 5) [[unlikely]]
    copy(Eight(), 5, dimension);
}

void minimum(raw_t* target, const raw_t* other, std::size_t size) {
  for_matrix_blocks(size, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Min(hn::LoadU(d, target + i), hn::LoadU(d, other + i)), d, target + i);
    return true;
  });
}

void maximum(raw_t* target, const raw_t* other, std::size_t size) {
  for_matrix_blocks(size, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Max(hn::LoadU(d, target + i), hn::LoadU(d, other + i)), d, target + i);
    return true;
  });
}

}  // namespace

void fill_arithmetic(VectorKernels& kernels) {
  kernels.name = hwy::TargetName(HWY_TARGET);
  fill_rows(kernels, [](auto rows, RowKernels& to) {
    using S = decltype(rows);
    to.close = close<S>;
    to.close_through = close_through<S>;
    to.tighten = tighten<S>;
    to.up_within = up_within<S>;
    to.take = take<S>;
    to.down = down<S>;
    to.copy_clock = copy_clock<S>;
  });
  kernels.copy_short = copy_short;
  kernels.minimum = minimum;
  kernels.maximum = maximum;
}

}  // namespace HWY_NAMESPACE
}  // namespace orbita::dbm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace orbita::dbm {

HWY_EXPORT(fill_arithmetic);
void choose_arithmetic(VectorKernels& kernels) { HWY_DYNAMIC_DISPATCH(fill_arithmetic)(kernels); }

}  // namespace orbita::dbm
#endif  // HWY_ONCE
