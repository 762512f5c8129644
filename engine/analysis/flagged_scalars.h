// Stale references: scalar variables whose value has no effect while a flag beside them is off.
//
// A scalar has no value for "nobody", so models keep a flag or a counter beside it (`bool set; pid_t id;`,
// a queue and its length). What the scalar holds while the flag is off is never looked at, but it splits
// orbits. Dead variables per location (dead_variables.h) do not see it; this analysis does
// (docs/theory/zones.md, "Dead variables").
//
// For a scalar v and a plain variable w (or none), live(p, l, x) says: with process p in location l
// and w = x, p may still make use of the value of v. It is the smallest relation such that
//   - what a guard, invariant, synchronisation or update depends on is live where it is evaluated;
//   - v is live before a transition that does not overwrite it if it is live after it, in the process that
//     moves and, where the transition changes w, in every other one;
//   - v is live before it is copied to a variable that is live afterwards.
// v is dead in a state where no process has it live, for some w. Then changing v gives a bisimilar
// state: it is set to "nothing", which no permutation moves.
//
// What a program depends on is not read off its text but tried out: it is run on every valuation of the
// variables it asks for, with and without the value in question. Programs that ask for too much count as
// using everything they may read. Programs stop asking when the first elements have decided, so that what has been
// found may depend on the order of elements: in the end, what was found for one element is said of all.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "engine/analysis/dead_variables.h"
#include "engine/network/network.h"
#include "engine/network/predicate.h"
#include "symmetry/orbits/cell_orbits.h"

namespace orbita {

class Prober;

class FlaggedScalars {
 public:
  // `predicates`: of the queries. `observed`: slots that are read from outside in every state.
  FlaggedScalars(const Network& network, const std::vector<const Predicate*>& predicates,
                 const std::vector<SlotId>& observed, const CellOrbits& orbits);

  bool empty() const { return rules_.empty(); }
  // Sets the dead scalars of a discrete state to "nothing".
  void normalise(std::span<std::int32_t> values) const;
  // The rules by which it does so, to be applied in this order.
  std::vector<DeadSlot> rules() const;

 private:
  struct Rule {
    SlotId scalar;         // both: slots
    SlotId flag;           // none: wherever
    std::int32_t low = 0;  // of the flag
    std::uint32_t range = 1;
    std::size_t table = 0;  // live_[table + place * range + x]; places are locations of processes
  };
  // A scalar is copied to another one at this place: live if the target is afterwards.
  struct Copy {
    std::uint32_t rule = 0, x = 0;
    ProcessId process;
    LocationId source, target;
    SlotId slot;                                                 // copied to
    std::vector<std::pair<std::uint32_t, std::uint32_t>> after;  // its rules, and their flags then (none: any)
  };
  struct Move {
    std::uint32_t rule = 0;
    ProcessId process;
    LocationId source, target;
    std::uint32_t x = 0, y = 0;
    friend auto operator<=>(const Move&, const Move&) = default;
  };

  void choose_rules(const std::vector<const Predicate*>& predicates, const std::vector<SlotId>& observed,
                    const CellOrbits& orbits);
  void add_rule(SlotId scalar, SlotId flag);
  bool concerns(const NetEdge& edge) const;
  void study_edge(Prober& prober, const NetEdge& edge);
  void study_condition(Prober& prober, const NetEdge& edge, bool with_update);
  void study_locations(Prober& prober);
  void study_predicates(Prober& prober, const std::vector<const Predicate*>& predicates);
  void assume_worst(const NetEdge& edge);
  void add_moves(const NetEdge& edge, const Prober& prober);
  void add_copy(const NetEdge& edge, const Prober& prober, SlotId from, SlotId to);
  void use(SlotId slot, ProcessId process, LocationId location, const Prober* prober);
  void use_everywhere(SlotId slot, const Prober* prober);
  void solve();
  using Nameless = std::map<std::uint32_t, std::vector<std::uint8_t>>;
  IdVector<ProcessId, std::uint32_t> orbits_of(const Rule& rule, OrbitNumbers& orbit) const;
  Nameless nameless(const Rule& rule, const IdVector<ProcessId, std::uint32_t>& orbits) const;
  void forget_names(const CellOrbits& orbits);
  void find_never_live();
  bool raise(std::size_t cell);
  bool dead_after(const Copy& copy) const;

  std::size_t place(ProcessId process, LocationId location) const { return first_[process] + location.value; }
  std::size_t cell(const Rule& rule, std::size_t place, std::uint32_t x) const {
    return rule.table + place * rule.range + x;
  }

  const Network& network_;
  std::vector<Rule> rules_;
  IdVector<SlotId, std::vector<std::uint32_t>> rules_of_;  // of a scalar
  IdVector<SlotId, bool> is_flag_;
  IdVector<ProcessId, std::size_t> first_;  // of a process' locations among the places
  std::size_t places_ = 0;
  std::vector<std::uint8_t> live_;
  std::vector<std::uint8_t> never_;  // by rule and flag value: live nowhere; set at the end
  std::vector<std::size_t> never_at_;
  std::vector<Move> moves_;
  std::vector<Copy> copies_;
};

}  // namespace orbita
