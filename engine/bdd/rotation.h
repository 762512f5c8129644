// Representatives under the rotations of a ring: the least of all turned states.
#pragma once

#include <memory>
#include <vector>

#include "engine/bdd/encoding.h"
#include "engine/bdd/reduction.h"
#include "engine/network/network.h"
#include "symmetry/orbits/cyclic_group.h"

namespace orbita::bdds {

// Cells that the group takes to each other get one range.
void widen_along(const CyclicGroup& group, const Network& network, std::vector<CellRange>& ranges);

// Each turn that makes a state smaller is taken until there is none: one representative for every orbit. Comparing a
// state with a turned one takes sets that grow fast with the cells turned past each other: for small rings.
std::unique_ptr<Reduction> make_turning(const Encoding& encoding, const Network& network, const CyclicGroup& group);

}  // namespace orbita::bdds
