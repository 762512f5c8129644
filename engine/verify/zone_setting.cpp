#include "engine/verify/zone_setting.h"

namespace orbita {

namespace {

Subsumption chosen(SubsumptionChoice choice, Subsumption automatic) {
  switch (choice) {
    case SubsumptionChoice::automatic: break;
    case SubsumptionChoice::equality: return Subsumption::equality;
    case SubsumptionChoice::inclusion: return Subsumption::inclusion;
    case SubsumptionChoice::simulation: return Subsumption::simulation;
  }
  return automatic;
}

ZoneSetting exact_zones(SubsumptionChoice choice) {
  const bool equality = choice == SubsumptionChoice::equality;
  return {BoundsMode::exact, Extrapolation::off, equality ? Subsumption::equality : Subsumption::inclusion, false};
}

ZoneSetting extrapolated(Extrapolation kind, SubsumptionChoice choice) {
  const bool maximum = kind == Extrapolation::m || kind == Extrapolation::m_plus;
  return {maximum ? BoundsMode::maximum : BoundsMode::lower_upper, kind, chosen(choice, Subsumption::inclusion), true};
}

Extrapolation kind_of(Abstraction abstraction) {
  switch (abstraction) {
    case Abstraction::m: return Extrapolation::m;
    case Abstraction::m_plus: return Extrapolation::m_plus;
    case Abstraction::lu: return Extrapolation::lu;
    case Abstraction::lu_plus: return Extrapolation::lu_plus;
    default: return Extrapolation::off;
  }
}

// The same for lower and upper bounds alike.
Extrapolation m_variant(Extrapolation kind) {
  if (kind == Extrapolation::lu) return Extrapolation::m;
  if (kind == Extrapolation::lu_plus) return Extrapolation::m_plus;
  return kind;
}

}  // namespace

ZoneSetting zone_setting(Abstraction abstraction, SubsumptionChoice subsumption, const ZoneNeeds& needs) {
  if (abstraction == Abstraction::exact || needs.differences == ComparedDifferences::unknown)
    return exact_zones(subsumption);
  const bool compares_zones = subsumption == SubsumptionChoice::equality || subsumption == SubsumptionChoice::inclusion;
  Extrapolation kind = kind_of(abstraction);
  // Without simulation only extrapolation makes zones few.
  const bool needs_extrapolation = needs.hashed || (abstraction == Abstraction::automatic && compares_zones);
  if (kind == Extrapolation::off && needs_extrapolation) kind = Extrapolation::lu_plus;
  if (kind != Extrapolation::off && !needs.measured) {
    // Cells of differences hold on both sides (Graph::cut_into_cells), so bounds have to.
    const bool both_sides = needs.deadlocks || needs.differences == ComparedDifferences::known;
    return extrapolated(both_sides ? m_variant(kind) : kind, subsumption);
  }
  ZoneSetting setting;
  if (needs.deadlocks || abstraction == Abstraction::am) setting.bounds = BoundsMode::maximum;
  if (!needs.measured) setting.subsumption = chosen(subsumption, Subsumption::simulation);
  setting.ends = setting.subsumption == Subsumption::simulation;
  return setting;
}

}  // namespace orbita
