#include "engine/counted/block_cover.h"

#include <algorithm>
#include <cassert>

namespace orbita {

namespace {

// Elements of consecutive parts of one block: the earlier ones are the older ones.
void sort_parts(const BlockZone& zone, std::span<const Part> parts, std::vector<Constraint>& constraints) {
  std::vector<std::uint32_t> first;  // clock of a part's first element
  std::uint32_t at = zone.free_clocks + 1;
  for (const Part& part : parts) {
    first.push_back(at);
    at += part.count * zone.blocks[part.block].clocks;
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::uint32_t clocks = zone.blocks[parts[p].block].clocks;
    if (clocks == 0) continue;
    for (std::size_t q = p + 1; q < parts.size(); ++q) {
      if (parts[q].block != parts[p].block) continue;
      for (std::uint32_t i = 0; i < parts[p].count; ++i) {
        for (std::uint32_t j = 0; j < parts[q].count; ++j)
          constraints.push_back({ClockIndex{first[q] + j * clocks}, ClockIndex{first[p] + i * clocks}, le_zero});
      }
    }
  }
}

}  // namespace

Refinement refine(const BlockZone& small, Counts small_counts, std::span<const std::uint32_t> order,
                  const BlockZone& big, Counts big_counts, std::uint32_t cap) {
  Refinement result;
  std::vector<std::uint32_t> next_small(small.blocks.size()), next_big(big.blocks.size());
  std::size_t i = 0, k = 0;
  std::uint32_t left_small = small_counts[order[0]], left_big = big_counts[0];
  while (i < order.size()) {
    const std::uint32_t a = order[i], b = static_cast<std::uint32_t>(k);
    assert(small.blocks[a].key == big.blocks[b].key && "the same number of elements of each key");
    const std::uint32_t size = std::min(left_small, left_big), listed = std::min(size, cap);
    result.small.push_back({a, next_small[a], listed});
    result.big.push_back({b, next_big[b], listed});
    next_small[a] += listed;
    next_big[b] += listed;
    left_small -= size;
    left_big -= size;
    if (left_small == 0 && ++i < order.size()) left_small = small_counts[order[i]];
    if (left_big == 0 && ++k < big.blocks.size()) left_big = big_counts[k];
  }
  return result;
}

bool covers(const BlockZone& big, const BlockZone& small, const Refinement& parts, const BlockBounds& bounds) {
  Zone mine = expand(small, parts.small);
  std::vector<Constraint> order;
  sort_parts(small, parts.small, order);
  if (!order.empty()) {
    const bool alive = mine.constrain(order);
    assert(alive && "a symmetric zone has valuations in every order");
    static_cast<void>(alive);
  }
  const Zone other = expand(big, parts.big);
  std::vector<std::int32_t> lower = bounds.free_lower, upper = bounds.free_upper;
  for (const Part& part : parts.small) {
    for (std::uint32_t i = 0; i < part.count; ++i) {
      lower.insert(lower.end(), bounds.lower[part.block].begin(), bounds.lower[part.block].end());
      upper.insert(upper.end(), bounds.upper[part.block].begin(), bounds.upper[part.block].end());
    }
  }
  return alu_includes(other.view(), mine.view(), ClockBounds(lower, upper));
}

}  // namespace orbita
