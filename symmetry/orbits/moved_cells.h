// A layout, compiled for permuting: only what moves is left.
//
// Pinned elements and sets that are not reduced never move, so they count as plain positions here.
// Every element that may move is a *vertex*; vertices that may be exchanged with each other are
// consecutive and form a *domain* (a set, or one cell of its partition). Cells that are moved among
// each other form a *block*: one cell for every choice of one vertex per domain of the block.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "dbm/id_vector.h"
#include "symmetry/orbits/layout.h"
#include "symmetry/orbits/permutation.h"

namespace orbita::symmetry {

inline constexpr None none;

using VertexId = Index<struct VertexTag>;
using DomainId = Index<struct DomainTag>;

struct Domain {
  SetId set;
  VertexId first, last;  // its vertices: first <= v < last; in the order of the elements
  std::uint32_t size() const { return last.value - first.value; }
  // Where a vertex of it stands among them, and back.
  std::uint32_t rank(VertexId vertex) const {
    assert(first <= vertex && vertex < last);
    return vertex.value - first.value;
  }
  VertexId vertex(std::uint32_t rank) const {
    assert(rank < size());
    return VertexId{first.value + rank};
  }
};

struct Block {
  std::vector<DomainId> domains;       // one per moved index, outermost first; may be empty
  std::vector<std::uint32_t> strides;  // of the moved indices in `cells`
  std::vector<std::uint32_t> cells;    // slots or clocks, row by row
  std::vector<VertexId> vertices;      // domains.size() of them for every entry of cells
  SetId value_set = none;              // holds elements of this set, and some of them move
  ElementCode code{};                  // how it holds them
  SetId bits_of = none;                // holds sets of elements of this set, as bits, and some of them move
  std::int32_t first_bit = 0;
  std::uint32_t moved_bits = 0;  // those of elements that move
  bool is_location = false;
  std::size_t arity() const { return domains.size(); }
  bool holds_elements() const { return value_set != none; }
  bool holds_sets() const { return bits_of != none; }
  // What no permutation changes of a set.
  std::uint32_t fixed_bits(std::int32_t value) const { return static_cast<std::uint32_t>(value) & ~moved_bits; }
};

// An element permutation, by vertices: to[old] = new. Vertices stay in their domain.
using VertexMap = IdVector<VertexId, VertexId>;

// Thrown for a layout that is not closed under its own group: the image of some cell does not exist.
class LayoutError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class MovedCells {
 public:
  explicit MovedCells(const StateLayout& layout);

  const StateLayout& layout() const { return *layout_; }
  std::uint32_t vertices() const { return static_cast<std::uint32_t>(element_of_.size()); }
  IdRange<VertexId> vertex_ids() const { return element_of_.ids(); }
  const IdVector<DomainId, Domain>& domains() const { return domains_; }
  DomainId domain_of(VertexId vertex) const { return domain_of_[vertex]; }
  std::int32_t element_of(VertexId vertex) const { return element_of_[vertex]; }
  // The vertex of an element; `none` for pinned ones and for "nothing".
  VertexId vertex_of(SetId set, std::int32_t element) const {
    assert(set.value < vertex_of_.size() && static_cast<std::size_t>(element) < vertex_of_[set.value].size());
    return vertex_of_[set.value][static_cast<std::size_t>(element)];
  }
  // The vertex a cell of a block that holds elements has as its value; `none` as for vertex_of().
  VertexId vertex_held(const Block& block, std::int32_t value) const {
    const std::uint32_t element = block.code.element_of(value);
    const std::vector<VertexId>& vertices = vertex_of_[block.value_set.value];
    return element < vertices.size() ? vertices[element] : VertexId{};
  }
  // The value by which a cell of the block holds a vertex.
  std::int32_t value_of(const Block& block, VertexId vertex) const { return block.code.value_of(element_of_[vertex]); }
  // The same for a block that holds sets: which bit is that of the vertex; is it in the set; the renamed set.
  std::uint32_t bit_of(const Block& block, VertexId vertex) const {
    return static_cast<std::uint32_t>(block.first_bit + element_of_[vertex]);
  }
  bool is_in_set(const Block& block, std::int32_t value, VertexId vertex) const {
    return (static_cast<std::uint32_t>(value) >> bit_of(block, vertex) & 1u) != 0;
  }
  std::int32_t renamed_set(const Block& block, std::int32_t value, const VertexMap& to) const;
  // Tells the values apart that no permutation changes: the number of a pinned element, the count for nobody, then
  // other numbers (0, -1, 1, -2, …).
  std::uint32_t fixed_number(const Block& block, std::int32_t value) const {
    const auto count = static_cast<std::uint32_t>(vertex_of_[block.value_set.value].size()) - 1;
    if (value == block.code.nobody) return count;
    const std::uint32_t element = block.code.element_of(value);
    if (element < count) return element;
    return count + 1 + (static_cast<std::uint32_t>(value) << 1 ^ (value < 0 ? 0xffffffffu : 0u));
  }

  // Blocks of values that move or hold what moves: locations first, then one index before many,
  // otherwise in the order of the layout.
  const std::vector<Block>& values() const { return values_; }
  const std::vector<Block>& clocks() const { return clocks_; }  // of clocks that move

  // docs/theory/symmetry.md, Theorem 1: no elements inside of elements, nothing under two moved indices.
  bool sorting_is_canonical() const { return sorting_is_canonical_; }
  // |G|, as a double: it may be huge.
  double group_order() const;

  VertexMap identity() const;
  Permutation permutation(const VertexMap& to) const;

 private:
  void number_vertices();
  void collect(const std::vector<Cell>& cells, std::vector<Block>& blocks) const;
  void add_bits(Block& block, const Cell& cell) const;

  const StateLayout* layout_;
  IdVector<DomainId, Domain> domains_;
  IdVector<VertexId, DomainId> domain_of_;
  IdVector<VertexId, std::int32_t> element_of_;
  std::vector<std::vector<VertexId>> vertex_of_;  // by set and element
  std::vector<Block> values_, clocks_;
  bool sorting_is_canonical_ = true;
};

// Calls visit(cell, target cell) for every cell of the block under the map.
template <class Visit>
void for_each_move(const Block& block, const MovedCells& plan, const VertexMap& to, Visit&& visit) {
  const std::size_t arity = block.arity();
  if (arity == 1) {
    const Domain& domain = plan.domains()[block.domains[0]];
    for (std::uint32_t i = 0; i < block.cells.size(); ++i) {
      visit(block.cells[i], block.cells[domain.rank(to[domain.vertex(i)])]);
    }
    return;
  }
  const VertexId* tuple = block.vertices.data();
  for (std::size_t i = 0; i < block.cells.size(); ++i, tuple += arity) {
    std::size_t target = 0;
    for (std::size_t k = 0; k < arity; ++k) {
      target += std::size_t{block.strides[k]} * plan.domains()[block.domains[k]].rank(to[tuple[k]]);
    }
    visit(block.cells[i], block.cells[target]);
  }
}

// Order of int32, kept by unsigned comparison.
constexpr std::uint32_t biased(std::int32_t value) { return static_cast<std::uint32_t>(value) ^ 0x80000000u; }

}  // namespace orbita::symmetry
