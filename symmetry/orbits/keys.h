// What tells the elements of a state apart at first sight, as words to compare.
//
// key(i) = locations of i's processes; other cells of i (a cell that holds elements only says whether
// it holds one, one that holds sets only what never moves); for each variable without indices the bit [it holds i];
// which clocks of i are active; and, if asked for, their ranks. Equivariant: key of g(i) in g·q = key of i in q. Cells
// under two or more moved indices are left out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/moved_cells.h"

namespace orbita::symmetry {

// ranks[x] = number of clocks that x exceeds somewhere in the zone. With the diagonal property this
// is the number of clocks strictly before x, without it still the same for all symmetric states.
void exceeding_ranks(ConstMatrix zone, std::span<std::uint32_t> ranks);

class Keys {
 public:
  // Without `pointers`, the bits of variables that hold elements are left out.
  explicit Keys(const MovedCells& plan, bool pointers = true);

  // `ranks` are those of the zone's clocks; empty: leave them out. `active` lists the zone's clocks.
  void compute(std::span<const std::int32_t> values, std::span<const std::uint32_t> active,
               std::span<const std::uint32_t> ranks = {});

  std::span<const std::uint64_t> of(VertexId vertex) const {
    return {words_.data() + std::size_t{vertex.value} * width_, width_};
  }
  bool less(VertexId v, VertexId w) const;
  bool equal(VertexId v, VertexId w) const;

  // order[p] = the vertex that belongs at place p: every domain sorted by key, equal keys by number.
  // Returns whether any vertex changes its place. Cheap when nearly sorted already.
  bool sort(std::vector<VertexId>& order) const;

 private:
  struct Column {
    const Block* block = nullptr;
    std::uint32_t number = 0;  // 32-bit columns of the domain's key
  };
  struct DomainColumns {
    std::vector<Column> cells;
    std::vector<Column> pointers;  // variables without indices; `number` is that of a bit
    std::vector<Column> clocks;    // `number` likewise
    std::uint32_t first_pointer = 0, first_activity = 0, first_rank = 0, columns = 0;
  };

  void put(VertexId vertex, std::uint32_t column, std::uint32_t value);
  void set_bit(VertexId vertex, std::uint32_t first_column, std::uint32_t bit);
  void put_cells(const Domain& domain, const DomainColumns& columns, std::span<const std::int32_t> values);
  void put_pointers(const Domain& domain, const DomainColumns& columns, std::span<const std::int32_t> values);
  void put_clocks(const Domain& domain, const DomainColumns& columns, std::span<const std::uint32_t> ranks);
  std::uint32_t kind_of_reference(const Block& block, std::int32_t value) const;
  bool sort_domain(const Domain& domain, std::vector<VertexId>& order) const;

  const MovedCells* plan_;
  IdVector<DomainId, DomainColumns> columns_;
  std::size_t width_ = 1;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> zone_clock_;  // per layout clock; 0 when inactive
};

}  // namespace orbita::symmetry
