#include "symmetry/orbits/moved_cells.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <string>
#include <tuple>

namespace orbita::symmetry {

namespace {

// What the cells of one block have in common. An index is (set, what it stays within): the domain
// when it moves, the element itself when it does not.
struct BlockKey {
  std::uint32_t family = 0, position = 0;
  SetId value_set = no_set;
  bool is_location = false;
  ElementCode code{};
  SetId bits_of = no_set;
  std::int32_t first_bit = 0;
  std::vector<std::tuple<SetId, bool, std::uint32_t>> indices;
  auto operator<=>(const BlockKey&) const = default;
};

void lay_out(Block& block, const IdVector<DomainId, Domain>& domains) {
  std::size_t cells = 1;
  block.strides.resize(block.arity());
  for (std::size_t k = block.arity(); k-- > 0;) {
    block.strides[k] = static_cast<std::uint32_t>(cells);
    cells *= domains[block.domains[k]].size();
  }
  block.cells.assign(cells, none);
  block.vertices.reserve(cells * block.arity());
  for (std::size_t i = 0; i < cells; ++i) {
    for (std::size_t k = 0; k < block.arity(); ++k) {
      const Domain& domain = domains[block.domains[k]];
      block.vertices.push_back(domain.vertex(static_cast<std::uint32_t>(i / block.strides[k]) % domain.size()));
    }
  }
}

bool is_complete(const Block& block) {
  return std::find(block.cells.begin(), block.cells.end(), none) == block.cells.end();
}

}  // namespace

MovedCells::MovedCells(const StateLayout& layout) : layout_(&layout) {
  number_vertices();
  collect(layout.values, values_);
  collect(layout.clocks, clocks_);
  std::stable_sort(values_.begin(), values_.end(), [](const Block& a, const Block& b) {
    return std::tuple(!a.is_location, a.arity() > 1) < std::tuple(!b.is_location, b.arity() > 1);
  });
  for (const Block& block : values_) {
    const bool has_references = block.holds_elements() || block.holds_sets();
    if (block.arity() > 1 || (block.arity() == 1 && has_references)) sorting_is_canonical_ = false;
  }
  for (const Block& block : clocks_) {
    if (block.arity() > 1) sorting_is_canonical_ = false;
  }
}

void MovedCells::number_vertices() {
  for (std::uint32_t s = 0; s < layout_->sets.size(); ++s) {
    const LayoutSet& set = layout_->sets[s];
    const auto count = static_cast<std::size_t>(set.count);
    vertex_of_.emplace_back(count + 1);
    if (!set.reduced) continue;
    if (!set.cell_of.empty() && set.cell_of.size() != count) {
      throw LayoutError("the partition of '" + set.name + "' does not cover it");
    }
    std::map<std::uint32_t, std::vector<std::int32_t>> members;
    for (std::size_t e = 0; e < count; ++e) {
      members[set.cell_of.empty() ? 0 : set.cell_of[e]].push_back(static_cast<std::int32_t>(e));
    }
    for (const auto& [cell, elements] : members) {
      if (elements.size() < 2) continue;
      const DomainId domain = domains_.end_id();
      domains_.push_back(
          {SetId{s}, element_of_.end_id(), VertexId{vertices() + static_cast<std::uint32_t>(elements.size())}});
      for (const std::int32_t element : elements) {
        vertex_of_[s][static_cast<std::size_t>(element)] = element_of_.end_id();
        element_of_.push_back(element);
        domain_of_.push_back(domain);
      }
    }
  }
}

void MovedCells::collect(const std::vector<Cell>& cells, std::vector<Block>& blocks) const {
  std::map<BlockKey, std::size_t> found;
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    const Cell& cell = cells[c];
    BlockKey key{cell.family, cell.position, cell.value_set, cell.is_location,
                 cell.code,   cell.bits_of,  cell.first_bit, {}};
    std::vector<VertexId> moved;
    std::vector<DomainId> domains;
    for (const CellIndex& index : cell.indices) {
      const VertexId vertex = vertex_of(index.set, index.element);
      if (vertex == none) {
        key.indices.emplace_back(index.set, false, static_cast<std::uint32_t>(index.element));
      } else {
        key.indices.emplace_back(index.set, true, domain_of_[vertex].value);
        moved.push_back(vertex);
        domains.push_back(domain_of_[vertex]);
      }
    }
    const auto moves = [&](SetId set) {
      return set != no_set &&
             std::any_of(domains_.begin(), domains_.end(), [&](const Domain& d) { return d.set == set; });
    };
    const bool holds_moved = moves(cell.value_set), has_moved = moves(cell.bits_of);
    if (moved.empty() && !holds_moved && !has_moved) continue;
    if (holds_moved && !cell.code.is_valid_for(layout_->set(cell.value_set).count)) {
      throw LayoutError("a cell of a layout cannot tell an element from nobody");
    }
    const auto [position, is_new] = found.emplace(std::move(key), blocks.size());
    if (is_new) {
      Block& block = blocks.emplace_back();
      block.domains = domains;
      block.value_set = holds_moved ? cell.value_set : no_set;
      block.code = cell.code;
      if (has_moved) add_bits(block, cell);
      block.is_location = cell.is_location;
      lay_out(block, domains_);
    }
    Block& block = blocks[position->second];
    std::size_t at = 0;
    for (std::size_t k = 0; k < moved.size(); ++k) {
      at += std::size_t{block.strides[k]} * domains_[domains[k]].rank(moved[k]);
    }
    if (block.cells[at] != none) throw LayoutError("two cells of a layout have the same address");
    block.cells[at] = c;
  }
  if (!std::all_of(blocks.begin(), blocks.end(), is_complete)) {
    throw LayoutError("a layout lacks the cells of some element that may be permuted");
  }
}

void MovedCells::add_bits(Block& block, const Cell& cell) const {
  if (cell.first_bit < 0 || cell.first_bit + layout_->set(cell.bits_of).count > 31)
    throw LayoutError("a cell of a layout has no bit for some element");
  block.bits_of = cell.bits_of;
  block.first_bit = cell.first_bit;
  for (const Domain& domain : domains_) {
    if (domain.set != cell.bits_of) continue;
    for (const VertexId v : IdRange(domain.first, domain.last)) block.moved_bits |= 1u << bit_of(block, v);
  }
}

std::int32_t MovedCells::renamed_set(const Block& block, std::int32_t value, const VertexMap& to) const {
  std::uint32_t result = block.fixed_bits(value);
  for (const Domain& domain : domains_) {
    if (domain.set != block.bits_of) continue;
    for (const VertexId v : IdRange(domain.first, domain.last)) {
      if (is_in_set(block, value, v)) result |= 1u << bit_of(block, to[v]);
    }
  }
  return static_cast<std::int32_t>(result);
}

double MovedCells::group_order() const {
  double order = 1;
  for (const Domain& domain : domains_) {
    for (std::uint32_t k = 2; k <= domain.size(); ++k) order *= k;
  }
  return order;
}

VertexMap MovedCells::identity() const {
  VertexMap to(vertices());
  for (const VertexId v : to.ids()) to[v] = v;
  return to;
}

Permutation MovedCells::permutation(const VertexMap& to) const {
  Permutation result(*layout_);
  for (const VertexId v : vertex_ids()) {
    result.set(domains_[domain_of_[v]].set, element_of_[v], element_of_[to[v]]);
  }
  return result;
}

}  // namespace orbita::symmetry
