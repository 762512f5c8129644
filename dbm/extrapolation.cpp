#include "dbm/extrapolation.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "dbm/internal/vector_kernels.h"

namespace orbita {
namespace {

// One T per clock, padding included: on the stack for up to 256 clocks, allocated beyond.
template <class T>
class PerClock {
 public:
  PerClock(std::uint32_t stride, T value) : more_(stride > usual ? stride : 0) {
    std::fill_n(data(), stride, value);
  }
  T* data() { return more_.empty() ? few_ : more_.data(); }
  T& operator[](std::uint32_t x) { return data()[x]; }

 private:
  static constexpr std::uint32_t usual = 256;
  T few_[usual];
  std::vector<T> more_;
};

constexpr raw_t lowest_raw = std::numeric_limits<raw_t>::min();
constexpr raw_t highest_raw = std::numeric_limits<raw_t>::max();

// The largest raw bound whose value is not above `lower`: larger ones become infinite.
raw_t highest_kept(std::int32_t lower) {
  if (lower < 0) return lowest_raw;
  return lower > largest_clock_bound ? highest_raw : 2 * lower + 1;
}

// (-upper, <): what a smaller bound is raised to.
raw_t lowest_kept(std::int32_t upper) {
  if (upper < 0) return raw_infinity;
  return upper > largest_clock_bound ? lowest_raw : -2 * upper;
}

// Row 0 keeps at least "clocks are >= 0".
void raise_row_zero(Matrix m, const raw_t* least) {
  for (std::uint32_t j = 1; j < m.dimension; ++j) {
    m.data[j] = std::max(m.data[j], std::min(least[j], raw_le_zero));
  }
}

// Nothing was tightened below the old zone, so the result cannot be empty.
void finish(Matrix m, const std::uint8_t* pivots) {
  [[maybe_unused]] const bool nonempty = dbm::vector_kernels().close_over(m, pivots);
  assert(nonempty && dbm::is_canonical(m));
}

// ExtraM and ExtraLU: each entry on its own.
void widen(Matrix m, const std::int32_t* lower, const std::int32_t* upper) {
  PerClock<raw_t> least(m.stride, lowest_raw);
  PerClock<raw_t> high(m.stride, highest_raw);
  for (std::uint32_t j = 1; j < m.dimension; ++j) {
    least[j] = lowest_kept(upper[j]);
    high[j] = highest_kept(lower[j]);
  }
  dbm::vector_kernels().widen(m, least.data(), high.data());
  raise_row_zero(m, least.data());
  finish(m, nullptr);
}

// The "+" variants: a clock known to be above its bound loses its row (L) or column (U) altogether.
// With `strict_counts`, x > M is above M; without, only x >= M + 1 and beyond.
void widen_plus(Matrix m, const std::int32_t* lower, const std::int32_t* upper, bool strict_counts) {
  const auto above = [&](std::uint32_t x, std::int32_t bound) {
    if (bound < 0) return true;
    if (bound > largest_clock_bound) return false;
    return m.data[x] < -2 * bound + (strict_counts ? 1 : 0);
  };
  PerClock<raw_t> least(m.stride, lowest_raw);
  PerClock<raw_t> high(m.stride, highest_raw);
  PerClock<std::uint8_t> pivots(m.stride, 1);
  for (std::uint32_t j = 1; j < m.dimension; ++j) {
    const bool forget_row = above(j, lower[j]);
    const bool forget_column = above(j, upper[j]);
    high[j] = forget_row ? lowest_raw : highest_kept(lower[j]);
    if (forget_column) least[j] = raw_infinity;
    // Closing need not go through clock j: nothing leaves it, or it is entered from the reference clock
    // only, and what it reaches was already reached from there.
    pivots[j] = forget_row || forget_column ? 0 : 1;
  }
  const bool changed = dbm::vector_kernels().widen(m, least.data(), high.data());
  // Row 0 last: its old values decided the others. A forgotten column keeps "x above its bound".
  for (std::uint32_t j = 1; j < m.dimension; ++j) {
    if (least[j] == raw_infinity) m.data[j] = std::min(lowest_kept(upper[j]), raw_le_zero);
  }
  if (changed) finish(m, pivots.data());
  assert(dbm::is_canonical(m));
}

}  // namespace

void extrapolate_m(Matrix m, std::span<const std::int32_t> max) { widen(m, max.data(), max.data()); }

void extrapolate_lu(Matrix m, const ClockBounds& bounds) { widen(m, bounds.lower, bounds.upper); }

void extrapolate_m_plus(Matrix m, std::span<const std::int32_t> max) {
  widen_plus(m, max.data(), max.data(), false);
}

void extrapolate_m_plus_strict(Matrix m, std::span<const std::int32_t> max) {
  widen_plus(m, max.data(), max.data(), true);
}

void extrapolate_lu_plus(Matrix m, const ClockBounds& bounds) {
  widen_plus(m, bounds.lower, bounds.upper, false);
}

}  // namespace orbita
