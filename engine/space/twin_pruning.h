// Transitions that need not be followed because a twin's do (docs/theory/symmetry.md, "Twins").
//
// Elements i and j of a scalarset are twins in a state when exchanging them
// changes nothing. A transition t and its image under the exchange lead to
// symmetric states, so one of them is enough. Which elements take part in t, and
// how, is compared: of two neighbouring twins the earlier one must do the
// "smaller" thing. Every orbit of transitions keeps its smallest member.
//
// Twins may depend on the zone: elements with active clocks are twins only where
// their clocks coincide. A transition then gets a condition that is tested per zone.
//
// Where states are covered by simulation, less is enough: that the zone with the two
// exchanged simulates the zone as it is. The target of t is then simulated by the
// exchanged target of t's image, and would be covered by it in the end.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "dbm/dbm.h"
#include "engine/network/network.h"
#include "engine/semantics/expand.h"
#include "engine/semantics/move_filter.h"
#include "engine/semantics/shape.h"
#include "symmetry/orbits/layout.h"
#include "symmetry/orbits/twins.h"

namespace orbita {

class TwinPruning final : public MoveFilter {
 public:
  // `simulation`: states are covered by simulation, and no guard compares two clocks.
  TwinPruning(const Network& network, const StateLayout& layout, bool simulation);

  // With a zone, twins are those of this zone; without, verdicts may come with a condition on it.
  void prepare(std::span<const std::int32_t> row, const Shape& shape, const ConstMatrix* zone) override;
  const IdVector<ProcessId, ProcessId>& substitutes() const override { return twin_before_; }
  Verdict judge(const Transition& transition) override;
  bool applies(ConstMatrix zone, const Shape& shape, std::uint32_t condition) const override;

 private:
  using Clocks = std::vector<std::pair<ClockIndex, ClockIndex>>;  // pairs that must coincide
  // Two neighbouring elements that are alike as far as data goes.
  struct Neighbours {
    SetId set;
    std::int32_t first = 0, second = 0;
    Clocks clocks;  // none: twins in every zone
  };
  using Role = std::vector<std::uint32_t>;  // the part of an element in a transition; empty: none
  bool alike(ConstMatrix zone, const Shape& shape, const Clocks& clocks) const;
  const Role& role_of(SetId set, std::int32_t element) const;
  void collect_roles(const Transition& transition);

  const Network& network_;
  const StateLayout& layout_;
  TwinFinder finder_;
  bool simulation_;
  bool usable_ = true;                                             // no clock belongs to two elements
  std::vector<std::vector<std::vector<NetClockId>>> clocks_of_;    // [set][element]: clocks by family and position
  std::vector<std::vector<std::vector<ProcessId>>> processes_of_;  // likewise
  std::vector<Neighbours> neighbours_;
  IdVector<ProcessId, ProcessId> twin_before_;  // an earlier one it is interchangeable with, or `none`
  std::map<std::pair<SetId, std::int32_t>, Role> roles_;
  std::vector<std::vector<Clocks>> conditions_;  // any of these suffices
  std::map<std::vector<Clocks>, std::uint32_t> condition_index_;
  mutable std::vector<std::uint32_t> swap_;  // by zone clock: its image under an exchange
};

}  // namespace orbita
