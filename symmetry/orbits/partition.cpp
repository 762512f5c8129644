#include "symmetry/orbits/partition.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace orbita::symmetry {

void Partition::start(const MovedCells& plan) {
  at.resize(plan.vertices());
  for (const VertexId v : plan.vertex_ids()) at[v.value] = v;
  colour.resize(at.size());
  size.assign(at.size(), 0);
  for (const Domain& domain : plan.domains()) {
    size[domain.first.value] = domain.size();
    for (const VertexId v : IdRange(domain.first, domain.last)) colour[v] = domain.first.value;
  }
}

void Partition::individualise(VertexId vertex) {
  const std::uint32_t first = colour[vertex], count = size[first];
  assert(count > 1);
  const auto begin = at.begin() + first;
  std::iter_swap(begin, std::find(begin, begin + count, vertex));
  assert(at[first] == vertex);
  size[first] = 1;
  size[first + 1] = count - 1;
  for (std::uint32_t p = first + 1; p < first + count; ++p) colour[at[p]] = first + 1;
}

void Refiner::refine(Partition& partition, const Facts& facts) {
  changed_ = partition.at;
  run(partition, facts);
}

void Refiner::refine(Partition& partition, const Facts& facts, VertexId vertex) {
  changed_.assign(1, vertex);
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
  for (const VertexId vertex : changed_) {
    for (const std::uint32_t fact : facts.about(vertex)) {
      if (seen_[fact] == round_) continue;
      seen_[fact] = round_;
      note(partition, facts.label(fact), facts.tuple(fact));
    }
  }
  group_by_vertex(partition.places());
}

// rest = place of the vertex in the tuple, where else it stands there, and the colours of the tuple.
// Long tuples and colours are cut short: refinement may be coarser then, but stays equivariant.
void Refiner::note(const Partition& partition, std::uint64_t label, std::span<const VertexId> tuple) {
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

// A round costs what it has to say, not the number of vertices.
void Refiner::group_by_vertex(std::uint32_t vertices) {
  first_.resize(vertices);
  count_.resize(vertices, 0);
  vertices_.clear();
  for (const auto& [vertex, remark] : noted_) {
    if (count_[vertex]++ == 0) vertices_.push_back(vertex);
  }
  std::uint32_t next = 0;
  for (const VertexId vertex : vertices_) {
    first_[vertex] = next;
    next += count_[vertex];
    count_[vertex] = 0;
  }
  sorted_.resize(noted_.size());
  for (const auto& [vertex, remark] : noted_) sorted_[first_[vertex] + count_[vertex]++] = remark;
  for (const VertexId vertex : vertices_) {
    const auto begin = sorted_.begin() + first_[vertex];
    if (count_[vertex] > 1) std::sort(begin, begin + count_[vertex]);
  }
}

void Refiner::cut_cells(Partition& partition) {
  cells_.clear();
  for (const VertexId vertex : vertices_) cells_.push_back(partition.colour[vertex]);
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  for (const std::uint32_t first : cells_) cut_cell(partition, first);
  for (const VertexId vertex : vertices_) count_[vertex] = 0;
}

void Refiner::cut_cell(Partition& partition, std::uint32_t first) {
  assert(partition.size[first] > 0 && partition.colour[partition.at[first]] == first);
  const auto begin = partition.at.begin() + first, end = begin + partition.size[first];
  // Nothing said sorts before anything said.
  const auto told = std::partition(begin, end, [&](VertexId v) { return count_[v] == 0; });
  std::sort(told, end, [&](VertexId v, VertexId w) {
    const std::span<const Remark> a = remarks(v), b = remarks(w);
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  const bool was_cut = partition.cut(first, [&](VertexId v, VertexId w) {
    const std::span<const Remark> a = remarks(v), b = remarks(w);
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  });
  if (was_cut) note_changed(partition, first, first + static_cast<std::uint32_t>(end - begin));
}

// All parts of the old cell but the first of the largest: what facts say about that one follows from
// what they said about the whole and say about the others.
void Refiner::note_changed(const Partition& partition, std::uint32_t first, std::uint32_t last) {
  std::uint32_t largest = first;
  for (std::uint32_t part = first; part < last; part += partition.size[part]) {
    if (partition.size[part] > partition.size[largest]) largest = part;
  }
  for (std::uint32_t part = first; part < last; part += partition.size[part]) {
    if (part == largest) continue;
    const std::span<const VertexId> cell = partition.cell(part);
    changed_.insert(changed_.end(), cell.begin(), cell.end());
  }
}

}  // namespace orbita::symmetry
