#include "symmetry/internal/partition.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace orbita::symmetry {

void Partition::start(const Plan& plan) {
  at = plan.identity();
  colour.resize(at.size());
  size.assign(at.size(), 0);
  for (const Domain& domain : plan.domains()) {
    size[domain.first] = domain.size();
    for (std::uint32_t v = domain.first; v < domain.last; ++v) colour[v] = domain.first;
  }
}

void Partition::individualise(std::uint32_t vertex) {
  const std::uint32_t first = colour[vertex], count = size[first];
  assert(count > 1);
  const auto begin = at.begin() + first;
  std::iter_swap(begin, std::find(begin, begin + count, vertex));
  size[first] = 1;
  size[first + 1] = count - 1;
  for (std::uint32_t p = first + 1; p < first + count; ++p) colour[at[p]] = first + 1;
}

void Refiner::refine(Partition& partition, const Facts& facts) {
  changed_ = partition.at;
  run(partition, facts);
}

void Refiner::refine(Partition& partition, const Facts& facts, std::span<const std::uint32_t> changed) {
  changed_.assign(changed.begin(), changed.end());
  run(partition, facts);
}

void Refiner::run(Partition& partition, const Facts& facts) {
  if (seen_.size() < facts.size()) seen_.resize(facts.size(), 0);
  while (!changed_.empty()) {
    collect(partition, facts);
    changed_.clear();
    cut_cells(partition);
  }
}

// Only facts about changed vertices matter: cells were refined before, so all other facts still say
// the same about each member of a cell.
void Refiner::collect(const Partition& partition, const Facts& facts) {
  ++round_;
  noted_.clear();
  for (const std::uint32_t vertex : changed_) {
    for (const std::uint32_t fact : facts.about(vertex)) {
      if (seen_[fact] == round_) continue;
      seen_[fact] = round_;
      note(partition, facts.label(fact), facts.tuple(fact));
    }
  }
  first_.assign(partition.places() + 2, 0);
  group_by_vertex();
}

// rest = place of the vertex in the tuple, where else it stands there, and the colours of the tuple.
// Long tuples and colours are cut short: refinement may be coarser then, but stays equivariant.
void Refiner::note(const Partition& partition, std::uint64_t label, std::span<const std::uint32_t> tuple) {
  constexpr std::size_t most = 4;
  constexpr unsigned colour_bits = 13;
  std::uint64_t colours = 0;
  for (std::size_t k = 0; k < most; ++k) {
    const std::uint64_t colour = k < tuple.size() ? partition.colour[tuple[k]] : 0;
    colours = colours << colour_bits | (colour & ((1u << colour_bits) - 1));
  }
  for (std::size_t k = 0; k < tuple.size(); ++k) {
    if (partition.is_single(tuple[k])) continue;
    std::uint64_t same = 0;
    bool first = true;
    for (std::size_t j = 0; j < tuple.size(); ++j) {
      if (tuple[j] != tuple[k]) continue;
      first &= j >= k;
      same |= std::uint64_t{1} << (j & 7);
    }
    if (!first) continue;
    noted_.push_back({tuple[k], {label, (std::uint64_t{k} & 15) << 60 | same << 52 | colours}});
  }
}

void Refiner::group_by_vertex() {
  cells_.clear();
  for (const auto& [vertex, remark] : noted_) ++first_[vertex + 2];
  for (std::size_t v = 2; v < first_.size(); ++v) first_[v] += first_[v - 1];
  sorted_.resize(noted_.size());
  for (const auto& [vertex, remark] : noted_) sorted_[first_[vertex + 1]++] = remark;
  for (std::size_t v = 0; v + 2 < first_.size(); ++v) {
    const auto begin = sorted_.begin() + first_[v], end = sorted_.begin() + first_[v + 1];
    if (end - begin > 1) std::sort(begin, end);
  }
}

void Refiner::cut_cells(Partition& partition) {
  for (const auto& noted : noted_) cells_.push_back(partition.colour[noted.first]);
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  for (const std::uint32_t first : cells_) {
    const std::uint32_t count = partition.size[first];
    const auto begin = partition.at.begin() + first;
    const auto compare = [&](std::uint32_t v, std::uint32_t w) {
      const std::span<const Remark> a = remarks(v), b = remarks(w);
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    std::sort(begin, begin + count, compare);
    const bool was_cut = partition.cut(first, [&](std::uint32_t v, std::uint32_t w) {
      const std::span<const Remark> a = remarks(v), b = remarks(w);
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    });
    if (was_cut) changed_.insert(changed_.end(), begin, begin + count);
  }
}

}  // namespace orbita::symmetry
