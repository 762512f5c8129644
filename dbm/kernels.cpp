#include "dbm/kernels.h"

#include <algorithm>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace orbita::dbm {
namespace {

void fill(Matrix m, raw_t value) { std::fill_n(m.data, m.size(), value); }

std::uint64_t word(const raw_t* entries) {
  std::uint64_t result;
  std::memcpy(&result, entries, sizeof result);
  return result;
}
std::uint64_t word(raw_t a, raw_t b) {
  return std::uint64_t{static_cast<std::uint32_t>(b)} << 32 | static_cast<std::uint32_t>(a);
}

// XXH3 for a zone of five clocks without its padding, which is 60 of 160 bytes: its mixing of 16 bytes each
// with its own keys, and its end. The last entry is always "<= 0".
std::uint64_t hash_of_five(const raw_t* m) {
  constexpr std::size_t stride = stride_for(5);
  const auto mixed = [](std::uint64_t a, std::uint64_t b, int i) {
    const std::uint64_t key_a = XXH_readLE64(XXH3_kSecret + 16 * i), key_b = XXH_readLE64(XXH3_kSecret + 16 * i + 8);
    return XXH3_mul128_fold64(a ^ key_a, b ^ key_b);
  };
  std::uint64_t sum = 5 * XXH_PRIME64_1;
  for (int i = 0; i < 5; ++i) sum += mixed(word(m + stride * i), word(m + stride * i + 2), i);
  const raw_t* last = m + 4;  // column
  sum += mixed(word(last[0], last[stride]), word(last[2 * stride], last[3 * stride]), 5);
  return XXH3_avalanche(sum);
}

}  // namespace

void init_zero(Matrix m) {
  fill(m, raw_infinity);
  for (std::uint32_t i = 0; i < m.dimension; ++i) std::fill_n(m.row(i), m.dimension, raw_le_zero);
  assert(is_canonical(m));
}

void init_universal(Matrix m) {
  fill(m, raw_infinity);
  std::fill_n(m.data, m.dimension, raw_le_zero);
  for (std::uint32_t i = 1; i < m.dimension; ++i) m.row(i)[i] = raw_le_zero;
  assert(is_canonical(m));
}

bool is_canonical(ConstMatrix m) {
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    const raw_t* row = m.row(i);
    if (row[i] != raw_le_zero || m.data[i] > raw_le_zero) return false;
    for (std::uint32_t j = m.dimension; j < m.stride(); ++j) {
      if (row[j] != raw_infinity) return false;
    }
    for (std::uint32_t k = 0; k < m.dimension; ++k) {
      if (row[k] == raw_infinity) continue;
      if (row[k] >= raw_limit || row[k] <= -raw_limit) return false;
      const raw_t* through = m.row(k);
      for (std::uint32_t j = 0; j < m.dimension; ++j) {
        if (through[j] == raw_infinity) continue;
        if (row[j] > row[k] + through[j] - ((row[k] | through[j]) & 1)) return false;
      }
    }
  }
  return true;
}

bool is_universal(ConstMatrix m) {
  for (std::uint32_t i = 0; i < m.dimension; ++i) {
    for (std::uint32_t j = 0; j < m.dimension; ++j) {
      const raw_t expected = i == 0 || i == j ? raw_le_zero : raw_infinity;
      if (m.row(i)[j] != expected) return false;
    }
  }
  return true;
}

bool constrain_all(Matrix m, std::span<const Constraint> guards) {
  for (const Constraint& c : guards) {
    if (!constrain(m, c)) return false;
  }
  return true;
}

bool unreset(Matrix m, ClockIndex x, std::int32_t value) {
  if (!constrain(m, at_most(x, value)) || !constrain(m, at_least(x, value))) return false;
  free_clock(m, x);
  return true;
}

bool equal(ConstMatrix a, ConstMatrix b) {
  return a.dimension == b.dimension && std::memcmp(a.data, b.data, a.size() * sizeof(raw_t)) == 0;
}

std::uint64_t hash(ConstMatrix m) {
  if (m.dimension == 5) return hash_of_five(m.data);
  return XXH3_64bits(m.data, m.size() * sizeof(raw_t));  // the length tells the dimension
}

void permute(Matrix target, ConstMatrix source, std::span<const ClockIndex> to) {
  assert(target.dimension == source.dimension && to.size() == source.dimension);
  assert(target.data != source.data && to[0] == reference_clock);
  for (std::uint32_t i = 0; i < source.dimension; ++i) {
    const raw_t* from = source.row(i);
    raw_t* row = target.row(to[i].value);
    for (std::uint32_t j = 0; j < source.dimension; ++j) row[to[j].value] = from[j];
    std::fill(row + target.dimension, row + target.stride(), raw_infinity);
  }
  assert(is_canonical(target));
}

void project(Matrix target, ConstMatrix source, std::span<const ClockIndex> kept) {
  assert(target.dimension == kept.size() + 1);
  const auto origin = [&](std::uint32_t i) { return i == 0 ? 0 : kept[i - 1].value; };
  for (std::uint32_t i = 0; i < target.dimension; ++i) {
    const raw_t* from = source.row(origin(i));
    raw_t* row = target.row(i);
    row[0] = from[0];
    for (std::uint32_t j = 1; j < target.dimension; ++j) row[j] = from[kept[j - 1].value];
    std::fill(row + target.dimension, row + target.stride(), raw_infinity);
  }
  assert(is_canonical(target));
}

void embed(Matrix target, ConstMatrix source, std::span<const ClockIndex> kept, Missing missing) {
  assert(source.dimension == kept.size() + 1 && source.dimension <= target.dimension);
  const raw_t highest = missing == Missing::zero ? raw_le_zero : raw_infinity;
  // First the zone where every clock is a missing one, then the known clocks over it.
  fill(target, raw_infinity);
  for (std::uint32_t i = 0; i < target.dimension; ++i) {
    std::fill_n(target.row(i), target.dimension, i == 0 ? raw_le_zero : highest);
    target.row(i)[i] = raw_le_zero;
  }
  for (std::uint32_t i = 1; i < source.dimension; ++i) {
    const raw_t* from = source.row(i);
    raw_t* row = target.row(kept[i - 1].value);
    // A missing clock z is >= 0, so k - z <= k - 0; and z - k <= 0 - k where z is 0.
    std::fill_n(row, target.dimension, from[0]);
    for (std::uint32_t j = 0; j < target.dimension; ++j) {
      target.row(j)[kept[i - 1].value] = j == 0 || missing == Missing::zero ? source.data[i] : raw_infinity;
    }
  }
  for (std::uint32_t i = 1; i < source.dimension; ++i) {
    const raw_t* from = source.row(i);
    raw_t* row = target.row(kept[i - 1].value);
    for (std::uint32_t j = 1; j < source.dimension; ++j) row[kept[j - 1].value] = from[j];
  }
  assert(is_canonical(target));
}

}  // namespace orbita::dbm
