// The effect of updates for states that agree on all they read: cells that get constants, and cells that get the values
// other cells had before.
#pragma once

#include <bdd.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/bdd/encoding.h"

namespace orbita::bdds {

class Assignment {
 public:
  using Constants = std::vector<std::pair<std::uint32_t, std::int32_t>>;  // cell, value
  using Copies = std::vector<std::pair<std::uint32_t, std::uint32_t>>;    // target, source

  // Puts the copies into an order in which no target is a source of a later one. Returns a source whose value must be
  // known because copies form a cycle; PartialRow::nothing where there is none.
  static std::uint32_t order(Copies& copies);

  Assignment() = default;
  // Copies in order; no cell is written twice.
  Assignment(const Encoding& encoding, const Constants& constants, const Copies& copies);

  bdd image(const bdd& states) const;
  bdd preimage(const bdd& states) const;  // states, reachable or not, that the assignment takes there

 private:
  struct Copy {
    bdd target;  // its variables
    bdd same;
  };
  std::vector<Copy> copies_;
  bdd overwritten_ = bddtrue;  // variables of the cells that get constants
  bdd constants_ = bddtrue;
};

}  // namespace orbita::bdds
