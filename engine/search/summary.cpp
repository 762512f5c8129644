#include "engine/search/summary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>

namespace orbita {

namespace {

// The sample's values get the middle of what seven bits can say: later zones may hold smaller and larger ones.
constexpr std::int32_t below_sample = 32, sample_width = 64, top = 127;

// Pairs of the sample, of which the first needs more than the second has: a bit for each.
using Pairs = std::uint64_t;
constexpr std::size_t row_of_pairs = SummaryPlan::largest_sample;
static_assert(row_of_pairs * row_of_pairs == 64);

Pairs told_apart_by(std::size_t cell, std::span<const SampledZone> sample) {
  std::array<std::int32_t, row_of_pairs> entries;
  entries.fill(std::numeric_limits<std::int32_t>::max());
  for (std::size_t j = 0; j < sample.size(); ++j) entries[j] = sample[j].entries[cell];
  Pairs apart = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const std::int32_t least = sample[i].least[cell];
    Pairs row = 0;
    for (std::size_t j = 0; j < row_of_pairs; ++j) row |= Pairs{least > entries[j]} << j;
    apart = apart << row_of_pairs | row;
  }
  return apart;
}

// The numbers of the cells, best first: each tells apart as many pairs as possible that the ones before it do not.
// When no cell adds a pair, the next one is chosen as if it were the first.
std::vector<std::size_t> most_telling_cells(std::size_t cells, std::span<const SampledZone> sample,
                                            std::size_t wanted) {
  std::vector<Pairs> apart(cells);
  for (std::size_t c = 0; c < cells; ++c) apart[c] = told_apart_by(c, sample);
  std::vector<std::size_t> chosen;
  Pairs done = 0;
  while (chosen.size() < wanted) {
    const auto gain = [&](Pairs pairs) { return std::popcount(pairs & ~done); };
    const auto best = std::ranges::max_element(apart, {}, gain);
    if (gain(*best) == 0) {
      if (done == 0) break;
      done = 0;
      continue;
    }
    chosen.push_back(static_cast<std::size_t>(best - apart.begin()));
    done |= *best;
    *best = 0;
  }
  return chosen;
}

}  // namespace

SummaryPlan::SummaryPlan(std::uint32_t dimension, std::int32_t infinity, std::span<const SampledZone> sample) {
  assert(sample.size() <= largest_sample);
  for (const std::size_t place : most_telling_cells(std::size_t{dimension} * dimension, sample, cells_.size())) {
    std::int32_t low = infinity, high = std::numeric_limits<std::int32_t>::min();
    for (const SampledZone& zone : sample) {
      low = std::min(low, zone.entries[place]);  // what is asked for may lie far below everything there is
      for (const std::int32_t value : {zone.entries[place], zone.least[place]}) {
        if (value != infinity) high = std::max(high, value);
      }
    }
    Cell cell{static_cast<std::uint32_t>(place / dimension), static_cast<std::uint32_t>(place % dimension), low, 0};
    const std::int64_t width = std::max<std::int64_t>(0, std::int64_t{high} - low);
    while ((width >> cell.shift) >= sample_width) ++cell.shift;
    cells_[used_++] = cell;
  }
}

template <class EntryAt>
Summary SummaryPlan::make(EntryAt entry_at) const {
  std::uint64_t bytes = 0;
  for (std::uint32_t k = 0; k < used_; ++k) {
    const Cell& cell = cells_[k];
    const std::int64_t above = std::int64_t{entry_at(cell.row, cell.column)} - cell.lowest;
    bytes =
        bytes << 8 | static_cast<std::uint64_t>(std::clamp<std::int64_t>((above >> cell.shift) + below_sample, 0, top));
  }
  return Summary{bytes};
}

Summary SummaryPlan::of(const packed_t* entries, std::uint32_t dimension) const {
  return make([&](std::uint32_t x, std::uint32_t y) { return std::int32_t{entries[x * dimension + y]}; });
}

Summary SummaryPlan::of(ConstMatrix entries) const {
  return make([&](std::uint32_t x, std::uint32_t y) { return entries.row(x)[y]; });
}

}  // namespace orbita
