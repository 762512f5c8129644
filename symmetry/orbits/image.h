// g·q as one row of numbers, to compare candidates for the representative of q.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dbm/dbm.h"
#include "symmetry/orbits/moved_cells.h"
#include "symmetry/orbits/mover.h"

namespace orbita::symmetry {

class Images {
 public:
  explicit Images(const MovedCells& plan) : mover_(plan) {}

  // The state q; it must stay in place. With `matrix`, images hold every entry of the zone, else only
  // the ranks of its clocks: equal rows are equal states then only with the diagonal property.
  void look_at(std::span<const std::int32_t> values, std::span<const std::uint32_t> active, const Zone& zone,
               std::span<const std::uint32_t> ranks, bool matrix);
  // Values first, then which clocks are active and their ranks, then the zone.
  void write(const VertexMap& to, std::vector<std::int32_t>& row);

 private:
  Mover mover_;
  std::span<const std::int32_t> values_;
  std::span<const std::uint32_t> active_;
  const Zone* zone_ = nullptr;
  std::span<const std::uint32_t> ranks_;
  bool matrix_ = false;
  std::vector<std::uint32_t> moved_active_;
  std::vector<ClockIndex> clocks_to_;
};

}  // namespace orbita::symmetry
