// Orbits of tuples of cells: which variables, clocks and processes renaming elements takes to which others.
//
// An analysis that tries programs out looks at elements in ascending order, and may find out more about the
// first than about the last: `forall (i : S) (a[i] && x[k])` does not ask for k where a[0] is off. What it
// says must not depend on names. So whatever it finds for one tuple, say (k, a[0], P(2)), is made to hold for
// all tuples of its orbit: (k, a[1], P(0)) and so on, but not (k, a[1], P(1)).
//
//   OrbitNumbers orbit(orbits);
//   for (…) found[orbit.of({k, a, p})] |= …;   // gather
//   for (…) … = found[orbit.of({k, a, p})];    // and spread
//
// Two tuples are in one orbit if and only if their cells are of the same blocks (moved_cells.h), one after
// the other, and their moving indices, read as one sequence, repeat at the same places. A permutation keeps
// both. Where both agree, "index of the first tuple -> index of the second" is a well-defined injection
// inside each domain, and extends to a permutation, since the group has all permutations of each domain.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <vector>

#include "dbm/id_vector.h"
#include "symmetry/orbits/layout.h"
#include "symmetry/orbits/moved_cells.h"

namespace orbita {

class CellOrbits {
 public:
  using Cells = std::initializer_list<std::uint32_t>;
  using VertexId = symmetry::VertexId;

  CellOrbits() = default;  // nothing moves
  explicit CellOrbits(const StateLayout& layout);

  bool is_trivial() const { return domain_size_.empty(); }
  // Cells are numbered: values as in the layout, then clocks.
  std::uint32_t clock(std::uint32_t number) const { return values_ + number; }
  // The key is equal for two tuples if and only if they are in one orbit; `met` is scratch.
  void describe(Cells cells, std::vector<std::uint32_t>& key, std::vector<VertexId>& met) const;
  // How many tuples are in the orbit of this one.
  std::uint64_t size(Cells cells) const;

 private:
  std::span<const VertexId> vertices(std::uint32_t cell) const {
    return std::span(vertices_).subspan(first_[cell], first_[cell + 1] - first_[cell]);
  }

  std::uint32_t values_ = 0;
  std::vector<std::uint32_t> kind_;   // by cell: its block; a number of its own for what stays
  std::vector<std::uint32_t> first_;  // by cell: in vertices_; with an end
  std::vector<VertexId> vertices_;    // moving indices
  IdVector<VertexId, symmetry::DomainId> domain_of_;
  IdVector<symmetry::DomainId, std::uint32_t> domain_size_;
};

// Numbers orbits in the order they are met.
class OrbitNumbers {
 public:
  explicit OrbitNumbers(const CellOrbits& orbits) : orbits_(orbits) {}
  std::uint32_t of(CellOrbits::Cells cells);
  std::uint32_t count() const { return static_cast<std::uint32_t>(numbers_.size()); }

 private:
  const CellOrbits& orbits_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<std::uint32_t> key_;
  std::vector<CellOrbits::VertexId> met_;
};

// Marks the whole orbit of every marked cell; marked[i] is about cell `first` + i.
void mark_orbits(const CellOrbits& orbits, std::uint32_t first, std::vector<bool>& marked);

}  // namespace orbita
