#include "engine/search/coverage.h"

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
    const ClockIndex x = zone_position(shape, d.x), y = zone_position(shape, d.y);
    if (x == none || y == none) continue;  // not active: no longer compared
    const Constraint holds{x, y, Bound{d.raw}};
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

void CoverProbe::prepare(ZoneId zone, const Shape& shape) {
  shape_ = shape;
  zone_id_ = zone;
  has_wide_probe_ = false;
  zone_ = zones_.load(zone, room_);
  const Subsumption kind = coverage_.kind();
  compact_ = kind == Subsumption::inclusion || (kind == Subsumption::simulation && !coverage_.has_diagonals());
  if (!compact_) return;
  packed_zone_ = zones_.packed(zone, packed_room_);
  probe_.resize(packed_size(zone_.dimension));
  if (kind == Subsumption::inclusion) {
    ceiling_.resize(probe_.size());
    pack_inclusion_probe(probe_.data(), zone_);
    pack_ceiling(ceiling_.data(), zone_);
  } else {
    scratch_.resize(zone_.dimension);
    pack_alu_probe(probe_.data(), zone_, ClockBounds(shape.lower, shape.upper), scratch_.matrix());
  }
  byte_probe_.resize(probe_.size());
  shorten_probe(byte_probe_.data(), probe_.data(), probe_.size());
}

std::optional<ConstMatrix> CoverProbe::wide_probe() {
  if (!compact_) return std::nullopt;
  if (!has_wide_probe_) {
    wide_probe_.resize(zone_.dimension);
    if (coverage_.kind() == Subsumption::inclusion) make_inclusion_probe(wide_probe_.matrix(), zone_);
    else make_alu_probe(wide_probe_.matrix(), zone_, ClockBounds(shape_.lower, shape_.upper));
    has_wide_probe_ = true;
  }
  return wide_probe_.view();
}

bool CoverProbe::is_covered_by(ZoneId stored) {
  const byte_bound_t* bytes = zones_.bytes(stored);
  if (compact_ && bytes != nullptr) return passes(bytes, byte_probe_.data(), zone_.dimension);
  const packed_t* packed = zones_.packed(stored, stored_room_);
  if (compact_ && packed != nullptr) return passes(packed, probe_.data(), zone_.dimension);
  if (compact_ && zones_.is_below(stored, *wide_probe())) return false;
  return coverage_.covers(zones_.load(stored, other_), zone_, shape_);
}

bool CoverProbe::covers(ZoneId stored) {
  const byte_bound_t* bytes = zones_.bytes(stored);
  if (compact_ && bytes != nullptr && coverage_.kind() == Subsumption::simulation) {
    return alu_includes(zone_, bytes, ClockBounds(shape_.lower, shape_.upper));
  }
  if (compact_ && coverage_.kind() == Subsumption::simulation &&
      zones_.is_surely_outside(stored, zone_, ClockBounds(shape_.lower, shape_.upper))) {
    return false;
  }
  const packed_t* packed = zones_.packed(stored, stored_room_);
  if (!compact_ || packed == nullptr) return coverage_.covers(zone_, zones_.load(stored, other_), shape_);
  if (coverage_.kind() == Subsumption::inclusion) return is_below(packed, ceiling_.data(), zone_.dimension);
  return alu_includes(zone_, packed, ClockBounds(shape_.lower, shape_.upper));
}

bool CoverProbe::is_covered_by(ZoneId stored, const TieClasses& ties) {
  if (!compact_) return false;  // equality, or diagonals: only the zone itself is compared
  return matcher_.match(*wide_probe(), zones_.load(stored, other_), ties);
}

}  // namespace orbita
