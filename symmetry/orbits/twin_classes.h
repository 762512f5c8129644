// Does exchanging two elements leave a state as it is?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/moved_cells.h"

namespace orbita::symmetry {

class TwinTest {
 public:
  explicit TwinTest(const MovedCells& plan);

  // The state to test; it must stay in place while questions are asked.
  void look_at(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, ConstMatrix zone);

  // (v w)·q = q, for vertices of one domain. values_agree: as far as values go. zones_agree: as far as the
  // zone and the set of active clocks go.
  bool are_twins(VertexId v, VertexId w) const { return values_agree(v, w) && zones_agree(v, w); }
  bool values_agree(VertexId v, VertexId w) const;
  bool zones_agree(VertexId v, VertexId w) const;

 private:
  struct Use {
    std::uint32_t block, cell;  // entry `cell` of a block of values or clocks
  };
  struct Exchange {
    VertexId v, w;
    VertexId operator()(VertexId x) const { return x == v ? w : x == w ? v : x; }
  };

  static void note_uses(const std::vector<Block>& blocks, IdVector<VertexId, std::vector<Use>>& uses);
  std::uint32_t image(const Block& block, std::uint32_t cell, Exchange swap) const;
  std::int32_t renamed_set(const Block& block, std::int32_t value, Exchange swap) const;
  bool use_agrees(const Use& use, Exchange swap) const;
  bool references_agree(Exchange swap) const;

  const MovedCells* plan_;
  IdVector<VertexId, std::vector<Use>> value_uses_, clock_uses_;  // the entries it is an index of
  std::vector<const Block*> reference_blocks_;
  std::vector<std::uint32_t> set_blocks_;
  std::span<const std::int32_t> values_;
  std::vector<std::uint32_t> active_;  // a copy: the marks of the last state must find their way back
  ConstMatrix zone_;
  std::vector<std::uint32_t> zone_clock_;          // per layout clock; 0 when inactive
  mutable std::vector<std::uint32_t> moved_from_;  // zone clocks an exchange moves
  mutable std::vector<std::uint32_t> swap_;        // zone clock -> its image
};

}  // namespace orbita::symmetry
