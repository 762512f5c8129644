// Applies element permutations fast: blocks of a MovedCells instead of addresses, and no allocation once
// the buffers have grown to the size of a state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/moved_cells.h"

namespace orbita::symmetry {

class Mover {
 public:
  explicit Mover(const MovedCells& plan) : plan_(&plan) {}

  void move_values(const VertexMap& to, std::span<const std::int32_t> from, std::span<std::int32_t> target) const;
  void move_values(const VertexMap& to, std::span<std::int32_t> values);

  // Renames the active clocks and says where the clocks of their zone go: to[k] for zone clock k.
  // False when no zone clock changes its place (clocks_to is then the identity).
  bool move_active(const VertexMap& to, std::vector<std::uint32_t>& active, std::vector<ClockIndex>& clocks_to);
  void move_zone(std::span<const ClockIndex> clocks_to, Zone& zone);

 private:
  const MovedCells* plan_;
  std::vector<std::int32_t> row_;
  std::vector<std::uint32_t> target_;   // per layout clock, where it goes
  std::vector<std::uint32_t> arrived_;  // per layout clock, the old place of the clock that moved here
  Zone buffer_;
};

}  // namespace orbita::symmetry
