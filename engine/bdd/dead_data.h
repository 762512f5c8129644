// Sets dead data of all states of a set to fixed values, as space/normaliser.h does for one row.
#pragma once

#include <bdd.h>

#include <span>
#include <vector>

#include "engine/analysis/dead_variables.h"
#include "engine/bdd/encoding.h"
#include "engine/network/network.h"

namespace orbita::bdds {

class DeadData {
 public:
  // `rules` in the order in which they are applied (Normaliser::rules).
  DeadData(const Network& network, const Encoding& encoding, std::span<const DeadSlot> rules);

  bdd normalised(const bdd& states) const;
  // States, normal or not, that normalising takes into the set.
  bdd unnormalised(const bdd& states) const;

 private:
  struct Rule {
    std::uint32_t cell;
    bdd dead;       // states in which the slot is dead and does not have its fixed value
    bdd variables;  // of the slot
    bdd value;
  };
  std::vector<Rule> rules_;
  bdd some_dead_ = bddfalse;  // states that some rule changes
};

}  // namespace orbita::bdds
