// Ordered partitions of the vertices, and colour refinement (docs/theory/symmetry.md, "References") on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symmetry/orbits/facts.h"
#include "symmetry/orbits/moved_cells.h"

namespace orbita::symmetry {

// Vertices in places 0..n-1, cut into cells. The colour of a vertex is the first place of its cell. Places are plain
// numbers: what stands in one is a vertex, and which vertex it becomes is said by leaves of a search only.
struct Partition {
  std::vector<VertexId> at;                  // by place
  IdVector<VertexId, std::uint32_t> colour;  // first place of the vertex' cell
  std::vector<std::uint32_t> size;           // by first place

  std::uint32_t places() const { return static_cast<std::uint32_t>(at.size()); }
  std::span<const VertexId> cell(std::uint32_t first) const { return {at.data() + first, size[first]}; }
  bool is_single(VertexId vertex) const { return size[colour[vertex]] == 1; }

  void start(const MovedCells& plan);  // every domain is one cell
  // Cuts the cell into runs of equal members, once its places are in order.
  // Returns whether there was more than one.
  template <class Equal>
  bool cut(std::uint32_t first, Equal&& equal) {
    const std::uint32_t last = first + size[first];
    std::uint32_t begin = first;
    for (std::uint32_t p = first + 1; p <= last; ++p) {
      if (p < last && equal(at[p - 1], at[p])) continue;
      size[begin] = p - begin;
      for (std::uint32_t q = begin; q < p; ++q) colour[at[q]] = begin;
      begin = p;
    }
    return size[first] != last - first;
  }
  // Gives the vertex a cell of its own, directly before the rest of its cell.
  void individualise(VertexId vertex);
};

// Cuts cells until no fact tells two vertices of a cell apart. The result depends on the facts and
// on the order of cells only, not on the numbers of vertices.
class Refiner {
 public:
  void refine(Partition& partition, const Facts& facts);  // from scratch
  // After a vertex of a refined partition was individualised.
  void refine(Partition& partition, const Facts& facts, VertexId vertex);

 private:
  // What a fact says about one of its vertices, given the colours of the others.
  struct Remark {
    std::uint64_t label, rest;
    friend auto operator<=>(const Remark&, const Remark&) = default;
  };
  void run(Partition& partition, const Facts& facts);
  void collect(const Partition& partition, const Facts& facts);
  void note(const Partition& partition, std::uint64_t label, std::span<const VertexId> tuple);
  void group_by_vertex(std::uint32_t vertices);
  void cut_cells(Partition& partition);
  void cut_cell(Partition& partition, std::uint32_t first);
  void note_changed(const Partition& partition, std::uint32_t first, std::uint32_t last);
  std::span<const Remark> remarks(VertexId vertex) const { return {sorted_.data() + first_[vertex], count_[vertex]}; }

  std::vector<VertexId> changed_;
  std::vector<std::uint64_t> seen_;  // per fact: the round that looked at it
  std::uint64_t round_ = 0;
  std::vector<std::pair<VertexId, Remark>> noted_;
  std::vector<Remark> sorted_;                       // grouped by vertex
  IdVector<VertexId, std::uint32_t> first_, count_;  // its part of sorted_; count_ is 0 between rounds
  std::vector<VertexId> vertices_;                   // that have remarks
  std::vector<std::uint32_t> cells_;                 // … as do their cells
};

}  // namespace orbita::symmetry
