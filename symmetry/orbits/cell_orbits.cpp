#include "symmetry/orbits/cell_orbits.h"

#include <algorithm>
#include <set>

namespace orbita {

CellOrbits::CellOrbits(const StateLayout& layout) : values_(static_cast<std::uint32_t>(layout.values.size())) {
  const symmetry::MovedCells plan(layout);
  const std::size_t cells = layout.values.size() + layout.clocks.size();
  std::vector<std::vector<VertexId>> moving(cells);
  kind_.resize(cells);
  for (std::uint32_t c = 0; c < cells; ++c) kind_[c] = c;
  auto kind = static_cast<std::uint32_t>(cells);
  const auto add = [&](const symmetry::Block& block, std::uint32_t base) {
    for (std::size_t i = 0; i < block.cells.size(); ++i) {
      const auto tuple = block.vertices.begin() + static_cast<std::ptrdiff_t>(i * block.arity());
      kind_[base + block.cells[i]] = kind;
      moving[base + block.cells[i]].assign(tuple, tuple + static_cast<std::ptrdiff_t>(block.arity()));
    }
    ++kind;
  };
  for (const symmetry::Block& block : plan.values()) add(block, 0);
  for (const symmetry::Block& block : plan.clocks()) add(block, values_);
  for (const std::vector<VertexId>& tuple : moving) {
    first_.push_back(static_cast<std::uint32_t>(vertices_.size()));
    vertices_.insert(vertices_.end(), tuple.begin(), tuple.end());
  }
  first_.push_back(static_cast<std::uint32_t>(vertices_.size()));
  for (const VertexId v : plan.vertex_ids()) domain_of_.push_back(plan.domain_of(v));
  for (const symmetry::Domain& domain : plan.domains()) domain_size_.push_back(domain.size());
}

void CellOrbits::describe(Cells cells, std::vector<std::uint32_t>& key, std::vector<VertexId>& met) const {
  key.clear();
  met.clear();
  for (const std::uint32_t cell : cells) {
    key.push_back(kind_[cell]);
    for (const VertexId vertex : vertices(cell)) {
      const auto before = std::find(met.begin(), met.end(), vertex);
      key.push_back(static_cast<std::uint32_t>(before - met.begin()));
      if (before == met.end()) met.push_back(vertex);
    }
  }
}

// Every index met for the first time may be any element of its domain that has not been met.
std::uint64_t CellOrbits::size(Cells cells) const {
  std::vector<VertexId> met;
  std::uint64_t result = 1;
  for (const std::uint32_t cell : cells) {
    for (const VertexId vertex : vertices(cell)) {
      if (std::find(met.begin(), met.end(), vertex) != met.end()) continue;
      const symmetry::DomainId domain = domain_of_[vertex];
      const auto used = std::count_if(met.begin(), met.end(), [&](VertexId v) { return domain_of_[v] == domain; });
      result *= domain_size_[domain] - static_cast<std::uint64_t>(used);
      met.push_back(vertex);
    }
  }
  return result;
}

std::uint32_t OrbitNumbers::of(CellOrbits::Cells cells) {
  orbits_.describe(cells, key_, met_);
  const auto found = numbers_.find(key_);
  if (found != numbers_.end()) return found->second;
  return numbers_.emplace(key_, count()).first->second;
}

void mark_orbits(const CellOrbits& orbits, std::uint32_t first, std::vector<bool>& marked) {
  if (orbits.is_trivial()) return;
  OrbitNumbers orbit(orbits);
  std::set<std::uint32_t> found;
  for (std::uint32_t i = 0; i < marked.size(); ++i) {
    if (marked[i]) found.insert(orbit.of({first + i}));
  }
  for (std::uint32_t i = 0; i < marked.size(); ++i) marked[i] = found.contains(orbit.of({first + i}));
}

}  // namespace orbita
