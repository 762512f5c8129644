// May a symbolic state be dropped because another one is kept?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dbm/dbm.h"
#include "engine/analysis/clock_bounds.h"
#include "engine/semantics/shape.h"
#include "engine/space/zones.h"
#include "symmetry/orbits/match.h"

namespace orbita {

enum class Subsumption : std::uint8_t {
  equality,   // only the same zone
  inclusion,  // a smaller zone
  simulation  // a zone inside aLU (or aM, as the shape's bounds say) of the other
};

// Decides `small is covered by big` for zones of one discrete state. With diagonal guards the
// simulation test splits along every diagonal that cuts the smaller zone: valuations that satisfy
// it need a simulating one that does as well (docs/theory/zones.md, "Diagonals").
class Coverage {
 public:
  Coverage(Subsumption kind, const std::vector<Diagonal>& diagonals) : kind_(kind), diagonals_(diagonals) {}

  Subsumption kind() const { return kind_; }
  bool has_diagonals() const { return !diagonals_.empty(); }
  bool covers(ConstMatrix big, ConstMatrix small, const Shape& shape) const;

 private:
  bool simulates(ConstMatrix big, ConstMatrix small, const Shape& shape, std::size_t diagonal) const;

  Subsumption kind_;
  std::vector<Diagonal> diagonals_;
};

// One zone compared with many stored ones of the same discrete state: prepared once, then each
// comparison runs on the stored, compact form.
class CoverProbe {
 public:
  CoverProbe(const Zones& zones, const Coverage& coverage) : zones_(zones), coverage_(coverage) {}

  void prepare(ZoneId zone, const Shape& shape);
  ZoneId zone() const { return zone_id_; }
  const Shape& shape() const { return shape_; }
  std::uint32_t dimension() const { return zone_.dimension; }
  // Whether comparing entries one by one decides; else all of the below is empty.
  bool compares_entries() const { return compact_; }
  // What the zone holds, and what a stored zone must hold at least to cover it; nullptr where more has to be looked at.
  const packed_t* packed_zone() const { return compact_ ? packed_zone_ : nullptr; }
  const packed_t* packed_probe() const { return compact_ ? probe_.data() : nullptr; }
  // The same two in 32 bits, which any zone fits.
  std::optional<ConstMatrix> wide_zone() const { return compact_ ? std::optional(zone_) : std::nullopt; }
  std::optional<ConstMatrix> wide_probe();
  bool is_covered_by(ZoneId stored);
  bool covers(ZoneId stored);
  // The same as is_covered_by, up to an exchange of alike elements.
  bool is_covered_by(ZoneId stored, const TieClasses& ties);

 private:
  const Zones& zones_;
  const Coverage& coverage_;
  Shape shape_;
  ZoneId zone_id_ = none;
  ConstMatrix zone_;
  bool compact_ = false;  // the stored form suffices to compare
  Zone room_, other_, scratch_;
  Zone wide_probe_;
  bool has_wide_probe_ = false;  // made for this zone
  Matcher matcher_;
  const packed_t* packed_zone_ = nullptr;
  std::vector<packed_t> packed_room_, stored_room_, probe_, ceiling_;
  std::vector<byte_bound_t> byte_probe_;
};

}  // namespace orbita
