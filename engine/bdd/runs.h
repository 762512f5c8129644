// Runs that stay inside a set of states, without clocks.
#pragma once

#include <bdd.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/bdd/dead_data.h"
#include "engine/bdd/encoding.h"
#include "engine/bdd/reach.h"
#include "engine/bdd/steps.h"
#include "engine/network/network.h"

namespace orbita::bdds {

// Where maximal runs (docs/theory/queries.md, "Maximal runs") never leave a set of states.
struct MaximalRuns {
  bdd ending;   // states in which a run may wait for ever, or where nothing is possible
  bdd staying;  // states from which such a run exists: it has infinitely many transitions, or ends in `ending`
};

// `dead`, if not nullptr, is how the states were normalised.
MaximalRuns maximal_runs(const Network& network, Steps& steps, const DeadData* dead, const bdd& inside);

// One of these runs, as states.
struct RunPath {
  std::vector<std::vector<std::int32_t>> states;
  std::optional<std::size_t> loop_start;  // the last state is this one again; nullopt: the run ends in the last state
};
// From a state of `staying`. `reach` does not reduce; it stays in `staying` afterwards.
RunPath run_from(const std::vector<std::int32_t>& first, const MaximalRuns& runs, const Encoding& encoding,
                 Reach& reach);

}  // namespace orbita::bdds
