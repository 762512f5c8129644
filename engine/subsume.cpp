#include "engine/subsume.h"

#include "engine/predicate_eval.h"

namespace orbita {

bool Coverage::covers(ConstMatrix big, ConstMatrix small, const Shape& shape) const {
  switch (kind_) {
    case Subsumption::equality: return dbm::equal(big, small);
    case Subsumption::inclusion: return dbm::includes(big, small);
    case Subsumption::simulation: break;
  }
  if (diagonals_.empty()) return alu_includes(big, small, ClockBounds(shape.lower, shape.upper));
  return dbm::includes(big, small) || simulates(big, small, shape, 0);
}

bool Coverage::simulates(ConstMatrix big, ConstMatrix small, const Shape& shape, std::size_t diagonal) const {
  for (; diagonal < diagonals_.size(); ++diagonal) {
    const Diagonal& d = diagonals_[diagonal];
    const std::uint32_t x = zone_position(shape, d.x), y = zone_position(shape, d.y);
    if (x == none || y == none) continue;  // not active: nobody will compare them
    const Constraint holds{ClockIndex{x}, ClockIndex{y}, Bound{d.raw}};
    if (!dbm::can_satisfy(small, holds)) continue;  // no valuation asks for a partner that satisfies it
    if (dbm::must_satisfy(small, holds) && dbm::must_satisfy(big, holds)) continue;
    Zone with(small), partner(big);
    if (!with.constrain(holds)) continue;
    if (!partner.constrain(holds) || !simulates(partner.view(), with.view(), shape, diagonal + 1)) return false;
    Zone without(small);
    if (!without.constrain(complement(holds))) return true;
    return simulates(big, without.view(), shape, diagonal + 1);
  }
  return alu_includes(big, small, ClockBounds(shape.lower, shape.upper));
}

}  // namespace orbita
