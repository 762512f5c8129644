// Candidates for ids that may be exchanged, and what moves with them: the network's scalarsets, and integers that
// templates are replicated over.
//
// An integer range that is a free parameter of a process set is a class of ids. Its processes move with their ids; so
// do cells of arrays indexed by the range, or by it and one number more; and variables of the range, or with one number
// more (a sentinel), hold ids. All of this is a guess from types alone: whether exchanging two ids changes what a part
// of the network does is for edge_partitions.h to prove, whatever was guessed here.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/network/network.h"
#include "symmetry/orbits/layout.h"

namespace orbita::exchange {

struct IdClasses {
  StateLayout layout;          // sets of the network first, with the same numbers
  std::vector<Cell> channels;  // how channels move
  bool empty() const;          // nothing can be exchanged
};

IdClasses find_id_classes(const Network& network);

}  // namespace orbita::exchange
