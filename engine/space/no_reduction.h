// Every state is its own representative.
#pragma once

#include "engine/space/reducer.h"

namespace orbita {

class NoReduction final : public Reducer {
 public:
  explicit NoReduction(Zones& zones) : zones_(zones) {}

  bool changes_rows() const override { return false; }
  bool is_canonical() const override { return true; }
  Target row(Draft& draft) override { return {draft.discrete, none}; }
  SymbolicState zone(const Target& target, Zone& zone) override {
    return {target.discrete, zones_.intern(zone.view())};
  }
  SymbolicState zone(const Target& target, ZoneId zone) override { return {target.discrete, zone}; }
  SymbolicState representative(const SymbolicState& state) override { return state; }
  bool represents(const SymbolicState& name, const SymbolicState& unreduced) override { return name == unreduced; }
  bool same_orbit(StateId first, StateId second) override { return first == second; }

 private:
  Zones& zones_;
};

}  // namespace orbita
