// Runs that stay inside a set of states, without clocks.
#pragma once

#include <bdd.h>

#include "engine/bdd/dead_data.h"
#include "engine/bdd/steps.h"
#include "engine/network/network.h"

namespace orbita::bdds {

// The states of `inside` from which some maximal run (docs/theory/queries.md, "Maximal runs") never leaves it: it has
// infinitely many transitions, or ends in a state where it may wait for ever, or where nothing is possible.
// `dead`, if not nullptr, is how the states were normalised.
bdd maximal_runs(const Network& network, Steps& steps, const DeadData* dead, const bdd& inside);

}  // namespace orbita::bdds
