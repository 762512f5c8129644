// May a symbolic state be dropped because another one is kept?
#pragma once

#include <cstdint>
#include <vector>

#include "dbm/dbm.h"
#include "engine/bounds.h"
#include "engine/shape.h"

namespace orbita {

enum class Subsumption : std::uint8_t {
  equality,    // only the same zone
  inclusion,   // a smaller zone
  simulation   // a zone inside aLU (or aM, as the shape's bounds say) of the other
};

// Decides `small is covered by big` for zones of one discrete state. With diagonal guards the
// simulation test splits along every diagonal that cuts the smaller zone: valuations that satisfy
// it need a simulating one that does as well (zones.md section 4, G-simulation).
class Coverage {
 public:
  Coverage(Subsumption kind, const std::vector<Diagonal>& diagonals) : kind_(kind), diagonals_(diagonals) {}

  Subsumption kind() const { return kind_; }
  bool covers(ConstMatrix big, ConstMatrix small, const Shape& shape) const;

 private:
  bool simulates(ConstMatrix big, ConstMatrix small, const Shape& shape, std::size_t diagonal) const;

  Subsumption kind_;
  std::vector<Diagonal> diagonals_;
};

}  // namespace orbita
