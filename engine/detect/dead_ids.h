// Ids nobody will look at: what a variable holds while a location or a counter beside it says so.
//
// A queue keeps old ids beyond its length, a process keeps its last partner after it has hung up, and both may be
// overwritten with a literal that happens to be an id. Such values split orbits, or break symmetry altogether. For an
// id variable v and a plain variable w beside it (or none), live(p, l, x) says: with process p in location l and w = x,
// p may still make use of v. It is the smallest relation such that
//   - what a guard, invariant, synchronisation or update depends on is live where it is evaluated;
//   - v is live before a step that keeps it if it is live after it, in the process that moves and, where the step
//     changes w, in every other one;
//   - v is live before it is copied to a variable that is live afterwards.
// v is dead in a state where no process has it live, for some w: any other value gives a bisimilar state, and it is set
// to nobody. This is the relation of analysis/flagged_scalars.h, found on normal forms instead of by trying programs
// out.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "engine/analysis/dead_variables.h"
#include "engine/detect/exchange.h"
#include "engine/detect/normal_form.h"

namespace orbita::detection {

class DeadIds {
 public:
  // `candidates`: the slots that may be dead, and the value each gets then. Others are looked at in every state.
  DeadIds(NormalNetwork& normal, std::map<SlotId, std::int32_t> candidates);

  bool empty() const { return rules_.empty(); }
  std::set<SlotId> slots() const;  // that are dead somewhere
  // The update with everything that is dead after the edge set to nobody.
  NormalUpdate seen_after(NormalNetwork& normal, ProcessId process, const NormalEdge& edge) const;
  // Sets the dead slots of a discrete state to nobody.
  void normalise(std::span<std::int32_t> values) const;
  // The rules by which it does so, to be applied in this order.
  std::vector<DeadSlot> rules() const;
  // Takes away what the exchange does not take to something dead as well; false if there was nothing to take away.
  bool keep_symmetric(const Exchange& exchange);

 private:
  struct Rule {
    SlotId slot;
    SlotId flag;  // none: wherever
    std::int64_t low = 0;
    std::uint32_t range = 1;
    std::vector<std::uint8_t> live;   // [place * range + x]; places are locations of processes
    std::vector<ProcessId> watchers;  // processes that have it live somewhere
  };
  // What an edge does where a flag has one value.
  struct Facts {
    std::vector<std::uint32_t> uses;                       // positions it depends on for all to see
    std::map<SlotId, std::vector<std::uint32_t>> sources;  // by candidate: what it holds afterwards comes from
    std::vector<std::int64_t> flag_after;
    bool enabled = false;
  };

  void choose_rules(NormalNetwork& normal);
  void drop_useless_rules();
  Facts facts_of(NormalNetwork& normal, const NormalEdge& edge, SlotId flag, std::int64_t value) const;
  void solve(NormalNetwork& normal);
  // An edge where a flag has one value.
  struct Known {
    ProcessId process;
    LocationId source, target;
    SlotId flag;
    std::int64_t value = 0;
    Facts facts;
  };
  void add_known(NormalNetwork& normal, const NormalEdge& edge, const std::set<SlotId>& flags);
  void add_worst(NormalNetwork& normal, const NetEdge& edge, const std::set<SlotId>& flags);
  void use_location(NormalNetwork& normal, ProcessId process, LocationId location);
  bool apply(const Known& known, Rule& rule);
  bool is_live_after(SlotId slot, SlotId flag, std::int64_t value, ProcessId process, LocationId location) const;
  bool is_live(const Rule& rule, ProcessId process, LocationId location, std::uint32_t x) const {
    return rule.live[(first_[process] + location.value) * rule.range + x] != 0;
  }
  bool make_live(Rule& rule, ProcessId process, LocationId location, std::uint32_t x);
  bool is_dead_after(const Rule& rule, ProcessId process, LocationId location, std::uint32_t x) const;

  const Network& network_;
  std::map<SlotId, std::int32_t> candidates_;
  IdVector<ProcessId, std::uint32_t> first_;  // of a process' locations among the places
  IdVector<ProcessId, IdRange<LocationId>> locations_;
  std::uint32_t places_ = 0;
  std::vector<Rule> rules_;
  std::vector<Known> known_;  // while solving
};

}  // namespace orbita::detection
