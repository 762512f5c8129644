// A state as relations between vertices: what colour refinement and graph labelling look at.
//
// A fact is a label and a tuple of vertices: "entry (i, j) of block 3 is 7", "the next of i is j",
// "clock x of i and clock y of j differ by at most 4". A permutation renames the vertices of facts
// and leaves labels alone, so two states are symmetric exactly when their facts are, up to renaming.
// What a key (keys.h) says about a single vertex is not repeated here.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/moved_cells.h"

namespace orbita::symmetry {

class Facts {
 public:
  void clear();
  void add(std::uint64_t label, std::span<const VertexId> tuple);
  void add(std::uint64_t label, std::span<const VertexId> tuple, std::span<const VertexId> more);
  void index(std::uint32_t vertices);  // to be called after the last add

  std::uint32_t size() const { return static_cast<std::uint32_t>(labels_.size()); }
  bool empty() const { return labels_.empty(); }
  std::uint64_t label(std::uint32_t fact) const { return labels_[fact]; }
  std::span<const VertexId> tuple(std::uint32_t fact) const {
    return {vertices_.data() + starts_[fact], starts_[fact + 1] - starts_[fact]};
  }
  // The facts whose tuple contains the vertex, each once.
  std::span<const std::uint32_t> about(VertexId vertex) const {
    const std::uint32_t* first = first_fact_.data() + vertex.value;
    return {facts_.data() + first[0], first[1] - first[0]};
  }

 private:
  std::vector<std::uint64_t> labels_;
  std::vector<std::uint32_t> starts_{0};
  std::vector<VertexId> vertices_;
  std::vector<std::uint32_t> first_fact_, facts_;  // by vertex, where its facts begin; with an end
};

// Cells under several moved indices and cells that hold elements.
void add_value_facts(const MovedCells& plan, std::span<const std::int32_t> values, Facts& facts);
// The ranks of clocks under several indices; with `matrix`, every entry of the zone.
void add_clock_facts(const MovedCells& plan, std::span<const std::uint32_t> active, ConstMatrix zone,
                     std::span<const std::uint32_t> ranks, bool matrix, Facts& facts);

}  // namespace orbita::symmetry
